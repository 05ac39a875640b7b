"""Embeddings by a sentence-transformers model on this machine."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_rag.domain.errors import ModelBroken
from desktop_rag.inference.embedder_files import EmbedderFacts
from desktop_rag.inference.offline import go_offline
from desktop_rag.inference.windows import QUERY_PIECES, Range, cut_at_spaces
from desktop_rag.ports.embedding import TokenVectors, Vectors

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

# What one core goes through at once: more only spoils its cache, and takes memory.
_BATCH_TOKENS = 1024
_BATCH_TEXTS = 64


class SentenceTransformerEmbedder:
    """Fills `ports.embedding.Embedder`.

    What the port promises of the model is known at once; its weights come with `load()`, or with
    the first text. Batches are small (1024 tokens, padding included) and each is one thread's work;
    so many go on at once as there are `threads`. That takes less of the machine than all threads
    sharing each batch, which wait for one another after every layer, and a question asked from
    another thread gets its share of the cores while documents are embedded.
    """

    def __init__(self, facts: EmbedderFacts, *, threads: int = 0) -> None:
        if threads < 0:
            raise ValueError(f"threads must be 0 (one for each core) or more, not {threads}")
        self.name = facts.name
        self.fingerprint = facts.fingerprint
        self.dimensions = facts.dimensions
        self.window = facts.window
        self.languages = facts.languages
        self.facts = facts
        self._threads = threads or os.cpu_count() or 1
        self._loading = threading.Lock()
        self._model: Any = None
        self._tokenizer: Tokenizer | None = None
        self._pad = 0
        self._special = 0
        self._room = facts.window
        self._takes_types = False
        self._used = time.monotonic()

    def load(self) -> None:
        """Read the weights (seconds; nothing the second time). Raises `ModelBroken`."""
        self._loaded()

    def unload(self, idle_s: float) -> bool:
        """Let go of the weights when no text came for so many seconds; the next one loads them
        again. True when they went."""
        with self._loading:
            if self._model is None or time.monotonic() - self._used < idle_s:
                return False
            self._model = None
        _give_back()
        return True

    @property
    def loaded(self) -> bool:
        """True once the weights are in memory."""
        return self._model is not None

    def split(self, text: str) -> list[Range]:
        """Half-open ranges that cover `text`, each within the window, cut at white space where
        possible."""
        [encoding] = self._encode([text])
        if len(encoding) <= self._room:
            return [(0, len(text))]
        return self._pieces(text, encoding, 0, self._room - self._special)

    def embed(self, texts: list[str]) -> Vectors:
        """[len(texts), dimensions]; raises `ValueError` for a text over the window."""
        return self._embed(texts, self.facts.text_prompt)

    def embed_query(self, text: str) -> Vectors:
        """[dimensions]; a query over the window becomes the mean of its first pieces."""
        pieces = [text[start:end] for start, end in self.split(text)[:QUERY_PIECES]]
        vectors = self._embed(pieces, self.facts.query_prompt)
        mean: Vectors = _unit(vectors.mean(axis=0, keepdims=True))[0]
        return mean

    def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
        """One per text: the vectors of its own tokens, special ones and prompts left out."""
        pieces = [
            (number, start, text[start:end])
            for number, text in enumerate(texts)
            for start, end in self.split(text)
        ]
        parts: list[list[Vectors]] = [[] for _ in texts]
        offsets: list[list[Range]] = [[] for _ in texts]
        states = self._states(self._encode([piece for _, _, piece in pieces]))
        for (number, start, _), (vectors, ranges) in zip(pieces, states, strict=True):
            parts[number].append(vectors)
            offsets[number] += [(start + first, start + last) for first, last in ranges]
        return [
            TokenVectors(_unit(np.concatenate(vectors)), tuple(ranges))
            for vectors, ranges in zip(parts, offsets, strict=True)
        ]

    def token_states(self, texts: list[str]) -> list[tuple[Vectors, list[Range]]]:
        """The model's output for each text's own tokens, as it is before pooling, and their
        ranges in the text; the texts stand behind the prompt for documents and are not cut."""
        prompt = self.facts.text_prompt
        found = self._states(self._encode([prompt + text for text in texts]))
        return [_behind(states, ranges, len(prompt)) for states, ranges in found]

    def token_offsets(self, text: str) -> list[Range]:
        """The ranges of a text's tokens, however long it is."""
        [encoding] = self._encode([text])
        return _ranges(encoding, _own_tokens(encoding))

    def room(self, window: int) -> int:
        """How many tokens of a text fit so many, beside prompts and special ones."""
        self.load()
        return window - (self.window - self._room) - self._special

    def _states(self, encodings: list[Encoding]) -> list[tuple[Vectors, list[Range]]]:
        hidden: list[tuple[Vectors, list[Range]]] = [(np.empty(0, np.float32), [])] * len(encodings)
        for rows, features in self._run(encodings):
            states = features["token_embeddings"].float().numpy()
            for place, row in enumerate(rows):
                own = _own_tokens(encodings[row])
                hidden[row] = (states[place][own], _ranges(encodings[row], own))
        return hidden

    def _loaded(self) -> Any:
        """The model; its weights are read when they are not in memory."""
        with self._loading:
            self._used = time.monotonic()
            if self._model is None:
                model = _load(self.facts)
                self._pad = int(model.tokenizer.pad_token_id or 0)
                self._takes_types = "token_type_ids" in model.tokenizer.model_input_names
                if self._tokenizer is None:
                    tokenizer = _unbounded(model.tokenizer)
                    self._special, self._room = self._measure(tokenizer)
                    self._tokenizer = tokenizer
                self._model = model
            return self._model

    def _measure(self, tokenizer: Tokenizer) -> tuple[int, int]:
        """How many special tokens each text gets, and the window less the longer prompt."""
        prompts = ["", self.facts.text_prompt, self.facts.query_prompt]
        special, *prompted = [len(encoding) for encoding in tokenizer.encode_batch(prompts)]
        room = self.window - (max(prompted) - special)
        if room <= special:
            raise ModelBroken(
                f"The embedder {self.name} has no room for text in its window.",
                "Choose another embedder.",
            )
        return special, room

    def _encode(self, texts: list[str]) -> list[Encoding]:
        if self._tokenizer is None:
            self.load()
        assert self._tokenizer is not None  # load() has made it
        return self._tokenizer.encode_batch(texts)

    def _pieces(self, text: str, encoding: Encoding, base: int, room: int) -> list[Range]:
        """Cut, then count each piece again: a word cut in two may come to more tokens."""
        tokens = _ranges(encoding, _own_tokens(encoding))
        ranges = cut_at_spaces(text, tokens, room)
        pieces: list[Range] = []
        codes = self._encode([text[start:end] for start, end in ranges])
        for (start, end), code in zip(ranges, codes, strict=True):
            if len(code) <= self._room or room == 1:
                pieces.append((base + start, base + end))
            else:
                pieces += self._pieces(text[start:end], code, base + start, (room + 1) // 2)
        return pieces

    def _embed(self, texts: list[str], prompt: str) -> Vectors:
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        encodings = self._encode([prompt + text for text in texts])
        for encoding in encodings:
            if len(encoding) > self.window:
                raise ValueError(
                    f"a text has {len(encoding)} tokens, more than the window of {self.window}"
                )
        for rows, features in self._run(encodings):
            vectors[rows] = features["sentence_embedding"].float().numpy()
        return _unit(vectors)

    def _run(self, encodings: list[Encoding]) -> Iterator[tuple[list[int], dict[str, Any]]]:
        """The model's output batch by batch, with the rows that a batch stands for."""
        batches = list(_batches([len(encoding) for encoding in encodings]))
        threads = min(self._threads, len(batches))
        if threads < 2:
            for rows in batches:
                yield rows, self._forward([encodings[row] for row in rows])
            return
        with ThreadPoolExecutor(threads, "embed") as pool:
            outputs = pool.map(
                lambda rows: self._forward([encodings[row] for row in rows]), batches
            )
            yield from zip(batches, outputs, strict=True)

    def _forward(self, batch: list[Encoding]) -> dict[str, Any]:
        import torch

        with torch.inference_mode():
            features: dict[str, Any] = self._loaded()(self._features(batch))
        return features

    def _features(self, batch: list[Encoding]) -> dict[str, Any]:
        import torch

        length = max(len(encoding) for encoding in batch)
        ids = np.full((len(batch), length), self._pad, dtype=np.int64)
        types = np.zeros_like(ids)
        mask = np.zeros_like(ids)
        for row, encoding in enumerate(batch):
            ids[row, : len(encoding)] = encoding.ids
            types[row, : len(encoding)] = encoding.type_ids
            mask[row, : len(encoding)] = 1
        features = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
        if self._takes_types:
            features["token_type_ids"] = torch.from_numpy(types)
        return features


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Rows that go through the model together: of like length, the longest first, so that the
    threads end at about the same time."""
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    while order:
        count = max(1, min(_BATCH_TEXTS, _BATCH_TOKENS // lengths[order[0]]))
        yield order[:count]
        order = order[count:]


def _give_back() -> None:
    """Let the system have the memory of what is gone: a model is full of circles, and glibc keeps
    what was freed."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _load(facts: EmbedderFacts) -> Any:
    go_offline()
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as noise

    noise.disable_progress_bar()
    torch.set_num_threads(1)  # the embedder's own threads share the cores
    try:
        model = SentenceTransformer(
            str(facts.folder),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )
        dimensions = model.get_embedding_dimension()
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, ImportError) as error:
        raise ModelBroken(
            f"The embedder {facts.name} cannot be loaded.",
            "Get the model again, or choose another embedder.",
            detail=repr(error),
        ) from error
    if dimensions != facts.dimensions or not model.tokenizer.is_fast:
        raise ModelBroken(
            f"The embedder {facts.name} is of a kind that is not supported.",
            "Choose another embedder.",
            detail=f"{dimensions} dimensions, fast tokenizer: {model.tokenizer.is_fast}",
        )
    model.eval()
    return model


