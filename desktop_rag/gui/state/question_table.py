"""Questions whose right files are known, and the places at which two settings found them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from desktop_rag.gui.state.words import count_words, file_name, tip_words
from desktop_rag.messages.quality import QualityQuestion

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class QuestionTable(QAbstractTableModel):
    """A row a question: its text, its right file, and its place with A and with B."""

    def __init__(self) -> None:
        super().__init__()
        self._questions: list[QualityQuestion] = []
        self._ranks: tuple[tuple[int, ...], ...] = ()

    @property
    def questions(self) -> tuple[QualityQuestion, ...]:
        """All questions, in order."""
        return tuple(self._questions)

    def add(self, questions: Sequence[QualityQuestion]) -> int:
        """Add those that are not there yet; gives how many were. Places are forgotten."""
        known = {(q.text, q.right) for q in self._questions}
        fresh = [q for q in questions if q.text.strip() and (q.text, q.right) not in known]
        self.beginResetModel()
        self._questions += fresh
        self._ranks = ()
        self.endResetModel()
        return len(fresh)

    def remove(self, rows: Sequence[int]) -> None:
        """Take rows out; all places are forgotten."""
        gone = set(rows)
        self.beginResetModel()
        self._questions = [q for row, q in enumerate(self._questions) if row not in gone]
        self._ranks = ()
        self.endResetModel()

    def show_ranks(self, ranks: tuple[tuple[int, ...], ...]) -> None:
        """Show the places of one measurement: a tuple per variant, 0 for not found."""
        self.beginResetModel()
        self._ranks = ranks
        self.endResetModel()

    def as_text(self) -> str:
        """All questions as text to keep."""
        kept = [{"text": q.text, "right": list(q.right)} for q in self._questions]
        return json.dumps(kept, ensure_ascii=False)

    def take_text(self, text: str) -> None:
        """The questions of `as_text`; what is not of its form is left out."""
        try:
            kept = json.loads(text or "[]")
        except ValueError:
            return
        rows = [row for row in kept if isinstance(row, dict)] if isinstance(kept, list) else []
        self.add(
            [
                QualityQuestion(str(row.get("text", "")), tuple(map(str, row.get("right", ()))))
                for row in rows
            ]
        )

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """One row a question."""
        return 0 if parent.isValid() else len(self._questions)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Question, right file, place with A, place with B."""
        return 0 if parent.isValid() else 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Question"),
            self.tr("Right file"),
            self.tr("Place with A"),
            self.tr("Place with B"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell."""
        question = self._questions[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() == 0:
                return question.text
            if index.column() == 1:
                return ", ".join(map(file_name, question.right))
            return self._place(index.row(), index.column() - 2)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() < 2:
            return tip_words(question.text if index.column() == 0 else "\n".join(question.right))
        return None

    def _place(self, row: int, variant: int) -> str:
        if variant >= len(self._ranks) or row >= len(self._ranks[variant]):
            return ""
        rank = self._ranks[variant][row]
        return count_words(rank) if rank else self.tr("not among 20")
