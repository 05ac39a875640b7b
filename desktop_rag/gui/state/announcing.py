"""A streamed answer in the pieces in which it is read aloud: whole sentences, never half a word."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_rag.domain.sentences import sentences
from desktop_rag.gui.state.ask_session import AskSession, ThreadTurn
from desktop_rag.gui.state.words import stage_words

_LEAST_CHARS = 60
_SIGNS = re.compile(r"[*_`#]+")
_CITATION = re.compile(r"\s*\[(\d+)\]")


class AnswerAnnouncer(QObject):
    """Follows the answer on its way. What is said: the stage once it changes, then sentences as
    they are complete, a few short ones together, and at the end the rest with what is to be known
    of its sources."""

    said = Signal(str)

    def __init__(self, session: AskSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._read = 0
        self._stage = ""
        session.turn_started.connect(self._on_started)
        session.turn_changed.connect(self._on_changed)
        session.turn_ended.connect(self._on_ended)

    def _on_started(self) -> None:
        self._read, self._stage = 0, "searching"
        self.said.emit(stage_words(self._stage))

    def _on_changed(self) -> None:
        if not self._session.turns:
            return
        turn = self._session.turns[-1]
        if turn.stage != self._stage and not turn.text:
            self._stage = turn.stage
            self.said.emit(stage_words(turn.stage))
        complete = [end for _, end in sentences(turn.text[self._read :])[:-1]]
        if complete and complete[-1] >= _LEAST_CHARS:
            self._say(turn, self._read + complete[-1])

    def _on_ended(self) -> None:
        turn = self._session.turns[-1]
        if self._read > len(turn.text) or not turn.text:
            self._read = 0
        self._say(turn, len(turn.text))
        if turn.error is not None:
            self.said.emit(f"{turn.error.message} {turn.error.remedy}".strip())
        elif turn.answer is not None and turn.answer.outcome == "answered":
            used = sum(source.used for source in turn.answer.sources)
            self.said.emit(self.tr("End. %Ln source(s).", "", used))

    def _say(self, turn: ThreadTurn, end: int) -> None:
        piece, self._read = turn.text[self._read : end], end
        plain = spoken(piece)
        if plain:
            self.said.emit(plain)


def spoken(text: str) -> str:
    """Text of an answer as it is read aloud: without signs of markup, marks as words."""
    marked = _CITATION.sub(
        lambda match: f" ({QCoreApplication.translate('AnswerAnnouncer', 'source')} {match[1]})",
        text,
    )
    return " ".join(_SIGNS.sub("", marked).split())
