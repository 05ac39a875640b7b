"""What one file costs does not grow with the library: no statement reads a whole table for it."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest

from desktop_rag.domain.source import FileStamp
from desktop_rag.stores.unembedded import Unembedded
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library

# The indexes that hold only what is in work.
_SMALL = "documents_hidden|files_waiting|vectors_orphaned"
_WHOLE = re.compile(
    r"SCAN (documents|files|chunks|pieces|vectors|regions|keyword_terms|words|outbox|\w)\b"
    rf"(?!.* INDEX ({_SMALL}))"
)
STAMP = FileStamp(9, 9, 9)


def _new(library: Library) -> None:
    library.add("/docs/new.txt", "a lion sleeps", "and wakes")


def _copied(library: Library) -> None:
    library.add("/docs/copy.txt", "zebra")


def _changed(library: Library) -> None:
    library.add("/docs/0.txt", "another zebra", stamp=STAMP)


def _moved(library: Library) -> None:
    library.catalogue.move([("/docs/1.txt", "/docs/moved.txt", library.root.id, STAMP)])


def _forgotten(library: Library) -> None:
    library.catalogue.forget(["/docs/2.txt"])


def _next(library: Library) -> None:
    library.catalogue.next_waiting(10)


def _learnt(library: Library) -> None:
    Unembedded(library.database).texts(1, FINGERPRINT, -1, 10)


def _followed(library: Library) -> None:
    index = ChromaVectorIndex(library.folder, library.database, FINGERPRINT, DIMENSIONS)
    index.open()
    library.add("/docs/new.txt", "a lion sleeps")
    assert index.apply_outbox()
    index.tend()
    index.close()


WORK = [_new, _copied, _changed, _moved, _forgotten, _next, _learnt, _followed]


@pytest.mark.parametrize("work", WORK)
def test_no_statement_reads_a_whole_table_for_one_file(
    library: Library, work: Callable[[Library], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        library.add(f"/docs/{number}.txt", "zebra", f"text {number}")
    with _told(library, monkeypatch) as statements:
        work(library)
    assert statements
    with library.database.read() as connection:
        known = connection.execute("SELECT 1 FROM embedders WHERE fingerprint = ?", (FINGERPRINT,))
        assert known.fetchone()
        scans = {
            (said, plan[3])
            for said in statements
            for plan in connection.execute(f"EXPLAIN QUERY PLAN {said}")
            if _WHOLE.search(plan[3])
        }
    assert scans == set()


@contextlib.contextmanager
def _told(library: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """All statements that read or write, with their values."""
    said: list[str] = []

    def tell(statement: str) -> None:
        if statement.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
            said.append(statement)

    read, write = library.database.read, library.database.write

    def telling(
        own: Callable[[], contextlib.AbstractContextManager[sqlite3.Connection]],
    ) -> Callable[[], contextlib.AbstractContextManager[sqlite3.Connection]]:
        @contextlib.contextmanager
        def opened() -> Iterator[sqlite3.Connection]:
            with own() as connection:
                connection.set_trace_callback(tell)
                try:
                    yield connection
                finally:
                    connection.set_trace_callback(None)

        return opened

    with monkeypatch.context() as patched:
        patched.setattr(library.database, "read", telling(read))
        patched.setattr(library.database, "write", telling(write))
        yield said
