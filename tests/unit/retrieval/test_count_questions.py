"""Which questions are about the library itself, and which are not."""

from __future__ import annotations

import pytest

from desktop_rag.retrieval.count_questions import CountQuestion, counting_question

INVOICE, MAIL = ("invoice", "factura"), ("eml", "mbox")
LETTER, REPORT = ("letter", "carta"), ("report", "informe")


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
        # a command, with or without "all", for every one
        "list documents about orchids",
        "list all documents about orchids",
        "list every file that mentions orchids",
        "Please list each document about orchids",
        "list every single note about orchids",
        "find documents about orchids",
        "show files about orchids",
        "show me my notes about orchids",
        "give me a list of the files that contain orchids",
        "count the documents that mention orchids",
        "search for documents on orchids",
        "list the files I have about orchids",
        # a question that is led to
        "tell me which files mention orchids",
        "show me which files talk about orchids",
        "can you list all files about orchids",
        "Could you please tell me which files mention orchids?",
        "Do you know in which documents orchids are mentioned?",
        "which files mention orchids, please",
        "What are the documents about orchids?",
        # which, what, how many
        "what files contain orchids",
        "which notes contain orchids",
        "Which files do I have about orchids?",
        "What documents about orchids do you have?",
        "which documents on orchids do I have",
        "Could you show me all of my notes on orchids?",
        "how many files on orchids are there",
        "how many files about orchids",
        "Which files in my library mention orchids?",
        "Which files mention the orchids here?",
        "how many files mention orchids in total",
    ],
)
def test_everyday_wordings_of_an_english_question_are_the_same_question(text: str) -> None:
    assert counting_question(text) == CountQuestion("en", "orchids")


@pytest.mark.parametrize(
    "text",
    [
        "Muéstrame los documentos que mencionan la bomba",
        "lista los archivos sobre la bomba",
        "lista documentos sobre la bomba",
        "Lista cada archivo que menciona la bomba",
        "Por favor, lista todos los ficheros que contengan la palabra bomba",
        "¿Puedes listar los documentos sobre la bomba?",
        "dame una lista de los documentos acerca de la bomba",
        "dime qué archivos mencionan la bomba",
        "¿Puedes decirme en qué documentos se habla de la bomba?",
        "¿Qué documentos tengo sobre la bomba?",
        "¿Qué documentos sobre la bomba hay?",
        "¿Cuántos archivos sobre la bomba tengo en total?",
        "¿Cuáles son los documentos sobre la bomba?",
        "¿Qué archivos de mi biblioteca mencionan la bomba?",
    ],
)
def test_everyday_wordings_of_a_spanish_question_are_the_same_question(text: str) -> None:
    assert counting_question(text) == CountQuestion("es", "bomba")


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("how many csv files do I have", ("csv",)),
        ("how many txt files do I have", ("txt",)),
        ("how many .txt files do I have in total", ("txt",)),
        ("How many markdown files are there?", ("md", "markdown")),
        ("how many MD files do I have", ("md", "markdown")),
        ("how many JSON files do I have", ("json",)),
        ("how many XML documents are there", ("xml",)),
        ("how many HTML files do I have", ("html", "htm")),
        ("how many docx files do I have", ("docx",)),
        ("how many Word files do we have", ("docx",)),
        ("list all xlsx files", ("xlsx",)),
        ("list all PowerPoint files", ("pptx",)),
        ("how many EPUBs do I have", ("epub",)),
        ("list every epub file", ("epub",)),
        ("how many Python files are there", ("py",)),
        ("how many C++ files are there", ("cpp", "hpp", "cc")),
        ("list all my CSVs", ("csv",)),
        ("list all e-mails", MAIL),
        ("¿Cuántos archivos csv tengo?", ("csv",)),
        ("¿Cuántos ficheros txt hay en total?", ("txt",)),
        ("lista todos los archivos de texto", ("txt",)),
        ("lista todos los documentos de Word", ("docx",)),
        ("¿Cuántos archivos de Python tengo?", ("py",)),
        ("¿Cuántos PDF tengo?", ("pdf",)),
    ],
)
def test_documents_are_counted_by_the_name_of_their_type(text: str, types: tuple[str, ...]) -> None:
    asked = counting_question(text)
    assert asked is not None
    assert (asked.subject, asked.types, asked.named) == ("", types, ())


