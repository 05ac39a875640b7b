from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from desktop_rag.domain.document import Block, DocumentPart
from desktop_rag.indexing.chunking.document_mode import DocumentChunker
from desktop_rag.ports.indexing import ChunkSizes
from tests.unit.indexing.parts import any_part, is_gap, joined, paragraphs, part_of, prose

SIZES = ChunkSizes()
CHUNKER = DocumentChunker()
many = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@many
@given(any_part())
def test_chunks_joined_without_their_overlap_give_the_text_back(part: DocumentPart) -> None:
    drafts = CHUNKER.split(part, 7)
    assert joined(drafts) == (part.text if part.text.strip() else "")
    assert [draft.ordinal for draft in drafts] == list(range(7, 7 + len(drafts)))
    for draft in drafts:
        start, end = draft.place.chars
        assert draft.text == part.text[start - part.base : end - part.base]
        assert draft.text.strip() or is_gap(draft)
        assert len(draft.text) <= SIZES.maximum
        assert draft.overlap <= SIZES.overlap


@many
@given(any_part())
def test_lines_cut_from_the_file_hold_the_chunk(part: DocumentPart) -> None:
    lines = part.text.split("\n")
    for draft in CHUNKER.split(part):
        assert draft.place.lines is not None
        first, last = draft.place.lines
        assert draft.text.strip() in "\n".join(lines[first - 1 : last])


@many
@given(any_part())
def test_what_is_left_out_of_the_search_is_furniture_alone(part: DocumentPart) -> None:
    for draft in CHUNKER.split(part):
        if draft.searchable is None:
            continue
        kept = set()
        for start, end in draft.searchable:
            kept |= set(range(start, end))
        start = draft.place.chars[0] - part.base
        for offset in set(range(len(draft.text))) - kept:
            before = [b for b in part.blocks if b.start <= start + offset]
            owner = before[-1] if before else part.blocks[0]
            assert owner.kind == "furniture"


def test_a_table_that_fits_is_never_cut() -> None:
    table = "\n".join(f"| {n} | valve {n} | {n * 3} mm |" for n in range(80))
    assert 1900 < len(table) <= SIZES.maximum - 30
    source = random.Random(1)
    part = part_of(
        ("heading", "## Valves", 2),
        ("paragraph", prose(source, 900, 1000), 0),
        ("table", table, 0),
        ("paragraph", prose(source, 900, 1000), 0),
    )
    assert any(table in draft.text for draft in CHUNKER.split(part))


def test_a_table_too_big_for_its_heading_leaves_no_heading_alone() -> None:
    table = "\n".join(f"| {n:03} | valve {n:03} | {n * 3:03} mm |" for n in range(75))
    assert SIZES.maximum - 25 < len(table) + 2 <= SIZES.maximum
    part = part_of(
        ("heading", "# Valves of the pump", 1),
        ("paragraph", "All of them.", 0),
        ("heading", "## A list of all valves", 2),
        ("table", table, 0),
    )
    drafts = CHUNKER.split(part)
    assert any(table in draft.text for draft in drafts)
    assert [draft.text[draft.overlap :][:6] for draft in drafts] == ["# Valv", "| 000 "]


def test_a_main_heading_starts_a_chunk_without_overlap() -> None:
    part = part_of(
        ("heading", "# Manual", 1),
        ("heading", "## Start", 2),
        ("paragraph", "Open the valve.", 0),
        ("heading", "## Stop", 2),
        ("paragraph", "Close the valve.", 0),
    )
    first, second = CHUNKER.split(part)
    assert first.text.startswith("# Manual\n\n## Start\n\nOpen")
    assert second.text.startswith("## Stop")
    assert second.overlap == 0
    assert first.breadcrumb == ("Manual", "Start")
    assert second.place.heading == ("Manual", "Stop")
    assert second.section_title == "Stop"


