"""Built-in steps come through the door that plug-ins use."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.ports.registry import Tools
from desktop_rag.retrieval import register
from desktop_rag.retrieval.postprocessing.diversity import Diversity
from desktop_rag.retrieval.postprocessing.http_rerank import HttpRerankScorer
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors
from tests.fakes.fake_language_model import FakeLanguageModel


class Shelf:
    """Keeps what is registered."""

    def __init__(self) -> None:
        self.preprocessors: dict[str, Any] = {}
        self.postprocessors: dict[str, Any] = {}
        self.scorers: dict[str, Any] = {}

    def add_preprocessor(self, name: str, make: Any) -> None:
        self.preprocessors[name] = make

    def add_postprocessor(self, name: str, make: Any) -> None:
        self.postprocessors[name] = make

    def add_scorer(self, name: str, make: Any) -> None:
        self.scorers[name] = make


def _tools(**options: str) -> Tools:
    embedder = FakeEmbedder()
    return Tools(
        embedder,
        FakeTokenVectors(embedder),
        FakeLibrary(),
        lambda role: FakeLanguageModel(),
        options,
    )


@pytest.fixture
def shelf() -> Shelf:
    made = Shelf()
    register(made)  # type: ignore[arg-type]  # only the three methods that are used
    return made


def test_every_built_in_step_is_there(shelf: Shelf) -> None:
    assert set(shelf.preprocessors) == {"rewrite", "decompose", "hyde"}
    assert set(shelf.scorers) == {"late_interaction", "llm_judge", "http_rerank"}
    assert {"diversity", "near_duplicates", "neighbours"} <= set(shelf.postprocessors)


def test_each_is_made_under_its_own_name(shelf: Shelf) -> None:
    tools = _tools(url="http://localhost:1")
    for table in (shelf.preprocessors, shelf.postprocessors, shelf.scorers):
        for name, make in table.items():
            assert make(tools).name == name


def test_options_reach_their_step(shelf: Shelf) -> None:
    diversity = shelf.postprocessors["diversity"](_tools(per_file="3"))
    assert isinstance(diversity, Diversity)
    assert diversity.per_file == 3
    scorer = shelf.scorers["http_rerank"](_tools(url="http://localhost:1", shape="cohere"))
    assert isinstance(scorer, HttpRerankScorer)
    assert scorer.endpoint.shape == "cohere"


def test_an_option_that_is_no_number_is_said_so(shelf: Shelf) -> None:
    with pytest.raises(InvalidRequest, match="per_file must be a number"):
        shelf.postprocessors["diversity"](_tools(per_file="many"))


def test_a_rerank_server_without_an_address_is_said_so(shelf: Shelf) -> None:
    with pytest.raises(InvalidRequest, match="No rerank server"):
        shelf.scorers["http_rerank"](_tools())
