"""The door: picks the role of this process and imports only what that role needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run in the role that the arguments name; the window when there are none."""
    argv = list(sys.argv[1:] if arguments is None else arguments)
    role = argv[0] if argv else ""
    if role == "_engine":
        from desktop_rag.engine.process import run_engine

        return run_engine(Path(argv[1]), Path(argv[2]))
    if role == "_reader":
        from desktop_rag.engine.reader_worker import run_reader

        return run_reader(argv[1])
    if role == "_model_host":
        from desktop_rag.engine.model_host import run_model_host

        return run_model_host(argv[1])
    if role == "_download":
        from desktop_rag.engine.model_downloader import run_downloader

        return run_downloader(argv[1])
    if role == "_probe":
        from desktop_rag.stores.probe import main as probe

        return probe(argv[1])
    wanted = window_wanted(argv)
    if wanted is not None:
        from desktop_rag.gui.app import run
        from desktop_rag.host.paths import app_paths

        library = wanted.library or app_paths().default_library
        return run(library, wanted.paths, hidden=wanted.hidden)
    from desktop_rag.cli.app import main as command_line

    return command_line(argv)


@dataclass(frozen=True, slots=True)
class WindowWanted:
    """A start of the window: on which library (None: the default), with which files to ask about,
    and whether it begins in the system tray."""

    library: Path | None = None
    paths: tuple[str, ...] = ()
    hidden: bool = False


def window_wanted(argv: Sequence[str]) -> WindowWanted | None:
    """What `desktop-rag [--library DIR] [--hidden] [FILE…]` asks for; None when it is a command.

    A file or folder must exist and look like a path, so that a folder called `files` does not
    stand in the way of the command."""
    library, hidden = None, False
    paths: list[str] = []
    rest = iter(argv)
    for argument in rest:
        if argument == "--library" and not paths:
            folder = next(rest, None)
            if folder is None:
                return None
            library = Path(folder)
        elif argument == "--hidden":
            hidden = True
        elif _looks_like_a_path(argument) and os.path.exists(argument):
            paths.append(argument)
        else:
            return None
    return WindowWanted(library, tuple(paths), hidden)


def _looks_like_a_path(argument: str) -> bool:
    return os.sep in argument or "/" in argument or "." in argument


if __name__ == "__main__":
    sys.exit(main())
