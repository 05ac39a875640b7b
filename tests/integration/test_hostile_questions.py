"""The short form of `python -m tests.quality.fuzz`: whatever is asked, over real stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.inference.starters import starter_embedder
from tests.quality.fuzz import (
    ask_broken,
    ask_many,
    break_keyword_index,
    library_of_samples,
    sample_words,
)
from tests.quality.hostile import Hostile

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(starter_embedder() is None, reason="the starter embedder is not installed"),
]


def test_no_question_fails_or_hangs_and_a_failure_is_never_called_nothing_found(
    tmp_path: Path,
) -> None:
    made = Hostile(20_261, sample_words())
    with library_of_samples(tmp_path / "home") as engines:
        whole = ask_many(engines, made, 2000, hybrid=0.002)
        assert (whole.errors, whole.hangs, whole.confusions) == ([], [], [])
        assert set(whole.outcomes) == {"found", "nothing_found", "refused"}
        break_keyword_index(engines)
        broken = ask_broken(engines, made, 40)
    assert (broken.errors, broken.hangs, broken.confusions) == ([], [], [])
    assert broken.outcomes["keyword failed"] > 15
