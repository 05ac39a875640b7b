"""Upkeep stays out of the way of who searches."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.domain.query import Filters
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.upkeep import Kept, Upkeep
from desktop_rag.stores.keyword_writing import unpacked
from tests.unit.stores.library import Library, TurnedClock


class Worn:
    """A vector store with changes to take over and vectors to try."""

    def __init__(self) -> None:
        self.waiting = 1
        self.tended = 0

    def apply_outbox(self) -> int:
        taken, self.waiting = self.waiting, 0
        return taken

    def tend(self) -> bool:
        self.tended += 1
        return True


class World:
    """Upkeep of a worn store, with a clock to turn."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.clock = TurnedClock()
        self.giving_way = GivingWay(self.clock)
        self.store = Worn()
        self.upkeep = Upkeep(
            Kept(
                lambda: self.store,
                library.documents,
                lambda: True,
                self.giving_way.quiet,
                self.clock,
                lambda: None,
            )
        )


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    library = Library(tmp_path / "library")
    yield World(library)
    library.close()


def test_the_store_is_tended_when_nobody_searched_for_five_seconds(world: World) -> None:
    world.store.waiting = 0
    with world.giving_way.searched():
        world.clock.time += 60
        assert not world.upkeep.step()
    world.clock.time += 4
    assert not world.upkeep.step()
    world.clock.time += 2
    assert world.upkeep.step()
    assert world.store.tended == 1


def test_who_waits_for_an_answer_is_left_alone_too(world: World) -> None:
    world.store.waiting = 0
    with world.giving_way.asked():
        world.clock.time += 60
        assert not world.upkeep.step()
    assert world.store.tended == 0


def test_changes_are_taken_over_while_somebody_searches(world: World) -> None:
    with world.giving_way.searched():
        assert world.upkeep.step()
    assert world.store.waiting == 0
    assert world.store.tended == 0


def test_who_searches_without_end_does_not_keep_the_store_from_being_mended(world: World) -> None:
    world.store.waiting = 0
    for _ in range(60):
        with world.giving_way.searched():
            assert not world.upkeep.step()
            world.clock.time += 9
    with world.giving_way.searched():
        world.clock.time += 100
        assert world.upkeep.step()


def test_a_keyword_index_of_an_older_version_is_made_anew_in_quiet_steps(world: World) -> None:
    world.store.waiting = 0
    world.library.add("/docs/a.txt", "one efﬁcient motor")
    world.library.add("/docs/b.txt", "Smørrebrød")
    with world.library.database.write() as connection:
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'keyword.forms'")
        (row,) = connection.execute("SELECT terms FROM keyword_terms WHERE chunk = 2").fetchall()
        terms = unpacked(row[0])
        connection.execute(
            "INSERT INTO keyword(keyword, rowid, breadcrumb, text, stems) "
            "VALUES ('delete', 2, ?, ?, ?)",
            terms,
        )
        old = [part.replace("o", "ø") for part in terms]
        connection.execute(
            "INSERT INTO keyword(rowid, breadcrumb, text, stems) VALUES (2, ?, ?, ?)", old
        )
        packed = zlib.compress("\n".join(old).encode(), 1)
        connection.execute("UPDATE keyword_terms SET terms = ? WHERE chunk = 2", (packed,))
    assert not world.library.keyword.search("smorrebrod", 5, Filters())
    with world.giving_way.searched():
        world.upkeep.step()
    assert not world.library.keyword.search("smorrebrod", 5, Filters())
    world.clock.time += 60
    for _ in range(3):
        world.upkeep.step()
    assert len(world.library.keyword.search("smorrebrod", 5, Filters())) == 1
    assert len(world.library.keyword.search("efficient", 5, Filters())) == 1
    assert not world.library.documents.renew_words()
    world.library.add("/docs/c.txt", "another motor")
    assert len(world.library.keyword.search("motor", 5, Filters())) == 2
