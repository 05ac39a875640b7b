from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from desktop_rag.domain.answer import Answer, AnswerSentence
from desktop_rag.domain.errors import InvalidRequest, ModelCrashed
from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.query import Filters
from desktop_rag.messages.ask import AnswerFinished, Ask, AskProgressed, TextStreamed
from desktop_rag.messages.search import HitsFound, Search
from tests.fakes.scripted_engine import ScriptedEngine
from tests.unit.cli import values
from tests.unit.cli.conftest import Run


@pytest.fixture
def finds(engine: ScriptedEngine) -> ScriptedEngine:
    engine.on(Search, lambda sent: HitsFound(values.result(sent.text, values.hit())))
    return engine


def test_a_hit_has_the_fields_of_the_contract(run: Run, finds: ScriptedEngine) -> None:
    ran = run("search", "how does the valve open", "--json")
    assert ran.status == 0
    shaped = ran.json
    assert shaped["query"] == "how does the valve open"
    assert shaped["outcome"] == "found"
    assert shaped["trace"] == [{"step": "keyword", "ms": 3.1, "in": 1, "out": 50}]
    (hit,) = shaped["hits"]
    assert hit["n"] == 1
    assert hit["chunk_id"] == "7"
    assert hit["path"] == "/docs/manual.pdf"
    assert hit["text"] == values.TEXT
    assert hit["scores"]["vector"] == {"rank": 2, "score": 0.71, "contribution": 0.0161}
    assert hit["scores"]["keyword"]["terms"] == 11.1
    assert hit["scores"]["rerank"]["name"] == "late_interaction"
    parts = sum(hit["scores"][tier]["contribution"] for tier in ("vector", "keyword"))
    assert parts == pytest.approx(hit["score"])


def test_the_page_is_that_of_the_focus_and_so_are_the_boxes(
    run: Run, finds: ScriptedEngine
) -> None:
    place = run("search", "valve", "--json").json["hits"][0]["place"]
    assert place["page"] == 4
    assert place["boxes"] == [[10.0, 20.0, 180.0, 32.0]]
    assert place["first_page"] == 3
    assert place["chars"] == [100, 100 + len(values.TEXT)]


def test_options_become_filters_and_settings(
    run: Run, finds: ScriptedEngine, tmp_path: Path
) -> None:
    run(
        *("search", "valve", "-k", "9", "--in", tmp_path, "--type", ".PDF", "--lang", "es"),
        *("--after", "2026-01-02", "--before", "2026-02-03T10:00", "--mode", "keyword"),
        *("--rerank", "none", "--expand", "rewrite", "--expand", "hyde"),
        *("--threshold", "adaptive:0.4", "--set", "retrieval.rrf_k=30"),
    )
    sent = finds.only(Search)
    assert sent.filters == Filters(
        under=(str(tmp_path),),
        types=("pdf",),
        after=datetime(2026, 1, 2).timestamp(),
        before=datetime(2026, 2, 3, 10).timestamp(),
        languages=("es",),
    )
    assert (sent.keep, sent.mode, sent.rerank) == (9, "keyword", "none")
    assert (sent.expand, sent.threshold) == (("rewrite", "hyde"), "adaptive:0.4")
    assert sent.overrides == {"retrieval.rrf_k": "30"}


@pytest.mark.parametrize(
    "options",
    [
        ("--set", "retrieval.rrf_k=0"),
        ("--set", "retrieval.nothing=1"),
        ("--set", "retrieval.keep"),
        ("--threshold", "often"),
        ("--after", "yesterday"),
        ("--expand", "guess"),
        ("--mode", "magic"),
        ("-k", "-1"),
        ("--bogus",),
        ("--queries", "also.jsonl"),
    ],
)
def test_an_option_that_is_wrong_is_said_before_anything_runs(
    run: Run, finds: ScriptedEngine, options: tuple[str, ...]
) -> None:
    ran = run("search", "valve", "--json", *options)
    assert (ran.status, ran.out) == (2, "")
    assert finds.seen == []


def test_an_empty_question_is_wrong_usage(run: Run, finds: ScriptedEngine) -> None:
    assert run("search", " ").status == 2
    assert run("ask", "").status == 2
    assert run("search").status == 2


