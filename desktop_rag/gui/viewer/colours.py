"""The viewer's colours: the appearance's own, and those of program code and of marks on pages."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

from desktop_rag.gui.style import tokens


@dataclass(frozen=True, slots=True)
class ViewerColours:
    """`passage`, `hit`, `current_hit` lie behind text; `marker` and `found` are multiplied onto
    pages, which are white in every appearance; `desk` lies around pages."""

    passage: QColor
    hit: QColor
    current_hit: QColor
    desk: QColor
    line_number: QColor
    heading: QColor
    keyword: QColor
    string: QColor
    comment: QColor
    number: QColor
    name: QColor
    type_name: QColor
    decorator: QColor
    marker: QColor
    found: QColor
    current_found: QColor


# Contrast with the surface, and with the passage's ground behind it, is at least 4.5 : 1.
CODE_LIGHT = {
    "keyword": "#8a1c7c",
    "string": "#1f6b2d",
    "number": "#9a3b00",
    "name": "#1d4f9e",
    "type_name": "#006064",
    "decorator": "#6a4a00",
}
CODE_DARK = {
    "keyword": "#e3a1f0",
    "string": "#a6d9a8",
    "number": "#ffb98a",
    "name": "#a9cbff",
    "type_name": "#86dbe0",
    "decorator": "#e6cf85",
}
_HITS_LIGHT = {"hit": "#cfe8ff", "current_hit": "#ffc48a"}
_HITS_DARK = {"hit": "#1d4a6e", "current_hit": "#7a4310"}
_ON_PAGES = {"marker": "#ffe566", "found": "#b5dcff", "current_found": "#ffb066"}


def appearance_of(palette: QPalette) -> tokens.Colours:
    """The appearance that a palette was made from, or the nearest one."""
    base = palette.color(QPalette.ColorRole.Base)
    if base.lightness() >= 128:
        return tokens.LIGHT
    return tokens.CONTRAST if base.name() == tokens.CONTRAST.surface else tokens.DARK


def viewer_colours(palette: QPalette) -> ViewerColours:
    """The colours that go with a palette."""
    worn = appearance_of(palette)
    names = {
        "passage": worn.evidence_soft,
        "desk": worn.border if worn is tokens.LIGHT else worn.window,
        "line_number": worn.muted,
        "heading": worn.accent,
        "comment": worn.muted,
        **(CODE_DARK if worn.dark else CODE_LIGHT),
        **(_HITS_DARK if worn.dark else _HITS_LIGHT),
        **_ON_PAGES,
    }
    return ViewerColours(**{name: QColor(value) for name, value in names.items()})
