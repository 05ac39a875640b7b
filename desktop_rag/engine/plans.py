"""The reading plan of each root."""

from __future__ import annotations

from desktop_rag.domain.source import Root
from desktop_rag.engine.current_settings import CurrentSettings
from desktop_rag.engine.plugins import Parts
from desktop_rag.engine.reading_plan import ReadingPlan
from desktop_rag.settings import Settings


class Plans:
    """The reading plan of each root, made again when settings change."""

    def __init__(self, parts: Parts, current: CurrentSettings) -> None:
        self._parts = parts
        self._current = current
        self._made: dict[Root, tuple[Settings, ReadingPlan]] = {}

    def of(self, root: Root) -> ReadingPlan:
        """The plan with the settings as they are now."""
        settings = self._current.get()
        made = self._made.get(root)
        if made is None or made[0] is not settings:
            plan = ReadingPlan(self._parts, self._current.of_root(root).indexing, root.mode)
            made = self._made[root] = (settings, plan)
        return made[1]
