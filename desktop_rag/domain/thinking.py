"""Keeps a model's reasoning out of its answer."""

from __future__ import annotations

import re

_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad")
_TAG = re.compile(
    rf"<(?P<close>/?)\s*(?:{'|'.join(_NAMES)})\b[^<>\n]{{0,40}}>"
    r"|\[(?P<closed>/?)THINK\]"
    r"|(?P<begins>◁think▷)|(?P<ends>◁/think▷)",
    re.IGNORECASE,
)
_LONGEST_TAG = 60
_MAY_BECOME_TAG = re.compile(
    r"<(?:/?\s*|/?\s*[a-z]{1,12}(?:[^<>\n]{0,40})?)$|\[/?[THINK]{0,5}$|◁[^▷]{0,8}$",
    re.IGNORECASE,
)


def without_thinking(text: str, done: bool) -> str:
    """The text without reasoning blocks, whatever their tag's name.

    A closing tag without an opening one ends reasoning that began with the text; an opening one
    without an end hides the rest. While the text is not `done`, a tail that may become a tag waits.
    """
    shown: list[str] = []
    depth, last = 0, 0
    for tag in _TAG.finditer(text):
        opens = bool(tag["begins"]) or (not tag["ends"] and not (tag["close"] or tag["closed"]))
        if depth == 0:
            shown.append(text[last : tag.start()])
        if not opens and depth == 0:
            shown.clear()
        depth = depth + 1 if opens else max(0, depth - 1)
        last = tag.end()
    if depth == 0:
        shown.append(text[last:] if done else _without_tail(text[last:]))
    return "".join(shown).lstrip() if last else "".join(shown)


def _without_tail(text: str) -> str:
    waiting = _MAY_BECOME_TAG.search(text, max(0, len(text) - _LONGEST_TAG))
    return text[: waiting.start()] if waiting else text
