"""One window for a library: a second start hands its files to the first and ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.host.moved import library_at
from desktop_rag.host.paths import LibraryPaths

_LOG = logging.getLogger(__name__)
_PATIENCE_S = 3.0


def hand_over(library: Path, paths: Sequence[str]) -> bool:
    """Ask the window that is open on `library` to come to the front and take `paths`. False when
    there is none, or when its engine gives no answer soon. Costs nothing while no engine runs."""
    library = library_at(library.expanduser().absolute())
    if not LibraryPaths(library).address.exists():
        return False
    came: list[bool] = []
    asking = threading.Thread(
        target=lambda: came.append(_ask(library, paths)), name="hand-over", daemon=True
    )
    asking.start()
    asking.join(_PATIENCE_S)
    return came == [True]


def _ask(library: Path, paths: Sequence[str]) -> bool:
    from desktop_rag.link.attach import attach
    from desktop_rag.messages.common import ShowWindow, WindowShown

    try:
        engine = attach(library, role="hand_over", start=False)
    except DesktopRagError as error:
        _LOG.debug("no window to hand over to: %s", error.message)
        return False
    try:
        absolute = tuple(str(Path(path).expanduser().absolute()) for path in paths)
        return engine.ask(ShowWindow(absolute), WindowShown, timeout=_PATIENCE_S).came
    except DesktopRagError as error:
        _LOG.warning("the open window did not answer: %s", error.message)
        return False
    finally:
        engine.close()
