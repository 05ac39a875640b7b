"""What the window remembers from one start to the next, in a small file beside the settings."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The person's settings that the window needs before an engine answers."""

    theme: str = "system"
    language: str = "system"
    text_scale: int = 100
    tray: bool = False
    start_at_login: bool = False


def read_wishes(settings_file: Path) -> Wishes:
    """Appearance, language and text size from the settings file; defaults for what is not there.

    A file that is wrong is told by the engine; the window starts with defaults.
    """
    if not settings_file.exists():
        return Wishes()
    import tomllib

    try:
        section = tomllib.loads(settings_file.read_text(encoding="utf-8")).get("application", {})
        return wishes_from(section)
    except (OSError, ValueError) as error:
        _LOG.warning("settings not read: %s", error)
        return Wishes()


def wishes_from(section: object) -> Wishes:
    """The wishes in the `application` section of the settings; unknown values are left out."""
    if not isinstance(section, dict):
        return Wishes()
    theme = section.get("theme", "system")
    language = section.get("language", "system")
    scale = section.get("text_scale", 100)
    return Wishes(
        theme if theme in ("light", "dark", "contrast") else "system",
        language if language in ("en", "es") else "system",
        scale if isinstance(scale, int) and 50 <= scale <= 300 else 100,
        section.get("tray") is True,
        section.get("start_at_login") is True,
    )


class KeptWindow:
    """Sizes and places of the window and its panes, and the conversation that was open."""

    def __init__(self, file: Path) -> None:
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    def keep(self, name: str, state: QByteArray) -> None:
        """Remember the state of a part of the window."""
        self._settings.setValue(name, state)

    def kept(self, name: str) -> QByteArray:
        """The state that was kept under `name`; empty when there is none."""
        value = self._settings.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    @property
    def conversation(self) -> int:
        """The conversation that was open, or 0."""
        value = str(self._settings.value("conversation", 0))
        return int(value) if value.isdigit() else 0

    @conversation.setter
    def conversation(self, number: int) -> None:
        self._settings.setValue("conversation", number)

    @property
    def scroll(self) -> int:
        """How far the conversation was scrolled, in thousandths; 1000 is its end."""
        value = str(self._settings.value("scroll", 1000))
        return min(int(value), 1000) if value.isdigit() else 1000

    @scroll.setter
    def scroll(self, thousandths: int) -> None:
        self._settings.setValue("scroll", thousandths)

    @property
    def version(self) -> str:
        """The version that ran last; empty at the very first start."""
        return str(self._settings.value("version", ""))

    @version.setter
    def version(self, version: str) -> None:
        self._settings.setValue("version", version)

    @property
    def questions(self) -> str:
        """The questions of the quality page, as the page wrote them."""
        return str(self._settings.value("questions", ""))

    @questions.setter
    def questions(self, text: str) -> None:
        self._settings.setValue("questions", text)

    def write(self) -> None:
        """Put everything on the disk."""
        self._settings.sync()
