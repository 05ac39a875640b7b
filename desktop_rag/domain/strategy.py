"""What the string says that records how a document was treated."""

from __future__ import annotations

LATE_CHUNKING = "late@1"  # raise the number when the same document would get other vectors


def is_late(strategy: str) -> bool:
    """True when the document's passages are embedded with the whole document in view."""
    return LATE_CHUNKING in strategy.split()
