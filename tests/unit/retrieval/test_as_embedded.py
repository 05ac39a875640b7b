"""Data is reranked by the words it was told in."""

from __future__ import annotations

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.place import Place
from desktop_rag.retrieval.postprocessing.late_interaction import as_embedded

_PLACE = Place((0, 9))


def test_flattened_data_is_compared_by_its_sentences() -> None:
    draft = ChunkDraft(0, '{"a": 1} ', _PLACE, "data", spoken="The a is 1.", searchable=((0, 8),))
    twin = as_embedded(Chunk(7, 3, draft))
    assert (twin.id, twin.text, twin.draft.search_text()) == (-7, "The a is 1.", "The a is 1.")


def test_prose_is_compared_as_it_is() -> None:
    chunk = Chunk(7, 3, ChunkDraft(0, "The a is ", _PLACE, "document"))
    assert as_embedded(chunk) is chunk
