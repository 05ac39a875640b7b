"""A place in words: "p. 12", "lines 3–9", "sheet Prices"."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from desktop_rag.domain.place import Place


def place_words(place: Place) -> str:
    """Where a passage lies, as short as it can be said; empty when nothing is known."""
    if place.page is not None:
        if place.last_page is not None and place.last_page != place.page:
            return _tr("pp. {0}–{1}").format(place.page, place.last_page)
        return _tr("p. {0}").format(place.page)
    if place.slide is not None:
        return _tr("slide {0}").format(place.slide)
    if place.sheet is not None:
        return _tr("sheet {0}").format(place.sheet)
    if place.heading:
        return " › ".join(place.heading)
    if place.record is not None:
        return _tr("record {0}").format(place.record + 1)
    if place.lines is not None:
        first, last = place.lines
        return (
            _tr("line {0}").format(first)
            if first == last
            else _tr("lines {0}–{1}").format(first, last)
        )
    return ""


def citation(passage: str, path: str, place: Place) -> str:
    """A passage as it is quoted elsewhere: “…” — file, place."""
    where = place_words(place)
    name = PurePath(path).name or path
    return f"“{passage.strip()}” — {name}" + (f", {where}" if where else "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Place", text)
