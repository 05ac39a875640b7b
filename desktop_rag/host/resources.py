"""Files that come with the application: prompts, catalogue, sample library, icons, style."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_rag.domain.errors import InternalError


def resource(*parts: str) -> Path:
    """The path of a file or folder under `resources/`, in a checkout, an installed wheel or a
    frozen bundle."""
    for base in _bases():
        path = base.joinpath(*parts)
        if path.exists():
            return path
    raise InternalError(
        f"A file of the application is missing: resources/{'/'.join(parts)}.",
        "Install Desktop RAG again.",
    )


def _bases() -> list[Path]:
    package = Path(__file__).resolve().parent.parent
    frozen = getattr(sys, "_MEIPASS", None)
    bases = [package / "resources", package.parent / "resources"]
    return [Path(frozen) / "resources", *bases] if frozen else bases
