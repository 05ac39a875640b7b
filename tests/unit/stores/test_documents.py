from __future__ import annotations

import time

import numpy as np
import pytest

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.errors import InternalError
from desktop_rag.domain.place import Place, Region
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.stores.chunk_rows import PreparedChunk
from tests.unit.stores.library import (
    FINGERPRINT,
    DocumentFacts,
    Library,
    drafts_of,
    hash_of,
    prepared,
)

STAMP = FileStamp(10, 20, 30)


def test_a_chunk_comes_back_as_it_went_in(library: Library) -> None:
    draft = ChunkDraft(
        ordinal=0,
        text="\0 text ￿ 水",
        place=Place((0, 10), 1, 2, (3, 4), ("A", "B"), "Sheet", 5, 6),
        kind="data",
        overlap=3,
        breadcrumb=("A", "B"),
        section_title="B",
        language="en",
        spoken="as spoken",
        searchable=((0, 2), (3, 5)),
    )
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    document = library.documents.begin("h", "s", "text/plain")
    library.documents.append(document, [PreparedChunk(draft, ())], [])
    facts = DocumentFacts("text/plain", "data", notices=("Page 7 is a scan.",), partial=True)
    library.documents.finish(document, facts, mode="document", path="/docs/a", stamp=STAMP)
    (chunk,) = library.documents.chunks([1]).values()
    assert chunk.draft == draft
    entry = library.catalogue.file("/docs/a")
    assert entry is not None
    assert (entry.state, entry.reason) == ("partial", "Page 7 is a scan.")


def test_the_text_is_rebuilt_from_overlapping_chunks(library: Library) -> None:
    whole = "".join(chr(97 + n % 26) for n in range(500))
    drafts = [
        ChunkDraft(i, whole[max(0, s - 20) : s + 100], Place((max(0, s - 20), s + 100)), "document",
                   overlap=min(s, 20))
        for i, s in enumerate(range(0, 500, 100))
    ]  # fmt: skip
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    document = library.documents.begin("h", "s", "t")
    library.documents.append(document, [prepared(d) for d in drafts[:2]], [])
    library.documents.append(document, [prepared(d) for d in drafts[2:]], [])
    library.documents.finish(
        document, DocumentFacts("t", "document"), mode="document", path="/docs/a", stamp=STAMP
    )
    for start, end in [(0, 500), (0, 1), (95, 205), (499, 900), (250, 250), (-5, 3)]:
        text, total = library.documents.text(document, start, end)
        assert text == whole[max(start, 0) : end]
        assert total == 500
    chunk = library.documents.chunks([3])[3]
    around = library.documents.neighbours(chunk, 1, 5)
    assert [one.draft.ordinal for one in around] == [1, 2, 3, 4]


def test_regions_are_found_by_characters(library: Library) -> None:
    regions = [Region(n * 10, n * 10 + 10, 1, (1.5, n, 72.123456789, n + 9.0)) for n in range(700)]
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    document = library.documents.begin("h", "s", "t")
    text = "x" * 7000
    library.documents.append(document, [prepared(d) for d in drafts_of(text)], regions)
    library.documents.finish(
        document, DocumentFacts("t", "document"), mode="document", path="/docs/a", stamp=STAMP
    )
    assert library.documents.regions(document, 2555, 2571) == tuple(regions[255:258])
    chunk = library.documents.chunks([1])[1]
    assert library.documents.regions(chunk, 5, 11) == tuple(regions[0:2])
    assert library.documents.regions(chunk) == tuple(regions)


def test_a_copy_shares_the_document_and_a_rename_costs_nothing(library: Library) -> None:
    one = library.add("/docs/a.txt", "zebra")
    assert library.add("/docs/b.txt", "zebra") == one
    assert library.documents.counts() == (1, 1, 1)
    ref = library.documents.files_of([one], Filters())[one]
    assert (ref.path, ref.also_at) == ("/docs/a.txt", ("/docs/b.txt",))
    under = library.documents.files_of([one], Filters(under=("/docs/b.txt",)))[one]
    assert (under.path, under.also_at) == ("/docs/b.txt", ("/docs/a.txt",))
    library.catalogue.forget(["/docs/a.txt"])
    assert library.documents.files_of([one], Filters())[one].path == "/docs/b.txt"
    library.catalogue.forget(["/docs/b.txt"])
    assert library.documents.files_of([one], Filters()) == {}