def _unbounded(tokenizer: Any) -> Tokenizer:
    """A copy that neither cuts nor pads, and that nobody else changes: safe for all threads."""
    from tokenizers import Tokenizer

    copy = Tokenizer.from_str(tokenizer.backend_tokenizer.to_str())
    copy.no_truncation()
    copy.no_padding()
    copy.encode_special_tokens = True  # "[SEP]" in a document is text like any other
    return copy


def _ranges(encoding: Encoding, tokens: list[int]) -> list[Range]:
    """The characters of these tokens. `offsets` makes its whole list anew at each look."""
    offsets = encoding.offsets
    return [offsets[token] for token in tokens]


def _own_tokens(encoding: Encoding) -> list[int]:
    """The numbers of the tokens that stand for characters of the text."""
    return [
        token
        for token, (special, (start, end)) in enumerate(
            zip(encoding.special_tokens_mask, encoding.offsets, strict=True)
        )
        if not special and end > start
    ]


def _behind(states: Vectors, ranges: list[Range], prompt: int) -> tuple[Vectors, list[Range]]:
    """Without the tokens of the prompt, and ranges counted behind it."""
    own = [number for number, (start, _) in enumerate(ranges) if start >= prompt]
    return states[own], [(ranges[n][0] - prompt, ranges[n][1] - prompt) for n in own]


def _unit(vectors: Vectors) -> Vectors:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = (vectors / np.maximum(norms, 1e-12)).astype(np.float32, copy=False)
    return unit
