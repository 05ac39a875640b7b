"""From a question and its hits to an answer."""

from __future__ import annotations

import re

import msgspec
import pytest
from pydantic import ValidationError

from desktop_rag.domain.answer import Answer, Turn
from desktop_rag.domain.errors import ModelBroken, ModelCrashed, ModelFailure
from desktop_rag.domain.hit import SearchResult
from desktop_rag.settings.answering import AnsweringSettings
from tests.fakes.fake_language_model import FakeLanguageModel
from tests.unit.answering.cases import FERRY, HARBOUR, LIGHTHOUSE, Told, found, hit, pipeline

DEFAULTS = AnsweringSettings()
QUESTION = "When did the harbour open?"


def ask(
    result: SearchResult,
    model: FakeLanguageModel | None = None,
    question: str = QUESTION,
    settings: AnsweringSettings = DEFAULTS,
    told: Told | None = None,
    kind: str = "",
    turns: tuple[Turn, ...] = (),
) -> Answer:
    told = told or Told()
    return pipeline(model).answer(
        question,
        result,
        turns,
        settings,
        kind=kind,
        on_sources=told.on_sources,
        on_text=told.on_text,
        on_stage=told.on_stage,
    )


def test_without_hits_the_answer_says_that_the_documents_do_not_hold_it() -> None:
    answer = ask(found(), FakeLanguageModel("It opened in 1850 [1]."))
    assert answer.outcome == "not_in_documents"
    assert answer.sources == ()
    assert "do not seem to contain" in answer.text
    assert not re.search(r"\[\d+\]", answer.text)


def test_a_low_confidence_is_refused_in_the_language_of_the_question_with_the_contact() -> None:
    settings = AnsweringSettings(contact="la biblioteca, ext. 12")
    answer = ask(
        found(HARBOUR, confidence=0.2),
        FakeLanguageModel("x"),
        "¿Cuándo abrió el museo?",
        settings,
    )
    assert answer.outcome == "not_in_documents"
    assert "Sus documentos no parecen" in answer.text
    assert "la biblioteca, ext. 12" in answer.text
    assert "file1.pdf" in answer.text
    assert [source.used for source in answer.sources] == [False]


def test_a_refusal_says_what_was_searched_what_is_near_how_to_go_on_and_whom_to_ask() -> None:
    settings = AnsweringSettings(
        contact="the library", contacts=("/docs = Ada, ext. 12", "/docs/deep = Otto")
    )
    near = (hit(1, HARBOUR), hit(2, FERRY, path="/docs/deep/b.pdf"), hit(3, FERRY, path="/c/d.pdf"))
    result = SearchResult("harbour", "found", near, best=0.1, confidence=0.1)
    text = ask(result, settings=settings).text
    assert "All indexed documents were searched for “harbour”" in text
    assert "file1.pdf, page 1; b.pdf, page 1; d.pdf, page 1" in text
    assert "Try other words" in text
    for contact in ("Ada, ext. 12", "Otto", "the library"):
        assert f"You can also ask: {contact}" in text
    nothing = ask(found(), settings=settings).text
    assert "the library" in nothing
    assert "Ada" not in nothing


def test_a_refusal_after_a_search_with_limits_does_not_speak_of_all_documents() -> None:
    answer = pipeline().answer(
        QUESTION, found(HARBOUR, confidence=0.1), (), DEFAULTS, narrowed=True
    )
    assert "All indexed documents" not in answer.text
    assert "Only those documents that your limits allow were searched" in answer.text
    assert "Take away the limits" in answer.text


@pytest.mark.parametrize("line", ["Ada", "relative = Ada", "/docs =", "= Ada", "/docs Ada"])
def test_a_contact_without_a_folder_or_a_text_is_refused(line: str) -> None:
    with pytest.raises(ValidationError, match="whole path"):
        AnsweringSettings(contacts=(line,))


def test_a_follow_up_is_quoted_to_by_what_it_was_understood_as() -> None:
    understood = "When did the harbour open, and who is the harbour master?"
    answer = ask(found(FERRY, LIGHTHOUSE, HARBOUR, query=understood), question="And who is it?")
    assert "Ada Lindqvist" in answer.text
    assert answer.question == "And who is it?"


@pytest.mark.parametrize(("best", "outcome"), [(0.4, "not_in_documents"), (0.6, "answered")])
def test_a_threshold_of_ones_own_goes_before_the_calibrated_one(best: float, outcome: str) -> None:
    settings = AnsweringSettings(refuse_below=0.5)
    assert (
        ask(found(HARBOUR, confidence=0.0, best=best), None, settings=settings).outcome == outcome
    )


def test_hits_whose_confidence_is_unknown_are_answered_from() -> None:
    assert ask(found(HARBOUR, confidence=None, best=None)).outcome == "answered"


def test_a_failed_search_is_a_failed_answer_and_never_a_refusal() -> None:
    answer = ask(SearchResult("q", "failed", message="The index is gone.", remedy="Repair it."))
    assert (answer.outcome, answer.text, answer.remedy) == (
        "failed",
        "The index is gone.",
        "Repair it.",
    )


