"""The middle of the window: mode and filters above, the page, the question box below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from desktop_rag.gui.state.window_state import WindowState
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.views.ask_view import AskView
from desktop_rag.gui.views.filter_bar import FilterBar
from desktop_rag.gui.views.first_start import FirstStart
from desktop_rag.gui.views.notice_bar import NoticeBar
from desktop_rag.gui.views.question_frame import QuestionFrame
from desktop_rag.gui.views.search_view import SearchView
from desktop_rag.gui.widgets.buttons import restyle

if TYPE_CHECKING:
    from desktop_rag.gui.views.ledger_view import LedgerView

ASK, SEARCH = 0, 1


class CentrePane(QWidget):
    """Ask, search, the ledger and other pages in one place. Knows which of them is in front."""

    mode_changed = Signal(int)
    ask_about = Signal(list)
    """Paths of files to ask about."""
    file_opened = Signal(object)
    """`FileEntry` of the ledger."""

    def __init__(self, state: WindowState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("centrePane")
        self._state = state
        self.mode_switch = QTabBar()
        self.mode_switch.setObjectName("modeSwitch")
        self.mode_switch.setAccessibleName(self.tr("Ask or search"))
        self.mode_switch.setDrawBase(False)
        self.mode_switch.setExpanding(False)
        self.mode_switch.addTab(self.tr("Ask"))
        self.mode_switch.addTab(self.tr("Search"))
        self.mode_switch.currentChanged.connect(self._on_mode)
        self.mode_switch.tabBarClicked.connect(lambda _: self.show_mode_page())
        self.filter_bar = FilterBar(state.library)
        self.filter_bar.changed.connect(self._fit_head)
        self.notices = NoticeBar(state.notices, theme)
        self.ask_view = AskView(state.ask, theme)
        self.search_view = SearchView(state.search, theme)
        self.first_start = FirstStart(state.library, theme)
        self._theme = theme
        self._ledger: LedgerView | None = None
        self.question = QuestionFrame(theme)
        self._foot = QWidget()
        self.pages = _Pages()
        for page in (self.ask_view, self.search_view, self.first_start):
            self.pages.addWidget(page)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        state.library.changed.connect(self._on_library)

    @property
    def searching(self) -> bool:
        """True in search mode."""
        return self.mode_switch.currentIndex() == SEARCH

    def show_mode_page(self) -> None:
        """Ask or search, whichever the switch says; the first start while there is nothing."""
        came_back = not self._foot.isVisible() and self.isVisible()
        if self.searching:
            self.pages.setCurrentWidget(self.search_view)
        elif self._nothing_yet():
            self.pages.setCurrentWidget(self.first_start)
        else:
            self.pages.setCurrentWidget(self.ask_view)
        self._show_frame()
        if came_back:
            self.question.box.setFocus()

    def show_page(self, page: QWidget) -> None:
        """Bring another page to the front."""
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._show_frame()
        first = _first_stop(page)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_ledger(self, under: str, state: str) -> None:
        """Bring the ledger to the front."""
        ledger = self._ledger or self._make_ledger()
        self.show_page(ledger)
        ledger.show_files(under, state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit switch and filters into the new width."""
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        """Put the filters below the switch where both do not fit in a line."""
        needed = self.mode_switch.sizeHint().width() + self.filter_bar.sizeHint().width()
        narrow = self.width() < needed + 2 * tokens.SPACE_L + tokens.SPACE_S
        way = QBoxLayout.Direction
        self._head.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def _lay_out(self) -> None:
        head = self._head
        head.setContentsMargins(tokens.SPACE_L, tokens.SPACE_S, tokens.SPACE_L, tokens.SPACE_S)
        head.setSpacing(tokens.SPACE_S)
        head.addWidget(self.mode_switch)
        head.addStretch(1)
        head.addWidget(self.filter_bar)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(tokens.SPACE_L, tokens.SPACE_S, tokens.SPACE_L, tokens.SPACE_M)
        foot.addWidget(self.question)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.notices)
        column.addWidget(self.pages, 1)
        column.addWidget(self._foot)

    def _make_ledger(self) -> LedgerView:
        from desktop_rag.gui.views.ledger_view import LedgerView

        self._ledger = LedgerView(self._state.link, self._state.library, self._theme)
        self._ledger.closed.connect(self.show_mode_page)
        self._ledger.file_opened.connect(self.file_opened)
        self._ledger.ask_about.connect(self.ask_about)
        return self._ledger

    def _nothing_yet(self) -> bool:
        library = self._state.library
        return library.known and not library.roots and not self._state.ask.turns

    def _on_library(self) -> None:
        first = self.pages.currentWidget() is self.first_start
        if first or self.pages.currentWidget() is self.ask_view:
            self.show_mode_page()

    def _on_mode(self, mode: int) -> None:
        self.show_mode_page()
        self.question.show_mode(searching=self.searching)
        self.mode_changed.emit(mode)

    def _show_frame(self) -> None:
        current = self.pages.currentWidget()
        self.filter_bar.setVisible(current in (self.ask_view, self.search_view))
        at_mode = current in (self.ask_view, self.search_view, self.first_start)
        self._foot.setVisible(at_mode)
        self.mode_switch.setProperty("away", not at_mode)
        restyle(self.mode_switch)


class _Pages(QStackedWidget):
    """Takes the height that is left: a page that needs more scrolls, the notices above do not."""

    def hasHeightForWidth(self) -> bool:
        """Without this the highest of all pages, seen or not, would press the notices together."""
        return False


def _first_stop(page: QWidget) -> QWidget | None:
    """Where the keyboard enters a page: its first widget that Tab would reach."""
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled()
        if reached and page.isAncestorOf(widget) and widget.isVisible():
            return widget
        widget = widget.nextInFocusChain()
    return None
