"""What a measurement in the window comes to."""

from __future__ import annotations

from desktop_rag.domain.hit import SearchResult, TraceStep
from desktop_rag.engine.handlers.quality import _report
from desktop_rag.evaluation import EvalQuestion
from desktop_rag.evaluation.outcomes import Outcome
from desktop_rag.evaluation.remarks import Remarks


def test_a_report_says_which_steps_never_ran() -> None:
    remarks = Remarks()
    step = TraceStep("rerank", 0.1, 1, 1, note="failed: model_missing; No model is chosen.")
    remarks.take(SearchResult("q", "found", trace=(step,)))
    outcome = Outcome(EvalQuestion("0", "q", {"/a.md": 1}), ["b", "/a.md"], 3.0)
    report = _report([outcome], remarks)
    assert report.ranks == (2,)
    assert report.degraded == 1
    assert report.notices == ("The step rerank failed: No model is chosen. (1 of 1 questions)",)
