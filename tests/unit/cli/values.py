"""Values that an engine could have sent."""

from __future__ import annotations

from desktop_rag.domain.answer import Answer, AnswerSentence, Source
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.hit import FileRef, Hit, RerankScore, SearchResult, TierScore, TraceStep
from desktop_rag.domain.place import Place, Region
from desktop_rag.domain.source import FileEntry
from desktop_rag.messages.library import (
    AddReport,
    EmbedderStatus,
    LanguageModelStatus,
    QueueStatus,
    RootStatus,
    Status,
)

TEXT = "The valve is on the left. It opens slowly."


def hit(path: str = "/docs/manual.pdf", *, page: int | None = 3, number: int = 7) -> Hit:
    draft = ChunkDraft(
        ordinal=0,
        text=TEXT,
        place=Place((100, 100 + len(TEXT)), page=page, last_page=page and page + 1, lines=(4, 5)),
        kind="document",
        breadcrumb=("Manual", "Valves"),
        section_title="Valves",
        language="en",
    )
    regions = (
        Region(100, 125, 3, (10.0, 20.0, 200.0, 32.0)),
        Region(126, 142, 4, (10.0, 20.0, 180.0, 32.0)),
    )
    return Hit(
        chunk=Chunk(number, 1, draft),
        file=FileRef(path, "/docs", title="Pump manual"),
        score=0.0325,
        fused=0.0325,
        tiers={
            "vector": TierScore(2, 0.71, 0.0161),
            "keyword": TierScore(
                1, 12.4, 0.0164, (("phrase", 0.0), ("terms", 11.1), ("fuzzy", 1.3))
            ),
        },
        rerank=RerankScore("late_interaction", 0.62),
        focus=(26, 42),
        regions=regions if page else (),
    )


def result(query: str, *hits: Hit) -> SearchResult:
    return SearchResult(
        query=query,
        outcome="found" if hits else "nothing_found",
        hits=hits,
        trace=(TraceStep("keyword", 3.1, 1, 50),),
        took_ms=41.2,
    )


def answer(question: str) -> Answer:
    text = "It opens slowly [1]."
    return Answer(
        question=question,
        outcome="answered",
        text=text,
        kind="extractive",
        sentences=(AnswerSentence(text, (0, len(text)), (1,), "supported", 0.8),),
        sources=(Source(1, hit(), used=True), Source(2, hit(number=8))),
        took_ms=5.0,
    )


def entry(path: str, state: str, reason: str = "", remedy: str = "") -> FileEntry:
    return FileEntry(path, "/docs", state, reason, remedy)  # type: ignore[arg-type]


def added(*problems: FileEntry) -> AddReport:
    return AddReport(("/docs",), 3, 1, problems, 1.5)


def status() -> Status:
    return Status(
        version="0.1.0",
        schema=1,
        library="/library",
        roots=(RootStatus("/docs", "ready", 4, 3),),
        files={"indexed": 3, "failed": 1},
        documents=3,
        chunks=12,
        vectors=14,
        embedder=EmbedderStatus("all-MiniLM-L6-v2", "abc", 384, 256, True),
        language_model=LanguageModelStatus("none", "none"),
        queue=QueueStatus(),
        disk_bytes={"sqlite": 1000, "chroma": 2000},
        engine={"pid": 1, "rss_bytes": 5, "uptime_s": 1.0},
        work={"files_read": 4, "chunks_embedded": 12},
        network={"connections_made": 0},
    )
