from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.domain.errors import SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.stores import keyword_index
from desktop_rag.stores.question_terms import chosen_tokens, companion_tokens, question_terms
from desktop_rag.stores.vocabulary import Vocabulary
from tests.unit.stores.library import Library

HOSTILE = [
    "POL-358", "don't", "C++", "20.04", "what?", "a AND", "NEAR(", '"', "foo:bar", "@x", "*", "",
    "   ", "NOT", "AND OR NOT", "-x", "{text}: y", "^", "~", "a" * 10_000, "\0", "text : pump",
    '"unclosed', "((((", "pump*", "\ud800", "🙂", "' OR 1=1 --", "%s %d {0}", "水", "¦",
]  # fmt: skip


@pytest.fixture
def filled(library: Library) -> Library:
    fillers = ["filler text about nothing at all", "other words stand here", "garden and house"]
    for number in range(30):
        library.add(f"/docs/fill/{number}.txt", f"{fillers[number % 3]} number {number}")
    library.add("/docs/a/pump.txt", "the pump with part number POL-358 leaks")
    library.add("/docs/a/other.txt", "the pump with part number POL-359 is sound")
    library.add("/docs/b/code.py", "fn getUserName() fails with E0502 in C++ on Ubuntu 20.04")
    library.add(
        "/docs/b/xylophone.md", "you don't need organisations", breadcrumb=("Guide", "Reset")
    )
    library.add("/docs/b/es.txt", "las organizaciones compraron bombas", language="es")
    library.add("/docs/b/zh.txt", "黑豹队的防守丢了多少分", language="zh")
    return library


def found(library: Library, text: str, filters: Filters | None = None) -> list[str]:
    matches = library.keyword.search(text, 10, filters or Filters())
    chunks = library.documents.chunks([match.chunk for match in matches])
    return [chunks[match.chunk].text for match in matches]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("POL-358", "POL-358"),
        ("pol 358", "POL-358"),
        ("POL358", "POL-358"),
        ("E0502", "E0502"),
        ("C++", "C++"),
        ("20.04", "20.04"),
        ("don't", "don't"),
        ("don’t", "don't"),
        ("user name", "getUserName"),
        ("getUserName", "getUserName"),
        ("getusername", "getUserName"),
        ("organización", "organizaciones"),
        ("organizacion", "organizaciones"),
        ("comprar una bomba", "bombas"),
        ("黑豹队", "黑豹队"),
        ("豹", "黑豹队"),
        ("防守多少", "黑豹队"),
        ("leaking pumps", "POL-358 leaks"),
    ],
)
def test_what_is_written_is_found_first(filled: Library, question: str, text: str) -> None:
    assert text in found(filled, question)[0]


def test_a_misspelled_word_is_found_by_the_fuzzy_part_alone(filled: Library) -> None:
    (match, *_) = filled.keyword.search("organistions", 10, Filters())
    assert match.fuzzy > 0
    assert match.terms == match.phrase == 0


def test_a_word_is_forgotten_a_day_after_the_last_document_with_it(library: Library) -> None:
    library.add("/docs/a.txt", "the zebra stands")
    library.add("/docs/b.txt", "another zebra sleeps")
    library.catalogue.forget(["/docs/a.txt"])
    library.clock.time = time.time() + 23 * 3600
    library.documents.forget_words(24 * 3600)
    assert _words(library) == {"zebra", "stands", "another", "sleeps"}
    library.clock.time += 2 * 3600
    library.documents.forget_words(24 * 3600)
    assert _words(library) == {"zebra", "another", "sleeps"}
    assert library.keyword.search("zbera", 10, Filters())
    library.catalogue.forget(["/docs/b.txt"])
    assert not library.keyword.search("zbera", 10, Filters())
    library.documents.forget_words(-1)
    assert _words(library) == set()


def _words(library: Library) -> set[str]:
    with library.database.read() as connection:
        return {row[0] for row in connection.execute("SELECT word FROM words")}


def test_a_misspelled_code_is_not_taken_for_another(filled: Library) -> None:
    assert not filled.keyword.search("E0503", 10, Filters())


def test_a_code_counts_though_a_part_of_it_stands_in_every_document(library: Library) -> None:
    for number in range(30):
        word = "kettle" if number % 7 == 0 else "pan"
        library.add(f"/{number}.txt", f"{word} of the catalogue with number PN-{number:04}")
    assert found(library, "which kettle is PN-0003")[0].endswith("PN-0003")


@pytest.mark.parametrize("question", ["zeppelin", "what?", "zeppelin airship-12"])
def test_a_broken_index_fails_for_words_that_it_never_held(library: Library, question: str) -> None:
    library.add("/a.txt", "the kettle and the lid")
    assert library.keyword.search(question, 5, Filters()) == []
    with library.database.write() as connection:
        connection.execute("DROP TABLE keyword")
    with pytest.raises(SearchFailed):
        library.keyword.search(question, 5, Filters())


