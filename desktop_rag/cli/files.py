"""`desktop-rag files`"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, get_args

import typer

from desktop_rag.cli import options
from desktop_rag.cli.shaping import file_json
from desktop_rag.cli.terminal import open_terminal
from desktop_rag.cli.wording import problem_text
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.source import FileEntry, FileState
from desktop_rag.link.client import Client
from desktop_rag.messages.library import FilePage, ListFiles

_STATES = get_args(FileState)


def files(
    ctx: typer.Context,
    state: Annotated[
        str, typer.Option("--state", metavar="S", help=f"One of {', '.join(_STATES)}.")
    ] = "",
    under: Annotated[
        str, typer.Option("--under", metavar="PATH", help="Only in this folder.")
    ] = "",
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """List the files of the library with their states, one a line."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    if state and state not in _STATES:
        raise InvalidRequest(
            f"There is no state called {state}.", f"States are {', '.join(_STATES)}."
        )
    with terminal.engine() as engine:
        for entry in every_file(engine, state, options.absolute(under) if under else ""):
            if terminal.as_json:
                terminal.emit(file_json(entry))
            else:
                terminal.say(problem_text(entry))


def every_file(engine: Client, state: str = "", under: str = "") -> Iterator[FileEntry]:
    """The whole ledger in path order, page by page."""
    after = ""
    while True:
        page = engine.ask(ListFiles(state=state, under=under, after=after), FilePage)
        yield from page.files
        if not page.more or not page.files:
            return
        after = page.files[-1].path
