"""Answers made of quotations."""

from __future__ import annotations

import pytest

from desktop_rag.answering.extractive import choose_quotes, compose
from desktop_rag.answering.similarity import passage_vectors
from desktop_rag.answering.sourcing import number_sources
from desktop_rag.answering.units import LONGEST, units
from desktop_rag.domain.answer import Source
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.place import Place
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeTokenVectors
from tests.unit.answering.cases import FERRY, HARBOUR, LIGHTHOUSE, hit, sources


@pytest.mark.parametrize("with_vectors", [True, False])
def test_the_sentence_that_answers_is_quoted_first_and_word_for_word(with_vectors: bool) -> None:
    table = sources(FERRY, HARBOUR, LIGHTHOUSE)
    cached = FakeTokenVectors(FakeEmbedder(window=512))
    vectors = passage_vectors(cached, [(s.n, s.hit.chunk) for s in table]) if with_vectors else None
    quotes = choose_quotes("How much do tickets for the ferry cost?", table, 2, "en", vectors)
    assert any(quote.text == "Tickets cost 12 euros." for quote in quotes)
    for quote in quotes:
        assert table[quote.source - 1].hit.chunk.text[slice(*quote.chars)] == quote.text


def test_sentences_of_one_source_stay_in_their_order_and_each_has_its_mark() -> None:
    text, sentences = compose(
        choose_quotes("harbour opened cranes master", sources(HARBOUR), 3, "en"), "en"
    )
    assert text.index("1931") < text.index("four cranes") < text.index("Ada Lindqvist")
    assert [s.citations for s in sentences] == [(1,)] * 3
    assert all(text[slice(*s.chars)] == s.text and s.text.endswith("” [1]") for s in sentences)


def test_what_several_sources_say_in_the_same_words_is_quoted_once() -> None:
    quotes = choose_quotes("When did it open?", sources(HARBOUR, HARBOUR), 10, "en")
    assert len({quote.text for quote in quotes}) == len(quotes) == 3


def test_footnote_numbers_of_a_document_do_not_become_marks() -> None:
    text, _ = compose(choose_quotes("sky", sources("The sky is blue [7]."), 1, "en"), "en")
    assert text == "“The sky is blue (7).” [1]"


def test_spanish_answers_have_spanish_quotation_marks() -> None:
    text, _ = compose(choose_quotes("cielo", sources("El cielo es azul."), 1, "es"), "es")
    assert text == "«El cielo es azul.» [1]"


def test_code_is_quoted_in_a_fence_that_it_cannot_close() -> None:
    code = "def run():\n    return '```'\n\n\ndef stop():\n    return 2"
    table = number_sources([hit(1, code, kind="code")])
    text, _ = compose(choose_quotes("run", table, 1, "en"), "en")
    assert text == "````\ndef run():\n    return '```'\n````\n[1]"


def test_page_headers_are_not_quoted() -> None:
    text = "Confidential page.\nThe mast is tall."
    draft = ChunkDraft(0, text, Place((0, len(text))), "document", searchable=((19, len(text)),))
    assert units(Chunk(1, 1, ChunkDraft(0, text, Place((0, len(text))), "document")))
    (only,) = units(Chunk(1, 1, draft))[-1:]
    assert "mast" in text[slice(*only)]


def test_long_lists_without_full_stops_are_cut_at_lines() -> None:
    text = "\n".join(f"row {n} with some words" for n in range(100))
    draft = ChunkDraft(0, text, Place((0, len(text))), "data")
    found = units(Chunk(1, 1, draft))
    assert len(found) > 1
    assert all(end - start <= LONGEST for start, end in found)


def test_a_source_without_words_gives_no_quotation() -> None:
    assert choose_quotes("What?", [Source(1, hit(1, " \n "))], 3, "en") == []
