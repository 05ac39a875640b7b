"""Libraries that live as long as one command."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.cli.terminal import Terminal
from desktop_rag.domain.errors import DesktopRagError, LibraryReadOnly
from desktop_rag.host.paths import app_paths, private_folder
from desktop_rag.link.client import Client
from desktop_rag.messages.common import Shutdown

_LOG = logging.getLogger(__name__)
_CLOSING_S = 30


@contextmanager
def throwaway_library(terminal: Terminal) -> Iterator[Client]:
    """The engine of a fresh library under the application's own folder. Both are gone after."""
    try:
        home = private_folder(app_paths().data / "temporary")
        folder = Path(tempfile.mkdtemp(prefix="library-", dir=home))
    except OSError as error:
        raise LibraryReadOnly(
            f"There is no room for a temporary library: {error.strerror}.",
            "Set DESKTOP_RAG_HOME to a folder that can be written to.",
            detail=str(error),
        ) from error
    try:
        with terminal.engine(folder) as engine:
            try:
                yield engine
            finally:
                _shut_down(engine)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _shut_down(engine: Client) -> None:
    try:
        engine.call(Shutdown(), timeout=_CLOSING_S)
    except DesktopRagError as error:
        _LOG.warning("the engine of a temporary library did not say goodbye: %s", error.detail)
