"""What the help says."""

from __future__ import annotations

import re

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QKeySequence

_CONTEXT = "Help"

_KEYS: tuple[tuple[str, str], ...] = (
    ("Enter", str(QT_TRANSLATE_NOOP("Help", "Ask"))),
    ("Shift+Enter", str(QT_TRANSLATE_NOOP("Help", "Begin a new line in the question"))),
    ("Esc", str(QT_TRANSLATE_NOOP("Help", "Stop the answer"))),
    ("Ctrl+K", str(QT_TRANSLATE_NOOP("Help", "Go to the question"))),
    ("Alt+1 … Alt+9", str(QT_TRANSLATE_NOOP("Help", "Open source 1 … 9 of the answer"))),
    ("Alt+Up, Alt+Down", str(QT_TRANSLATE_NOOP("Help", "Source before, source after"))),
    ("Ctrl+F", str(QT_TRANSLATE_NOOP("Help", "Find in the source"))),
    ("F3, Shift+F3", str(QT_TRANSLATE_NOOP("Help", "Next place found, place before"))),
    ("Ctrl++, Ctrl+-, Ctrl+0", str(QT_TRANSLATE_NOOP("Help", "Larger, smaller, fit the width"))),
    ("Ctrl+N", str(QT_TRANSLATE_NOOP("Help", "New conversation"))),
    ("Ctrl+E", str(QT_TRANSLATE_NOOP("Help", "Switch between asking and searching"))),
    ("Ctrl+I", str(QT_TRANSLATE_NOOP("Help", "How was this found?"))),
    ("Ctrl+L", str(QT_TRANSLATE_NOOP("Help", "All files with their states"))),
    ("Ctrl+M", str(QT_TRANSLATE_NOOP("Help", "Models"))),
    ("Ctrl+Shift+M", str(QT_TRANSLATE_NOOP("Help", "Quality"))),
    ("Ctrl+,", str(QT_TRANSLATE_NOOP("Help", "Settings"))),
    ("Ctrl+P", str(QT_TRANSLATE_NOOP("Help", "All commands by name"))),
    ("Ctrl+O", str(QT_TRANSLATE_NOOP("Help", "Add files"))),
    ("Ctrl+Shift+O", str(QT_TRANSLATE_NOOP("Help", "Add a folder"))),
    ("F6, Shift+F6", str(QT_TRANSLATE_NOOP("Help", "Go to the next pane, the one before"))),
    ("Ctrl+Q", str(QT_TRANSLATE_NOOP("Help", "Quit"))),
    ("F1", str(QT_TRANSLATE_NOOP("Help", "This help"))),
)
_STEPS: tuple[str, ...] = (
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Drop a folder on the window, or choose one. Files stay where they are and are only"
            " read. What was read can be searched at once, while the rest is still going on.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Ask in your own words. The numbers in the answer lead to the passages it rests on:"
            " click one, and its source opens at the place with the passage marked.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Switch to “Search” to see passages as you type. Words in quotation marks, part"
            " numbers and error codes are found exactly as they are written.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "When an answer surprises you, look at “How was this found?” and at the source."
            " When it says that something is not in your documents, that is a finding too.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Better answers need a larger model: “Models” says which ones fit this machine."
            " Searching and answers that quote your documents need none.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "A file that could not be read is listed in the library with its reason and with"
            " what you can do about it.",
        )
    ),
)
_PRIVACY: tuple[str, ...] = (
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Your documents, questions and answers stay on this machine. Nothing is sent"
            " anywhere, nothing is counted, and no update is looked for.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "The network is used only when you say so: to download a model, or when you chose a"
            " server of your own for one. Such a server is named wherever it is used.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Your files are never changed. The library keeps their text and positions in its own"
            " folder, readable only by you; removing a folder from the library removes them there.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Files that usually hold passwords or keys are never read. Documents are shown as text"
            " and pictures: nothing in them is run, loaded or followed.",
        )
    ),
)
_NEWS: tuple[str, ...] = (
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "“Quality” measures how well your own files are found and compares two settings.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "“How was this found?” also tells what else was asked, and what was left out and why.",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "Tables are shown as tables; the window can stay in the system tray and start with"
            " your session (Settings › Application).",
        )
    ),
    str(
        QT_TRANSLATE_NOOP(
            "Help",
            "“desktop-rag FILE” hands a file over to the window that is open.",
        )
    ),
)


def news() -> list[str]:
    """What is new in this version, one paragraph a point."""
    return [QCoreApplication.translate(_CONTEXT, point) for point in _NEWS]


def keys() -> list[tuple[str, str]]:
    """Keys and what they do."""
    return [(_native(key), QCoreApplication.translate(_CONTEXT, does)) for key, does in _KEYS]


def _native(keys: str) -> str:
    """Keys as the list of commands writes them: in the words or signs of this system."""
    form = QKeySequence.SequenceFormat.NativeText
    apart = re.split(r"(, | … )", keys)  # the signs between keys stand at odd places
    return "".join(
        part if at % 2 else QKeySequence(part).toString(form) for at, part in enumerate(apart)
    )


def steps() -> list[str]:
    """A short how-to, one paragraph a step."""
    return [QCoreApplication.translate(_CONTEXT, step) for step in _STEPS]


def privacy() -> list[str]:
    """What happens with the person's documents, one paragraph a point."""
    return [QCoreApplication.translate(_CONTEXT, point) for point in _PRIVACY]
