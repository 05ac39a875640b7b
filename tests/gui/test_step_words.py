"""Every step that a question can take is called by its words in the window."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import desktop_rag
from desktop_rag.engine.plugins import load_parts
from desktop_rag.gui.state.step_words import own_steps, step_words

_PACKAGE = Path(desktop_rag.__path__[0])
_RECORDERS = ("trail", "watch")  # what a step is recorded with: trail.step(…), case.watch.step(…)


def _recorded() -> Iterator[str]:
    for room in ("retrieval", "answering", "engine"):
        for path in (_PACKAGE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _records(node.func):
                    first = node.args[0]
                    if isinstance(first, ast.Constant):
                        yield str(first.value)


def _records(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id == "TraceStep"
    if not isinstance(called, ast.Attribute) or called.attr != "step":
        return False
    owner = called.value
    return getattr(owner, "attr", getattr(owner, "id", "")) in _RECORDERS


def test_every_step_that_is_recorded_has_words() -> None:
    recorded = set(_recorded())
    assert {"fuse", "judge", "focus", "quote"} <= recorded  # the search for them works
    assert recorded <= set(own_steps())


def test_every_step_that_can_be_chosen_has_words() -> None:
    names = {name for chain in load_parts().chains().values() for name in chain} - {"none"}
    assert names <= set(own_steps())


def test_a_foreign_step_is_called_as_it_calls_itself() -> None:
    assert step_words("my_own_step") == "my own step"