def test_many_questions_give_one_line_each_in_order(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    def script(sent: Search) -> HitsFound | InvalidRequest:
        if sent.text == "bad":
            return InvalidRequest("The question is no question.", "Write another one.")
        return HitsFound(values.result(sent.text, values.hit()))

    engine.on(Search, script)
    file = tmp_path / "q.jsonl"
    texts = ["one", 'two "quoted" -minus', "bad", "four"]
    file.write_text("\n".join(json.dumps({"id": n, "text": t}) for n, t in enumerate(texts)) + "\n")
    ran = run("search", "--queries", file)
    assert [(line["id"], line["query"]) for line in ran.lines] == [
        (str(n), text) for n, text in enumerate(texts)
    ]
    assert [line["outcome"] for line in ran.lines] == ["found", "found", "failed", "found"]
    assert ran.lines[2]["message"] == "The question is no question."
    assert ran.status == 1
    assert not any(message.syntax for message in engine.seen if isinstance(message, Search))
    assert len(engine.libraries) == 1


def test_a_line_that_is_no_question_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": 1, "text": "a"}\n{"text": "b"}\n')
    ran = run("search", "--queries", file)
    assert ran.status == 2
    assert "Line 2 of" in ran.err
    assert run("ask", "--queries", tmp_path / "none.jsonl").status == 2


def test_nothing_found_is_no_failure(run: Run, engine: ScriptedEngine) -> None:
    engine.on(Search, lambda sent: HitsFound(values.result(sent.text)))
    ran = run("search", "zebra")
    assert ran.status == 0
    assert "Nothing was found." in ran.out


def test_a_search_that_failed_is_not_shown_as_nothing_found(
    run: Run, engine: ScriptedEngine
) -> None:
    broken = SearchResult("x", "failed", message="The index is damaged.", remedy="Run doctor.")
    engine.on(Search, lambda _: HitsFound(broken))
    ran = run("search", "x", "--json")
    assert ran.status == 3
    assert ran.json["outcome"] == "failed"
    assert ran.err == "The index is damaged. Run doctor.\n"


def test_scores_are_explained_on_request(run: Run, finds: ScriptedEngine) -> None:
    plain, explained = run("search", "valve").out, run("search", "valve", "--explain").out
    assert "manual.pdf, page 4" in plain
    assert "adds" not in plain
    assert "keyword: rank 1, score 12.4000, adds 0.01640" in explained


def test_an_answer_has_the_fields_of_the_contract(run: Run, engine: ScriptedEngine) -> None:
    engine.on(Ask, lambda sent: AnswerFinished(values.answer(sent.search.text)))
    ran = run("ask", "how does it open", "--json")
    assert ran.status == 0
    shaped = ran.json
    fields = (
        "id question outcome answer kind sentences sources model prompt_template tokens "
        "first_token_ms took_ms trace"
    )
    assert shaped.keys() >= set(fields.split())
    assert shaped["sentences"][0].items() >= {"citations": [1], "support": "supported"}.items()
    assert [(source["n"], source["used"]) for source in shaped["sources"]] == [
        (1, True),
        (2, False),
    ]
    assert shaped["tokens"] == {"prompt": 0, "reused": 0, "answer": 0}
    assert engine.only(Ask).keep_conversation is False


def test_an_answer_is_written_as_it_comes_and_never_twice(run: Run, engine: ScriptedEngine) -> None:
    engine.on(
        Ask,
        lambda sent: [
            AskProgressed("writing"),
            TextStreamed("It opens "),
            TextStreamed("slowly"),
            TextStreamed("It opens slowly [1].", replace=True),
            AnswerFinished(values.answer(sent.search.text)),
        ],
    )
    out = run("ask", "how", "does", "it", "open").out
    assert out.startswith("It opens slowly [1].\n\nSources\n[1] manual.pdf, page 4")
    assert out.count("slowly") == 1
    assert out.count("(not used)") == 1
    assert engine.only(Ask).search.text == "how does it open"


def test_an_answer_that_was_changed_is_said_again_whole(run: Run, engine: ScriptedEngine) -> None:
    engine.on(
        Ask,
        lambda sent: [
            TextStreamed("It may open"),
            AnswerFinished(values.answer(sent.search.text)),
        ],
    )
    out = run("ask", "q").out
    assert "It may open\n\nAs it was checked against the sources:\n\nIt opens slowly [1].\n" in out


def test_what_is_not_in_the_documents_is_no_failure(run: Run, engine: ScriptedEngine) -> None:
    refusal = Answer("q", "not_in_documents", "Not in your documents.", "extractive", remedy="Ask.")
    engine.on(Ask, lambda _: AnswerFinished(refusal))
    ran = run("ask", "q")
    assert ran.status == 0
    assert "Not in your documents." in ran.out


def test_an_answer_that_failed_gives_status_3(run: Run, engine: ScriptedEngine) -> None:
    engine.on(Ask, lambda _: ModelCrashed("The model died.", "Ask again."))
    ran = run("ask", "q", "--json")
    assert (ran.status, ran.out, ran.err) == (3, "", "The model died. Ask again.\n")


def test_many_asked_give_one_line_each(run: Run, engine: ScriptedEngine, tmp_path: Path) -> None:
    engine.on(Ask, lambda sent: AnswerFinished(values.answer(sent.search.text)))
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "a", "text": "one"}\n{"id": "b", "text": "two"}\n')
    ran = run("ask", "--queries", file, "--json")
    assert [(line["id"], line["question"]) for line in ran.lines] == [("a", "one"), ("b", "two")]


def test_sentences_that_no_source_bears_out_are_named(run: Run, engine: ScriptedEngine) -> None:
    doubted = Answer(
        "q",
        "answered",
        "It opens slowly [1]. It costs nine euros.",
        "generated",
        sentences=(
            AnswerSentence("It opens slowly [1].", (0, 20), (1,), "supported", 0.9),
            AnswerSentence("It costs nine euros.", (21, 41), (), "uncited", 0.1),
        ),
    )
    engine.on(Ask, lambda sent: [AnswerFinished(doubted)])
    out = run("ask", "q").out
    assert "Not borne out by the sources\n? It costs nine euros.\n" in out
    assert "? It opens slowly" not in out


def test_what_a_person_should_know_of_a_search_goes_to_stderr_and_into_the_json(
    run: Run, engine: ScriptedEngine
) -> None:
    leaving = "Questions and passages of your documents are sent to rerank.example.org."
    found = replace(
        values.result("valve", values.hit()),
        notices=(leaving,),
        message="Only a part of the search worked.",
        remedy="Run the doctor.",
    )
    engine.on(Search, lambda sent: HitsFound(found))
    spoken = run("search", "valve")
    assert leaving not in spoken.out
    assert spoken.err.splitlines() == ["Only a part of the search worked. Run the doctor.", leaving]
    shaped = run("search", "valve", "--json")
    assert shaped.json["notices"] == [leaving]
    assert shaped.err.splitlines() == [leaving]
