"""Counting documents over real stores, and the answer that tells the number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.answering.counted import CountedDocuments, counted_answer
from desktop_rag.domain.answer import Answer
from desktop_rag.domain.errors import SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.retrieval.count_questions import counting_question
from desktop_rag.retrieval.counting import Counted, DocumentCounter
from desktop_rag.retrieval.question import parse
from desktop_rag.stores.document_index import FtsDocumentIndex
from tests.unit.stores.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Thirty notes on pumps, three invoices, a Spanish letter, and two copies of one note."""
    made = Library(tmp_path / "library")
    for n in range(30):
        made.add(f"/docs/notes/{n:02}.txt", f"Note {n}.", f"The pump of hall {n} was oiled.")
    made.add("/docs/bills/a.pdf", "Invoice 17 of Acme Ltd for two heat exchangers.")
    made.add("/docs/bills/b.pdf", "Invoice 18 of Bolt plc. Acme is not concerned.")
    made.add("/docs/bills/invoice_19.pdf", "Twelve seals, 40 euro.")
    made.add("/docs/carta.txt", "La bomba de calor hace ruido.", language="es")
    made.add("/docs/heat.txt", "It was the heat of summer.", "The new pump is loud.")
    made.add("/docs/twice.txt", "A heat pump hums. It is a pump.", "Pumps again.")
    made.add("/docs/copy/twice.txt", "A heat pump hums. It is a pump.", "Pumps again.")
    yield made
    made.close()


_ALL = Filters()


def _count(library: Library, text: str, filters: Filters = _ALL, most: int = 20) -> Counted:
    parsed = parse(text)
    question = counting_question(parsed.text)
    assert question is not None
    counter = DocumentCounter(FtsDocumentIndex(library.database), library.documents)
    return counter.count(
        question,
        parsed.limits(filters),
        most=most,
    )


def _paths(counted: Counted) -> list[str]:
    return [hit.file.path for hit in counted.hits]


def test_all_documents_are_counted_and_not_the_best_few(library: Library) -> None:
    counted = _count(library, "How many documents mention the pump?")
    assert (counted.count, counted.total) == (33, 37)
    assert len(counted.hits) == 20
    assert _paths(counted)[0] == "/docs/copy/twice.txt"  # two of its passages do
    assert counted.hits[0].file.also_at == ("/docs/twice.txt",)
    for hit in counted.hits:
        assert hit.focus is not None
        assert "pump" in hit.chunk.text[slice(*hit.focus)].lower()


def test_words_must_stand_close_together_and_a_phrase_as_it_is(library: Library) -> None:
    library.add(
        "/docs/apart.txt", "The heat was great. Nobody worked that week. A pump stood still."
    )
    assert _paths(_count(library, "Which files mention heat pumps?")) == ["/docs/copy/twice.txt"]
    assert _count(library, 'Which files mention "pump heat"?').count == 0
    assert _count(library, 'Which files mention "heat pump"?').count == 2
    spanish = _count(library, "¿Qué documentos mencionan la bomba de calor?")
    assert _paths(spanish) == ["/docs/carta.txt"]


def test_a_part_of_a_word_is_not_the_word(library: Library) -> None:
    library.add("/docs/code.txt", "Part POL-358 is a seal.")
    library.add("/docs/no.txt", "Route 358 leads to Pol. getUserName returns a name.")
    assert _paths(_count(library, "Which files contain POL-358?")) == ["/docs/code.txt"]
    assert _paths(_count(library, "Which files mention the seal POL-358?")) == ["/docs/code.txt"]
    assert _count(library, "Which files mention getUserName?").count == 1
    library.add("/docs/han.txt", "水泵维修手册", language="zh")
    assert _paths(_count(library, "Which files mention 水泵维修?")) == ["/docs/han.txt"]
    assert _count(library, "Which files mention 水手册?").count == 0


def test_invoices_are_known_by_text_or_name(library: Library) -> None:
    assert _count(library, "How many invoices do I have?").count == 3
    assert _count(library, "¿Cuántas facturas tengo?").count == 3
    acme = _count(library, "How many invoices from Acme are there?")
    assert _paths(acme) == ["/docs/bills/a.pdf", "/docs/bills/b.pdf"]


