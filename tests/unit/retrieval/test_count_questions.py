"""Which questions are about the library itself, and which are not."""

from __future__ import annotations

import pytest

from desktop_rag.retrieval.count_questions import CountQuestion, counting_question

INVOICE, MAIL = ("invoice", "factura"), ("eml", "mbox")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Which files mention the heat pump?", CountQuestion("en", "heat pump")),
        ("which of my notes talk about Anna", CountQuestion("en", "Anna")),
        ("In which documents is Kowalski mentioned?", CountQuestion("en", "Kowalski")),
        ("which files contain POL-358", CountQuestion("en", "POL-358")),
        ("How many documents contain the word insurance?", CountQuestion("en", "insurance")),
        ("Which documents contain information about dogs?", CountQuestion("en", "dogs")),
        ("How many documents are there?", CountQuestion("en")),
        ("How many PDFs do I have?", CountQuestion("en", types=("pdf",))),
        ("how many invoices do I have from Acme?", CountQuestion("en", "Acme", (), INVOICE)),
        ("How many invoices from Acme are there?", CountQuestion("en", "Acme", (), INVOICE)),
        ("How many invoices are in my library?", CountQuestion("en", "", (), INVOICE)),
        ("List all e-mails from Bob", CountQuestion("en", "Bob", MAIL)),
        (
            "Please list all documents about vacations.",
            CountQuestion("en", "vacations"),
        ),
        ("list all files", CountQuestion("en")),
        ("¿Qué archivos mencionan la bomba de calor?", CountQuestion("es", "bomba de calor")),
        ("¿Cuáles son las notas que hablan del arbitraje?", CountQuestion("es", "arbitraje")),
        ("¿En qué documentos se menciona a Kowalski?", CountQuestion("es", "Kowalski")),
        ("¿Cuántos documentos hay?", CountQuestion("es")),
        ("cuantos documentos hablan de la garantía", CountQuestion("es", "garantía")),
        ("¿Cuántas facturas de Acme tengo?", CountQuestion("es", "Acme", (), INVOICE)),
        ("¿Cuántos correos mencionan el presupuesto?", CountQuestion("es", "presupuesto", MAIL)),
        ("Lista todos los documentos sobre vacaciones", CountQuestion("es", "vacaciones")),
    ],
)
def test_a_question_that_counts_or_lists_documents_is_known(
    text: str, wanted: CountQuestion
) -> None:
    assert counting_question(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        # what is counted is written in the documents
        "How many people died in the war?",
        "How many pumps are there?",
        "List all the steps to reset the pump",
        "¿Cuántas personas murieron en la guerra?",
        # documents, but not those of the library
        "How many documents did the committee review?",
        "How many files can ext4 hold?",
        "How many letters are there in the alphabet?",
        "How many notes are there in an octave?",
        "How many reports were published in 2020?",
        "How many contracts did Apple sign about chips?",
        "Which files does the manual mention?",
        "Which documents do I need for a visa?",
        "Who wrote the documents about the pump?",
        "¿Cuántos documentos revisó el comité?",
        "¿Cuántas cartas hay en la baraja?",
        "¿Qué documentos necesito para el visado?",
        "¿Qué archivos crea el instalador?",
        # more than words can say
        "Which documents explain how to reset the pump?",
        "Which files mention the pump or the valve?",
        "Which documents do not mention the pump?",
        "Which documents mention more than three pumps?",
        "Which files mention the pump and who signed them?",
        "Which documents mention it?",
        "Which documents mention a very long row of words that nobody would look for as such?",
        "¿Qué documentos mencionan la bomba o la válvula?",
        "How many documents mention?",
        "",
        "   ",
    ],
)
def test_every_other_question_stays_an_ordinary_one(text: str) -> None:
    assert counting_question(text) is None


def test_a_long_text_is_judged_at_once() -> None:
    assert counting_question("which files mention " + "a of the " * 900 + "pump that ") is None
