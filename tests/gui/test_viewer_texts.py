"""Positions, windows and pages: what the viewer computes before it draws."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop_rag.domain.place import Place, Region
from desktop_rag.gui.style import tokens
from desktop_rag.gui.viewer import colours, opening
from desktop_rag.gui.viewer.citation import citation
from desktop_rag.gui.viewer.display_text import LONGEST_LINE, DisplayText
from desktop_rag.gui.viewer.finding import Finding
from desktop_rag.gui.viewer.lexer_search import lexer_for
from desktop_rag.gui.viewer.markdown_headings import headings
from desktop_rag.gui.viewer.page_layout import PageLayout, fitting_zoom
from desktop_rag.gui.viewer.text_window import earlier_window, later_window, window_around

_TEXTS = st.text(
    st.sampled_from("ab é\n\r\t\u2028\u2029\x0c\x00💧𐍈\ufdd0\ufffc"), max_size=60
) | st.text(max_size=60)


@given(_TEXTS, st.integers(0, 500))
def test_every_position_is_found_again_in_the_document(text: str, start: int) -> None:
    display = DisplayText(text, start)
    assert display.end == start + len(text)
    for position in range(start, start + len(text) + 1):
        assert display.to_document(display.to_qt(position)) == position


@given(_TEXTS)
@settings(max_examples=60)
def test_qt_holds_each_character_where_the_map_says(qapp: object, text: str) -> None:
    display = DisplayText(text)
    document = QTextDocument()
    document.setPlainText(display.shown)
    shown = text.replace("\r\n", " \n")
    for position, character in enumerate(shown):
        cursor = QTextCursor(document)
        cursor.setPosition(display.to_qt(position))
        cursor.setPosition(display.to_qt(position + 1), QTextCursor.MoveMode.KeepAnchor)
        if character.isprintable() and character not in "\ufdd0\ufffc":
            assert cursor.selectedText() == character
    assert document.blockCount() == shown.count("\n") + 1
    document.deleteLater()


def test_a_very_long_line_is_broken_for_display_and_positions_stay_exact() -> None:
    text = "x" * (3 * LONGEST_LINE) + "\nsecond\n" + "💧" * (LONGEST_LINE + 1)
    display = DisplayText(text, 100, first_line=7)
    blocks = display.shown.split("\n")
    assert max(len(block) for block in blocks) == LONGEST_LINE
    lines = [display.line_of_block(n) for n in range(len(blocks))]
    assert lines == [7, None, None, 8, 9, None]
    assert display.last_line == 9
    at = text.index("second")
    assert display.shown[display.to_qt(100 + at) :].startswith("second")
    for position in range(100, 100 + len(text) + 1, 977):
        assert display.to_document(display.to_qt(position)) == position


@given(st.integers(0, 10_000), st.integers(0, 10_000), st.integers(10, 500))
def test_a_window_holds_its_position(position: int, total: int, size: int) -> None:
    position = min(position, total)
    start, end = window_around(position, total, size)
    assert 0 <= start <= position <= end
    assert end - start <= max(size, 1)


def test_windows_lead_through_the_whole_text() -> None:
    part, total, seen = window_around(0, 5000, 1000), 5000, 0
    while part[1] < total:
        assert part[0] <= seen <= part[1]
        seen = part[1]
        part = later_window(part[1], total, 1000)
    assert part[1] == total
    assert earlier_window(100, 1000) == (0, 1000)


def test_three_thousand_pages_are_laid_out_by_their_sizes() -> None:
    layout = PageLayout(((600.0, 800.0),) * 2999 + ((800.0, 600.0),), 0.5)
    assert layout.page_at(layout.box(1234).top + 1) == 1234
    assert layout.pages_between(layout.box(10).top, layout.box(12).top) == range(10, 13)
    assert layout.box(3000).width == layout.width == 400
    assert layout.box(1).left == 50
    assert layout.page_at(-5) == 1
    assert layout.page_at(1e9) == 3000
    with pytest.raises(ValueError):
        PageLayout((), 0)


def test_the_width_of_most_pages_decides_how_they_fit() -> None:
    assert fitting_zoom(((600.0, 800.0), (600.0, 800.0), (5000.0, 800.0)), 632) == 1
    assert fitting_zoom((), 632) == 1


def test_hits_are_stepped_through_in_a_circle_from_where_one_reads() -> None:
    box = (0.0, 0.0, 1.0, 1.0)
    finding = Finding(((0, 3), (10, 13), (20, 23)), (Region(9, 15, 2, box),)).begin(5)
    assert finding.current == (10, 13)
    assert [r.page for r in finding.current_regions] == [2]
    assert finding.step(1).step(1).current == (0, 3)
    assert finding.step(-2).current == (20, 23)
    assert Finding().step(1).current is None


@pytest.mark.parametrize(
    "name",
    [
        "run.sh",
        "a.desktop",
        "a.bat",
        "a.lnk",
        "a.py",
        "a.exe",
        "report.pdf.exe",
        "a.docm",
        "a",
        "a.",
    ],
)
def test_what_could_run_is_not_opened(name: str) -> None:
    assert not opening.may_open(Path("/somewhere") / name)


@pytest.mark.parametrize("name", ["Install (v2) #1 [draft] 100%.pdf", "a.DOCX", "a.md", "a.html"])
def test_documents_may_be_opened(name: str) -> None:
    assert opening.may_open(Path("/somewhere") / name)


def test_a_document_that_is_a_link_to_a_script_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text("echo")
    (tmp_path / "manual.pdf").symlink_to(tmp_path / "run.sh")
    assert not opening.may_open(tmp_path / "manual.pdf")


def test_a_folder_that_the_system_would_run_is_never_shown() -> None:
    inside = Path("/Applications/Pump.app/Contents/manual.pdf")
    assert opening.folder_of(inside) == Path("/Applications")


def test_any_character_of_a_path_reaches_the_system() -> None:
    path = Path("/Ünï cödé & co/Install (v2) #1 [draft] 100%.pdf")
    assert opening.local_url(path).toLocalFile() == str(path)


def test_a_copied_passage_says_where_it_is_from() -> None:
    assert citation(" Hold it. ", "/a/manual.pdf", Place((0, 5), page=12)) == (
        "“Hold it.” — manual.pdf, p. 12"
    )
    heading = Place((0, 5), heading=("Pump", "Care"))
    assert citation("x", "/a/pump.md", heading) == "“x” — pump.md, Care"


@pytest.mark.parametrize(
    ("code", "worn"), [(colours.CODE_LIGHT, tokens.LIGHT), (colours.CODE_DARK, tokens.DARK)]
)
def test_code_can_be_read_also_where_it_is_marked(
    code: dict[str, str], worn: tokens.Colours
) -> None:
    for ground in (worn.surface, worn.evidence_soft):
        for name, ink in {**code, "comment": worn.muted, "heading": worn.accent}.items():
            assert tokens.contrast(ink, ground) >= 4.5, (name, ground)


def test_headings_are_known_and_comments_in_fences_are_none() -> None:
    text = "# One\n\n```sh\n# two\n```\n   ### Three\n#no\n    # code\n######"
    assert [(text[at:].split("\n")[0], level) for at, level in headings(text)] == [
        ("# One", 1),
        ("   ### Three", 3),
        ("######", 6),
    ]


@pytest.mark.parametrize(
    ("language", "name", "lexer"),
    [("typescript", "x", "TypeScript"), ("unheard", "x.go", "Go"), ("", "x.unheard", None)],
)
def test_a_language_is_found_by_name_or_by_file(
    language: str, name: str, lexer: str | None
) -> None:
    found = lexer_for(language, name)
    assert (found.name if found else None) == lexer
