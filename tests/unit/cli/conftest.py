"""Commands run in this process, against a scripted engine."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.cli.app import main
from desktop_rag.cli.terminal import Surroundings
from tests.fakes.scripted_engine import ScriptedEngine


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def run(engine: ScriptedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("DESKTOP_RAG_HOME", str(tmp_path / "home"))

    def command(*arguments: object) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        status = main([str(a) for a in arguments], Surroundings(engine.connect, out, err))
        assert "Traceback" not in err.getvalue()
        return Ran(status, out.getvalue(), err.getvalue())

    return command