def test_limits_of_the_question_and_of_the_filters_hold(library: Library) -> None:
    notes = Filters(under=("/docs/notes",))
    assert _count(library, "How many files mention the pump?", notes).count == 30
    assert _count(library, "Which files mention the pump? path:notes/0").count == 10
    assert _count(library, "How many PDFs are there?").count == 3
    assert _count(library, "How many documents are there? type:pdf").total == 3
    late = FileStamp(5, 1_900_000_000_000_000_000, 9)
    library.add("/docs/late.txt", "The last pump.", stamp=late)
    assert _paths(_count(library, "Which files mention the pump? after:2029")) == ["/docs/late.txt"]


@pytest.fixture
def stock(tmp_path: Path) -> Iterator[Library]:
    made = Library(tmp_path / "library")
    made.add("/docs/policies.md", "POL-358 Travel is paid late.", "POL-359 Meals are paid at once.")
    made.add("/docs/bolts.md", "The bolts of the lid.", "Tighten them by hand. The pump is loud.")
    made.add("/docs/cpp.txt", "Written in C++.")
    made.add("/docs/csharp.txt", "Written in C#.")
    made.add("/docs/c.txt", "Written in C.")
    made.add("/docs/net.txt", "It runs on .NET today.")
    made.add("/docs/fish.txt", "A net of fish; see https://example.org/get/setup.exe there.")
    made.add("/docs/cellar.txt", "The pump in the cellar; the motor too.")
    made.add("/docs/sheet.csv", "a pump, 3")
    made.add("/docs/research.txt", "R&D costs 1,000 euros a week.")
    made.add("/docs/letters.txt", "Plan R has a D; 1 of 000 costs euros.")
    made.add("/docs/itil.txt", "IT works by ITIL.")
    made.add("/docs/it.txt", "IT works.")
    made.add("/docs/art.txt", "The art of party plans.")
    made.add("/docs/han.txt", "在3月份", language="zh")
    made.add("/docs/han2.txt", "13月份", language="zh")
    yield made
    made.close()


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which files mention travel and meals?", "policies.md"),
        ("Which files mention POL-358 and meals?", "policies.md"),
        ("Which files mention bolts, tighten and pump?", "bolts.md"),
        ("Which files mention C++?", "cpp.txt"),
        ("Which files mention C#?", "csharp.txt"),
        ('Which files mention ".NET"?', "net.txt"),
        ("Which files mention setup.exe?", "fish.txt"),
        ("Which files mention example.org?", "fish.txt"),
        ('Which files mention "pump" in the cellar?', "cellar.txt"),
        ('Which files mention "pump" and "lid"?', "bolts.md"),
        ("Which files mention R&D?", "research.txt"),
        ("Which files mention 1,000 euros?", "research.txt"),
        ('Which files mention "IT" and ITIL?', "itil.txt"),
        ('Which files mention "art" and party plans?', "art.txt"),
        ("Which files mention 3月?", "han.txt"),
        ("Which files mention the pump -motor -type:csv?", "bolts.md"),
        ("Which files mention the pump -path:bolts type:txt,md?", "cellar.txt"),
    ],
)
def test_each_thing_that_must_be_mentioned_counts_for_itself(
    stock: Library, question: str, names: str
) -> None:
    counted = _count(stock, question)
    assert ", ".join(sorted(Path(path).name for path in _paths(counted))) == names


def test_no_statement_rests_on_a_guessed_language(stock: Library) -> None:
    stock.add("/docs/lamp.txt", "One green lamp.")
    assert _count(stock, "¿Qué archivos mencionan la lámpara?").count == 0
    stock.add("/docs/lista.txt", "Lámparas: 3")
    assert _paths(_count(stock, "¿Qué archivos mencionan lámparas?")) == ["/docs/lista.txt"]


def test_the_answer_says_what_the_documents_had_to_say(stock: Library) -> None:
    answer = _answer(stock, 'Which files mention "pump" in the cellar?')
    assert answer.text.startswith("1 of 16 files has “pump” and “in the cellar” in the text:")
    answer = _answer(stock, "Which files mention travel and meals?")
    assert answer.text.startswith("1 of 16 files has “travel” and “meals” in the text:")


