"""An engine for the window's tests: a small library in memory, answered over the real wire.

It behaves like the real one where a window can see it: roots fill up, answers stream in pieces and
can be stopped, conversations are kept, and it can die.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from desktop_rag.domain.answer import Answer, AnswerSentence, Source, TokenUse
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.errors import DesktopRagError, Stopped
from desktop_rag.domain.hit import (
    DroppedHit,
    FileRef,
    Hit,
    RerankScore,
    SearchResult,
    TierScore,
    TraceStep,
)
from desktop_rag.domain.place import Place
from desktop_rag.domain.query import QueryVariant
from desktop_rag.domain.sentences import sentences
from desktop_rag.domain.source import FileEntry
from desktop_rag.link.client import Client
from desktop_rag.link.loopback import loopback
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.ask import (
    AnswerFinished,
    Ask,
    AskProgressed,
    Conversation,
    ConversationLine,
    ConversationList,
    ConversationTurn,
    DeleteConversation,
    ExportConversation,
    Exported,
    GetConversation,
    ListConversations,
    RenameConversation,
    SourcesChosen,
    TextStreamed,
)
from desktop_rag.messages.common import Done, Subscribe, TakeCall
from desktop_rag.messages.library import (
    AddPaths,
    AddReport,
    ChangeRoot,
    EmbedderStatus,
    FilePage,
    GetKeyring,
    GetStatus,
    GivePassword,
    KeyringState,
    LanguageModelStatus,
    LibraryChanged,
    ListFiles,
    PauseIndexing,
    QueueStatus,
    RemovePaths,
    RemoveReport,
    ResumeIndexing,
    RetryFiles,
    RootStatus,
    Status,
)
from desktop_rag.messages.library_care import (
    BackUpLibrary,
    LibraryBackedUp,
    LibraryMoved,
    MoveLibrary,
    RestoreLibrary,
)
from desktop_rag.messages.models import ChangeSetting, GetSettings, ListModels, SettingsShown
from desktop_rag.messages.quality import (
    MeasureQuality,
    QualityDifference,
    QualityMeasured,
    QualityProgressed,
    QualityQuestion,
    QualityReport,
    QuestionsReady,
    ReadQuestions,
    SuggestQuestions,
)
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.messages.viewer import (
    FindInSource,
    FoundInSource,
    GetRegions,
    GetText,
    OpenSource,
    Regions,
    SourceOpened,
    TextPart,
)

STARTER = LanguageModelStatus("SmolLM2 135M", "ready", starter=True)
EMBEDDER = EmbedderStatus("all-MiniLM-L6-v2", "f1", 384, 256, True)
ANSWER = (
    "Hold the **reset key** for five seconds [1]. If error `E-17` stays, do this:\n\n"
    "1. Switch the pump off.\n"
    "2. Drain the line [2].\n"
    "3. Switch it on again.\n\n"
    "This usually takes ten minutes. A ninth source would be [9]."
)


@dataclass
class ScriptedGuiEngine:
    """Answers the window. `messages` keeps all it was sent; the other fields say how it behaves.

    `pause_s` lies between the pieces of a streamed answer. `on_ask`, when set, takes `Ask` itself;
    `on_models` models and settings.
    """

    roots: list[RootStatus] = field(default_factory=list)
    files: list[FileEntry] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    model: LanguageModelStatus = STARTER
    embedder: EmbedderStatus = EMBEDDER
    queue: QueueStatus = field(default_factory=QueueStatus)
    answer: str = ANSWER
    outcome: str = "answered"
    kind: str = "generated"
    pause_s: float = 0.0
    search_s: float = 0.0
    search_notices: tuple[str, ...] = ()
    settings: dict[str, object] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    conversations: dict[int, Conversation] = field(default_factory=dict)
    on_ask: Callable[[Ask, Reply], None] | None = None
    on_models: Callable[[Message, Reply], None] | None = None
    failure: DesktopRagError | None = None
    no_keyring: str = ""
    messages: list[Message] = field(default_factory=list)
    subscribers: list[Reply] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def attach(self) -> Client:
        """What the window is given in place of the real `attach`."""
        client = loopback(self)
        self.clients.append(client)
        return client

    def die(self) -> None:
        """The engine's process ends: the connection is cut from its side."""
        replies, self.subscribers = self.subscribers, []
        replies[-1]._channel.close()

    def sent(self, kind: type[Message]) -> list[Message]:
        """The messages of a kind, in order."""
        return [message for message in self.messages if isinstance(message, kind)]

    def tell(self, message: Message) -> None:
        """Send an event to all subscribers."""
        for reply in self.subscribers:
            reply.event(message)

    def library_changed(self) -> LibraryChanged:
        """The library as it is now."""
        return LibraryChanged(tuple(self.roots), self._counts(), self.queue)

    def __call__(self, message: Message, reply: Reply) -> None:
        with self._guard:
            self.messages.append(message)
        if isinstance(message, Subscribe):
            self.subscribers.append(reply)
        elif isinstance(message, Ask):
            (self.on_ask or self._ask)(message, reply)
        elif self.on_models and isinstance(message, ListModels | GetSettings | ChangeSetting):
            self.on_models(message, reply)
        elif isinstance(message, Search):
            self._search(message, reply)
        elif isinstance(message, MeasureQuality):
            self._measure(message, reply)
        else:
            reply.finish(self._answer_to(message))

    def _answer_to(self, message: Message) -> Message:
        if isinstance(message, GetStatus):
            return self._status()
        if isinstance(message, GetSettings):
            return SettingsShown(json.dumps({"application": self.settings}))
        if isinstance(message, GetKeyring):
            return KeyringState(self.no_keyring)
        if isinstance(message, AddPaths | RemovePaths | ListFiles):
            return self._library(message)
        if isinstance(message, PauseIndexing | ResumeIndexing):
            self._pause(isinstance(message, PauseIndexing))
        elif isinstance(message, ListConversations | GetConversation):
            return self._kept(message)
        elif isinstance(message, RenameConversation):
            kept = self.conversations[message.id]
            self.conversations[message.id] = Conversation(kept.id, message.title, kept.turns)
        elif isinstance(message, DeleteConversation):
            del self.conversations[message.id]
        elif isinstance(message, ExportConversation):
            return self._exported(message)
        elif isinstance(message, BackUpLibrary):
            return LibraryBackedUp(message.path, 4096)
        elif isinstance(message, MoveLibrary):
            return LibraryMoved(message.folder)
        elif isinstance(message, RestoreLibrary):
            return Done()
        elif isinstance(message, SuggestQuestions | ReadQuestions):
            return self._questions(message)
        elif not isinstance(message, RetryFiles | GivePassword | ChangeRoot | TakeCall):
            return self._source(message)
        return Done()

    def _status(self) -> Status:
        return Status(
            version="0.1", schema=1, library="/library", roots=tuple(self.roots),
            files=self._counts(), documents=len(self.files), chunks=0, vectors=0,
            embedder=self.embedder, language_model=self.model, queue=self.queue, disk_bytes={},
            engine={}, work={}, network={"connections_made": 0},
        )  # fmt: skip

    def _counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for entry in self.files:
            counts[entry.state] = counts.get(entry.state, 0) + 1
        return counts

    def _library(self, message: AddPaths | RemovePaths | ListFiles) -> Message:
        if isinstance(message, AddPaths):
            if self.failure:
                raise self.failure
            known = {root.path for root in self.roots}
            fresh = [path for path in message.paths if path not in known]
            self.roots += [RootStatus(path, "ready", 3, 3, is_file="." in path) for path in fresh]
            self.tell(self.library_changed())
            return AddReport(message.paths, 0, 0)
        if isinstance(message, RemovePaths):
            self.roots = [root for root in self.roots if root.path not in message.paths]
            self.tell(self.library_changed())
            return RemoveReport(1)
        found = [
            entry
            for entry in self.files
            if (not message.state or entry.state in message.state.split(","))
            and entry.path.startswith(message.under)
            and message.contains in entry.path
        ]
        rest = [entry for entry in found if entry.path > message.after]
        page = tuple(rest[: message.limit])
        total = -1 if message.after else len(found)
        return FilePage(page, len(rest) > message.limit, total)

    def _pause(self, paused: bool) -> None:
        old = self.queue
        self.queue = QueueStatus(
            old.waiting, old.running, old.eta_s, old.done, old.total, paused, old.current
        )
        self.tell(self.library_changed())

    def _kept(self, message: ListConversations | GetConversation) -> Message:
        if isinstance(message, GetConversation):
            return self.conversations[message.id]
        lines = [
            ConversationLine(kept.id, kept.title, 1.7e9 + kept.id, len(kept.turns))
            for kept in sorted(self.conversations.values(), key=lambda kept: -kept.id)
            if message.contains.lower() in kept.title.lower()
        ]
        return ConversationList(tuple(lines))

    def _exported(self, message: ExportConversation) -> Exported:
        kept = self.conversations[message.id]
        lines = [f"# {kept.title}"]
        for turn in kept.turns:
            lines += [f"## {turn.question}", turn.answer.text]
        suffix = "html" if message.format == "html" else "md"
        return Exported("\n\n".join(lines), f"{kept.title}.{suffix}")

    def _source(self, message: Message) -> Message:
        path: str = message.path  # type: ignore[attr-defined]  # all that is left is the viewer's
        text = self.texts.get(path, "")
        if isinstance(message, OpenSource):
            views = {"py": "code", "md": "markdown", "xlsx": "table"}
            view = views.get(path.rsplit(".", 1)[-1], "text")
            return SourceOpened(path, view, "same", chars=len(text))
        if isinstance(message, GetText):
            part = text[message.start : message.end]
            return TextPart(message.start, message.start + len(part), len(text), part)
        if isinstance(message, GetRegions):
            return Regions(())
        assert isinstance(message, FindInSource)
        return FoundInSource(())

    def _search(self, message: Search, reply: Reply) -> None:
        words = message.text.lower().split()
        found = [hit for hit in self.hits if any(word in hit.chunk.text.lower() for word in words)]
        outcome = "found" if found else "nothing_found"
        result = SearchResult(message.text, outcome, tuple(found), STEPS, 12.5)
        if message.partial:
            reply.event(HitsFound(result, final=False))
        waited = 0.0
        while waited < self.search_s and not reply.cancelled():
            time.sleep(0.01)
            waited += 0.01
        reply.finish(HitsFound(replace(result, notices=self.search_notices)))

    def _questions(self, message: SuggestQuestions | ReadQuestions) -> QuestionsReady:
        made = tuple(
            QualityQuestion(" ".join(hit.chunk.text.split()[2:7]), (hit.file.path,))
            for hit in self.hits
        )
        return QuestionsReady(made, "" if isinstance(message, SuggestQuestions) else "/set/files")

    def _measure(self, message: MeasureQuality, reply: Reply) -> None:
        total = len(message.questions) * len(message.variants)
        for done in range(1, total + 1):
            reply.event(QualityProgressed(done, total))
            time.sleep(self.pause_s)
            if reply.cancelled():
                raise Stopped("The measurement was stopped.")
        reports = tuple(
            _report([(n * 3 + v) % (4 - v) for n in range(1, len(message.questions) + 1)])
            for v in range(len(message.variants))
        )
        differences = tuple(
            QualityDifference(name, b - a, b - a - 0.04, b - a + 0.05, abs(b - a) > 0.05)
            for name, a, b in (
                (n, reports[0].measures[n], reports[-1].measures[n]) for n in reports[0].measures
            )
        )
        reply.finish(QualityMeasured(reports, differences if len(reports) > 1 else ()))

    def _ask(self, message: Ask, reply: Reply) -> None:
        question = message.search.text
        reply.event(AskProgressed("searching"))
        sources = tuple(Source(n, hit) for n, hit in enumerate(self.hits, 1))
        chosen = Answer(question, "answered", "", "generated", sources=sources)
        reply.event(SourcesChosen(chosen))
        reply.event(AskProgressed("writing"))
        text = ""
        for piece in self.answer.split(" "):
            if reply.cancelled():
                break
            text += piece if not text else f" {piece}"
            reply.event(TextStreamed(piece if text == piece else f" {piece}"))
            time.sleep(self.pause_s)
        outcome = "stopped" if reply.cancelled() else self.outcome
        answer = finished_answer(question, text, self.hits, outcome, self.kind)
        reply.finish(self._keep(message, answer))

    def _keep(self, message: Ask, answer: Answer) -> AnswerFinished:
        number = message.conversation or max(self.conversations, default=0) + 1
        kept = self.conversations.get(number, Conversation(number, answer.question, ()))
        turn = ConversationTurn(len(kept.turns) + 1, 1.7e9, answer.question, answer)
        self.conversations[number] = Conversation(number, kept.title, (*kept.turns, turn))
        return AnswerFinished(answer, number, turn.number, STEPS)


