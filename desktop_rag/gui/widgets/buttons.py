"""Buttons and labels in the roles that the style sheet knows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QToolButton, QWidget

from desktop_rag.gui.style.icons import icon
from desktop_rag.gui.style.theme import Theme

_SIDE = 16


def push_button(text: str, role: str = "", parent: QWidget | None = None) -> QPushButton:
    """A button with words. `role`: primary, plain, link or empty."""
    button = QPushButton(text, parent)
    button.setProperty("role", role)
    if role == "link":
        button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


class IconButton(QToolButton):
    """A button with an icon and a name for tool tips and screen readers."""

    def __init__(
        self,
        theme: Theme,
        icon_name: str,
        name: str,
        role: str = "plain",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self.setProperty("role", role)
        self.rename(name)
        self._draw()
        theme.changed.connect(self._draw)

    def rename(self, name: str) -> None:
        """Another tool tip and screen-reader name."""
        self.setToolTip(name)
        self.setAccessibleName(name)

    def show_icon(self, icon_name: str) -> None:
        """Another icon."""
        self._icon_name = icon_name
        self._draw()

    def _draw(self) -> None:
        colours = self._theme.colours
        ink = colours.on_accent if self.property("role") == "primary" else colours.muted
        side = self._theme.scaled(_SIDE)
        self.setIconSize(QSize(side, side))
        self.setIcon(icon(self._icon_name, ink))


class IconLabel(QLabel):
    """An icon beside text; it says nothing of its own."""

    def __init__(
        self,
        theme: Theme,
        icon_name: str,
        size: int = 16,
        ink: str = "muted",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self._size = size
        self._ink = ink
        self._draw()
        theme.changed.connect(self._draw)

    def show_icon(self, icon_name: str, ink: str) -> None:
        """Another icon, in the colour of that name."""
        self._icon_name, self._ink = icon_name, ink
        self._draw()

    def _draw(self) -> None:
        drawn = icon(self._icon_name, getattr(self._theme.colours, self._ink))
        side = self._theme.scaled(self._size)
        self.setPixmap(drawn.pixmap(side, side))


def label(text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """Plain text in a role: title, section, muted, small or empty."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setWordWrap(wrap)
    return made


def thin_line() -> QFrame:
    """A line that divides."""
    made = QFrame()
    made.setObjectName("line")
    return made


def restyle(widget: QWidget) -> None:
    """Apply the style sheet anew after a property that it looks at was changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()
