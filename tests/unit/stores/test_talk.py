"""Conversations and traces."""

from __future__ import annotations

import pytest

from desktop_rag.domain.answer import Answer, AnswerSentence, Source, TokenUse, Turn
from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.hit import FileRef, Hit, RerankScore, TierScore, TraceStep
from desktop_rag.domain.place import Region
from desktop_rag.stores.conversations import Conversations
from desktop_rag.stores.traces import Traces
from tests.unit.stores.library import Library, drafts_of

HIT = Hit(
    Chunk(7, 3, drafts_of("zebra", breadcrumb=("A",))[0]),
    FileRef("/docs/a.pdf", "/docs", also_at=("/docs/b.pdf",)),
    0.5,
    tiers={"keyword": TierScore(1, 2.0, 0.1, (("phrase", 2.0),))},
    rerank=RerankScore("late", 0.25),
    focus=(0, 3),
    regions=(Region(0, 5, 2, (1.0, 2.0, 3.0, 4.0)),),
)
ANSWER = Answer(
    "What?",
    "answered",
    "Zebra [1].",
    "extractive",
    sentences=(AnswerSentence("Zebra [1].", (0, 10), (1,), "supported", 0.9),),
    sources=(Source(1, HIT, used=True),),
    tokens=TokenUse(1, 2, 3),
    trace=(TraceStep("keyword", 1.5, 1, 2, scores=(0.5,)),),
)


def test_an_answer_comes_back_as_it_was_given(library: Library) -> None:
    conversations = Conversations(library.database, library.clock)
    number = conversations.start("  About\nzebras ")
    assert conversations.add_turn(number, "What?", ANSWER) == 1
    library.clock.time += 5
    assert conversations.add_turn(number, "And then?", ANSWER) == 2
    assert conversations.turns(number) == [
        (1, library.clock.time - 5, "What?", ANSWER),
        (2, library.clock.time, "And then?", ANSWER),
    ]
    assert conversations.recent_turns(number, 1) == [Turn("And then?", "Zebra [1].")]
    assert conversations.title(number) == "About zebras"


def test_conversations_are_listed_renamed_and_deleted(library: Library) -> None:
    conversations = Conversations(library.database, library.clock)
    one, two = conversations.start("One"), conversations.start("Two")
    library.clock.time += 1
    conversations.add_turn(one, "¿Qué pasó?", ANSWER)
    assert [row[0] for row in conversations.all()] == [one, two]
    assert [row[0] for row in conversations.all("que paso")] == [one]
    assert conversations.all("two", 5) == [(two, "Two", library.clock.time - 1, 0)]
    conversations.rename(two, "Zwei")
    assert conversations.title(two) == "Zwei"
    conversations.delete(one)
    assert conversations.turns(one) == []
    with pytest.raises(InvalidRequest):
        conversations.add_turn(one, "x", ANSWER)


def test_traces_are_kept_newest_first_and_trimmed(library: Library) -> None:
    traces = Traces(library.database, library.clock)
    for number in range(5):
        traces.add("search", ANSWER.trace, "found", chunk_ids=(number,), model="m", template="t")
    traces.add("ask", [], "failed", text="question")
    assert [trace.chunk_ids for trace in traces.recent(3)] == [(), (4,), (3,)]
    assert traces.recent(2)[1].steps == ANSWER.trace
    assert traces.trim(2) == 4
    assert [trace.text for trace in traces.recent(10)] == ["question", None]
    assert traces.trim(2) == 0
