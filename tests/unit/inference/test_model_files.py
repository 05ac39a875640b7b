from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest, ModelBroken, ModelFailure, ModelMissing
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.model_files import ModelShelf
from desktop_rag.inference.starters import StarterModel, check_starter
from tests.fakes.gguf_writer import write_gguf


@pytest.fixture
def shelf(tmp_path: Path) -> ModelShelf:
    return ModelShelf(tmp_path / "models")


def _added(shelf: ModelShelf) -> list[str]:
    return [model.name for model in shelf.installed() if not model.starter]


def _embedder_folder(folder: Path, *, language: str = "en", **config: object) -> Path:
    (folder / "1_Pooling").mkdir(parents=True)
    kind = "sentence_transformers.models"
    modules = [{"path": "", "type": f"{kind}.Transformer"}]
    modules += [{"path": "1_Pooling", "type": f"{kind}.Pooling"}]
    settings = {"hidden_size": 8, "max_position_embeddings": 512, **config}
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "config.json").write_text(json.dumps(settings))
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 128}')
    (folder / "1_Pooling" / "config.json").write_text('{"word_embedding_dimension": 8}')
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "README.md").write_text(f"---\nlanguage: {language}\n---\n# Card\n")
    return folder


def test_a_gguf_file_is_used_where_it_lies(shelf: ModelShelf, tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "mine.gguf", llama__context_length=512)
    assert shelf.add(path).role == "answer"
    assert _added(shelf) == ["mine"]
    assert shelf.find("answer", "mine").path == path
    assert shelf.find("answer", str(path)).path == path
    shelf.remove("mine")
    assert _added(shelf) == []
    assert path.exists()


def test_the_list_outlives_the_shelf(shelf: ModelShelf, tmp_path: Path) -> None:
    shelf.add(write_gguf(tmp_path / "mine.gguf"))
    assert _added(ModelShelf(tmp_path / "models")) == ["mine"]


