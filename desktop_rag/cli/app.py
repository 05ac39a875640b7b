"""All commands together, and what becomes of their failures."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from desktop_rag import __version__
from desktop_rag.cli import (
    add,
    ask,
    doctor,
    evaluate,
    files,
    library,
    models,
    password,
    remove,
    search,
    self_test,
    status,
    sync,
)
from desktop_rag.cli.terminal import Surroundings, complain
from desktop_rag.domain.errors import DesktopRagError, InvalidRequest
from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client

WRONG_USAGE = 2
COULD_NOT_RUN = 3
INTERRUPTED = 130
_LEADING = {"--library": 2, "--json": 1, "--debug": 1}

app = typer.Typer(
    name="desktop-rag",
    help="Ask your own documents, offline. Without a command the window opens.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Say which version this is.", is_eager=True, callback=_say_version
        ),
    ] = False,
) -> None:
    """Ask your own documents, offline. Without a command the window opens."""


app.command("add")(add.add)
app.command("sync")(sync.sync)
app.command("remove")(remove.remove)
app.command("password")(password.password)
app.command("status")(status.status)
app.command("files")(files.files)
app.command("search")(search.search)
app.command("ask")(ask.ask)
app.command("eval")(evaluate.evaluate)
app.command("doctor")(doctor.doctor)
app.command("self-test")(self_test.self_test)
app.add_typer(models.app, name="models")
app.add_typer(library.app, name="library")


def attach_as_command(library: Path) -> Client:
    """A client of the library's engine, which is started when none runs."""
    return attach(library, role="cli")


def main(argv: Sequence[str], surroundings: Surroundings | None = None) -> int:
    """Run one command and return its exit status: 0 done, 1 done with failures that were listed,
    2 wrong usage, 3 could not run, 130 stopped with Ctrl+C."""
    arguments = _globals_last(argv)
    if surroundings is not None:
        return _run(arguments, surroundings)
    with _pure_output(arguments) as out:
        return _run(arguments, Surroundings(attach_as_command, out, sys.stderr))


def _run(arguments: list[str], surroundings: Surroundings) -> int:
    try:
        typer.main.get_command(app).main(
            args=arguments, prog_name="desktop-rag", obj=surroundings, windows_expand_args=False
        )
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except DesktopRagError as error:
        if "--debug" in arguments:
            traceback.print_exc(file=surroundings.err)
        complain(surroundings.err, error.message, error.remedy)
        return WRONG_USAGE if isinstance(error, InvalidRequest) else COULD_NOT_RUN
    except Exception as error:  # noqa: BLE001 - the border of the process: a bug becomes a sentence
        if "--debug" in arguments:
            traceback.print_exc(file=surroundings.err)
        complain(
            surroundings.err,
            f"Something went wrong inside the application ({type(error).__name__}).",
            "Run the command again with --debug to see the details.",
        )
        return COULD_NOT_RUN
    return 0


def _globals_last(argv: Sequence[str]) -> list[str]:
    """`--library DIR search x` means the same as `search x --library DIR`."""
    rest = list(argv)
    leading: list[str] = []
    while rest and rest[0] in _LEADING:
        count = _LEADING[rest[0]]
        leading += rest[:count]
        del rest[:count]
    command_words = 2 if rest[:1] in (["models"], ["library"]) else 1
    return [*rest[:command_words], *leading, *rest[command_words:]]


@contextmanager
def _pure_output(arguments: Sequence[str]) -> Iterator[TextIO]:
    """Where to write results. With --json it is the real standard output, and whatever a library
    prints goes to the standard error."""
    if "--json" not in arguments or "--help" in arguments:
        yield sys.stdout
        _flush_calmly(sys.stdout)
        return
    sys.stdout.flush()
    original = os.dup(1)
    os.dup2(2, 1)
    out = open(os.dup(original), "w", encoding="utf-8")  # noqa: SIM115 - closed below, with care
    try:
        yield out
    finally:
        _close_calmly(out)
        _flush_calmly(sys.stdout)
        os.dup2(original, 1)
        os.close(original)


def _close_calmly(out: TextIO) -> None:
    """Close a stream whose reader may have gone: what is left in it has nowhere to go."""
    try:
        out.close()
    except BrokenPipeError:
        return


def _flush_calmly(out: TextIO) -> None:
    """Flush a stream whose reader may have gone, and let nothing be flushed into it at exit."""
    try:
        out.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
