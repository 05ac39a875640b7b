"""Plain text, markdown and reStructuredText."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.errors import EmptyFile, NotText
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading import text as text_module
from desktop_rag.reading.markdown import markdown_blocks
from desktop_rag.reading.text import TextReader
from tests.unit.reading.making import Read

_MARKDOWN = """---
title: "The Manual"
---

# Setup **now**

````text
```
# not a heading
```
````

Second
======

~~~
# nor this
~~~

Third [link](http://x.y)
------------------------

| a | b |
|---|---|
| 1 | 2 |

# Last
"""


def test_paragraphs_and_lists_have_their_lines() -> None:
    read = Read("a.txt", b"One\ntwo.\r\n\r\n- a\r\n- b\r\n\r\nEnd")
    assert [(b.kind, b.first_line, b.last_line) for b in read.blocks] == [
        ("paragraph", 1, 2),
        ("list", 4, 5),
        ("paragraph", 7, 7),
    ]
    assert read.text == "One\ntwo.\r\n\r\n- a\r\n- b\r\n\r\nEnd"


def test_a_million_blank_lines_cost_nothing() -> None:
    read = Read("a.txt", b"\n" * 1_000_000 + b"after")
    assert read.kinds() == [("paragraph", "after")]
    assert read.blocks[0].first_line == 1_000_001


def test_a_huge_file_comes_in_parts_cut_at_line_ends(tmp_path: Path) -> None:
    line = "2026-03-01 pump überlauf 17\n"
    path = tmp_path / "big.log"
    path.write_text(line * 400_000, encoding="utf-8", newline="")
    reading = TextReader().open(ReadRequest(str(path), "big.log"))
    base, lines = 0, 1
    for part in reading.parts():
        assert part.base == base
        assert part.first_line == lines
        assert part.text.endswith("\n")
        assert len(part.text) < 3 * text_module.PART_BYTES
        base += len(part.text)
        lines += part.text.count("\n")
    assert base == len(line) * 400_000
    assert lines == 400_001


def test_a_file_of_blanks_is_empty_and_noise_is_not_text() -> None:
    with pytest.raises(EmptyFile):
        Read("a.txt", b" \n\t\n")
    with pytest.raises(NotText):
        Read("a.txt", bytes(range(256)) * 8)


def test_zero_bytes_never_reach_the_text() -> None:
    read = Read("a.txt", b"before\0\0middle and some more text after it\0\n")
    assert read.text == "before  middle and some more text after it \n"


def test_markdown_headings_are_told_from_comments_in_fences() -> None:
    read = Read("a.md", _MARKDOWN.encode())
    assert read.headings() == [(1, "Setup now"), (1, "Second"), (2, "Third link"), (1, "Last")]
    assert read.texts("code") == [
        "````text\n```\n# not a heading\n```\n````",
        "~~~\n# nor this\n~~~",
    ]
    assert read.texts("table") == ["| a | b |\n|---|---|\n| 1 | 2 |"]
    assert read.facts.title == "The Manual"
    assert read.text == _MARKDOWN


def test_markdown_after_a_byte_order_mark_is_still_a_heading() -> None:
    assert Read("a.md", b"\xef\xbb\xbf# Top\n\ntext").headings() == [(1, "Top")]


def test_files_embedded_in_markdown_are_shown_but_not_searched() -> None:
    picture = f"data:image/png;base64,{'QUJD' * 40}"
    data = f"See ![x]({picture}) the picture.\n\n<script>\nevil()\n</script>\n"
    read = Read("a.md", data.encode())
    assert all("QUJD" not in text for text in read.texts("paragraph"))
    assert any("evil()" in text for text in read.texts("furniture"))
    assert "the picture." in "".join(read.texts("paragraph"))


@given(st.text(alphabet="# \n\r`~-=|>*1.ab\t[]()<>!", max_size=300))
def test_markdown_blocks_are_always_in_order(text: str) -> None:
    end = 0
    for block in markdown_blocks(text):
        assert end <= block.start < block.end <= len(text)
        end = block.end


def test_restructured_sections_get_levels_by_their_styles() -> None:
    data = b"""=====
Title
=====

Intro *text*.

Part ``one``
------------

Some code::

    x = 1

    y = 2

Sub
~~~

- a
- b

Part two
--------

.. code-block:: python

   z = 3
"""
    read = Read("a.rst", data)
    assert read.headings() == [(1, "Title"), (2, "Part one"), (3, "Sub"), (2, "Part two")]
    assert "Some code::\n\n    x = 1\n\n    y = 2" in read.texts("paragraph")
    assert read.texts("code") == [".. code-block:: python\n\n   z = 3"]
    assert read.facts.title == "Title"
