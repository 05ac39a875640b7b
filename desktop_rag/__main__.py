"""The door: picks the role of this process and imports only what that role needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
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
    if not argv or _only_window_options(argv):
        from desktop_rag.gui.app import run
        from desktop_rag.host.paths import app_paths

        return run(Path(argv[1]) if len(argv) == 2 else app_paths().default_library)
    from desktop_rag.cli.app import main as command_line

    return command_line(argv)


def _only_window_options(argv: Sequence[str]) -> bool:
    """`desktop-rag --library DIR` alone opens the window on that library."""
    return len(argv) == 2 and argv[0] == "--library"


if __name__ == "__main__":
    sys.exit(main())
