"""A small BERT reranker with random weights, as a GGUF file and as the same weights in torch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertConfig, BertForSequenceClassification

from tests.fakes.gguf_writer import Entry, write_tensors

WORDS = (
    "the a of and to in is how pump valve mill river engine oil pressure reset key five seconds "
    "drain line error water grain wheat village stone wheel turns old new hot cold start stop"
).split()
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_LAYERS, _WIDTH, _HEADS, _WINDOW = 2, 32, 4, 96
_LAYER_NAMES = {
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}


@dataclass(frozen=True, slots=True)
class RankingModel:
    """The file, and what torch says of pairs of known words."""

    path: Path
    model: BertForSequenceClassification

    def logit(self, question: str, passage: str) -> float:
        """torch's raw score of [CLS] question [SEP] passage [SEP], cut at the model's window."""
        asked, told = (_ids(text) for text in (question, passage))
        room = _WINDOW - len(asked) - 3
        row = [2, *asked, 3, *told[:room], 3]
        with torch.no_grad():
            return float(self.model(input_ids=torch.tensor([row])).logits[0, 0])


def make_ranking_model(path: Path, *, seed: int = 7, segments: int = 1) -> RankingModel:
    """A reranker with random weights; `segments`: as its header says."""
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(MARKS) + len(WORDS),
        hidden_size=_WIDTH,
        num_hidden_layers=_LAYERS,
        num_attention_heads=_HEADS,
        intermediate_size=4 * _WIDTH,
        max_position_embeddings=_WINDOW,
        type_vocab_size=1,
        initializer_range=0.3,  # large, so that scores differ
        num_labels=1,
    )
    model = BertForSequenceClassification(config).eval()
    for layer in model.bert.encoder.layer:
        layer.intermediate.intermediate_act_fn = _HalfGelu()
    weights = {key: value.numpy() for key, value in model.state_dict().items()}
    write_tensors(path, _entries(segments), _tensors(weights))
    return RankingModel(path, model)


class _HalfGelu(torch.nn.Module):
    """GELU as ggml computes it on the processor: by tanh, looked up in half precision."""

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        exact = torch.nn.functional.gelu(values.half().float(), approximate="tanh").half().float()
        return torch.where(values >= 10, values, torch.where(values <= -10, 0.0, exact))


def _ids(text: str) -> list[int]:
    return [len(MARKS) + WORDS.index(word) for word in text.split()]


def _entries(segments: int) -> dict[str, Entry]:
    tokens = [*MARKS, *(f"\u2581{word}" for word in WORDS)]  # how GGUF marks a word's beginning
    return {
        "general.architecture": "bert",
        "general.name": "Small reranker",
        "bert.block_count": _LAYERS,
        "bert.context_length": _WINDOW,
        "bert.embedding_length": _WIDTH,
        "bert.feed_forward_length": 4 * _WIDTH,
        "bert.attention.head_count": _HEADS,
        "bert.attention.layer_norm_epsilon": 1e-12,
        "bert.attention.causal": False,
        "bert.pooling_type": 4,
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [3] * len(MARKS) + [1] * len(WORDS),
        "tokenizer.ggml.token_type_count": segments,
        "tokenizer.ggml.padding_token_id": 0,
        "tokenizer.ggml.unknown_token_id": 1,
        "tokenizer.ggml.bos_token_id": 2,
        "tokenizer.ggml.cls_token_id": 2,
        "tokenizer.ggml.seperator_token_id": 3,
        "tokenizer.ggml.mask_token_id": 4,
    }


def _tensors(weights: dict[str, Any]) -> dict[str, NDArray[np.float32]]:
    embeddings = "bert.embeddings"
    tensors = {
        "token_embd.weight": weights[f"{embeddings}.word_embeddings.weight"],
        "position_embd.weight": weights[f"{embeddings}.position_embeddings.weight"],
        "token_types.weight": weights[f"{embeddings}.token_type_embeddings.weight"],
    }
    named = {
        f"{embeddings}.LayerNorm": "token_embd_norm",
        "bert.pooler.dense": "cls",
        "classifier": "cls.output",
    }
    for layer in range(_LAYERS):
        for theirs, ours in _LAYER_NAMES.items():
            named[f"bert.encoder.layer.{layer}.{theirs}"] = f"blk.{layer}.{ours}"
    for theirs, ours in named.items():
        for part in ("weight", "bias"):
            tensors[f"{ours}.{part}"] = weights[f"{theirs}.{part}"]
    return tensors
