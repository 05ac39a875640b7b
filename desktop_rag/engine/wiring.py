"""The only file that names concrete classes: it makes an engine out of the rooms."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from desktop_rag.answering.pipeline import AnswerPipeline
from desktop_rag.answering.prompting import PromptLibrary
from desktop_rag.domain.answer import Turn
from desktop_rag.domain.errors import DesktopRagError, ModelMissing
from desktop_rag.domain.hit import TraceStep
from desktop_rag.domain.source import Root
from desktop_rag.engine.catching_up import CatchingUp
from desktop_rag.engine.comparing import Comparer
from desktop_rag.engine.current_settings import CurrentSettings
from desktop_rag.engine.embedder_news import tell_embedder
from desktop_rag.engine.embedding import MeaningTier
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.following import Follower, Following
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.ignoring import IgnoreRules
from desktop_rag.engine.jobs import Indexer, Work
from desktop_rag.engine.learning import Learner, Learning
from desktop_rag.engine.library import Library
from desktop_rag.engine.loading import load_meaning, open_meaning
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.passwords import Passwords
from desktop_rag.engine.plans import Plans
from desktop_rag.engine.plugins import CHOSEN_RERANKERS, Parts, load_parts
from desktop_rag.engine.progress import Progress
from desktop_rag.engine.reader_pool import FileReader
from desktop_rag.engine.settling import SettleQueue
from desktop_rag.engine.storing import Storing
from desktop_rag.engine.succession import Succeeding, Succession
from desktop_rag.engine.upkeep import Kept, Upkeep
from desktop_rag.engine.watching import Watcher
from desktop_rag.host.paths import AppPaths, LibraryPaths
from desktop_rag.inference.late_chunking import span_embedder
from desktop_rag.messages.library import Finding
from desktop_rag.ports.clock import Clock, SystemClock
from desktop_rag.ports.registry import Tools
from desktop_rag.retrieval.counting import DocumentCounter
from desktop_rag.retrieval.pipeline import SearchPipeline, Steps
from desktop_rag.retrieval.preprocessing.follow_up import FollowUp
from desktop_rag.settings import Settings
from desktop_rag.settings.addresses import host_of
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.conversations import Conversations
from desktop_rag.stores.database import Database
from desktop_rag.stores.document_index import FtsDocumentIndex
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.keyword_index import FtsKeywordIndex
from desktop_rag.stores.traces import Traces
from desktop_rag.stores.unembedded import Unembedded

_LOG = logging.getLogger(__name__)
_TRACES_KEPT = 5000
MEND_PLUGIN = "Remove or mend the plug-in."
_HTTP_RERANK = "http_rerank"  # the only step that may reach another machine by itself
T = TypeVar("T")


@dataclass(slots=True)
class Engine:
    """A library with everything that serves it. `begun`: monotonic seconds of its start."""

    paths: LibraryPaths
    app_paths: AppPaths
    database: Database
    catalogue: Catalogue
    documents: Documents
    conversations: Conversations
    traces: Traces
    hub: EventHub
    progress: Progress
    meaning: MeaningTier
    models: ModelDesk
    indexer: Indexer
    follower: Follower
    catching_up: CatchingUp
    succession: Succession
    upkeep: Upkeep
    library: Library
    search: SearchPipeline
    searching: Callable[[Callable[[], Settings]], SearchPipeline]
    counter: DocumentCounter
    answers: AnswerPipeline
    viewer: FileReader
    parts: Parts
    passwords: Passwords
    giving_way: GivingWay
    current: CurrentSettings
    begun: float = field(default_factory=time.monotonic)
    stopping: threading.Event = field(default_factory=threading.Event)
    viewing: threading.Lock = field(default_factory=threading.Lock)

    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.current.get()

    def start(self) -> None:
        """Begin to load models, follow the disk and index."""
        for problem in self.parts.problems:
            self.hub.notice(f"plugin:{problem}", problem, MEND_PLUGIN, "warning")
        self.catalogue.recover()
        self.meaning.start()
        self.indexer.start()
        self.follower.start()
        self.upkeep.start()
        self.succession.begin()

    def close(self) -> None:
        """Stop everything, the last started first; the stores are closed at the end."""
        self.succession.stop()
        self.upkeep.stop()
        self.follower.stop()
        self.indexer.stop()
        self.viewer.close()
        self.models.close()
        self.meaning.close()
        self.database.close()

    def search_by(self, settings: Settings) -> SearchPipeline:
        """The search whose steps see these settings: a call may want its own."""
        return self.search if settings is self.settings() else self.searching(lambda: settings)

    def change_setting(self, key: str, value: str) -> None:
        """Change one setting for good and let the parts know."""
        self.library.check_settings({key: value})
        self.current.change(key, value)
        if key.startswith("models."):
            self.models.changed()
        if key == "models.embedder":
            self.succession.begin()
        if key.startswith("indexing."):
            self.follower.compare(self.catalogue.roots())

    def understood(self, question: str, turns: Sequence[Turn]) -> tuple[str, str]:
        """The question as it is understood alone, and where put otherwise the model for that."""
        settings = self.settings()
        model = self.models.used_by("rewrite", settings) if settings.models.rewrite else ""
        follow_up = FollowUp((lambda: self.models.model("rewrite")) if model else None)
        asked = follow_up.condense(question, turns)
        return asked, model if asked != question else ""

    def apply_outbox(self) -> None:
        """Bring the vector index up to date with what was forgotten."""
        index = self.meaning.index()
        while index is not None and index.apply_outbox():
            if self.stopping.is_set():
                return

    def tell_library(self) -> None:
        """Tell the windows how the library stands."""
        from desktop_rag.engine.reporting import library_changed

        if self.hub.listeners():
            self.hub.publish("library", library_changed(self))

    def record(
        self,
        kind: str,
        steps: Sequence[TraceStep],
        outcome: str,
        *,
        model: str = "",
        template: str = "",
        chunk_ids: tuple[int, ...] = (),
        text: str | None = None,
    ) -> None:
        """Keep what a question cost and which parts took part. A library that cannot be written to
        keeps no record; the question is answered all the same."""
        try:
            self.traces.add(
                kind, steps, outcome, model=model, template=template, chunk_ids=chunk_ids, text=text
            )
            self.traces.trim(_TRACES_KEPT)
        except DesktopRagError as error:
            _LOG.warning("no record of a question: %s %s", error.message, error.detail)

    def self_findings(self) -> list[Finding]:
        """What the engine knows of its models and roots, for the doctor."""
        findings = self.models.findings()
        problem = self.meaning.problem
        if problem is not None:
            findings.append(Finding("embedder", "broken", problem.message, problem.remedy))
        for broken in self.parts.problems:
            findings.append(Finding("plug-ins", "warning", broken, MEND_PLUGIN))
        for root in self.catalogue.roots():
            if not root.online:
                findings.append(
                    Finding(
                        "folders",
                        "warning",
                        f"{root.path} cannot be reached.",
                        "Connect the drive, or remove the folder from the library.",
                    )
                )
        return findings


def wire(library: Path, app_paths: AppPaths) -> Engine:
    """Open the library and make all parts. Raises what opening raises."""
    clock: Clock = SystemClock()
    paths = LibraryPaths(library)
    current = CurrentSettings(app_paths.settings_file)
    database = Database(paths.database)
    database.open()
    catalogue, documents = Catalogue(database, clock), Documents(database, clock)
    hub, parts = EventHub(), load_parts()
    progress = Progress(clock, catalogue.waiting_count)
    models = ModelDesk(app_paths, current.get, hub)
    passwords = Passwords()
    giving_way = GivingWay(clock)

    meaning = MeaningTier(
        lambda: load_meaning(models, database, paths, catalogue, documents, learner, current.get),
        lambda: tell_embedder(meaning, hub, progress, current.get),
    )
    unembedded = Unembedded(database)
    learner = Learner(
        Learning(catalogue, documents, unembedded, meaning, giving_way, clock, progress.changed)
    )
    succession = Succession(
        Succeeding(
            catalogue,
            documents,
            unembedded,
            meaning,
            giving_way,
            hub,
            lambda: current.get().models.embedder,
            models.load_embedder,
            lambda embedder: open_meaning(embedder, database, paths, current.get),
            learner.take_up,
            span_embedder,
        )
    )
    plans = Plans(parts, current)
    queue = SettleQueue(lambda: current.get().indexing.settle_ms / 1000, clock)
    own = _own_folders(paths, app_paths)
    watcher = Watcher(queue, hub, own)
    work = Work(
        catalogue,
        documents,
        Storing(catalogue, documents, meaning, learner),
        learner,
        lambda file: plans.of(file.root),
        hub,
        progress,
        passwords,
        queue.add,
    )
    indexer = Indexer(work, FileReader())
    comparer = Comparer(
        catalogue,
        partial(_rules_for, catalogue, current, own),
        lambda path, root: plans.of(root).expected(path),
        hub,
    )
    follower = Follower(
        Following(
            catalogue,
            comparer,
            watcher,
            queue,
            clock,
            partial(_wake, indexer, progress),
            lambda: current.get().application.compare_minutes * 60.0,
            hub,
        )
    )
    keyword = FtsKeywordIndex(database)

    def searching(settings: Callable[[], Settings]) -> SearchPipeline:
        return SearchPipeline(
            keyword=keyword,
            vector=meaning,
            chunks=documents,
            embedder=meaning.embedder,
            embedder_problem=lambda: meaning.problem,
            token_vectors=meaning.token_vectors,
            steps=_steps(parts, meaning, documents, models, settings),
            clock=clock,
        )

    answers = AnswerPipeline(
        token_vectors=meaning.token_vectors,
        chunks=documents,
        model=lambda: models.model("answer"),
        prompts=PromptLibrary(),
        clock=clock,
    )
    return Engine(
        paths=paths,
        app_paths=app_paths,
        database=database,
        catalogue=catalogue,
        documents=documents,
        conversations=Conversations(database, clock),
        traces=Traces(database, clock),
        hub=hub,
        progress=progress,
        meaning=meaning,
        models=models,
        indexer=indexer,
        follower=follower,
        catching_up=CatchingUp(follower, catalogue),
        succession=succession,
        upkeep=Upkeep(
            Kept(
                meaning.index,
                documents,
                indexer.idle,
                giving_way.quiet,
                clock,
                lambda: meaning.rest(current.get().models.unload_after_s),
            )
        ),
        library=Library(
            catalogue, follower, watcher, indexer, current.get, own, models.why_not_late
        ),
        search=searching(current.get),
        searching=searching,
        counter=DocumentCounter(FtsDocumentIndex(database), documents),
        answers=answers,
        viewer=FileReader(),
        parts=parts,
        passwords=passwords,
        giving_way=giving_way,
        current=current,
    )


def _wake(indexer: Indexer, progress: Progress) -> None:
    """The disk was compared: there may be work, and windows are told what moved or is gone."""
    indexer.wake()
    progress.changed()


def _own_folders(paths: LibraryPaths, app_paths: AppPaths) -> tuple[str, ...]:
    folders = (paths.folder, app_paths.data, app_paths.config, app_paths.models, app_paths.logs)
    return tuple({str(folder.resolve()) for folder in folders})


def _rules_for(
    catalogue: Catalogue, current: CurrentSettings, own: tuple[str, ...], root: Root
) -> IgnoreRules:
    """The gate of a root: other roots inside it look after themselves."""
    inside = {other.path for other in catalogue.roots() if other.path != root.path}
    return IgnoreRules(current.of_root(root).indexing, root.ignore, frozenset(inside | set(own)))


def _steps(
    parts: Parts,
    meaning: MeaningTier,
    documents: Documents,
    models: ModelDesk,
    settings: Callable[[], Settings],
) -> Steps:
    """Every named step, made when it is used with the tools as they are then."""

    def made(factories: Mapping[str, Callable[[Tools], T]]) -> dict[str, Callable[[], T]]:
        return {name: partial(make, factory) for name, factory in factories.items()}

    def make(factory: Callable[[Tools], T]) -> T:
        ready = meaning.wait(0)
        if ready is None:
            raise ModelMissing("The embedder is not loaded yet.", "Try again in a moment.")
        return factory(
            Tools(
                embedder=ready.embedder,
                token_vectors=ready.token_vectors,
                chunks=documents,
                model=lambda role: models.model(role, settings()),
                options=models.options(settings()),
            )
        )

    def counted(make: Callable[[], T]) -> T:
        models.servers.count_if_away(host_of(settings().retrieval.rerank_url))
        return make()

    scorers = made(parts.scorers)
    if _HTTP_RERANK in scorers:
        scorers[_HTTP_RERANK] = partial(counted, scorers[_HTTP_RERANK])
    scorers |= dict.fromkeys(CHOSEN_RERANKERS, lambda: models.reranker(settings()))
    return Steps(
        scorers,
        made(parts.preprocessors),
        made(parts.postprocessors),
        lambda step: models.used_by(step, settings()),
    )
