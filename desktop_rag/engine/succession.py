"""Another embedder: it learns the library in the background while the old one goes on serving, and
takes over when it knows everything. What it learnt is stored, so that nothing is lost by a stop."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.engine.embedding import Meaning, MeaningTier
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.learning import embedded, embedded_in_context
from desktop_rag.ports.embedding import Embedder, SpanEmbedder, Vectors
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.unembedded import Unembedded, UnembeddedTexts

_LOG = logging.getLogger(__name__)
_NOTICE = "succession"
_SERVING = "embedder.serving"  # meta: the embedder that answers, as JSON
_CHUNKS = 256
_SLICE_TEXTS = 32
_SAY_EVERY = 512  # texts


@dataclass(frozen=True, slots=True)
class Serving:
    """The embedder that answers, or answered last: its name among the models, and what its
    vectors are known by."""

    name: str
    fingerprint: str


def serving_embedder(catalogue: Catalogue) -> Serving | None:
    """Which embedder served the library last; None when none did."""
    kept = catalogue.meta(_SERVING)
    return Serving(**json.loads(kept)) if kept else None


def note_serving(catalogue: Catalogue, serving: Serving) -> None:
    """Remember which embedder serves."""
    written = json.dumps({"name": serving.name, "fingerprint": serving.fingerprint})
    catalogue.set_meta(_SERVING, written)


@dataclass(frozen=True, slots=True)
class Succeeding:
    """What a succession works with. `wanted`: the name in the settings; `load` gives that
    embedder, loaded, and `open` what search by it needs; `on_done`: it serves now; `spans`: late
    chunking with it, where it is fit for that."""

    catalogue: Catalogue
    documents: Documents
    unembedded: Unembedded
    meaning: MeaningTier
    giving_way: GivingWay
    hub: EventHub
    wanted: Callable[[], str]
    load: Callable[[str], Embedder]
    open: Callable[[Embedder], Meaning]
    on_done: Callable[[str], None]
    spans: Callable[[Embedder], SpanEmbedder | None]


class Succession:
    """At most one embedder learns at a time. Choosing the one that serves calls the other off."""

    def __init__(self, parts: Succeeding) -> None:
        self._with = parts
        self._guard = threading.Lock()
        self._called_off = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """The settings name an embedder: when another one serves, let the named one learn."""
        with self._guard:
            self._end()
            self._called_off = threading.Event()
            self._thread = threading.Thread(
                target=self._run, args=(self._called_off,), name="succession", daemon=True
            )
            self._thread.start()

    def stop(self) -> None:
        """Stop learning; what was learnt stays, and the next start goes on."""
        with self._guard:
            self._end()

    def wait(self, timeout: float) -> bool:
        """True when nothing is being learnt (any more)."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout)
        return thread is None or not thread.is_alive()

    def _end(self) -> None:
        self._called_off.set()
        if self._thread is not None:
            self._thread.join(timeout=60)
            self._thread = None
        self._with.hub.withdraw(_NOTICE)

    def _run(self, called_off: threading.Event) -> None:
        while not self._with.meaning.settled and not called_off.is_set():
            self._with.meaning.wait(0.2)
        serving, wanted = serving_embedder(self._with.catalogue), self._with.wanted()
        if serving is None or serving.name == wanted or called_off.is_set():
            return
        try:
            self._succeed(wanted, serving, called_off)
        except DesktopRagError as error:
            _LOG.warning("the embedder was not changed: %s (%s)", error.message, error.detail)
            self._with.hub.notice(_NOTICE, error.message, error.remedy, "warning")
        except Exception:  # noqa: BLE001 - the thread's border: logged, and the old one serves on
            _LOG.exception("changing the embedder")

    def _succeed(self, wanted: str, serving: Serving, called_off: threading.Event) -> None:
        parts = self._with
        embedder = parts.load(wanted)
        succeeding = Serving(wanted, embedder.fingerprint)
        if embedder.fingerprint == serving.fingerprint:  # another name for the same model
            note_serving(parts.catalogue, succeeding)
            return
        self._learn(embedder, serving, called_off)
        if called_off.is_set():
            return
        meaning = parts.open(embedder)
        self._learn(embedder, serving, called_off)  # what came in meanwhile
        if called_off.is_set():
            meaning.index.close()
            return
        old = parts.meaning.replace(meaning)
        note_serving(parts.catalogue, succeeding)
        parts.on_done(embedder.fingerprint)
        parts.hub.withdraw(_NOTICE)
        if old is not None:
            old.index.drop()
        # the one before stays known, so that going back costs nothing
        parts.documents.forget_embedders(keep=(embedder.fingerprint, serving.fingerprint))

    def _learn(self, embedder: Embedder, serving: Serving, called_off: threading.Event) -> None:
        """Embed what the embedder has no vector of, until there is nothing left."""
        parts, left_before = self._with, 0
        while not called_off.is_set():
            documents = parts.unembedded.documents(embedder.fingerprint)
            if not documents:
                return
            left = sum(texts for _, texts in documents)
            if left == left_before:
                return  # texts that cannot be embedded hold nobody up
            left_before, said = left, left + _SAY_EVERY
            for document, texts in documents:
                if said - left >= _SAY_EVERY:
                    said = left
                    self._say(embedder, serving, left)
                if not self._learn_document(embedder, document, called_off):
                    return
                left -= texts

    def _learn_document(
        self, embedder: Embedder, document: int, called_off: threading.Event
    ) -> bool:
        """All texts of a document; False when it was called off."""
        parts, spans = self._with, self._with.spans(embedder)
        reached, more = -1, True
        while more:
            found = parts.unembedded.texts(document, embedder.fingerprint, reached, _CHUNKS)
            for step in _steps(embedder, spans, found):
                parts.giving_way.wait(called_off)
                if called_off.is_set():
                    return False
                learnt = step()
                parts.documents.put_vectors(embedder.fingerprint, learnt)
                parts.catalogue.add_work(chunks_embedded=len(learnt))
            reached, more = found.reached, found.more
        return True

    def _say(self, embedder: Embedder, serving: Serving, left: int) -> None:
        self._with.hub.notice(
            _NOTICE,
            f"The new embedder {embedder.name} learns the library: {left} passages to go. "
            "Search by meaning goes on with the old one.",
            f"To call it off, choose {serving.name} again under Models.",
        )


def _steps(
    embedder: Embedder, spans: SpanEmbedder | None, found: UnembeddedTexts
) -> Iterator[Callable[[], dict[bytes, Vectors]]]:
    """What makes the vectors of some texts, a little at a time."""
    if found.spans and spans is not None:
        yield partial(embedded_in_context, spans, found)
        return
    keys = list(found.texts)
    for start in range(0, len(keys), _SLICE_TEXTS):
        batch = {key: found.texts[key] for key in keys[start : start + _SLICE_TEXTS]}
        yield partial(embedded, embedder, batch)
