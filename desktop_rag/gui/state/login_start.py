"""Starting with the person's session: an entry where each system looks for such programs.

Written only when the person switches it on, and taken away when it is switched off.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSettings

HIDDEN = "--hidden"
_NAME = "desktop-rag"
_RUN_KEY = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Run"


class LoginStart:
    """The entry for this user. `home`: the user's folder. `platform`: as `sys.platform` says."""

    def __init__(self, home: Path | None = None, platform: str = sys.platform) -> None:
        self._home = home or Path.home()
        self._platform = platform

    def switch(self, on: bool) -> None:
        """Make or remove the entry. Raises `OSError` when it cannot be written."""
        if self._platform == "win32":
            _switch_registry(on)
        elif not on:
            self.file.unlink(missing_ok=True)
        else:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_bytes(self._entry())

    @property
    def file(self) -> Path:
        """The entry's file, on systems that use files for it."""
        if self._platform == "darwin":
            return self._home / "Library" / "LaunchAgents" / f"{_NAME}.plist"
        config = os.environ.get("XDG_CONFIG_HOME")
        return (Path(config) if config else self._home / ".config") / "autostart" / _desktop_file()

    def _entry(self) -> bytes:
        if self._platform == "darwin":
            import plistlib

            return plistlib.dumps(
                {"Label": _NAME, "ProgramArguments": login_command(), "RunAtLoad": True}
            )
        command = " ".join(map(_quoted, login_command()))
        lines = (
            "[Desktop Entry]",
            "Type=Application",
            "Name=Desktop RAG",
            f"Exec={command}",
            "Terminal=false",
            "X-GNOME-Autostart-enabled=true",
        )
        return ("\n".join(lines) + "\n").encode()


def login_command() -> list[str]:
    """The command line that starts the application in the system tray."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HIDDEN]
    return [sys.executable, "-m", "desktop_rag", HIDDEN]


def _desktop_file() -> str:
    return f"{_NAME}.desktop"


def _quoted(argument: str) -> str:
    """As the Desktop Entry Specification quotes: `%` stands for itself when it is doubled."""
    import shlex

    plain = argument.replace("%", "%%")
    if shlex.quote(plain) == plain:
        return plain
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\`")
    return '"' + escaped.replace("$", "\\$") + '"'


def _switch_registry(on: bool) -> None:
    import subprocess

    run = QSettings(_RUN_KEY, QSettings.Format.NativeFormat)
    if on:
        run.setValue(_NAME, subprocess.list2cmdline(login_command()))
    else:
        run.remove(_NAME)
    run.sync()
