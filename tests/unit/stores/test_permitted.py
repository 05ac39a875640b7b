"""Which chunks a search may show: what a question's phrases, exclusions and paths leave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_rag.domain.query import Filters
from desktop_rag.stores.permitted import allowed_chunks, holding
from tests.unit.stores.library import Library


def _texts(library: Library, filters: Filters) -> set[str]:
    with library.database.read() as connection:
        ids = allowed_chunks(connection, filters)
    return {chunk.text for chunk in library.documents.chunks(sorted(ids)).values()}


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("setup.exe", "see https://www.example.org/downloads/setup.exe today"),
        ("example.org", "see https://www.example.org/downloads/setup.exe today"),
        ("main.py", 'open("src/main.py")'),
        ("E0505", "Pair E0505/E0506"),
        ("motor unit", "The pump/motor unit"),
        ("very important note", "a _very important_ note"),
        ("POL-777", "the part POL\u2011777"),
        ("won't come", "they won\u2019t come"),
        ("C++", "written in C++."),
        (".NET", "runs on .NET here"),
        ("getUserName", "call getUserName() now"),
        ("tubería", "válvula/tubería"),
        ("œuvre", "son Œuvre"),
        ("oeuvre", "son Œuvre"),
        ("压力阀", "这个压力阀是红色的"),
        ("हिन्दी", "यह हिन्दी है"),
        ("3月", "在3月份"),
        ("第1章", "见第1章节"),
        ("T恤", "买T恤衫"),
        ("ไทย", "ประเทศไทยดี"),
        ("bombas", "las bombas/motores"),
    ],
)
def test_a_phrase_leaves_the_passages_that_hold_it(
    library: Library, phrase: str, text: str
) -> None:
    library.add("/docs/it.txt", text)
    library.add("/docs/other.txt", "nothing of that; C# and C, a net, pol 777, main and py")
    assert _texts(library, Filters(phrases=(phrase,))) == {text}
    assert text not in _texts(library, Filters(without=(phrase,)))
    assert len(_texts(library, Filters(without=(phrase,)))) == 1


def test_a_phrase_may_lie_in_the_heading(library: Library) -> None:
    library.add("/docs/it.txt", "It opens.", breadcrumb=("Relief valve",))
    library.add("/docs/other.txt", "Relief comes; the valve opens.")
    assert _texts(library, Filters(phrases=("relief valve",))) == {"It opens."}


def test_inflected_words_are_not_the_word(library: Library) -> None:
    library.add("/docs/it.txt", "a pump", language="en")
    library.add("/docs/other.txt", "two pumps", language="en")
    assert _texts(library, Filters(phrases=("pump",))) == {"a pump"}
    assert _texts(library, Filters(without=("pump",))) == {"two pumps"}


def test_phrases_and_exclusions_add_up(library: Library) -> None:
    library.add("/docs/a.txt", "red pump", "blue pump", "red and blue pump")
    filters = Filters(phrases=("pump", "red"), without=("blue",))
    assert _texts(library, filters) == {"red pump"}
    with library.database.read() as connection:
        assert holding(connection, "pump", set()) == set()
        assert holding(connection, "?!") == set()


def test_a_piece_of_a_path_is_looked_for_in_every_place_of_a_document(library: Library) -> None:
    library.add("/docs/a/memo.md", "Orchids.")
    library.add("/docs/Ñandú/memo copy.md", "Orchids.")
    library.add("/docs/b/other.md", "Roses.")
    filters = Filters(path_parts=("docs/ñandú",))
    assert _texts(library, filters) == {"Orchids."}
    (document,) = {c.document for c in library.documents.chunks([1]).values()}
    shown = library.documents.files_of([document], filters)[document]
    assert shown.path == "/docs/Ñandú/memo copy.md"
    assert shown.also_at == ("/docs/a/memo.md",)
    assert _texts(library, replace(filters, path_parts=("%", "_", "*", "\udcff"))) == set()
    assert _texts(library, Filters(without_path_parts=("docs/b",))) == {"Orchids."}


def test_types_can_be_left_out(library: Library) -> None:
    library.add("/docs/a.md", "Orchids.")
    library.add("/docs/b.csv", "Roses.")
    assert _texts(library, Filters(without_types=("csv",))) == {"Orchids."}


def test_very_many_limits_are_no_error(library: Library) -> None:
    library.add("/docs/a.md", "Orchids.")
    many = tuple(f"w{number}" for number in range(1500))
    assert _texts(library, Filters(without=many, path_parts=(*many, "a.md"))) == {"Orchids."}
    assert _texts(library, Filters(phrases=many)) == set()
