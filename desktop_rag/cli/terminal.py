"""What every command needs: its engine, and the places to write to."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

from desktop_rag.host.paths import app_paths
from desktop_rag.link.client import Client

Connect = Callable[[Path], Client]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the process around a command gives it."""

    connect: Connect
    out: TextIO
    err: TextIO


@dataclass(frozen=True, slots=True)
class Terminal:
    """One run of one command."""

    surroundings: Surroundings
    library: Path
    as_json: bool

    @contextmanager
    def engine(self, library: Path | None = None) -> Iterator[Client]:
        """The engine of the library (or of another one), until the block ends."""
        client = self.surroundings.connect(library or self.library)
        try:
            yield client
        finally:
            client.close()

    def emit(self, value: Any) -> None:
        """Write one JSON value on a line of its own, in ASCII: whatever a document holds, no
        encoding and no separator of lines can break it."""
        self.surroundings.out.write(json.dumps(value, allow_nan=False) + "\n")
        self.surroundings.out.flush()

    def say(self, text: str = "", *, end: str = "\n") -> None:
        """Write text for the person (or the script) that asked."""
        self.surroundings.out.write(_printable(text, self.surroundings.out) + end)
        self.surroundings.out.flush()

    def note(self, text: str) -> None:
        """Write something beside the result, to the standard error."""
        self.surroundings.err.write(_printable(text, self.surroundings.err) + "\n")
        self.surroundings.err.flush()

    def progress(self, text: str) -> None:
        """Show what is going on, in one line that is written over; only on a terminal."""
        if not self.as_json and self.surroundings.err.isatty():
            self.surroundings.err.write(f"\r\033[K{_printable(text, self.surroundings.err)}")
            self.surroundings.err.flush()


def open_terminal(ctx: typer.Context, library: Path | None, *, as_json: bool) -> Terminal:
    """The terminal of this run."""
    surroundings = ctx.find_object(Surroundings)
    assert surroundings is not None
    folder = (library or app_paths().default_library).expanduser().absolute()
    return Terminal(surroundings, folder, as_json)


def complain(err: TextIO, message: str, remedy: str) -> None:
    """One plain sentence and what can be done."""
    err.write(_printable(f"{message} {remedy}".strip(), err) + "\n")
    err.flush()


def ended_with_failures() -> NoReturn:
    """End the command: done, with failures that were listed."""
    raise typer.Exit(1)


def could_not_run() -> NoReturn:
    """End the command: it could not run, and the reason was given."""
    raise typer.Exit(3)


def _printable(text: str, stream: TextIO) -> str:
    """The text with control characters made visible (a document must not steer the terminal) and
    with what the stream cannot encode replaced."""
    visible = "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text)
    encoding = getattr(stream, "encoding", None) or sys.getdefaultencoding()
    return visible.encode(encoding, "replace").decode(encoding)
