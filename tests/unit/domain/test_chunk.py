"""What of a chunk is embedded."""

from __future__ import annotations

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.place import Place


def _draft(spoken: str | None) -> ChunkDraft:
    return ChunkDraft(0, "Pump", Place((0, 4)), "data", breadcrumb=("Parts", "Pump"), spoken=spoken)


def test_a_heading_that_the_spoken_form_begins_with_is_not_said_twice() -> None:
    assert _draft("Pump. It moves water.").embedded_text() == "Parts\nPump. It moves water."
    assert _draft("It moves water.").embedded_text() == "Parts › Pump\nIt moves water."
    assert _draft(None).embedded_text() == "Parts › Pump\nPump"
    assert _draft("Pump.").embedded_text(breadcrumbs=False) == "Pump."