def test_words_without_meaning_are_counted_only_when_there_are_no_others(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add("/a.txt", "the kettle and the lid")
    counted: list[str] = []
    count = Vocabulary.chunk_counts

    def noting(
        self: Vocabulary, connection: sqlite3.Connection, tokens: Iterable[str]
    ) -> dict[str, int]:
        counted.extend(tokens := list(tokens))
        return count(self, connection, tokens)

    monkeypatch.setattr(Vocabulary, "chunk_counts", noting)
    assert found(library, "the kettle") == ["the kettle and the lid"]
    assert "the" not in counted
    assert found(library, "the zeppelin") == ["the kettle and the lid"]
    assert "the" in counted


def test_a_part_that_stands_in_every_document_is_not_scored_for_a_code() -> None:
    counts = {"pn-0003": 1, "~pn": 50_000, "~0003": 2, "~pn0003": 1, "lid": 9_000, "~lid": 9_500}
    tokens = chosen_tokens(question_terms("lid PN-0003", []), counts, 50_000, 12_000)
    assert tokens == ["pn-0003", "~0003", "~pn0003", "lid", "~lid"]


def test_a_common_stem_is_not_scored_for_a_rarer_word() -> None:
    counts = {"lids": 3_000, "~lid": 40_000, "pan": 20_000, "~pan": 21_000}
    assert chosen_tokens(question_terms("lids pan", []), counts, 50_000, 12_000) == ["lids"]


def test_the_only_word_is_asked_for_however_common_it_is() -> None:
    counts = {"lid": 40_000, "~lid": 45_000}
    assert chosen_tokens(question_terms("lid", []), counts, 50_000, 12_000) == ["lid", "~lid"]


def test_common_words_come_with_rarer_ones_but_not_those_that_stand_everywhere() -> None:
    counts = {"seal": 10, "~seal": 12, "lid": 9_000, "~lid": 9_500, "pan": 30_000, "~pan": 31_000}
    terms = question_terms("pan lid seal", [])
    chosen = chosen_tokens(terms, counts, 50_000, 5_000)
    assert chosen == ["seal", "~seal"]
    assert companion_tokens(terms, counts, 50_000, chosen, 100_000) == ["lid", "~lid"]
    assert companion_tokens(terms, counts, 100_000, chosen, 100_000)[2:] == ["pan", "~pan"]
    assert companion_tokens(terms, counts, 100_000, chosen, 50_000) == ["lid", "~lid", "pan"]


@pytest.fixture
def kettles(library: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    """In two folders 40 texts with common words, of which every third has a kettle, and one with
    a valve; "kettle" is too common to look for."""
    monkeypatch.setattr(keyword_index, "_BUDGET", 6)
    for number in range(40):
        word = "kettle" if number % 3 == 0 else "pan"
        library.add(f"/{number % 2}/{number}.txt", f"the {word} stands on shelf number {number}")
    library.add("/2/red.txt", "a valve of something else")
    return library


def test_words_too_common_to_look_for_tell_the_chunks_of_rarer_ones_apart(
    kettles: Library,
) -> None:
    kettles.add("/2/blue.txt", "a valve of the kettle")
    assert found(kettles, "kettle valve")[0] == "a valve of the kettle"
    best = kettles.keyword.search("kettle valve", 1, Filters())[0]
    alone = kettles.keyword.search("valve", 2, Filters())
    rare = next(match.terms for match in alone if match.chunk == best.chunk)
    assert rare < best.terms < 2 * rare, "the rare word counts as if it stood alone"


def test_common_words_are_looked_for_where_no_rarer_one_stands(kettles: Library) -> None:
    assert found(kettles, "kettle valve") == ["a valve of something else"]
    in_folder = kettles.keyword.search("kettle valve", 50, Filters(under=("/1",)))
    assert len(in_folder) == 7


def test_a_breadcrumb_that_is_the_question_weighs_most(filled: Library) -> None:
    match = filled.keyword.search("how do I reset?", 10, Filters())[0]
    assert match.phrase > 0
    assert "organisations" in found(filled, "how do I reset?")[0]


def test_a_phrase_does_not_run_over_two_headings(filled: Library) -> None:
    filled.add("/docs/c.txt", "something", breadcrumb=("Winter tyres", "Summer brakes"))
    assert any(m.phrase > 0 for m in filled.keyword.search("summer brakes", 10, Filters()))
    assert all(m.phrase == 0 for m in filled.keyword.search("tyres summer", 10, Filters()))


def test_a_heading_of_one_word_counts_in_a_longer_question(filled: Library) -> None:
    filled.add("/docs/c.txt", "something", breadcrumb=("Reset the clock",))
    matches = filled.keyword.search("reset of an organisation", 10, Filters())
    phrases = [match for match in matches if match.phrase > 0]
    assert [c.draft.breadcrumb for c in filled.documents.chunks([phrases[0].chunk]).values()] == [
        ("Guide", "Reset")
    ]
    assert len(phrases) == 1


def test_a_file_is_found_by_its_name(filled: Library) -> None:
    assert "organisations" in found(filled, "xylophone.md")[0]


def test_a_renamed_file_is_found_by_its_new_name_only(filled: Library) -> None:
    stamp = FileStamp(1, 2, 3)
    filled.catalogue.move([("/docs/b/xylophone.md", "/docs/b/zeppelin.md", filled.root.id, stamp)])
    assert "organisations" in found(filled, "zeppelin")[0]
    assert not found(filled, "xylophone.md")


@pytest.mark.parametrize("question", HOSTILE)
def test_any_text_is_a_legal_question(filled: Library, question: str) -> None:
    filled.keyword.search(question, 5, Filters())
    filled.keyword.search(question, 5, Filters(under=("/docs/%",), types=("'",)))


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.text(max_size=80))
def test_the_parts_add_up_and_the_order_follows_the_score(filled: Library, text: str) -> None:
    matches = filled.keyword.search(f"{text} pump", 50, Filters())
    assert matches
    for match in matches:
        assert match.score == pytest.approx(match.phrase + match.terms + match.fuzzy)
    assert matches == sorted(matches, key=lambda m: (-m.score, m.chunk))


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        (Filters(under=("/docs/a",)), 2),
        (Filters(under=("/docs/a/pump.txt",)), 1),
        (Filters(under=("/docs/a/pum",)), 0),
        (Filters(under=("/docs/a", "/docs/b")), 2),
        (Filters(types=("txt",)), 2),
        (Filters(types=(".TXT",)), 2),
        (Filters(types=("md",)), 0),
        (Filters(languages=("en",)), 2),
        (Filters(languages=("es",)), 0),
        (Filters(after=1_600_000_000.0), 2),
        (Filters(after=1_800_000_000.0), 0),
        (Filters(before=1_600_000_000.0), 0),
        (Filters(after=float("-inf"), before=float("inf")), 2),
    ],
)
def test_filters_apply_before_ranking(filled: Library, filters: Filters, count: int) -> None:
    assert len(filled.keyword.search("pump part number", 2, filters)) == count


