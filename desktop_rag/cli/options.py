"""Options that several commands share, and what their text means."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.query import Filters, SearchMode
from desktop_rag.messages.search import Search
from desktop_rag.settings import Settings, override

Library = Annotated[
    Path | None,
    typer.Option("--library", metavar="DIR", help="The library's folder.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show a traceback when something fails.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="SECTION.FIELD=VALUE", help="Any setting, for this call."),
]
Queries = Annotated[
    Path | None,
    typer.Option("--queries", metavar="FILE.jsonl", help='Questions, {"id", "text"} a line.'),
]
Keep = Annotated[
    int, typer.Option("-k", metavar="N", min=0, max=100, help="Hits wanted; 0: as in settings.")
]
Under = Annotated[
    list[str] | None, typer.Option("--in", metavar="PATH", help="Only in this folder or file.")
]
Types = Annotated[
    list[str] | None, typer.Option("--type", metavar="SUFFIX", help="Only this kind: pdf, md …")
]
After = Annotated[
    str, typer.Option("--after", metavar="DATE", help="Changed on this day or later.")
]
Before = Annotated[str, typer.Option("--before", metavar="DATE", help="Changed before this day.")]
Lang = Annotated[
    list[str] | None, typer.Option("--lang", metavar="CODE", help="Only in this language.")
]
Mode = Annotated[
    SearchMode | None, typer.Option("--mode", help="Search by meaning, by words, or by both.")
]
Rerank = Annotated[str, typer.Option("--rerank", metavar="NAME", help="Reranker to use, or none.")]
Expand = Annotated[
    list[str] | None,
    typer.Option("--expand", metavar="STEP", help="none, rewrite, decompose or hyde."),
]
Threshold = Annotated[
    str,
    typer.Option("--threshold", metavar="RULE", help="none, fixed:0.5 or adaptive:0.6."),
]
Explain = Annotated[bool, typer.Option("--explain", help="Say how each score came about.")]


def absolute(path: str | Path) -> str:
    """The path as the engine knows it: absolute, links kept."""
    return os.path.abspath(os.path.expanduser(path))


def existing(paths: Sequence[Path]) -> tuple[str, ...]:
    """The paths, absolute; raises `InvalidRequest` when there is nothing at one of them."""
    for path in paths:
        if not os.path.lexists(absolute(path)):
            raise InvalidRequest(f"There is nothing at {path}.", "Check the spelling of the path.")
    return tuple(absolute(path) for path in paths)


def settings_from(pairs: Sequence[str] | None) -> dict[str, str]:
    """`SECTION.FIELD=VALUE` texts as a mapping; raises `InvalidRequest` for one that is wrong."""
    changes: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidRequest(
                f"--set {pair} names no value.",
                "Write --set SECTION.FIELD=VALUE, for example --set retrieval.keep=8.",
            )
        changes[name.strip()] = value
    override(Settings(), changes)
    return changes


def search_from(
    *,
    keep: int,
    under: Sequence[str] | None,
    types: Sequence[str] | None,
    after: str,
    before: str,
    languages: Sequence[str] | None,
    mode: SearchMode | None,
    rerank: str,
    expand: Sequence[str] | None,
    threshold: str,
    changes: Sequence[str] | None,
) -> Search:
    """The search that these options describe, without a text yet."""
    overrides = settings_from(changes)
    if threshold:
        override(Settings(), {"retrieval.threshold": threshold})
    return Search(
        text="",
        keep=keep,
        filters=Filters(
            under=tuple(absolute(path) for path in under or ()),
            types=tuple(kind.lstrip(".").lower() for kind in types or ()),
            after=_seconds(after, "--after"),
            before=_seconds(before, "--before"),
            languages=tuple(code.lower() for code in languages or ()),
        ),
        mode=mode,
        rerank=rerank,
        expand=_steps(expand),
        threshold=threshold,
        overrides=overrides,
    )


def _steps(expand: Sequence[str] | None) -> tuple[str, ...]:
    known = ("none", "rewrite", "decompose", "hyde")
    for step in expand or ():
        if step not in known:
            raise InvalidRequest(
                f"There is no way to expand a question called {step}.",
                f"Use one of {', '.join(known)}.",
            )
    return tuple(expand or ())


def _seconds(date: str, option: str) -> float | None:
    if not date:
        return None
    try:
        return datetime.fromisoformat(date).timestamp()
    except ValueError as error:
        raise InvalidRequest(
            f"{option} {date} is not a date.", "Write it as 2026-03-31 or 2026-03-31T14:00."
        ) from error
