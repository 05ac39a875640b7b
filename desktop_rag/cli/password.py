"""`desktop-rag password`"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from desktop_rag.cli import options
from desktop_rag.cli.shaping import file_json
from desktop_rag.cli.terminal import Terminal, ended_with_failures, open_terminal
from desktop_rag.cli.wording import problem_text
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.source import FileEntry
from desktop_rag.link.client import Client
from desktop_rag.messages.library import FilePage, GivePassword, ListFiles, PasswordGiven

_LOOK_S = 0.1
_UNDER_WAY = ("waiting", "reading")


def password(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A protected file.")],
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep it in the system's keyring (extra: keyring).")
    ] = False,
    forget: Annotated[
        bool, typer.Option("--forget", help="Forget the password that was kept for the file.")
    ] = False,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Give the password of a protected file, which is read at once. It is asked for, or read as one
    line from standard input; it is never part of the command."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    if keep and forget:
        raise InvalidRequest("--keep and --forget contradict one another.", "Give one of them.")
    wanted = options.absolute(path)
    word = "" if forget else _asked(path)
    with terminal.engine() as engine:
        given = engine.ask(GivePassword(wanted, word, keep), PasswordGiven)
        entry = _read(engine, wanted)
    if given.problem:
        terminal.note(given.problem)
    _tell(terminal, entry)


def _asked(path: Path) -> str:
    if sys.stdin.isatty():
        word = str(typer.prompt(f"Password of {path.name}", hide_input=True, err=True))
    else:
        word = sys.stdin.readline().rstrip("\r\n")
    if not word:
        raise InvalidRequest(
            "No password was given.", "Type it when asked, or write it to standard input."
        )
    return word


def _read(engine: Client, path: str) -> FileEntry:
    """The ledger's line of the file, once it was read again."""
    while True:
        files = engine.ask(ListFiles(under=path, limit=1), FilePage).files
        if not files:
            raise InvalidRequest(f"{path} is not in the library.", "Add it first.")
        if files[0].state not in _UNDER_WAY:
            return files[0]
        time.sleep(_LOOK_S)


def _tell(terminal: Terminal, entry: FileEntry) -> None:
    if terminal.as_json:
        terminal.emit(file_json(entry))
    elif entry.code == "password":
        terminal.note(problem_text(entry))
    else:
        terminal.say(f"{entry.path}: {entry.state}.")
    if entry.code == "password":
        ended_with_failures()
