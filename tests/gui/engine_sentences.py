"""The sentences of the engine's rooms that a person can meet, read from their source code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import desktop_rag
from desktop_rag.domain import errors

_PACKAGE = Path(desktop_rag.__path__[0])
_ROOMS = (
    "host link reading indexing stores retrieval answering inference evaluation settings engine"
).split()
# In the question's language already; prompts for models; words of the doctor, which has no window.
_OTHER = (
    "answering/phrases.py",
    "answering/counted.py",
    "retrieval/preprocessing",
    "retrieval/count_questions.py",
    "inference/judging.py",
)
_DOCTOR = ("stores/health.py", "stores/mending.py")
_NOT_FOR_PEOPLE = frozenset({"_LOG", "logging", "warnings"})
_BUGS = frozenset({"ValueError", "TypeError", "RuntimeError", "InternalError"})
_SQL = ("SELECT ", "UPDATE ", "DELETE ", "INSERT ", "{} WHERE ", "{} = ?")
_KINDS = {
    name
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, errors.DesktopRagError)
}


def engine_sentences() -> set[str]:
    """Templates with `{}` for what is filled in."""
    found: set[str] = set()
    for room in _ROOMS:
        for path in sorted((_PACKAGE / room).rglob("*.py")):
            name = path.relative_to(_PACKAGE).as_posix()
            if not name.startswith((*_OTHER, *_DOCTOR)):
                found |= set(_of(ast.parse(path.read_text(encoding="utf-8"))))
    return found


def _of(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if _is_silent(child):
            continue
        if isinstance(child, ast.Call) and _called(child) in _KINDS:
            yield from filter(None, map(_template, child.args[:2]))
        text = _template(child)
        if text is not None:
            if _is_sentence(text):
                yield text
        else:
            yield from _of(child)


def _is_silent(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.keyword) and node.arg in ("detail", "description", "title"):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return isinstance(owner, ast.Name) and owner.id in _NOT_FOR_PEOPLE
    return isinstance(node, ast.Call) and _called(node) in _BUGS


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _template(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
        return "".join(map(str, parts))
    return None


def _is_sentence(text: str) -> bool:
    begins = text[:1].isupper() or text[:1] in "“{"
    return begins and " " in text and text[-1] in ".!?" and not text.startswith(_SQL)
