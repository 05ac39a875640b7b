from __future__ import annotations

from desktop_rag.domain.query import Filters
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


def test_lost_passages_are_broken(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    with library.database.write() as connection:
        connection.execute("DELETE FROM pieces")
        connection.execute("DELETE FROM chunks")
    assert states(library)["chunks"] == "broken"
