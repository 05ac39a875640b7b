"""Files that wait are read, embedded and stored, whatever happens to some of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.errors import DamagedFile, DesktopRagError, DiskFull, ReaderCrashed
from desktop_rag.domain.place import Place
from desktop_rag.engine import jobs
from desktop_rag.engine.embedding import Meaning, MeaningTier
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.jobs import Indexer, Work
from desktop_rag.engine.learning import Learner, Learning
from desktop_rag.engine.passwords import Passwords
from desktop_rag.engine.plugins import load_parts
from desktop_rag.engine.progress import Progress
from desktop_rag.engine.reading_plan import ReadingPlan
from desktop_rag.engine.scanning import stamp_of
from desktop_rag.engine.storing import Storing
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.reader import ChunksPrepared, FileRead, ReadFile, StepDone
from desktop_rag.ports.clock import SystemClock
from desktop_rag.settings.indexing import IndexingSettings
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.unembedded import Unembedded
from tests.fakes.fake_embedder import FakeEmbedder

OnEvent = Callable[[Message], None]


class ScriptedReader:
    """Reads a file as one chunk; fails where a test says so."""

    def __init__(self) -> None:
        self.failures: dict[str, list[DesktopRagError]] = {}
        self.read_paths: list[str] = []
        self.steps: list[StepDone] = []
        self.before_end: Callable[[str], None] = lambda _path: None

    def read(
        self, message: ReadFile, on_event: OnEvent, *, seconds: float, memory_bytes: int
    ) -> FileRead:
        self.read_paths.append(message.path)
        waiting = self.failures.get(Path(message.path).name, [])
        if waiting:
            raise waiting.pop(0)
        text = Path(message.path).read_text()
        on_event(ChunksPrepared((ChunkDraft(0, text, Place((0, len(text))), "document"),)))
        for step in self.steps:
            on_event(step)
        self.before_end(message.path)
        return FileRead(DocumentFacts("text/plain", "document"), "document", "s", len(text))

    def close(self) -> None:
        return


class NoIndex:
    """A vector index that has nothing to do."""

    def apply_outbox(self, limit: int = 2000) -> int:
        return 0

    def close(self) -> None:
        return


class SeenNotices(Reply):
    """A subscriber that remembers."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def event(self, message: Message) -> None:
        if isinstance(message, NoticeGiven) and message.text:
            self.keys.append(message.key)

    def cancelled(self) -> bool:
        return False


