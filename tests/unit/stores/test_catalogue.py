from __future__ import annotations

import pytest

from desktop_rag.domain.errors import (
    DamagedFile,
    FileForbidden,
    InvalidRequest,
    ReaderCrashed,
    ScannedWithoutText,
)
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FILE_STATES, FileStamp
from desktop_rag.stores.documents import Documents
from tests.unit.stores.library import DocumentFacts, Library, drafts_of, prepared

STAMP = FileStamp(10, 20, 30)
NEWER = FileStamp(11, 21, 30)


def state(library: Library, path: str) -> str:
    entry = library.catalogue.file(path)
    assert entry is not None
    return entry.state


def searchable(library: Library, text: str) -> bool:
    return bool(library.keyword.search(text, 5, Filters()))


def test_a_root_added_again_is_updated(library: Library) -> None:
    again = library.catalogue.add_root(
        "/docs", watch=False, ignore=("*.log",), overrides={"a": "b"}
    )
    assert again.id == library.root.id
    assert library.catalogue.roots() == [again]
    assert again.overrides == (("a", "b"),)


def test_the_innermost_root_holds_a_path(library: Library) -> None:
    inner = library.catalogue.add_root("/docs/inner")
    assert library.catalogue.root_of("/docs/inner/x") == inner
    assert library.catalogue.root_of("/docs/inner2/x") == library.root
    assert library.catalogue.root_of("/elsewhere") is None


def test_files_go_over_between_roots_without_work(library: Library) -> None:
    document = library.add("/docs/inner/a.txt", "zebra")
    inner = library.catalogue.add_root("/docs/inner")
    assert library.catalogue.known_files(inner.id)["/docs/inner/a.txt"].document == document
    assert library.catalogue.known_files(library.root.id) == {}
    assert library.catalogue.remove_root(inner.id) == 0
    assert library.catalogue.known_files(library.root.id)["/docs/inner/a.txt"].document == document


def test_a_removed_root_leaves_no_trace_and_can_be_added_again(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    assert library.catalogue.remove_root(library.root.id) == 1
    assert not searchable(library, "zebra")
    assert library.documents.counts() == (0, 0, 0)
    root = library.catalogue.add_root("/docs")
    library.add("/docs/a.txt", "zebra", root=root.id)
    assert searchable(library, "zebra")


def test_an_interrupted_removal_is_finished_at_the_next_start(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    with library.database.write() as connection:
        connection.execute("UPDATE roots SET removing = 1")
    library.catalogue.recover()
    assert library.catalogue.roots() == []
    assert library.catalogue.count_files() == 0
    assert not searchable(library, "zebra")


def test_a_root_that_is_gone_takes_no_files(library: Library) -> None:
    library.catalogue.remove_root(library.root.id)
    with pytest.raises(InvalidRequest):
        library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])


