"""Spans of questions: one trace a question, no text, and the local file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_SCRIPT = """
import sys
from pathlib import Path
from opentelemetry import trace
from desktop_rag.answering.timing import Stopwatch
from desktop_rag.domain.errors import SearchFailed
from desktop_rag.host.spans import question_span, write_spans
from desktop_rag.ports.clock import SystemClock
from desktop_rag.retrieval.trail import Trail

write_spans(Path(sys.argv[1]))
with question_span("ask"):
    trail = Trail(SystemClock())
    with trail.step("keyword", 3) as step:
        step.scores = (2.0, 1.0)
        step.model = "a model"
    with trail.step("rerank", 3) as step:
        step.fail(SearchFailed("The file /home/ana/secret.txt is gone.", ""), "Not reranked.")
    watch = Stopwatch(SystemClock())
    watch.step("check", 1, 1)
try:
    with question_span("search"):
        raise ValueError("my secret question")
except ValueError:
    pass
print(trail.problems())
"""


def test_the_steps_of_a_question_are_one_trace_in_a_local_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(tmp_path)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "Not reranked. The file /home/ana/secret.txt is gone." in done.stdout
    written = (tmp_path / "spans.jsonl").read_text(encoding="utf-8")
    assert "secret" not in written
    spans = {span["name"]: span for span in map(json.loads, written.splitlines())}
    assert spans.keys() == {
        "desktop_rag.ask",
        "desktop_rag.search",
        "desktop_rag.keyword",
        "desktop_rag.rerank",
        "desktop_rag.check",
    }
    assert spans.pop("desktop_rag.search")["status"] == {
        "status_code": "ERROR",
        "description": "ValueError",
    }
    root = spans.pop("desktop_rag.ask")
    for span in spans.values():
        assert span["parent_id"] == root["context"]["span_id"]
        assert span["context"]["trace_id"] == root["context"]["trace_id"]
    assert spans["desktop_rag.keyword"]["attributes"]["scores"] == [2.0, 1.0]
    assert spans["desktop_rag.keyword"]["attributes"]["model"] == "a model"
    assert spans["desktop_rag.rerank"]["status"]["status_code"] == "ERROR"
    assert spans["desktop_rag.rerank"]["attributes"]["note"] == "failed: search_failed"


def test_somebody_elses_provider_is_left_in_place(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from opentelemetry import trace\n"
        "from opentelemetry.sdk.trace import TracerProvider\n"
        "from desktop_rag.host.spans import write_spans\n"
        "own = TracerProvider(); trace.set_tracer_provider(own)\n"
        "write_spans(Path(sys.argv[1]))\n"
        "assert trace.get_tracer_provider() is own\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], timeout=120)
    assert done.returncode == 0
    assert not (tmp_path / "spans.jsonl").exists()
