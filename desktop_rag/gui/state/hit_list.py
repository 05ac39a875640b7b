"""The hits of a search as a list model, with the snippet that shows why each was found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.domain.search_form import fold, fold_with_map
from desktop_rag.domain.search_form import words as words_of
from desktop_rag.gui.state import words
from desktop_rag.gui.state.citing import citation_data

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_SHORT = 3  # letters; what is longer may have an ending
_SNIPPET = 260
_BEFORE = 40


@dataclass(frozen=True, slots=True)
class HitRow:
    """A hit with its snippet on one line and the character ranges of the words looked for."""

    hit: Hit
    snippet: str
    marks: tuple[tuple[int, int], ...]


class HitListModel(QAbstractListModel):
    """Hits, best first."""

    ROW_ROLE = int(Qt.ItemDataRole.UserRole)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[HitRow] = []

    def show(self, result: SearchResult | None) -> None:
        """Show the hits of a result, or none. The same ones in the same order stay in place."""
        terms = query_terms(result.query) if result else ()
        rows = [hit_row(hit, terms) for hit in result.hits] if result else []
        if rows and _ids(rows) == _ids(self._rows):
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def hit(self, row: int) -> Hit:
        """The hit at `row`."""
        return self._rows[row].hit

    def row_of(self, chunk: int) -> int:
        """The row of a chunk, or -1."""
        ids = _ids(self._rows)
        return ids.index(chunk) if chunk in ids else -1

    def row_like(self, hit: Hit) -> int:
        """The row of a hit, or of the same passage of its file, indexed anew since; or -1."""
        row = self.row_of(hit.chunk.id)
        passages = [(row.hit.file.path, row.hit.chunk.text) for row in self._rows]
        passage = (hit.file.path, hit.chunk.text)
        return passages.index(passage) if row < 0 and passage in passages else row

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A hit can be dragged out of the window."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The first of them as a citation."""
        return citation_data(self.hit(indexes[0].row())) if indexes else QMimeData()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """Number of hits."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A line for screen readers and type-ahead; the `HitRow` for painting."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{words.source_words(row.hit)}: {row.snippet}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return words.tip_words(row.hit.file.path)
        return row if role == self.ROW_ROLE else None


def query_terms(query: str) -> tuple[str, ...]:
    """The words of a query in search form, longest first, without operators. Very short ones
    beside longer ones ("at the intake") say little and are left out, unless they hold a digit."""
    found = {word for word in words_of(fold(query)) if len(word) > 1}
    telling = {w for w in found if len(w) > _SHORT or not (w.isascii() and w.isalpha())}
    found = telling or found
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def _ids(rows: Sequence[HitRow]) -> list[int]:
    return [row.hit.chunk.id for row in rows]


def hit_row(hit: Hit, terms: tuple[str, ...]) -> HitRow:
    """A hit with a snippet around its best part or the first word looked for."""
    line = " ".join(hit.chunk.text.split())
    start = _snippet_start(hit, line, terms)
    snippet = line[start : start + _SNIPPET]
    lead = "… " if start else ""
    marks = tuple((a + len(lead), b + len(lead)) for a, b in _marks(snippet, terms))
    return HitRow(hit, lead + snippet, marks)


def _snippet_start(hit: Hit, line: str, terms: tuple[str, ...]) -> int:
    if hit.focus is not None:
        before = " ".join(hit.chunk.text[: hit.focus[0]].split())
        at = len(before)
    else:
        marks = _marks(line, terms)
        at = marks[0][0] if marks else 0
    if at <= _BEFORE:
        return 0
    space = line.find(" ", at - _BEFORE)
    return space + 1 if 0 <= space < at else at


def _marks(text: str, terms: tuple[str, ...]) -> list[tuple[int, int]]:
    if not terms:
        return []
    form = fold_with_map(text)
    return [form.original_range(*match.span()) for match in _pattern(terms).finditer(form.text)]


@lru_cache(maxsize=16)
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Whole words that are a term or, for longer terms, its inflection: `pump` also marks `pumps`.
    An underscore divides words."""
    letter, sign = r"[^\W\d_]", r"[^\W_]"
    endings = [letter + ("{0,3}" if len(term) > _SHORT else "{0}") for term in terms]
    words_of_terms = (re.escape(term) + end for term, end in zip(terms, endings, strict=True))
    return re.compile(f"(?<!{sign})(?:{'|'.join(words_of_terms)})(?!{sign})")
