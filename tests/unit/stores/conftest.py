"""Fixtures of the stores' tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.stores.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An open, empty library."""
    made = Library(tmp_path / "library")
    yield made
    made.close()
