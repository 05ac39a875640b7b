"""The vector store brings its own vectors: Chroma loads no model, sends nothing, says nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_LIFE = """
import logging, sys
from pathlib import Path
logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
from desktop_rag.domain.query import Filters
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library, vector_of
library = Library(Path(sys.argv[1]))
index = ChromaVectorIndex(Path(sys.argv[1]) / "vectors", library.database, FINGERPRINT, DIMENSIONS)
index.open()
library.add("/docs/a.txt", *(f"text {n}" for n in range(200)))
while index.apply_outbox() or index.tend():
    pass
assert index.search(vector_of("text 7"), 1, Filters())[0].score > 0.99
index.rebuild()
index.close()
library.close()
assert "onnxruntime" not in sys.modules
"""


def test_a_whole_life_of_the_store_fetches_sends_and_says_nothing(tmp_path: Path) -> None:
    # the guard of the network holds in the child too and would write down what was tried
    home = tmp_path / "empty home"
    home.mkdir()
    places = dict.fromkeys(("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(home))
    telemetry = {k: v for k, v in os.environ.items() if "TELEMETRY" not in k.upper()}
    done = subprocess.run(
        [sys.executable, "-c", _LIFE, str(tmp_path / "library")],
        env=telemetry | places,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert list(home.rglob("*")) == []
