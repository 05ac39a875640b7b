"""Late chunking with the starter embedder, made to see little at a time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import EmbedderFacts, read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.late_chunking import LateChunker, span_embedder, why_not_late
from desktop_rag.inference.starters import starter_embedder

_CITY = "Berlin is the capital of Germany."
_MORE = "The city has more than three million people."
_PUMP = "A centrifugal pump moves a fluid by turning a wheel."


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> SentenceTransformerEmbedder:
    starter = starter_embedder()
    if starter is None:
        pytest.skip("the starter embedder is not installed")
    hashes = FileHashes(tmp_path_factory.mktemp("models") / "hashes.json")
    return SentenceTransformerEmbedder(read_embedder_facts(starter.path, "small", hashes))


def test_one_span_over_a_whole_text_is_near_the_texts_own_vector(
    embedder: SentenceTransformerEmbedder,
) -> None:
    [late] = LateChunker(embedder).embed_spans(_CITY, [(0, len(_CITY))])
    [plain] = embedder.embed([_CITY])
    assert float(late @ plain) > 0.95  # its mean takes the two special tokens in as well


def test_a_passage_knows_what_it_is_about_from_the_text_around_it(
    embedder: SentenceTransformerEmbedder,
) -> None:
    chunker = LateChunker(embedder)
    question = embedder.embed_query("How many people live in Berlin?")

    def second(before: str) -> float:
        text = f"{before} {_MORE}"
        spans = [(0, len(before)), (len(before) + 1, len(text))]
        return float(chunker.embed_spans(text, spans)[1] @ question)

    assert second(_CITY) > second(_PUMP) + 0.1


def test_a_text_longer_than_the_window_is_seen_in_windows_that_overlap(
    embedder: SentenceTransformerEmbedder,
) -> None:
    sentences = [_CITY, _MORE, _PUMP] * 12
    text = " ".join(sentences)
    spans, start = [], 0
    for sentence in sentences:
        spans.append((start, start + len(sentence)))
        start += len(sentence) + 1
    vectors = LateChunker(embedder, window=64).embed_spans(text, spans)
    assert vectors.shape == (36, embedder.dimensions)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    plain = embedder.embed(sentences)
    assert float((vectors * plain).sum(axis=1).min()) > 0.5
    nearest = (vectors @ plain.T).argmax(axis=1) % 3
    assert (nearest == np.arange(36) % 3).mean() > 0.9


def test_a_span_without_any_token_is_embedded_alone(embedder: SentenceTransformerEmbedder) -> None:
    vectors = LateChunker(embedder).embed_spans("Berlin \u200b city", [(0, 6), (7, 8)])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_it_is_not_offered_where_the_window_holds_hardly_a_passage(
    embedder: SentenceTransformerEmbedder,
) -> None:
    assert "256 tokens" in why_not_late(embedder.facts)
    assert span_embedder(embedder) is None


def test_it_is_offered_for_long_windows_whose_vector_is_the_tokens_mean() -> None:
    facts = EmbedderFacts(Path("."), "long", "f", 8, 2048, frozenset(), pools_mean=True)
    assert why_not_late(facts) == ""
    other = EmbedderFacts(Path("."), "first token", "f", 8, 2048, frozenset())
    assert "late chunking needs" in why_not_late(other)
