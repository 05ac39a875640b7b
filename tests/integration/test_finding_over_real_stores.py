"""Searches through the whole pipeline over real SQLite and real Chroma."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.query import Filters, Query, SearchMode
from desktop_rag.ports.embedding import Vectors
from desktop_rag.retrieval.pipeline import SearchPipeline, Steps
from desktop_rag.settings.retrieval import RetrievalSettings
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.fakes.fake_embedder import FakeEmbedder
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library, vector_of

_PLAIN = RetrievalSettings(rerank="none")
_LITERAL = {
    "POL-358": "Part POL-358 is a seal.",
    "don't": "Please don't open the lid.",
    "C++": "The driver is written in C++.",
    "20.04": "Ubuntu 20.04 is supported.",
    "foo:bar": "Set the flag foo:bar in the file.",
    "@x": "Write to @x for help.",
}
_SIGNS = [
    "what?",
    "a AND",
    "NEAR(",
    '"',
    "*",
    "AND",
    "OR NOT",
    "(",
    "-",
    "^",
    "{",
    "\\",
    "' OR 1=1",
]


class HashedEmbedder(FakeEmbedder):
    """Texts lie where the test library puts them."""

    def __init__(self) -> None:
        super().__init__(dimensions=DIMENSIONS)

    def embed_query(self, text: str) -> Vectors:
        return vector_of(text)


class Stores:
    """A library with both of its indexes, and a pipeline over them."""

    def __init__(self, folder: Path) -> None:
        self.library = Library(folder)
        self.vectors = ChromaVectorIndex(
            folder / "vectors", self.library.database, FINGERPRINT, DIMENSIONS
        )
        self.vectors.open()
        self.pipeline = SearchPipeline(
            keyword=self.library.keyword,
            vector=self.vectors,
            chunks=self.library.documents,
            embedder=HashedEmbedder,
            token_vectors=lambda: None,
            steps=Steps({}, {}, {}),
        )

    def search(
        self, text: str, mode: SearchMode = "hybrid", filters: Filters | None = None, keep: int = 20
    ) -> SearchResult:
        query = Query(text, filters or Filters(), mode, keep=keep, candidates=keep)
        return self.pipeline.search(query, _PLAIN)

    def close(self) -> None:
        self.vectors.close()
        self.library.close()


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    made = Stores(tmp_path / "library")
    yield made
    made.close()


def _texts(result: SearchResult) -> list[str]:
    return [hit.chunk.text for hit in result.hits]


def test_signs_in_a_question_are_found_as_they_are_written_and_are_never_an_error(
    stores: Stores,
) -> None:
    for number, text in enumerate(_LITERAL.values()):
        stores.library.add(f"/docs/{number}.txt", text)
    for question, text in _LITERAL.items():
        for asked in (question, f"{question}?", f'"{question}"', f"about {question} AND"):
            result = stores.search(asked, "keyword")
            assert result.outcome == "found", asked
            assert _texts(result)[0] == text, asked
    for question in _SIGNS:
        result = stores.search(question, "keyword")
        assert result.outcome in ("found", "nothing_found"), question
        assert not any(step.note.startswith("failed") for step in result.trace)


def test_a_failure_of_the_keyword_index_is_logged_and_never_an_empty_result(
    stores: Stores, caplog: pytest.LogCaptureFixture
) -> None:
    stores.library.add("/docs/a.txt", "Part POL-358 is a seal.")
    with stores.library.database.write() as connection:
        connection.execute("DROP TABLE keyword")
    with caplog.at_level(logging.WARNING):
        result = stores.search("POL-358", "keyword")
    assert result.outcome == "failed"
    assert result.message == "The keyword search failed."
    assert result.remedy
    assert "no such fts5 table" in caplog.text
    assert "POL-358" not in caplog.text


def test_a_small_folder_beside_ten_thousand_passages_gives_all_that_an_exact_search_gives(
    stores: Stores,
) -> None:
    for start in range(0, 10_000, 100):
        texts = [f"The pump of hall {n} is oiled daily." for n in range(start, start + 100)]
        stores.library.add(f"/docs/big/{start}.txt", *texts)
    small = [f"A pump, number {n}, stands in the small folder." for n in range(20)]
    stores.library.add("/docs/small/twenty.md", *small)
    while stores.vectors.apply_outbox(2000):
        pass
    question, only = "pump number 7", Filters(under=("/docs/small",))

    exact = sorted(small, key=lambda text: -float(np.dot(vector_of(text), vector_of(question))))
    assert _texts(stores.search(question, "vector", only)) == exact
    assert set(_texts(stores.search(question, "keyword", only))) == set(small)
    assert set(_texts(stores.search(question, "hybrid", only))) == set(small)
    by_type = stores.search(question, "hybrid", Filters(types=("md",)))
    assert set(_texts(by_type)) == set(small)

    everything = Filters(under=("/docs/big", "/docs/small"))
    for mode in ("keyword", "vector", "hybrid"):
        chosen = stores.search(question, mode, everything)  # type: ignore[arg-type]  # the modes
        assert _texts(chosen) == _texts(stores.search(question, mode))  # type: ignore[arg-type]
