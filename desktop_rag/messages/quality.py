"""Measuring how well questions are found, and comparing two settings."""

from __future__ import annotations

from desktop_rag.messages.base import Base


class QualityQuestion(Base, frozen=True):
    """A question whose right files are known. `right`: absolute paths, or document ids as in a
    question set (a file's name without suffix; `#page=3` may follow)."""

    text: str
    right: tuple[str, ...]


class MeasureQuality(Base, frozen=True):
    """Ask each question of the library once per variant. `variants`: settings for the search, as
    `section.field` texts; the first is compared with the second. Replies `QualityProgressed`
    events, then `QualityMeasured`. A `Cancel` ends it with `Stopped`."""

    questions: tuple[QualityQuestion, ...]
    variants: tuple[dict[str, str], ...] = ({},)


class QualityProgressed(Base, frozen=True):
    """Event: how many searches of all are done."""

    done: int
    total: int


class QualityReport(Base, frozen=True):
    """What one variant came to. `measures`: means in [0, 1] by name (`recall@5`, `mrr` …).
    `ranks`: per question the 1-based place of its first right file among 20, or 0. `degraded`: for
    how many questions a step that was wanted did not do its work; `notices`: sentences that say
    which, and whatever else the person should read beside the figures."""

    measures: dict[str, float]
    ranks: tuple[int, ...]
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    degraded: int = 0
    notices: tuple[str, ...] = ()


class QualityDifference(Base, frozen=True):
    """Second minus first of one measure with its 95 % interval. `clear`: 0 lies outside of it."""

    measure: str
    difference: float
    low: float
    high: float
    clear: bool


class QualityMeasured(Base, frozen=True):
    """A report per variant; `differences` when there were two."""

    reports: tuple[QualityReport, ...]
    differences: tuple[QualityDifference, ...] = ()


class SuggestQuestions(Base, frozen=True):
    """Make questions from passages of files in the library. Replies `QuestionsReady`. Another
    `seed` gives others."""

    count: int = 20
    seed: int = 0


class ReadQuestions(Base, frozen=True):
    """Read the questions of a question set's folder. Replies `QuestionsReady`."""

    folder: str


class QuestionsReady(Base, frozen=True):
    """Questions to measure. `files`: the folder of the set's documents, or empty."""

    questions: tuple[QualityQuestion, ...]
    files: str = ""
