"""What the application is made of, and under which licences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata

_OURS = "desktop-rag"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"extra\s*==\s*['\"](\w+)['\"]")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Component:
    """A package that is installed with the application."""

    name: str
    version: str
    licence: str


def components() -> list[Component]:
    """The packages that the application asks for and that are installed, by name; development
    tools are left out. Only their metadata is read: nothing is imported."""
    try:
        wanted = metadata.requires(_OURS) or []
    except metadata.PackageNotFoundError:
        return []
    names = {_name(line) for line in wanted if _extra(line) != "dev"}
    found = [_component(name) for name in sorted(names, key=str.lower)]
    return [component for component in found if component is not None]


def _component(name: str) -> Component | None:
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    return Component(about["Name"] or name, about["Version"] or "", _licence(about))


def _licence(about: metadata.PackageMetadata) -> str:
    fields = about.json
    expression = str(fields.get("license_expression", ""))
    classifiers = [str(line) for line in fields.get("classifier", [])]
    named = [c.rsplit("::", 1)[-1].strip() for c in classifiers if c.startswith("License ::")]
    written = (str(fields.get("license", "")).strip().splitlines() or [""])[0]
    said = expression or ", ".join(named) or written
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def _name(line: str) -> str:
    match = _NAME.match(line)
    return match.group() if match else line


def _extra(line: str) -> str:
    match = _EXTRA.search(line)
    return match.group(1) if match else ""
