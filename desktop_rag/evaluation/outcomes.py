"""How well a question set was found and answered: from results to figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import Hit
from desktop_rag.evaluation.answer_measures import answer_measures
from desktop_rag.evaluation.bootstrap import Interval, paired_bootstrap
from desktop_rag.evaluation.measures import ndcg_at, precision_at, recall_at, reciprocal_rank
from desktop_rag.evaluation.question_set import EvalQuestion, is_place

DEPTHS = (1, 5, 10, 20)


@dataclass(slots=True)
class Outcome:
    """What came of one question. `answer` is None when only the search was measured."""

    question: EvalQuestion
    ranking: list[str]
    took_ms: float
    answer: Answer | None = None
    measures: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.measures = _measures(self.ranking, self.question.relevant)

    def answer_measures(self) -> dict[str, float]:
        """What can be measured of the answer; empty when only the search was."""
        return answer_measures(self.question, self.answer) if self.answer is not None else {}


def ranking_of(hits: Sequence[Hit], relevant: Mapping[str, int]) -> list[str]:
    """Ids in the order in which they were found, each once.

    An id is the name of the file without its suffix, or its whole path where a question is judged
    by that. Where it is judged by place (`manual#page=3`, `notes#lines=10-24`), a hit that touches
    the place counts as that id; every other place has an id and so a rank of its own, except in
    documents that are judged as a whole. A file that lies in several folders counts as the one that
    is judged."""
    places = [wanted for wanted in relevant if is_place(wanted)]
    ranking: dict[str, None] = {}
    for hit in hits:
        paths = (hit.file.path, *hit.file.also_at)
        ids = [id for path in paths for id in _ids(hit, path, relevant, places)]
        judged = [id for id in ids if id in relevant]
        ranking.update(dict.fromkeys(judged or ids[:1]))
    return list(ranking)


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The report's measures, means over the questions that have a relevant document."""
    judged = sum(any(o.question.relevant.values()) for o in outcomes)
    mean_of = means(outcomes)

    def mean(name: str) -> float | None:
        return round(mean_of[name], 4) if judged else None

    times = sorted(o.took_ms for o in outcomes)
    return {
        "queries": len(outcomes),
        "judged": judged,
        "recall": {str(k): mean(f"recall@{k}") for k in DEPTHS},
        "precision": {str(k): mean(f"precision@{k}") for k in DEPTHS},
        "ndcg": {"10": mean("ndcg@10")},
        "mrr": mean("mrr"),
        "ms": {"p50": _percentile(times, 50), "p95": _percentile(times, 95)},
        "answers": _answer_figures(outcomes),
    }


def means(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The mean of every measure over the questions that have a relevant document; empty without
    one."""
    judged = [o.measures for o in outcomes if any(o.question.relevant.values())]
    return {name: fmean(m[name] for m in judged) for name in (judged[0] if judged else ())}


def compare(first: Sequence[Outcome], second: Sequence[Outcome]) -> dict[str, Interval]:
    """For each measure the difference second - first with its interval: of the search over the
    questions that have a relevant document, of answers over those where both could be measured.
    Both hold the same questions in the same order; empty without one."""
    pairs = list(zip(first, second, strict=True))
    searched = [(a.measures, b.measures) for a, b in pairs if any(a.question.relevant.values())]
    answered = [(a.answer_measures(), b.answer_measures()) for a, b in pairs]
    return _intervals(searched) | _intervals(answered)


def _intervals(
    pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]],
) -> dict[str, Interval]:
    names = dict.fromkeys(name for a, b in pairs for name in a if name in b)
    both = {
        name: [(a[name], b[name]) for a, b in pairs if name in a and name in b] for name in names
    }
    return {
        name: paired_bootstrap([a for a, _ in values], [b for _, b in values])
        for name, values in both.items()
    }


def _measures(ranking: Sequence[str], relevant: Mapping[str, int]) -> dict[str, float]:
    measured = {
        "ndcg@10": ndcg_at(10, ranking, relevant),
        "mrr": reciprocal_rank(ranking, relevant),
    }
    for k in DEPTHS:
        measured[f"recall@{k}"] = recall_at(k, ranking, relevant)
        measured[f"precision@{k}"] = precision_at(k, ranking, relevant)
    return measured


def _ids(hit: Hit, path: str, relevant: Mapping[str, int], places: Sequence[str]) -> Sequence[str]:
    touched = [place for place in places if _touches(hit, path, place)]
    document = path if path in relevant else Path(path).stem
    if touched or not places or document in relevant:
        return touched or [document]
    where = hit.chunk.place
    by_chars = where.page is None and where.lines is None
    own = where.chars if by_chars else (where.page, where.last_page, where.lines)
    return [f"{document}#{own}"]


def _touches(hit: Hit, path: str, wanted: str) -> bool:
    name, _, place = wanted.rpartition("#")
    unit, _, numbers = place.partition("=")
    first, _, last = numbers.partition("-")
    if name not in (path, Path(path).stem):
        return False
    low, high = int(first), int(last or first)
    where = hit.chunk.place
    if unit == "page" and where.page is not None:
        return where.page <= high and (where.last_page or where.page) >= low
    if unit in ("line", "lines") and where.lines is not None:
        return where.lines[0] <= high and where.lines[1] >= low
    return False


def _answer_figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    answered = [o.answer for o in outcomes if o.answer is not None]
    if not answered:
        return {}
    measured = [outcome.answer_measures() for outcome in outcomes]
    shaped: dict[str, Any] = {"questions": len(answered)}
    for name in ("holds_answer", "token_f1", "exact_match", "refusal_accuracy", "false_refusals"):
        shaped[name] = _share([one[name] for one in measured if name in one])
    cited = [s for a in answered for s in a.sentences if s.support != "uncited"]
    shaped["citation_accuracy"] = _share([float(s.support == "supported") for s in cited])
    shaped["failed"] = sum(a.outcome == "failed" for a in answered)
    return shaped


def _share(values: Sequence[float]) -> float | None:
    return round(fmean(values), 4) if values else None


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    if len(ordered) < 2:
        return round(ordered[0], 2) if ordered else None
    return round(quantiles(ordered, n=100, method="inclusive")[percent - 1], 2)
