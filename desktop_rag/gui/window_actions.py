"""The commands of the window with their names and keys, in one table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.state.command import Command

SOURCES = 9


def add_actions(window: QWidget, deeds: dict[str, Callable[[], object]]) -> list[QAction]:
    """Give the window an action for each deed, named and with its keys."""
    actions = []
    for name, (text, keys) in _table().items():
        action = QAction(text, window)
        action.setObjectName(name)
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(_Deed(deeds[name]))
        window.addAction(action)
        actions.append(action)
    return actions


def add_source_keys(window: QWidget, open_source: Callable[[int], object]) -> None:
    """Alt+1…9 open the source of that number."""
    for n in range(1, SOURCES + 1):
        action = QAction(window)
        action.setObjectName(f"openSource{n}")
        action.setShortcut(QKeySequence(f"Alt+{n}"))
        action.triggered.connect(_Deed(partial(open_source, n)))
        window.addAction(action)


def commands(actions: list[QAction]) -> list[Command]:
    """The actions for the command palette."""
    native = QKeySequence.SequenceFormat.NativeText
    return [
        Command(action.text(), action.shortcut().toString(native), action.trigger)
        for action in actions
        if action.objectName() != "showPalette"
    ]


class _Deed:
    """Calls a deed without the checked state that `triggered` brings."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self._deed = deed

    def __call__(self, _checked: bool = False) -> None:
        self._deed()


def _table() -> dict[str, tuple[str, str]]:
    return _deeds() | _places()


def _deeds() -> dict[str, tuple[str, str]]:
    return {
        "goToQuestion": (QCoreApplication.translate("Actions", "Go to the question"), "Ctrl+K"),
        "newConversation": (QCoreApplication.translate("Actions", "New conversation"), "Ctrl+N"),
        "switchMode": (
            QCoreApplication.translate("Actions", "Switch between asking and searching"),
            "Ctrl+E",
        ),
        "stop": (QCoreApplication.translate("Actions", "Stop the answer"), "Esc"),
        "addFiles": (QCoreApplication.translate("Actions", "Add files…"), "Ctrl+O"),
        "addFolder": (QCoreApplication.translate("Actions", "Add a folder…"), "Ctrl+Shift+O"),
        "showLedger": (QCoreApplication.translate("Actions", "Show all files"), "Ctrl+L"),
        "pauseIndexing": (QCoreApplication.translate("Actions", "Pause or go on indexing"), ""),
        "retryAll": (QCoreApplication.translate("Actions", "Try all failed files again"), ""),
        "backUpLibrary": (QCoreApplication.translate("Actions", "Back up the library…"), ""),
        "restoreLibrary": (QCoreApplication.translate("Actions", "Restore a backup…"), ""),
        "moveLibrary": (QCoreApplication.translate("Actions", "Move the library…"), ""),
        "findInSource": (QCoreApplication.translate("Actions", "Find in the source"), "Ctrl+F"),
        "showFound": (QCoreApplication.translate("Actions", "How was this found?"), "Ctrl+I"),
        "exportMarkdown": (
            QCoreApplication.translate("Actions", "Export the conversation as Markdown…"),
            "",
        ),
        "exportHtml": (
            QCoreApplication.translate("Actions", "Export the conversation as HTML…"),
            "",
        ),
        "exportPdf": (
            QCoreApplication.translate("Actions", "Export the conversation as PDF…"),
            "",
        ),
    }


def _places() -> dict[str, tuple[str, str]]:
    return {
        "showModels": (QCoreApplication.translate("Actions", "Models"), "Ctrl+M"),
        "showQuality": (QCoreApplication.translate("Actions", "Quality"), "Ctrl+Shift+M"),
        "keepAsTest": (
            QCoreApplication.translate("Actions", "Keep the last question as a test question"),
            "",
        ),
        "showSettings": (QCoreApplication.translate("Actions", "Settings"), "Ctrl+,"),
        "nextPane": (QCoreApplication.translate("Actions", "Go to the next pane"), "F6"),
        "previousPane": (
            QCoreApplication.translate("Actions", "Go to the previous pane"),
            "Shift+F6",
        ),
        "showPalette": (QCoreApplication.translate("Actions", "All commands"), "Ctrl+P"),
        "help": (QCoreApplication.translate("Actions", "Help"), "F1"),
        "news": (QCoreApplication.translate("Actions", "What is new"), ""),
        "quit": (QCoreApplication.translate("Actions", "Quit"), "Ctrl+Q"),
    }
