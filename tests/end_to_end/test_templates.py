"""The person's own wording for records: for a folder or a file alone, and safely."""

from __future__ import annotations

import json
from collections.abc import Iterator
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


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the library and the documents of this module."""
    return tmp_path_factory.mktemp("templates")


@pytest.fixture(scope="module")
def client(place: Path) -> Iterator[Client]:
    """One engine for all the tests here, which has started its reader; each has its own folder."""
    first = place / "first.txt"
    first.write_text("Nothing of importance.\n")
    with engine(place / "library") as client:
        client.ask(AddPaths((str(first),), watch=False), AddReport, timeout=120)
        yield client


def test_records_are_told_in_the_words_given_for_their_folder(client: Client, place: Path) -> None:
    folder = place / "folder"
    folder.mkdir()
    (folder / "parts.json").write_text(json.dumps(_RECORDS))
    (folder / "notes.md").write_text("# Pumps\n\nThey stand behind the mill.\n")
    words = "A {name} sells at {price.amount}; {secret}"
    options = ("--no-watch", "--library", str(place / "library"))
    run_json("add", str(folder), "--template", words, *options)
    quiet(client)
    assert _spoken(client, folder) == ["A Pump sells at 30; {name} {price}", "A Seal sells at 2;"]
    [hit] = _hits(client, "quartzite", folder)
    assert json.dumps(_RECORDS[0]) in hit.chunk.text
    read = status(client).work["files_read"]
    _tell(client, folder, "{name}, of {note}")
    assert _spoken(client, folder) == ["Pump, of quartzite", "Seal, of gabbro"]
    assert status(client).work["files_read"] == read + 1
    templates = {root.path: root.template for root in status(client).roots}
    assert templates[str(folder)] == "{name}, of {note}"
    with pytest.raises(InvalidRequest, match="braces"):
        _tell(client, folder, "no field")
    _tell(client, folder, "")
    assert _spoken(client, folder)[1] == "Seal. Price amount: 2. Note: gabbro."


def test_one_file_of_a_folder_has_its_own_words(client: Client, place: Path) -> None:
    folder = place / "two files"
    folder.mkdir()
    (folder / "parts.json").write_text(json.dumps([{"name": "Seal", "note": "marble"}]))
    (folder / "others.json").write_text(json.dumps([{"name": "Seal", "note": "slate"}]))
    client.ask(AddPaths((str(folder),), watch=False), AddReport, timeout=120)
    one = AddPaths(
        (str(folder / "parts.json"),),
        overrides={"indexing.template": "{name} made of {note}"},
        watch=False,
    )
    client.ask(one, AddReport, timeout=120)
    quiet(client)
    assert sorted(_spoken(client, folder)) == ["Seal made of marble", "Seal. Note: slate."]
    counts = {root.path: root.files for root in status(client).roots}
    assert counts[str(folder)] + counts[str(folder / "parts.json")] == 2


def _tell(client: Client, folder: Path, template: str) -> None:
    client.ask(ChangeRoot(str(folder), {"indexing.template": template}), Done, timeout=60)
    quiet(client)


def _hits(client: Client, text: str, folder: Path) -> list[Hit]:
    filters = Filters(under=(str(folder),), types=("json",))
    search = Search(text, keep=20, filters=filters, mode="keyword")
    result = client.ask(search, HitsFound, timeout=60).result
    return [hit for hit in result.hits if text in hit.chunk.text]


def _spoken(client: Client, folder: Path) -> list[str]:
    """The words of all records, as their meaning is learnt."""
    hits = [*_hits(client, "Pump", folder), *_hits(client, "Seal", folder)]
    records = [hit.chunk.draft for hit in hits if hit.chunk.draft.kind == "data"]
    return [draft.spoken or "" for draft in records]