def test_adding_twice_keeps_one_and_names_stay_apart(shelf: ModelShelf, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    path = write_gguf(tmp_path / "mine.gguf")
    shelf.add(path)
    shelf.add(path)
    shelf.add(write_gguf(tmp_path / "other" / "mine.gguf"))
    assert _added(shelf) == ["mine", "mine (2)"]


def test_a_downloaded_file_goes_when_it_is_removed(shelf: ModelShelf, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    path = write_gguf(tmp_path / "models" / "got.gguf")
    assert shelf.add(path).downloaded
    shelf.remove("got")
    assert not path.exists()


def test_a_file_that_went_away_or_changed_is_told(shelf: ModelShelf, tmp_path: Path) -> None:
    gone = write_gguf(tmp_path / "gone.gguf")
    changed = write_gguf(tmp_path / "changed.gguf")
    shelf.add(gone)
    shelf.add(changed, sha256=shelf.hashes.sha256(changed))
    gone.unlink()
    write_gguf(changed, elements=128)
    problems = {model.name: (model.missing, model.problem) for model in shelf.check()}
    assert problems["gone"][0]
    assert "has changed" in problems["changed"][1]
    with pytest.raises(ModelMissing):
        shelf.find("answer", "gone")
    with pytest.raises(ModelBroken):
        shelf.find("answer", "changed")


def test_changed_weights_of_a_folder_are_told_as_well(shelf: ModelShelf, tmp_path: Path) -> None:
    kinds = ["BertForSequenceClassification"]
    folder = _embedder_folder(tmp_path / "ranker", architectures=kinds)
    (folder / "modules.json").unlink()
    weights = folder / "model.safetensors"
    shelf.add(folder, sha256=shelf.hashes.sha256(weights))
    assert [m.problem for m in shelf.check() if m.name == "ranker"] == [""]
    weights.write_bytes(weights.read_bytes() + b"!")
    assert ["has changed" in m.problem for m in shelf.check() if m.name == "ranker"] == [True]


def test_a_model_is_not_taken_for_another_role(shelf: ModelShelf, tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "embed.gguf", architecture="bert")
    with pytest.raises(ModelBroken, match="embed is an embedder, not a language model"):
        shelf.find("answer", str(path))


def test_what_is_no_model_is_not_put_on_the_list(shelf: ModelShelf, tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("hello")
    with pytest.raises(ModelBroken):
        shelf.add(text)
    with pytest.raises(ModelMissing):
        shelf.add(tmp_path / "nowhere.gguf")
    with pytest.raises(ModelBroken, match="safetensors"):
        shelf.add(tmp_path)
    assert _added(shelf) == []


def test_starters_stay(shelf: ModelShelf) -> None:
    starters = [model for model in shelf.installed() if model.starter]
    if not starters:
        pytest.skip("the starter models are not installed")
    assert all(not model.problem for model in starters)
    assert shelf.find("embed", "starter").starter
    with pytest.raises(InvalidRequest, match="came with the application"):
        shelf.remove(starters[0].name)


def test_unknown_names_are_said_so(shelf: ModelShelf) -> None:
    for action in (lambda: shelf.find("answer", "who"), lambda: shelf.remove("who")):
        with pytest.raises(ModelMissing, match="who"):
            action()


def test_a_damaged_list_is_said_so(shelf: ModelShelf, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "models.json").write_text("{")
    with pytest.raises(ModelFailure, match="list of models"):
        shelf.installed()


def test_an_embedder_folder_tells_its_window_size_and_languages(tmp_path: Path) -> None:
    hashes = FileHashes(tmp_path / "hashes.json")
    facts = read_embedder_facts(_embedder_folder(tmp_path / "a"), "a", hashes)
    assert (facts.dimensions, facts.window, facts.languages) == (8, 128, frozenset({"en"}))
    many = _embedder_folder(tmp_path / "b", language="[en, multilingual]")
    assert read_embedder_facts(many, "b", hashes).languages == frozenset()
    norwegian = _embedder_folder(tmp_path / "c", language="[no, es]")
    assert read_embedder_facts(norwegian, "c", hashes).languages == {"no", "es"}


def test_another_file_makes_another_fingerprint(tmp_path: Path) -> None:
    hashes = FileHashes(tmp_path / "hashes.json")
    folder = _embedder_folder(tmp_path / "a")
    prints = {read_embedder_facts(folder, "a", hashes).fingerprint}
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 64}')
    prints.add(read_embedder_facts(folder, "a", hashes).fingerprint)
    (folder / "model.safetensors").write_bytes(b"other weights")
    prints.add(read_embedder_facts(folder, "a", hashes).fingerprint)
    assert len(prints) == 3
    copy = _embedder_folder(tmp_path / "copy")
    again = _embedder_folder(tmp_path / "again")
    one, two = (read_embedder_facts(path, "x", hashes).fingerprint for path in (copy, again))
    assert one == two


def test_an_embedder_with_program_code_is_refused(tmp_path: Path) -> None:
    folder = _embedder_folder(tmp_path / "a")
    (folder / "modules.json").write_text('[{"path": "", "type": "evil.Transformer"}]')
    with pytest.raises(ModelBroken, match="program code"):
        read_embedder_facts(folder, "a", FileHashes(tmp_path / "hashes.json"))


@pytest.mark.parametrize("name", ["modules.json", "config.json", "1_Pooling/config.json"])
def test_a_damaged_file_of_an_embedder_is_named(tmp_path: Path, name: str) -> None:
    folder = _embedder_folder(tmp_path / "a")
    (folder / name).write_text("{oh")
    with pytest.raises(ModelBroken, match="damaged"):
        read_embedder_facts(folder, "a", FileHashes(tmp_path / "hashes.json"))


def test_a_cross_encoder_folder_is_a_reranker(shelf: ModelShelf, tmp_path: Path) -> None:
    kinds = ["BertForSequenceClassification"]
    folder = _embedder_folder(tmp_path / "ranker", architectures=kinds)
    (folder / "modules.json").unlink()
    assert shelf.add(folder).role == "rerank"


def test_a_starter_whose_bytes_are_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w"
    path.write_bytes(b"x")
    with pytest.raises(ModelBroken, match="not the published one"):
        check_starter(StarterModel("S", path, path, "00"), FileHashes(tmp_path / "hashes.json"))


def test_hashes_are_remembered_until_the_file_changes(tmp_path: Path) -> None:
    memory, path = tmp_path / "deep" / "hashes.json", tmp_path / "w"
    path.write_bytes(b"one")
    first = FileHashes(memory).sha256(path)
    kept = json.loads(memory.read_text())
    kept[str(path)][1] = "remembered"
    memory.write_text(json.dumps(kept))
    assert FileHashes(memory).sha256(path) == "remembered"
    path.write_bytes(b"two!")
    assert FileHashes(memory).sha256(path) not in {"remembered", first}
    memory.write_text("{damaged")
    assert len(FileHashes(memory).sha256(path)) == 64


def test_a_ranking_gguf_is_a_reranker(shelf: ModelShelf, tmp_path: Path) -> None:
    ranking = {"bert__pooling_type": 4, "tokenizer__ggml__model": "t5"}
    path = write_gguf(tmp_path / "ranker.gguf", architecture="bert", **ranking)
    assert shelf.add(path).role == "rerank"
    assert shelf.find("rerank", "ranker").path == path
    assert [(m.role, m.problem) for m in shelf.check() if not m.starter] == [("rerank", "")]
    with pytest.raises(ModelBroken, match="is a reranker, not a language model"):
        shelf.find("answer", str(path))


def test_a_reranker_that_would_rank_wrongly_is_not_taken(shelf: ModelShelf, tmp_path: Path) -> None:
    segments = {"tokenizer__ggml__model": "bert", "tokenizer__ggml__token_type_count": 2}
    path = write_gguf(tmp_path / "m.gguf", architecture="bert", bert__pooling_type=4, **segments)
    with pytest.raises(ModelBroken, match="would rank wrongly"):
        shelf.add(path)