VARIANTS = (
    QueryVariant("pump reset procedure", "question", 0.5, "rewrite"),
    QueryVariant("Hold the reset key of the pump for some seconds.", "passage", 0.5, "hyde"),
)
DROPPED = (
    DroppedHit("/home/ana/Work/offer.pdf", Place((0, 9), page=4), "adaptive_threshold", 0.112),
    DroppedHit("/home/ana/Notes/old pump.md", Place((0, 9)), "near_duplicates", 0.304),
)


def _report(ranks: list[int]) -> QualityReport:
    def found(k: int) -> float:
        return sum(0 < rank <= k for rank in ranks) / len(ranks)

    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    measures = {f"recall@{k}": found(k) for k in (1, 5, 20)} | {"mrr": mean, "ndcg@10": mean}
    return QualityReport(measures, tuple(ranks), 41.0, 83.0)


STEPS = (
    TraceStep("keyword", 3.1, 1, 50),
    TraceStep("vector", 12.4, 1, 50, model="all-MiniLM-L6-v2"),
    TraceStep("fuse", 0.4, 83, 20),
    TraceStep("late_interaction", 41.0, 20, 20),
    TraceStep("adaptive_threshold", 0.1, 20, 5),
    TraceStep("write", 2140.0, 5, 1, model="SmolLM2 135M"),
)


