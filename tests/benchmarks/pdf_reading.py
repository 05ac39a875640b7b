"""How fast PDF files are read with boxes and structure, against pypdfium2 taking the text alone.

    python -m tests.benchmarks.pdf_reading FILE.pdf …

Both run in turn in one process and are counted in processor seconds, the better of three runs. The
ratio of pages per second is to be at least 0.4.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pypdfium2

from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.pdf.reader import PdfReader

_RUNS = 3
_TO_REACH = 0.4


def plain(path: str) -> int:
    """Take the text of every page; gives the number of pages."""
    document = pypdfium2.PdfDocument(path)
    try:
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            text.get_text_range()
            text.close()
            page.close()
        return len(document)
    finally:
        document.close()


def structured(path: str) -> int:
    """Read the file as the application does; gives the number of pages."""
    reading = PdfReader().open(ReadRequest(path, Path(path).name))
    list(reading.parts())
    return reading.facts().pages or 0


def best_seconds(work: Callable[[str], int], path: str) -> float:
    """Processor seconds of the best run."""
    best = float("inf")
    for _ in range(_RUNS):
        began = time.process_time()
        work(path)
        best = min(best, time.process_time() - began)
    return best


def main(paths: list[str]) -> int:
    """Print one line a file and the mean ratio; the exit status says whether it is reached."""
    ratios = []
    for path in paths:
        pages = plain(path)
        alone, whole = best_seconds(plain, path), best_seconds(structured, path)
        ratios.append(alone / whole)
        print(
            f"{Path(path).name}: {pages} pages, text alone {pages / alone:.0f} pages/s, "
            f"with structure {pages / whole:.0f} pages/s, ratio {ratios[-1]:.2f}"
        )
    mean = sum(ratios) / len(ratios)
    print(f"mean ratio {mean:.2f}, to reach {_TO_REACH}")
    return 0 if mean >= _TO_REACH else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
