"""After a start the library does not know yet what changed while the engine was not running: the
first questions wait a moment for it, and say so when it takes longer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.domain.hit import TraceStep
from desktop_rag.engine.following import Follower
from desktop_rag.stores.catalogue import Catalogue

_STEP_S = 0.05
_FEW = 100  # files that are read again within the time a question can wait; more are not waited for
_WORTH_TELLING_S = 0.05


@dataclass(frozen=True, slots=True)
class Caught:
    """How far a question's folders are known. `behind`: changed files not read yet; -1 when the
    comparison with the disk itself is not done."""

    waited_s: float
    behind: int

    def steps(self) -> tuple[TraceStep, ...]:
        """What the trace should say of it."""
        if self.behind == 0 and self.waited_s < _WORTH_TELLING_S:
            return ()
        note = "all" if self.behind == 0 else "not all"
        return (TraceStep("catch_up", self.waited_s * 1000, 0, max(self.behind, 0), note=note),)

    def notices(self) -> tuple[str, ...]:
        """What the person should read beside the answer."""
        if self.behind == 0:
            return ()
        if self.behind < 0:
            return ("The folders are still being compared with the disk; this may be out of date.",)
        if self.behind == 1:
            text = "One changed file is still being read; what it says now is not searched yet."
            return (text,)
        return (
            f"{self.behind} changed files are still being read; what they say now is not "
            "searched yet.",
        )


class CatchingUp:
    """Knows whether the comparison at start was taken in. Safe to use from several threads."""

    def __init__(self, follower: Follower, catalogue: Catalogue) -> None:
        self._follower = follower
        self._catalogue = catalogue
        self._over = threading.Event()

    def wait(
        self, under: tuple[str, ...], longest_s: float, cancelled: Callable[[], bool]
    ) -> Caught:
        """Wait until what changed under these paths (anywhere when empty) before the start was
        read, `longest_s` seconds at most."""
        begun = time.monotonic()
        if self._over.is_set():
            return Caught(0.0, 0)
        while True:
            behind = self._behind(under)
            waited = time.monotonic() - begun
            if behind == 0 or behind > _FEW or waited >= longest_s or cancelled():
                return Caught(waited, behind)
            time.sleep(_STEP_S)

    def _behind(self, under: tuple[str, ...]) -> int:
        if not self._follower.compared.is_set():
            return -1
        if self._follower.found_at_start == 0 or self._waiting(()) == 0:
            self._over.set()
            return 0
        return self._waiting(under)

    def _waiting(self, under: tuple[str, ...]) -> int:
        return sum(
            self._catalogue.count_files(state=state, under=path)
            for path in under or ("",)
            for state in ("waiting", "reading")
        )
