"""The record of one question: what each step did and cost, also as OpenTelemetry spans."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from opentelemetry import trace

from desktop_rag.domain.hit import TraceStep
from desktop_rag.ports.clock import Clock

_TRACER = trace.get_tracer("desktop_rag.retrieval")


@dataclass(slots=True)
class OpenStep:
    """A step that is running; what the step sets here is recorded when it ends."""

    count_in: int = 0
    count_out: int = 0
    model: str = ""
    note: str = ""
    scores: tuple[float, ...] = ()


class Trail:
    """Collects the steps of one question in order. Notes hold no personal text."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = clock.monotonic()
        self._steps: list[TraceStep] = []

    @contextmanager
    def step(self, name: str, count_in: int = 0) -> Iterator[OpenStep]:
        """Record what happens inside as one step, also when it raises."""
        running = OpenStep(count_in=count_in)
        start = self._clock.monotonic()
        with _TRACER.start_as_current_span(f"retrieval.{name}") as span:
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
                span.set_attribute("count_in", done.count_in)
                span.set_attribute("count_out", done.count_out)
                span.set_attribute("model", done.model)
                span.set_attribute("note", done.note)

    def steps(self) -> tuple[TraceStep, ...]:
        """All steps so far."""
        return tuple(self._steps)

    def total_ms(self) -> float:
        """Milliseconds since the question came in."""
        return (self._clock.monotonic() - self._start) * 1000
