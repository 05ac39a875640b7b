from __future__ import annotations

import sqlite3

import pytest

from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.stores.health import examine
from tests.unit.stores.library import Library


def states(library: Library, *, repair: bool = False) -> dict[str, str]:
    return {
        finding.what: finding.state for finding in examine(library.database, None, repair=repair)
    }


def test_a_sound_library_has_nothing_broken(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    assert set(states(library).values()) <= {"ok", "warning"}
    assert states(library)["vectors"] == "warning"


def test_a_keyword_index_that_lost_rows_is_made_again(library: Library) -> None:
    library.add("/docs/a.txt", "zebra", "lion")
    with library.database.write() as connection:
        connection.execute("INSERT INTO keyword(keyword) VALUES ('delete-all')")
    assert states(library)["keyword index"] == "broken"
    assert states(library, repair=True)["keyword index"] == "repaired"
    assert states(library)["keyword index"] == "ok"
    assert len(library.keyword.search("zebra", 5, Filters())) == 1


def test_documents_without_a_file_are_found_and_deleted(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    with library.database.write() as connection:
        connection.execute("DELETE FROM files")
    assert states(library)["left-over documents"] == "warning"
    assert states(library, repair=True)["left-over documents"] == "repaired"
    assert library.documents.counts() == (0, 0, 0)
    assert states(library)["left-over documents"] == "ok"


def test_files_that_others_may_read_are_made_private(library: Library) -> None:
    library.database.path.chmod(0o644)
    assert states(library)["permissions"] == "warning"
    assert states(library, repair=True)["permissions"] == "repaired"
    assert library.database.path.stat().st_mode & 0o077 == 0


# What a hand (or a disk) can break: SQL, the look that must notice it, and whether a file has to be
# read again afterwards.
DAMAGE = {
    "passages deleted": (
        "DELETE FROM pieces WHERE chunk = 1; DELETE FROM chunks WHERE id = 1",
        "passages",
        True,
    ),
    "pieces deleted": ("DELETE FROM pieces WHERE chunk = 2", "passages", True),
    "a document deleted": ("DELETE FROM documents WHERE id = 1", "parts of nothing", True),
    "a document hidden": ("UPDATE documents SET state = 'writing'", "files and documents", True),
    "passages of no document": (
        "INSERT INTO chunks(document, ordinal, first, last, language, details, text) "
        "SELECT 999, 0, 0, 1, 'en', details, text FROM chunks WHERE id = 1",
        "parts of nothing",
        False,
    ),
    "pieces of no passage": (
        "INSERT INTO pieces(chunk, piece, text_hash, first, last) VALUES (999, 0, x'00', 0, 1)",
        "parts of nothing",
        False,
    ),
    "boxes of no document": (
        "INSERT INTO regions(document, first, last, boxes) VALUES (999, 0, 1, x'00')",
        "parts of nothing",
        False,
    ),
    "a turn of no conversation": (
        "INSERT INTO turns VALUES (999, 1, 0, 'question', x'00')",
        "parts of nothing",
        False,
    ),
    "a file of no folder": ("UPDATE files SET root = 999 WHERE id = 1", "files of no folder", True),
    "a file in no state": ("UPDATE files SET state = 'dancing'", "files and documents", True),
    "an indexed file without a document": (
        "UPDATE files SET document = NULL WHERE id = 1",
        "files and documents",
        True,
    ),
    "a file that shows another content": (
        "UPDATE files SET content_hash = 'other' WHERE id = 1",
        "files and documents",
        True,
    ),
    "the same content twice": (
        "INSERT INTO documents(content_hash, strategy, state, media_type, created) "
        "SELECT content_hash, strategy, state, media_type, created FROM documents WHERE id = 1; "
        "UPDATE files SET document = 3 WHERE id = 1",
        "content twice",
        False,
    ),
    "names deleted": ("DELETE FROM file_names", "names of files", False),
    "names left over": (
        "INSERT INTO file_names(rowid, words) VALUES (999, 'gone')",
        "names of files",
        False,
    ),
    "words deleted": ("DELETE FROM keyword_terms", "keyword index", False),
    "words left over": (
        "INSERT INTO keyword_terms(chunk, terms) VALUES (999, x'')",
        "keyword index",
        False,
    ),
    "no word to compare with": ("DELETE FROM words", "keyword index", False),
    "a vector cut short": (
        "UPDATE vectors SET vector = substr(vector, 1, 9) WHERE id = 1",
        "damaged vectors",
        False,
    ),
    "vectors of no embedder": ("UPDATE vectors SET embedder = 999", "parts of nothing", False),
    "documents without a file": ("DELETE FROM files", "left-over documents", True),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_a_hand_broke_is_found_and_mended(library: Library, damage: str) -> None:
    statements, look, read_again = DAMAGE[damage]
    _fill(library)
    _break(library, statements)
    assert states(library)[look] in ("broken", "warning")
    assert states(library, repair=True)[look] == "repaired"
    assert set(states(library).values()) <= {"ok", "warning"}
    assert states(library)["references"] == "ok"
    if read_again:
        _fill(library)
    assert library.documents.counts() == (2, 4, 4)
    assert set(states(library).values()) <= {"ok", "warning"}
    for word in ("zebra", "lion", "otter", "heron"):
        assert len(library.keyword.search(word, 5, Filters())) == 1
    assert library.catalogue.count_files(state="indexed") == 2


def _fill(library: Library) -> None:
    """What reading the folder again comes to."""
    library.add("/docs/a.txt", "zebra", "lion")
    library.add("/docs/b.txt", "otter", "heron")


def _break(library: Library, statements: str) -> None:
    connection = sqlite3.connect(library.database.path, isolation_level=None)
    connection.create_function("name_words", 1, str)
    for statement in statements.split("; "):
        connection.execute(statement)
    connection.close()


def test_a_library_that_is_being_written_to_is_not_called_broken(library: Library) -> None:
    _fill(library)
    library.documents.begin("content", "s1", "text/plain")
    library.catalogue.note_waiting(library.root.id, [("/docs/c.txt", FileStamp(1, 1, 1))])
    library.catalogue.begin_attempt("/docs/c.txt")
    assert set(states(library).values()) <= {"ok", "warning"}
