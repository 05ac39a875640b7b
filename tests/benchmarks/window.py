"""How fast the window is where much is to be shown, and what it costs.

    python -m tests.benchmarks.window [--pages 3000] [--starts 5]

A PDF of thousands of pages over a real engine (opened at its cited page, scrolled; memory of the
window's process), a list of 100 000 files, a conversation of 500 turns, and the start of the window
against a bare `QMainWindow`, by turns, as processes. All times hold what else runs on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from desktop_rag.link.attach import attach
from desktop_rag.messages.library import AddPaths, AddReport
from tests.benchmarks.stall import measure_starts
from tests.end_to_end.driving import stop_engine

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--starts", type=int, default=5)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="window-") as name:
        folder = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(folder / "home")
        _pages(folder, wishes.pages)
        _ledger()
        _talk()
        measure_starts(folder, wishes.starts)
    return 0


def _pages(folder: Path, count: int) -> None:
    library, file = folder / "library", folder / "manual.pdf"
    _write_pdf(file, count)
    with closing(attach(library, role="benchmark")) as engine:
        engine.ask(AddPaths((str(file),), watch=False), AddReport)
        try:
            found = _scene("pages", str(library), str(file))
        finally:
            stop_engine(library)
    print(f"{count} pages: open at page 2500 after {found['opened_ms']:.0f} ms")
    print(f"  scrolled at {found['frames']:.0f} frames/s, longest stall {_ms(found)}")
    print(f"  memory of the window's process: {found['rss_mb']:.0f} MB")


def _ledger() -> None:
    found = _scene("ledger")
    print(f"100000 files: scrolled at {found['frames']:.0f} frames/s, longest stall {_ms(found)}")
    print(
        f"  with 20000 of them loaded: {found['deep_frames']:.0f} frames/s, longest stall "
        f"{found['deep_longest_ms']:.0f} ms"
    )


def _talk() -> None:
    found = _scene("talk")
    print(f"500 turns: open after {found['opened_ms']:.0f} ms")
    print(f"  scrolled at {found['frames']:.0f} frames/s, longest stall {_ms(found)}")
    print(f"  20 earlier turns are written in {found['earlier_ms']:.0f} ms at most")
    print(
        f"  with all of them: {found['whole_frames']:.0f} frames/s, longest stall "
        f"{found['whole_longest_ms']:.0f} ms"
    )


def _ms(found: dict[str, float]) -> str:
    return f"{found['longest_ms']:.0f} ms, of it own work at most {found['work_ms']:.0f} ms"


def _scene(*arguments: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.window_scenes", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    shown: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return shown


def _write_pdf(path: Path, pages: int) -> None:
    canvas = Canvas(str(path), pagesize=(595, 842))
    for page in range(1, pages + 1):
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 770, f"Page {page} tells of part {page}.")
        for line in range(40):
            canvas.line(72, 740 - 16 * line, 400 + line, 740 - 16 * line)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    sys.exit(main())
