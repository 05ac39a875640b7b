"""One numbered source of an answer, as a card."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.answer import Source
from desktop_rag.gui.state import words
from desktop_rag.gui.state.citing import citation_data
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label, restyle
from desktop_rag.gui.widgets.elided_label import ElidedLabel
from desktop_rag.gui.widgets.score_bar import ScoreBar

_PASSAGE_CHARS = 170
_BAR = 56


class SourceCard(QAbstractButton):
    """File, place, first lines and score of a source. A click, Enter or Space opens it, and so does
    a screen reader, to which it is a button."""

    opened = Signal(int)
    """Number of the source."""
    ask_about = Signal(str)
    """Path of the file to ask about."""
    copy_wanted = Signal(int)

    def __init__(self, source: Source, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = source
        self._pressed: QPoint | None = None
        self.setObjectName(f"sourceCard_{source.n}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda: self.opened.emit(self.source.n))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._badge = QLabel(f"{source.n}")
        self._badge.setObjectName("badge")
        self._use = label("", "small")
        self._bar = ScoreBar(theme)
        self._bar.setFixedWidth(theme.scaled(_BAR))
        self._lay_out(source)
        self.show_use(source, finished=False)

    def show_score(self, largest: float) -> None:
        """Draw the score against the largest of the answer's sources."""
        hit = self.source.hit
        self._bar.show_parts((((self.tr("score")), hit.score),), largest)

    def show_use(self, source: Source, *, finished: bool) -> None:
        """Say whether the answer used this source, once that is known."""
        self.source = source
        said = ""
        if source.left_out:
            said = self.tr("left out: no room")
        elif source.used:
            said = self.tr("✓ used")
        elif finished:
            said = self.tr("not used")
        self._use.setText(said)
        self._badge.setProperty("used", "true" if source.used else "false")
        restyle(self._badge)
        place = words.source_words(source.hit)
        self.setAccessibleName(
            self.tr("Source {n}: {place}. {use}").format(n=source.n, place=place, use=said)
        )
        self.setAccessibleDescription(first_lines(source))

    def set_current(self, current: bool) -> None:
        """Mark the card whose source is shown."""
        self.setProperty("current", "true" if current else "false")
        restyle(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground and border as the style sheet says."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter or Space opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self.source.n)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click or a drag began."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the citation out as text and the file as a file."""
        if self._pressed is None:
            return
        moved = (event.position().toPoint() - self._pressed).manhattanLength()
        if moved >= QApplication.startDragDistance():
            self._pressed = None
            drag = QDrag(self)
            drag.setMimeData(citation_data(self.source.hit))
            drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click opens."""
        if self._pressed is not None and self.rect().contains(event.position().toPoint()):
            self.opened.emit(self.source.n)
        self._pressed = None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What else can be done with a source."""
        menu = QMenu(self)
        number, path = self.source.n, self.source.hit.file.path
        menu.addAction(self.tr("Open the passage"), lambda: self.opened.emit(number))
        menu.addAction(self.tr("Ask about this file"), lambda: self.ask_about.emit(path))
        menu.addAction(
            self.tr("Copy passage with its source"), lambda: self.copy_wanted.emit(number)
        )
        menu.exec(event.globalPos())
        menu.deleteLater()

    def _lay_out(self, source: Source) -> None:
        top = QHBoxLayout()
        top.setSpacing(tokens.SPACE_S)
        top.addWidget(self._badge)
        top.addWidget(ElidedLabel(words.file_name(source.hit.file.path)), 1)
        place = words.place_words(source.hit.chunk.place)
        if place:
            top.addWidget(label(place, "small"))
        column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_M, tokens.SPACE_S)
        column.setSpacing(tokens.SPACE_XS)
        column.addLayout(top)
        heading = words.heading_words(source.hit)
        if heading:
            said = ElidedLabel(heading, Qt.TextElideMode.ElideLeft)
            said.setProperty("role", "small")
            column.addWidget(said)
        passage = label(f"“{first_lines(source)}”", wrap=True)
        passage.setObjectName("passage")
        column.addWidget(passage)
        bottom = QHBoxLayout()
        bottom.addWidget(self._use)
        bottom.addStretch(1)
        bottom.addWidget(self._bar)
        column.addLayout(bottom)


def first_lines(source: Source) -> str:
    """The start of the passage, or of its best part, on one line."""
    text = source.hit.chunk.text
    focus = source.hit.focus
    if focus is not None and focus[1] > focus[0]:
        text = text[focus[0] :]
    line = " ".join(text.split())
    if len(line) <= _PASSAGE_CHARS:
        return line
    whole, space, _cut = line[:_PASSAGE_CHARS].rpartition(" ")
    return f"{whole if space else line[:_PASSAGE_CHARS]}…"
