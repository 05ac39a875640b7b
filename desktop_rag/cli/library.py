"""`desktop-rag library …`"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from desktop_rag.cli import options
from desktop_rag.cli.shaping import plain
from desktop_rag.cli.terminal import Terminal, open_terminal
from desktop_rag.cli.wording import size_text
from desktop_rag.domain.errors import InternalError, LibraryDamaged, LibraryNewer
from desktop_rag.host.moved import library_at
from desktop_rag.host.restoring import let_wait
from desktop_rag.messages.common import Done
from desktop_rag.messages.library import GetStatus, Status
from desktop_rag.messages.library_care import (
    BackUpLibrary,
    LibraryBackedUp,
    LibraryMoved,
    MoveLibrary,
    RestoreLibrary,
)

_ENDING_S = 60.0

app = typer.Typer(
    help="The library as a whole: back up, move, restore.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("backup")
def back_up(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the backup.")],
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Write the whole library into one file, while work goes on."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    with terminal.engine() as engine:
        made = engine.ask(BackUpLibrary(str(_absolute(file))), LibraryBackedUp)
    if as_json:
        terminal.emit(plain(made))
    else:
        terminal.say(f"{made.path} holds the library now ({size_text(made.size_bytes)}).")


@app.command("move")
def move(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Empty or new folder.")],
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Move the library to another folder; it is found from the old one, too."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    with terminal.engine() as engine:
        moved = engine.ask(MoveLibrary(str(_absolute(folder))), LibraryMoved)
    _say_status(terminal, f"The library is in {moved.folder} now")


@app.command("restore")
def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup made before.")],
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Put a backup in the place of the library, which is kept beside it."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    path = _absolute(file)
    with ExitStack() as stack:
        try:
            engine = stack.enter_context(terminal.engine())
        except (LibraryDamaged, LibraryNewer, InternalError):
            # the library cannot be opened: the backup is looked at by the next engine
            let_wait(library_at(terminal.library), path)
        else:
            ended = threading.Event()
            engine.on_closed = ended.set
            engine.ask(RestoreLibrary(str(path)), Done)
            ended.wait(_ENDING_S)
    _say_status(terminal, f"{path} was restored")


def _say_status(terminal: Terminal, done: str) -> None:
    with terminal.engine() as engine:
        status = engine.ask(GetStatus(), Status)
    if terminal.as_json:
        terminal.emit({"library": status.library, "documents": status.documents})
    else:
        terminal.say(f"{done}: {status.documents} documents.")


def _absolute(path: Path) -> Path:
    return path.expanduser().absolute()
