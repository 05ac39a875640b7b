"""What every embedder promises. Each filling and its fake pass the same sentences."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.ports.embedding import Embedder
from tests.fakes.fake_embedder import FakeEmbedder

_LONG = "The pump starts when the valve is open. Don't touch it while it's hot!\n\n" * 40
_TEXTS = [
    "The pump starts.",
    "",
    "   ",
    "¿Dónde está la válvula número 358?",
    "日本語のテキスト",
    "naïve café — “quoted” 🙂 zwölf",
]


@pytest.fixture(scope="module", params=["fake", "minilm"])
def embedder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    if request.param == "fake":
        return FakeEmbedder()
    starter = starter_embedder()
    if starter is None:
        pytest.skip("the starter embedder is not installed")
    hashes = FileHashes(tmp_path_factory.mktemp("models") / "hashes.json")
    facts = read_embedder_facts(starter.path, starter.name, hashes)
    return SentenceTransformerEmbedder(facts, threads=2)


def test_vectors_are_unit_float32_in_the_order_of_the_texts(embedder: Embedder) -> None:
    vectors = embedder.embed(_TEXTS)
    assert vectors.shape == (len(_TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    for row, text in enumerate(_TEXTS):
        assert np.allclose(vectors[row], embedder.embed([text])[0], atol=1e-4)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)
    assert embedder.token_vectors([]) == []


def test_likeness_is_seen(embedder: Embedder) -> None:
    near, far = embedder.embed(["the pump is broken", "a song about birds"])
    query = embedder.embed_query("broken pump")
    assert query @ near > query @ far


@pytest.mark.parametrize(
    "text", [*_TEXTS, _LONG, "x" * 5000, "wort" * 900, "a,b;" * 700, "🙂é" * 400]
)
def test_pieces_cover_the_text_and_fit_the_window(embedder: Embedder, text: str) -> None:
    ranges = embedder.split(text)
    assert "".join(text[start:end] for start, end in ranges) == text
    assert ranges[0][0] == 0
    assert ranges[-1][1] == len(text)
    vectors = embedder.embed([text[start:end] for start, end in ranges])
    assert len(vectors) == len(ranges)


def test_a_text_that_fits_is_one_piece(embedder: Embedder) -> None:
    assert embedder.split("The pump starts.") == [(0, 16)]
    assert embedder.split("") == [(0, 0)]


def test_prose_is_cut_between_words(embedder: Embedder) -> None:
    ranges = embedder.split(_LONG)
    assert len(ranges) > 1
    assert all(_LONG[start - 1].isspace() for start, _ in ranges[1:])


def test_a_text_over_the_window_is_refused_not_cut(embedder: Embedder) -> None:
    with pytest.raises(ValueError, match="window"):
        embedder.embed(["fine", _LONG])


def test_a_long_query_is_embedded_whole(embedder: Embedder) -> None:
    vector = embedder.embed_query(_LONG)
    assert vector.shape == (embedder.dimensions,)
    assert np.isclose(np.linalg.norm(vector), 1, atol=1e-4)


def test_token_vectors_point_into_the_text(embedder: Embedder) -> None:
    for text, tokens in zip(_TEXTS, embedder.token_vectors(_TEXTS), strict=True):
        assert tokens.vectors.shape == (len(tokens.offsets), embedder.dimensions)
        assert tokens.vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(tokens.vectors, axis=1), 1, atol=1e-4)
        assert all(0 <= start < end <= len(text) for start, end in tokens.offsets)
        assert list(tokens.offsets) == sorted(tokens.offsets)
    start, end = embedder.token_vectors(["The pump starts."])[0].offsets[1]
    assert "The pump starts."[start:end] == "pump"


def test_token_vectors_of_a_long_text_reach_its_end(embedder: Embedder) -> None:
    tokens = embedder.token_vectors([_LONG])[0]
    assert len(tokens.offsets) > embedder.window
    assert tokens.offsets[-1][1] == len(_LONG.rstrip())


def test_two_threads_get_the_vectors_one_gets(embedder: Embedder) -> None:
    texts = [f"text number {number} " * (number % 3 + 1) for number in range(24)]
    alone = embedder.embed(texts)
    found: dict[int, np.ndarray] = {}

    def embed(number: int) -> None:
        embedder.split(_LONG)
        found[number] = embedder.embed(texts)

    threads = [threading.Thread(target=embed, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.allclose(vectors, alone, atol=1e-4) for vectors in found.values())
    assert len(found) == 3
