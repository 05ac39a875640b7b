"""Limits on where to look: folder, type, date, language, or the files dropped on the question."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop_rag.domain.query import Filters
from desktop_rag.gui.state import words
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.buttons import restyle
from desktop_rag.gui.widgets.flow_layout import FlowLayout

_DAY = 86400.0
_TYPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("PDF", ("pdf",)),
    ("Word", ("docx", "odt", "rtf")),
    ("Markdown", ("md", "rst", "txt")),
    ("HTML", ("html", "htm", "mhtml", "epub")),
    ("Excel, CSV", ("xlsx", "ods", "csv", "tsv")),
    ("PowerPoint", ("pptx", "odp")),
    ("JSON, YAML", ("json", "jsonl", "yaml", "yml", "toml", "xml")),
    ("Mail", ("eml", "mbox")),
    ("Code", ("py", "ts", "tsx", "js", "jsx", "go", "rs", "java", "c", "h", "cpp", "hpp", "cs")),
)
_LANGUAGES = ("en", "es", "de", "fr", "it", "pt")


class FilterBar(QWidget):
    """Chips that open a menu each. `changed` carries the `Filters` that hold now."""

    changed = Signal(object)

    def __init__(self, library: LibraryState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterBar")
        self.setAccessibleName(self.tr("Filters"))
        self._library = library
        self._filters = Filters()
        self._files = self._chip(self.tr("Only this file"))
        self._files.clicked.connect(self._clear_files)
        self._folder = self._menu_chip(self.tr("Folder"), self._fill_folders)
        self._type = self._menu_chip(self.tr("Type"), self._fill_types)
        self._date = self._menu_chip(self.tr("Date"), self._fill_dates)
        self._language = self._menu_chip(self.tr("Language"), self._fill_languages)
        row = FlowLayout(tokens.SPACE_XS, self)
        for chip in (self._files, self._folder, self._type, self._date, self._language):
            row.addWidget(chip)
        self._since = 0
        self._show()

    @property
    def filters(self) -> Filters:
        """What holds now."""
        return self._filters

    def only(self, paths: list[str]) -> None:
        """Look only in these files or folders."""
        self._set(replace(self._filters, under=tuple(paths)))

    def clear(self) -> None:
        """No limits."""
        self._since = 0
        self._set(Filters())

    def _set(self, filters: Filters) -> None:
        if filters != self._filters:
            self._filters = filters
            self._show()
            self.changed.emit(filters)

    def _clear_files(self) -> None:
        self.only([])

    def _show(self) -> None:
        roots = {root.path for root in self._library.roots if not root.is_file}
        under = self._filters.under
        folder = under[0] if len(under) == 1 and under[0] in roots else ""
        others = bool(under) and not folder
        self._files.setVisible(others)
        if others:
            name = words.file_name(under[0])
            more = f" +{len(under) - 1}" if len(under) > 1 else ""
            name = name if len(name) <= 28 else f"{name[:14]}…{name[-12:]}"
            self._files.setText(self.tr("Only {name}").format(name=f"{name}{more}  ✕"))
            self._files.setToolTip(words.tip_words("\n".join(under)))
            self._files.setAccessibleName(self.tr("Remove the limit to {name}").format(name=name))
        _mark(self._files, others)
        _mark(self._folder, bool(folder), words.file_name(folder) if folder else self.tr("Folder"))
        types = self._type_name()
        _mark(self._type, bool(types), types or self.tr("Type"))
        dated = self._filters.after is not None
        _mark(self._date, dated, self._since_words(self._since) if dated else self.tr("Date"))
        spoken = ", ".join(words.language_words(code) for code in self._filters.languages)
        _mark(self._language, bool(spoken), spoken or self.tr("Language"))

    def _type_name(self) -> str:
        return next((n for n, suffixes in _TYPES if suffixes == self._filters.types), "")

    def _since_words(self, days: int) -> str:
        return {
            1: self.tr("Last 24 hours"),
            7: self.tr("Last week"),
            31: self.tr("Last month"),
            366: self.tr("Last year"),
        }.get(days, self.tr("Any time"))

    def _fill_folders(self, menu: QMenu) -> None:
        chosen = self._filters.under
        _choice(menu, self.tr("All folders"), not chosen, self._clear_files)
        for root in self._library.roots:
            if not root.is_file:
                name = words.file_name(root.path).replace("&", "&&")
                pick = _Pick(self.only, [root.path])
                _choice(menu, name, chosen == (root.path,), pick)

    def _fill_types(self, menu: QMenu) -> None:
        _choice(menu, self.tr("All types"), not self._filters.types, _Pick(self._set_types, ()))
        for name, suffixes in _TYPES:
            chosen = self._filters.types == suffixes
            _choice(menu, name, chosen, _Pick(self._set_types, suffixes))

    def _fill_dates(self, menu: QMenu) -> None:
        for days in (0, 1, 7, 31, 366):
            _choice(menu, self._since_words(days), self._since == days, _Pick(self._set_days, days))

    def _fill_languages(self, menu: QMenu) -> None:
        chosen = self._filters.languages
        _choice(menu, self.tr("All languages"), not chosen, _Pick(self._set_languages, ()))
        for code in _LANGUAGES:
            pick = _Pick(self._set_languages, (code,))
            _choice(menu, words.language_words(code), chosen == (code,), pick)

    def _set_types(self, types: tuple[str, ...]) -> None:
        self._set(replace(self._filters, types=types))

    def _set_days(self, days: int) -> None:
        self._since = days
        self._set(replace(self._filters, after=time.time() - days * _DAY if days else None))

    def _set_languages(self, languages: tuple[str, ...]) -> None:
        self._set(replace(self._filters, languages=languages))

    def _chip(self, text: str) -> QToolButton:
        chip = QToolButton()
        chip.setText(text)
        chip.setProperty("role", "chip")
        chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return chip

    def _menu_chip(self, text: str, fill: Callable[[QMenu], None]) -> QToolButton:
        chip = self._chip(text)
        chip.setAccessibleName(text)
        menu = QMenu(chip)

        def refill() -> None:
            menu.clear()
            fill(menu)

        menu.aboutToShow.connect(refill)
        chip.setMenu(menu)
        chip.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return chip


class _Pick:
    """A menu choice: calls `take` with `value`."""

    def __init__(self, take: Callable[..., None], value: object) -> None:
        self._take = take
        self._value = value

    def __call__(self) -> None:
        self._take(self._value)


def _choice(menu: QMenu, text: str, chosen: bool, pick: Callable[[], None]) -> QAction:
    group = menu.findChild(QActionGroup) or QActionGroup(menu)
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(chosen)
    action.triggered.connect(lambda _checked: pick())
    group.addAction(action)
    return action


def _mark(chip: QToolButton, active: bool, text: str | None = None) -> None:
    if text is not None:
        short = text if len(text) <= 24 else f"{text[:23]}…"
        chip.setText(f"{short} ▾".replace("&", "&&"))
    chip.setProperty("active", "true" if active else "false")
    restyle(chip)
