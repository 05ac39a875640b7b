from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from desktop_rag.domain.errors import LibraryDamaged, LibraryNewer
from desktop_rag.stores.backups import check_backup, take_backup
from desktop_rag.stores.database import Database
from desktop_rag.stores.migrations import MIGRATIONS, Migration
from tests.unit.stores.library import Library


def backed_up(folder: Path, *texts: str) -> Path:
    made = Library(folder)
    made.add("/docs/a.txt", *texts)
    backup = folder.parent / f"{folder.name}.backup"
    made.database.backup(backup)
    made.close()
    return backup


def texts_of(path: Path) -> list[str]:
    database = Database(path)
    database.open()
    with database.read() as connection:
        found = [row[0] for row in connection.execute("SELECT text FROM chunks ORDER BY id")]
    database.close()
    return found


def restored(backup: Path, library: Path) -> Path | None:
    return take_backup(backup, library / "library.sqlite3", library / "vectors")


def test_a_backup_is_one_file_that_is_whole_by_itself(tmp_path: Path) -> None:
    backup = backed_up(tmp_path / "one", "zebra")
    check_backup(backup)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [backup.name]


def test_a_backup_leaves_the_rights_of_its_folder_alone(tmp_path: Path) -> None:
    made = Library(tmp_path / "library")
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    made.database.backup(folder / "library.backup")
    made.close()
    assert folder.stat().st_mode & 0o777 == 0o755
    assert (folder / "library.backup").stat().st_mode & 0o777 == 0o600


def test_the_library_before_is_kept_beside_the_restored_one(tmp_path: Path) -> None:
    backup = backed_up(tmp_path / "old", "zebra")
    library = tmp_path / "now"
    backed_up(library, "lion")
    (library / "vectors").mkdir()
    kept = restored(backup, library)
    assert kept is not None
    assert texts_of(library / "library.sqlite3") == ["zebra"]
    assert texts_of(kept) == ["lion"]
    assert not (library / "vectors").exists()  # it followed the library that went


@pytest.mark.parametrize("there", [False, True], ids=["nothing there", "a damaged library there"])
def test_a_backup_is_taken_whatever_there_is(tmp_path: Path, there: bool) -> None:
    backup = backed_up(tmp_path / "old", "zebra")
    library = tmp_path / "now"
    library.mkdir()
    if there:
        for name in ("library.sqlite3", "library.sqlite3-wal", "library.sqlite3-shm"):
            (library / name).write_bytes(b"\xff" * 9000)
    restored(backup, library)
    assert texts_of(library / "library.sqlite3") == ["zebra"]


@pytest.mark.parametrize("damage", [b"no library", b""])
def test_what_is_no_library_is_refused_and_nothing_is_touched(
    tmp_path: Path, damage: bytes
) -> None:
    library = tmp_path / "now"
    backed_up(library, "lion")
    wrong = tmp_path / "wrong"
    wrong.write_bytes(damage)
    with pytest.raises(LibraryDamaged):
        restored(wrong, library)
    assert not wrong.exists()
    assert texts_of(library / "library.sqlite3") == ["lion"]


def test_another_programs_database_is_no_backup(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite3") as other:
        other.execute("CREATE TABLE mine(x)")
    other.close()
    with pytest.raises(LibraryDamaged):
        check_backup(tmp_path / "other.sqlite3")


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    newer = Database(
        tmp_path / "library.sqlite3",
        (*MIGRATIONS, Migration(99, "later", ("CREATE TABLE later(x)",))),
    )
    newer.open()
    newer.backup(tmp_path / "newer.backup")
    newer.close()
    with pytest.raises(LibraryNewer):
        check_backup(tmp_path / "newer.backup")


def test_nothing_is_written_to_a_library_after_it_was_handed_over(tmp_path: Path) -> None:
    made = Library(tmp_path / "old")
    made.add("/docs/a.txt", "zebra")
    made.database.hand_over(tmp_path / "new.sqlite3")
    with pytest.raises(Exception, match="closed"):
        made.add("/docs/b.txt", "lion")
    assert texts_of(tmp_path / "new.sqlite3") == ["zebra"]
