"""Every message survives the wire."""

from __future__ import annotations

import msgspec
import pytest

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.hit import FileRef, Hit, RerankScore, SearchResult, TierScore, TraceStep
from desktop_rag.domain.place import Place, Region
from desktop_rag.domain.query import Filters
from desktop_rag.messages import Message
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.messages.wire import Envelope, decode, encode, message_kinds


@pytest.mark.parametrize("kind", message_kinds().values(), ids=lambda kind: kind.__name__)
def test_a_decoder_can_be_made_for_every_kind(kind: type[Message]) -> None:
    msgspec.msgpack.Decoder(kind)
    assert kind.__doc__


def test_hits_travel_whole() -> None:
    draft = ChunkDraft(3, "a “text” 𝄞", Place((10, 18), page=2, heading=("A", "B")), "document")
    hit = Hit(
        Chunk(7, 9, draft),
        FileRef("/tmp/é x.pdf", "/tmp", also_at=("/b",)),
        0.5,
        0.03,
        {"keyword": TierScore(1, 12.0, 0.016, (("phrase", 0.0), ("terms", 12.0)))},
        RerankScore("late_interaction", 0.62, 0.7),
        (2, 5),
        (Region(10, 18, 2, (1.0, 2.0, 3.0, 4.0)),),
    )
    result = SearchResult("q", "found", (hit,), (TraceStep("keyword", 1.5, 1, 50),), 12.0, 0.6)
    envelope = Envelope(5, HitsFound(result), final=True)
    assert decode(encode(envelope)) == envelope


def test_text_that_is_no_unicode_travels_with_marks_in_its_place() -> None:
    sent = Search(
        "caf\udce9 \ud83d pump", filters=Filters(under=("/a\udcff",)), overrides={"k": "\ud800"}
    )
    arrived = decode(encode(Envelope(1, sent))).body
    assert isinstance(arrived, Search)
    assert arrived.text == "caf\ufffd \ufffd pump"
    assert arrived.filters.under == ("/a\ufffd",)
    assert arrived.overrides == {"k": "\ufffd"}


def test_limits_travel_with_a_search() -> None:
    search = Search("x", filters=Filters(("/a",), ("pdf",), 1.0, 2.0, ("en",)), mode="keyword")
    assert decode(encode(Envelope(1, search))).body == search


@pytest.mark.parametrize("data", [b"", b"\x00", b"hello", b"\x93\x01\xa3Foo\x80"])
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a message"):
        decode(data)
