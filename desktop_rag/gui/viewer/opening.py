"""Handing a file to its own program: only kinds of file that cannot run anything."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl

_DOCUMENTS = (
    "pdf docx pptx xlsx odt ods odp rtf epub csv tsv txt text log md markdown rst tex "
    "json jsonl yaml yml toml xml ipynb eml mbox png jpg jpeg gif bmp tif tiff webp"
)
_SOURCE_CODE = "c h cc cpp cxx hpp cs css go java kt rs scss sql swift ts tsx"
_WEB = "html htm mhtml"
OPENABLE = frozenset(f".{suffix}" for suffix in f"{_DOCUMENTS} {_SOURCE_CODE} {_WEB}".split())
"""Suffixes of files that may be opened in their own program. Everything else is refused: programs,
scripts, shortcuts, installers, disk images, and office files that carry macros."""

_BUNDLES = frozenset({".app", ".framework", ".bundle", ".pkg", ".workflow"})


def may_open(path: Path) -> bool:
    """True when the file, and what it links to, is of a kind that runs nothing."""
    kinds = {path.suffix.lower(), _real(path).suffix.lower()}
    return kinds <= OPENABLE


def may_load_from_network(path: Path) -> bool:
    """True for pages that a browser would complete with what lies on other machines."""
    return path.suffix.lower() in {f".{suffix}" for suffix in _WEB.split()}


def folder_of(path: Path) -> Path:
    """The folder to show for a file: never one that the system would run as a program."""
    folder = path.parent
    outermost = [one for one in (folder, *folder.parents) if one.suffix.lower() in _BUNDLES]
    return outermost[-1].parent if outermost else folder


def local_url(path: Path) -> QUrl:
    """The address of a local path, whatever characters it holds."""
    return QUrl.fromLocalFile(str(path))


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a circle of links: the name alone decides
        return path
