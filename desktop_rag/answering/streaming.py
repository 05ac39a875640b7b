"""What is shown of a model's text while it is being written."""

from __future__ import annotations

from collections.abc import Callable

from desktop_rag.answering.citing import normalise_marks, without_source_list
from desktop_rag.domain.thinking import without_thinking

OnText = Callable[[str, bool], None]


def visible(raw: str, highest: int, done: bool) -> str:
    """The answer in the text that a model has written so far: reasoning hidden, marks written [n],
    the model's own list of sources dropped. A function of the whole text alone, so it does not
    matter in which pieces the text came."""
    answer = without_thinking(raw, done)
    marked = normalise_marks(answer, highest, done)
    return without_source_list(marked, done).strip()


class AnswerStream:
    """Collects pieces and passes on what they add to the visible text.

    `on_text(text, False)` appends; `on_text(text, True)` replaces all shown before, which happens
    when what was shown turns out to be reasoning. `highest` is the number of the last source
    that the model was given.
    """

    def __init__(self, highest: int, on_text: OnText | None) -> None:
        self._highest = highest
        self._on_text = on_text
        self._raw = ""
        self._shown = ""

    def feed(self, piece: str) -> None:
        """Takes the next piece, cut anywhere between two characters."""
        self._raw += piece
        self._show(visible(self._raw, self._highest, done=False))

    def finish(self, whole: str = "") -> str:
        """The whole visible text; nothing waits any longer. `whole`: all that the model wrote, for
        models that do not give pieces."""
        self._raw = whole or self._raw
        self._show(visible(self._raw, self._highest, done=True))
        return self._shown

    def _show(self, text: str) -> None:
        if text == self._shown:
            return
        more = text.startswith(self._shown)
        added = text[len(self._shown) :] if more else text
        self._shown = text
        if self._on_text is not None:
            self._on_text(added, not more)
