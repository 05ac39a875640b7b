"""Addresses among the settings of a real engine: refused when typed, told when they stand in the
file, and never in the way of a search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.engine.handlers.search import run_search
from desktop_rag.engine.handlers.settings import change, get
from desktop_rag.engine.wiring import Engine, wire
from desktop_rag.host.paths import AppPaths
from desktop_rag.messages import Message
from desktop_rag.messages.models import ChangeSetting, GetSettings, SettingsShown
from desktop_rag.messages.search import Search

_KEY = "retrieval.rerank_url"


class Told:
    """Keeps what a handler replies."""

    def __init__(self) -> None:
        self.shown: list[SettingsShown] = []

    def finish(self, message: Message) -> None:
        assert isinstance(message, SettingsShown)
        self.shown.append(message)


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths(tmp_path / "config", tmp_path, tmp_path / "models", tmp_path / "logs")


@pytest.fixture
def engine(tmp_path: Path, paths: AppPaths, written: str) -> Iterator[Engine]:
    """An engine that is not started, whose settings file was written by hand."""
    (tmp_path / "library").mkdir()
    paths.settings_file.parent.mkdir(exist_ok=True)
    paths.settings_file.write_text(written, encoding="utf-8")
    made = wire(tmp_path / "library", paths)
    yield made
    made.close()


def _shown(engine: Engine) -> SettingsShown:
    told = Told()
    get(engine, GetSettings(), told)  # type: ignore[arg-type]  # as a Reply does
    return told.shown[0]


@pytest.mark.parametrize("written", [""])
@pytest.mark.parametrize("address", ["http://[::1", "http://a b/", "http://a:x", "nonsense"])
def test_an_address_that_cannot_be_used_is_not_kept(
    engine: Engine, paths: AppPaths, address: str
) -> None:
    told = Told()
    with pytest.raises(InvalidRequest, match="is not the address of a rerank server"):
        change(engine, ChangeSetting(_KEY, address), told)  # type: ignore[arg-type]
    assert engine.settings().retrieval.rerank_url == ""
    assert "rerank_url" not in paths.settings_file.read_text(encoding="utf-8")
    assert _shown(engine).warnings == {}


_BROKEN = '[retrieval]\nrerank = "http_rerank"\nrerank_url = "{}"\n'


@pytest.mark.parametrize("written", [_BROKEN.format("http://[::1"), _BROKEN.format("http://a b/")])
def test_one_that_stands_in_the_file_is_told_beside_its_setting(
    engine: Engine, written: str
) -> None:
    warnings = _shown(engine).warnings
    assert "is not the address of a rerank server. Give an address like" in warnings[_KEY]
    told = Told()
    change(engine, ChangeSetting("retrieval.keep", "7"), told)  # type: ignore[arg-type]
    assert told.shown[0].warnings == warnings
    change(engine, ChangeSetting(_KEY, "http://localhost:8080"), told)  # type: ignore[arg-type]
    assert told.shown[1].warnings == {}


@pytest.mark.parametrize("written", [_BROKEN.format("http://[::1")])
def test_a_search_is_made_all_the_same(engine: Engine, written: str) -> None:
    engine.meaning.start()
    engine.meaning.wait(60)
    result = run_search(engine, Search("pump"), None, lambda: False)
    assert result.outcome == "nothing_found"
    make = engine.search._steps.scorers["http_rerank"]
    with pytest.raises(InvalidRequest, match="is not the address of a rerank server"):
        make()
    assert engine.models.servers.connections_made == 0


@pytest.mark.parametrize("written", [""])
def test_a_server_elsewhere_is_still_warned_of(engine: Engine) -> None:
    told = Told()
    change(engine, ChangeSetting(_KEY, "https://rerank.example.org"), told)  # type: ignore[arg-type]
    assert "are sent to rerank.example.org" in told.shown[0].warnings[_KEY]