class World:
    """An indexer over real stores, with a scripted reader and a fake embedder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "docs"
        self.folder.mkdir()
        self.database = Database(folder / "library.sqlite3")
        self.database.open()
        clock = SystemClock()
        self.catalogue = Catalogue(self.database, clock)
        self.documents = Documents(self.database, clock)
        self.root = self.catalogue.add_root(str(self.folder))
        self.embedder = FakeEmbedder()
        self.meaning = MeaningTier(
            lambda: Meaning(self.embedder, None, NoIndex()),  # type: ignore[arg-type]
            lambda: None,
        )
        self.meaning.start()
        self.notices = SeenNotices()
        hub = EventHub()
        hub.subscribe(self.notices, ("notices",))
        self.reader = ScriptedReader()
        self.looked_again: list[str] = []
        self.learner = Learner(
            Learning(
                self.catalogue,
                self.documents,
                Unembedded(self.database),
                self.meaning,
                GivingWay(clock),
                clock,
                lambda: None,
            )
        )
        plan = ReadingPlan(load_parts(), IndexingSettings())
        work = Work(
            self.catalogue,
            self.documents,
            Storing(self.catalogue, self.documents, self.meaning, self.learner),
            self.learner,
            lambda _file: plan,
            hub,
            Progress(clock, self.catalogue.waiting_count),
            Passwords(lambda: None),
            lambda path, _delay: self.looked_again.append(path),
        )
        self.indexer = Indexer(work, self.reader)  # type: ignore[arg-type]

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        self.catalogue.note_waiting(self.root.id, [(str(path), stamp_of(path.stat()))])
        return str(path)

    def run(self, seconds: float = 20) -> None:
        """Index until nothing is left to do."""
        if not self.indexer._threads:
            self.indexer.start()
        self.indexer.wake()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.indexer.idle() and not self.catalogue.count_files(state="reading"):
                return
            time.sleep(0.02)
        raise AssertionError("indexing did not come to an end")

    def state(self, path: str) -> str:
        entry = self.catalogue.file(path)
        return entry.state if entry else "forgotten"

    def close(self) -> None:
        self.indexer.stop()
        self.meaning.close()
        self.database.close()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(jobs, "_FULL_S", 0.1)
    made = World(tmp_path)
    yield made
    made.close()


def test_a_file_that_waits_becomes_searchable_with_its_vectors(world: World) -> None:
    path = world.write("a.txt", "The kettle is blue.")
    world.run()
    assert world.state(path) == "indexed"
    assert world.documents.counts() == (1, 1, 1)
    assert world.documents.missing_vectors(world.embedder.fingerprint) == []


def test_it_is_known_how_far_the_reader_of_a_long_file_is(world: World) -> None:
    seen: list[StepDone | None] = []
    world.reader.before_end = lambda path: seen.append(world.indexer.step_of(path))
    world.reader.steps = [StepDone(6, 20)]
    path = world.write("long.txt", "The kettle is blue.")
    world.run()
    assert seen == [StepDone(6, 20)]
    assert world.indexer.step_of("another file") is None
    assert world.state(path) == "indexed"


def test_a_copy_is_neither_read_nor_embedded_again(world: World) -> None:
    world.write("a.txt", "The kettle is blue.")
    world.run()
    copy = world.write("b.txt", "The kettle is blue.")
    world.run()
    assert world.state(copy) == "indexed"
    assert [Path(p).name for p in world.reader.read_paths] == ["a.txt"]
    assert world.catalogue.work() == {"files_read": 1, "chunks_embedded": 1}
    assert world.documents.counts()[0] == 1


def test_a_damaged_file_says_so_and_the_others_go_on(world: World) -> None:
    world.reader.failures["bad.txt"] = [DamagedFile("It is damaged.", "Get it anew.")]
    bad, good = world.write("bad.txt", "x"), world.write("good.txt", "y")
    world.run()
    assert world.state(bad) == "failed"
    assert world.state(good) == "indexed"
    entry = world.catalogue.file(bad)
    assert entry is not None
    assert (entry.reason, entry.remedy) == ("It is damaged.", "Get it anew.")


def test_a_file_that_kills_its_reader_twice_is_quarantined(world: World) -> None:
    crash = ReaderCrashed("The reader stopped.", "Press retry.")
    world.reader.failures["bomb.txt"] = [crash, crash, crash]
    path = world.write("bomb.txt", "x")
    world.run()
    assert world.state(path) == "quarantined"
    assert len(world.reader.read_paths) == 2


def test_a_file_that_crashed_its_reader_once_is_read_at_the_second_attempt(world: World) -> None:
    world.reader.failures["shy.txt"] = [ReaderCrashed("The reader stopped.", "Press retry.")]
    path = world.write("shy.txt", "x")
    world.run()
    assert world.state(path) == "indexed"


def test_a_file_that_changes_while_it_is_read_is_looked_at_again(world: World) -> None:
    def change(path: str) -> None:
        world.reader.before_end = lambda _path: None
        Path(path).write_text("changed meanwhile")

    world.reader.before_end = change
    path = world.write("a.txt", "first")
    world.run()
    assert world.looked_again == [path]


def test_a_file_that_is_gone_is_forgotten(world: World) -> None:
    path = world.write("a.txt", "x")
    Path(path).unlink()
    world.run()
    assert world.state(path) == "forgotten"


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_link_put_in_the_place_of_a_file_is_not_followed(
    world: World, tmp_path: Path, linked: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.txt").write_text("a secret")
    (world.folder / "sub").mkdir()
    path = Path(world.write("sub/a.txt", "x"))
    path.unlink()
    if linked == "file":
        path.symlink_to(outside / "a.txt")
    else:
        path.parent.rmdir()
        path.parent.symlink_to(outside)
    world.run()
    assert world.state(str(path)) == "forgotten"
    assert world.reader.read_paths == []


def test_a_program_is_skipped_without_being_read(world: World) -> None:
    path = world.folder / "tool.exe"
    path.write_bytes(b"MZ\x90\x00" * 10)
    world.catalogue.note_waiting(world.root.id, [(str(path), stamp_of(path.stat()))])
    world.run()
    assert world.state(str(path)) == "skipped"
    assert world.reader.read_paths == []


def test_nothing_is_taken_while_indexing_is_paused(world: World) -> None:
    world.indexer.pause()
    path = world.write("a.txt", "x")
    world.indexer.start()
    world.indexer.wake()
    time.sleep(0.3)
    assert world.state(path) == "waiting"
    world.indexer.resume()
    world.run()
    assert world.state(path) == "indexed"


def test_a_full_disk_is_said_and_what_waited_is_indexed_when_there_is_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = threading.Event()
    full.set()
    append = world.documents.append

    def refuse(*arguments: object) -> None:
        if full.is_set():
            raise DiskFull("The disk is full.", "Free some space.")
        append(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.documents, "append", refuse)
    path = world.write("a.txt", "The kettle is blue.")
    world.indexer.start()
    end = time.monotonic() + 10
    while "disk" not in world.notices.keys and time.monotonic() < end:
        time.sleep(0.02)
    assert "disk" in world.notices.keys
    full.clear()
    world.run()
    assert world.state(path) == "indexed"
    assert world.documents.counts() == (1, 1, 1)
