"""The person's settings as they are now."""

from __future__ import annotations

from pathlib import Path

from desktop_rag.domain.source import Root
from desktop_rag.settings import Settings, load_settings, override, save_setting


class CurrentSettings:
    """The person's settings, read from their file and changed there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._settings = load_settings(path)

    def get(self) -> Settings:
        """As they are now."""
        return self._settings

    def change(self, key: str, value: str) -> None:
        """Change one; raises `InvalidRequest`."""
        self._settings = save_setting(self._path, key, value)

    def of_root(self, root: Root) -> Settings:
        """With what was set for a root."""
        return override(self._settings, dict(root.overrides))