def finished_answer(
    question: str, text: str, hits: list[Hit], outcome: str = "answered", kind: str = "generated"
) -> Answer:
    """An answer with its sources and findings: sentences with a mark are supported."""
    judged = []
    used: set[int] = set()
    for start, end in sentences(text):
        piece = text[start:end]
        cited = tuple(n for n in range(1, len(hits) + 1) if f"[{n}]" in piece)
        used.update(cited)
        support = "supported" if cited else "uncited"
        judged.append(AnswerSentence(piece, (start, end), cited, support))  # type: ignore[arg-type]
    sources = tuple(
        Source(n, hit, used=n in used, left_out=n == 4) for n, hit in enumerate(hits, 1)
    )
    model = "SmolLM2 135M" if kind == "generated" else ""
    return Answer(
        question, outcome, text, kind, tuple(judged), sources, model, "default",  # type: ignore[arg-type]
        TokenUse(812, 640, 96), 310.0, 2310.0, STEPS, variants=VARIANTS, dropped=DROPPED,
    )  # fmt: skip


def hit(
    number: int,
    path: str,
    text: str,
    *,
    page: int | None = None,
    lines: tuple[int, int] | None = None,
    heading: tuple[str, ...] = (),
    start: int = 0,
    focus: tuple[int, int] | None = None,
) -> Hit:
    """A hit in a file; lower numbers score higher."""
    keyword = TierScore(
        number, 12.4 / number, 1 / (60 + number), (("phrase", 0.0), ("terms", 11.1))
    )
    vector = TierScore(number + 1, 0.71, 1 / (61 + number))
    fused = keyword.contribution + vector.contribution
    place = Place((start, start + len(text)), page=page, lines=lines, heading=heading)
    draft = ChunkDraft(number, text, place, "document", breadcrumb=heading)
    root = path.rsplit("/", 1)[0]
    return Hit(
        Chunk(number, 1, draft),
        FileRef(path, root, content_hash=f"h{number}"),
        1.0 / number,
        fused,
        {"keyword": keyword, "vector": vector},
        RerankScore("late_interaction", 0.62 / number),
        focus,
    )


