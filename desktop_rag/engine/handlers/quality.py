"""Measuring the library with questions whose right files are known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from desktop_rag.domain.errors import InvalidRequest, Stopped
from desktop_rag.domain.source import FileEntry
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.handlers.search import in_its_own_order, run_search
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages.quality import (
    MeasureQuality,
    QualityDifference,
    QualityMeasured,
    QualityProgressed,
    QualityQuestion,
    QualityReport,
    QuestionsReady,
    ReadQuestions,
    SuggestQuestions,
)
from desktop_rag.messages.search import Search

if TYPE_CHECKING:
    from desktop_rag.evaluation.outcomes import Outcome
    from desktop_rag.evaluation.remarks import Remarks

_DEPTH = 20
_MOST_QUESTIONS = 5000
_PART_CHARS = 20_000


def measure(engine: Engine, message: MeasureQuality, reply: Reply) -> None:
    """Search each question with each variant's settings and compare where right files come."""
    from desktop_rag.evaluation.outcomes import compare
    from desktop_rag.evaluation.remarks import Remarks

    if not message.questions:
        raise InvalidRequest("There is no question to measure.", "Write one, or load a set.")
    if len(message.questions) > _MOST_QUESTIONS:
        raise InvalidRequest(
            f"{len(message.questions)} questions are too many; {_MOST_QUESTIONS} are the most.",
            "Measure fewer at a time.",
        )
    total = len(message.questions) * len(message.variants)
    runs, reports = [], []
    for number, overrides in enumerate(message.variants):
        progress = (number * len(message.questions), total)
        remarks = Remarks()
        run = list(_outcomes(engine, message.questions, overrides, reply, progress, remarks))
        runs.append(run)
        reports.append(_report(run, remarks))
    found = compare(runs[0], runs[1]).items() if len(runs) > 1 else ()
    differences = tuple(
        QualityDifference(name, i.difference, i.low, i.high, i.clear) for name, i in found
    )
    reply.finish(QualityMeasured(tuple(reports), differences))


def _outcomes(
    engine: Engine,
    questions: tuple[QualityQuestion, ...],
    overrides: dict[str, str],
    reply: Reply,
    progress: tuple[int, int],
    remarks: Remarks,
) -> Iterator[Outcome]:
    from desktop_rag.evaluation import EvalQuestion
    from desktop_rag.evaluation.outcomes import Outcome, ranking_of

    done, total = progress
    for number, asked in enumerate(questions):
        if reply.cancelled():
            raise Stopped("The measurement was stopped.")
        search = Search(asked.text, keep=_DEPTH, overrides=overrides, syntax=False)
        search = in_its_own_order(search, engine.settings())
        result = run_search(engine, search, None, reply.cancelled)
        remarks.take(result)
        question = EvalQuestion(str(number), asked.text, dict.fromkeys(asked.right, 1))
        yield Outcome(question, ranking_of(result.hits, question.relevant), result.took_ms)
        reply.event(QualityProgressed(done + number + 1, total))


def _report(outcomes: list[Outcome], remarks: Remarks) -> QualityReport:
    from desktop_rag.evaluation.outcomes import figures, means

    times = figures(outcomes)["ms"]
    ranks = tuple(round(1 / o.measures["mrr"]) if o.measures["mrr"] else 0 for o in outcomes)
    return QualityReport(
        means(outcomes),
        ranks,
        times["p50"] or 0.0,
        times["p95"] or 0.0,
        remarks.degraded,
        remarks.sentences(),
    )


def suggest(engine: Engine, message: SuggestQuestions, reply: Reply) -> None:
    """Questions from files all over the library, each about one of them."""
    from desktop_rag.evaluation.known_items import known_item_question

    random = Random(message.seed)
    entries = _readable(engine)
    random.shuffle(entries)
    made: list[QualityQuestion] = []
    for entry in entries:
        if len(made) >= message.count or reply.cancelled():
            break
        question = known_item_question(_some_text(engine, entry, random), random)
        if question:
            made.append(QualityQuestion(question, (entry.path,)))
    if not made:
        raise InvalidRequest(
            "There is no file to make questions from.", "Add a folder and let it be indexed."
        )
    reply.finish(QuestionsReady(tuple(made)))


def _readable(engine: Engine) -> list[FileEntry]:
    entries, _more = engine.catalogue.files(state="indexed", limit=_MOST_QUESTIONS)
    return [entry for entry in entries if entry.mode != "code" and entry.chunks]


def _some_text(engine: Engine, entry: FileEntry, random: Random) -> str:
    document = engine.documents.document_at(entry.path, entry.content_hash)
    if document is None:
        return ""
    total = engine.documents.text(document, 0, 0)[1]
    start = random.randrange(max(total - _PART_CHARS, 0) + 1)
    return engine.documents.text(document, start, start + _PART_CHARS)[0]


def read(engine: Engine, message: ReadQuestions, reply: Reply) -> None:
    """The questions of a set that have a right document."""
    from desktop_rag.evaluation import read_question_set

    found = read_question_set(Path(message.folder))
    judged = (q for q in found.questions if any(q.relevant.values()))
    questions = tuple(
        QualityQuestion(q.text, tuple(id for id, grade in q.relevant.items() if grade > 0))
        for q in islice(judged, _MOST_QUESTIONS)
    )
    if not questions:
        raise InvalidRequest("No question of this set has a right document.", "Correct qrels.tsv.")
    reply.finish(QuestionsReady(questions, str(found.files)))


ROUTES: Routes = {MeasureQuality: measure, SuggestQuestions: suggest, ReadQuestions: read}
