from __future__ import annotations

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.engine.chains import leave_out_missing, refuse_unknown
from desktop_rag.settings import Settings, override

_KNOWN = {
    "retrieval.rerank": ("none", "late_interaction"),
    "retrieval.preprocessors": ("rewrite",),
    "retrieval.postprocessors": ("diversity", "neighbours"),
}


def _settings(**changes: str) -> Settings:
    return override(Settings(), {f"retrieval.{name}": text for name, text in changes.items()})


def test_a_step_that_does_not_exist_is_refused_with_those_that_do() -> None:
    refuse_unknown(_KNOWN, Settings())
    with pytest.raises(InvalidRequest, match="no step called 'shuffle'") as caught:
        refuse_unknown(_KNOWN, _settings(postprocessors="diversity,shuffle"))
    assert caught.value.remedy == "Known are: diversity, neighbours."
    with pytest.raises(InvalidRequest, match="'magic'"):
        refuse_unknown(_KNOWN, _settings(rerank="magic"))


def test_saved_steps_that_are_gone_are_left_out_and_named() -> None:
    saved = _settings(postprocessors="shuffle,diversity", rerank="magic", preprocessors="rewrite")
    used, notices = leave_out_missing(_KNOWN, saved, saved)
    assert used.retrieval.postprocessors == ("diversity",)
    assert used.retrieval.rerank == "late_interaction"
    assert used.retrieval.preprocessors == ("rewrite",)
    assert [notice.split(" of ")[0] for notice in notices] == [
        "The step magic",
        "The step shuffle",
    ]


def test_settings_whose_steps_are_there_stay_the_same_object() -> None:
    saved = _settings(postprocessors="diversity")
    assert leave_out_missing(_KNOWN, saved, saved) == (saved, ())
    assert leave_out_missing(_KNOWN, saved, saved)[0] is saved


def test_what_one_call_wants_is_not_touched() -> None:
    saved, wanted = _settings(postprocessors="shuffle"), _settings(postprocessors="shufle")
    assert leave_out_missing(_KNOWN, saved, wanted) == (wanted, ())
