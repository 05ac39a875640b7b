"""The settings as data for the dialog: read from the schema, so that nothing is said twice."""

from __future__ import annotations

import json
import types
import typing
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import QCoreApplication

from desktop_rag.settings import Settings

Kind = Literal["switch", "choice", "whole", "number", "optional_number", "text", "list"]

REPROCESSING = frozenset(
    {
        "indexing.chunk_target",
        "indexing.chunk_maximum",
        "indexing.chunk_overlap",
        "indexing.breadcrumbs",
        "indexing.flatten_data",
        "indexing.template",
        "indexing.ocr",
        "models.embedder",
    }
)
"""Settings whose change makes the engine process documents again."""

NEXT_START = frozenset({"application.language"})
"""Settings whose change counts from the next start of the window."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting. `lowest` and `highest` are inclusive; `choices` is for kind `choice`."""

    section: str
    name: str
    title: str
    description: str
    kind: Kind
    default: Any
    choices: tuple[str, ...] = ()
    lowest: float | None = None
    highest: float | None = None

    @property
    def key(self) -> str:
        """`section.name`, as messages and the command line call it."""
        return f"{self.section}.{self.name}"

    @property
    def reprocesses(self) -> bool:
        """True when a change makes the engine process documents again."""
        return self.key in REPROCESSING

    @property
    def waits(self) -> bool:
        """True when a change counts from the next start of the window."""
        return self.key in NEXT_START

    def matches(self, words: str, section_title: str) -> bool:
        """True when every word occurs in what is said of the setting."""
        texts = (self.title, self.description, section_title)
        translated = (QCoreApplication.translate("Settings", text) for text in texts)
        said = " ".join((*texts, self.key, *translated)).casefold()
        return all(word in said for word in words.casefold().split())


@dataclass(frozen=True, slots=True)
class SettingSection:
    """A group of settings with its title."""

    name: str
    title: str
    fields: tuple[SettingField, ...]


def setting_sections() -> tuple[SettingSection, ...]:
    """All settings of the schema, in its order."""
    sections = []
    for name, info in Settings.model_fields.items():
        model = info.annotation
        assert isinstance(model, type)
        assert issubclass(model, BaseModel)
        fields = tuple(_field(name, field, about) for field, about in model.model_fields.items())
        sections.append(SettingSection(name, str(model.model_config.get("title", name)), fields))
    return tuple(sections)


def as_text(value: Any) -> str:
    """A value as it is typed: what `ChangeSetting` carries."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return json.dumps(list(value), ensure_ascii=False)
    return str(value)


def choice_words(choice: str) -> str:
    """A choice as people read it, with a capital; one that has no word of its own as the schema
    calls it."""
    said = QCoreApplication.translate("Settings", choice)
    return said[:1].upper() + said[1:]


def _field(section: str, name: str, about: FieldInfo) -> SettingField:
    kind, choices = _kind(about.annotation)
    lowest, highest = _bounds(about, whole=kind == "whole")
    return SettingField(
        section,
        name,
        about.title or name,
        about.description or "",
        kind,
        about.get_default(),
        choices,
        lowest,
        highest,
    )


def _kind(annotation: Any) -> tuple[Kind, tuple[str, ...]]:
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return "choice", tuple(str(choice) for choice in inner)
    if origin is tuple:
        return "list", ()
    if origin in (typing.Union, types.UnionType):
        return "optional_number", ()
    simple: dict[Any, Kind] = {bool: "switch", int: "whole", float: "number", str: "text"}
    return simple[annotation], ()


def _bounds(about: FieldInfo, *, whole: bool) -> tuple[float | None, float | None]:
    step = 1.0 if whole else 0.01
    lowest = highest = None
    for rule in about.metadata:
        if (at_least := getattr(rule, "ge", None)) is not None:
            lowest = at_least
        elif (above := getattr(rule, "gt", None)) is not None:
            lowest = above + step
        if (at_most := getattr(rule, "le", None)) is not None:
            highest = at_most
        elif (below := getattr(rule, "lt", None)) is not None:
            highest = below - step
    return lowest, highest
