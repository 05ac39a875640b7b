"""The ledger is made equal to the disk, at the cost of a walk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.source import Root
from desktop_rag.engine import comparing
from desktop_rag.engine.comparing import Comparer
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.ignoring import IgnoreRules
from desktop_rag.engine.scanning import Found, look_at, stamp_of
from desktop_rag.ports.clock import SystemClock
from desktop_rag.settings.indexing import IndexingSettings
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from tests.unit.stores.library import drafts_of, prepared


class World:
    """A folder, a ledger, and a comparer between them."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder = folder
        self.database = database
        self.catalogue = catalogue = Catalogue(database, SystemClock())
        self.root = self.add(folder)
        self.settings = IndexingSettings()
        self.comparer = Comparer(catalogue, self._rules, lambda path, root: None, EventHub())

    def add(self, folder: Path) -> Root:
        return self.catalogue.add_root(
            str(folder), watch=True, mode="auto", ignore=(), overrides=()
        )

    def write(self, name: str, text: str = "x") -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def waiting(self) -> set[str]:
        return {
            os.path.relpath(file.path, self.folder) for file in self.catalogue.next_waiting(1000)
        }

    def indexed(self, *names: str) -> None:
        """Compare, and let these files be searchable."""
        self.comparer.compare_root(self.root)
        documents = Documents(self.database, SystemClock())
        for name in names:
            path = str(self.folder / name)
            document = documents.begin(f"hash of {name}", "s1", "text/plain")
            facts = DocumentFacts("text/plain", "document")
            self.catalogue.begin_attempt(path)
            documents.append(document, [prepared(draft) for draft in drafts_of(name)], [])
            stamp = stamp_of(os.stat(path))
            documents.finish(document, facts, mode="document", path=path, stamp=stamp)

    def known(self) -> set[str]:
        return {os.path.relpath(p, self.folder) for p in self.catalogue.known_files(self.root.id)}

    def _rules(self, root: Root) -> IgnoreRules:
        inside = {r.path for r in self.catalogue.roots() if r.path != root.path}
        return IgnoreRules(self.settings, root.ignore, frozenset(inside))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    folder = tmp_path / "docs"
    folder.mkdir()
    database = Database(tmp_path / "library.sqlite3")
    database.open()
    yield World(folder, database)
    database.close()


def test_new_files_wait_and_unchanged_ones_do_not_wait_again(world: World) -> None:
    world.write("a.md")
    world.write("sub/b.md")
    assert world.comparer.compare_root(world.root).waiting == 2
    assert world.waiting() == {"a.md", "sub/b.md"}
    again = world.comparer.compare_root(world.root)
    assert (again.waiting, again.unchanged) == (0, 2)


@pytest.mark.parametrize("written", ["1985-01-01", "2095-01-01"])
def test_a_change_is_noticed_whatever_the_clock_says(world: World, written: str) -> None:
    path = world.write("a.md")
    world.indexed("a.md")
    assert world.comparer.compare_root(world.root).waiting == 0
    Path(path).write_text("y")
    moment = datetime.fromisoformat(written).timestamp()
    os.utime(path, (moment, moment))
    assert world.comparer.compare_root(world.root).waiting == 1


def test_a_hint_costs_what_it_names_and_not_what_there_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, gone = world.write("sub/a.md"), world.write("sub/b.md")
    world.write("subway.md")
    world.indexed("sub/a.md", "sub/b.md", "subway.md")
    Path(changed).write_text("longer")
    os.unlink(gone)
    new = world.write("new/c.md")

    def everything(root: int) -> dict[str, object]:
        raise AssertionError("the whole ledger was read")

    monkeypatch.setattr(world.catalogue, "known_files", everything)
    found = world.comparer.compare_paths(world.root, [str(world.folder / "sub"), new])
    assert (found.waiting, found.unchanged, found.gone) == (2, 0, 1)
    assert world.waiting() == {"sub/a.md", "new/c.md"}
    again = world.comparer.compare_paths(world.root, [str(world.folder / "subway.md")])
    assert (again.waiting, again.unchanged) == (0, 1)


