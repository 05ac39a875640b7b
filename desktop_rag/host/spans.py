"""OpenTelemetry spans of questions and their steps, and the local file they are written to.

A span holds names, numbers and times, never a text of documents or questions. An own collector is
attached by setting a tracer provider before the engine starts to work, from a plug-in: then that
one gets the spans, and no file is written.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from opentelemetry import trace
from opentelemetry.trace import Span, Status, StatusCode

from desktop_rag.domain.hit import TraceStep
from desktop_rag.host.paths import private_folder

FILE = "spans.jsonl"
_MOST_BYTES = 2_000_000
_TRACER = trace.get_tracer("desktop_rag")
_LOG = logging.getLogger(__name__)


@contextmanager
def question_span(kind: str) -> Iterator[None]:
    """All spans made inside belong to one question (`search`, `ask`)."""
    with _current(kind):
        yield


@contextmanager
def step_span(name: str) -> Iterator[Span]:
    """The span of a step that runs inside; `describe` tells what it came to."""
    with _current(name) as span:
        yield span


@contextmanager
def _current(name: str) -> Iterator[Span]:
    """A span in which further ones lie. Of what is raised inside only the kind is told: its words
    may be the person's."""
    with _TRACER.start_as_current_span(
        f"desktop_rag.{name}", record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as error:
            span.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise


def step_ended(step: TraceStep) -> None:
    """The span of a step that ended just now."""
    now = time.time_ns()
    span = _TRACER.start_span(f"desktop_rag.{step.step}", start_time=now - int(step.ms * 1e6))
    describe(span, step)
    span.end(now)


def describe(span: Span, step: TraceStep) -> None:
    """What a step came to. Of a failure only its code is told: its sentence may name a file."""
    failed = step.note.startswith("failed")
    span.set_attribute("count_in", step.count_in)
    span.set_attribute("count_out", step.count_out)
    span.set_attribute("model", step.model)
    span.set_attribute("note", step.note.partition(";")[0] if failed else step.note)
    span.set_attribute("scores", step.scores)
    if failed:
        span.set_status(Status(StatusCode.ERROR))


def write_spans(folder: Path) -> None:
    """Write spans to `folder`/spans.jsonl from now on, one a line, two files of 2 MB at most; does
    nothing when somebody else gets them already."""
    if not isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return
    # imported here, since it takes longer than the first questions may wait
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import (
        BatchSpanProcessor,
        SpanExporter,
        SpanExportResult,
    )

    lines = logging.Logger("spans")

    class SpanLines(SpanExporter):
        def export(self, spans: tuple[ReadableSpan, ...]) -> SpanExportResult:  # type: ignore[override]
            for span in spans:
                lines.info("%s", span.to_json(indent=None))
            return SpanExportResult.SUCCESS

    try:
        private_folder(folder)
        target = folder / FILE
        handler = logging.handlers.RotatingFileHandler(
            target, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8"
        )
        if os.name == "posix":
            target.chmod(0o600)
    except OSError as error:
        _LOG.warning("spans are not written: %s", error)
        return
    lines.addHandler(handler)
    provider = TracerProvider(resource=Resource({"service.name": "desktop-rag"}))
    provider.add_span_processor(BatchSpanProcessor(SpanLines()))
    trace.set_tracer_provider(provider)
