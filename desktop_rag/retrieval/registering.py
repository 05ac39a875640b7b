"""Built-in steps go through the same door as plug-ins."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.ports.registry import Registry, Tools
from desktop_rag.retrieval.postprocessing.diversity import Diversity
from desktop_rag.retrieval.postprocessing.http_rerank import Endpoint, HttpRerankScorer
from desktop_rag.retrieval.postprocessing.late_interaction import LateInteractionScorer
from desktop_rag.retrieval.postprocessing.llm_judge import LlmJudgeScorer
from desktop_rag.retrieval.postprocessing.near_duplicates import NearDuplicates
from desktop_rag.retrieval.postprocessing.neighbours import Neighbours
from desktop_rag.retrieval.postprocessing.sections import Sections
from desktop_rag.retrieval.postprocessing.thresholds import (
    ADAPTIVE,
    DEFAULT_FIXED,
    DEFAULT_MADS,
    FIXED,
    AdaptiveThreshold,
    FixedThreshold,
)
from desktop_rag.retrieval.preprocessing.decompose import DECOMPOSE, Decompose
from desktop_rag.retrieval.preprocessing.hyde import HYDE, Hyde
from desktop_rag.retrieval.preprocessing.rewrite import REWRITE, Rewrite
from desktop_rag.retrieval.preprocessing.writing import Task, Writer, Written


def register(registry: Registry) -> None:
    """Add the built-in pre- and postprocessors and rerankers.

    Options read from `Tools.options`: `budget_ms` (steps before the search), `minimum`, `mads`,
    `per_file`, `similarity` (steps after it), `url`, `shape`, `model`, `key`, `timeout_s`
    (http_rerank).
    """
    written = Written()

    def writer(tools: Tools, role: str) -> Writer:
        budget_s = _number(tools.options, "budget_ms", 8000) / 1000
        return Writer(lambda: tools.model(role), _TASKS[role], budget_s=budget_s, written=written)

    registry.add_preprocessor("rewrite", lambda t: Rewrite(writer(t, "rewrite"), t.embedder))
    registry.add_preprocessor("decompose", lambda t: Decompose(writer(t, "decompose"), t.embedder))
    registry.add_preprocessor("hyde", lambda t: Hyde(writer(t, "hyde"), t.embedder))

    registry.add_scorer("late_interaction", lambda t: LateInteractionScorer(t.token_vectors))
    registry.add_scorer("llm_judge", lambda t: LlmJudgeScorer(lambda: t.model("rerank")))
    registry.add_scorer("http_rerank", lambda t: HttpRerankScorer(_endpoint(t.options)))

    registry.add_postprocessor(
        FIXED, lambda t: FixedThreshold(_number(t.options, "minimum", DEFAULT_FIXED))
    )
    registry.add_postprocessor(
        ADAPTIVE, lambda t: AdaptiveThreshold(_number(t.options, "mads", DEFAULT_MADS))
    )
    registry.add_postprocessor(
        "diversity", lambda t: Diversity(int(_number(t.options, "per_file", 2)))
    )
    registry.add_postprocessor(
        "near_duplicates", lambda t: NearDuplicates(_number(t.options, "similarity", 0.85))
    )
    registry.add_postprocessor("neighbours", lambda t: Neighbours())
    registry.add_postprocessor("sections", lambda t: Sections(t.chunks))


_TASKS: Mapping[str, Task] = {"rewrite": REWRITE, "decompose": DECOMPOSE, "hyde": HYDE}


def _endpoint(options: Mapping[str, str]) -> Endpoint:
    if not options.get("url"):
        raise InvalidRequest(
            "No rerank server is set.", "Give its address in the settings, or choose another one."
        )
    return Endpoint(
        url=options["url"],
        shape=options.get("shape", "jina"),  # type: ignore[arg-type]  # Endpoint checks it
        model=options.get("model", ""),
        key=options.get("key", ""),
        timeout_s=_number(options, "timeout_s", 10.0),
    )


def _number(options: Mapping[str, str], name: str, default: float) -> float:
    text = options.get(name, "")
    try:
        return float(text) if text else default
    except ValueError as error:
        raise InvalidRequest(f"{name} must be a number, not {text!r}.") from error
