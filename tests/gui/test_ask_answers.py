"""Asking in the window: streaming, marks, sources, findings, stopping."""

from __future__ import annotations

import threading
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QLabel, QTextBrowser
from pytestqt.qtbot import QtBot

from desktop_rag.domain.errors import ModelCrashed
from desktop_rag.domain.hit import TierScore
from desktop_rag.gui.widgets.score_bar import ScoreBar
from desktop_rag.gui.widgets.source_card import SourceCard
from desktop_rag.link.server import Reply
from desktop_rag.messages.ask import Ask, SourcesChosen, TextStreamed
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, finished_answer, furnished
from tests.gui.conftest import Open, Stage

QUESTION = "How do I reset the pump?"


def ask(qtbot: QtBot, stage: Stage, question: str = QUESTION) -> None:
    box = stage.part("askInput")
    qtbot.keyClicks(box, question)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.state.ask.turns) and not stage.state.ask.busy)


def anchors(stage: Stage) -> list[str]:
    view = stage.part("answerView")
    assert isinstance(view, QTextBrowser)
    found = []
    block = view.document().begin()
    while block.isValid():
        for part in block.textFormats():
            if part.format.isAnchor():
                found.append(part.format.anchorHref())
        block = block.next()
    return found


def test_enter_asks_and_the_answer_appears_with_its_question(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    text = stage.answer_text()
    assert QUESTION in text
    assert "Hold the reset key for five seconds [1]." in text
    assert stage.part("askInput").toPlainText() == ""  # type: ignore[attr-defined]


def test_shift_enter_breaks_the_line_and_asks_nothing(qtbot: QtBot, stage: Stage) -> None:
    box = stage.part("askInput")
    qtbot.keyClicks(box, "one")
    qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(box, "two")
    assert box.toPlainText() == "one\ntwo"  # type: ignore[attr-defined]
    assert not stage.engine.sent(Ask)


def test_an_empty_question_and_one_of_10_001_characters_get_a_sentence(
    qtbot: QtBot, stage: Stage
) -> None:
    box = stage.part("askInput")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    box.setPlainText("x" * 10_001)  # type: ignore[attr-defined]
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert not stage.engine.sent(Ask)
    assert [n.text for n in stage.state.notices.notices()] == [
        "The question is longer than 10,000 characters; please shorten it."
    ]
    assert len(box.toPlainText()) == 10_001  # type: ignore[attr-defined]


def test_a_mark_outside_the_sources_never_becomes_a_link(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    assert "[9]" in stage.answer_text()
    cites = {anchor for anchor in anchors(stage) if anchor.startswith("cite:")}
    assert cites == {"cite:0/1", "cite:0/2"}


def test_markup_and_links_in_an_answer_stay_text(qtbot: QtBot, open_window: Open) -> None:
    evil = (
        '<a href="https://example.org">x</a> <img src="file:///etc/passwd"> '
        "![p](http://example.org/p.png) [t](javascript:1) <script>1</script> [1]"
    )
    stage = open_window(furnished(answer=evil))
    ask(qtbot, stage)
    assert evil in stage.answer_text()
    assert {a.split(":")[0] for a in anchors(stage)} <= {"cite", "found", "copy"}
    view = stage.part("answerView")
    assert isinstance(view, QTextBrowser)
    kind = QTextDocument.ResourceType.ImageResource.value
    assert view.loadResource(kind, QUrl("file:///etc/passwd")) is None


def test_a_click_on_a_mark_opens_its_source(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    view = stage.part("answerView")
    assert isinstance(view, QTextBrowser)
    cursor = view.document().find("[2]")
    spot = view.cursorRect(cursor).center() - QPoint(6, 0)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert stage.part("sourceViewer").isVisible()
    assert stage.part("sourceCard_2").property("current") == "true"


def test_alt_and_a_digit_opens_that_source(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    qtbot.keyClick(stage.window, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: stage.part("sourceCard_3").property("current") == "true")


def test_resting_on_a_mark_shows_file_place_and_first_lines(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    view = stage.part("answerView")
    assert isinstance(view, QTextBrowser)
    cursor = view.document().find("[1]")
    spot = view.cursorRect(cursor).center() - QPoint(6, 0)
    qtbot.mouseMove(view.viewport(), spot)
    card = stage.part("hoverCard")
    qtbot.waitUntil(card.isVisible)
    said = " ".join(label.text() for label in card.findChildren(QLabel))
    assert "manual.pdf · p. 12" in said
    assert "To reset the pump" in said


def test_used_and_unused_sources_are_told_apart_in_words(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    said = {
        n: " ".join(label.text() for label in stage.part(f"sourceCard_{n}").findChildren(QLabel))
        for n in (1, 3, 4)
    }
    assert "✓ used" in said[1]
    assert "not used" in said[3]
    assert "no room" in said[4]
    card = stage.part("sourceCard_1")
    assert isinstance(card, SourceCard)
    assert card.accessibleName() == "Source 1: manual.pdf · p. 12. ✓ used"


def test_sentences_without_a_source_are_said_in_words(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    assert "⚠ 5 sentences without a source" in stage.answer_text()


def test_a_quoted_answer_is_labelled_as_quoted(qtbot: QtBot, open_window: Open) -> None:
    stage = open_window(furnished(kind="extractive"))
    ask(qtbot, stage)
    assert "Quoted word for word from your documents" in stage.answer_text()


def test_not_in_the_documents_shows_the_nearest_passages(qtbot: QtBot, open_window: Open) -> None:
    stage = open_window(furnished(answer="It is not there.", outcome="not_in_documents"))
    ask(qtbot, stage)
    text = stage.answer_text()
    assert "Nearest passages:" in text
    assert "[1] manual.pdf · p. 12" in text
    assert "⚠" not in text


def test_escape_stops_and_keeps_what_was_written(qtbot: QtBot, open_window: Open) -> None:
    stage = open_window(furnished(answer="word " * 500, pause_s=0.01))
    box = stage.part("askInput")
    qtbot.keyClicks(box, QUESTION)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "word word" in stage.answer_text())
    assert stage.part("stopButton").isVisible()
    assert not stage.part("askButton").isVisible()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not stage.state.ask.busy)
    assert "word word" in stage.answer_text()
    assert "Stopped." in stage.answer_text()
    assert stage.part("askButton").isVisible()


def test_a_stopped_answer_stands_still_at_once_however_long_the_engine_takes(
    qtbot: QtBot, open_window: Open
) -> None:
    engine = furnished()
    let_end = threading.Event()

    def stubborn(message: Ask, reply: Reply) -> None:
        while not let_end.wait(0.01):
            reply.event(TextStreamed("word "))
        reply.finish(engine._keep(message, finished_answer("q", "word", engine.hits, "stopped")))

    engine.on_ask = stubborn
    stage = open_window(engine)
    stage.window.contents.flow.ask("q")
    qtbot.waitUntil(lambda: "word word" in stage.answer_text())
    stage.window.contents.flow.stop()
    assert "Stopping…" in stage.answer_text(), "said before the engine has answered"
    text = stage.answer_text()
    qtbot.wait(150)
    assert stage.answer_text() == text
    let_end.set()
    qtbot.waitUntil(lambda: not stage.state.ask.busy)
    assert "Stopped." in stage.answer_text()


def test_streamed_text_can_be_replaced(qtbot: QtBot, open_window: Open) -> None:
    engine = furnished()
    go_on = threading.Event()

    def replaced(message: Ask, reply: Reply) -> None:
        reply.event(SourcesChosen(finished_answer(message.search.text, "", engine.hits)))
        reply.event(TextStreamed("a first try"))
        reply.event(TextStreamed("better", replace=True))
        go_on.wait(5)
        reply.finish(engine._keep(message, finished_answer("q", "better", engine.hits)))

    engine.on_ask = replaced
    stage = open_window(engine)
    qtbot.keyClicks(stage.part("askInput"), "q")
    qtbot.keyClick(stage.part("askInput"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "better" in stage.answer_text())
    assert "a first try" not in stage.answer_text()
    go_on.set()
    qtbot.waitUntil(lambda: not stage.state.ask.busy)


def test_a_failure_is_one_sentence_and_the_question_can_be_asked_again(
    qtbot: QtBot, open_window: Open
) -> None:
    engine = furnished()

    def crash(message: Ask, reply: Reply) -> None:
        engine.on_ask = None
        raise ModelCrashed("The language model stopped.", "Searching goes on; ask again.")

    engine.on_ask = crash
    stage = open_window(engine)
    ask(qtbot, stage)
    assert "⚠ The language model stopped." in stage.answer_text()
    assert "Ask again" in stage.answer_text()
    stage.part("answerView").anchorClicked.emit(QUrl("again:0"))  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: len(stage.state.ask.turns) == 2 and not stage.state.ask.busy)
    assert "Hold the reset key" in stage.answer_text()


def test_an_engine_that_dies_while_it_answers_comes_back_and_the_next_question_works(
    qtbot: QtBot, open_window: Open
) -> None:
    engine = furnished(answer="word " * 400, pause_s=0.01)
    stage = open_window(engine)
    qtbot.keyClicks(stage.part("askInput"), QUESTION)
    qtbot.keyClick(stage.part("askInput"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "word" in stage.answer_text())
    with qtbot.waitSignals([stage.state.link.disconnected, stage.state.link.connected]):
        engine.die()
    assert "The engine stopped before the answer was complete." in stage.answer_text()
    engine.answer, engine.pause_s = "All is well [1].", 0.0
    qtbot.keyClicks(stage.part("askInput"), "And now?")
    qtbot.keyClick(stage.part("askInput"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "All is well" in stage.answer_text())
    qtbot.waitUntil(lambda: not stage.state.notices.notices())


def test_a_follow_up_goes_into_the_same_conversation(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    ask(qtbot, stage, "And if it fails?")
    numbers = [message.conversation for message in stage.engine.sent(Ask)]  # type: ignore[attr-defined]
    assert numbers == [0, 1]
    assert stage.answer_text().count("Hold the reset key") == 2


def test_how_it_was_found_shows_steps_and_scores(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    stage.part("answerView").anchorClicked.emit(QUrl("found:0"))  # type: ignore[attr-defined]
    panel = stage.part("scoreBreakdown")
    assert panel.isVisible()
    said = " ".join(label.text() for label in panel.findChildren(QLabel))
    assert "keyword search" in said
    assert "words: rank 1, adds 0.0164" in said


def test_how_it_was_found_tells_what_was_asked_and_what_was_left_out_and_why(
    qtbot: QtBot, stage: Stage
) -> None:
    ask(qtbot, stage)
    stage.window.contents.flow.show_found()
    labels = [label.text() for label in stage.part("scoreBreakdown").findChildren(QLabel)]
    assert "“pump reset procedure”" in labels
    assert "saying the question in other words · counts 0.5" in labels
    assert "offer.pdf · p. 4" in labels
    assert "score far below the others · 0.112" in labels
    assert "says the same as another · 0.304" in labels
    assert "all together" in labels


def test_copying_an_answer_takes_its_sources_along(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    stage.part("answerView").anchorClicked.emit(QUrl("copy:0"))  # type: ignore[attr-defined]
    text = QGuiApplication.clipboard().text()
    assert text.startswith(QUESTION)
    assert text.endswith("[1] manual.pdf · p. 12\n[2] pump.md")


def test_a_long_conversation_shows_its_end_first_and_earlier_turns_on_request(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(conversation_of(120))
    stage.window.contents.flow._open_conversation(1)
    qtbot.waitUntil(lambda: "Question 120" in stage.answer_text())
    assert "Question 100\n" not in stage.answer_text()
    assert stage.answer_text().startswith("Show 100 earlier questions\nQuestion 101\n")
    earlier = QUrl("earlier:")
    stage.part("answerView").anchorClicked.emit(earlier)  # type: ignore[attr-defined]
    assert stage.answer_text().startswith("Show 80 earlier questions\nQuestion 81\n")
    for _ in range(4):
        stage.part("answerView").anchorClicked.emit(earlier)  # type: ignore[attr-defined]
    text = stage.answer_text()
    assert text.startswith("Question 1\n")
    assert [text.count(f"Question {n}\n") for n in range(1, 121)] == [1] * 120
    ask(qtbot, stage, "One more?")
    assert stage.answer_text().count("Question 120\n") == 1
    assert stage.answer_text().count("One more?\n") == 1


def test_who_scrolls_to_the_top_gets_earlier_turns_and_stays_where_they_read(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(conversation_of(120))
    stage.window.contents.flow._open_conversation(1)
    qtbot.waitUntil(lambda: "Question 120" in stage.answer_text())
    bar = stage.part("answerView").verticalScrollBar()  # type: ignore[attr-defined]
    qtbot.wait(50)
    assert "Question 100\n" not in stage.answer_text(), "nothing is added before one scrolls"
    from_end = bar.maximum()
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: "Question 81\n" in stage.answer_text())
    assert bar.maximum() - bar.value() == from_end


def conversation_of(turns: int) -> ScriptedGuiEngine:
    from desktop_rag.messages.ask import Conversation, ConversationTurn

    engine = furnished()
    made = tuple(
        ConversationTurn(n, 0.0, f"Question {n}", finished_answer("q", "Yes [1].", engine.hits))
        for n in range(1, turns + 1)
    )
    engine.conversations[1] = Conversation(1, "Long", made)
    return engine


def test_a_part_of_a_score_has_the_colour_of_the_legend_in_every_bar(
    qtbot: QtBot, open_window: Open
) -> None:
    first, second, *_ = furnished().hits
    tier = TierScore(1, 0.5, 0.01)
    hits = [
        replace(first, tiers={**first.tiers, "a_plugin": tier}),
        replace(second, tiers={**second.tiers, "b_plugin": tier}),
    ]
    stage = open_window(furnished(hits=hits))
    ask(qtbot, stage)
    stage.window.contents.flow.show_found()
    panel = stage.part("scoreBreakdown")
    named = [text for label in panel.findChildren(QLabel) if (text := label.text())]
    legend = named[named.index("words") : named.index("words") + 4]
    assert legend == ["words", "meaning", "a_plugin", "b_plugin"]
    for bar in panel.findChildren(ScoreBar):
        assert [name for name, _ in bar._parts] == legend