PUMP = (
    "To reset the pump, hold the reset key for five seconds until the green light blinks. "
    "The pump then starts its self-test, which takes about a minute."
)
DRAIN = "If error E-17 stays after a reset, drain the line before you switch the pump on again."


def furnished(**changes: object) -> ScriptedGuiEngine:
    """An engine with two folders, some files and four passages about a pump."""
    texts = {
        "/home/ana/Notes/pump.md": f"# Pump\n\n## Maintenance\n\n{DRAIN}\n\nMore notes follow.\n"
        * 5,
        "/home/ana/Work/pump.py": "def reset(pump):\n    pump.hold('reset', seconds=5)\n" * 8,
        "/home/ana/Work/manual.pdf": f"Engine\nWon't start\n{PUMP}\n" * 4,
        "/home/ana/Notes/visit 2025-03.txt": "The technician reset the pump twice in March.\n",
    }
    hits = [
        hit(1, "/home/ana/Work/manual.pdf", PUMP, page=12, heading=("Engine", "Won't start"),
            start=19, focus=(0, 84)),
        hit(2, "/home/ana/Notes/pump.md", DRAIN, heading=("Pump", "Maintenance"), start=24),
        hit(3, "/home/ana/Work/pump.py", texts["/home/ana/Work/pump.py"][:48], lines=(1, 2)),
        hit(4, "/home/ana/Notes/visit 2025-03.txt", texts["/home/ana/Notes/visit 2025-03.txt"]),
    ]  # fmt: skip
    engine = ScriptedGuiEngine(
        roots=[
            RootStatus("/home/ana/Notes", "ready", 48, 48),
            RootStatus("/home/ana/Work", "indexing", 340, 214, attention=2),
        ],
        files=[
            FileEntry("/home/ana/Notes/pump.md", "/home/ana/Notes", "indexed", chunks=4),
            FileEntry(
                "/home/ana/Work/locked.pdf", "/home/ana/Work", "failed",
                "“locked.pdf” is protected by a password.",
                "Give the password for this file, or save a copy without one.", code="password",
            ),
            FileEntry(
                "/home/ana/Work/torn.pptx", "/home/ana/Work", "failed",
                "Slide 3 is damaged and could not be read.",
                "The file may be damaged. Press retry to try it again.",
            ),
        ],
        hits=hits,
        queue=QueueStatus(125, 1, 118.0, 214, 340, current="/home/ana/Work/report.pdf"),
        texts=texts,
    )  # fmt: skip
    return replace(engine, **changes)  # type: ignore[arg-type]  # fields by name
