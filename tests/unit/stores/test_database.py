from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from desktop_rag.domain.errors import (
    DiskFull,
    InternalError,
    LibraryDamaged,
    LibraryNewer,
    LibraryReadOnly,
)
from desktop_rag.stores.database import Database
from desktop_rag.stores.migrations import MIGRATIONS, Migration
from tests.unit.stores.library import Library


def test_a_new_library_is_private_and_has_the_newest_schema(tmp_path: Path) -> None:
    database = Database(tmp_path / "new" / "library.sqlite3")
    database.open()
    assert database.schema_version == MIGRATIONS[-1].version
    with database.write() as connection:
        connection.execute("INSERT INTO meta(key, value) VALUES ('a', 'b')")
    for path in (tmp_path / "new", *(tmp_path / "new").iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path
    database.close()


def test_a_transaction_that_fails_leaves_nothing(library: Library) -> None:
    def fail() -> None:
        with library.database.write() as connection:
            connection.execute("INSERT INTO meta(key, value) VALUES ('a', 'b')")
            raise ValueError

    with pytest.raises(ValueError):
        fail()
    assert library.catalogue.meta("a") is None


def test_a_write_inside_a_write_joins_it(library: Library) -> None:
    def fail() -> None:
        with library.database.write():
            library.catalogue.set_meta("a", "b")
            raise ValueError

    with pytest.raises(ValueError):
        fail()
    assert library.catalogue.meta("a") is None


def test_a_reader_sees_one_state_and_never_waits(library: Library) -> None:
    with library.database.read() as connection:
        connection.execute("SELECT * FROM meta").fetchall()
        thread = threading.Thread(target=library.catalogue.set_meta, args=("a", "b"))
        thread.start()
        thread.join(10)
        assert not thread.is_alive()
        assert connection.execute("SELECT * FROM meta WHERE key = 'a'").fetchall() == []
    assert library.catalogue.meta("a") == "b"


def test_readers_cannot_write(library: Library) -> None:
    with pytest.raises(LibraryReadOnly), library.database.read() as connection:
        connection.execute("INSERT INTO meta(key, value) VALUES ('a', 'b')")


def test_a_migration_is_whole_or_not_at_all_and_backed_up_first(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    old = Library(tmp_path)
    old.add("/docs/a.txt", "zebra")
    old.close()
    version = MIGRATIONS[-1].version + 1
    bad = Migration(version, "bad", ("CREATE TABLE extra(x)", "CREATE TABLE roots(x)"))
    with pytest.raises(InternalError):
        Database(path, (*MIGRATIONS, bad)).open()
    good = Migration(version, "good", ("CREATE TABLE extra(x)",))
    database = Database(path, (*MIGRATIONS, good))
    database.open()
    with database.read() as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM schema_migrations")]
        assert connection.execute("SELECT count(*) FROM chunks").fetchone()[0] == 1
    database.close()
    assert names[-1] == "good"
    backup = tmp_path / f"library.schema{version - 1}.backup.sqlite3"
    assert backup.stat().st_mode & 0o077 == 0
    with sqlite3.connect(backup) as copy:
        assert copy.execute("SELECT count(*) FROM chunks").fetchone()[0] == 1
    copy.close()


def test_a_library_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    newer = Database(path, (*MIGRATIONS, Migration(99, "later", ("CREATE TABLE later(x)",))))
    newer.open()
    newer.close()
    before = path.read_bytes()
    with pytest.raises(LibraryNewer):
        Database(path).open()
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"no database" * 500, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_library_is_said_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.sqlite3"
    path.write_bytes(content)
    with pytest.raises(LibraryDamaged):
        Database(path).open()
    assert path.read_bytes() == content


def test_a_foreign_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE mine(x)")
    foreign.close()
    with pytest.raises(LibraryDamaged):
        Database(path).open()


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_rights_is_said_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LibraryReadOnly):
        Database(tmp_path / "x" / "library.sqlite3").open()
    tmp_path.chmod(0o700)


def test_a_library_in_place_of_a_file_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(LibraryReadOnly):
        Database(tmp_path / "file" / "library.sqlite3").open()


def test_a_full_disk_is_said_so_and_nothing_is_lost(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    with library.database.write() as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(DiskFull):
        library.add("/docs/b.txt", *(f"lion {n} " * 200 for n in range(200)))
    with library.database.write() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
    library.catalogue.recover()
    assert library.documents.counts() == (1, 1, 1)
    assert library.add("/docs/b.txt", "lion")


def test_a_backup_is_whole_and_private(library: Library, tmp_path: Path) -> None:
    library.add("/docs/a.txt", "zebra")
    (tmp_path / "copy").mkdir()
    library.database.backup(tmp_path / "copy" / "backup.sqlite3")
    copy = Database(tmp_path / "copy" / "backup.sqlite3")
    copy.open()
    with copy.read() as connection:
        assert connection.execute("SELECT text FROM chunks").fetchall() == [("zebra",)]
    copy.close()
    assert (tmp_path / "copy" / "backup.sqlite3").stat().st_mode & 0o077 == 0


def test_a_closed_library_says_so(library: Library) -> None:
    library.close()
    with pytest.raises(InternalError):
        library.catalogue.roots()
