"""Libraries of every schema that people may have are opened by today's version."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from desktop_rag.domain.query import Filters
from desktop_rag.stores.health import examine
from desktop_rag.stores.migrations import MIGRATIONS
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.unit.stores.frozen import FROZEN, TEXTS
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library, vector_of


def test_every_schema_has_a_frozen_library() -> None:
    frozen = {path.name for path in FROZEN.iterdir()}
    assert frozen == {f"library_{step.version}.sqlite3.gz" for step in MIGRATIONS}


@pytest.mark.parametrize("version", [step.version for step in MIGRATIONS])
def test_a_frozen_library_is_brought_up_to_date_with_all_it_holds(
    tmp_path: Path, version: int
) -> None:
    frozen = FROZEN / f"library_{version}.sqlite3.gz"
    (tmp_path / "library.sqlite3").write_bytes(gzip.decompress(frozen.read_bytes()))
    library = Library(tmp_path)
    assert library.database.schema_version == MIGRATIONS[-1].version
    backup = tmp_path / f"library.schema{version}.backup.sqlite3"
    assert backup.exists() == (version < MIGRATIONS[-1].version)
    assert library.documents.counts() == (2, 3, 3)
    assert library.catalogue.count_files(state="indexed") == 3
    while library.documents.renew_words():
        assert len(library.keyword.search("POL-358", 5, Filters())) == 1
    assert len(library.keyword.search("POL-358", 5, Filters())) == 1
    assert len(library.keyword.search("copy of animals", 5, Filters())) == 1
    index = ChromaVectorIndex(tmp_path / "vectors", library.database, FINGERPRINT, DIMENSIONS)
    index.open()
    for text in TEXTS[:2]:
        (match, *_) = index.search(vector_of(text), 3, Filters())
        assert library.documents.chunks([match.chunk])[match.chunk].text == text
    findings = examine(library.database, index, repair=False)
    assert [finding for finding in findings if finding.state != "ok"] == []
    index.close()
    library.close()
