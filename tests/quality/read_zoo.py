"""Read every file of a collection and compare with what is expected of it.

    python -m tests.quality.read_zoo FOLDER LIST.tsv [KIND]

The list has the columns path, format, kind (TEXT, EMPTY, PASSWORD, CORRUPT, UNSUPPORTED, PARTIAL,
LIMIT, OCR) and expected (a phrase for TEXT). One line is printed for each file that is not as
expected, then a summary by kind.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.domain.document import DocumentPart
from desktop_rag.domain.errors import ReadingFailed
from desktop_rag.ports.reading import Reader, ReadLimits, ReadRequest
from desktop_rag.reading import built_in_readers
from desktop_rag.reading.choosing import choose_reader
from tests.quality.zoo_judging import Row, load_rows
from tests.quality.zoo_places import Folded

_FAILURES = {
    "PASSWORD": {"password"},
    "CORRUPT": {"damaged", "empty", "scan"},
    "EMPTY": {"empty", "scan"},
    "UNSUPPORTED": {"unsupported", "not_text", "damaged"},
    "OCR": {"scan"},
}
_LIMITS = ReadLimits(text_chars=200_000_000)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: a failure's code, or its text."""

    code: str
    text: str
    note: str
    seconds: float


def read_one(readers: list[Reader], path: Path) -> Outcome:
    """Read one file; any exception but a named failure is a crash."""
    began = time.perf_counter()
    try:
        with path.open("rb") as stream:
            head = stream.read(4096)
        reader = choose_reader(readers, path.name, head)
        reading = reader.open(ReadRequest(str(path), path.name, limits=_LIMITS))
        parts: list[DocumentPart] = list(reading.parts())
        facts = reading.facts()
        text = "".join(part.text for part in parts)
        note = f"{reader.name} {facts.title!r} {' '.join(facts.notices)}"
        return Outcome("read", text, note, time.perf_counter() - began)
    except ReadingFailed as failure:
        note = f"{failure.message} ({failure.detail})"
        return Outcome(failure.code, "", note, time.perf_counter() - began)
    except Exception as error:  # noqa: BLE001 -- a crash is what this command looks for
        return Outcome("crash", "", f"{type(error).__name__}: {error}", time.perf_counter() - began)


def judge(row: Row, outcome: Outcome) -> bool:
    """Whether the outcome is what the row expects."""
    kind, expected = row.kind, row.expected
    if outcome.code == "crash":
        return False
    if kind in {"PARTIAL", "LIMIT"}:
        return outcome.seconds < 60
    if kind == "TEXT" or (kind == "OCR" and outcome.code == "read"):
        # Where the list names no phrase, any reading will do.
        found = not row.phrase or Folded.of(outcome.text).find(row.phrase) is not None
        return outcome.code == "read" and found
    if outcome.code in _FAILURES[kind]:
        return True
    may_be_read = kind == "CORRUPT" or "text or clear" in expected
    return may_be_read and outcome.code == "read"


def main(arguments: list[str]) -> int:
    """Go through the list; the exit status says whether everything is as expected."""
    folder, listed = Path(arguments[0]), Path(arguments[1])
    only = arguments[2] if len(arguments) > 2 else ""
    readers = built_in_readers()
    good: Counter[str] = Counter()
    all_of: Counter[str] = Counter()
    for row in load_rows(listed):
        if only and only not in {row.kind, row.format}:
            continue
        outcome = read_one(readers, folder / row.path)
        all_of[row.kind] += 1
        right = judge(row, outcome)
        good[row.kind] += right
        if not right or outcome.seconds > 5:
            shown = outcome.text[:80].replace("\n", "⏎")
            print(
                f"{'ok ' if right else 'BAD'} {row.kind:<11} {row.path!r} — expected "
                f"{row.expected!r}, found {outcome.code} {shown!r} {outcome.note[:200]} "
                f"[{outcome.seconds:.1f} s]"
            )
    for kind in sorted(all_of):
        print(f"{kind:<12} {good[kind]} of {all_of[kind]}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"all          {good.total()} of {all_of.total()}, peak memory {peak} MB")
    return 0 if good == all_of else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