def test_an_offline_root_shows_offline_and_stays_searchable(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    library.catalogue.note_waiting(library.root.id, [("/docs/b.txt", STAMP)])
    library.catalogue.set_online(library.root.id, False)
    assert state(library, "/docs/a.txt") == "offline"
    assert library.catalogue.counts()["offline"] == 2
    assert library.catalogue.next_waiting(5) == []
    assert searchable(library, "zebra")
    library.catalogue.set_online(library.root.id, True)
    assert state(library, "/docs/a.txt") == "indexed"
    assert library.catalogue.waiting_count() == 1


def test_the_queue_goes_by_priority_then_interruptions_then_size(library: Library) -> None:
    note = library.catalogue.note_waiting
    note(library.root.id, [("/docs/large", FileStamp(900, 0, 1)), ("/docs/small", STAMP)])
    note(library.root.id, [("/docs/first", FileStamp(5000, 0, 2))], priority=1)
    note(library.root.id, [("/docs/broken", FileStamp(1, 0, 3))])
    library.catalogue.begin_attempt("/docs/broken")
    assert library.catalogue.recover() == 1
    names = [file.path for file in library.catalogue.next_waiting(9)]
    assert names == ["/docs/first", "/docs/small", "/docs/large", "/docs/broken"]
    rest = library.catalogue.next_waiting(2, exclude={"/docs/first", "/docs/small"})
    assert [file.path for file in rest] == ["/docs/large", "/docs/broken"]


def test_a_file_that_kills_its_reader_twice_is_quarantined(library: Library) -> None:
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    error = ReaderCrashed("The reader died.", "Try again.")
    assert library.catalogue.begin_attempt("/docs/a") == 1
    assert library.catalogue.note_crash("/docs/a", error) == "waiting"
    assert library.catalogue.begin_attempt("/docs/a") == 2
    assert library.catalogue.note_crash("/docs/a", error) == "quarantined"
    assert library.catalogue.file("/docs/a").reason == "The reader died."  # type: ignore[union-attr]
    assert library.catalogue.retry(None) == 1
    assert library.catalogue.begin_attempt("/docs/a") == 1


def test_a_killed_engine_never_quarantines(library: Library) -> None:
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    for _ in range(5):
        assert library.catalogue.begin_attempt("/docs/a") == 1
        library.catalogue.recover()
    assert state(library, "/docs/a") == "waiting"


def test_a_file_that_changes_while_it_is_read_is_read_again(library: Library) -> None:
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    library.catalogue.begin_attempt("/docs/a")
    library.catalogue.note_waiting(library.root.id, [("/docs/a", NEWER)])
    finish(library.documents, "/docs/a", STAMP)
    assert state(library, "/docs/a") == "waiting"
    assert searchable(library, "zebra")
    assert library.catalogue.next_waiting(1)[0].stamp == NEWER
    library.catalogue.begin_attempt("/docs/a")
    finish(library.documents, "/docs/a", NEWER, "lion")
    assert state(library, "/docs/a") == "indexed"
    assert not searchable(library, "zebra")


def test_a_file_forgotten_while_it_is_read_does_not_come_back(library: Library) -> None:
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    library.catalogue.begin_attempt("/docs/a")
    library.catalogue.forget(["/docs/a"])
    assert not finish(library.documents, "/docs/a", STAMP)
    assert not searchable(library, "zebra")
    assert library.documents.counts() == (0, 0, 0)


def finish(documents: Documents, path: str, stamp: FileStamp, text: str = "zebra") -> bool:
    document = documents.begin("hash of " + text, "s", "text/plain")
    documents.append(document, [prepared(draft) for draft in drafts_of(text)], [])
    facts = DocumentFacts("text/plain", "document")
    return documents.finish(document, facts, mode="document", path=path, stamp=stamp)


def test_old_content_stays_until_the_new_is_there_or_cannot_be_read(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    library.catalogue.note_waiting(library.root.id, [("/docs/a.txt", NEWER)])
    assert searchable(library, "zebra")
    library.catalogue.begin_attempt("/docs/a.txt")
    library.catalogue.fail_file("/docs/a.txt", "failed", FileForbidden("Not allowed."))
    assert searchable(library, "zebra")
    library.catalogue.fail_file("/docs/a.txt", "failed", DamagedFile("Damaged."))
    assert not searchable(library, "zebra")
    assert library.documents.counts() == (0, 0, 0)


def test_skipped_files_are_listed_and_never_searchable(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    library.catalogue.note_skipped(
        library.root.id,
        [
            ("/docs/a.txt", STAMP, "secret", "Looks like a secret.", "Rename it."),
            ("/docs/b", None, "x", "y", "z"),
        ],
    )
    assert library.catalogue.counts()["skipped"] == 2
    assert not searchable(library, "zebra")


def test_retry_takes_what_another_try_may_help(library: Library) -> None:
    paths = ["/docs/a", "/docs/b", "/docs/c"]
    library.catalogue.note_waiting(library.root.id, [(path, STAMP) for path in paths])
    library.catalogue.fail_file("/docs/a", "failed", DamagedFile("x"))
    library.catalogue.fail_file("/docs/b", "empty", ScannedWithoutText("x"))
    library.catalogue.note_skipped(library.root.id, [("/docs/c", STAMP, "c", "r", "m")])
    assert library.catalogue.retry(None) == 2
    assert library.catalogue.retry(["/docs/c", "/docs/unknown"]) == 1
    assert library.catalogue.counts()["waiting"] == 3


def test_two_files_swap_their_names_without_work(library: Library) -> None:
    one, two = library.add("/docs/a.txt", "zebra"), library.add("/docs/b.txt", "lion")
    root = library.root.id
    library.catalogue.move(
        [("/docs/a.txt", "/docs/b.txt", root, STAMP), ("/docs/b.txt", "/docs/a.txt", root, STAMP)]
    )
    assert library.documents.document_at("/docs/a.txt") == two
    assert library.documents.document_at("/docs/b.txt") == one
    assert library.documents.counts() == (2, 2, 2)


def test_a_move_onto_another_file_replaces_it(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    library.add("/docs/b.txt", "lion")
    library.catalogue.move([("/docs/a.txt", "/docs/b.txt", library.root.id, STAMP)])
    assert not searchable(library, "lion")
    assert library.catalogue.count_files() == 1


def test_the_ledger_is_read_page_by_page(library: Library) -> None:
    paths = [f"/docs/é{number:02}.txt" for number in range(25)]
    library.catalogue.note_waiting(library.root.id, [(path, STAMP) for path in paths])
    seen: list[str] = []
    more = True
    while more:
        page, more = library.catalogue.files(after=seen[-1] if seen else "", limit=10)
        seen += [entry.path for entry in page]
    assert seen == paths
    assert library.catalogue.count_files(contains="E07") == 1
    assert library.catalogue.count_files(under="/docs/é01.txt") == 1
    assert library.catalogue.count_files(state="indexed") == 0
    assert set(library.catalogue.counts()) == set(FILE_STATES)


def test_the_ledger_lists_files_of_several_states_together(library: Library) -> None:
    library.add("/docs/read.txt", "zebra")
    library.catalogue.note_waiting(
        library.root.id, [("/docs/a.txt", STAMP), ("/docs/b.txt", STAMP)]
    )
    library.catalogue.fail_file(
        "/docs/b.txt", "failed", DamagedFile("It is damaged.", "Save it again.")
    )
    files, _ = library.catalogue.files(state="failed,indexed")
    assert [(f.path, f.state) for f in files] == [
        ("/docs/b.txt", "failed"),
        ("/docs/read.txt", "indexed"),
    ]
    assert library.catalogue.count_files(state="failed,indexed") == 2
    assert library.catalogue.count_files(state="waiting") == 1


def test_names_that_are_no_utf8_and_huge_inodes_come_back_as_they_were(library: Library) -> None:
    path, stamp = "/docs/caf\udce9 \n'\"%.txt", FileStamp(1, -5, 2**64 - 1)
    library.catalogue.note_waiting(library.root.id, [(path, stamp)])
    assert library.catalogue.known_files(library.root.id)[path].stamp == stamp
    assert library.catalogue.next_waiting(1)[0].path == path
    assert library.catalogue.forget([path]) == 1


def test_counters_and_meta_are_kept(library: Library) -> None:
    library.catalogue.add_work(files_read=2, chunks_embedded=5)
    library.catalogue.add_work(files_read=1)
    assert library.catalogue.work() == {"files_read": 3, "chunks_embedded": 5}
    library.catalogue.set_meta("x", "1")
    library.catalogue.set_meta("x", "2")
    assert library.catalogue.meta("x") == "2"
    assert library.catalogue.meta("y") is None


def test_twenty_thousand_known_files_are_read_at_once(library: Library) -> None:
    files = [(f"/docs/{n % 100}/file {n}.txt", FileStamp(n, n, n)) for n in range(20_000)]
    library.catalogue.note_waiting(library.root.id, files)
    assert len(library.catalogue.known_files(library.root.id)) == 20_000
