"""What a measurement came to: one plain sentence, and the figures below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from desktop_rag.gui.state.words import count_words, decimal_words, took_words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.messages.quality import QualityDifference, QualityMeasured, QualityReport

_LEAST_BAR = 80
_MEASURES = ("recall@1", "recall@5", "recall@20", "mrr", "ndcg@10")


class QualityResults(QFrame):
    """Empty and hidden until `show_measured`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("qualityResults")
        self.setAccessibleName(self.tr("Result of the measurement"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(tokens.SPACE_S)
        self._body: QWidget | None = None
        self.hide()

    def show_measured(self, measured: QualityMeasured) -> None:
        """Show the figures of one or two variants."""
        self.clear()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(tokens.SPACE_M)
        said = self.verdict(measured)
        column.addWidget(label(said, wrap=True))
        column.addLayout(self._table(measured))
        self._column.addWidget(body)
        self._body = body
        self.setAccessibleDescription(said)
        self.show()

    def clear(self) -> None:
        """Show nothing."""
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
            self._body = None
        self.hide()

    def verdict(self, measured: QualityMeasured) -> str:
        """The result in a sentence for each variant, and which is better."""
        first, *others = map(self._found_words, measured.reports)
        if not others:
            return "\n".join([first, *_warnings(measured)])
        clear = [d for d in measured.differences if d.clear and d.measure in _MEASURES]
        better = sum(d.difference > 0 for d in clear) * 2 > len(clear)
        sure = self.tr("B is better.") if better else self.tr("A is better.")
        chance = self.tr("The difference may be chance.")
        if not any(found.difference for found in measured.differences):
            chance = self.tr("There is no difference.")
        result = f"A: {first}\nB: {others[0]}\n{sure if clear else chance}"
        return "\n".join([result, *_warnings(measured)])

    def _found_words(self, report: QualityReport) -> str:
        first = sum(rank == 1 for rank in report.ranks)
        near = sum(0 < rank <= 5 for rank in report.ranks)
        return self.tr(
            "The right file came first for {first} of {all} questions, among the first five for "
            "{near}."
        ).format(first=count_words(first), all=count_words(len(report.ranks)), near=near)

    def _table(self, measured: QualityMeasured) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(tokens.SPACE_L)
        grid.setVerticalSpacing(tokens.SPACE_S)
        grid.setColumnStretch(0, 1)
        two = len(measured.reports) > 1
        heads = ["", "A", "B", self.tr("difference"), self.tr("95 % interval")]
        for column, head in enumerate(heads if two else ["", ""]):
            grid.addWidget(label(head, "section"), 0, column)
        differences = {d.measure: d for d in measured.differences}
        for row, measure in enumerate(_MEASURES, 1):
            grid.addWidget(label(self._measure_words(measure)), row, 0)
            for column, report in enumerate(measured.reports, 1):
                grid.addWidget(label(_share(report.measures.get(measure, 0.0))), row, column)
            if measure in differences:
                self._add_difference(grid, row, differences[measure])
        row = len(_MEASURES) + 1
        grid.addWidget(label(self.tr("time of a search, half are faster")), row, 0)
        for column, report in enumerate(measured.reports, 1):
            grid.addWidget(label(took_words(report.p50_ms)), row, column)
        return grid

    def _add_difference(self, grid: QGridLayout, row: int, found: QualityDifference) -> None:
        sign = "+" if found.difference > 0 else ""
        said = f"{sign}{_share(found.difference)}"
        grid.addWidget(label(f"{said} ●" if found.clear else said), row, 3)
        grid.addWidget(IntervalBar(self._theme, found, self._interval_words(found)), row, 4)

    def _interval_words(self, found: QualityDifference) -> str:
        said = self.tr("between {low} and {high}").format(
            low=_share(found.low), high=_share(found.high)
        )
        sure = self.tr("clear") if found.clear else self.tr("may be chance")
        return f"{said}: {sure}"

    def _measure_words(self, measure: str) -> str:
        return {
            "recall@1": self.tr("right file first"),
            "recall@5": self.tr("among the first 5"),
            "recall@20": self.tr("among the first 20"),
            "mrr": self.tr("mean of 1 / place (MRR)"),
            "ndcg@10": self.tr("order of the first 10 (nDCG)"),
        }[measure]


def _warnings(measured: QualityMeasured) -> list[str]:
    """What went wrong with steps of the searches that were measured."""
    names = ("A: ", "B: ") if len(measured.reports) > 1 else ("",)
    return [
        f"⚠ {name}{notice}"
        for name, report in zip(names, measured.reports, strict=False)
        for notice in report.notices
    ]


class IntervalBar(QWidget):
    """An interval within [-1, 1] with zero marked; a clear one is filled, another is hollow."""

    def __init__(self, theme: Theme, found: QualityDifference, said: str) -> None:
        super().__init__()
        self._theme = theme
        self._found = found
        self._reach = max(abs(found.low), abs(found.high), 0.05)
        self.setToolTip(said)
        self.setAccessibleName(said)
        self.setMinimumSize(_LEAST_BAR, theme.scaled(14))

    def sizeHint(self) -> QSize:
        """Wide enough for an interval to be seen."""
        return QSize(self._theme.scaled(160), self._theme.scaled(14))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw zero, the interval and its middle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, middle = self._theme.colours, self.height() / 2
        zero = self._x(0.0)
        painter.setPen(QColor(colours.control))
        painter.drawLine(QPointF(zero, 0), QPointF(zero, self.height()))
        painter.setPen(QColor(colours.accent))
        painter.setBrush(QColor(colours.accent) if self._found.clear else Qt.BrushStyle.NoBrush)
        low, high = self._x(self._found.low), self._x(self._found.high)
        painter.drawRoundedRect(QRectF(low, middle - 3, max(high - low, 2), 6), 3, 3)
        painter.setBrush(QColor(colours.text))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(self._x(self._found.difference), middle), 3, 3)

    def _x(self, value: float) -> float:
        return 4 + (self.width() - 8) * (value / self._reach + 1) / 2


def _share(value: float) -> str:
    return decimal_words(value, 3)
