"""Every story has a library of its own, whose engine is ended afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.driving import stop_engine


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Path]:
    """The folder of a library that does not exist yet."""
    folder = tmp_path / "library"
    yield folder
    stop_engine(folder)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """An empty folder for the person's documents."""
    folder = tmp_path / "documents"
    folder.mkdir()
    return folder
