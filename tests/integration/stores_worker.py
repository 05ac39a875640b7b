"""Changes a library at random until it is killed: `python -m … FOLDER SEED`."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from desktop_rag.domain.source import FileStamp
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library

FILES = 40


def content(number: int, version: int) -> list[str]:
    """What file `number` holds in its `version`: a few to many chunks."""
    return [f"file {number} version {version} part {part}" for part in range(1 + number * 3)]


def path_of(number: int) -> str:
    """Where file `number` lies."""
    return f"/docs/{number % 4}/{number}.txt"


def main() -> None:
    """Work until killed; a line on stdout says that work began."""
    library = Library(Path(sys.argv[1]))
    dice = random.Random(int(sys.argv[2]))
    library.catalogue.recover()
    index = ChromaVectorIndex(
        Path(sys.argv[1]) / "vectors", library.database, FINGERPRINT, DIMENSIONS
    )
    index.open()
    print("working", flush=True)
    while True:
        number, version = dice.randrange(FILES), dice.randrange(1, 5)
        stamp = FileStamp(number, version, number)
        choice = dice.random()
        if choice < 0.6:
            library.add(path_of(number), *content(number, version), stamp=stamp)
        elif choice < 0.8:
            library.catalogue.forget([path_of(number), path_of(dice.randrange(FILES))])
        elif choice < 0.9:
            index.apply_outbox(dice.randrange(1, 200))
        else:
            root = library.catalogue.add_root("/docs/1")
            library.catalogue.remove_root(root.id)


if __name__ == "__main__":
    main()
