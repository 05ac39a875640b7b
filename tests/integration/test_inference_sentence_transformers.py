"""The real sentence-transformers: the starter embedder, and a tiny cross-encoder made here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.errors import ModelBroken
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.place import Place
from desktop_rag.inference.cross_encoder import CrossEncoderScorer
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.starters import starter_embedder

_TEXTS = ["The pump is broken.", "¿Dónde está?", "wing " * 100, "x"]


def _starter() -> Path:
    starter = starter_embedder()
    if starter is None:
        pytest.skip("the starter embedder is not installed")
    return starter.path


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> SentenceTransformerEmbedder:
    hashes = FileHashes(tmp_path_factory.mktemp("models") / "hashes.json")
    return SentenceTransformerEmbedder(
        read_embedder_facts(_starter(), "starter", hashes), threads=2
    )


def test_vectors_are_those_of_sentence_transformers(embedder: SentenceTransformerEmbedder) -> None:
    assert not embedder.loaded
    embedder.load()
    assert embedder.loaded
    from sentence_transformers import SentenceTransformer

    plain = SentenceTransformer(str(_starter()), device="cpu", local_files_only=True)
    expected = plain.encode(_TEXTS, show_progress_bar=False)
    assert np.allclose(embedder.embed(_TEXTS), expected, atol=1e-5)


def test_a_texts_vector_is_the_mean_of_its_tokens_and_special_ones(
    embedder: SentenceTransformerEmbedder,
) -> None:
    [tokens] = embedder.token_vectors([_TEXTS[0]])
    words = [_TEXTS[0][start:end] for start, end in tokens.offsets]
    assert words == ["The", "pump", "is", "broken", "."]
    [pooled] = embedder.embed([_TEXTS[0]])
    assert float((tokens.vectors @ pooled).min()) > 0.3


def test_names_of_special_tokens_in_a_document_are_text(
    embedder: SentenceTransformerEmbedder,
) -> None:
    [tokens] = embedder.token_vectors(["one [SEP] two"])
    assert len(tokens.offsets) == 5


def _cross_encoder(folder: Path, labels: int) -> Path:
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=30522,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=labels,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    AutoTokenizer.from_pretrained(_starter()).save_pretrained(folder)
    return folder


def _hit(text: str) -> Hit:
    draft = ChunkDraft(0, text, Place((0, len(text))), "document")
    return Hit(Chunk(1, 1, draft), FileRef("/a", "/"), 0.0)


def test_a_cross_encoder_gives_its_raw_logits(tmp_path: Path) -> None:
    folder = _cross_encoder(tmp_path / "ranker", labels=1)
    hits = [_hit("the pump"), _hit("a bird sings"), _hit("long " * 700)]
    scores = CrossEncoderScorer(folder).score("Where is the pump?", hits)
    from sentence_transformers import CrossEncoder

    plain = CrossEncoder(str(folder), device="cpu", local_files_only=True)
    squashed = plain.predict(
        [("Where is the pump?", hit.chunk.text) for hit in hits], show_progress_bar=False
    )
    assert np.allclose(1 / (1 + np.exp(-np.array(scores))), squashed, atol=1e-5)
    assert CrossEncoderScorer(folder).score("anything", []) == []


def test_a_classifier_is_no_reranker(tmp_path: Path) -> None:
    folder = _cross_encoder(tmp_path / "classes", labels=3)
    with pytest.raises(ModelBroken, match="sorts texts into 3 classes"):
        CrossEncoderScorer(folder).load()


def test_a_folder_without_a_model_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="safetensors"):
        CrossEncoderScorer(tmp_path).load()
    (tmp_path / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(ModelBroken, match="cannot be loaded"):
        CrossEncoderScorer(tmp_path).load()


def test_an_embedder_that_nobody_used_for_long_leaves_memory_and_comes_back(
    embedder: SentenceTransformerEmbedder,
) -> None:
    before = embedder.embed(_TEXTS)
    assert not embedder.unload(idle_s=3600)
    assert embedder.loaded
    assert embedder.unload(idle_s=0)
    assert not embedder.loaded
    assert embedder.split("wing " * 1000)[0][0] == 0
    assert not embedder.loaded  # where a text is cut needs no weights
    assert np.allclose(embedder.embed(_TEXTS), before, atol=1e-6)
    assert embedder.loaded
