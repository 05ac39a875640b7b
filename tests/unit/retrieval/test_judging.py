"""How the chance is judged that the answer is among the hits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.errors import ModelFailure
from desktop_rag.ports.clock import SystemClock
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.retrieval.asked_kind import AMOUNT, TIME, asked_kind
from desktop_rag.retrieval.calibration import confidence_of
from desktop_rag.retrieval.covering import content_words, headings_of, small_word_share
from desktop_rag.retrieval.evidence import Evidence, evidence_of
from desktop_rag.retrieval.focusing import searchable_sentences
from desktop_rag.retrieval.judging import judge
from desktop_rag.retrieval.trail import Trail
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors
from tests.unit.retrieval.bench import hit_of

MINI = "all-MiniLM-L6-v2"
MANUAL = "Look at the display. If it is dark, check the fuse F3 in the grey box by the door."
TABLE = "Figure  Value\nFlow at best efficiency  640 l/min\nMass without water  148 kg"
ROSES = "The roses are watered in the evening, because the sun burns the leaves at noon."


def chunks_of(*texts: str) -> list[Chunk]:
    return [FakeLibrary().add(f"/{n}", text)[0] for n, text in enumerate(texts)]


def evidence(question: str, *texts: str) -> Evidence:
    chunks = chunks_of(*texts)
    tokens = FakeTokenVectors(FakeEmbedder(window=512))
    return evidence_of(question, chunks, tokens.of_query(question), tokens.of_chunks(chunks))


def confidence(known: Evidence, language: str = "known", best: float = 0.5) -> float:
    found = confidence_of(known, best, "late_interaction", MINI, language)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_content_words_are_stemmed_and_small_words_left_out() -> None:
    words = content_words("How often are the bearings greased?")
    assert words.stems == (("often",), ("bear",), ("greas",))
    assert words.held_in("Grease the bearing!").tolist() == [0, 1, 1]


def test_words_of_chinese_are_compared_by_pairs_of_characters() -> None:
    words = content_words("水泵重量")
    assert words.stems == (("水泵", "泵重", "重量"),)
    assert words.held_in("水泵的重量").tolist() == pytest.approx([2 / 3])


def test_a_word_that_no_passage_holds_weighs_most() -> None:
    weights = content_words("pump telescope").rarity(["the pump runs", "a pump", "roses"])
    assert weights.tolist() == pytest.approx([np.log(1 + 3 / 3), np.log(1 + 3 / 1)])


def test_a_passage_with_all_content_words_in_neighbouring_sentences_covers_the_question() -> None:
    assert evidence("Which fuse is in the grey box?", ROSES, MANUAL).coverage == pytest.approx(1)
    assert evidence("Which fuse is in the grey box?", ROSES).coverage == 0


def test_words_that_are_spread_over_a_passage_cover_less_than_those_in_one_sentence() -> None:
    near = evidence("red valve", "The valve is red. It drips. It is old.").coverage
    far = evidence("red valve", "The valve drips. It is old. It was new. Roses are red.").coverage
    assert near == pytest.approx(1)
    assert 1 / 3 < far < near


def test_headings_count_with_the_passage() -> None:
    chunk = chunks_of("It weighs 148 kg.")[0]
    under = Chunk(chunk.id, 1, chunk.draft.with_breadcrumb(("Pump P-200",)))
    tokens = FakeTokenVectors(FakeEmbedder())
    asked = tokens.of_query("pump weighs")
    assert evidence_of("pump weighs", [under], asked, tokens.of_chunks([under])).coverage == 1
    assert evidence_of("pump weighs", [chunk], asked, tokens.of_chunks([chunk])).coverage < 1


def test_tables_are_judged_apart_from_prose() -> None:
    assert small_word_share(TABLE) < 0.2 < small_word_share(ROSES)
    assert evidence("mass without water", ROSES).terse is None
    assert evidence("mass without water", ROSES, TABLE).terse == pytest.approx(1)


def test_signs_and_question_words_do_not_count_for_what_is_told() -> None:
    asked = evidence("Which fuse is in the grey box?", ROSES, MANUAL)
    stated = evidence("fuse is in the grey box", ROSES, MANUAL)
    assert asked.support == pytest.approx(stated.support, abs=1e-6)
    assert asked.support > asked.sentence
    assert evidence("¿Qué fusible?", ROSES).support == evidence("fusible", ROSES).support
    assert evidence("Why?", ROSES).support == evidence("Why?", ROSES).sentence


def test_a_sentence_need_not_repeat_what_its_headings_say() -> None:
    question = "pump weighs"
    chunk = chunks_of("The pump is blue. It weighs 148 kg.")[0]
    under = Chunk(chunk.id, 1, chunk.draft.with_breadcrumb(("Pump P-200",)))
    elsewhere = Chunk(chunk.id, 1, chunk.draft.with_breadcrumb(("Weather",)))
    tokens = FakeTokenVectors(FakeEmbedder())
    asked, found = tokens.of_query(question), tokens.of_chunks([chunk])
    alone, above, beside = (
        evidence_of(question, [one], asked, found).support for one in (chunk, under, elsewhere)
    )
    assert above == pytest.approx(1)
    assert beside == alone < 0.9


def test_two_sentences_that_hold_every_word_of_a_longer_question_answer_it() -> None:
    known = evidence("Which fuse is in the grey box?", ROSES, MANUAL)
    assert known.literal
    assert confidence(replace(known, support=0.3)) >= 0.5
    assert confidence(replace(known, support=0.3, literal=False)) < 0.5
    foreign = confidence(replace(known, content=0.1), "foreign")
    assert foreign == confidence(replace(known, content=0.1, literal=False), "foreign")
    assert not evidence("Which fuse is in the grey drawer?", ROSES, MANUAL).literal
    assert not evidence("Which fuse?", ROSES, MANUAL).literal, "a word or two stand anywhere"


def test_two_sentences_without_the_amount_asked_for_do_not_answer_it() -> None:
    question = "How many fuses are in the grey box?"
    fuses = "The fuses are in the grey box. Look there when it is dark."
    assert not evidence(question, ROSES, fuses).literal
    assert evidence(question, ROSES, fuses + " There are four.").literal
    assert evidence("Which fuses are in the grey box?", ROSES, fuses).literal


@pytest.mark.parametrize(
    ("question", "tells", "tells_not"),
    [
        ("How many seals are in the box?", "Three seals are in the box.", "Red seals are in it."),
        ("how much oil is poured in", "Oil is poured in. Take 3 l.", "Oil is poured in. Slowly."),
        ("When was the bridge built?", "The bridge was built in 1932.", "The bridge was built."),
        ("Since when is the lid shut?", "The lid is shut since Monday.", "The lid is shut."),
        ("In which year was it built?", "It was built in 1932.", "It was built of stone."),
        ("How long is the guarantee?", "It is valid for a year.", "It is valid everywhere."),
        ("How many faults were found?", "No faults were found.", "The faults were found."),
        ("For how many hours does it run?", "It runs for 40 h.", "It runs for long."),
    ],
)
def test_a_sentence_without_the_amount_or_time_asked_for_counts_less(
    question: str, tells: str, tells_not: str
) -> None:
    kind = asked_kind(question)
    assert kind is not None

    def shortfalls(text: str, *above: str) -> set[bool]:
        (chunk,) = chunks_of(text)
        under = Chunk(chunk.id, 1, chunk.draft.with_breadcrumb(above))
        ranges = searchable_sentences(under)
        return set(kind.is_told([text[a:b] for a, b in ranges], headings_of(under)))

    assert shortfalls(tells) == {True}
    assert shortfalls(tells_not) == {False}
    assert shortfalls(tells_not, "What was done on 3 October") == {True}
    assert shortfalls(tells_not, "3.2 Seals", "4. Bridges") == {False}, "numbers of headings"


def test_what_a_question_wants_is_told_near_an_amount_but_with_a_time() -> None:
    sentences = ["It is red.", "It weighs 12 kg on Monday.", "It is round."]
    assert AMOUNT.is_told(sentences, "") == [True, True, True]
    assert TIME.is_told(sentences, "") == [False, True, False]


@pytest.mark.parametrize(
    "question",
    [
        "What happens when the valve opens?",
        "When the red lamp burns, which valve is closed?",
        "What time zone does the server use?",
        "Which number format does the parser accept?",
        "Who decides how long the break is?",
        "How is the lid shut?",
        "valve 12",
        "",
        "whenever",
    ],
)
def test_other_questions_want_neither_amount_nor_time(question: str) -> None:
    assert asked_kind(question) is None


def test_support_falls_without_the_amount_that_is_asked_for() -> None:
    with_it, without = "The 4 seals are in the box.", "The seals are in the box."
    for question, less in (("How many seals are in the box?", 0.075), ("the seals in the box", 0)):
        fall = evidence(question, with_it).support - evidence(question, without).support
        assert fall == pytest.approx(less, abs=1e-6), question


def test_support_is_that_of_one_passage() -> None:
    question = "red valve drips"
    sentence = "The red valve."
    words = "Something drips. A valve stands open. A red light is on."
    both = evidence(question, sentence, words).support
    assert both == max(evidence(question, text).support for text in (sentence, words))
    assert both < 0.75 * evidence(question, sentence).sentence + 0.25 * 1.0 + 0.1


def test_a_question_without_tokens_has_no_evidence() -> None:
    none = TokenVectors(np.zeros((0, 64), np.float32), ())
    tokens = FakeTokenVectors(FakeEmbedder())
    chunks = chunks_of(ROSES)
    assert evidence_of("…", chunks, none, tokens.of_chunks(chunks)) == Evidence(0.0, 0.0, 0.0, 0.0)


def test_a_question_of_small_words_alone_is_judged_by_its_nearness() -> None:
    known = evidence("What is it?", ROSES)
    assert known.coverage == 1
    assert known.content == known.sentence


def test_a_passage_without_tokens_is_no_evidence() -> None:
    (chunk,) = chunks_of("…")
    none = TokenVectors(np.zeros((0, 64), np.float32), ())
    asked = FakeTokenVectors(FakeEmbedder()).of_query("valve")
    assert evidence_of("valve", [chunk], asked, [none]) == Evidence(0.0, 0.0, 0.0, 0.0)


# Measured in the sample library with all-MiniLM-L6-v2.
SAMPLE_ANSWERED = {
    "Which fuse is in the grey box?": Evidence(0.569, 0.533, 0.705, 1.0, 0.464, literal=True),
    "How much does the pump weigh without water?": Evidence(0.474, 0.440, 0.571, 0.538, 0.755),
    "How long must I wait before I open the lid?": Evidence(0.648, 0.585, 0.746, 0.759),
    "What is the part number of the shaft seal?": Evidence(0.711, 0.721, 0.741, 0.731, 0.697),
}
SAMPLE_REFUSED = {
    "Who discovered penicillin?": Evidence(0.177, 0.215, 0.203, 0.0, 0.130),
    "flibber gronk zaxxon": Evidence(0.301, 0.301, 0.301, 0.0, 0.301),
    "How much does the telescope weigh?": Evidence(0.414, 0.407, 0.529, 0.370, 0.425),
    "What colour is the roof of the observatory?": Evidence(0.492, 0.489, 0.522, 0.171),
    "Which lithium battery does the drone use?": Evidence(0.419, 0.404, 0.469, 0.228, 0.472),
}


@pytest.mark.parametrize("question", SAMPLE_ANSWERED)
def test_plain_look_ups_in_the_sample_library_are_answered(question: str) -> None:
    assert confidence(SAMPLE_ANSWERED[question]) >= 0.5


@pytest.mark.parametrize("question", SAMPLE_REFUSED)
def test_what_the_sample_library_does_not_hold_is_refused(question: str) -> None:
    assert confidence(SAMPLE_REFUSED[question]) < 0.5


FIGURES = st.floats(0, 1)


@given(FIGURES, FIGURES, FIGURES, st.floats(0, 0.5), st.sampled_from(["known", "foreign"]))
def test_more_evidence_never_lowers_the_chance(
    a: float, b: float, c: float, more: float, language: str
) -> None:
    known = Evidence(a, a, b, c)
    less = confidence(known, language)
    assert 0 <= less <= 1
    for stronger in (
        replace(known, support=a + more),
        replace(known, sentence=a + more),
        replace(known, content=b + more),
        replace(known, coverage=c + more),
        replace(known, literal=True),
    ):
        assert confidence(stronger, language) >= less


def test_across_languages_the_raw_score_alone_counts() -> None:
    nothing_held = Evidence(0.2, 0.2, 0.2, 0.0)
    assert confidence(nothing_held, "cross", best=0.585) == pytest.approx(0.5)
    assert confidence(nothing_held, "cross", best=0.8) > 0.9


def test_what_was_never_calibrated_has_no_confidence() -> None:
    known = Evidence(0.9, 0.9, 0.9, 0.9)
    assert confidence_of(known, 0.9, "cross_encoder", MINI, "known") is None
    assert confidence_of(known, 0.9, "late_interaction", "another", "known") is None


def _judged(token_vectors: object, *, reranked: bool = True) -> tuple[float | None, Trail]:
    trail = Trail(SystemClock())
    hits = [hit_of(chunks_of(MANUAL)[0], rerank=0.7 if reranked else None)]
    embedder = FakeEmbedder(MINI)
    return judge("Which fuse?", hits, embedder, token_vectors, "known", trail), trail  # type: ignore[arg-type]


def test_the_trace_tells_the_evidence() -> None:
    chance, trail = _judged(FakeTokenVectors(FakeEmbedder()))
    assert chance is not None
    assert [step.step for step in trail.steps()] == ["judge"]
    scores = trail.steps()[0].scores
    assert len(scores) == 4
    assert {type(score) for score in scores} == {float}, "they are sent to the window"


def test_hits_that_were_not_reranked_are_not_judged() -> None:
    assert _judged(FakeTokenVectors(FakeEmbedder()), reranked=False)[0] is None
    assert _judged(None)[0] is None


def test_an_embedder_that_fails_while_judging_is_told_in_the_trace() -> None:
    class Broken(FakeTokenVectors):
        def of_query(self, text: str) -> TokenVectors:
            raise ModelFailure("The embedder failed.", "Load it again.")

    chance, trail = _judged(Broken(FakeEmbedder()))
    assert chance is None
    assert "model" in trail.steps()[0].note