def test_a_small_folder_is_found_among_many_better_matches(library: Library) -> None:
    for number in range(60):
        library.add(f"/docs/large/{number}.txt", f"zebra zebra zebra {number}")
    library.add("/docs/small/x.txt", "one zebra stands in a long text about many other things")
    assert len(library.keyword.search("zebra", 3, Filters(under=("/docs/small",)))) == 1


def test_a_signed_folder_name_is_only_itself(library: Library) -> None:
    for folder in ("100%", "100x", "a_b", "axb", "a"):
        library.add(f"/docs/{folder}/f.txt", f"zebra in {folder}")
    for folder in ("100%", "a_b", "a"):
        assert found(library, "zebra", Filters(under=(f"/docs/{folder}",))) == [
            f"zebra in {folder}"
        ]


def test_a_deleted_file_is_not_found(filled: Library) -> None:
    filled.catalogue.forget(["/docs/a/pump.txt"])
    assert "POL-358" not in " ".join(found(filled, "POL-358"))


def test_a_document_is_invisible_while_it_is_written(library: Library) -> None:
    from tests.unit.stores.library import drafts_of, prepared

    document = library.documents.begin("h", "s", "text/plain")
    library.documents.append(document, [prepared(d) for d in drafts_of("zebra one")], [])
    assert not library.keyword.search("zebra", 5, Filters())
    library.documents.discard(document)
    assert not library.keyword.search("zebra", 5, Filters())


def test_a_failure_is_never_an_empty_result(filled: Library) -> None:
    with filled.database.write() as connection:
        connection.execute("DROP TABLE keyword")
    with pytest.raises(SearchFailed):
        filled.keyword.search("pump", 5, Filters())


def test_random_hostile_questions_never_fail(filled: Library) -> None:
    dice = random.Random(3)
    signs = "\"'*()^~:-+{}[]AND OR NOT NEAR pump 358 é水 \t\n\\%_;"
    for _ in range(1500):
        filled.keyword.search("".join(dice.choices(signs, k=dice.randint(1, 40))), 5, Filters())


def test_common_words_are_looked_for_where_no_rarer_one_may_be(library: Library) -> None:
    for number in range(60):
        library.add(f"/docs/inv/{number}.txt", f"Invoice {number} of the supplier in euros.")
    library.add("/docs/plants.txt", "Orchids grow slowly.")
    bills = Filters(under=("/docs/inv",))
    assert len(library.keyword.search("euros orchids", 100, bills)) == 60
    assert found(library, "euros orchids")[0] == "Orchids grow slowly."


def test_words_of_short_notes_in_an_unknown_language_have_stems(library: Library) -> None:
    library.add("/docs/lista.txt", "Válvulas de aspiración: 3 / Tuberías: 12")
    library.add("/docs/other.txt", "Nothing of that.")
    for asked in ("válvula", "tubería", "TUBERÍAS", "valvulas"):
        (match,) = library.keyword.search(asked, 5, Filters())
        assert match.terms > 0, asked


def test_letters_that_are_no_diacritics_are_found_as_people_type_them(library: Library) -> None:
    library.add("/docs/a.txt", "Œuvre au cœur \ufb01nancier; Smørrebrød i Łódź; POL\u2011777")
    for asked in ("oeuvre", "coeur", "financier", "smorrebrod", "lodz", "POL-777", "œuvre"):
        (match,) = library.keyword.search(asked, 5, Filters())
        assert match.terms > 0, asked
