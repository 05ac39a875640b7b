"""Settings that `eval` tries: those of a settings file, and which can be tried at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.host.paths import app_paths
from desktop_rag.settings import load_settings, override

_OF_ALL = ("models.embedder", "indexing.readers", "indexing.settle_ms", "retrieval.token_cache_mb")


def settings_of(path: Path) -> dict[str, str]:
    """What stands in a settings file, as `section.field` texts, also where it is the default.
    Raises `InvalidRequest` naming the file and the key of what is wrong."""
    if not path.is_file():
        raise InvalidRequest(f"There is no settings file {path}.", "Check the path.")
    settings = load_settings(path)
    found: dict[str, str] = {}
    for section in sorted(settings.model_fields_set):
        part = getattr(settings, section)
        for name in sorted(part.model_fields_set):
            found[f"{section}.{name}"] = _as_text(getattr(part, name))
    return found


def refuse_untried(changes: Mapping[str, str], where: str) -> None:
    """Raise `InvalidRequest` for a setting that the application has only for all it does. One that
    is as in the person's settings stays: nothing of it is to be tried."""
    mine = load_settings(app_paths().settings_file)
    for key, text in changes.items():
        if key not in _OF_ALL and not key.startswith("application."):
            continue
        if override(mine, {key: text}) != mine:
            raise InvalidRequest(
                f"{key} in {where} cannot be tried: it counts for the whole application.",
                f"Leave it out, or {_change(key)} and run eval once before and once after that, "
                "each with a --library of its own.",
            )


def _change(key: str) -> str:
    if key == "models.embedder":
        return "change it with 'desktop-rag models use embed NAME'"
    return "change it in the settings"


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return json.dumps(list(value), ensure_ascii=False)
    return "none" if value is None else str(value)
