from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from desktop_rag.domain.query import Filters
from desktop_rag.stores.health import examine
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.integration.stores_worker import FILES, content, path_of
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library, vector_of

KILLS = int(os.environ.get("DESKTOP_RAG_TEST_KILLS", "3"))


def test_killed_at_random_moments_nothing_is_lost_twice_or_left(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    dice = random.Random(11)
    for seed in range(KILLS):
        _work_and_kill(folder, seed, dice.uniform(0.05, 1.2))
        library = Library(folder)
        library.catalogue.recover()
        index = ChromaVectorIndex(folder / "vectors", library.database, FINGERPRINT, DIMENSIONS)
        index.open()
        while index.apply_outbox() or index.tend():
            pass
        _require_whole(library, index)
        index.close()
        library.close()


def _work_and_kill(folder: Path, seed: int, after_s: float) -> None:
    command = [sys.executable, "-m", "tests.integration.stores_worker", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "working\n"
        time.sleep(after_s)
        worker.kill()


def _require_whole(library: Library, index: ChromaVectorIndex) -> None:
    findings = examine(library.database, index, repair=False)
    assert [f for f in findings if f.state != "ok"] == []
    assert index.check() == []
    assert library.catalogue.counts()["reading"] == 0
    documents, chunks, _ = library.documents.counts()
    assert index.count() == chunks
    assert len(index.search(vector_of("x"), 100_000, Filters())) == chunks
    assert len(library.keyword.search("version", 100_000, Filters())) == chunks
    assert _complete_files(library) == documents > 0


def _complete_files(library: Library) -> int:
    """Every indexed file holds the whole content of its version, under no other file's name."""
    complete = 0
    for root in library.catalogue.roots():
        for number in range(FILES):
            known = library.catalogue.known_files(root.id).get(path_of(number))
            if known is None or known.document is None:
                continue
            text, total = library.documents.text(known.document, 0, 10**9)
            assert total == len(text)
            possible = ["".join(content(number, version)) for version in range(1, 5)]
            assert text in possible
            if known.state == "indexed":
                assert text == possible[known.stamp.mtime_ns - 1]
            complete += 1
    return complete
