"""What the steps of an answer cost, also as OpenTelemetry spans."""

from __future__ import annotations

from desktop_rag.domain.hit import TraceStep
from desktop_rag.host.spans import step_ended
from desktop_rag.ports.clock import Clock


class Stopwatch:
    """Measures steps one after the other; milliseconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = clock.monotonic()
        self._last = self._start
        self._steps: list[TraceStep] = []

    def step(
        self, name: str, count_in: int, count_out: int, *, model: str = "", note: str = ""
    ) -> None:
        """Ends the step `name`, which began when the one before it ended. `note` holds no text of
        documents or questions."""
        now = self._clock.monotonic()
        done = TraceStep(name, (now - self._last) * 1000, count_in, count_out, model, note)
        self._steps.append(done)
        step_ended(done)
        self._last = now

    @property
    def steps(self) -> tuple[TraceStep, ...]:
        """The steps so far."""
        return tuple(self._steps)

    def elapsed_ms(self) -> float:
        """Since the watch was made."""
        return (self._clock.monotonic() - self._start) * 1000