def test_a_chunk_lies_on_one_slide_or_sheet() -> None:
    plain = paragraphs(["Open the valve.", "Then wait.", "Close the valve.", "Read the gauge."])
    for field in ("slide", "sheet"):
        blocks = tuple(
            replace(block, **{field: where})  # type: ignore[arg-type]
            for block, where in zip(plain.blocks, (1, 1, 2, 3), strict=True)
        )
        drafts = CHUNKER.split(DocumentPart(plain.text, blocks))
        assert [draft.text.split() for draft in drafts] == [
            "Open the valve. Then wait.".split(),
            "Close the valve.".split(),
            "Read the gauge.".split(),
        ]
        assert [getattr(draft.place, field) for draft in drafts] == [1, 2, 3]
        assert all(draft.overlap == 0 for draft in drafts)


def test_small_subsections_are_gathered_under_their_main_heading() -> None:
    pieces = [("heading", "## Faults", 2)]
    for n in range(3):
        pieces += [("heading", f"### Fault {n}", 3), ("paragraph", f"Cure {n}.", 0)]
    (only,) = CHUNKER.split(part_of(*pieces))  # type: ignore[arg-type]
    assert only.place.heading == ("Faults", "Fault 0")


def test_a_section_that_is_too_long_is_cut_before_its_subheadings() -> None:
    source = random.Random(2)
    pieces = [("heading", "## Faults", 2)]
    for n in range(6):
        pieces += [
            ("heading", f"### Fault {n}", 3),
            ("paragraph", prose(source, 500, 600), 0),
            ("paragraph", prose(source, 300, 400), 0),
        ]
    drafts = CHUNKER.split(part_of(*pieces))  # type: ignore[arg-type]
    assert len(drafts) > 2
    for draft in drafts[1:]:
        assert draft.text[draft.overlap :].startswith("### Fault")


def test_the_overlap_begins_at_a_sentence() -> None:
    source = random.Random(3)
    drafts = CHUNKER.split(paragraphs([prose(source, 600, 900) for _ in range(20)]))
    overlaps = [draft.overlap for draft in drafts[1:]]
    assert all(0 < overlap <= SIZES.overlap for overlap in overlaps)
    assert sum(overlaps) / len(overlaps) > 90
    for before, after in itertools.pairwise(drafts):
        assert before.text.endswith(after.text[: after.overlap])


def test_a_record_is_a_chunk_of_its_own_and_keeps_its_number_and_spoken_form() -> None:
    text = '[\n  {"name": "gasket"},\n  {"name": "seal"}\n]\n'
    first, second = text.index("{"), text.index('{"name": "seal"')
    part = DocumentPart(
        text,
        (
            Block("record", first, second - 4, spoken="The name is gasket.", record=0),
            Block("record", second, second + 16, spoken="The name is seal.", record=1),
        ),
    )
    drafts = CHUNKER.split(part)
    assert [draft.place.record for draft in drafts] == [0, 1]
    assert [draft.spoken for draft in drafts] == ["The name is gasket.", "The name is seal."]
    assert [draft.kind for draft in drafts] == ["data", "data"]
    assert drafts[1].overlap == 0
    assert joined(drafts) == text


def test_every_sentence_of_a_long_record_is_spoken_once() -> None:
    body = "\n".join(f'"field {n}": "{"value " * 8}{n}",' for n in range(100))
    spoken = " ".join(f"Field {n} is value {n}." for n in range(100))
    part = DocumentPart(body, (Block("record", 0, len(body), spoken=spoken, record=0),))
    drafts = CHUNKER.split(part)
    assert len(drafts) > 2
    assert " ".join(draft.spoken or "" for draft in drafts) == spoken


def test_page_headers_and_footers_do_not_count_for_the_search() -> None:
    part = part_of(
        ("furniture", "ACME Manual", 0),
        ("paragraph", "Open the valve.", 0),
        ("furniture", "Page 1 of 9", 0),
        ("paragraph", "Then close it.", 0),
    )
    (draft,) = CHUNKER.split(part)
    assert "ACME" in draft.text
    assert draft.search_text().split() == "Open the valve. Then close it.".split()


