from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import HealthCheck, given, settings

from desktop_rag.domain.document import Block, DocumentPart
from desktop_rag.indexing.chunking.code_mode import CodeChunker
from desktop_rag.ports.indexing import ChunkSizes
from tests.unit.indexing.parts import any_part, is_gap, joined

CHUNKER = CodeChunker()
SIZES = ChunkSizes()
many = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def function(name: str, lines: int) -> str:
    body = "".join(f"    step_{n} = measure({n}) + {n}\n" for n in range(lines))
    return f"def {name}():\n{body}    return step_0\n"


def module(*pieces: tuple[str, str]) -> DocumentPart:
    """A source file of (name, text) with a blank line after each."""
    text = ""
    blocks: list[Block] = []
    for name, body in pieces:
        line = text.count("\n") + 1
        last = line + body.count("\n") - 1
        blocks.append(
            Block(
                "code",
                len(text),
                len(text) + len(body),
                title=name,
                first_line=line,
                last_line=last,
            )
        )
        text += body + "\n"
    return DocumentPart(text, tuple(blocks))


def test_a_function_that_just_fits_is_whole_though_white_space_follows() -> None:
    body = function("just", 20)
    part = module(("one", function("one", 8)), ("just", body + "\n\n"), ("two", function("two", 8)))
    blocks = (part.blocks[0], replace(part.blocks[1], end=part.blocks[1].end - 2), part.blocks[2])
    drafts = CHUNKER.split(replace(part, blocks=blocks), sizes=ChunkSizes(200, len(body), 0))
    assert any(body in draft.text for draft in drafts)
    assert all(len(draft.text) <= len(body) for draft in drafts)
    assert joined(drafts) == part.text


@many
@given(any_part())
def test_all_of_the_text_is_covered_once(part: DocumentPart) -> None:
    drafts = CHUNKER.split(part, 3)
    assert joined(drafts) == (part.text if part.text.strip() else "")
    assert [draft.ordinal for draft in drafts] == list(range(3, 3 + len(drafts)))
    for draft in drafts:
        start, end = draft.place.chars
        assert draft.text == part.text[start - part.base : end - part.base]
        assert draft.overlap == 0
        assert draft.text.strip() or is_gap(draft)
        assert len(draft.text) <= SIZES.maximum


def test_a_function_that_fits_is_never_cut() -> None:
    source = random.Random(1)
    for _ in range(30):
        pieces = [(f"f{n}()", function(f"f{n}", source.randint(1, 55))) for n in range(12)]
        drafts = CHUNKER.split(module(*pieces))
        for _, body in pieces:
            if len(body) < SIZES.maximum:
                assert any(body in draft.text for draft in drafts)


def test_every_function_is_a_chunk_with_its_name_and_lines() -> None:
    one, two = function("open_valve", 10), function("close_valve", 12)
    first, second = CHUNKER.split(module(("open_valve()", one), ("close_valve()", two)))
    assert (first.section_title, second.section_title) == ("open_valve()", "close_valve()")
    assert first.place.lines == (1, 12)
    assert second.place.lines == (14, 27)
    assert first.kind == "code"


def test_imports_and_small_definitions_are_gathered() -> None:
    part = module(("", "import os\n"), ("A", "A = 1\n"), ("a()", "def a():\n    return A\n"))
    (only,) = CHUNKER.split(part)
    assert only.section_title == "A, a()"


def test_a_class_that_is_too_long_is_cut_between_its_methods() -> None:
    methods = "\n".join(
        "    " + function(f"method_{n}", 12).replace("\n", "\n    ").rstrip(" ") for n in range(9)
    )
    drafts = CHUNKER.split(module(("class Pump", "class Pump:\n" + methods)))
    assert len(drafts) > 1
    assert all(draft.section_title == "class Pump" for draft in drafts)
    assert all(draft.text.startswith(("class Pump", "    def ")) for draft in drafts)


def test_a_file_that_does_not_parse_is_cut_by_lines() -> None:
    text = "".join(f"this is no code {n}\n" for n in range(900))
    drafts = CHUNKER.split(DocumentPart(text))
    assert joined(drafts) == text
    assert all(draft.text.endswith("\n") for draft in drafts)
    assert drafts[1].place.lines is not None
    assert drafts[0].place.lines is not None
    assert drafts[1].place.lines[0] == drafts[0].place.lines[1] + 1
