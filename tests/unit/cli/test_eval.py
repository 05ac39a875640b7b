from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.domain.answer import Answer
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
