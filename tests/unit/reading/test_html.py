"""HTML: charsets, visible text, main text."""

from __future__ import annotations

import pytest

from desktop_rag.domain.errors import EmptyFile, TooLarge
from tests.unit.reading.making import Read


def test_the_charset_of_the_meta_element_counts() -> None:
    page = "<html><head><meta charset='iso-8859-2'></head><body><p>Žluťoučký kůň</p></body></html>"
    assert "Žluťoučký kůň" in Read("a.html", page.encode("iso8859-2")).text


def test_a_meta_inside_a_script_or_comment_does_not_count() -> None:
    page = (
        "<html><head><script>var a = \"<meta charset='koi8-r'>\";</script>"
        "<!-- <meta charset='cp1251'> --><meta charset='utf-8'></head><body>grün ß</body></html>"
    )
    assert "grün ß" in Read("a.html", page.encode()).text


def test_a_charset_that_the_bytes_contradict_is_not_believed() -> None:
    text = "Слово за слово, и пошёл разговор о том и о сём. " * 8
    page = f"<html><head><meta charset='utf-8'></head><body><p>{text}</p></body></html>"
    assert text.strip() in Read("a.html", page.encode("cp1251")).text


def test_only_visible_text_is_read() -> None:
    page = b"""<body><p>seen</p><script>no1</script><style>no2</style><template>no3</template>
    <p style="display: none">no4</p><p hidden>no5</p><noscript>no6</noscript><p>last"""
    assert Read("a.html", page).text == "seen\n\nlast"


def test_headings_lists_and_tables_keep_their_structure() -> None:
    page = b"""<h1>The <b>pump</b></h1><p>Intro.</p><h2>Parts</h2>
    <ol><li>First<ul><li>inner</li></ul></li><li>Second</li></ol>
    <table><tr><th>name<th>use</tr><tr><td>a<td>b</tr></table><pre>x = 1\n  y</pre>"""
    read = Read("a.html", page)
    assert read.headings() == [(1, "The pump"), (2, "Parts")]
    assert read.texts("list") == ["1. First\n  - inner\n2. Second"]
    assert read.texts("table") == ["name | use\na | b"]
    assert read.texts("code") == ["x = 1\n  y"]


def test_navigation_is_shown_but_not_searched() -> None:
    page = b"""<nav><a>Home</a><a>Shop</a></nav><main><h1>Pump</h1><p>Reset it for five
    seconds when the red lamp is lit.</p></main><footer>Imprint</footer>"""
    read = Read("a.html", page)
    assert set(read.texts("furniture")) == {"HomeShop", "Imprint"}
    assert read.texts("paragraph") == ["Reset it for five seconds when the red lamp is lit."]


def test_a_page_of_links_alone_is_its_own_text() -> None:
    page = b"<ul class='nav'><li><a href='x'>First link</a><li><a href='y'>Second</a></ul>"
    assert "First link" in "".join(Read("a.html", page).texts("paragraph"))


def test_a_layout_table_is_not_a_table() -> None:
    page = b"<table><tr><td><h2>News</h2><p>A long story.</p></td></tr></table>"
    assert Read("a.html", page).kinds() == [("heading", "News"), ("paragraph", "A long story.")]


def test_the_title_is_a_heading_when_the_page_has_none() -> None:
    read = Read("a.html", b"<title>The Pump</title><p>Reset it.</p>")
    assert read.headings() == [(1, "The Pump")]
    assert read.facts.title == "The Pump"


def test_a_page_nested_very_deeply_is_read() -> None:
    assert "deep" in Read("a.html", b"<div>" * 2000 + b"deep").text


def test_a_page_nested_too_deeply_is_not_silently_cut() -> None:
    with pytest.raises(TooLarge):
        Read("a.html", b"<div>" * 5000 + b"deep")


def test_a_page_without_visible_text_is_empty() -> None:
    with pytest.raises(EmptyFile):
        Read("a.html", b"<html><script>x()</script></html>")
