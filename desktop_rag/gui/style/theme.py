"""Putting an appearance on the application."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from desktop_rag.gui.style.sheet import style_sheet
from desktop_rag.gui.style.tokens import CONTRAST, DARK, LIGHT, Colours

_NAMED = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}
_SMALLEST_POINTS = 9.0


@dataclass(frozen=True, slots=True)
class Appearance:
    """What the person chose. `theme`: system, light, dark or contrast; `text_scale` in percent."""

    theme: str = "system"
    text_scale: int = 100


class Theme(QObject):
    """The appearance the application wears. Painting code reads `colours` from here.

    `changed` is emitted after palette, font and style sheet were replaced.
    """

    changed = Signal()

    def __init__(self, application: QApplication, appearance: Appearance | None = None) -> None:
        super().__init__(application)
        self._application = application
        self._base_points = max(application.font().pointSizeF(), _SMALLEST_POINTS)
        self._appearance = appearance or Appearance()
        self.colours = LIGHT
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._on_system_changed)
        self._put_on()

    @property
    def worn(self) -> Appearance:
        """What was chosen last."""
        return self._appearance

    @property
    def points(self) -> float:
        """The size of body text in points."""
        return self._base_points * self._appearance.text_scale / 100

    def scaled(self, pixels: int) -> int:
        """A length that grows with the text."""
        return round(pixels * self._appearance.text_scale / 100)

    def wear(self, appearance: Appearance) -> None:
        """Change to another appearance."""
        if appearance != self._appearance:
            self._appearance = appearance
            self._put_on()

    def _on_system_changed(self) -> None:
        if self._appearance.theme == "system":
            self._put_on()

    def _put_on(self) -> None:
        self.colours = self._chosen()
        font = QFont(self._application.font())
        font.setPointSizeF(self.points)
        self._application.setFont(font)
        self._application.setPalette(palette(self.colours))
        self._application.setStyleSheet(style_sheet(self.colours, self.points))
        self.changed.emit()

    def _chosen(self) -> Colours:
        named = _NAMED.get(self._appearance.theme)
        if named is not None:
            return named
        scheme = self._application.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def palette(colours: Colours) -> QPalette:
    """The colours as Qt's roles, for everything the style sheet does not reach."""
    roles = QPalette.ColorRole
    made = QPalette()
    for role, value in (
        (roles.Window, colours.window),
        (roles.WindowText, colours.text),
        (roles.Base, colours.surface),
        (roles.AlternateBase, colours.raised),
        (roles.Text, colours.text),
        (roles.PlaceholderText, colours.muted),
        (roles.Button, colours.surface),
        (roles.ButtonText, colours.text),
        (roles.ToolTipBase, colours.raised),
        (roles.ToolTipText, colours.text),
        (roles.Highlight, colours.accent),
        (roles.HighlightedText, colours.on_accent),
        (roles.Link, colours.accent),
        (roles.LinkVisited, colours.accent),
        (roles.Mid, colours.border),
        (roles.Midlight, colours.border),
        (roles.Dark, colours.control),
        (roles.Accent, colours.accent),
    ):
        made.setColor(role, QColor(value))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.off))
    return made
