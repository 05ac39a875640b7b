"""The engine's sentences in the window's language."""

from __future__ import annotations

import json

import pytest
from pytestqt.qtbot import QtBot

from desktop_rag.domain.errors import EngineUnavailable, PasswordProtected
from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.engine_words import EngineWords, engine_words
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.host.resources import resource
from desktop_rag.link.client import Client
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import FilePage, ListFiles
from desktop_rag.messages.models import SettingsShown
from desktop_rag.messages.search import HitsFound
from desktop_rag.reading.failures import damaged, scanned, too_large, unsupported
from tests.fakes.scripted_gui_engine import furnished
from tests.gui.engine_sentences import engine_sentences


@pytest.fixture(scope="module")
def spanish() -> EngineWords:
    return engine_words("es")


def _catalogue() -> dict[str, str]:
    path = resource("translations", "engine_es.json")
    read: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return read


def test_every_sentence_of_the_engine_is_said_in_spanish() -> None:
    sentences = engine_sentences()
    assert len(sentences) > 200
    assert not sorted(sentences - _catalogue().keys())


def test_every_purpose_of_a_model_is_said_in_spanish() -> None:
    offered = json.loads(resource("models", "catalogue.json").read_text(encoding="utf-8"))
    assert not {model["purpose"] for model in offered} - _catalogue().keys()


def test_what_is_filled_in_survives_translation() -> None:
    for english, said in _catalogue().items():
        assert english.count("{}") == said.count("{}"), english


@pytest.mark.parametrize(
    ("english", "said"),
    [
        (damaged("a.docx", "Word document").message, "documento de Word"),
        (unsupported("b.zip", "an archive").message, "«b.zip» es un archivo comprimido"),
        (too_large("c.png", "it has more than 200 megapixels").message, "más de 200 megapíxeles"),
        (scanned("d.pdf", 3).message, "sus 3 páginas contienen"),
        ("The model A ended unexpectedly.", "El modelo A terminó inesperadamente."),
        ("weights: meaning 1.00, words 0.93", "pesos: significado 1.00, palabras 0.93"),
        ("10% program code", "10% código de programa"),
        ("The file is gone. Try again.", "El archivo ya no existe. Inténtelo de nuevo."),
        ("The pages could not be measured. Its text is shown instead.", "No se pudieron medir"),
    ],
)
def test_a_filled_sentence_is_recognised_and_its_parts_are_said_too(
    spanish: EngineWords, english: str, said: str
) -> None:
    assert said in spanish.say(english)


def test_what_is_not_known_and_names_of_files_stay_as_they_are(spanish: EngineWords) -> None:
    assert spanish.say("A plug-in says so.") == "A plug-in says so."
    assert "«an archive.zip»" in spanish.say("“an archive.zip” is an archive, which is not read.")
    assert "{0}" in spanish.say("“{0}” is no longer there.")
    assert EngineWords().say("The file is gone.") == "The file is gone."


def test_the_kind_of_an_error_and_its_detail_are_kept(spanish: EngineWords) -> None:
    said = spanish.error(PasswordProtected("“a.pdf” is protected by a password.", detail="x"))
    assert isinstance(said, PasswordProtected)
    assert said.message == "«a.pdf» está protegido con una contraseña."
    assert said.detail == "x"


def test_the_ledger_notices_and_failures_arrive_in_spanish(
    qtbot: QtBot, spanish: EngineWords
) -> None:
    engine = furnished(
        files=[FileEntry("/a.pdf", "/", "failed", "“a.pdf” is no longer there.", "Try again.")]
    )
    link = EngineLink(engine.attach, words=spanish)
    library = LibraryState(link)
    notices: list[NoticeGiven] = []
    pages: list[Message] = []
    link.notice.connect(notices.append)
    link.open()
    link.request(ListFiles(), pages.append)
    qtbot.waitUntil(lambda: library.known and bool(pages) and bool(engine.subscribers))
    page = pages[0]
    assert isinstance(page, FilePage)
    assert page.files[0].reason == "«a.pdf» ya no está ahí."
    assert page.files[0].remedy == "Inténtelo de nuevo."
    engine.tell(NoticeGiven("k", "The folder /x cannot be reached; what was indexed stays "
                            "searchable."))  # fmt: skip
    qtbot.waitUntil(lambda: bool(notices))
    assert notices[0].text.startswith("No se puede acceder a la carpeta /x")
    link.close()


def test_warnings_of_a_search_and_of_the_settings_are_said_in_spanish(spanish: EngineWords) -> None:
    leaving = "Questions and passages of your documents are sent to a.example for reranking."
    found = spanish.message(HitsFound(SearchResult("q", "found", notices=(leaving,))))
    shown = spanish.message(SettingsShown("{}", warnings={"retrieval.rerank_url": leaving}))
    assert isinstance(found, HitsFound)
    assert isinstance(shown, SettingsShown)
    for said in (*found.result.notices, *shown.warnings.values()):
        assert said != leaving
        assert "a.example" in said


def test_an_engine_that_cannot_start_says_so_in_spanish(qtbot: QtBot, spanish: EngineWords) -> None:
    def attach() -> Client:
        raise EngineUnavailable("The engine did not come up in time.", "Try again.")

    link = EngineLink(attach, words=spanish)
    with qtbot.waitSignal(link.unavailable) as told:
        link.open()
    assert told.args[0].message == "El motor no arrancó a tiempo."
    link.close()
