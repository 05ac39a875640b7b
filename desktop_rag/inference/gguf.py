"""The header of a GGUF file, read without llama.cpp.

The format is that of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3.
"""

from __future__ import annotations

import math
import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from desktop_rag.domain.errors import ModelBroken

_MAGIC = b"GGUF"
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q"}
_NUMBERS[12] = "d"
_STRING, _ARRAY = 8, 9
_KEPT_ARRAY = 1024
_MOST_ENTRIES = 1_000_000
# ggml type: (elements in a block, bytes of a block)
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 24: (1, 1),
    25: (1, 2), 26: (1, 4), 28: (1, 8), 30: (1, 2),
}  # fmt: skip
_EMBEDDING_FAMILIES = ("bert", "nomic-bert", "jina-bert", "modern-bert", "gemma-embedding", "t5enc")
_RANK = 4


@dataclass(frozen=True, slots=True)
class GgufFacts:
    """What a GGUF file says of itself. `role`: answer, embed or rerank. Sizes in bytes;
    `cache_bytes`: of the attention cache, for each token of context (16-bit). `segments`: kinds of
    token that the model tells apart by position in a pair (BERT: question and passage)."""

    name: str
    architecture: str
    role: Literal["answer", "embed", "rerank"]
    context: int
    parameters: int
    size_bytes: int
    cache_bytes: int
    template: str = ""
    licence: str = ""
    languages: tuple[str, ...] = ()
    segments: int = 1

    def memory_bytes(self, context: int) -> int:
        """Memory needed with a context of so many tokens: weights, cache, and working space."""
        working = 100_000_000 + self.size_bytes // 20
        return self.size_bytes + self.cache_bytes * context + working


def read_gguf(path: Path) -> GgufFacts:
    """Read the header and check that the file is whole. Raises `ModelBroken` with a sentence."""
    try:
        with path.open("rb") as file:
            if file.read(4) != _MAGIC:
                raise ModelBroken(
                    f"{path.name} is not a GGUF model file.",
                    "Choose a file that ends in .gguf and comes from a model's page.",
                )
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _facts(path, _Header(data))
    except OSError as error:
        raise ModelBroken(
            f"The model file {path.name} cannot be read.",
            "Check that the file is there and that you may read it.",
            detail=str(error),
        ) from error
    except (struct.error, IndexError, ValueError, UnicodeDecodeError, KeyError) as error:
        raise _incomplete(path, repr(error)) from error


def refuse_lost_segments(path: Path, facts: GgufFacts) -> None:
    """Raise `ModelBroken` for a reranker that tells question from passage by segments. llama.cpp
    gives every token the first segment, so that such a model (the MS MARCO MiniLM ones) would rank
    passages in a wrong order without a word."""
    if facts.role == "rerank" and facts.segments > 1:
        raise ModelBroken(
            f"{path.name} would rank wrongly: llama.cpp does not tell such a model which part of a "
            "pair is the question.",
            "Use the same model as a sentence-transformers folder, or another reranker.",
        )


class _Header:
    """The file's entries and tensors, read from the start."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = 4
        self.version = self._number("I")
        if self.version not in (2, 3):
            raise ValueError(f"version {self.version}")
        tensors, entries = self._number("Q"), self._number("Q")
        if max(tensors, entries) > _MOST_ENTRIES:
            raise ValueError("too many entries")
        self.entries = dict(self._entry() for _ in range(entries))
        self.parameters = 0
        self.tensors_end = 0
        for _ in range(tensors):
            self._tensor()
        step = int(self.entries.get("general.alignment", 32)) or 32
        self.needed = math.ceil(self._at / step) * step + self.tensors_end
        self.size = len(data)

    def _entry(self) -> tuple[str, Any]:
        return self._string(), self._value(self._number("I"))

    def _value(self, kind: int) -> Any:
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY:
            return self._array()
        return self._number(_NUMBERS[kind])

    def _array(self) -> list[Any]:
        """The array; only its beginning when it is long (vocabularies are)."""
        kind, count = self._number("I"), self._number("Q")
        if kind in _NUMBERS:
            width = struct.calcsize("<" + _NUMBERS[kind])
            kept = min(count, _KEPT_ARRAY)
            values = list(struct.unpack_from(f"<{kept}{_NUMBERS[kind]}", self._data, self._at))
            self._skip(count * width)
            return values
        values = []
        for number in range(count):
            value = self._value(kind)
            if number < _KEPT_ARRAY:
                values.append(value)
        return values

    def _tensor(self) -> None:
        self._skip(self._number("Q"))
        elements = math.prod(self._number("Q") for _ in range(self._number("I")))
        kind, offset = self._number("I"), self._number("Q")
        per_block, block = _BLOCKS.get(kind, (1, 0))
        self.parameters += elements
        self.tensors_end = max(self.tensors_end, offset + elements // per_block * block)

    def _number(self, form: str) -> Any:
        (value,) = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return value

    def _string(self) -> str:
        start = self._at + 8
        self._skip(self._number("Q"))
        return self._data[start : self._at].decode("utf-8", errors="replace")

    def _skip(self, count: int) -> None:
        self._at += count
        if self._at > len(self._data):
            raise ValueError("the file ends too early")


def _facts(path: Path, header: _Header) -> GgufFacts:
    entries = header.entries
    if header.size < header.needed:
        raise _incomplete(path, f"{header.size} of {header.needed} bytes")
    family = str(entries.get("general.architecture", ""))
    if not family or not header.parameters:
        raise ModelBroken(
            f"{path.name} holds no model.", "Choose a GGUF file that holds a whole model."
        )
    languages = entries.get("general.languages", [])
    return GgufFacts(
        name=str(entries.get("general.name") or path.stem),
        architecture=family,
        role=_role(family, entries),
        context=int(entries.get(f"{family}.context_length", 2048)),
        parameters=header.parameters,
        size_bytes=header.size,
        cache_bytes=_cache_bytes(family, entries),
        template=str(entries.get("tokenizer.chat_template", "")),
        licence=str(entries.get("general.license", "")),
        languages=tuple(map(str, languages)) if isinstance(languages, list) else (),
        segments=_segments(entries),
    )


def _role(family: str, entries: dict[str, Any]) -> Literal["answer", "embed", "rerank"]:
    pooling = int(entries.get(f"{family}.pooling_type", 0))
    if pooling == _RANK:
        return "rerank"
    if pooling or family.startswith(_EMBEDDING_FAMILIES):
        return "embed"
    return "answer"


def _segments(entries: dict[str, Any]) -> int:
    """Only BERT's own vocabulary comes with segments that mean something: RoBERTa's family keeps
    the table but was trained with one."""
    if entries.get("tokenizer.ggml.model") != "bert":
        return 1
    return max(1, int(entries.get("tokenizer.ggml.token_type_count", 1)))


def _cache_bytes(family: str, entries: dict[str, Any]) -> int:
    """2 (keys and values) × layers × key-value heads × head size × 2 bytes."""

    def number(key: str, otherwise: int) -> int:
        value = entries.get(f"{family}.{key}", otherwise)
        return max(map(int, value), default=otherwise) if isinstance(value, list) else int(value)

    layers, width = number("block_count", 0), number("embedding_length", 0)
    heads = number("attention.head_count", 1) or 1
    size = number("attention.key_length", width // heads)
    return 2 * layers * number("attention.head_count_kv", heads) * size * 2


def _incomplete(path: Path, detail: str) -> ModelBroken:
    return ModelBroken(
        f"The model file {path.name} is damaged or was not downloaded to its end.",
        "Download it again.",
        detail=detail,
    )
