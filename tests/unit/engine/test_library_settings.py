"""What may be set for a folder is checked before anything is changed."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.engine.library import Library
from desktop_rag.settings import Settings

_WHY = "The embedder sees 256 tokens at a time."


def library(why_not_late: str) -> Library:
    unused: Any = None
    return Library(unused, unused, unused, unused, Settings, (), lambda: why_not_late)


def test_late_chunking_is_refused_with_the_reason_where_the_embedder_is_not_fit_for_it() -> None:
    with pytest.raises(InvalidRequest, match="256 tokens") as refused:
        library(_WHY).check_settings({"indexing.late_chunking": "true"})
    assert "longer window" in refused.value.remedy


def test_late_chunking_can_be_turned_off_with_any_embedder_and_on_with_a_fit_one() -> None:
    off = {"indexing.late_chunking": "false"}
    assert library(_WHY).check_settings(off) == off
    on = {"indexing.late_chunking": "true"}
    assert library("").check_settings(on) == on


def test_a_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        library("").check_settings({"indexing.no_such_thing": "1"})
