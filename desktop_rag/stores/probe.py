"""Tries a Chroma store in a process of its own: a damaged one can take its process down.

The exit status is the whole answer, since native libraries print to both streams.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

SOUND, UNSOUND = 0, 3
_SECONDS = 120.0
_TRIED = 50


def main(folder: str) -> int:
    """Open the store, count it, read vectors and find them again; `SOUND` or `UNSOUND`."""
    import chromadb
    from chromadb.config import Settings

    path = Path(folder)
    if not (path / "chroma.sqlite3").is_file() or not _sqlite_is_sound(path / "chroma.sqlite3"):
        return UNSOUND
    client = chromadb.PersistentClient(
        path=str(path), settings=Settings(anonymized_telemetry=False)
    )
    collections = client.list_collections()
    if len(collections) != 1:
        return UNSOUND
    collection = client.get_collection(collections[0].name, embedding_function=None)
    count = collection.count()
    if count:
        taken = collection.get(
            limit=_TRIED, offset=max(0, count // 2 - _TRIED), include=["embeddings"]
        )
        found = collection.query(query_embeddings=taken["embeddings"], n_results=1, include=[])
        if any(not ids for ids in found["ids"]):
            return UNSOUND
    client.close()
    return SOUND


def store_is_sound(folder: Path) -> bool:
    """Whether a child process could use the store in `folder`: no crash, no error, no hang."""
    if getattr(sys, "frozen", False):
        command = [sys.executable, "_probe", str(folder)]
    else:
        command = [sys.executable, "-m", "desktop_rag.stores.probe", str(folder)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == SOUND


def _sqlite_is_sound(path: Path) -> bool:
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        finally:
            connection.close()
    except sqlite3.DatabaseError:
        return False


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