def test_a_type_that_is_asked_for_and_another_one_leave_nothing(stock: Library) -> None:
    counted = _count(stock, "How many spreadsheets do I have? type:md")
    assert (counted.count, counted.total) == (0, 0)
    assert _count(stock, "How many spreadsheets do I have? type:md,csv").count == 1


def test_files_of_the_same_content_are_counted_and_listed_once(library: Library) -> None:
    answer = _answer(library, "Which files mention the heat pump?")
    assert answer.text == (
        "2 of 37 files have “heat pump” in the text:\n- twice.txt — 2 files of the same content [1]"
    )
    assert _count(library, "Which files mention the heat pump? path:copy").count == 1
    assert _count(library, "How many files are there?").total == 37


def test_a_document_of_two_languages_is_counted_in_both(library: Library) -> None:
    library.add("/docs/mixed.md", "The garden has flowers.", language="en")
    with library.database.write() as connection:
        library_id = connection.execute("SELECT max(id) FROM documents").fetchone()[0]
    library.add("/docs/two.md", "An English passage.", "Los girasoles crecen.", language="en")
    with library.database.write() as connection:
        connection.execute(
            "UPDATE chunks SET language = 'es' WHERE document > ? AND ordinal = 1", (library_id,)
        )
    counted = _count(library, "How many files mention girasoles? lang:es")
    assert _paths(counted) == ["/docs/two.md"]


def test_a_library_that_fails_is_never_called_empty(library: Library) -> None:
    with library.database.write() as connection:
        connection.execute("DROP TABLE keyword")
    with pytest.raises(SearchFailed, match="could not be counted"):
        _count(library, "Which files mention the pump?")


def _answer(library: Library, text: str, most: int = 20) -> Answer:
    question = counting_question(parse(text).text)
    assert question is not None
    found = _count(library, text, most=most)
    about = CountedDocuments(
        found.count,
        found.total,
        found.hits,
        found.places,
        found.said,
        question.named,
        question.types,
    )
    return counted_answer(text, about, question.language)


def test_the_answer_tells_the_number_and_cites_each_document(library: Library) -> None:
    answer = _answer(library, "How many invoices from Acme are there?")
    assert answer.outcome == "answered"
    assert answer.text == (
        "2 of 37 files have “Acme” in the text and “invoice” or “factura” in the text or the "
        "name:\n- a.pdf [1]\n- b.pdf [2]"
    )
    assert [s.citations for s in answer.sentences] == [(), (1,), (2,)]
    assert all(answer.text[slice(*s.chars)] == s.text for s in answer.sentences)
    assert [(s.n, s.used, s.hit.file.path) for s in answer.sources] == [
        (1, True, "/docs/bills/a.pdf"),
        (2, True, "/docs/bills/b.pdf"),
    ]


def test_a_long_list_says_how_many_more_there_are(library: Library) -> None:
    answer = _answer(library, "List all files about pumps", most=3)
    assert answer.text.splitlines()[0] == "33 of 37 files have “pumps” in the text:"
    assert answer.text.splitlines()[-1] == "… and 29 more."
    assert len(answer.sources) == 3


def test_spanish_questions_are_answered_in_spanish(library: Library) -> None:
    answer = _answer(library, "¿Cuántos documentos hablan de la bomba de calor?")
    assert answer.text == ("1 de 37 archivos tiene «bomba de calor» en el texto:\n- carta.txt [1]")
    assert _answer(library, "¿Cuántos documentos hay?").text.startswith(
        "Archivos en la biblioteca: 37.\n- "
    )


def test_none_is_said_to_be_none(library: Library) -> None:
    answer = _answer(library, "Which files mention zeppelins?")
    assert answer.outcome == "not_in_documents"
    assert answer.text == "None of 37 files has “zeppelins” in the text."
    assert answer.sources == ()


def test_marks_in_names_of_files_are_no_citations(library: Library) -> None:
    library.add("/docs/plan [7].txt", "A zeppelin flies.")
    answer = _answer(library, "Which files mention a zeppelin?")
    assert answer.text.splitlines()[1] == "- plan (7).txt [1]"
