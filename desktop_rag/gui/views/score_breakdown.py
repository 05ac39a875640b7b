"""“How was this found?”: what was asked, the steps with their times, each score divided into its
parts, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import DroppedHit, Hit, SearchResult, TraceStep
from desktop_rag.domain.query import QueryVariant
from desktop_rag.gui.state import words
from desktop_rag.gui.state.step_words import (
    dropped_words,
    note_words,
    own_steps,
    part_words,
    step_words,
)
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label, thin_line
from desktop_rag.gui.widgets.elided_label import ElidedLabel
from desktop_rag.gui.widgets.score_bar import PartSwatch, ScoreBar

_TIERS = ("keyword", "vector")


@dataclass(frozen=True, slots=True)
class _Record:
    question: str = ""
    steps: tuple[TraceStep, ...] = ()
    hits: tuple[tuple[str, Hit], ...] = ()
    variants: tuple[QueryVariant, ...] = ()
    dropped: tuple[DroppedHit, ...] = ()


class ScoreBreakdown(QScrollArea):
    """Shows the record of one question."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scoreBreakdown")
        self.setAccessibleName(self.tr("How was this found?"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self._question = ""
        self._show(_Record())

    def show_answer(self, answer: Answer, steps: tuple[TraceStep, ...]) -> None:
        """The record of an answer and the scores of its sources."""
        named = tuple((f"[{source.n}]", source.hit) for source in answer.sources)
        self._show(_Record(answer.question, steps, named, answer.variants, answer.dropped))

    def show_result(self, result: SearchResult) -> None:
        """The record of a search and the scores of its hits."""
        named = tuple((str(n), hit) for n, hit in enumerate(result.hits, 1))
        self._show(_Record(result.query, result.trace, named, result.variants, result.dropped))

    def clear(self) -> None:
        """Nothing was asked yet."""
        self._show(_Record())

    def showEvent(self, event: QShowEvent) -> None:
        """Build what was given while nobody looked."""
        super().showEvent(event)
        if self._waiting is not None:
            self._build(self._waiting)

    def _show(self, record: _Record) -> None:
        self._waiting: _Record | None = record
        if self.isVisible():
            self._build(record)

    def _build(self, record: _Record) -> None:
        self._waiting = None
        body = QWidget()
        body.setObjectName("cardList")
        column = QVBoxLayout(body)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M)
        column.setSpacing(tokens.SPACE_S)
        if not record.steps and not record.hits:
            column.addWidget(self._empty())
        if record.variants:
            column.addWidget(label(self.tr("Also asked"), "section"))
            for variant in record.variants:
                column.addLayout(self._variant(variant))
            column.addWidget(thin_line())
        if record.steps:
            column.addWidget(label(self.tr("Steps"), "section"))
            column.addLayout(self._steps(record.steps))
        if record.hits:
            column.addWidget(thin_line())
            column.addWidget(label(self.tr("Scores"), "section"))
            tiers = _tiers(record.hits)
            column.addLayout(self._legend(tiers))
            largest = max(_fused(hit) for _, hit in record.hits)
            for name, hit in record.hits:
                column.addLayout(self._hit(name, hit, largest, tiers))
        if record.dropped:
            column.addWidget(thin_line())
            column.addWidget(label(self.tr("Found, but left out"), "section"))
            column.addLayout(self._dropped(record.dropped))
        column.addStretch(1)
        self._replace(body, same=record.question == self._question)
        self._question = record.question

    def _replace(self, body: QWidget, *, same: bool) -> None:
        """Show another record: one of the same question at the same place."""
        bar = self.verticalScrollBar()
        place = bar.value() if same else 0
        self.setWidget(body)
        bar.setValue(place)

    def _empty(self) -> QLabel:
        empty = label(
            self.tr("After a question, its steps, times and scores are shown here."),
            "muted",
            wrap=True,
        )
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return empty

    def _variant(self, variant: QueryVariant) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(f"“{variant.text}”", wrap=True))
        weight = self.tr("counts {weight}").format(weight=QLocale().toString(variant.weight))
        column.addWidget(label(f"{step_words(variant.by)} · {weight}", "small", wrap=True))
        return column

    def _dropped(self, dropped: tuple[DroppedHit, ...]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        for hit in dropped:
            place = words.place_words(hit.place)
            name = words.file_name(hit.path)
            column.addWidget(ElidedLabel(f"{name} · {place}" if place else name))
            score = "" if hit.score is None else f" · {words.decimal_words(hit.score, 3)}"
            column.addWidget(label(f"{dropped_words(hit.by)}{score}", "small", wrap=True))
            column.addSpacing(tokens.SPACE_XS)
        return column

    def _steps(self, steps: tuple[TraceStep, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(tokens.SPACE_M)
        grid.setVerticalSpacing(tokens.SPACE_XS)
        grid.setColumnStretch(0, 1)
        for row, step in enumerate(steps):
            grid.addWidget(label(self._step_name(step), wrap=True), row, 0)
            grid.addWidget(label(f"{step.count_in} → {step.count_out}", "small"), row, 1)
            took = label(words.took_words(step.ms), "small")
            took.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(took, row, 2)
        total = sum(step.ms for step in steps)
        whole = label(words.took_words(total), "small")
        whole.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(label(self.tr("all together"), "small"), len(steps), 0)
        grid.addWidget(whole, len(steps), 2)
        return grid

    def _step_name(self, step: TraceStep) -> str:
        known = step.model in own_steps()
        name = step_words(step.model if known else step.step)
        model = "" if known else step.model
        extra = ", ".join(part for part in (model, note_words(step.note)) if part)
        return f"{name} ({extra})" if extra else name

    def _legend(self, tiers: list[str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(tokens.SPACE_XS)
        for index, tier in enumerate(tiers):
            row.addWidget(PartSwatch(self._theme, index))
            row.addWidget(label(self._tier_name(tier), "small"))
            row.addSpacing(tokens.SPACE_S)
        row.addStretch(1)
        return row

    def _hit(self, name: str, hit: Hit, largest: float, tiers: list[str]) -> QVBoxLayout:
        top = QHBoxLayout()
        badge = QLabel(name.strip("[]"))
        badge.setObjectName("badge")
        top.addWidget(badge)
        top.addWidget(ElidedLabel(words.source_words(hit)), 1)
        bar = ScoreBar(self._theme)
        parts = tuple(
            (self._tier_name(tier), hit.tiers[tier].contribution if tier in hit.tiers else 0.0)
            for tier in tiers  # of all hits, so that a colour means the same in each bar
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
                tier=self._tier_name(tier),
                rank=score.rank,
                part=words.decimal_words(score.contribution, 4),
            )
            inner = ", ".join(
                f"{part_words(name)} {words.decimal_words(amount, 1)}"
                for name, amount in score.parts
                if amount
            )
            said.append(f"{text} ({inner})" if inner else text)
        if hit.rerank is not None:
            said.append(
                self.tr("{name}: {score}").format(
                    name=step_words(hit.rerank.name), score=words.decimal_words(hit.rerank.score, 3)
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
