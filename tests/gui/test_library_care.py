"""The library is backed up, moved and restored from the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop_rag.messages.library_care import BackUpLibrary, MoveLibrary, RestoreLibrary
from tests.gui.conftest import Stage
from tests.gui.test_conversations import save_to


def _said(qtbot: QtBot, stage: Stage, text: str) -> None:
    qtbot.waitUntil(lambda: [n.text for n in stage.state.notices.notices()] == [text])


def _run(stage: Stage, command: str) -> None:
    (action,) = [a for a in stage.window.actions() if a.objectName() == command]
    action.trigger()


def test_a_backup_is_written_where_the_person_says(
    qtbot: QtBot, stage: Stage, tmp_path: Path
) -> None:
    target = str(tmp_path / "monday.backup")
    _run(stage, "backUpLibrary")
    save_to(qtbot, stage, Path(target))
    _said(qtbot, stage, "monday.backup holds the library now.")
    assert stage.engine.sent(BackUpLibrary) == [BackUpLibrary(target)]


def test_the_library_is_moved_where_the_person_says(
    qtbot: QtBot, stage: Stage, tmp_path: Path
) -> None:
    _run(stage, "moveLibrary")
    save_to(qtbot, stage, tmp_path)
    _said(qtbot, stage, f"The library is in {tmp_path} now.")
    assert stage.engine.sent(MoveLibrary) == [MoveLibrary(str(tmp_path))]


def test_a_backup_is_restored_only_after_a_question(
    qtbot: QtBot, stage: Stage, tmp_path: Path
) -> None:
    backup = str(tmp_path / "monday.backup")
    for button, sent in (("Cancel", []), ("Restore", [RestoreLibrary(backup)])):
        _run(stage, "restoreLibrary")
        save_to(qtbot, stage, Path(backup))
        qtbot.waitUntil(lambda: bool(stage.window.findChildren(QMessageBox)))
        (box,) = stage.window.findChildren(QMessageBox)
        assert "monday.backup" in box.text()
        (wanted,) = [b for b in box.buttons() if b.text().replace("&", "") == button]
        wanted.click()
        qtbot.waitUntil(lambda: not stage.window.findChildren(QMessageBox))
        qtbot.waitUntil(lambda sent=sent: stage.engine.sent(RestoreLibrary) == sent)  # type: ignore[misc]
    _said(qtbot, stage, "The backup was restored.")
