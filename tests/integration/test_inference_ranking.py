"""The real llama.cpp with a small ranking model, beside the same weights in torch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from desktop_rag.domain.chat import ChatMessage, Sampling
from desktop_rag.domain.errors import ModelBroken, ModelFailure, Stopped
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.handlers.models import remove, use
from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.wiring import wire
from desktop_rag.host.paths import AppPaths
from desktop_rag.messages import Message
from desktop_rag.messages.models import ModelList, ModelStateChanged, RemoveModel, UseModel
from desktop_rag.settings import Settings, override
from tests.fakes.fake_indexes import FakeLibrary
from tests.fakes.gguf_writer import write_gguf

if find_spec("llama_cpp") is None:
    pytest.skip("llama.cpp is not installed", allow_module_level=True)

from desktop_rag.inference.llama_ranker import LlamaRanker
from tests.fakes.ranking_model import WORDS, RankingModel, make_ranking_model

_NEAR = 1e-3  # ggml looks its GELU up in half precision; the scores spread over some units


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> RankingModel:
    return make_ranking_model(tmp_path_factory.mktemp("ranking") / "ranker.gguf")


@pytest.fixture(scope="module")
def ranker(made: RankingModel) -> Iterator[LlamaRanker]:
    loaded = LlamaRanker(made.path, threads=1)
    yield loaded
    loaded.close()


def _rank(ranker: LlamaRanker, pairs: list[tuple[str, str]]) -> list[float]:
    return ranker.rank(pairs, cancelled=lambda: False)


def _some_text(chance: random.Random, length: int) -> str:
    return " ".join(chance.choices(WORDS, k=length))


def test_the_scores_are_those_of_the_same_weights_in_torch(
    made: RankingModel, ranker: LlamaRanker
) -> None:
    chance = random.Random(1)
    lengths = [1, 2, 3, 5, 8, 13, 21, 34, 55, *[4] * 30]  # many short ones share a batch
    pairs = [(_some_text(chance, chance.randint(1, 9)), _some_text(chance, n)) for n in lengths]
    wanted = [made.logit(*pair) for pair in pairs]
    assert max(wanted) - min(wanted) > 1
    assert min(wanted) < 0  # raw: no sigmoid was applied
    assert _rank(ranker, pairs) == pytest.approx(wanted, abs=_NEAR)


def test_question_and_passage_are_told_apart(made: RankingModel, ranker: LlamaRanker) -> None:
    one, other = _rank(ranker, [("pump valve", "the mill"), ("the mill", "pump valve")])
    assert abs(one - other) > 10 * _NEAR


def test_a_pair_longer_than_the_window_loses_the_end_of_its_passage(
    made: RankingModel, ranker: LlamaRanker
) -> None:
    passage = _some_text(random.Random(2), 500)
    cut = " ".join(passage.split()[: 96 - 2 - 3])
    long, short = _rank(ranker, [("pump valve", passage), ("pump valve", cut)])
    assert long == short == pytest.approx(made.logit("pump valve", passage), abs=_NEAR)


def test_a_question_that_leaves_no_room_is_said_so(ranker: LlamaRanker) -> None:
    with pytest.raises(ModelFailure, match="question is too long for the reranker"):
        _rank(ranker, [(_some_text(random.Random(3), 95), "the mill by the river and the stone")])


def test_marks_in_a_passage_are_plain_text(ranker: LlamaRanker) -> None:
    assert ranker.count_tokens(["[SEP]", "mill [SEP] river"]) == [3, 5]


def test_ranking_is_stopped(ranker: LlamaRanker) -> None:
    with pytest.raises(Stopped):
        ranker.rank([("pump", "mill")] * 3, cancelled=lambda: True)


def test_empty_texts_have_scores(ranker: LlamaRanker) -> None:
    assert len(_rank(ranker, [("", ""), ("pump", ""), ("", "mill")])) == 3
    assert _rank(ranker, []) == []


def test_a_reranker_that_llama_cpp_would_score_wrongly_is_refused(tmp_path: Path) -> None:
    path = make_ranking_model(tmp_path / "segments.gguf", segments=2).path
    with pytest.raises(ModelBroken, match="would rank wrongly") as caught:
        LlamaRanker(path)
    assert "sentence-transformers folder" in caught.value.remedy


def test_what_is_no_reranker_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="is not a reranker"):
        LlamaRanker(write_gguf(tmp_path / "writer.gguf"))


def test_a_header_without_a_model_is_said_so(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "hollow.gguf", architecture="bert", bert__pooling_type=4)
    with pytest.raises(ModelBroken, match="cannot load the model file"):
        LlamaRanker(path)


def test_the_chosen_file_reranks_in_a_process_of_its_own(
    made: RankingModel, tmp_path: Path
) -> None:
    settings = override(Settings(), {"models.rerank": str(made.path), "models.threads": "1"})
    hub = _Listening()
    desk = ModelDesk(AppPaths(tmp_path, tmp_path, tmp_path, tmp_path), lambda: settings, hub)
    try:
        library = FakeLibrary()
        library.add("/a.txt", "the river", "pump valve oil", "wheat")
        hits = [Hit(chunk, FileRef("/a.txt", "/"), 1.0) for chunk in library.all()]
        wanted = [made.logit("pump", hit.chunk.text) for hit in hits]
        assert desk.reranker().score("pump", hits) == pytest.approx(wanted, abs=_NEAR)
    finally:
        desk.close()
    assert {one.role for one in hub.heard if isinstance(one, ModelStateChanged)} == {"rerank"}


def test_a_reranker_is_not_asked_to_write(made: RankingModel) -> None:
    hosted = HostedLanguageModel(ModelChoice("ranker", made.path, threads=1))
    with pytest.raises(ModelBroken, match="The model that is loaded is a reranker"):
        hosted.generate([ChatMessage("user", "Hello")], Sampling(max_tokens=2))
    hosted.close()


def test_a_model_that_is_chosen_for_reranking_reranks(made: RankingModel, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    paths = AppPaths(tmp_path / "config", tmp_path, tmp_path / "models", tmp_path / "logs")
    engine, told = wire(folder, paths), _Told()
    try:
        engine.models.shelf.add(made.path)
        for name, reranker in (("ranker", "gguf_rerank"), ("none", "late_interaction")):
            use(engine, UseModel("rerank", name), told)  # type: ignore[arg-type]  # as a Reply
            assert engine.settings().retrieval.rerank == reranker
        use(engine, UseModel("rerank", "ranker"), told)  # type: ignore[arg-type]
        remove(engine, RemoveModel("ranker"), told)  # type: ignore[arg-type]
        assert engine.settings().retrieval.rerank == "late_interaction"
        assert engine.settings().models.rerank == ""
    finally:
        engine.close()


class _Told:
    """Takes replies, as a caller does."""

    def finish(self, message: Message) -> None:
        assert isinstance(message, ModelList)


class _Listening(EventHub):
    """Hears what it publishes."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Message] = []

    def publish(self, subject: str, message: Message) -> None:
        self.heard.append(message)
