"""JSON on stdout is JSON, whatever the documents hold."""

from __future__ import annotations

import io
import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.cli.terminal import Surroundings, Terminal


def _refuse(_library: Path) -> object:
    raise AssertionError("nobody connects here")


@given(st.text())
def test_any_text_survives_and_stays_on_one_line(text: str) -> None:
    out = io.StringIO()
    surroundings = Surroundings(_refuse, out, io.StringIO())  # type: ignore[arg-type]
    Terminal(surroundings, Path("/nowhere"), as_json=True).emit({"text": text})
    [line] = out.getvalue().splitlines()
    assert json.loads(line) == {"text": text}
