"""Notebooks: markdown and code cells in order, with their outputs as text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from desktop_rag.domain.document import DocumentFacts
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.failures import damage_when, damaged
from desktop_rag.reading.layout import Layout
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.markdown import markdown_blocks
from desktop_rag.reading.own_text import own_text

KIND = "notebook"
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


class NotebookReader:
    """Reads Jupyter notebooks (nbformat 3 and 4)."""

    name = "notebook"
    version = 1
    suffixes = frozenset({".ipynb"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """Without its suffix it is JSON."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `DamagedFile` for what is not a notebook and `EmptyFile` for one without text."""
        layout = Layout(request)
        with damage_when(request.name, KIND, ValueError, TypeError, AttributeError):
            notebook = json.loads(own_text(request, load_bytes(request)))
            if not isinstance(notebook, Mapping):
                raise damaged(request.name, KIND, "no object")
            for cell in _cells(notebook):
                _lay_out_cell(cell, layout)
        title = layout.first_heading()
        return ReadWhole(
            layout.part(), DocumentFacts("application/x-ipynb+json", "document", title=title)
        )


def _cells(notebook: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    sheets = notebook.get("worksheets")
    holders = sheets if isinstance(sheets, list) else [notebook]
    for holder in holders:
        for cell in _list(holder, "cells"):
            if isinstance(cell, Mapping):
                yield cell


def _lay_out_cell(cell: Mapping[str, object], layout: Layout) -> None:
    kind = cell.get("cell_type")
    source = _joined(cell.get("source") or cell.get("input"))
    if kind == "code":
        layout.put("code", source)
        for output in _list(cell, "outputs"):
            if isinstance(output, Mapping):
                layout.put("paragraph", _output_text(output))
    elif kind == "heading":
        level = cell.get("level")
        layout.heading(source, level if isinstance(level, int) else 1)
    elif kind == "markdown":
        layout.graft(source, markdown_blocks(source))
    else:
        layout.put("paragraph", source)


def _output_text(output: Mapping[str, object]) -> str:
    """What an output shows as text; pictures and scripts show none."""
    if output.get("traceback") is not None:
        text = _joined(output.get("traceback"), "\n")
    elif output.get("text") is not None:
        text = _joined(output.get("text"))
    else:
        data = output.get("data")
        text = _joined(data.get("text/plain")) if isinstance(data, Mapping) else ""
    return _ANSI.sub("", text)


def _joined(lines: object, separator: str = "") -> str:
    if isinstance(lines, list):
        return separator.join(line for line in lines if isinstance(line, str))
    return lines if isinstance(lines, str) else ""


def _list(holder: object, key: str) -> list[object]:
    found = holder.get(key) if isinstance(holder, Mapping) else None
    return found if isinstance(found, list) else []
