from __future__ import annotations

import pytest

from tests.unit.retrieval.bench import Bench, small_library


@pytest.fixture
def bench() -> Bench:
    return small_library()
