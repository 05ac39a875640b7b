"""Records of data are fused as one thing, however many chunks they have."""

from __future__ import annotations

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.place import Place
from desktop_rag.retrieval.fusing import Match, RankedList, weighted_rrf
from desktop_rag.retrieval.records import whole_records


def chunk(id: int, record: int, kind: ContentKind = "data") -> Chunk:
    return Chunk(id, 1, ChunkDraft(id, "x", Place((id, id + 1), record=record), kind))


CHUNKS = {n: chunk(n, record=n // 10) for n in (10, 11, 20, 21, 30)}
BY_WORDS = RankedList("keyword", [Match(10, 9.0, rank=1), Match(20, 5.0, rank=2)])
BY_MEANING = RankedList("vector", [Match(11, 0.9, rank=1), Match(20, 0.5, rank=2)])


def test_a_record_that_both_tiers_find_first_is_first_though_they_matched_other_chunks() -> None:
    apart = weighted_rrf([BY_WORDS, BY_MEANING])
    assert apart[0].chunk == 20
    fused = weighted_rrf(whole_records([BY_WORDS, BY_MEANING], CHUNKS))
    assert [one.chunk for one in fused] == [10, 11, 20]
    assert fused[0].score == fused[1].score == 2 / 61
    assert fused[0].tiers["vector"].score == 0.9
    assert fused[1].tiers["keyword"].rank == 1


def test_what_is_no_record_stays_as_it_was_found() -> None:
    prose = {n: chunk(n, record=1, kind="document") for n in (10, 11, 20)}
    assert whole_records([BY_WORDS, BY_MEANING], prose) == [BY_WORDS, BY_MEANING]


def test_a_chunk_that_is_gone_brings_nothing_and_takes_nothing() -> None:
    lists = whole_records([BY_WORDS, BY_MEANING], {n: CHUNKS[n] for n in (11, 20)})
    assert lists == [BY_WORDS, BY_MEANING]
