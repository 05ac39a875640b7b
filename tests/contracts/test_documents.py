"""What holds of every document once it was read and cut, whatever its kind and the sizes wanted."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import Block, DocumentPart
from desktop_rag.domain.place import Region
from desktop_rag.domain.search_form import fold_with_map
from desktop_rag.engine.plugins import Parts
from desktop_rag.engine.storing import _in_pieces
from desktop_rag.indexing import Prepared, PreparedBatch, prepare
from desktop_rag.indexing import register as register_indexing
from desktop_rag.ports.reading import ReadRequest, ReadWhole
from desktop_rag.reading import built_in_readers
from desktop_rag.reading.choosing import choose_reader
from desktop_rag.settings.indexing import IndexingSettings
from tests.fakes.fake_embedder import FakeEmbedder
from tests.unit.indexing.parts import is_gap, joined, prose
from tests.unit.reading import making

_OWN_TEXT = ("a.txt", "a.md", "a.csv", "a.json", "a.jsonl", "a.yaml", "a.py", "a.js", "a.xml")
_LAID_OUT = ("a.pdf", "a.docx", "a.pptx", "a.xlsx", "a.html", "a.eml", "a.epub")
_PARTS = Parts()
register_indexing(_PARTS)
_few = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def sizes(draw: st.DrawFn) -> IndexingSettings:
    """Any sizes that a person may set."""
    target = draw(st.integers(200, 2500))
    return IndexingSettings(
        chunk_target=target,
        chunk_maximum=draw(st.integers(max(target, 300), 3000)),
        chunk_overlap=draw(st.integers(0, min(target - 1, 2000))),
        breadcrumbs=draw(st.booleans()),
    )


@dataclass(frozen=True)
class Cut:
    """A document, its text as it was read, and its chunks."""

    text: str
    blocks: tuple[Block, ...]
    drafts: tuple[ChunkDraft, ...]
    regions: tuple[Region, ...]


@cache
def _read(name: str) -> tuple[DocumentPart, ReadWhole]:
    data = _sample(name)
    reader = choose_reader(built_in_readers(), name, data[:4096])
    reading = reader.open(ReadRequest(name, name, data=data, ocr=False))
    [part] = reading.parts()
    return part, ReadWhole(part, reading.facts())


def cut(name: str, wanted: IndexingSettings, mode: str = "auto") -> Cut:
    """The sample of that name, cut as wanted."""
    part, reading = _read(name)
    drafts: list[ChunkDraft] = []
    regions: list[Region] = []
    for step in prepare(
        reading,
        mode=mode,  # type: ignore[arg-type]
        settings=wanted,
        file_name=name,
        chunkers=list(_PARTS.chunkers.values()),
        enrichers=list(_PARTS.enrichers.values()),
    ):
        if isinstance(step, PreparedBatch):
            drafts += step.drafts
            regions += step.regions
        else:
            assert isinstance(step, Prepared)
    return Cut(part.text, part.blocks, tuple(drafts), tuple(regions))


def _paragraphs(count: int, least: int = 40, most: int = 900) -> list[str]:
    source = random.Random(11)
    return [prose(source, least, most) for _ in range(count)]


def _records() -> list[dict[str, object]]:
    texts = enumerate(_paragraphs(12))
    return [{"name": f"part {n}", "inStock": n % 2 == 0, "about": text} for n, text in texts]


def _functions(form: str) -> str:
    """Functions of 1 to 60 lines in a language."""
    source = random.Random(5)
    pieces = []
    for number in range(25):
        body = "".join(f"    step_{n} = {number} + {n};\n" for n in range(source.randint(1, 60)))
        pieces.append(form.format(name=f"work_{number}", body=body))
    return "\n".join(pieces)


_PYTHON, _SCRIPT = "def {name}():\n{body}    return 1\n", "function {name}() {{\n{body}}}\n"


def _sample(name: str) -> bytes:
    texts = _paragraphs(14)
    sections = "\n\n".join(f"## Part {n}\n\n{text}" for n, text in enumerate(texts))
    html = "".join(f"<h2>Part {n}</h2><p>{text}</p>" for n, text in enumerate(texts))
    rows = [making.row(1, "Name", "Use")]
    rows += [making.row(n, f"part {n}", text) for n, text in enumerate(texts, 2)]
    words = [making.paragraph(f"Part {n}") + making.paragraph(t) for n, t in enumerate(texts)]
    table = "name,about\n" + "".join(f'part {n},"{text}"\r\n' for n, text in enumerate(texts))
    made: dict[str, str | bytes] = {
        "a.txt": "\r\n\r\n".join(texts) + "\n" * 5000 + "the end",
        "a.md": f"# Manual\n\n{sections}\n",
        "a.csv": table,
        "a.json": json.dumps(_records(), indent=1, ensure_ascii=False),
        "a.jsonl": "\n".join(json.dumps(record, ensure_ascii=False) for record in _records()),
        "a.yaml": "".join(f"- name: part {n}\n  about: '{t}'\n" for n, t in enumerate(texts)),
        "a.xml": f"<parts>{''.join(f'<part><about>{t}</about></part>' for t in texts)}</parts>",
        "a.py": _functions(_PYTHON).replace(";", ""),
        "a.js": _functions(_SCRIPT),
        "a.pdf": _pages(),
        "a.docx": making.docx("".join(words)),
        "a.pptx": making.pptx([making.shape(text) for text in texts]),
        "a.xlsx": making.xlsx({"Parts": "".join(rows)}),
        "a.html": f"<html><body><h1>Manual</h1>{html}</body></html>",
        "a.eml": f"From: Ana <a@example.org>\nSubject: Parts\nMIME-Version: 1.0\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{sections}",
        "a.epub": making.epub({"c1": html, "c2": html}, spine=["c1", "c2"]),
    }
    data = made[name]
    return data if isinstance(data, bytes) else data.encode()


def _pages() -> bytes:
    lines = [f"Line {n} says what the pump does, and when it does it again." for n in range(120)]
    pages = ["\n".join(lines[first : first + 40]) for first in range(0, 120, 40)]
    return making.pdf(*(making.body(page, 72, 100) for page in pages))


@pytest.mark.parametrize("name", [*_OWN_TEXT, *_LAID_OUT])
@_few
@given(wanted=sizes(), mode=st.sampled_from(("auto", "document", "code")))
def test_chunks_give_the_text_back_and_lie_where_they_say(
    name: str, wanted: IndexingSettings, mode: str
) -> None:
    made = cut(name, wanted, mode)
    assert joined(list(made.drafts)) == made.text
    for draft in made.drafts:
        start, end = draft.place.chars
        assert made.text[start:end] == draft.text
        assert len(draft.text) <= wanted.chunk_maximum
        assert draft.overlap <= wanted.chunk_overlap
        assert draft.text.strip() or is_gap(draft)


@pytest.mark.parametrize("name", _OWN_TEXT)
@_few
@given(wanted=sizes())
def test_lines_cut_from_the_file_hold_the_chunk(name: str, wanted: IndexingSettings) -> None:
    lines = _sample(name).decode().split("\n")
    for draft in cut(name, wanted).drafts:
        assert draft.place.lines is not None
        first, last = draft.place.lines
        held = "\n".join(lines[first - 1 : last])
        assert draft.text.strip() in held
        # and no line more than that
        assert draft.text.strip() not in "\n".join(lines[first:last]) or not draft.text.strip()
        assert draft.text.strip() not in "\n".join(lines[first - 1 : last - 1]) or is_gap(draft)


@pytest.mark.parametrize("name", [*_OWN_TEXT, *_LAID_OUT])
@_few
@given(wanted=sizes(), window=st.integers(8, 300))
def test_every_chunk_is_covered_by_vectors(
    name: str, wanted: IndexingSettings, window: int
) -> None:
    embedder = FakeEmbedder(window=window)
    for draft in cut(name, wanted).drafts:
        pieces = _in_pieces(draft, wanted.breadcrumbs, embedder).pieces
        text = draft.embedded_text(breadcrumbs=wanted.breadcrumbs)
        covered = [text[piece.start : piece.end] for piece in pieces]
        assert "".join(covered) == (text if text.strip() else "")
        embedder.embed(covered)  # refuses what is longer than its window
        if draft.spoken is None:
            assert all(word in text for word in draft.search_text().split())


@pytest.mark.parametrize("name", ["a.py", "a.js"])
@_few
@given(wanted=sizes())
def test_a_function_that_fits_is_never_cut(name: str, wanted: IndexingSettings) -> None:
    made = cut(name, wanted)
    functions = [made.text[b.start : b.end] for b in made.blocks if b.kind == "code"]
    assert len(functions) == 25
    for function in functions:
        if len(function) <= wanted.chunk_maximum:
            assert any(function in draft.text for draft in made.drafts)


@_few
@given(wanted=sizes())
def test_every_line_of_a_page_keeps_its_box(wanted: IndexingSettings) -> None:
    made = cut("a.pdf", wanted)
    part, _ = _read("a.pdf")
    assert made.regions == tuple(sorted(part.regions, key=lambda region: region.start))
    assert [made.text[r.start : r.end][:5] for r in made.regions] == ["Line "] * 120


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.pdf"])
def test_a_word_found_in_the_search_form_is_marked_in_the_text(name: str) -> None:
    text = _read(name)[0].text
    form = fold_with_map(text)
    for word in ("pump", "when", "again", "valvula", "水泵"):
        at = form.text.find(word)
        if at >= 0:
            start, end = form.original_range(at, at + len(word))
            assert _folded(text[start:end]) == word


def _folded(words: str) -> str:
    return fold_with_map(words).text


def test_the_samples_are_long_enough_to_be_cut() -> None:
    def chunks(name: str) -> int:
        return len(cut(name, IndexingSettings(chunk_target=400, chunk_maximum=700)).drafts)

    short: Sequence[str] = [name for name in (*_OWN_TEXT, *_LAID_OUT) if chunks(name) < 8]
    assert short == []
