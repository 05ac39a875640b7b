"""The log: a rotating file in the application's own folder, without personal text."""

from __future__ import annotations

import logging
import logging.handlers
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.host.paths import private_folder


def start_log(folder: Path, process: str, *, debug: bool = False) -> None:
    """Write the log of this process to `folder`/`process`.log (3 files of 1 MB at most)."""
    root = logging.getLogger()
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    try:
        private_folder(folder)
        target = folder / f"{process}.log"
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            target, maxBytes=1_000_000, backupCount=2, encoding="utf-8"
        )
        if os.name == "posix":
            target.chmod(0o600)
    except OSError:
        handler = (
            logging.StreamHandler()
        )  # a disk that is read-only or full: stderr is what is left
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    for noisy in ("httpx", "urllib3", "filelock", "sentence_transformers", "chromadb", "watchdog"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


@contextmanager
def error_output(folder: Path, process: str) -> Iterator[int]:
    """A file descriptor for a child's standard error: `folder`/`process`-errors.log, begun anew, or
    the null device where that cannot be written. Native libraries and crashes speak there."""
    path = folder / f"{process}-errors.log"
    try:
        private_folder(folder)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError:
        descriptor = os.open(os.devnull, os.O_WRONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
