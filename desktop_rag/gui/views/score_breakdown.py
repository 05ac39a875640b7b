"""“How was this found?”: the steps with their times, and each score divided into its parts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import Hit, SearchResult, TraceStep
from desktop_rag.gui.state import words
from desktop_rag.gui.state.step_words import part_words, step_words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label, thin_line
from desktop_rag.gui.widgets.elided_label import ElidedLabel
from desktop_rag.gui.widgets.score_bar import PartSwatch, ScoreBar

_TIERS = ("keyword", "vector")


class ScoreBreakdown(QScrollArea):
    """Shows the record of one question."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scoreBreakdown")
        self.setAccessibleName(self.tr("How was this found?"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self._show((), ())

    def show_answer(self, answer: Answer, steps: tuple[TraceStep, ...]) -> None:
        """The record of an answer and the scores of its sources."""
        named = tuple((f"[{source.n}]", source.hit) for source in answer.sources)
        self._show(steps, named)

    def show_result(self, result: SearchResult) -> None:
        """The record of a search and the scores of its hits."""
        named = tuple((str(n), hit) for n, hit in enumerate(result.hits, 1))
        self._show(result.trace, named)

    def clear(self) -> None:
        """Nothing was asked yet."""
        self._show((), ())

    def _show(self, steps: tuple[TraceStep, ...], hits: tuple[tuple[str, Hit], ...]) -> None:
        body = QWidget()
        body.setObjectName("cardList")
        column = QVBoxLayout(body)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M)
        column.setSpacing(tokens.SPACE_S)
        if not steps and not hits:
            empty = label(
                self.tr("After a question, its steps, times and scores are shown here."),
                "muted",
                wrap=True,
            )
            empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(empty)
        if steps:
            column.addWidget(label(self.tr("Steps"), "section"))
            column.addLayout(self._steps(steps))
        if hits:
            column.addWidget(thin_line())
            column.addWidget(label(self.tr("Scores"), "section"))
            column.addLayout(self._legend(hits))
            largest = max(_fused(hit) for _, hit in hits)
            for name, hit in hits:
                column.addLayout(self._hit(name, hit, largest))
        column.addStretch(1)
        self.setWidget(body)

    def _steps(self, steps: tuple[TraceStep, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(tokens.SPACE_M)
        grid.setVerticalSpacing(tokens.SPACE_XS)
        grid.setColumnStretch(0, 1)
        for row, step in enumerate(steps):
            grid.addWidget(ElidedLabel(self._step_name(step)), row, 0)
            grid.addWidget(label(f"{step.count_in} → {step.count_out}", "small"), row, 1)
            took = label(words.took_words(step.ms), "small")
            took.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(took, row, 2)
        return grid

    def _step_name(self, step: TraceStep) -> str:
        extra = ", ".join(part for part in (step.model, step.note) if part)
        name = step_words(step.step)
        return f"{name} ({extra})" if extra else name

    def _legend(self, hits: tuple[tuple[str, Hit], ...]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(tokens.SPACE_XS)
        for index, tier in enumerate(_tiers(hits)):
            row.addWidget(PartSwatch(self._theme, index))
            row.addWidget(label(self._tier_name(tier), "small"))
            row.addSpacing(tokens.SPACE_S)
        row.addStretch(1)
        return row

    def _hit(self, name: str, hit: Hit, largest: float) -> QVBoxLayout:
        top = QHBoxLayout()
        badge = QLabel(name.strip("[]"))
        badge.setObjectName("badge")
        top.addWidget(badge)
        top.addWidget(ElidedLabel(words.source_words(hit)), 1)
        bar = ScoreBar(self._theme)
        parts = tuple(
            (self._tier_name(tier), hit.tiers[tier].contribution if tier in hit.tiers else 0.0)
            for tier in _tiers((("", hit),))
        )
        bar.show_parts(parts, largest)
        column = QVBoxLayout()
        column.setSpacing(tokens.SPACE_XS)
        column.setContentsMargins(0, tokens.SPACE_XS, 0, tokens.SPACE_XS)
        column.addLayout(top)
        column.addWidget(bar)
        column.addWidget(label(self._numbers(hit), "small", wrap=True))
        return column

    def _numbers(self, hit: Hit) -> str:
        said = []
        for tier in _tiers((("", hit),)):
            score = hit.tiers.get(tier)
            if score is None:
                continue
            text = self.tr("{tier}: rank {rank}, adds {part}").format(
                tier=self._tier_name(tier), rank=score.rank, part=f"{score.contribution:.4f}"
            )
            inner = ", ".join(
                f"{part_words(name)} {amount:.1f}" for name, amount in score.parts if amount
            )
            said.append(f"{text} ({inner})" if inner else text)
        if hit.rerank is not None:
            said.append(
                self.tr("{name}: {score}").format(
                    name=step_words(hit.rerank.name), score=f"{hit.rerank.score:.3f}"
                )
            )
        return " · ".join(said)

    def _tier_name(self, tier: str) -> str:
        return {"keyword": self.tr("words"), "vector": self.tr("meaning")}.get(tier, tier)


def _tiers(hits: tuple[tuple[str, Hit], ...]) -> list[str]:
    others = sorted({tier for _, hit in hits for tier in hit.tiers} - set(_TIERS))
    return [*_TIERS, *others]


def _fused(hit: Hit) -> float:
    return sum(tier.contribution for tier in hit.tiers.values())
