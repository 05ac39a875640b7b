"""What can be found by words already is learnt for search by meaning, as fast as the machine can
without keeping anybody waiting."""

from __future__ import annotations

import heapq
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from desktop_rag.domain.errors import DesktopRagError, Stopped
from desktop_rag.engine.embedding import Meaning, MeaningTier
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.progress import Pace
from desktop_rag.ports.clock import Clock
from desktop_rag.ports.embedding import Embedder, SpanEmbedder, Vectors
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.unembedded import Unembedded, UnembeddedTexts
from desktop_rag.stores.vector_index import ChromaVectorIndex

_LOG = logging.getLogger(__name__)
_WINDOW_TEXTS = 512  # looked at together, so that texts of like length meet in one batch
_SLICE_TEXTS = 32  # embedded between two looks at whether somebody waits for an answer
_OUTBOX = 2000
_AGAIN_S = 10.0


@dataclass(order=True, slots=True)
class _Course:
    """How far a document is learnt: `left` texts at most are to come, after ordinal `reached`."""

    left: int
    document: int
    reached: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Learning:
    """What the learner works with. `on_change`: some texts more are learnt."""

    catalogue: Catalogue
    documents: Documents
    unembedded: Unembedded
    meaning: MeaningTier
    giving_way: GivingWay
    clock: Clock
    on_change: Callable[[], None]