def test_without_a_model_the_best_sentences_are_quoted_with_their_marks() -> None:
    told = Told()
    answer = ask(found(FERRY, HARBOUR, LIGHTHOUSE), told=told)
    assert answer.kind == "extractive"
    assert answer.text.startswith("“The harbour opened in 1931.” [2]")
    assert told.shown == answer.text
    assert answer.notices == ()
    assert [s.n for s in answer.sources] == [1, 2, 3]
    assert answer.sources[1].used
    assert answer.sources[1].hit.focus == (0, 27)
    assert answer.sources[1].hit.regions[0].end == 27


def test_a_written_answer_is_streamed_cleaned_and_checked() -> None:
    told = Told()
    model = FakeLanguageModel(
        "<think>Let me see [3].</think>The harbour opened in 1931 (source 2). "
        "Tickets cost 15 euros [1]. See [9].\n\nSources:\n[1] file1.pdf\n[2] file2.pdf"
    )
    answer = ask(found(FERRY, HARBOUR, LIGHTHOUSE), model, told=told)
    assert answer.kind == "generated"
    assert answer.text == "The harbour opened in 1931 [2]. Tickets cost 15 euros [1]. See (9)."
    assert told.shown == answer.text
    assert [s.support for s in answer.sentences] == ["supported", "unsupported", "uncited"]
    assert "15" in answer.sentences[1].note
    assert [s.used for s in answer.sources] == [True, True, False]
    assert answer.model == "fake"
    assert answer.prompt_template == "answer.en"
    assert answer.tokens.prompt > 0
    assert told.stages == ["reading", "loading_model", "writing", "checking"]
    for sentence in answer.sentences:
        assert answer.text[slice(*sentence.chars)] == sentence.text


def test_the_quotations_are_announced_while_the_model_is_about_to_write() -> None:
    told = Told()
    ask(found(HARBOUR), FakeLanguageModel("It opened in 1931 [1]."), told=told)
    (first,) = told.announced
    assert isinstance(first, Answer)
    assert first.kind == "extractive"
    assert "1931" in first.text


def test_a_clearly_supported_sentence_without_a_mark_gets_one() -> None:
    told = Told()
    answer = ask(found(FERRY, HARBOUR), FakeLanguageModel("The harbour opened in 1931."), told=told)
    assert answer.text == "The harbour opened in 1931 [2]."
    assert told.shown == answer.text
    assert answer.sentences[0].citations == (2,)


@pytest.mark.parametrize("kind", ["auto", "generated"])
def test_a_model_that_fails_leaves_quotations_and_a_reason(kind: str) -> None:
    told = Told()
    model = FakeLanguageModel(failure=ModelCrashed("The model died.", "Try a smaller one."))
    answer = ask(found(HARBOUR), model, told=told, kind=kind)
    assert answer.outcome == "answered"
    assert answer.kind == "extractive"
    assert "The model died. Try a smaller one." in answer.notices[0]
    assert told.shown == answer.text


def test_a_missing_model_is_mentioned_only_when_it_was_asked_for() -> None:
    assert ask(found(HARBOUR), kind="auto").notices == ()
    assert "No language model is installed." in ask(found(HARBOUR), kind="generated").notices[0]


def test_a_model_that_only_reasons_leaves_quotations() -> None:
    answer = ask(found(HARBOUR), FakeLanguageModel("<think>Hmm, 1931 [1]"))
    assert answer.kind == "extractive"
    assert "gave no answer" in answer.notices[0]


def test_when_neither_model_nor_quotation_is_possible_the_answer_has_failed() -> None:
    broken = FakeLanguageModel(failure=ModelBroken("Not a model.", "Choose another."))
    answer = ask(found("   "), broken)
    assert (answer.outcome, answer.text, answer.remedy) == (
        "failed",
        "Not a model.",
        "Choose another.",
    )


def test_a_stop_keeps_what_was_written() -> None:
    told = Told()
    answer = pipeline(FakeLanguageModel("The harbour opened in 1931 [1]. It has cranes.")).answer(
        QUESTION,
        found(HARBOUR),
        (),
        DEFAULTS,
        on_text=told.on_text,
        cancelled=lambda: "1931" in told.shown,
    )
    assert answer.outcome == "stopped"
    assert answer.text.startswith("The harbour opened in 1931")
    assert "cranes" not in answer.text


def test_a_stop_while_the_model_is_loaded_keeps_the_sources() -> None:
    model = FakeLanguageModel("It opened in 1931 [1].")
    answer = pipeline(model).answer(
        QUESTION, found(HARBOUR), (), DEFAULTS, kind="generated", cancelled=lambda: True
    )
    assert (answer.outcome, answer.text) == ("stopped", "")
    assert [source.n for source in answer.sources] == [1]
    assert model.asked == []


