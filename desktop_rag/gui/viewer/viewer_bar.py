"""The two lines above a source: what it is, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFont, QIntValidator, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.state.words import tip_words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.elided_label import ElidedLabel


class ViewerBar(QWidget):
    """Title, steps between sources, pages and zoom, and a menu with everything by name."""

    next_requested = Signal()
    previous_requested = Signal()
    page_wanted = Signal(int)
    zoom_in = Signal()
    zoom_out = Signal()
    fit_width = Signal()
    find_wanted = Signal()
    copy_wanted = Signal()
    outside_wanted = Signal()
    folder_wanted = Signal()
    passage_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewerBar")
        self._title = ElidedLabel(parent=self)
        self._title.setObjectName("sourceTitle")
        strong = QFont()
        strong.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(strong)
        self._previous = self._button("↑", self.tr("Previous source (Alt+Up)"))
        self._next = self._button("↓", self.tr("Next source (Alt+Down)"))
        self._previous.clicked.connect(self.previous_requested)
        self._next.clicked.connect(self.next_requested)
        self._pages = _PageTools(self)
        self._find = self._button(self.tr("Find"), self.tr("Find in this source (Ctrl+F)"))
        self._find.clicked.connect(self.find_wanted)
        self._more = self._button("⋯", self.tr("More to do with this source"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(self._menu())
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put pages and zoom on a line of their own where one is too short for all."""
        super().resizeEvent(event)
        self._place_pages()

    def name(self, title: str, path: str) -> None:
        """Show a title; the full path is its tool tip."""
        self._title.setText(title)
        self._title.setToolTip(tip_words(path))
        self._title.setAccessibleName(title)

    @property
    def title(self) -> str:
        """The title shown."""
        return self._title.text()

    def allow(self, *, source: bool, text: bool, pages: int) -> None:
        """Offer what makes sense: with a source, with text that can be searched, with pages."""
        self._find.setEnabled(text)
        self._more.setEnabled(source)
        self._pages.begin(pages)
        self._place_pages()

    def allow_steps(self, *, previous: bool, following: bool) -> None:
        """Whether there is a source before and after this one."""
        self._previous.setEnabled(previous)
        self._next.setEnabled(following)

    def tell_page(self, page: int) -> None:
        """Show which page is read."""
        self._pages.tell(page)

    def tell_passage(self, shown: bool) -> None:
        """Show whether the passage is open."""
        self._passage.blockSignals(True)
        self._passage.setChecked(shown)
        self._passage.blockSignals(False)

    def focus_page(self) -> None:
        """Put the cursor in the page's box."""
        self._pages.focus_page()

    def _button(self, text: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setProperty("role", "plain")
        return button

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        self._passage = QAction(self.tr("Show the passage as it was cited"), menu)
        self._passage.setCheckable(True)
        self._passage.toggled.connect(self.passage_toggled)
        menu.addAction(self._passage)
        menu.addSeparator()
        for name, signal in (
            (self.tr("Copy the passage with its source"), self.copy_wanted),
            (self.tr("Open in its own program…"), self.outside_wanted),
            (self.tr("Show in its folder"), self.folder_wanted),
        ):
            menu.addAction(name).triggered.connect(lambda _=False, said=signal: said.emit())
        return menu

    def _lay_out(self) -> None:
        tools = self._tools = QHBoxLayout()
        tools.setSpacing(tokens.SPACE_XS)
        for widget in (self._previous, self._next, self._pages):
            tools.addWidget(widget)
        tools.addStretch(1)
        tools.addWidget(self._find)
        tools.addWidget(self._more)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_M, tokens.SPACE_XS)
        column.setSpacing(tokens.SPACE_XS)
        column.addWidget(self._title)
        column.addLayout(tools)

    def _place_pages(self) -> None:
        others = (self._previous, self._next, self._find, self._more)
        hints = [widget.sizeHint().width() for widget in (*others, self._pages)]
        needed = sum(hints) + 2 * tokens.SPACE_M + len(hints) * tokens.SPACE_XS
        apart = self.width() < needed
        if apart == (self._tools.indexOf(self._pages) < 0):
            return
        if apart:
            self._tools.removeWidget(self._pages)
            self._column.addWidget(self._pages, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._column.removeWidget(self._pages)
            self._tools.insertWidget(2, self._pages)


class _PageTools(QWidget):
    """`12 / 340  − + Fit`."""

    def __init__(self, bar: ViewerBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._box = QLineEdit(self)
        self._box.setObjectName("pageNumber")
        self._box.setAccessibleName(self.tr("Page number"))
        self._box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._box.returnPressed.connect(self._go)
        self._of = QLabel(self)
        self._of.setObjectName("pageCount")
        self._out = self._tool("−", self.tr("Smaller (Ctrl+−)"))
        self._in = self._tool("+", self.tr("Larger (Ctrl++)"))
        self._fit = self._tool(self.tr("Fit"), self.tr("Fit the width (Ctrl+0)"))
        self._out.clicked.connect(bar.zoom_out)
        self._in.clicked.connect(bar.zoom_in)
        self._fit.clicked.connect(bar.fit_width)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(tokens.SPACE_XS)
        for widget in (self._box, self._of, self._out, self._in, self._fit):
            row.addWidget(widget)

    def begin(self, pages: int) -> None:
        """Take the number of pages; hidden when there are none."""
        self.setVisible(pages > 0)
        self._box.setValidator(QIntValidator(1, max(pages, 1), self))
        self._of.setText(f"/ {pages}")
        digits = self.fontMetrics().horizontalAdvance("9") * max(len(str(pages)), 2)
        self._box.setFixedWidth(digits + 24)

    def tell(self, page: int) -> None:
        """Show which page is read."""
        if not (self._box.hasFocus() and self._box.isModified()):
            self._box.setText(str(page))

    def focus_page(self) -> None:
        """Put the cursor in the box."""
        self._box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._box.selectAll()

    def _go(self) -> None:
        self._box.setModified(False)
        self._bar.page_wanted.emit(int(self._box.text()))

    def _tool(self, text: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setProperty("role", "plain")
        return button