def test_pages_are_those_of_the_text_behind_the_overlap() -> None:
    source = random.Random(4)
    texts = [prose(source, 1300, 1400) for _ in range(3)]
    plain = paragraphs(texts)
    blocks = tuple(
        Block("paragraph", b.start, b.end, page=number)
        for number, b in enumerate(plain.blocks, start=1)
    )
    drafts = CHUNKER.split(DocumentPart(plain.text, blocks))
    assert [(draft.place.page, draft.place.last_page) for draft in drafts] == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]
    assert drafts[1].overlap > 0
    assert drafts[1].place.lines is None


def test_headings_open_in_the_part_before_go_on() -> None:
    part = part_of(("heading", "### C2", 3), ("paragraph", "Text.", 0))
    (draft,) = CHUNKER.split(part, carry=("A", "", "C1"))
    assert draft.place.heading == ("A", "C2")


def test_a_table_of_contents_is_cut_between_its_lines() -> None:
    text = "".join(f"Chapter {n} on valves {'.' * 60} {n}\n" for n in range(200))
    for draft in CHUNKER.split(paragraphs([text]))[1:]:
        assert draft.text[draft.overlap :].startswith("Chapter")


def test_a_text_of_white_space_has_no_chunks() -> None:
    assert CHUNKER.split(DocumentPart(" \n\t\n")) == []


@pytest.mark.parametrize(
    "text",
    [
        "one line that comes again and again\n" * 30_000,
        "word " * 200_000,
        "y" * 1_000_000,
        "Dies ist ein Satz ohne Absatz danach. " * 26_000,
    ],
    ids=["equal lines", "words", "one word", "one paragraph"],
)
def test_a_text_without_structure_is_cut_in_good_time(text: str) -> None:
    drafts = CHUNKER.split(DocumentPart(text))
    assert joined(drafts) == text
    assert max(len(draft.text) for draft in drafts) <= SIZES.maximum
    assert len(drafts) < len(text) / 600


def _changed(before: list[str], after: list[str]) -> int:
    old = {draft.text for draft in CHUNKER.split(paragraphs(before))}
    return sum(draft.text not in old for draft in CHUNKER.split(paragraphs(after)))


def test_a_change_in_one_paragraph_of_a_megabyte_changes_at_most_three_chunks() -> None:
    source = random.Random(5)
    texts: list[str] = []
    while sum(map(len, texts)) < 1_000_000:
        texts.append(prose(source, 80, 1200))
    for _ in range(4):
        at = source.randrange(len(texts))
        changed = [*texts[:at], texts[at] + " One more sentence here.", *texts[at + 1 :]]
        assert _changed(texts, changed) <= 3


@pytest.mark.parametrize(("least", "most"), [(80, 1200), (200, 2000)])
def test_local_edits_change_few_chunks_wherever_they_are(least: int, most: int) -> None:
    source = random.Random(6)
    counts: list[int] = []
    for _ in range(12):
        texts = [prose(source, least, most) for _ in range(30)]
        for _ in range(12):
            at = source.randrange(len(texts))
            words = texts[at].split(" ")
            place = source.randrange(len(words))
            words[place : place + source.randint(0, 4)] = ["changed"] * source.randint(1, 8)
            counts.append(_changed(texts, [*texts[:at], " ".join(words), *texts[at + 1 :]]))
    assert max(counts) <= 3


def test_a_paragraph_that_is_added_or_taken_away_changes_few_chunks() -> None:
    source = random.Random(7)
    counts: list[int] = []
    for _ in range(120):
        texts = [prose(source, 80, 900) for _ in range(30)]
        at = source.randrange(len(texts))
        fresh = [prose(source, 80, 900)] if source.random() < 0.5 else []
        counts.append(_changed(texts, [*texts[:at], *fresh, *texts[at + 1 :]]))
    assert max(counts) <= 4
    assert sum(count <= 3 for count in counts) / len(counts) >= 0.97