def test_an_embedder_that_fails_is_said_and_words_are_compared_instead() -> None:
    told = Told()
    answer = pipeline(vectors=ModelFailure("The embedder is gone.")).answer(
        QUESTION, found(FERRY, HARBOUR), (), DEFAULTS, on_text=told.on_text
    )
    assert answer.text.startswith("“The harbour opened in 1931.” [2]")
    assert "The embedder is gone." in answer.notices[0]


def test_a_source_that_the_model_was_not_given_never_becomes_a_link() -> None:
    told = Told()
    model = FakeLanguageModel(
        "The harbour opened in 1931 [1]. It has four cranes [3].", context=700
    )
    answer = ask(found(HARBOUR, FERRY, LIGHTHOUSE * 20), model, told=told)
    assert [source.left_out for source in answer.sources] == [False, False, True]
    assert answer.text == "The harbour opened in 1931 [1]. It has four cranes (3)."
    assert told.shown == answer.text
    assert [source.used for source in answer.sources] == [True, False, False]


LONG_PASSAGE = " ".join(f"Crane {n} lifts {n * 3} tons over the quay." for n in range(30))


def test_twenty_turns_and_twelve_long_sources_leave_rules_and_a_long_question_whole() -> None:
    turns = tuple(Turn(f"Earlier question {n}?", "A long answer. " * 20) for n in range(20))
    question = f"When did the harbour open? {'Please be exact. ' * 200}"
    model = FakeLanguageModel("Crane 7 lifts 21 tons [1]. So does another [12].", context=2048)
    result = found(*[f"{LONG_PASSAGE} {n}" for n in range(12)])
    answer = ask(result, model, question, turns=turns)
    (messages,) = model.asked
    assert question.strip() in messages[-1].text
    assert "Use only what the numbered sources say" in messages[0].text
    used = sum(model.count_tokens([message.text for message in messages]))
    assert used + model.samplings[0].max_tokens <= 2048
    assert any("earlier questions" in notice for notice in answer.notices)
    assert any("for lack of room" in notice for notice in answer.notices)
    assert [source.n for source in answer.sources] == list(range(1, 13))
    assert "[1]" in answer.text
    assert "[12]" not in answer.text


def test_a_question_longer_than_the_context_is_quoted_to_and_says_why() -> None:
    model = FakeLanguageModel("x", context=2048)
    answer = ask(found(HARBOUR), model, "When did the harbour open? " * 600)
    assert model.asked == []
    assert answer.kind == "extractive"
    assert "too long for the language model" in answer.notices[0]
    assert "Shorten" in answer.notices[0]


def test_numbers_go_by_passages_not_files_and_stay_while_streaming_and_after_reload() -> None:
    files = ["/docs/a.pdf"] * 4 + ["/docs/b.pdf"] * 2 + ["/docs/c.pdf"] * 2
    texts = [f"Crane {n} lifts {n * 3} tons." for n in range(1, 9)]
    hits = tuple(hit(n, text, path=files[n - 1]) for n, text in enumerate(texts, start=1))
    result = SearchResult("the query", "found", hits, best=0.8, confidence=0.9)
    model = FakeLanguageModel(
        "Crane 6 lifts 18 tons [6]. Crane 9 is new [9].\n\n"
        "Sources:\n[1] a.pdf\n[2] b.pdf\n[3] c.pdf"
    )
    told = Told()
    answer = ask(result, model, "How much does crane 6 lift?", told=told)
    assert answer.text == "Crane 6 lifts 18 tons [6]. Crane 9 is new (9)."
    assert told.shown == answer.text
    assert [s.n for s in answer.sources if s.used] == [6]
    announced = told.announced[0]
    assert isinstance(announced, Answer)
    numbers = [(s.n, s.hit.chunk.id) for s in answer.sources]
    assert numbers == [(s.n, s.hit.chunk.id) for s in announced.sources]
    kept = msgspec.json.decode(msgspec.json.encode(answer), type=Answer)
    assert (kept.text, kept.sources) == (answer.text, answer.sources)


def test_sources_that_disagree_are_named() -> None:
    answer = ask(
        found("The harbour of Ystad opened in 1931.", "The harbour of Ystad opened in 1935.")
    )
    assert answer.notices[0].startswith("Sources 1 and 2 disagree")


def test_the_trace_names_steps_and_holds_no_text_of_question_or_document() -> None:
    answer = ask(found(HARBOUR), FakeLanguageModel("It opened in 1931 [1]."))
    assert [step.step for step in answer.trace] == [
        "decide",
        "token_vectors",
        "quote",
        "load_model",
        "write",
        "check",
    ]
    assert "harbour" not in repr(answer.trace)


def test_a_fact_is_asked_for_at_temperature_zero_and_other_things_at_the_set_one() -> None:
    model = FakeLanguageModel("It opened in 1931 [1].")
    ask(found(HARBOUR), model)
    ask(found(HARBOUR), model, "Describe how the harbour came to be")
    assert [s.temperature for s in model.samplings] == [0.0, 0.2]
