"""The models view against scripted models, over the real wire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.views.model_server_dialog import ModelServerDialog
from desktop_rag.gui.views.models_view import ModelsView
from desktop_rag.gui.views.models_view_roles import ModelRoles
from desktop_rag.gui.views.models_view_row import ModelRow
from desktop_rag.gui.views.models_view_words import better_choice, detail_words, permille
from desktop_rag.link.loopback import loopback
from desktop_rag.messages.models import (
    AddModel,
    Machine,
    ModelLine,
    PullModel,
    PullProgressed,
    UseModel,
)
from tests.gui.scripted_models import GIB, LARGE, ScriptedModels, starting_models


@pytest.fixture
def engine() -> ScriptedModels:
    return ScriptedModels()


@pytest.fixture
def view(qtbot: QtBot, engine: ScriptedModels, theme: Theme) -> Iterator[ModelsView]:
    link = EngineLink(lambda: loopback(engine))
    link.open()
    made = ModelsView(link, theme)
    qtbot.addWidget(made)
    made.resize(760, 1000)
    made.show()
    qtbot.waitUntil(lambda: len(rows(made)) == len(engine.models), timeout=5000)
    yield made
    engine.go_on.set()
    link.close()


def rows(view: ModelsView) -> dict[str, ModelRow]:
    return {row.line.name: row for row in view.findChildren(ModelRow) if row.isVisible()}


def words(view: ModelsView) -> str:
    return "\n".join(part.text() for part in view.findChildren(QLabel) if part.isVisible())


def press(view: ModelsView, accessible_or_text: str) -> None:
    buttons = [b for b in view.findChildren(QPushButton) if b.isVisible()]
    found = [b for b in buttons if accessible_or_text in (b.accessibleName(), b.text())]
    found[0].click()


def said(view: ModelsView) -> str:
    notice = view.findChild(InlineNotice)
    assert notice is not None
    return notice.text if notice.isVisible() else ""


def chosen(view: ModelsView, role: str) -> str:
    roles = view.findChild(ModelRoles)
    assert roles is not None
    return roles.chosen(role)


@given(st.integers(-5, 2**70), st.integers(-5, 2**70))
def test_a_share_is_never_below_zero_and_never_above_all(done: int, total: int) -> None:
    assert 0 <= permille(done, total) <= 1000
    assert permille(total, total) == (1000 if total > 0 else 0)


def test_the_machine_and_every_model_are_said_in_words(view: ModelsView) -> None:
    said_all = words(view)
    assert "2 cores" in said_all
    assert "8.6 GB of memory" in said_all
    assert "Fits this machine." in said_all
    assert "Fits only just" in said_all
    assert "Needs more memory than this machine has." in said_all
    assert "damaged" in said_all
    assert "The file is cut short." in said_all
    assert "Apache-2.0" in said_all


def test_the_starter_model_is_spoken_of_honestly_and_a_better_one_is_offered(
    view: ModelsView,
) -> None:
    assert "often writes wrong or clumsy sentences" in words(view)
    assert "Small 3B fits this machine and answers better." in words(view)
    best = better_choice(tuple(starting_models()), Machine(4, 8 * GIB, 5 * GIB))
    assert best is not None
    assert best.name == "Small 3B"


def test_without_a_graphics_card_the_model_that_is_recommended_suits_the_cores() -> None:
    offered = tuple(
        ModelLine(name, "answer", "offered", size_bytes=size, fits="yes")
        for name, size in (("1B", 10**9), ("4B", 25 * 10**8), ("8B", 5 * 10**9))
    )

    def recommended(cores: int, gpu: str = "") -> str:
        best = better_choice(offered, Machine(cores, 64 * GIB, 60 * GIB, gpu))
        assert best is not None
        return best.name

    assert [recommended(cores) for cores in (1, 2, 4, 8)] == ["1B", "1B", "4B", "8B"]
    assert recommended(2, "a graphics card") == "8B"


def test_the_languages_of_a_model_are_said_by_name_and_the_first_ones_only() -> None:
    line = ModelLine("m", "answer", "offered", languages=("en", "es", "fr", "de", "it", "pt"))
    assert detail_words(line).endswith("English, Español, Français, Deutsch and 2 more")


def test_a_chosen_model_whose_file_is_gone_can_be_forgotten_and_is_not_said_to_write(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    gone = ModelLine("gone", "answer", "missing", in_use=True, problem="There is no file gone.")
    engine.models = [gone, *(m for m in starting_models() if m.state == "offered")]
    view.refresh()
    qtbot.waitUntil(lambda: "gone" in rows(view))
    assert "No model is in use" in words(view)
    press(view, "Remove…: gone")
    press(view, "Remove")
    qtbot.waitUntil(lambda: "gone" not in rows(view))


def test_a_large_download_shows_its_true_share_and_can_be_stopped(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    engine.steps = [(10, 0), (3_000_000_000, LARGE)]
    press(view, "Download 5.4 GB: Middle 7B")
    qtbot.waitUntil(lambda: rows(view)["Middle 7B"].progress == 558, timeout=5000)
    assert "3.0 GB of 5.4 GB" in words(view)
    press(view, "Stop the download: Middle 7B")
    qtbot.waitUntil(lambda: "3.0 GB of 5.4 GB" not in words(view), timeout=5000)
    assert said(view) == "", "who stops a download need not be told"


def test_a_download_that_ends_leaves_an_installed_model(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    engine.steps = [(GIB, 2 * GIB), (3 * GIB, 2 * GIB)]
    engine.go_on.set()
    view.download("Small 3B")
    view.download("Small 3B")
    qtbot.waitUntil(lambda: rows(view)["Small 3B"].line.state == "installed", timeout=5000)
    assert len(engine.sent(PullModel)) == 1


def test_progress_beyond_the_total_is_shown_as_all(qtbot: QtBot) -> None:
    row = ModelRow(starting_models()[4])
    qtbot.addWidget(row)
    row.begin_download()
    row.show_download(PullProgressed("Small 3B", 2**40, 2**33))
    assert row.progress == 1000
    row.show_download(PullProgressed("Small 3B", 0, 2**33))
    assert row.progress == 0


def test_a_model_is_used_for_answers(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    roles = view.findChild(ModelRoles)
    assert roles is not None
    roles.choose("answer", "none")
    qtbot.waitUntil(lambda: "No model is in use" in words(view), timeout=5000)
    assert engine.sent(UseModel) == [UseModel("answer", "none")]


def test_another_model_for_meaning_is_used_only_after_a_question(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    press(view, "Use: multilingual")
    assert "all documents are processed again" in said(view)
    assert engine.sent(UseModel) == []
    assert chosen(view, "embed") == "all-MiniLM-L6-v2"
    press(view, "Change it")
    qtbot.waitUntil(lambda: chosen(view, "embed") == "multilingual", timeout=5000)


def test_a_model_is_removed_only_after_a_question(qtbot: QtBot, view: ModelsView) -> None:
    press(view, "Remove…: own.gguf")
    press(view, "Remove")
    qtbot.waitUntil(lambda: "own.gguf" not in rows(view), timeout=5000)


def test_a_file_that_is_no_model_is_refused_in_a_sentence(qtbot: QtBot, view: ModelsView) -> None:
    view.add_file("/somewhere/bad.gguf")
    qtbot.waitUntil(
        lambda: said(view) == "This is not a GGUF file. Choose another file.", timeout=5000
    )


def drop(view: ModelsView, *urls: str) -> bool:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, buttons, keys)
    event.ignore()
    view.dropEvent(event)
    return event.isAccepted()


def test_a_dropped_gguf_file_is_added_where_it_lies(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    assert drop(view, "file:///models/my%20own.GGUF")
    qtbot.waitUntil(lambda: "my own.GGUF" in rows(view), timeout=5000)
    assert engine.sent(AddModel) == [AddModel("/models/my own.GGUF")]


def test_other_drops_are_left_to_the_library(view: ModelsView) -> None:
    assert not drop(view, "file:///a/report.pdf")
    assert not drop(view, "file:///a/x.gguf", "file:///a/report.pdf")
    assert not drop(view, "http://example.org/x.gguf")


def test_a_missing_runtime_is_named_with_the_way_to_add_it(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    problem = "The package llama-cpp-python is not installed."
    engine.machine = Machine(1, GIB, GIB, llama=False, llama_problem=problem)
    view.refresh()
    qtbot.waitUntil(lambda: problem in words(view), timeout=5000)
    assert "pip install" in words(view)
    assert "quote your documents work without it" in words(view)
    assert "1 core ·" in words(view)
    assert "answers better" not in words(view), "nothing is offered that cannot run"


def test_every_control_of_the_models_has_a_name(view: ModelsView) -> None:
    assert view.objectName() == "modelsView"
    names = [b.accessibleName() or b.text() for b in view.findChildren(QPushButton)]
    assert all(names)
    assert all(box.accessibleName() for box in view.findChildren(QComboBox))


def served(written: str, host: str, *, elsewhere: bool) -> ModelLine:
    title = f"big at {host}"
    return ModelLine(
        written,
        "answer",
        "served",
        source=title,
        serves=("answer",),
        host=host,
        elsewhere=elsewhere,
    )


def test_a_test_drive_tells_how_fast_a_model_is_here(qtbot: QtBot, view: ModelsView) -> None:
    press(view, "Try it: SmolLM2 135M")
    qtbot.waitUntil(
        lambda: "Reads 210 and writes 12.3 tokens a second" in words(view), timeout=5000
    )
    assert "“The sea is wide.”" in words(view)
    names = [b.accessibleName() for b in view.findChildren(QPushButton) if b.isVisible()]
    assert "Try it: all-MiniLM-L6-v2" not in names, "an embedder writes nothing"


def test_a_test_drive_that_fails_says_why_in_its_row(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    engine.models.append(ModelLine("broken one", "answer", "installed"))
    view.refresh()
    qtbot.waitUntil(lambda: "broken one" in rows(view), timeout=5000)
    press(view, "Try it: broken one")
    qtbot.waitUntil(lambda: "It does not run. Choose another." in words(view), timeout=5000)


def test_a_server_is_chosen_by_its_address_and_a_warning_comes_first(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    press(view, "Use a model server…")
    dialog = view.findChild(ModelServerDialog)
    assert dialog is not None
    where = dialog.findChild(QLabel, "serverWhere")
    use = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Use it")
    assert where is not None
    assert not use.isEnabled()
    dialog.fill("answer", "localhost:11434", "big")
    assert "cannot be used" in where.text()
    assert not use.isEnabled()
    dialog.fill("answer", "http://localhost:11434", "big")
    assert where.text() == "The server is on this computer."
    dialog.fill("hyde", "https://gpu.example.com/v1", "big")
    assert "gpu.example.com is not this computer" in where.text()
    use.click()
    qtbot.waitUntil(lambda: bool(engine.sent(UseModel)), timeout=5000)
    assert engine.sent(UseModel) == [UseModel("hyde", "https://gpu.example.com/v1#big")]


def test_a_model_on_a_server_is_shown_with_its_host_and_can_be_taken_away(
    qtbot: QtBot, view: ModelsView, engine: ScriptedModels
) -> None:
    away, here = "https://gpu.example.com/v1#big", "http://localhost:8080/v1#big"
    engine.models += [
        served(away, "gpu.example.com", elsewhere=True),
        served(here, "localhost:8080", elsewhere=False),
    ]
    view.refresh()
    qtbot.waitUntil(lambda: away in rows(view), timeout=5000)
    assert "Not this computer: questions and passages are sent to gpu.example.com." in words(view)
    assert "The server is on this computer." in words(view)
    assert "big at localhost:8080" in words(view)
    press(view, "Remove…: big at gpu.example.com")
    press(view, "Remove")
    qtbot.waitUntil(lambda: away not in rows(view), timeout=5000)