def test_the_same_content_read_twice_at_once_becomes_one_document(library: Library) -> None:
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP), ("/docs/b", STAMP)])
    documents = [library.documents.begin("h", "s", "t") for _ in range(2)]
    for document, path in zip(documents, ("/docs/a", "/docs/b"), strict=True):
        library.documents.append(document, [prepared(d) for d in drafts_of("zebra")], [])
        library.documents.finish(
            document, DocumentFacts("t", "document"), mode="document", path=path, stamp=STAMP
        )
    assert library.documents.counts() == (1, 1, 1)
    assert library.documents.document_at("/docs/a") == library.documents.document_at("/docs/b")


def test_a_shown_file_prefers_a_root_that_can_be_reached(library: Library) -> None:
    other = library.catalogue.add_root("/usb")
    document = library.add("/docs/a.txt", "zebra")
    library.add("/usb/a.txt", "zebra", root=other.id)
    library.catalogue.set_online(library.root.id, False)
    assert library.documents.files_of([document], Filters())[document].path == "/usb/a.txt"


def test_an_old_citation_is_found_at_its_new_place(library: Library) -> None:
    document = library.add("/docs/a.txt", "zebra")
    entry = library.catalogue.file("/docs/a.txt")
    assert entry is not None
    library.catalogue.move([("/docs/a.txt", "/docs/new.txt", library.root.id, STAMP)])
    assert library.documents.document_at("/docs/a.txt") is None
    assert library.documents.document_at("/docs/a.txt", entry.content_hash) == document


def test_deleting_and_creating_again_costs_no_embedding_within_the_grace_time(
    library: Library,
) -> None:
    library.add("/docs/a.txt", "zebra")
    library.catalogue.forget(["/docs/a.txt"])
    assert library.documents.known_vectors(FINGERPRINT, [hash_of("zebra")])
    library.clock.time += 100
    assert library.documents.sweep(1000) == 0
    library.add("/docs/a.txt", "zebra")
    library.clock.time += 5000
    assert library.documents.sweep(1000) == 0
    library.catalogue.forget(["/docs/a.txt"])
    library.clock.time += 5000
    assert library.documents.sweep(1000) == 1
    assert not library.documents.known_vectors(FINGERPRINT, [hash_of("zebra")])


def test_a_clock_that_is_set_costs_no_vector_that_is_used(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    for jump in (10 * 365 * 86400, -20 * 365 * 86400):
        library.clock.time += jump
        assert library.documents.sweep(1000) == 0
        assert library.documents.known_vectors(FINGERPRINT, [hash_of("zebra")])
    library.add("/docs/b.txt", "lion")
    library.catalogue.forget(["/docs/b.txt"])
    assert library.documents.sweep(1000) == 0
    library.clock.time += 5000
    assert library.documents.sweep(1000) == 1


def test_chunk_ids_are_never_used_again(library: Library) -> None:
    library.add("/docs/a.txt", "zebra")
    library.catalogue.forget(["/docs/a.txt"])
    library.add("/docs/b.txt", "lion")
    assert list(library.documents.chunks([1, 2])) == [2]


def test_missing_vectors_name_the_text_that_was_hashed(library: Library) -> None:
    library.add("/docs/a.txt", "zebra", breadcrumb=("Animals",))
    ((chunk, piece, text_hash, text),) = library.documents.missing_vectors("another")
    assert (chunk, piece) == (1, 0)
    assert text == "Animals\nzebra"
    assert text_hash == hash_of(text)
    library.documents.put_vectors("another", {text_hash: np.ones(4, np.float32) / 2})
    assert library.documents.missing_vectors("another") == []


def test_a_half_written_document_goes_at_the_next_start(library: Library) -> None:
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    library.catalogue.begin_attempt("/docs/a")
    document = library.documents.begin("h", "s", "t")
    library.documents.append(document, [prepared(d) for d in drafts_of("zebra")], [])
    assert library.catalogue.recover() == 1
    with library.database.read() as connection:
        for table in ("documents", "chunks", "pieces", "keyword_terms", "keyword_docsize"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0
    with pytest.raises(InternalError):
        library.documents.append(document, [], [])


def test_a_document_of_many_chunks_comes_and_goes_quickly(library: Library) -> None:
    texts = [
        f"chunk {n} " + "some words that stand here for the others to see " * 30
        for n in range(1000)
    ]
    chunks = [prepared(draft) for draft in drafts_of(*texts)]
    library.catalogue.note_waiting(library.root.id, [("/docs/a", STAMP)])
    document = library.documents.begin("h", "s", "t")
    started = time.process_time()
    library.documents.append(document, chunks, [])
    assert time.process_time() - started < 20
    library.documents.finish(
        document, DocumentFacts("t", "document"), mode="document", path="/docs/a", stamp=STAMP
    )
    assert library.documents.counts() == (1, 1000, 1000)
    assert library.catalogue.forget(["/docs/a"]) == 1
    assert library.documents.counts() == (0, 0, 0)
