"""Reading settings from the person's TOML file, changing one, and overriding some for a call."""

from __future__ import annotations

import json
import os
import tomllib
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.settings.addresses import read_address
from desktop_rag.settings.model import Settings

ADDRESS = "retrieval.rerank_url"
"""The address of a server. Only a change of it is checked: a wrong one that stands in the file must
not keep the application from starting."""
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def load_settings(path: Path) -> Settings:
    """The settings of the file at `path`; the defaults when there is none.

    Raises `InvalidRequest` naming the file and the field when the file is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise InvalidRequest(
            f"The settings file {path} cannot be read: {error}.",
            "Mend the file, or delete it to go back to the defaults.",
        ) from error
    return _validated(data, f"the settings file {path}")


def override(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """`settings` with some fields replaced; keys are `section.field`, values text as typed.

    Raises `InvalidRequest` with the field, the value and what is allowed."""
    if not changes:
        return settings
    data = settings.model_dump()
    for key, text in changes.items():
        section, _, field = key.partition(".")
        if section not in data or field not in data[section]:
            raise InvalidRequest(
                f"There is no setting called {key}.",
                "Settings are named section.field, for example retrieval.keep=8.",
            )
        data[section][field] = _value(section, field, text)
    changed = _validated(data, "a setting")
    if changes.get(ADDRESS, "").strip():
        read_address(changed.retrieval.rerank_url)
    return changed


def save_setting(path: Path, key: str, text: str) -> Settings:
    """Change one field in the file at `path` and return the settings as they are then."""
    changed = override(load_settings(path), {key: text})
    defaults = Settings().model_dump()
    lines: list[str] = []
    for section, fields in changed.model_dump().items():
        kept = {n: v for n, v in fields.items() if v != defaults[section][n] and v is not None}
        if kept:
            lines.append(f"[{section}]")
            lines.extend(f"{name} = {_toml(value)}" for name, value in kept.items())
            lines.append("")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_suffix(".new")
    fresh.write_text("\n".join(lines), encoding="utf-8")
    os.replace(fresh, path)
    return changed


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _value(section: str, field: str, text: str) -> Any:
    annotation = Settings.model_fields[section].annotation
    assert annotation is not None
    kind = annotation.model_fields[field].annotation
    if kind is bool:
        return _WORDS.get(text.strip().lower(), text)
    if typing.get_origin(kind) is tuple:
        stripped = text.strip()
        if stripped.startswith("["):
            try:
                return json.loads(stripped)
            except json.JSONDecodeError:
                return text
        return [part.strip() for part in stripped.split(",") if part.strip()]
    if type(None) in typing.get_args(kind) and text.strip().lower() in {"", "none"}:
        return None
    return text.strip() if kind in (int, float) else text


def _validated(data: Mapping[str, Any], where: str) -> Settings:
    try:
        return Settings.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        wrong = first["msg"].removeprefix("Value error, ")
        value = first.get("input")
        was = "" if isinstance(value, dict) else f" (it was {value!r})"
        raise InvalidRequest(
            f"{name} in {where} is not right: {wrong}{was}.",
            "Correct the value, or leave the setting out to use its default.",
        ) from error
