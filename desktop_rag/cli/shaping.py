"""Domain values as the JSON that scripts rely on. Fields may be added, never changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from desktop_rag.domain.answer import Answer, AnswerSentence, Source
from desktop_rag.domain.hit import Hit, SearchResult, TierScore, TraceStep
from desktop_rag.domain.source import FileEntry
from desktop_rag.messages.library import AddReport, Status


def plain(value: Any) -> Any:
    """A value of the domain or a message as JSON types, with every field."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset | set):
        return [plain(item) for item in value]
    return value


def search_json(result: SearchResult, query_id: str = "", *, explain: bool = False) -> Any:
    """`search`: one object per query."""
    shaped: dict[str, Any] = {
        "id": query_id,
        "query": result.query,
        "took_ms": round(result.took_ms, 3),
        "outcome": result.outcome,
        "hits": [hit_json(hit, n) for n, hit in enumerate(result.hits, start=1)],
        "trace": trace_json(result.trace, explain=explain),
        "best": result.best,
        "confidence": result.confidence,
    }
    if result.message:
        shaped |= {"message": result.message, "remedy": result.remedy}
    if result.notices:
        shaped["notices"] = list(result.notices)
    return shaped


def answer_json(answer: Answer, query_id: str = "", *, explain: bool = False) -> Any:
    """`ask`: one object per question."""
    return {
        "id": query_id,
        "question": answer.question,
        "outcome": answer.outcome,
        "answer": answer.text,
        "kind": answer.kind,
        "sentences": [_sentence_json(sentence) for sentence in answer.sentences],
        "sources": [_source_json(source) for source in answer.sources],
        "model": answer.model,
        "prompt_template": answer.prompt_template,
        "tokens": plain(answer.tokens),
        "first_token_ms": answer.first_token_ms,
        "took_ms": round(answer.took_ms, 3),
        "trace": trace_json(answer.trace, explain=explain),
        "notices": list(answer.notices),
        "remedy": answer.remedy,
    }


def hit_json(hit: Hit, n: int) -> dict[str, Any]:
    """One hit under its number."""
    draft = hit.chunk.draft
    return {
        "n": n,
        "chunk_id": str(hit.chunk.id),
        "path": hit.file.path,
        "root": hit.file.root,
        "title": hit.file.title or Path(hit.file.path).name,
        "place": _place_json(hit),
        "kind": draft.kind,
        "language": draft.language,
        "text": draft.text,
        "score": hit.score,
        "scores": _scores_json(hit),
        "fused": hit.fused,
        "breadcrumb": list(draft.breadcrumb),
        "section_title": draft.section_title,
        "focus": list(hit.focus) if hit.focus else None,
        "also_at": list(hit.file.also_at),
        "content_hash": hit.file.content_hash,
    }


def trace_json(trace: tuple[TraceStep, ...], *, explain: bool = False) -> list[dict[str, Any]]:
    """What each step did; its scores only when they are to be explained."""
    steps: list[dict[str, Any]] = []
    for step in trace:
        shaped: dict[str, Any] = {
            "step": step.step,
            "ms": round(step.ms, 3),
            "in": step.count_in,
            "out": step.count_out,
        }
        if step.model:
            shaped["model"] = step.model
        if step.note:
            shaped["note"] = step.note
        if explain and step.scores:
            shaped["scores"] = list(step.scores)
        steps.append(shaped)
    return steps


def file_json(entry: FileEntry) -> Any:
    """`files`: one line of the ledger."""
    return plain(entry)


def report_json(report: AddReport) -> Any:
    """`add` and `sync`."""
    return {
        "roots": list(report.roots),
        "indexed": report.indexed,
        "unchanged": report.unchanged,
        "problems": [file_json(entry) for entry in report.problems],
        "took_s": round(report.took_s, 3),
    }


def status_json(status: Status) -> Any:
    """`status`."""
    shaped = plain(status)
    if status.language_model.state == "none":
        shaped["language_model"] = None
    return shaped


def page_of(hit: Hit) -> int | None:
    """The page of the focus where boxes tell it, else the chunk's first page."""
    place = hit.chunk.place
    if hit.focus:
        start, end = (place.chars[0] + offset for offset in hit.focus)
        for region in hit.regions:
            if region.start < end and region.end > start:
                return region.page
    return place.page


def _place_json(hit: Hit) -> dict[str, Any]:
    place = hit.chunk.place
    page = page_of(hit)
    return {
        "page": page,
        "lines": list(place.lines) if place.lines else None,
        "heading": list(place.heading),
        "sheet": place.sheet,
        "slide": place.slide,
        "boxes": [list(region.box) for region in hit.regions if region.page == page],
        "chars": list(place.chars),
        "first_page": place.page,
        "last_page": place.last_page,
        "record": place.record,
    }


def _scores_json(hit: Hit) -> dict[str, Any]:
    scores: dict[str, Any] = {name: _tier_json(tier) for name, tier in hit.tiers.items()}
    if hit.rerank:
        scores["rerank"] = {
            "name": hit.rerank.name,
            "score": hit.rerank.score,
            "blended": hit.rerank.blended,
        }
    return scores


def _tier_json(tier: TierScore) -> dict[str, Any]:
    shaped = {"rank": tier.rank, "score": tier.score, "contribution": tier.contribution}
    return shaped | dict(tier.parts)


def _sentence_json(sentence: AnswerSentence) -> dict[str, Any]:
    return {
        "text": sentence.text,
        "citations": list(sentence.citations),
        "support": sentence.support,
        "score": sentence.score,
        "chars": list(sentence.chars),
        "note": sentence.note,
    }


def _source_json(source: Source) -> dict[str, Any]:
    return hit_json(source.hit, source.n) | {"used": source.used, "left_out": source.left_out}
