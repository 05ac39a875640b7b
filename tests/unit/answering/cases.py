"""Small hits and pipelines for the tests of answering."""

from __future__ import annotations

from desktop_rag.answering.pipeline import AnswerPipeline
from desktop_rag.answering.prompting import PromptLibrary
from desktop_rag.domain.answer import Source
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.errors import DesktopRagError, ModelMissing
from desktop_rag.domain.hit import FileRef, Hit, SearchResult
from desktop_rag.domain.place import Place
from desktop_rag.ports.clock import SystemClock
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.ports.retrieval import TokenVectorSource
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors

HARBOUR = (
    "The harbour opened in 1931. It has four cranes. "
    "The harbour master is Ada Lindqvist, who does not accept bookings by telephone."
)
FERRY = (
    "The ferry leaves at 7.30 every morning. Tickets cost 12 euros. "
    "Children under six travel without a ticket."
)
LIGHTHOUSE = "The lighthouse was built by Otto Berg. Its lamp is 40 metres above the sea."


def hit(
    n: int, text: str, *, kind: ContentKind = "document", path: str = "", page: int | None = 1
) -> Hit:
    """Chunk `n` of a file of its own."""
    draft = ChunkDraft(0, text, Place((0, len(text)), page=page), kind)
    return Hit(Chunk(n, n, draft), FileRef(path or f"/docs/file{n}.pdf", "/docs"), 1.0 / n)


def found(
    *texts: str, confidence: float | None = 0.9, best: float | None = 0.8, query: str = ""
) -> SearchResult:
    """A search that found these passages; `query`: what was asked, when not the question itself."""
    hits = tuple(hit(n, text) for n, text in enumerate(texts, start=1))
    outcome = "found" if hits else "nothing_found"
    return SearchResult(query, outcome, hits, best=best, confidence=confidence)


def sources(*texts: str) -> tuple[Source, ...]:
    """Numbered sources of these passages."""
    return tuple(Source(n, hit(n, text)) for n, text in enumerate(texts, start=1))


def pipeline(
    model: LanguageModel | None = None,
    vectors: TokenVectorSource | DesktopRagError | None = None,
) -> AnswerPipeline:
    """A pipeline over a fake embedder; without `model` none is installed."""

    def give_model() -> LanguageModel:
        if model is None:
            raise ModelMissing("No language model is installed.", "Add one on the Models page.")
        return model

    def give_vectors() -> TokenVectorSource | None:
        if isinstance(vectors, DesktopRagError):
            raise vectors
        return vectors or FakeTokenVectors(FakeEmbedder(window=512))

    return AnswerPipeline(give_vectors, FakeLibrary(), give_model, PromptLibrary(), SystemClock())


class Told:
    """Keeps what a pipeline tells while it works; `shown` is the text as a window would have it."""

    def __init__(self) -> None:
        self.shown = ""
        self.stages: list[str] = []
        self.announced: list[object] = []

    def on_text(self, text: str, replace: bool) -> None:
        self.shown = text if replace else self.shown + text

    def on_stage(self, stage: str, _text: str) -> None:
        self.stages.append(stage)

    def on_sources(self, answer: object) -> None:
        self.announced.append(answer)
