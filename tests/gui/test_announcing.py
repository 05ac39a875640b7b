"""An answer that streams is read aloud in whole sentences, each once."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop_rag.gui.state.announcing import AnswerAnnouncer, spoken
from tests.fakes.scripted_gui_engine import furnished
from tests.gui.conftest import Open, Stage

LONG = (
    "To reset the pump, hold the reset key for five seconds until the light blinks [1]. "
    "Then drain the line, which takes about ten minutes when the valve is new [2]. Wait. "
    "At last switch it on again and look whether the pressure stays at two bar for a minute."
)


def _heard(qtbot: QtBot, stage: Stage) -> list[str]:
    announcer = AnswerAnnouncer(stage.state.ask)
    said: list[str] = []
    announcer.said.connect(said.append)
    stage.window.contents.flow.ask("How do I reset the pump?")
    qtbot.waitUntil(lambda: bool(stage.state.ask.turns) and not stage.state.ask.busy)
    return said


def test_sentences_are_said_whole_in_order_and_once(qtbot: QtBot, open_window: Open) -> None:
    said = _heard(qtbot, open_window(furnished(answer=LONG, pause_s=0.02)))
    assert said[0].endswith("…"), "first what is going on"
    pieces = [piece for piece in said if not piece.endswith("…") and not piece.startswith("End.")]
    assert len(pieces) > 1, "it does not wait for the end"
    assert all(piece[-1] in ".)" for piece in pieces)
    assert " ".join(pieces) == spoken(LONG)


def test_the_end_says_how_many_sources_there_are(qtbot: QtBot, open_window: Open) -> None:
    said = _heard(qtbot, open_window(furnished(answer=LONG)))
    assert said[-1] == "End. 2 sources."


def test_marks_are_said_as_words_and_markup_is_not_said() -> None:
    assert spoken("Hold the **key** [1].\n\n- `E-17`") == "Hold the key (source 1). - E-17"
