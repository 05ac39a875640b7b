from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.place import Region
from desktop_rag.domain.strategy import is_late
from desktop_rag.indexing import Prepared, PreparedBatch, prepare, register, strategy
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.settings.indexing import IndexingSettings
from tests.unit.indexing.parts import part_of

ENGLISH = "The pump is switched off before anybody opens the lid of the machine in the yard."
SPANISH = "La bomba se desconecta siempre antes de que alguien abra la tapa de la máquina vieja."


class Collected:
    """A registry that remembers what it is given."""

    def __init__(self) -> None:
        self.chunkers: list[Any] = []
        self.enrichers: list[Any] = []

    def add_chunker(self, chunker: Any) -> None:
        self.chunkers.append(chunker)

    def add_enricher(self, enricher: Any) -> None:
        self.enrichers.append(enricher)


@dataclass(frozen=True)
class AReader:
    """What counts of a reader for the strategy."""

    name: str
    version: int
    uses: frozenset[str]
    suffixes: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        return False

    def open(self, request: ReadRequest) -> Reading:
        raise NotImplementedError


@pytest.fixture
def registry() -> Collected:
    collected = Collected()
    register(collected)  # type: ignore[arg-type]
    return collected


@dataclass
class ReadInParts:
    """A reading whose facts are known only at the end."""

    pieces: list[DocumentPart]
    about: DocumentFacts
    ended: bool = False

    def parts(self) -> Iterator[DocumentPart]:
        yield from self.pieces
        self.ended = True

    def facts(self) -> DocumentFacts:
        assert self.ended, "facts are valid after the last part"
        return self.about


def run(
    reading: Reading, registry: Collected, **changes: Any
) -> tuple[list[PreparedBatch], Prepared]:
    wanted: dict[str, Any] = {
        "mode": "auto",
        "settings": IndexingSettings(),
        "file_name": "manual.md",
        "chunkers": registry.chunkers,
        "enrichers": registry.enrichers,
    } | changes
    *batches, last = prepare(reading, **wanted)
    assert isinstance(last, Prepared)
    return [batch for batch in batches if isinstance(batch, PreparedBatch)], last


def whole(part: DocumentPart, **facts: Any) -> ReadWhole:
    about: dict[str, Any] = {"media_type": "text/markdown", "kind": "document"} | facts
    return ReadWhole(part, DocumentFacts(**about))


def test_a_real_title_leads_the_breadcrumb_and_equal_neighbours_are_said_once(
    registry: Collected,
) -> None:
    part = part_of(
        ("heading", "# Pump manual", 1), ("heading", "## Start", 2), ("paragraph", ENGLISH, 0)
    )
    (batch,), last = run(whole(part, title="Pump Manual"), registry)
    assert batch.drafts[0].breadcrumb == ("Pump Manual", "Start")
    assert batch.drafts[0].place.heading == ("Pump manual", "Start")
    assert last.facts.title == "Pump Manual"


@pytest.mark.parametrize(
    "title",
    ["manual.md", "Manual", " ", "Microsoft Word - x.doc", "Document1", "untitled", "w " * 99],
)
def test_a_title_that_says_nothing_is_left_out(registry: Collected, title: str) -> None:
    (batch,), last = run(whole(part_of(("paragraph", ENGLISH, 0)), title=title), registry)
    assert batch.drafts[0].breadcrumb == ()
    assert last.facts.title == ""


def test_each_chunk_has_its_own_language(registry: Collected) -> None:
    part = part_of(
        ("heading", "# A", 1),
        ("paragraph", ENGLISH * 5, 0),
        ("heading", "# B", 1),
        ("paragraph", SPANISH, 0),
        ("heading", "# C", 1),
        ("paragraph", "4 mm", 0),
    )
    (batch,), last = run(whole(part), registry)
    assert [draft.language for draft in batch.drafts] == ["en", "es", "en"]
    assert last.facts.language == "en"


def test_source_code_is_cut_in_code_mode_and_has_no_language(registry: Collected) -> None:
    text = f"def run():\n    return '{ENGLISH * 3}'\n"
    part = DocumentPart(text, (Block("code", 0, len(text), title="run()", first_line=1),))
    (batch,), last = run(whole(part, kind="code"), registry)
    assert last.mode == "code"
    assert batch.drafts[0].kind == "code"
    assert batch.drafts[0].language == ""
    _, last = run(whole(part, kind="code"), registry, mode="document")
    assert last.mode == "document"


