"""`desktop-rag search`"""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from desktop_rag.cli import options
from desktop_rag.cli.questions import one_text, read_questions
from desktop_rag.cli.shaping import search_json
from desktop_rag.cli.terminal import Terminal, could_not_run, ended_with_failures, open_terminal
from desktop_rag.cli.wording import hit_text, trace_text
from desktop_rag.domain.errors import DesktopRagError, EngineGone
from desktop_rag.domain.hit import SearchResult
from desktop_rag.link.client import Client
from desktop_rag.messages.search import HitsFound, Search


def search(
    ctx: typer.Context,
    query: Annotated[list[str] | None, typer.Argument(metavar="QUERY")] = None,
    queries: options.Queries = None,
    keep: options.Keep = 0,
    under: options.Under = None,
    types: options.Types = None,
    after: options.After = "",
    before: options.Before = "",
    languages: options.Lang = None,
    mode: options.Mode = None,
    rerank: options.Rerank = "",
    expand: options.Expand = None,
    threshold: options.Threshold = "",
    changes: options.Set = None,
    explain: options.Explain = False,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Find passages. With --queries one JSON object is printed for each question, in order."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    text = one_text(query, queries, "search")
    wanted = options.search_from(
        keep=keep,
        under=under,
        types=types,
        after=after,
        before=before,
        languages=languages,
        mode=mode,
        rerank=rerank,
        expand=expand,
        threshold=threshold,
        changes=changes,
    )
    if queries is not None:
        questions = read_questions(queries)
        failed = 0
        with terminal.engine() as engine:
            for question in questions:
                result = find_or_fail(engine, wanted, question.text)
                failed += result.outcome == "failed"
                terminal.emit(search_json(result, question.id, explain=explain))
        if failed:
            ended_with_failures()
        return
    with terminal.engine() as engine:
        result = find(engine, msgspec.structs.replace(wanted, text=text))
    _tell(terminal, result, explain=explain)


def find(engine: Client, wanted: Search) -> SearchResult:
    """One search."""
    return engine.ask(wanted, HitsFound).result


def find_or_fail(engine: Client, wanted: Search, text: str) -> SearchResult:
    """One search of many, read literally: its failure is its own result. Raises `EngineGone`."""
    try:
        return find(engine, msgspec.structs.replace(wanted, text=text, syntax=False))
    except EngineGone:
        raise
    except DesktopRagError as error:
        return SearchResult(text, "failed", message=error.message, remedy=error.remedy)


def _tell(terminal: Terminal, result: SearchResult, *, explain: bool) -> None:
    if terminal.as_json:
        terminal.emit(search_json(result, explain=explain))
    else:
        for n, hit in enumerate(result.hits, start=1):
            terminal.say(hit_text(hit, n, explain=explain) + "\n")
        if result.outcome == "nothing_found":
            terminal.say(result.message or "Nothing was found.")
        if explain:
            terminal.say(trace_text(result.trace))
        if result.outcome == "found" and result.message:
            terminal.note(f"{result.message} {result.remedy}".strip())
    for notice in result.notices:
        terminal.note(notice)
    if result.outcome == "failed":
        terminal.note(f"{result.message or 'The search failed.'} {result.remedy}".strip())
        could_not_run()
