"""The model host's process."""

from __future__ import annotations

import os

import pytest

from desktop_rag.engine import model_host


def _started(monkeypatch: pytest.MonkeyPatch) -> str | None:
    seen: list[str | None] = []
    monkeypatch.setattr(
        model_host, "serve_parent", lambda *_: seen.append(os.environ.get("GOMP_SPINCOUNT"))
    )
    monkeypatch.setattr(model_host.faulthandler, "enable", lambda: None)
    assert model_host.run_model_host("nowhere") == 0
    return seen[0]


def test_threads_that_wait_for_each_other_soon_leave_the_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "environ", {})
    assert _started(monkeypatch) == "2000"


def test_what_the_person_chose_for_threads_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"GOMP_SPINCOUNT": "7"})
    assert _started(monkeypatch) == "7"