def test_deleted_files_are_forgotten(world: World) -> None:
    world.write("a.md")
    path = world.write("b.md")
    world.comparer.compare_root(world.root)
    os.unlink(path)
    assert world.comparer.compare_root(world.root).gone == 1
    assert world.known() == {"a.md"}


def test_a_renamed_folder_is_moves_only(world: World) -> None:
    for number in range(20):
        world.write(f"old/{number}.md", str(number))
    world.write("stays.md")
    world.comparer.compare_root(world.root)
    os.rename(world.folder / "old", world.folder / "new")
    compared = world.comparer.compare_paths(
        world.root, [str(world.folder / "old"), str(world.folder / "new")]
    )
    assert (compared.moved, compared.gone) == (20, 0)
    assert world.known() == {"stays.md"} | {f"new/{n}.md" for n in range(20)}


def test_swapped_names_are_both_known_afterwards(world: World) -> None:
    a, b = world.write("a.md", "aaaa"), world.write("b.md", "b")
    world.comparer.compare_root(world.root)
    os.rename(a, world.folder / "t")
    os.rename(b, a)
    os.rename(world.folder / "t", b)
    world.comparer.compare_paths(world.root, [a, b])
    assert world.known() == {"a.md", "b.md"}
    assert world.waiting() == {"a.md", "b.md"}


def test_swapped_names_of_files_with_like_size_and_time_are_noticed(world: World) -> None:
    a, b = world.write("a.md", "aaaa"), world.write("b.md", "bbbb")
    world.write("c.md", "cccc")
    for name in ("a.md", "b.md", "c.md"):
        os.utime(world.folder / name, (1_700_000_000, 1_700_000_000))
    world.indexed("a.md", "b.md", "c.md")
    os.rename(a, world.folder / "t")
    os.rename(b, a)
    os.rename(world.folder / "t", b)
    assert world.comparer.compare_root(world.root).waiting == 2
    assert world.waiting() == {"a.md", "b.md"}


def _alike(world: World, *names: str) -> None:
    for name in names:
        world.write(name, f"# {name}")
        os.utime(world.folder / name, (1_700_000_000, 1_700_000_000))
    world.indexed(*names)


@pytest.mark.parametrize("apart", [("a.md", "b.md"), ("b.md", "a.md")])
def test_a_swap_whose_hints_come_one_by_one_is_noticed_whole(
    world: World, apart: tuple[str, ...]
) -> None:
    _alike(world, "a.md", "b.md")
    a, b, aside = (world.folder / name for name in ("a.md", "b.md", "aside"))
    os.rename(a, aside)
    os.rename(b, a)
    os.rename(aside, b)
    for name in apart:
        world.comparer.compare_paths(world.root, [str(world.folder / name)])
    assert world.waiting() == {"a.md", "b.md"}


def test_a_file_put_in_the_place_of_one_alike_is_noticed(world: World, tmp_path: Path) -> None:
    _alike(world, "a.md")
    other = tmp_path / "elsewhere.md"
    other.write_text("# A.MD")
    os.utime(other, (1_700_000_000, 1_700_000_000))
    os.rename(other, world.folder / "a.md")
    assert world.comparer.compare_paths(world.root, [str(world.folder / "a.md")]).waiting == 1


