"""What a small change costs: texts embedded again after one paragraph of a long document changed,
and after a folder was renamed.

`python -m tests.benchmarks.small_change [--kilobytes 1000] [--files 1000]`: real engine, real
embedder, a library of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from pathlib import Path

from desktop_rag.messages.library import AddPaths, AddReport
from tests.end_to_end.driving import best_text, engine, eventually, found_paths, quiet, status

_WORDS = "valve pump filter bolt lever engine tank pipe wheel shaft gauge hose crane rail".split()


def _paragraph(dice: random.Random) -> str:
    words = [dice.choice(_WORDS) + str(dice.randrange(100)) for _ in range(dice.randrange(30, 110))]
    return " ".join(words).capitalize() + "."


def _one_paragraph(folder: Path, kilobytes: int) -> None:
    dice = random.Random(7)
    paragraphs: list[str] = []
    while sum(map(len, paragraphs)) < kilobytes * 1000:
        paragraphs.append(_paragraph(dice))
    document = folder / "long.txt"
    document.write_text("\n\n".join(paragraphs))
    with engine(folder / "library1") as client:
        client.ask(AddPaths((str(document),)), AddReport, timeout=3600)
        quiet(client, 3600)
        before = status(client)
        paragraphs[len(paragraphs) // 2] += " Here an okapi was seen for the first time."
        document.write_text("\n\n".join(paragraphs))
        eventually(lambda: "okapi" in best_text(client, "okapi seen"), 60, "the edit is found")
        quiet(client)
        after = status(client)
    again = after.work["chunks_embedded"] - before.work["chunks_embedded"]
    print(f"{kilobytes} kB in {before.chunks} chunks, {before.vectors} vectors")
    print(f"embedded again after one paragraph changed: {again}")


def _renamed_folder(folder: Path, files: int) -> None:
    old = folder / "documents" / "old"
    old.mkdir(parents=True)
    for number in range(files):
        (old / f"{number}.txt").write_text(f"Note {number} says {number * 7}.")
    with engine(folder / "library2") as client:
        client.ask(AddPaths((str(old.parent),)), AddReport, timeout=3600)
        quiet(client, 3600)
        before = status(client)
        os.rename(old, old.with_name("new"))
        wanted = str(old.with_name("new"))
        eventually(lambda: found_paths(client, "note 77", 1)[0].startswith(wanted), 60, "it moved")
        quiet(client)
        after = status(client)
    again = after.work["chunks_embedded"] - before.work["chunks_embedded"]
    print(f"embedded again after a folder of {files} files was renamed: {again}")
    print(f"indexed before and after: {before.files['indexed']}, {after.files['indexed']}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kilobytes", type=int, default=1000)
    parser.add_argument("--files", type=int, default=1000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DESKTOP_RAG_HOME"] = str(Path(folder) / "home")
        _one_paragraph(Path(folder), wanted.kilobytes)
        _renamed_folder(Path(folder), wanted.files)


if __name__ == "__main__":
    main()
