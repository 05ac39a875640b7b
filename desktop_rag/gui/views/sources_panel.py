"""The numbered sources of the answer in view, as cards."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_rag.domain.answer import Source
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.source_card import SourceCard


class SourcesPanel(QWidget):
    """Cards in the order of their numbers; the same cards stay while an answer is finished."""

    source_opened = Signal(object)
    """`Source`."""
    ask_about = Signal(str)
    copy_wanted = Signal(object)
    """`Source`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sourcesPanel")
        self.setAccessibleName(self.tr("Sources"))
        self._theme = theme
        self._cards: dict[int, SourceCard] = {}
        self._empty = label(
            self.tr("The sources of an answer appear here, numbered as in the text."),
            "muted",
            wrap=True,
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(tokens.SPACE_XL, tokens.SPACE_XL, tokens.SPACE_XL, 0)
        inner = QWidget()
        inner.setObjectName("cardList")
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(
            tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M
        )
        self._column.setSpacing(tokens.SPACE_S)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("cards")
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)

    def sources(self) -> list[Source]:
        """What is shown, in order."""
        return [card.source for card in self._cards.values()]

    def source(self, n: int) -> Source | None:
        """The source numbered `n`, if it is shown."""
        card = self._cards.get(n)
        return card.source if card else None

    def show_sources(self, sources: tuple[Source, ...], *, finished: bool = False) -> None:
        """Show these sources; cards of the same passages are kept. Once the answer is finished
        each card says whether it was used."""
        if not self._same(sources):
            self._make_cards(sources)
        for source in sources:
            self._cards[source.n].show_use(source, finished=finished)

    def _make_cards(self, sources: tuple[Source, ...]) -> None:
        for card in self._cards.values():
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = {}
        largest = max((source.hit.score for source in sources), default=1.0)
        for row, source in enumerate(sources):
            card = SourceCard(source, self._theme)
            card.show_score(largest)
            card.opened.connect(self._on_opened)
            card.ask_about.connect(self.ask_about)
            card.copy_wanted.connect(self._on_copy)
            self._cards[source.n] = card
            self._column.insertWidget(row, card)
            card.show()  # now, not when the event loop comes to it
        self._empty.setVisible(not sources)

    def mark_current(self, n: int) -> None:
        """Mark the card whose source is shown below, and bring it into sight."""
        for number, card in self._cards.items():
            card.set_current(number == n)
        if n in self._cards:
            self._scroll.ensureWidgetVisible(self._cards[n])

    def _same(self, sources: tuple[Source, ...]) -> bool:
        shown = [(n, card.source.hit.chunk.id) for n, card in self._cards.items()]
        return bool(shown) and shown == [(s.n, s.hit.chunk.id) for s in sources]

    def _on_opened(self, n: int) -> None:
        self.source_opened.emit(self._cards[n].source)

    def _on_copy(self, n: int) -> None:
        self.copy_wanted.emit(self._cards[n].source)
