"""The person's own wording for records: for a folder or a file alone, and safely."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Filters
from desktop_rag.link.client import Client
from desktop_rag.messages.common import Done
from desktop_rag.messages.library import AddPaths, AddReport, ChangeRoot
from desktop_rag.messages.search import HitsFound, Search
from tests.end_to_end.driving import engine, quiet, run_json, status

pytestmark = pytest.mark.slow

_RECORDS = [
    {"name": "Pump", "price": {"amount": 30}, "secret": "{name} {price}", "note": "quartzite"},
    {"name": "Seal", "price": {"amount": 2}, "note": "gabbro"},
]


def test_records_are_told_in_the_words_given_for_their_folder(
    library: Path, documents: Path
) -> None:
    (documents / "parts.json").write_text(json.dumps(_RECORDS))
    (documents / "notes.md").write_text("# Pumps\n\nThey stand behind the mill.\n")
    words = "A {name} sells at {price.amount}; {secret}"
    run_json("add", str(documents), "--template", words, "--no-watch", "--library", str(library))
    with engine(library) as client:
        quiet(client)
        assert _spoken(client) == ["A Pump sells at 30; {name} {price}", "A Seal sells at 2;"]
        [hit] = _hits(client, "quartzite")
        assert json.dumps(_RECORDS[0]) in hit.chunk.text
        read = status(client).work["files_read"]
        _tell(client, documents, "{name}, of {note}")
        assert _spoken(client) == ["Pump, of quartzite", "Seal, of gabbro"]
        assert status(client).work["files_read"] == read + 1
        assert status(client).roots[0].template == "{name}, of {note}"
        with pytest.raises(InvalidRequest, match="braces"):
            _tell(client, documents, "no field")
        _tell(client, documents, "")
        assert _spoken(client)[1] == "Seal. Price amount: 2. Note: gabbro."


def test_one_file_of_a_folder_has_its_own_words(library: Path, documents: Path) -> None:
    for name in ("parts.json", "others.json"):
        (documents / name).write_text(json.dumps(_RECORDS[1:]))
    (documents / "others.json").write_text(json.dumps([{"name": "Seal", "note": "slate"}]))
    with engine(library) as client:
        client.ask(AddPaths((str(documents),), watch=False), AddReport, timeout=120)
        client.ask(
            AddPaths(
                (str(documents / "parts.json"),),
                overrides={"indexing.template": "{name} made of {note}"},
                watch=False,
            ),
            AddReport,
            timeout=120,
        )
        quiet(client)
        assert sorted(_spoken(client)) == ["Seal made of gabbro", "Seal. Note: slate."]
        assert sum(root.files for root in status(client).roots) == 2


def _tell(client: Client, folder: Path, template: str) -> None:
    client.ask(ChangeRoot(str(folder), {"indexing.template": template}), Done, timeout=60)
    quiet(client)


def _hits(client: Client, text: str) -> list[Hit]:
    search = Search(text, keep=20, filters=Filters(types=("json",)), mode="keyword")
    result = client.ask(search, HitsFound, timeout=60).result
    return [hit for hit in result.hits if text in hit.chunk.text]


def _spoken(client: Client) -> list[str]:
    """The words of all records, as their meaning was learnt."""
    hits = [*_hits(client, "Pump"), *_hits(client, "Seal")]
    records = [hit.chunk.draft for hit in hits if hit.chunk.draft.kind == "data"]
    return [draft.spoken or "" for draft in records]
