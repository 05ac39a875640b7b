"""The help dialog."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QTabWidget
from pytestqt.qtbot import QtBot

import desktop_rag
from desktop_rag.gui.views.help_dialog import HelpDialog
from desktop_rag.gui.views.help_dialog_licences import components
from desktop_rag.gui.views.help_dialog_texts import keys
from tests.gui.conftest import Stage


def test_help_names_the_keys_the_licences_and_the_version(qtbot: QtBot) -> None:
    dialog = HelpDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    words = "\n".join(part.text() for part in dialog.findChildren(QLabel))
    for key, does in keys():
        assert key in words
        assert does in words
    assert f"Desktop RAG {desktop_rag.__version__}" in words
    assert "stay on this machine" in words
    assert "Apache-2.0" in words


def test_help_names_every_key_of_the_window(stage: Stage) -> None:
    named = {key for keys_of_one, _ in keys() for key in keys_of_one.split(", ")}
    named.add("Ctrl+,")  # whose name holds the sign that divides
    for action in stage.window.actions():
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        if key and not action.objectName().startswith("openSource"):
            assert key in named, action.text()


def test_help_can_open_at_the_version_and_holds_up_nothing(qtbot: QtBot) -> None:
    dialog = HelpDialog()
    qtbot.addWidget(dialog)
    dialog.show_about()
    tabs = dialog.findChild(QTabWidget)
    assert tabs is not None
    assert tabs.tabText(tabs.currentIndex()) == "About"
    assert not dialog.isModal()


def test_every_package_that_is_shipped_has_a_licence_and_none_is_a_tool_of_development() -> None:
    found = {part.name.lower(): part for part in components()}
    assert all(part.licence for part in found.values())
    assert "pydantic" in found
    assert "pytest" not in found
