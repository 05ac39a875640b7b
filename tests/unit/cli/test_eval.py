from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import SearchResult, TraceStep
from desktop_rag.messages.ask import AnswerFinished, Ask
from desktop_rag.messages.common import Shutdown
from desktop_rag.messages.library import AddPaths, GetStatus
from desktop_rag.messages.search import HitsFound, Search
from tests.fakes.scripted_engine import ScriptedEngine
from tests.unit.cli import values
from tests.unit.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    base = tmp_path / "set"
    (base / "files").mkdir(parents=True)
    (base / "files" / "manual.pdf").touch()
    (base / "files" / "notes.md").touch()
    (base / "queries.jsonl").write_text(
        '{"id": "q1", "text": "one", "answers": ["slowly"]}\n'
        '{"id": "q2", "text": "two"}\n'
        '{"id": "q3", "text": "three", "answerable": false}\n'
    )
    (base / "qrels.tsv").write_text(
        "query_id\tdoc_id\trelevance\nq1\tmanual\t1\nq2\tmanual#page=9\t1\nq2\tnotes\t1\n"
    )
    return base


@pytest.fixture
def measured(engine: ScriptedEngine) -> ScriptedEngine:
    def found(sent: Search) -> HitsFound:
        hits = [values.hit("/docs/other.md"), values.hit("/docs/other.md"), values.hit()]
        if sent.text == "two":
            hits = [values.hit("/docs/notes.v2.md"), values.hit("/docs/notes.md")]
        return HitsFound(values.result(sent.text, *hits))

    def answered(sent: Ask) -> AnswerFinished:
        if sent.search.text == "three":
            return AnswerFinished(Answer("three", "not_in_documents", "No.", "extractive"))
        return AnswerFinished(values.answer(sent.search.text))

    engine.on(AddPaths, lambda _: values.added())
    engine.on(GetStatus, lambda _: values.status())
    return engine.on(Search, found).on(Ask, answered)


def test_a_set_is_measured_in_a_library_that_is_gone_after(
    run: Run, measured: ScriptedEngine, folder: Path
) -> None:
    ran = run("eval", folder, "--json", "--mode", "vector", "--set", "indexing.flatten_data=false")
    assert ran.status == 0
    report = ran.json
    assert (report["queries"], report["judged"]) == (3, 2)
    assert (report["files"], report["chunks"]) == (4, 12)
    assert report["recall"] == {"1": 0.0, "5": 0.75, "10": 0.75, "20": 0.75}
    assert report["mrr"] == 0.5
    assert set(report["ms"]) == {"p50", "p95"}
    assert report["answers"]["refusal_accuracy"] == 1.0
    assert report["answers"]["false_refusals"] == 0.0
    assert report["answers"]["holds_answer"] == 1.0
    sent = measured.only(AddPaths)
    assert sent.paths == (str(folder / "files"),)
    assert sent.overrides == {"indexing.flatten_data": "false"}
    searches = [message for message in measured.seen if isinstance(message, Search)]
    assert all(search.mode == "vector" and search.keep == 20 for search in searches)
    assert isinstance(measured.seen[-1], Shutdown)
    (library,) = measured.libraries
    assert not library.exists()


def test_answers_can_be_left_out(run: Run, measured: ScriptedEngine, folder: Path) -> None:
    assert run("eval", folder, "--json", "--no-answers").json["answers"] == {}
    assert not any(isinstance(message, Ask) for message in measured.seen)


def test_a_named_library_is_kept(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path
) -> None:
    run("eval", folder, "--json", "--library", tmp_path / "mine")
    assert measured.libraries == [tmp_path / "mine"]
    assert not any(isinstance(message, Shutdown) for message in measured.seen)


def test_two_settings_are_compared_with_intervals(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path
) -> None:
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text("[indexing]\nflatten_data = false\n")
    b.write_text("[retrieval]\nrrf_k = 30\n")
    report = run("eval", folder, "--json", "--no-answers", "--compare", a, b).json
    assert report["difference"]["recall@5"]["difference"] == 0.0
    assert report["a"]["queries"] == report["b"]["queries"] == 3
    added = [message for message in measured.seen if isinstance(message, AddPaths)]
    assert [message.overrides for message in added] == [{"indexing.flatten_data": "false"}, {}]
    searches = [message for message in measured.seen if isinstance(message, Search)]
    assert searches[-1].overrides == {"retrieval.rrf_k": "30"}
    assert len(measured.libraries) == 2
    assert report["questions"] == []  # nothing came out differently


