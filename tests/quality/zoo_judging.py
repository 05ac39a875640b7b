"""What a list of difficult files expects of each, and whether the ledger agrees."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.domain.source import FileEntry

SEARCHED = frozenset({"TEXT", "OCR"})
_READ = frozenset({"indexed", "partial"})
_UNDER_WAY = frozenset({"waiting", "reading"})
# Codes that say that the application failed, not the file.
_CRASHES = frozenset({"internal", "failed", "reader_crashed", "unreadable"})
_TOO_SLOW = "longer than"
_FAILURES: dict[str, frozenset[tuple[str, str]]] = {
    "PASSWORD": frozenset({("failed", "password")}),
    "CORRUPT": frozenset({("failed", "damaged"), ("empty", "empty"), ("empty", "scan")}),
    "EMPTY": frozenset({("empty", "empty"), ("empty", "scan")}),
    "UNSUPPORTED": frozenset(
        {("skipped", "unsupported"), ("skipped", "not_text"), ("failed", "damaged")}
    ),
    "OCR": frozenset({("empty", "scan")}),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. `expected`: a phrase (TEXT, OCR) or a description of what is right."""

    path: str
    kind: str
    format: str
    expected: str

    @property
    def phrase(self) -> str:
        """The words that must be found; empty when the row names none."""
        if self.kind not in SEARCHED or self.expected.startswith("no "):
            return ""
        phrase = self.expected.split(" (")[0].split("; ")[0]
        return "" if phrase == "no crash" else phrase


def load_rows(listed: Path) -> Iterator[Row]:
    """The rows of a list with the columns path, format, kind and expected."""
    with listed.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            path = json.loads(f'"{row["path"]}"')
            yield Row(path, row["kind"], row["format"], row["expected"])


def is_crash(entry: FileEntry | None) -> bool:
    """Whether the application failed on the file."""
    return entry is not None and (
        entry.state == "quarantined" or (entry.code in _CRASHES and not is_hang(entry))
    )


def is_hang(entry: FileEntry | None) -> bool:
    """Whether reading the file did not end by itself."""
    return entry is not None and (
        entry.state in _UNDER_WAY or (entry.code == "reader_crashed" and _TOO_SLOW in entry.reason)
    )


def wrong_state(row: Row, entry: FileEntry | None) -> str:
    """What is wrong with the ledger's line of a file; empty when it is as expected."""
    if entry is None:
        return "" if "skip" in row.expected else "it is not in the ledger"
    if is_hang(entry) or is_crash(entry):
        return "it hangs" if is_hang(entry) else "the application failed on it"
    told = bool(entry.reason.strip())
    if entry.state in _READ:
        return "" if _may_be_read(row) else "it was read"
    if not told:
        return "there is no reason"
    if row.kind in {"PARTIAL", "LIMIT"}:
        return ""
    if (entry.state, entry.code) in _FAILURES.get(row.kind, frozenset()):
        return "" if row.kind != "OCR" or not row.phrase else "no text was recognised"
    return "the state is wrong"


def _may_be_read(row: Row) -> bool:
    if row.kind in {"TEXT", "OCR", "PARTIAL", "LIMIT", "CORRUPT"}:
        return True
    return row.kind == "UNSUPPORTED" and "text or clear" in row.expected
