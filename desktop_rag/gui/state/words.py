"""How the window says places, sizes, times and states. Texts of files pass through unchanged."""

from __future__ import annotations

import math
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.place import Place

_OWN_NAMES = {"en": "English", "es": "Español"}  # Qt names a country with these
_MINUTE = 60
_HOUR = 3600


def file_name(path: str) -> str:
    """The last part of a path."""
    return PurePath(path).name or path


def tip_words(text: str) -> str:
    """Text for a tool tip in which every character is shown as it is, never read as markup."""
    if "<" not in text and "&" not in text:
        return text
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    lines = shown.replace("\n", "<br>")
    return f"<p>{lines}</p>"


def place_words(place: Place) -> str:
    """Where a passage lies, in few words: `p. 12`, `pp. 1–3`, `lines 3–9`; empty when unknown."""
    if place.page is not None and (place.last_page or place.page) > place.page:
        return QCoreApplication.translate("Words", "pp. {first}–{last}").format(
            first=place.page, last=place.last_page
        )
    if place.page is not None:
        return QCoreApplication.translate("Words", "p. {n}").format(n=place.page)
    if place.slide is not None:
        return QCoreApplication.translate("Words", "slide {n}").format(n=place.slide)
    if place.sheet is not None and place.record is not None:
        return QCoreApplication.translate("Words", "sheet {name}, record {n}").format(
            name=place.sheet, n=place.record + 1
        )
    if place.sheet is not None:
        return QCoreApplication.translate("Words", "sheet {name}").format(name=place.sheet)
    if place.record is not None:
        return QCoreApplication.translate("Words", "record {n}").format(n=place.record + 1)
    if place.lines is not None and place.lines[0] != place.lines[1]:
        first, last = place.lines
        return QCoreApplication.translate("Words", "lines {first}–{last}").format(
            first=first, last=last
        )
    if place.lines is not None:
        return QCoreApplication.translate("Words", "line {n}").format(n=place.lines[0])
    return ""


def heading_words(hit: Hit) -> str:
    """The headings above a passage: `Engine › Won't start`."""
    path = hit.chunk.place.heading or hit.chunk.draft.breadcrumb
    return " › ".join(path)


def source_words(hit: Hit) -> str:
    """File and place in one line: `manual.pdf · p. 12`."""
    place = place_words(hit.chunk.place)
    name = file_name(hit.file.path)
    return f"{name} · {place}" if place else name


def size_words(size: int) -> str:
    """A number of bytes as people and the command line say it: in thousands, `90.9 MB`."""
    return QLocale().formattedDataSize(max(size, 0), 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def count_words(count: int) -> str:
    """A whole number with the separators of the language."""
    return QLocale().toString(count)


def language_words(code: str) -> str:
    """A language by its own name, `Español`; a code that is none as it is."""
    if code in _OWN_NAMES:
        return _OWN_NAMES[code]
    locale = QLocale(code)
    if locale.language() == QLocale.Language.C:
        return code
    name = locale.nativeLanguageName().split(" (")[0]
    return name[:1].upper() + name[1:]


def decimal_words(value: float, digits: int) -> str:
    """A number with so many decimals, with the signs of the language."""
    return QLocale().toString(value, "f", digits)


def duration_words(seconds: float) -> str:
    """Time left, roughly: `10 s`, `2 min`, `3 h`. Never less than one second."""
    if seconds < _MINUTE:
        return QCoreApplication.translate("Words", "{n} s").format(n=max(1, math.ceil(seconds)))
    if seconds < _HOUR:
        return QCoreApplication.translate("Words", "{n} min").format(n=math.ceil(seconds / _MINUTE))
    return QCoreApplication.translate("Words", "{n} h").format(n=math.ceil(seconds / _HOUR))


def took_words(milliseconds: float) -> str:
    """How long something took: `3.1 ms`, `1.4 s`."""
    if milliseconds < 1000:
        digits = 1 if milliseconds < 10 else 0
        return f"{QLocale().toString(milliseconds, 'f', digits)} ms"
    return f"{QLocale().toString(milliseconds / 1000, 'f', 1)} s"


def percent(part: int, whole: int) -> int:
    """A share in whole percent, in [0, 100]; 100 only when all is done."""
    if whole <= 0:
        return 0
    return min(max(part * 100 // whole, 0), 100)


def file_state_words(state: str) -> str:
    """The state of a file in the ledger."""
    return {
        "waiting": QCoreApplication.translate("Words", "waiting"),
        "reading": QCoreApplication.translate("Words", "being read"),
        "indexed": QCoreApplication.translate("Words", "searchable"),
        "partial": QCoreApplication.translate("Words", "partly searchable"),
        "empty": QCoreApplication.translate("Words", "no text"),
        "skipped": QCoreApplication.translate("Words", "left out"),
        "failed": QCoreApplication.translate("Words", "could not be read"),
        "quarantined": QCoreApplication.translate("Words", "set aside"),
        "offline": QCoreApplication.translate("Words", "not reachable"),
    }.get(state, state)


def root_state_words(state: str) -> str:
    """The state of a folder."""
    return {
        "indexing": QCoreApplication.translate("Words", "indexing"),
        "ready": QCoreApplication.translate("Words", "ready"),
        "offline": QCoreApplication.translate("Words", "not reachable"),
        "paused": QCoreApplication.translate("Words", "paused"),
    }.get(state, state)


def stage_words(stage: str) -> str:
    """What is going on before the first word of an answer."""
    return {
        "searching": QCoreApplication.translate("Words", "Searching your documents…"),
        "reading": QCoreApplication.translate("Words", "Reading the passages found…"),
        "loading_model": QCoreApplication.translate("Words", "Loading the language model…"),
        "writing": QCoreApplication.translate("Words", "Writing the answer…"),
        "stopping": QCoreApplication.translate("Words", "Stopping…"),
        "checking": QCoreApplication.translate("Words", "Checking each sentence…"),
    }.get(stage, QCoreApplication.translate("Words", "Working…"))
