"""`desktop-rag remove`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desktop_rag.cli import options
from desktop_rag.cli.terminal import ended_with_failures, open_terminal
from desktop_rag.messages.library import RemovePaths, RemoveReport


def remove(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Folders or files.")],
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Forget folders or files. They themselves are never touched."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    wanted = tuple(options.absolute(path) for path in paths)
    with terminal.engine() as engine:
        result = engine.ask(RemovePaths(wanted), RemoveReport)
    if terminal.as_json:
        terminal.emit({"forgotten": result.forgotten, "unknown": list(result.unknown)})
    else:
        terminal.say(f"{result.forgotten} files forgotten.")
        for path in result.unknown:
            terminal.note(f"{path} is not in the library.")
    if result.unknown:
        ended_with_failures()