def test_a_document_in_parts_is_numbered_and_placed_as_one(registry: Collected) -> None:
    first = part_of(("heading", "# A", 1), ("paragraph", ENGLISH, 0))
    second = part_of(("paragraph", SPANISH, 0), base=len(first.text))
    reading = ReadInParts([first, second], DocumentFacts("text/plain", "document", title="Book"))
    batches, last = run(reading, registry)
    drafts = [draft for batch in batches for draft in batch.drafts]
    assert [draft.ordinal for draft in drafts] == [0, 1]
    assert drafts[1].breadcrumb == ("A",)
    text = first.text + second.text
    assert all(draft.text == text[slice(*draft.place.chars)] for draft in drafts)
    assert last.chars == len(text)
    assert last.facts.title == "Book"


def test_drafts_come_in_batches_with_the_boxes_of_their_text(registry: Collected) -> None:
    text = "".join(f"record {n:03}\n" for n in range(450))
    blocks = tuple(Block("record", n * 11, n * 11 + 10, record=n) for n in range(450))
    regions = tuple(Region(n * 11, n * 11 + 10, 1, (0, n, 9, n + 1)) for n in range(450))
    part = DocumentPart(text, blocks, regions, base=1000)
    batches, _ = run(whole(part, kind="data"), registry)
    assert [len(batch.drafts) for batch in batches] == [200, 200, 50]
    for batch in batches:
        places = [draft.place.chars[0] for draft in batch.drafts]
        assert [region.start for region in batch.regions] == places


def test_an_empty_document_has_facts_and_no_chunks(registry: Collected) -> None:
    batches, last = run(whole(DocumentPart("")), registry)
    assert batches == []
    assert last.chars == 0


def test_a_mode_that_nothing_serves_is_said(registry: Collected) -> None:
    with pytest.raises(InvalidRequest, match="code mode"):
        run(whole(DocumentPart("x")), registry, mode="code", chunkers=registry.chunkers[:1])


def test_the_strategy_changes_with_what_it_names_and_with_nothing_else(registry: Collected) -> None:
    chunker, enrichers = registry.chunkers[0], registry.enrichers
    settings = IndexingSettings()
    pdf = AReader("pdf", 3, frozenset({"ocr"}))
    usual = strategy(pdf, chunker, enrichers, settings)
    assert usual.startswith("pdf@3 document@2 breadcrumbs@1 languages@1 #")
    other = settings.model_copy(update={"chunk_target": 1400})
    same = settings.model_copy(update={"file_seconds": 99})
    assert strategy(pdf, chunker, enrichers, other) != usual
    assert strategy(AReader("pdf", 4, pdf.uses), chunker, enrichers, settings) != usual
    assert strategy(pdf, chunker, enrichers, same) == usual


def test_a_setting_of_reading_counts_only_for_readers_that_use_it(registry: Collected) -> None:
    settings = IndexingSettings()
    pdf, data = AReader("pdf", 1, frozenset({"ocr"})), AReader("json", 1, frozenset({"template"}))

    def changed(reader: Any, **changes: Any) -> bool:
        other = settings.model_copy(update=changes)
        chunker, enrichers = registry.chunkers[0], registry.enrichers
        return strategy(reader, chunker, enrichers, settings) != strategy(
            reader, chunker, enrichers, other
        )

    assert changed(data, template="{name}")
    assert not changed(data, ocr=False)
    assert changed(pdf, ocr=False)
    assert not changed(pdf, template="{name}")
    unknown = SimpleNamespace(name="foreign", version=1)
    assert changed(unknown, template="{name}")
    assert changed(unknown, ocr=False)


def test_a_document_embedded_as_a_whole_says_so_in_its_strategy(registry: Collected) -> None:
    reader, chunker = AReader("txt", 1, frozenset()), registry.chunkers[0]
    late = IndexingSettings(late_chunking=True)
    assert is_late(strategy(reader, chunker, registry.enrichers, late))
    assert not is_late(strategy(reader, chunker, registry.enrichers, IndexingSettings()))
