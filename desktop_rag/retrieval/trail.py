"""The record of one question: what each step did and cost, also as OpenTelemetry spans."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import TraceStep
from desktop_rag.host.spans import describe, step_span
from desktop_rag.ports.clock import Clock


@dataclass(slots=True)
class OpenStep:
    """A step that is running; what the step sets here is recorded when it ends."""

    count_in: int = 0
    count_out: int = 0
    model: str = ""
    note: str = ""
    scores: tuple[float, ...] = ()
    problem: str = ""

    def fail(self, error: DesktopRagError, told: str) -> None:
        """Note that the step failed and the search goes on without it; `told` is how the sentence
        for the person begins."""
        self.note = f"failed: {error.code}; {error.message}"
        self.problem = f"{told} {error.message}"


class Trail:
    """Collects the steps of one question in order. Notes hold no personal text."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = clock.monotonic()
        self._steps: list[TraceStep] = []
        self._problems: list[str] = []

    @contextmanager
    def step(self, name: str, count_in: int = 0) -> Iterator[OpenStep]:
        """Record what happens inside as one step, also when it raises."""
        running = OpenStep(count_in=count_in)
        start = self._clock.monotonic()
        with step_span(name) as span:
            try:
                yield running
            finally:
                done = TraceStep(
                    step=name,
                    ms=(self._clock.monotonic() - start) * 1000,
                    count_in=running.count_in,
                    count_out=running.count_out,
                    model=running.model,
                    note=running.note,
                    scores=running.scores,
                )
                self._steps.append(done)
                if running.problem:
                    self._problems.append(running.problem)
                describe(span, done)

    def steps(self) -> tuple[TraceStep, ...]:
        """All steps so far."""
        return tuple(self._steps)

    def problems(self) -> tuple[str, ...]:
        """A sentence for each step that failed and without which the search went on."""
        return tuple(self._problems)

    def total_ms(self) -> float:
        """Milliseconds since the question came in."""
        return (self._clock.monotonic() - self._start) * 1000
