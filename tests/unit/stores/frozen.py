"""Libraries of old schemas, frozen: `python -m tests.unit.stores.frozen` freezes one of today's.

Run it once when a schema is about to change, before the migration is written, and never again for
the same schema: what is frozen is what people have.
"""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

from desktop_rag.stores.migrations import MIGRATIONS
from tests.unit.stores.library import Library

FROZEN = Path(__file__).parents[2] / "data" / "frozen"
TEXTS = ("the zebra stands by the river", "the lion sleeps", "POL-358 covers the lid")


def main() -> None:
    """Make a small library and freeze it."""
    target = FROZEN / f"library_{MIGRATIONS[-1].version}.sqlite3.gz"
    if target.exists():
        raise SystemExit(f"{target} is frozen already")
    with tempfile.TemporaryDirectory() as scratch:
        made = Library(Path(scratch) / "library")
        made.add("/docs/animals.txt", *TEXTS[:2])
        made.add("/docs/sub/copy of animals.txt", *TEXTS[:2])
        made.add("/docs/policies.txt", TEXTS[2], breadcrumb=("Policies",))
        made.database.backup(Path(scratch) / "frozen.sqlite3")
        made.close()
        FROZEN.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.compress((Path(scratch) / "frozen.sqlite3").read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
