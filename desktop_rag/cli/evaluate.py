"""`desktop-rag eval`"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from desktop_rag.cli import options
from desktop_rag.cli.ask import answer_or_fail
from desktop_rag.cli.reporting import FAILURES, show_progress
from desktop_rag.cli.search import find_or_fail
from desktop_rag.cli.terminal import Terminal, ended_with_failures, open_terminal
from desktop_rag.cli.throwaway import throwaway_library
from desktop_rag.cli.tried_settings import refuse_untried, settings_of
from desktop_rag.cli.wording import problem_text
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.link.client import Client
from desktop_rag.messages.library import AddPaths, AddReport, GetStatus, Status
from desktop_rag.messages.search import Search

if TYPE_CHECKING:
    from desktop_rag.evaluation import QuestionSet
    from desktop_rag.evaluation.outcomes import Outcome
    from desktop_rag.evaluation.remarks import Remarks

_DEPTH = 20


@dataclass(frozen=True, slots=True)
class _Variant:
    """One way of indexing and searching that is measured."""

    search: Search
    indexing: dict[str, str]
    kind: str


@dataclass(frozen=True, slots=True)
class _Run:
    """What one variant came to. `files` counts those that are searchable; `failures` are files and
    searches that failed."""

    files: int
    chunks: int
    failures: int
    outcomes: list[Outcome]
    remarks: Remarks


def evaluate(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="files/, queries.jsonl, qrels.tsv")],
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option("--compare", metavar="A.toml B.toml", help="Two settings files to compare."),
    ] = None,
    no_answers: Annotated[
        bool, typer.Option("--no-answers", help="Measure the search alone.")
    ] = False,
    mode: options.Mode = None,
    rerank: options.Rerank = "",
    expand: options.Expand = None,
    threshold: options.Threshold = "",
    changes: options.Set = None,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Measure how well the questions of a set are found and answered. Uses a throw-away library
    unless --library is given.

    DIR holds files/, queries.jsonl ({"id", "text"} a line, with "answers" or "answerable": false
    where answers are to be measured) and qrels.tsv (query_id, doc_id, relevance, with a header;
    doc_id is a file's name without suffix, with #page=3 or #lines=10-24 where a question is judged
    by place). Of the search: recall, precision, nDCG, MRR, times. Of answers: exact match, token
    F1, whether they hold the right one, citation accuracy, refusals; they are quoted unless --set
    answering.kind=generated. "degraded" counts questions for which a step that was wanted did not
    run. Each search is asked for 20 hits, so retrieval.candidates under 20 counts as 20, and
    retrieval.keep only for answers.

    --compare measures the set under two settings files: for each measure the difference with its
    95 % interval, and question by question what came out differently. What stands in a file goes
    before the options. Ends with code 1 when something failed or did not run as wanted."""
    from desktop_rag.evaluation import read_question_set

    terminal = open_terminal(ctx, library, as_json=as_json)
    question_set = read_question_set(Path(options.absolute(folder)))
    search = options.search_from(
        keep=_DEPTH,
        under=None,
        types=None,
        after="",
        before="",
        languages=None,
        mode=mode,
        rerank=rerank,
        expand=expand,
        threshold=threshold,
        changes=None,
    )
    base = options.settings_from(changes)
    refuse_untried(base, "--set")
    asks = not no_answers and any(q.answers or not q.answerable for q in question_set.questions)

    def measured(chosen: dict[str, str]) -> _Run:
        variant = _variant(_without(search, chosen), base | chosen, asks=asks)
        with _library_for(terminal, own=library is None) as engine:
            return _run(terminal, engine, question_set, variant)

    if compare is None:
        runs = [measured({})]
        shaped = _figures(runs[0])
    else:
        if library is not None:
            raise InvalidRequest(
                "--compare needs a library of its own for each side.", "Leave --library out."
            )
        sides = [settings_of(path) for path in compare]
        for path, chosen in zip(compare, sides, strict=True):
            refuse_untried(chosen, str(path))
        runs = [measured(chosen) for chosen in sides]
        shaped = _compared(*runs)
    if as_json:
        terminal.emit(shaped)
    else:
        terminal.say(json.dumps(shaped, indent=2, ensure_ascii=False))
    for remark in question_set.remarks:
        terminal.note(remark)
    for side, run in zip(("A: ", "B: ") if compare else ("",), runs, strict=True):
        for sentence in run.remarks.sentences():
            terminal.note(f"{side}{sentence}")
    if any(run.failures or run.remarks.degraded for run in runs):
        ended_with_failures()