def test_questions_that_came_out_differently_are_listed(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path
) -> None:
    def found(sent: Search) -> HitsFound:
        path = "/docs/manual.pdf" if sent.overrides.get("retrieval.rrf_k") else "/docs/other.md"
        return HitsFound(values.result(sent.text, values.hit(path)))

    measured.on(Search, found)
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text("")
    b.write_text("[retrieval]\nrrf_k = 30\n")
    report = run("eval", folder, "--json", "--no-answers", "--compare", a, b).json
    assert report["questions"] == [
        {
            "id": "q1",
            "text": "one",
            "a": {"ndcg@10": 0.0, "mrr": 0.0, "recall@5": 0.0},
            "b": {"ndcg@10": 1.0, "mrr": 1.0, "recall@5": 1.0},
        }
    ]


def test_a_file_that_failed_gives_status_1(
    run: Run, measured: ScriptedEngine, folder: Path
) -> None:
    measured.on(AddPaths, lambda _: values.added(values.entry("/d/a.pdf", "failed", "Damaged.")))
    ran = run("eval", folder, "--json", "--no-answers")
    assert ran.status == 1
    assert ran.json["failures"] == 1


def test_a_folder_that_is_no_question_set_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    ran = run("eval", tmp_path, "--json")
    assert (ran.status, ran.out) == (2, "")


def _searches(engine: ScriptedEngine) -> list[Search]:
    return [message for message in engine.seen if isinstance(message, Search)]


def _told(engine: ScriptedEngine, note: str, *notices: str) -> None:
    """Every search tells of its reranker."""

    def found(sent: Search) -> HitsFound:
        result = values.result(sent.text, values.hit())
        step = TraceStep("rerank", 0.1, 1, 1, note=note)
        return HitsFound(replace(result, trace=(*result.trace, step), notices=notices))

    engine.on(Search, found)


@pytest.mark.parametrize(
    ("notices", "sentence"),
    [
        ((), "The step rerank failed: No model is chosen for reranking."),
        (("Not reranked. No model is chosen for reranking.",), "Not reranked. No model is chosen"),
    ],
)
def test_a_step_that_never_ran_is_said_once_and_gives_status_1(
    run: Run, measured: ScriptedEngine, folder: Path, notices: tuple[str, ...], sentence: str
) -> None:
    _told(measured, "failed: model_missing; No model is chosen for reranking.", *notices)
    ran = run("eval", folder, "--json", "--no-answers", "--rerank", "cross_encoder")
    assert ran.status == 1
    assert (ran.json["failures"], ran.json["degraded"]) == (0, 3)
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith(sentence)
    assert "(3 of 3 questions)" in ran.err
    assert ran.json["notices"] == [ran.err.strip()]


def test_that_passages_leave_this_machine_is_said_and_is_no_failure(
    run: Run, measured: ScriptedEngine, folder: Path
) -> None:
    away = "Passages are sent to rerank.example."
    _told(measured, away, away)
    ran = run("eval", folder, "--json", "--no-answers")
    assert (ran.status, ran.json["degraded"]) == (0, 0)
    assert ran.err == f"{away} (3 of 3 questions)\n"


def test_a_side_of_a_comparison_that_did_not_run_as_wanted_is_named(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path
) -> None:
    _told(measured, "failed: timed_out; Too late.")
    (tmp_path / "a.toml").touch()
    pair = (tmp_path / "a.toml", tmp_path / "a.toml")
    ran = run("eval", folder, "--json", "--no-answers", "--compare", *pair)
    assert ran.status == 1
    assert [line[:3] for line in ran.err.splitlines()] == ["A: ", "B: "]
    assert ran.json["a"]["degraded"] == ran.json["b"]["degraded"] == 3


def test_why_a_search_failed_is_said(run: Run, measured: ScriptedEngine, folder: Path) -> None:
    failed = SearchResult("q", "failed", message="The index is damaged.", remedy="Mend it.")
    measured.on(Search, lambda _: HitsFound(failed))
    ran = run("eval", folder, "--json", "--no-answers")
    assert (ran.status, ran.json["failures"], ran.json["degraded"]) == (1, 3, 0)
    assert "The index is damaged. Mend it. (3 of 3 questions)" in ran.err