class Learner:
    """Embeds the pieces that have no vector yet, small documents before large ones, so that a note
    just saved need not wait for a long log. What is left is known from the library itself: nothing
    is lost when the engine ends in between. One thread embeds; a second one writes to the vector
    index meanwhile."""

    def __init__(self, learning: Learning) -> None:
        self._with = learning
        self._pace = Pace(learning.clock)
        self._changed = threading.Condition()
        self._courses: dict[int, _Course] = {}
        self._left = 0
        self._working = False
        self._paused = False
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._following: Future[None] | None = None

    def start(self) -> None:
        """Begin, as soon as the embedder is loaded."""
        self._thread = threading.Thread(target=self._run, name="index-learn", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the texts that are being embedded; the rest waits for the next start."""
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=20)

    def pause(self) -> None:
        """Begin nothing new."""
        with self._changed:
            self._paused = True

    def resume(self) -> None:
        """Go on."""
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def add(self, document: int, texts: int) -> None:
        """A document can be found by words; it has so many texts."""
        if self._with.meaning.problem is not None:
            return  # without an embedder nothing is waited for; the next start takes it up
        with self._changed:
            self._courses[document] = _Course(texts, document)
            self._left += texts
            self._changed.notify_all()

    def take_up(self, fingerprint: str) -> None:
        """Find what earlier runs, or another embedder, left to be learnt."""
        for document, texts in self._with.unembedded.documents(fingerprint):
            self.add(document, texts)

    def waiting(self) -> int:
        """Texts that are not learnt yet: no fewer than there are, 0 when all are."""
        with self._changed:
            if self._with.meaning.problem is not None:
                return 0
            return max(self._left, len(self._courses), int(self._working))

    def seconds_left(self) -> float | None:
        """Time for what waits, at the pace of the last minute; None when there is none yet."""
        return self._pace.seconds_left(self.waiting())

    # --- the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._with.meaning.settled and not self._stopping.is_set():
            self._with.meaning.wait(0.2)
        if self._with.meaning.wait(0) is None:
            return
        with ThreadPoolExecutor(1, "index-follow") as follower:
            while self._wait_for_work():
                meaning = self._with.meaning.wait(0)  # another embedder may have taken over
                assert meaning is not None
                try:
                    self._learn(meaning, follower)
                except Stopped:
                    return
                except DesktopRagError as error:  # a full disk: storing says so to the person
                    _LOG.warning("learning: %s (%s)", error.message, error.detail)
                    self._stopping.wait(_AGAIN_S)
                except Exception:  # noqa: BLE001 - the thread's border: a bug must not end learning
                    _LOG.exception("bug while learning")
                    self._stopping.wait(_AGAIN_S)

    def _wait_for_work(self) -> bool:
        """Wait until there is something to learn; False when it is time to end."""
        with self._changed:
            while not self._stopping.is_set() and (self._paused or not self._courses):
                self._working = False
                self._changed.wait(1.0)
            self._working = True
        return not self._stopping.is_set()

    def _learn(self, meaning: Meaning, follower: ThreadPoolExecutor) -> None:
        """One window of texts, in slices of like length."""
        fingerprint = meaning.embedder.fingerprint
        window = self._next_window(fingerprint)
        alone: dict[bytes, str] = {}
        for _, found in window:
            if found.spans and meaning.spans is not None:
                self._wait_for_leave()
                self._keep(fingerprint, embedded_in_context(meaning.spans, found))
            else:
                alone |= found.texts
        for keys in _slices(alone):
            self._wait_for_leave()
            learnt = embedded(meaning.embedder, {key: alone[key] for key in keys})
            self._keep(fingerprint, learnt, of=len(keys))
        self._conclude(window)
        self._follow(meaning.index, follower)
        self._with.on_change()

    def _keep(self, fingerprint: str, learnt: dict[bytes, Vectors], *, of: int = 0) -> None:
        """Store vectors; they are what came `of` so many texts."""
        texts = max(of, len(learnt))
        self._with.documents.put_vectors(fingerprint, learnt)
        self._with.catalogue.add_work(chunks_embedded=len(learnt))
        self._pace.note(texts)
        with self._changed:
            self._left = max(0, self._left - texts)
        self._with.on_change()

    def _next_window(self, fingerprint: str) -> list[tuple[_Course, UnembeddedTexts]]:
        """What is next, of the smallest documents; at least one document, if only a part of it."""
        with self._changed:
            courses = heapq.nsmallest(_WINDOW_TEXTS, self._courses.values())
        window: list[tuple[_Course, UnembeddedTexts]] = []
        room = _WINDOW_TEXTS
        for course in courses:
            found = self._with.unembedded.texts(
                course.document, fingerprint, course.reached, _WINDOW_TEXTS
            )
            window.append((course, found))
            room -= len(found.texts)
            if room <= 0:
                break
        return window

    def _wait_for_leave(self) -> None:
        """Wait while somebody waits for an answer or indexing is paused."""
        self._with.giving_way.wait(self._stopping)
        with self._changed:
            while self._paused and not self._stopping.is_set():
                self._changed.wait(1.0)
        if self._stopping.is_set():
            raise Stopped("The engine is closing.")

    def _conclude(self, window: list[tuple[_Course, UnembeddedTexts]]) -> None:
        """Note how far that brought the documents."""
        with self._changed:
            for course, found in window:
                course.reached = found.reached
                course.left = max(0, course.left - len(found.texts))
                if not found.more and self._courses.get(course.document) is course:
                    del self._courses[course.document]
            self._left = sum(course.left for course in self._courses.values())

    def _follow(self, index: ChromaVectorIndex, follower: ThreadPoolExecutor) -> None:
        """Let the vector index follow while the next window is embedded; wait for it at the end."""
        if self._following is not None:
            before, self._following = self._following, None
            before.result()
        following = follower.submit(self._apply, index)
        with self._changed:
            last = not self._courses
        if last:
            following.result()
        else:
            self._following = following

    def _apply(self, index: ChromaVectorIndex) -> None:
        while not self._stopping.is_set() and index.apply_outbox(_OUTBOX):
            continue


def embedded_in_context(embedder: SpanEmbedder, found: UnembeddedTexts) -> dict[bytes, Vectors]:
    """The vectors of texts with their document in view, by the same keys."""
    return dict(zip(found.texts, embedder.embed_spans(found.context, found.spans), strict=True))


def embedded(embedder: Embedder, texts: dict[bytes, str]) -> dict[bytes, Vectors]:
    """The vectors of texts, by the same keys. A text that cannot be embedded is logged and left
    out, so that it does not stop the others."""
    try:
        return dict(zip(texts, embedder.embed(list(texts.values())), strict=True))
    except Exception as error:  # noqa: BLE001 - one by one tells which of them it is
        _LOG.info("embedding one by one: %r", error)
    learnt = {}
    for key, text in texts.items():
        try:
            learnt[key] = _mean_of_parts(embedder, text)
        except Exception:  # noqa: BLE001 - the text stays findable by words
            _LOG.exception("a text cannot be embedded")
    return learnt


def _mean_of_parts(embedder: Embedder, text: str) -> Vectors:
    """The vector of a piece that was cut for another embedder: where it is too long for this one,
    the mean of its parts, at unit length."""
    parts = embedder.embed([text[start:end] for start, end in embedder.split(text)])
    mean: Vectors = parts.mean(axis=0)
    length = np.float32(np.linalg.norm(mean))
    return mean / length if length else mean


def _slices(texts: dict[bytes, str]) -> Iterator[list[bytes]]:
    keys = sorted(texts, key=lambda key: len(texts[key]))
    for start in range(0, len(keys), _SLICE_TEXTS):
        yield keys[start : start + _SLICE_TEXTS]
