"""Settings are data with bounds, a title and a sentence for each field."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.settings import Settings, load_settings, override, save_setting

_FIXED = [
    "answering.kind",
    "answering.context_tokens",
    "answering.temperature",
    "indexing.flatten_data",
    "indexing.breadcrumbs",
    "indexing.chunk_target",
    "indexing.chunk_maximum",
    "indexing.chunk_overlap",
    "indexing.ocr",
    "retrieval.candidates",
    "retrieval.keep",
    "retrieval.rrf_k",
    "retrieval.weight_vector",
    "retrieval.weight_keyword",
    "retrieval.rerank",
    "models.unload_after_s",
]


@pytest.mark.parametrize("name", _FIXED)
def test_names_that_scripts_use_exist(name: str) -> None:
    section, field = name.split(".")
    assert hasattr(getattr(Settings(), section), field)


def test_every_field_has_a_title_and_a_description() -> None:
    for name, section in Settings.model_fields.items():
        assert section.annotation is not None
        for field_name, field in section.annotation.model_fields.items():
            assert field.title, f"{name}.{field_name}"
            assert field.description, f"{name}.{field_name}"


def test_an_unknown_name_is_refused_with_its_name() -> None:
    with pytest.raises(InvalidRequest, match=r"retrieval\.kep"):
        override(Settings(), {"retrieval.kep": "3"})


def test_a_value_out_of_bounds_is_refused_with_bound_and_value() -> None:
    with pytest.raises(InvalidRequest, match=r"20.*900"):
        override(Settings(), {"retrieval.keep": "900"})


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("indexing.ocr", "no", False),
        ("indexing.ocr", "TRUE", True),
        ("retrieval.keep", " 7 ", 7),
        ("answering.refuse_below", "none", None),
        ("answering.refuse_below", "0.4", 0.4),
        ("indexing.ignore", "a/, *.b", ("a/", "*.b")),
        ("indexing.ignore", '["x y/"]', ("x y/",)),
        ("retrieval.preprocessors", "", ()),
    ],
)
def test_text_as_typed_becomes_a_value(key: str, text: str, value: object) -> None:
    section, field = key.split(".")
    assert getattr(getattr(override(Settings(), {key: text}), section), field) == value


def test_sizes_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InvalidRequest, match="chunk_maximum"):
        override(Settings(), {"indexing.chunk_maximum": "400"})


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    save_setting(path, "retrieval.rrf_k", "30")
    save_setting(path, "answering.contact", 'Ask "Ana" at\nthe desk')
    loaded = load_settings(path)
    assert loaded.retrieval.rrf_k == 30
    assert loaded.answering.contact == 'Ask "Ana" at\nthe desk'
    save_setting(path, "retrieval.rrf_k", "60")
    assert "rrf_k" not in path.read_text()


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("this is not toml")
    with pytest.raises(InvalidRequest, match=r"settings\.toml"):
        load_settings(path)


@pytest.mark.parametrize("address", ["http://[::1", "http://a b/", "localhost:8080", "a"])
def test_an_address_that_cannot_be_used_is_refused_and_not_saved(
    tmp_path: Path, address: str
) -> None:
    path = tmp_path / "settings.toml"
    with pytest.raises(InvalidRequest, match="not the address of a rerank server") as caught:
        save_setting(path, "retrieval.rerank_url", address)
    assert "http://localhost:8080" in caught.value.remedy
    assert not path.exists()


@pytest.mark.parametrize("key", ["answer", "rewrite", "decompose", "hyde", "rerank"])
def test_the_address_of_a_model_server_that_cannot_be_used_is_refused(key: str) -> None:
    with pytest.raises(InvalidRequest, match="not the address of a model server"):
        override(Settings(), {f"models.{key}": "http://[::1#m"})


def test_an_address_may_be_taken_back_and_is_saved_without_blanks(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    kept = save_setting(path, "retrieval.rerank_url", " http://localhost:8080 ")
    assert kept.retrieval.rerank_url == "http://localhost:8080"
    assert load_settings(path) == kept
    assert save_setting(path, "retrieval.rerank_url", "").retrieval.rerank_url == ""


def test_a_wrong_address_that_stands_in_the_file_hinders_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[retrieval]\nrerank_url = "http://[::1"\n')
    assert save_setting(path, "retrieval.keep", "7").retrieval.keep == 7
    assert load_settings(path).retrieval.rerank_url == "http://[::1"
