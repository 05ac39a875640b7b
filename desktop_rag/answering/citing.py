"""Marks of sources in an answer: every [n] in an answer's text is a citation of its source n."""

from __future__ import annotations

import re
from collections.abc import Callable

MARK = re.compile(r"\[(\d+)\]")

_CODE = re.compile(r"(`{3,})[\s\S]*?(?:\1|\Z)|(`{1,2})[^`\n]+\2")
_NUMBERS = (
    r"\d{1,4}(?:\s*(?:,|;|&|[-–—]|\band\b|\by\b|\be\b)\s*(?:(?:sources?|fuentes?)\s*)?\d{1,4})*"
)
_LABEL = r"(?:sources?|fuentes?|refs?\.?|citation|cita)\s*:?\s*(?:n[ºo°]\.?\s*|#\s*)?"
_SHAPES = re.compile(
    rf"\[\[?\s*\^?\s*(?:{_LABEL})?(?P<square>{_NUMBERS})\s*\]?\]"
    rf"|【\s*(?:{_LABEL})?(?P<wide>{_NUMBERS})\s*(?:†[^】\n]{{0,60}})?】"
    rf"|\(\s*{_LABEL}\[?(?P<round>{_NUMBERS})\]?\s*\)",
    re.IGNORECASE,
)
_MAY_BECOME_MARK = re.compile(r"(?:[\[【][^\]】\n]{0,60}|\([^)\n]{0,40}|\])$")
_RANGE = re.compile(r"(\d+)\s*[-–—]\s*(?:(?:sources?|fuentes?)\s*)?(\d+)", re.IGNORECASE)

_HEADING = re.compile(
    r"^[ \t>*_#]*(?:sources?(?:[ \t]+(?:used|cited))?|references?|citations?|bibliography|"
    r"fuentes?(?:[ \t]+(?:usadas|citadas))?|referencias?|bibliograf[íi]a)"
    r"[ \t*_]*(?P<colon>:?)[ \t*_]*(?P<rest>.*)$",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^\s*(?:[-*•·▪]|\d+[.)]|\[\d+\]|\(\d+\)|$)")
_HEADING_WORDS = ("sources", "references", "citations", "bibliography", "fuentes", "referencias")


def normalise_marks(text: str, highest: int, done: bool) -> str:
    """`text` with every way of naming a source written [n].

    Known shapes: [1], [1, 2], [1-3], [[1]], [^1], [source 1], 【1†…】, (source 1), (fuentes 1 y 2).
    Numbers outside 1…`highest` stay as plain text in round brackets, so that they never become a
    citation. Code (between backticks) is left alone. While the text is not `done`, a tail that may
    become a mark waits.
    """
    if not done:
        text = _without_tail(text)
    return _outside_code(text, lambda prose: _SHAPES.sub(lambda m: _written(m, highest), prose))


def defuse(text: str) -> str:
    """`text` of a document with its own bracketed numbers in round brackets: in an answer only
    our marks look like marks."""
    return MARK.sub(r"(\1)", text)


def without_source_list(text: str, done: bool) -> str:
    """The text without a list of sources that the model added at its end.

    A list is a heading (Sources, References, Fuentes …) followed by list items and nothing else.
    While the text is not `done`, what may become such a list waits.
    """
    lines = text.split("\n")
    for at, line in enumerate(lines):
        heading = _HEADING.match(line)
        if heading and _is_list(heading, lines[at + 1 :], done):
            return "\n".join(lines[:at]).rstrip()
    if not done and _may_become_heading(lines[-1]):
        return "\n".join(lines[:-1]).rstrip()
    return text


def cited(text: str) -> tuple[int, ...]:
    """The numbers of the marks outside code, each once, in order."""
    prose = _CODE.sub("", text)
    return tuple(dict.fromkeys(int(number) for number in MARK.findall(prose)))


def without_marks(text: str) -> str:
    """The text without marks and the blanks before them; of equal meaning, for comparing."""
    return _outside_code(text, lambda prose: re.sub(r"\s*\[\d+\]", "", prose))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    pieces: list[str] = []
    last = 0
    for code in _CODE.finditer(text):
        pieces += [change(text[last : code.start()]), code.group()]
        last = code.end()
    return "".join([*pieces, change(text[last:])])


def _written(shape: re.Match[str], highest: int) -> str:
    listed = shape["square"] or shape["wide"] or shape["round"]
    numbers: list[int] = []
    for piece in re.split(r"\s*(?:,|;|&|\band\b|\by\b|\be\b)\s*", listed, flags=re.IGNORECASE):
        bounds = _RANGE.search(piece)
        if bounds is None:
            numbers += [int(n) for n in re.findall(r"\d+", piece)]
        elif 1 <= int(bounds[1]) <= int(bounds[2]) <= highest:
            numbers += range(int(bounds[1]), int(bounds[2]) + 1)
        else:
            return f"({listed})"
    if not any(1 <= n <= highest for n in numbers):
        return f"({listed})"
    return "".join(f"[{n}]" if 1 <= n <= highest else f"({n})" for n in dict.fromkeys(numbers))


def _without_tail(text: str) -> str:
    waiting = _MAY_BECOME_MARK.search(text, max(0, len(text) - 80))
    return text[: waiting.start()] if waiting else text


def _is_list(heading: re.Match[str], after: list[str], done: bool) -> bool:
    rest = heading["rest"].strip()
    if rest and not (heading["colon"] and (_ITEM.match(rest) or not after)):
        return False
    if not all(_ITEM.match(line) for line in (after if done else after[:-1])):
        return False
    named = bool(rest) or any(line.strip() for line in after)
    return named or bool(heading["colon"]) or not done


def _may_become_heading(line: str) -> bool:
    word = line.strip(" \t>*_#").lower()
    return bool(word) and any(known.startswith(word) for known in _HEADING_WORDS)