def test_of_a_swap_in_the_middle_of_a_comparison_both_names_are_looked_into(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _alike(world, "a.md", "b.md")
    a, b, aside = (world.folder / name for name in ("a.md", "b.md", "aside"))
    before = os.stat(b)
    os.rename(a, aside)
    os.rename(b, a)
    os.rename(aside, b)

    def seen_before_the_swap(path: str, root: str, rules: IgnoreRules) -> Found:
        found = look_at(path, root, rules)
        found.files[str(b)] = stamp_of(before)
        return found

    monkeypatch.setattr(comparing, "look_at", seen_before_the_swap)
    world.comparer.compare_root(world.root)
    assert world.waiting() == {"a.md", "b.md"}


def test_a_hint_of_the_root_itself_is_a_look_at_the_whole_root(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _alike(world, "a.md", "b.md")
    aside = world.folder.with_name("aside")
    os.rename(world.folder, aside)
    world.folder.mkdir()  # a drive's place, where it is not mounted yet
    hinted = world.comparer.compare_paths(world.root, [str(world.folder)])
    assert (hinted.online, hinted.gone) == (False, 0)
    assert world.known() == {"a.md", "b.md"}
    world.folder.rmdir()
    shutil.copytree(aside, world.folder)  # its files have other inodes now
    again = world.comparer.compare_paths(world.root, [str(world.folder)])
    assert (again.unchanged, again.waiting) == (2, 0)


def test_a_drive_that_gave_every_file_another_inode_is_not_read_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _alike(world, "a.md", "b.md")

    def mounted_anew(path: str, root: str, rules: IgnoreRules) -> Found:
        found = look_at(path, root, rules)
        found.files = {p: s._replace(inode=s.inode + 10**6) for p, s in found.files.items()}
        return found

    monkeypatch.setattr(comparing, "look_at", mounted_anew)
    assert world.comparer.compare_root(world.root).unchanged == 2


def test_hard_links_are_no_swap(world: World) -> None:
    first = world.write("a.md")
    os.link(first, world.folder / "b.md")
    world.indexed("a.md", "b.md")
    assert world.comparer.compare_root(world.root).unchanged == 2


def test_a_changed_case_of_a_name_is_a_move(world: World) -> None:
    path = world.write("Report.md")
    world.indexed("Report.md")
    os.rename(path, world.folder / "report.md")
    found = world.comparer.compare_root(world.root)
    assert (found.moved, found.waiting) == (1, 0)
    assert world.known() == {"report.md"}


def _evict(path: str) -> None:
    """What the system shows of a file whose content it took away: its size, and no blocks."""
    stamp = os.stat(path)
    os.truncate(path, 0)
    os.truncate(path, stamp.st_size)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert os.stat(path).st_blocks == 0


def test_files_that_are_only_online_are_listed_and_never_fetched(world: World) -> None:
    world.write("here.md", "x" * 9000)
    _evict(world.write("cloud.md", "x" * 9000))
    assert world.comparer.compare_root(world.root).waiting == 1
    assert world.waiting() == {"here.md"}
    entry = world.catalogue.file(str(world.folder / "cloud.md"))
    assert entry is not None
    assert (entry.state, "only online" in entry.reason) == ("skipped", True)
    world.write("cloud.md", "y" * 9000)  # it came down
    world.comparer.compare_root(world.root)
    assert "cloud.md" in world.waiting()


def test_what_was_indexed_stays_when_the_system_takes_the_content_away(world: World) -> None:
    path = world.write("a.md", "x" * 9000)
    world.indexed("a.md")
    _evict(path)
    found = world.comparer.compare_root(world.root)
    assert (found.waiting, found.gone) == (0, 0)
    entry = world.catalogue.file(path)
    assert entry is not None
    assert entry.state == "indexed"


def test_files_only_online_are_fetched_when_the_person_wants_it(world: World) -> None:
    _evict(world.write("cloud.md", "x" * 9000))
    world.settings = IndexingSettings(fetch_online=True)
    assert world.comparer.compare_root(world.root).waiting == 1


def test_a_root_that_is_gone_is_offline_not_deleted(world: World) -> None:
    world.write("a.md")
    world.comparer.compare_root(world.root)
    os.rename(world.folder, world.folder.parent / "away")
    assert not world.comparer.compare_root(world.root).online
    assert world.known() == {"a.md"}
    assert not world.catalogue.roots()[0].online
    os.rename(world.folder.parent / "away", world.folder)
    back = world.comparer.compare_root(world.catalogue.roots()[0])
    assert back.online
    assert world.catalogue.roots()[0].online


def test_a_root_that_is_suddenly_empty_is_offline_not_deleted(world: World) -> None:
    world.write("a.md")
    world.comparer.compare_root(world.root)
    shutil.rmtree(world.folder)
    world.folder.mkdir()
    assert not world.comparer.compare_root(world.root).online
    assert world.known() == {"a.md"}


def test_files_seen_to_vanish_one_by_one_are_deleted_even_when_they_were_all(
    world: World,
) -> None:
    path = world.write("a.md")
    world.comparer.compare_root(world.root)
    os.unlink(path)
    assert world.comparer.compare_paths(world.root, [path]).gone == 1
    assert world.known() == set()


def test_a_root_inside_a_root_looks_after_its_own_files(world: World) -> None:
    world.write("a.md")
    world.write("inner/b.md")
    world.comparer.compare_root(world.root)
    inner = world.add(world.folder / "inner")
    assert world.comparer.compare_root(inner).unchanged == 1
    outer = world.comparer.compare_root(world.root)
    assert (outer.waiting, outer.gone, outer.unchanged) == (0, 0, 1)


def test_a_single_deleted_file_is_forgotten_when_its_folder_is_still_there(
    world: World,
) -> None:
    world.write("beside.md")
    path = world.write("alone.md")
    root = world.add(Path(path))
    world.comparer.compare_root(root)
    os.unlink(path)
    assert world.comparer.compare_root(root).gone == 1


def test_a_folder_that_cannot_be_opened_keeps_its_files(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = os.path.dirname(world.write("closed/a.md"))
    world.comparer.compare_root(world.root)
    scandir = os.scandir

    def refused(path: str) -> object:
        if path == closed:
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    compared = world.comparer.compare_root(world.root)
    assert compared.forbidden == [closed]
    assert world.known() == {"closed/a.md"}


def test_a_secret_that_may_be_read_now_waits(world: World) -> None:
    world.write(".env")
    world.write("a.md")
    world.comparer.compare_root(world.root)
    assert world.waiting() == {"a.md"}
    open_rules = IgnoreRules(IndexingSettings(secrets=(), hidden_files=True))
    comparer = Comparer(world.catalogue, lambda root: open_rules, lambda p, r: None, EventHub())
    comparer.compare_root(world.root)
    assert world.waiting() == {"a.md", ".env"}


def test_a_file_read_by_another_strategy_waits_again(world: World) -> None:
    path = world.write("a.md")
    world.comparer.compare_root(world.root)
    documents = Documents(world.database, SystemClock())
    world.catalogue.begin_attempt(path)
    number = documents.begin("hash", "reader@1", "text/markdown")
    documents.finish(
        number,
        DocumentFacts("text/markdown", "document"),
        mode="document",
        path=path,
        stamp=stamp_of(os.stat(path)),
    )
    same = Comparer(
        world.catalogue, world._rules, lambda path, root: "reader@1", EventHub()
    ).compare_root(world.root)
    assert same.waiting == 0
    newer = Comparer(
        world.catalogue, world._rules, lambda path, root: "reader@2", EventHub()
    ).compare_root(world.root)
    assert newer.waiting == 1


def test_a_single_file_that_changed_waits_and_is_not_forgotten(world: World) -> None:
    path = world.write("alone.md")
    root = world.add(Path(path))
    world.comparer.compare_root(root)
    world.catalogue.begin_attempt(path)
    world.write("alone.md", "changed and longer")
    compared = world.comparer.compare_paths(root, [path])
    assert (compared.waiting, compared.gone) == (1, 0)


def test_a_folder_that_cannot_be_listed_any_more_is_not_emptied(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.write("sub/a.md")
    world.comparer.compare_root(world.root)

    def refused(path: str) -> object:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refused)
    assert world.comparer.compare_paths(world.root, [str(world.folder)]).gone == 0
    assert world.comparer.compare_paths(world.root, [str(world.folder / "sub")]).gone == 0
    assert world.known() == {"sub/a.md"}
