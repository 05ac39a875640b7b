"""The settings dialog against scripted settings, over the real wire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.views.settings_dialog import SettingsDialog
from desktop_rag.gui.views.settings_dialog_choice import ChoiceBox
from desktop_rag.gui.views.settings_dialog_fields import (
    REPROCESSING,
    SettingField,
    as_text,
    setting_sections,
)
from desktop_rag.link.loopback import loopback
from desktop_rag.messages.models import ChangeSetting, GetSettings
from desktop_rag.settings import Settings, override
from tests.gui.scripted_models import ScriptedModels

FIELDS = [field for section in setting_sections() for field in section.fields]


@pytest.fixture
def engine() -> ScriptedModels:
    return ScriptedModels()


@pytest.fixture
def dialog(qtbot: QtBot, engine: ScriptedModels) -> Iterator[SettingsDialog]:
    link = EngineLink(lambda: loopback(engine))
    link.open()
    made = SettingsDialog(link)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: bool(engine.sent(GetSettings)), timeout=5000)
    yield made
    link.close()


def sent(engine: ScriptedModels) -> list[tuple[str, str]]:
    changes = engine.sent(ChangeSetting)
    return [(m.key, m.value) for m in changes if isinstance(m, ChangeSetting)]


def visible(dialog: SettingsDialog) -> set[str]:
    return {field.key for field in FIELDS if dialog.row(field.key).isVisible()}


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_every_setting_is_explained_and_its_default_can_be_typed(field: SettingField) -> None:
    assert field.title
    assert field.description
    changed = override(Settings(), {field.key: as_text(field.default)})
    assert changed == Settings()


def test_settings_that_process_documents_again_exist() -> None:
    assert {field.key for field in FIELDS} >= REPROCESSING


def test_a_value_that_is_shown_is_the_value_that_would_be_sent(dialog: SettingsDialog) -> None:
    for field in FIELDS:
        editor = dialog.row(field.key).editor
        editor.show_value(field.default)
        assert override(Settings(), {field.key: editor.text()}) == Settings(), field.key


def test_the_values_in_force_are_shown_and_only_changed_ones_lead_back(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    for field in FIELDS:
        typed = {field.key: dialog.row(field.key).editor.text()}
        assert override(Settings(), typed) == Settings(), field.key
    engine.settings = override(Settings(), {"retrieval.keep": "9", "answering.contact": "Ada"})
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.row("answering.contact").editor.text() == "Ada", timeout=5000)
    assert dialog.row("retrieval.keep").editor.text() == "9"
    back = [b for b in dialog.findChildren(QPushButton) if b.text() == "Back to default"]
    assert sum(button.isVisibleTo(dialog) for button in back) == 2
    assert sent(engine) == []


def test_a_change_is_sent_and_shown_as_the_engine_has_it(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    box = dialog.row("retrieval.keep").editor.input
    assert isinstance(box, QSpinBox)
    with qtbot.waitSignal(dialog.changed, timeout=5000) as told:
        box.setValue(8)
    assert sent(engine) == [("retrieval.keep", "8")]
    assert told.args is not None
    assert told.args[0]["retrieval"]["keep"] == 8


def test_a_refused_value_stays_as_typed_with_the_engines_sentence(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    row = dialog.row("indexing.chunk_overlap")
    box = row.editor.input
    assert isinstance(box, QSpinBox)
    box.setValue(1800)
    qtbot.waitUntil(lambda: row.problem != "", timeout=5000)
    assert "chunk_overlap must be smaller than chunk_target" in row.problem
    assert row.problem.endswith("In force is: 200.")
    assert "{" not in row.problem
    assert box.value() == 1800
    back = next(b for b in row.findChildren(QPushButton) if b.text() == "Back to default")
    back.click()
    qtbot.waitUntil(lambda: row.problem == "", timeout=5000)
    assert box.value() == 200


def test_what_is_being_typed_is_not_taken_away_by_news_from_the_engine(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    box = dialog.row("answering.contact").editor.input
    assert isinstance(box, QLineEdit)
    box.setText("Ask A")
    asked = len(engine.sent(GetSettings))
    dialog.refresh()
    qtbot.waitUntil(lambda: len(engine.sent(GetSettings)) > asked, timeout=5000)
    qtbot.wait(50)
    assert box.text() == "Ask A"


def test_a_list_is_sent_one_entry_a_line(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    box = dialog.row("indexing.ignore").editor.input
    assert isinstance(box, QPlainTextEdit)
    box.setPlainText('build/\n\n "odd", name \n')
    qtbot.waitUntil(lambda: engine.settings.indexing.ignore == ("build/", '"odd", name'))
    assert len(sent(engine)) == 1


def test_a_text_is_sent_when_its_field_is_left(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    box = dialog.row("answering.contact").editor.input
    assert isinstance(box, QLineEdit)
    box.setText("Ask Ada")
    assert sent(engine) == []
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: engine.settings.answering.contact == "Ask Ada", timeout=5000)
    assert dialog.isVisible(), "Enter must not close the dialog"


def test_a_switch_and_a_choice_are_sent_as_the_command_line_types_them(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    for key, words in (("indexing.breadcrumbs", "Off"), ("application.theme", "Dark")):
        box = dialog.row(key).editor.input
        assert isinstance(box, ChoiceBox)
        box.setCurrentText(words)
    qtbot.waitUntil(lambda: engine.settings.application.theme == "dark", timeout=5000)
    assert sent(engine) == [("indexing.breadcrumbs", "false"), ("application.theme", "dark")]


def test_settings_are_found_by_what_is_said_of_them(dialog: SettingsDialog) -> None:
    dialog.search("keyword rerank")
    assert visible(dialog) == {"retrieval.rerank_keyword_weight"}
    dialog.search("xyzzy")
    assert visible(dialog) == set()
    dialog.search("")
    assert len(visible(dialog)) == len(FIELDS)


def test_the_dialog_holds_up_nothing_and_names_everything(dialog: SettingsDialog) -> None:
    assert dialog.objectName() == "settingsDialog"
    assert not dialog.isModal()
    for field in FIELDS:
        assert dialog.row(field.key).editor.input.accessibleName() == field.title


def test_steps_to_choose_from_and_warnings_stand_at_their_setting(
    qtbot: QtBot, dialog: SettingsDialog, engine: ScriptedModels
) -> None:
    leaving = "Questions and passages of your documents are sent to rerank.example.org."
    engine.chains = {"retrieval.rerank": ("none", "late_interaction", "my_own")}
    engine.warnings = {"retrieval.rerank_url": leaving}
    dialog.refresh()
    names = dialog.row("retrieval.rerank").findChild(QLabel, "settingNames")
    warning = dialog.row("retrieval.rerank_url").findChild(QLabel, "settingWarning")
    assert isinstance(names, QLabel)
    assert isinstance(warning, QLabel)
    qtbot.waitUntil(names.isVisible, timeout=5000)
    assert names.text() == "To choose from: none, late_interaction, my_own."
    assert warning.isVisible()
    assert leaving in warning.text()
    engine.warnings = {}
    dialog.refresh()
    qtbot.waitUntil(lambda: not warning.isVisible(), timeout=5000)
