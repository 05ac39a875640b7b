"""The conversation on screen: questions, streaming answers, marks that lead to their sources."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_rag.domain.answer import Source
from desktop_rag.gui.state.ask_session import AskSession, ThreadTurn
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.citation_text import CitationText
from desktop_rag.gui.widgets.hover_card import HoverCard
from desktop_rag.gui.widgets.turn_writer import TurnWriter

_SHOWN = 20
_WIDEST = 780
_NEAR_END = 40


class AskView(QWidget):
    """Shows the turns of an `AskSession`, the last ones first in a long conversation.

    While text streams only the last turn is written anew, and the view follows it unless the
    person scrolled away.
    """

    source_opened = Signal(object)
    """`Source` whose mark was taken."""
    turn_in_view = Signal(object)
    """`ThreadTurn` whose sources should be listed."""
    found_wanted = Signal(object)
    """`ThreadTurn` whose record should be shown."""
    copy_wanted = Signal(object)
    """`ThreadTurn` to copy with its sources."""
    again_wanted = Signal(object)
    """`ThreadTurn` to ask once more."""

    def __init__(self, session: AskSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._first = 0
        self._last_start = 0
        self._text = CitationText()
        self._text.setObjectName("answerView")
        self._text.setAccessibleName(self.tr("Answer"))
        self._text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text.citation_chosen.connect(self._on_citation)
        self._text.citation_hovered.connect(self._on_hover)
        self._text.action_chosen.connect(self._on_action)
        self._text.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self._empty = label(
            self.tr("Ask a question. The answer cites the passages it is taken from."),
            "muted",
            wrap=True,
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setMargin(tokens.SPACE_L)
        self._card = HoverCard(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._empty, 1)
        column.addWidget(self._text, 1)
        session.turn_started.connect(self._on_started)
        session.turn_changed.connect(self._on_changed)
        session.turn_ended.connect(self._on_changed)
        session.conversation_shown.connect(self.show_all)
        theme.changed.connect(self.show_all)
        self.show_all()

    def show_all(self) -> None:
        """Write the whole conversation anew."""
        turns = self._session.turns
        self._first = max(0, len(turns) - _SHOWN)
        self._write_from(self._first)
        self._scroll_to_end()
        if turns:
            self.turn_in_view.emit(turns[-1])

    @property
    def place(self) -> int:
        """How far the conversation is scrolled, in thousandths; 1000 is its end."""
        bar = self._text.verticalScrollBar()
        return 1000 * bar.value() // bar.maximum() if bar.maximum() else 1000

    def go_to(self, place: int) -> None:
        """Scroll to a `place`."""
        bar = self._text.verticalScrollBar()
        bar.setValue(bar.maximum() * place // 1000)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines at a length that reads well."""
        super().resizeEvent(event)
        self._text.set_side_margin(max(0, (self.width() - _WIDEST) // 2))

    def _write_from(self, first: int) -> None:
        turns = self._session.turns
        self._empty.setVisible(not turns)
        self._text.setVisible(bool(turns))
        self._text.clear()
        cursor = self._end_cursor()
        cursor.beginEditBlock()
        writer = self._writer()
        if first > 0:
            writer.write_earlier(cursor, first)
        for number in range(first, len(turns)):
            self._last_start = cursor.position()
            writer.write(cursor, number, turns[number])
        cursor.endEditBlock()

    def _rewrite_last(self) -> None:
        number = len(self._session.turns) - 1
        cursor = self._end_cursor()
        cursor.beginEditBlock()
        cursor.setPosition(self._last_start, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self._writer().write(cursor, number, self._session.turns[number])
        cursor.endEditBlock()

    def _on_started(self) -> None:
        if len(self._session.turns) == 1:
            self._write_from(0)
        else:
            cursor = self._end_cursor()
            self._last_start = cursor.position()
            self._writer().write(cursor, len(self._session.turns) - 1, self._session.turns[-1])
        self._scroll_to_end()
        self.turn_in_view.emit(self._session.turns[-1])

    def _on_changed(self) -> None:
        if not self._session.turns:
            return
        bar = self._text.verticalScrollBar()
        place = bar.value()
        follows = bar.maximum() - place <= _NEAR_END
        self._rewrite_last()
        if follows:
            self._scroll_to_end()
        else:
            bar.setValue(place)
        self.turn_in_view.emit(self._session.turns[-1])

    def _scroll_to_end(self) -> None:
        bar = self._text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _writer(self) -> TurnWriter:
        return TurnWriter(self._theme.colours, self._theme.points)

    def _end_cursor(self) -> QTextCursor:
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return cursor

    def _turn(self, number: int) -> ThreadTurn | None:
        turns = self._session.turns
        return turns[number] if -1 <= number < len(turns) and turns else None

    def _source(self, number: int, n: int) -> Source | None:
        turn = self._turn(number)
        sources = turn.answer.sources if turn and turn.answer else ()
        return next((source for source in sources if source.n == n), None)

    def _on_citation(self, number: int, n: int) -> None:
        self._card.hide()
        source = self._source(number, n)
        turn = self._turn(number)
        if source is not None and turn is not None:
            self.turn_in_view.emit(turn)
            self.source_opened.emit(source)

    def _on_hover(self, number: int, n: int, at: QPoint) -> None:
        source = self._source(number, n) if n else None
        if source is None:
            self._card.hide()
        else:
            self._card.show_source(source, at)

    def _on_action(self, word: str, number: int) -> None:
        if word == "earlier":
            self._show_earlier()
            return
        turn = self._turn(number)
        signal = {
            "found": self.found_wanted,
            "copy": self.copy_wanted,
            "again": self.again_wanted,
        }.get(word)
        if turn is not None and signal is not None:
            signal.emit(turn)

    def _on_scrolled(self) -> None:
        QTimer.singleShot(0, self, self._show_earlier_at_the_top)

    def _show_earlier_at_the_top(self) -> None:
        bar = self._text.verticalScrollBar()
        if self._first > 0 and bar.value() == bar.minimum() < bar.maximum():
            self._show_earlier()

    def _show_earlier(self) -> None:
        bar = self._text.verticalScrollBar()
        from_end = bar.maximum() - bar.value()
        document = self._text.document()
        length, shown = document.characterCount(), self._first
        self._first = max(0, shown - _SHOWN)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        writer = self._writer()
        if self._first > 0:
            writer.write_earlier(cursor, self._first)
        for number in range(self._first, shown):
            writer.write(cursor, number, self._session.turns[number])
        cursor.endEditBlock()
        self._last_start += document.characterCount() - length
        bar.setValue(bar.maximum() - from_end)