def test_an_answer_that_was_only_quoted_for_want_of_a_model_is_said(
    run: Run, measured: ScriptedEngine, folder: Path
) -> None:
    def answered(sent: Ask) -> AnswerFinished:
        answer = values.answer(sent.search.text)
        instead = "Quoted instead: no language model is chosen."
        return AnswerFinished(replace(answer, notices=(instead,), remedy="Choose one."))

    measured.on(Ask, answered)
    ran = run("eval", folder, "--json", "--set", "answering.kind=generated")
    assert (ran.status, ran.json["degraded"]) == (1, 3)
    assert ran.err == "Quoted instead: no language model is chosen. (3 of 3 questions)\n"


def test_every_value_that_stands_in_a_settings_file_counts(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path
) -> None:
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text('[retrieval]\nrerank = "late_interaction"\nrrf_k = 60\nadapt_weights = true\n')
    b.write_text('[retrieval]\nmode = "keyword"\npreprocessors = []\nthreshold = "none"\n')
    options = ("--rerank", "none", "--mode", "vector", "--threshold", "fixed:0.9")
    setting = ("--set", "retrieval.rrf_k=5", "--expand", "hyde")
    run("eval", folder, "--json", "--no-answers", "--compare", a, b, *options, *setting)
    searches = _searches(measured)
    first, last = searches[0], searches[-1]
    assert first.overrides == {
        "retrieval.adapt_weights": "true",
        "retrieval.rerank": "late_interaction",
        "retrieval.rrf_k": "60",
    }
    assert (first.rerank, first.mode, first.threshold) == ("", "vector", "fixed:0.9")
    assert last.overrides == {
        "retrieval.mode": "keyword",
        "retrieval.preprocessors": "[]",
        "retrieval.rrf_k": "5",
        "retrieval.threshold": "none",
    }
    assert (last.rerank, last.mode, last.threshold, last.expand) == ("none", None, "", ())


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[retrieval]\nrerankr = 'none'\n", "retrieval.rerankr"),
        ("[retreival]\nrerank = 'none'\n", "retreival"),
        ("[retrieval]\nrerank = 5\n", "retrieval.rerank"),
        ("retrieval = 5\n", "retrieval"),
    ],
)
def test_what_is_wrong_in_a_settings_file_is_named(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path, text: str, key: str
) -> None:
    (tmp_path / "a.toml").write_text(text)
    (tmp_path / "b.toml").touch()
    ran = run("eval", folder, "--json", "--compare", tmp_path / "a.toml", tmp_path / "b.toml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"{key} in the settings file {tmp_path / 'a.toml'}")
    assert measured.seen == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[models]\nembedder = '/models/other'\n", "models.embedder"),
        ("[indexing]\nsettle_ms = 50\n", "indexing.settle_ms"),
        ("[application]\nlinger_s = 5\n", "application.linger_s"),
    ],
)
def test_a_setting_that_one_measurement_cannot_have_is_refused(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path, text: str, key: str
) -> None:
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.touch()
    b.write_text(text)
    ran = run("eval", folder, "--json", "--compare", a, b)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"{key} in {b} cannot be tried")
    assert "--library" in ran.err
    name, value = key, text.rpartition("= ")[2].strip().strip("'")
    ran = run("eval", folder, "--json", "--set", f"{name}={value}")
    assert ran.status == 2
    assert ran.err.startswith(f"{key} in --set cannot be tried")
    assert measured.seen == []


def test_a_copy_of_the_settings_in_use_is_not_refused(
    run: Run, measured: ScriptedEngine, folder: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "home" / "config" / "settings.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text("[models]\nembedder = '/models/mine'\n")
    assert run("eval", folder, "--json", "--compare", mine, mine).status == 0


def test_a_bad_question_set_is_wrong_usage(
    run: Run, measured: ScriptedEngine, folder: Path
) -> None:
    with (folder / "qrels.tsv").open("a") as qrels:
        qrels.write("one\n")
    ran = run("eval", folder, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "qrels.tsv, line " in ran.err
    assert measured.seen == []


def test_a_judged_document_that_is_not_there_is_told(
    run: Run, measured: ScriptedEngine, folder: Path
) -> None:
    (folder / "files" / "notes.md").unlink()
    ran = run("eval", folder, "--json")
    assert ran.status == 0
    assert "for example 'notes'; they count as not found" in ran.err