def _without(search: Search, chosen: dict[str, str]) -> Search:
    """The search without those options that a settings file says otherwise."""
    if "retrieval.mode" in chosen:
        search = msgspec.structs.replace(search, mode=None)
    if "retrieval.rerank" in chosen:
        search = msgspec.structs.replace(search, rerank="")
    if "retrieval.preprocessors" in chosen:
        search = msgspec.structs.replace(search, expand=())
    if "retrieval.threshold" in chosen:
        search = msgspec.structs.replace(search, threshold="")
    return search


def _variant(search: Search, overrides: dict[str, str], *, asks: bool) -> _Variant:
    indexing = {name: value for name, value in overrides.items() if name.startswith("indexing.")}
    others = {name: value for name, value in overrides.items() if name not in indexing}
    kind = others.get("answering.kind", "extractive") if asks else ""
    return _Variant(msgspec.structs.replace(search, overrides=others), indexing, kind)


@contextmanager
def _library_for(terminal: Terminal, *, own: bool) -> Iterator[Client]:
    if own:
        with throwaway_library(terminal) as engine:
            yield engine
    else:
        with terminal.engine() as engine:
            yield engine


def _run(terminal: Terminal, engine: Client, question_set: QuestionSet, variant: _Variant) -> _Run:
    from desktop_rag.evaluation.outcomes import Outcome, ranking_of
    from desktop_rag.evaluation.remarks import Remarks

    files = (str(question_set.files),)
    command = AddPaths(files, watch=False, overrides=variant.indexing)
    added = engine.ask(command, AddReport, on_event=show_progress(terminal))
    failures = [entry for entry in added.problems if entry.state in FAILURES]
    for entry in added.problems:
        terminal.note(problem_text(entry))
    outcomes: list[Outcome] = []
    remarks = Remarks()
    failed = len(failures)
    search = variant.search
    for number, question in enumerate(question_set.questions, start=1):
        terminal.progress(f"question {number} of {len(question_set.questions)}")
        result = find_or_fail(engine, search, question.text)
        failed += result.outcome == "failed"
        outcome = Outcome(question, ranking_of(result.hits, question.relevant), result.took_ms)
        if variant.kind:
            asked = msgspec.structs.replace(search, keep=0)
            outcome.answer = answer_or_fail(engine, asked, question.text, kind=variant.kind)
        remarks.take(result, outcome.answer)
        outcomes.append(outcome)
    terminal.progress("")
    status = engine.ask(GetStatus(), Status)
    return _Run(added.indexed + added.unchanged, status.chunks, failed, outcomes, remarks)


def _figures(run: _Run) -> dict[str, Any]:
    from desktop_rag.evaluation.outcomes import figures

    return figures(run.outcomes) | {
        "files": run.files,
        "chunks": run.chunks,
        "failures": run.failures,
        "degraded": run.remarks.degraded,
        "notices": list(run.remarks.sentences()),
    }


def _compared(first: _Run, second: _Run) -> dict[str, Any]:
    """Both reports, for each measure the difference B - A with its 95 % interval, and the questions
    that came out differently, those that got worst first."""
    from desktop_rag.evaluation.differences import differences
    from desktop_rag.evaluation.outcomes import compare

    intervals = {
        name: {
            "difference": round(interval.difference, 4),
            "low": round(interval.low, 4),
            "high": round(interval.high, 4),
            "share_better": round(interval.share_better, 4),
            "clear": interval.clear,
        }
        for name, interval in compare(first.outcomes, second.outcomes).items()
    }
    questions = [
        {
            "id": question.id,
            "text": question.text,
            "a": _rounded(question.first),
            "b": _rounded(question.second),
        }
        for question in differences(first.outcomes, second.outcomes)
    ]
    return {
        "a": _figures(first),
        "b": _figures(second),
        "difference": intervals,
        "questions": questions,
    }


def _rounded(measures: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in measures.items()}