def test_a_type_and_a_subject_go_together() -> None:
    wanted = CountQuestion("en", "orchids", ("csv",))
    assert counting_question("which csv files mention orchids") == wanted
    assert counting_question("list every CSV file about orchids") == wanted


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how many files do I have in total", "en"),
        ("How many documents do I have altogether?", "en"),
        ("how many files are there in total", "en"),
        ("How many files do you have?", "en"),
        ("Tell me how many files I have", "en"),
        ("list documents", "en"),
        ("list the files", "en"),
        ("show me all my files", "en"),
        ("¿Cuántos archivos tengo en total?", "es"),
        ("cuántos documentos hay en total", "es"),
        ("muéstrame todos mis documentos", "es"),
    ],
)
def test_everything_is_counted_in_everyday_words(text: str, language: str) -> None:
    asked = counting_question(text)
    assert asked is not None
    assert (asked.language, asked.subject, asked.types) == (language, "", ())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("How many invoices are from Acme?", CountQuestion("en", "Acme", (), INVOICE)),
        ("which invoices are from Acme", CountQuestion("en", "Acme", (), INVOICE)),
        ("Which letters are by Anna Kowalski?", CountQuestion("en", "Anna Kowalski", (), LETTER)),
        ("which emails are from Bob", CountQuestion("en", "Bob", MAIL)),
        ("Which invoices do I have from Acme?", CountQuestion("en", "Acme", (), INVOICE)),
        ("which invoices from Acme do I have", CountQuestion("en", "Acme", (), INVOICE)),
        ("list every invoice from Acme", CountQuestion("en", "Acme", (), INVOICE)),
        ("show me the e-mails from Bob", CountQuestion("en", "Bob", MAIL)),
        ("how many Acme invoices do I have", CountQuestion("en", "Acme", (), INVOICE)),
        (
            "how many of my Acme Ltd. invoices do I have",
            CountQuestion("en", "Acme Ltd", (), INVOICE),
        ),
        ("How many POL-358 reports do I have?", CountQuestion("en", "POL-358", (), REPORT)),
        ("How many Acme invoices are there?", CountQuestion("en", "Acme", (), INVOICE)),
        ("which Acme invoices do we have", CountQuestion("en", "Acme", (), INVOICE)),
        ("list all Acme invoices", CountQuestion("en", "Acme", (), INVOICE)),
        ("show me the Acme invoices", CountQuestion("en", "Acme", (), INVOICE)),
        ("¿Cuántas facturas son de Acme?", CountQuestion("es", "Acme", (), INVOICE)),
        ("¿Qué facturas son de Acme?", CountQuestion("es", "Acme", (), INVOICE)),
        ("¿Qué facturas de Acme tengo?", CountQuestion("es", "Acme", (), INVOICE)),
        ("¿Qué facturas tengo de Acme?", CountQuestion("es", "Acme", (), INVOICE)),
        ("lista las facturas de Acme", CountQuestion("es", "Acme", (), INVOICE)),
        ("lista los correos de Bob", CountQuestion("es", "Bob", MAIL)),
    ],
)
def test_documents_are_counted_by_whom_they_are_from(text: str, wanted: CountQuestion) -> None:
    assert counting_question(text) == wanted


@pytest.mark.parametrize(
    ("typed", "subject"),
    [
        (".NET", ".NET"),
        ("the .NET framework", ".NET framework"),
        ("“.gitignore”", ".gitignore"),
        ("the word .NET.", ".NET"),
        ("the pump.", "pump"),
        ("C++", "C++"),
        ("C#?", "C#"),
        ("ASP.NET", "ASP.NET"),
        ("... the pump ...", "pump"),
        ("O'Brien", "O'Brien"),
        ("World War I", "World War I"),
        ("my son", "my son"),
        ("the Victorian era", "Victorian era"),
        ("May 2020", "May 2020"),
        ("the war is over", "war is over"),  # was in quotes
    ],
)
def test_a_subject_stays_as_it_was_typed(typed: str, subject: str) -> None:
    assert counting_question(f"which files mention {typed}") == CountQuestion("en", subject)


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


@pytest.mark.parametrize(
    "text",
    [
        # the subject ends, and the question goes on with a verb of its own
        "Which documents concerning income do I need for the application?",
        "Which documents about income must I submit?",
        "Which documents about income must the applicant submit",
        "what documents regarding asylum should I bring",
        "Which documents about income can be sent later?",
        "Which documents about income are needed?",
        "Which documents about income do I have to submit?",
        "Which files about orchids I need",
        "What reports about the leak were published in 2020",
        "What reports about the leak appeared in the press?",
        "Which reports mentioning the leak was Anna shown?",
        "Which letters about the war survive?",
        "how many letters about the war did he write",
        "how many letters about the war he wrote",
        "How many reports about whales has the committee published?",
        "Which contracts about chips will Apple sign?",
        "which invoices from Acme are unpaid",
        "Which files mention the pump and discuss the valve?",
        "Which reports mention the leak and were published in 2020?",
        "Which files mention the company that built the pump?",
        "¿Qué informes mencionan la fuga y fueron publicados?",
        "How many e-mails do I have from Bob about the budget?",
        "List all invoices from Acme that mention pumps",
        "list documents about income that I need",
        "list all reports about the leak published in 2020",
        "¿Qué documentos sobre la renta necesito?",
        "¿Qué documentos sobre la renta debo presentar?",
        "¿Qué documentos sobre la renta tengo que presentar?",
        "¿Qué documentos sobre renta presento?",
        "¿Qué informes sobre la fuga fueron publicados?",
        "¿Qué informes sobre la fuga se publicaron en 2020?",
        "¿Cuántas cartas sobre la guerra escribió?",
        "¿Qué facturas de Acme están pagadas?",
        # "about to", "on" and "include" that say something else
        "Which contracts are about to expire?",
        "Which files are about to be deleted?",
        "list all contracts about to expire",
        "how many notes on a piano?",
        "How many notes on a piano are there?",
        "How many letters on a keyboard?",
        "List all letters on a keyboard",
        "list files on the server",
        "show my files on Google drive",
        "list all notes on a guitar",
        "how many files on the computer are there",
        "find files including subdirectories",
        # an ordinary word before the kind, or a name that is none of a sender
        "how many unpaid invoices do I have",
        "How many Greek letters are there?",
        "How many Spanish letters do I have?",
        "How Many Old Invoices Do I Have",
        "how many 30 day contracts do I have",
        "how many PDF invoices do I have",
        # an order to write something, a time, an ordinary question that is led to
        "give me notes about the French Revolution",
        "Show me the report about the leak",
        "which invoices are from last year",
        "which invoices are from yesterday",
        "tell me which valve leaks",
        "can you tell me how many people died",
        "list steps about the reset",
        "Muéstrame los pasos para arrancar la bomba",
        "lista documentos de identidad",
    ],
)
def test_what_only_looks_like_a_question_about_the_library_is_not_taken(text: str) -> None:
    assert counting_question(text) is None


def test_a_long_text_is_judged_at_once() -> None:
    assert counting_question("which files mention " + "a of the " * 900 + "pump that ") is None
