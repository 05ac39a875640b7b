"""Finding as a person does it: the question box, the command line, follow-ups, counting."""

from __future__ import annotations

import base64
import json
import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.query import Filters
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client
from desktop_rag.messages.ask import AnswerFinished, Ask
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.database import Database
from desktop_rag.stores.traces import Traces
from tests.end_to_end.driving import engine, eventually, quiet, run, run_json, status

pytestmark = pytest.mark.slow

_LAMPS = {
    "notes/green.md": "# Lamps\n\nThe green lamp stands on the old desk.\n",
    "notes/red.md": "# Lamps\n\nThe red lamp is broken. The desk is green.\n",
    "bills/lamp.txt": "Invoice 12: one green lamp, 40 euro.\n",
    "bills/desk.txt": "Invoice 13: one desk, 90 euro.\n",
}


@pytest.fixture
def lamps(library: Path, documents: Path) -> Path:
    """Four files about lamps and desks; the notes are from 2020."""
    old = time.mktime((2020, 5, 1, 12, 0, 0, 0, 0, -1))
    for name, text in _LAMPS.items():
        path = documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        if name.startswith("notes"):
            os.utime(path, (old, old))
    assert run("add", str(documents), "--library", str(library)).returncode == 0
    return library


def _found(library: Path, text: str, *more: str) -> list[str]:
    found = run_json("search", text, "--mode", "keyword", "--library", str(library), *more)
    return sorted(Path(hit["path"]).name for hit in found["hits"])


def test_the_question_box_counting_and_what_is_set_for_one_call(lamps: Path) -> None:
    _syntax_works(lamps)
    _documents_are_counted("--library", str(lamps))
    _a_server_reranks("--library", str(lamps))
    _a_call_may_keep_its_question(lamps)


def _syntax_works(lamps: Path) -> None:
    wanted = {
        '"green lamp"': ["green.md", "lamp.txt"],
        '"green lamp" -invoice': ["green.md"],
        "lamp path:bills": ["lamp.txt"],
        "lamp type:md": ["green.md", "red.md"],
        "lamp after:2021": ["lamp.txt"],
        "lamp before:2021-01-01 -broken": ["green.md"],
        "lamp after:soon": ["green.md", "lamp.txt", "red.md"],  # no date, so two more words
    }
    for text, names in wanted.items():
        assert _found(lamps, text) == names, text
    client = attach(lamps, role="test")  # as the window asks: while typing, with a first part
    for text, names in wanted.items():
        search = Search(text, keep=20, mode="keyword", partial=True)
        hits = client.ask(search, HitsFound, timeout=60).result.hits
        assert sorted(Path(hit.file.path).name for hit in hits) == names, text
    client.close()


def _a_call_may_keep_its_question(lamps: Path) -> None:
    library = ("--library", str(lamps))
    keeping = ("--set", "retrieval.log_queries=true")
    run_json("ask", "Where does the old desk stand?", *library, *keeping)
    run_json("search", "broken lamp", *library, *keeping)
    run_json("search", "nothing of this is kept", *library)
    kept = {
        ("ask", None),
        ("ask", "Where does the old desk stand?"),
        ("search", "broken lamp"),
        ("search", None),
    }
    eventually(lambda: _traces(lamps) == kept, 20, "the records are written")


def _documents_are_counted(*library: str) -> None:
    counted = run_json("ask", "How many documents mention a green lamp?", *library)
    assert counted["outcome"] == "answered"
    assert counted["kind"] == "extractive"
    assert counted["answer"].splitlines()[0] == "2 of 4 files have “green lamp” in the text:"
    assert [s["n"] for s in counted["sources"]] == [1, 2]
    assert all(f"[{s['n']}]" in counted["answer"] for s in counted["sources"])
    assert "count" in [step["step"] for step in counted["trace"]]
    spoken = run("ask", "¿Qué facturas mencionan la lámpara?", *library)
    assert "Ninguno de 4 archivos" in spoken.stdout
    ordinary = run_json("ask", "How much did the green lamp cost?", *library)
    assert "40 euro" in ordinary["answer"]
    assert "count" not in [step["step"] for step in ordinary["trace"]]


def _a_server_reranks(*library: str) -> None:
    with _longest_first() as url:
        chosen = ("--rerank", "http_rerank", "--set", f"retrieval.rerank_url={url}")
        found = run_json("search", "lamp", *library, *chosen)
    lengths = [len(hit["text"]) for hit in found["hits"]]
    assert lengths == sorted(lengths, reverse=True)
    assert {hit["scores"]["rerank"]["name"] for hit in found["hits"]} == {"http_rerank"}
    assert "notices" not in found  # it is this machine


def _traces(library: Path) -> set[tuple[str, str | None]]:
    database = Database(LibraryPaths(library).database)
    database.open()
    try:
        return {(trace.kind, trace.text) for trace in Traces(database, SystemClock()).recent()}
    finally:
        database.close()


@contextmanager
def _longest_first() -> Iterator[str]:
    """A rerank server on this machine that likes long passages."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            results = [
                {"index": n, "relevance_score": float(len(text))}
                for n, text in enumerate(body["documents"])
            ]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"results": results}).encode())

        def log_message(self, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_long_passages_absent_answers_and_follow_ups(library: Path, documents: Path) -> None:
    tails = _write_long_passages(documents)
    (documents / "boat.md").write_text(
        "# The boat Gaviota\n\nThe Gaviota is eleven metres long and carries two masts.\n\n"
        "Its hull was painted green in 2019 by Ines Lois.\n"
    )
    assert run("add", str(documents), "--library", str(library)).returncode == 0
    with engine(library) as client:
        quiet(client)
        _tails_are_found(client, tails)
        _absent_is_refused_and_a_follow_up_understood(client)


def _write_long_passages(documents: Path) -> dict[str, str]:
    """Dense passages far longer than the window, each with an answer as its last sentence."""
    chance = random.Random(4)
    tails = {
        "dense.txt": "The spare key of the cellar hangs behind the blue flowerpot.",
        "code.txt": "The old piano is tuned every second spring by Marta.",
        "han.txt": "Our bees survived the winter in the orchard of the monastery.",
    }
    bodies = {
        "dense.txt": base64.b64encode(chance.randbytes(1500)).decode(),
        "code.txt": "".join(f"x{n}=y[{n}]^{chance.randrange(999)};" for n in range(110)),
        "han.txt": "的一是在不了有和人这中大为上个国" * 90,
    }
    for name, tail in tails.items():
        (documents / name).write_text(f"{bodies[name]} {tail}\n")
    for n in range(12):
        (documents / f"other{n}.txt").write_text(f"Minutes of meeting {n} on the yearly budget.\n")
    return tails


def _tails_are_found(client: Client, tails: dict[str, str]) -> None:
    counts = status(client)
    assert counts.vectors >= counts.chunks + 9  # each long passage has several
    for question, name in (
        ("where is the key hidden", "dense.txt"),
        ("who tunes the piano", "code.txt"),
        ("did the bees survive", "han.txt"),
    ):
        hits = client.ask(Search(question, mode="vector"), HitsFound, timeout=60).result.hits
        assert Path(hits[0].file.path).name == name, question
        assert tails[name] in hits[0].chunk.text


def _absent_is_refused_and_a_follow_up_understood(client: Client) -> None:
    absent = "Which vaccine did the hospital order for malaria?"
    conversation, first = _ask(client, absent, 0)
    _refused(first)
    _, present = _ask(client, "How long is the boat Gaviota?", conversation)
    assert present.outcome == "answered"
    assert "eleven metres" in present.text
    assert "[1]" in present.text
    _, again = _ask(client, absent, conversation)
    _refused(again)
    _ask(client, "How long is the boat Gaviota?", conversation)
    _, follow = _ask(client, "and who painted it?", conversation)
    assert follow.outcome == "answered"
    assert "Ines Lois" in follow.text
    assert Path(follow.sources[0].hit.file.path).name == "boat.md"
    assert follow.sources[0].used


def _ask(client: Client, text: str, conversation: int) -> tuple[int, Answer]:
    asked = Ask(Search(text, filters=Filters()), conversation=conversation)
    done = client.ask(asked, AnswerFinished, timeout=120)
    return done.conversation, done.answer


def _refused(answer: Answer) -> None:
    assert answer.outcome == "not_in_documents"
    assert "[" not in answer.text
    assert not any(source.used for source in answer.sources)


def test_two_settings_are_compared_on_a_set_of_questions(tmp_path: Path) -> None:
    files = tmp_path / "set" / "files"
    files.mkdir(parents=True)
    facts = {
        "boat": ("The boat Gaviota was painted by Marta.", "Who painted the boat?", "Marta"),
        "mill": ("The mill was built in 1871.", "In which year was the mill built?", "1871"),
        "bees": ("Bees sleep in the orchard in winter.", "Where do bees sleep?", "orchard"),
    }
    queries, judgements = [], ["query_id\tdoc_id\trelevance"]
    for name, (text, question, answer) in facts.items():
        (files / f"{name}.txt").write_text(text)
        queries.append({"id": name, "text": question, "answers": [answer]})
        judgements.append(f"{name}\t{name}\t1")
    queries.append({"id": "absent", "text": "Which vaccine is for malaria?", "answerable": False})
    (files.parent / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)) + "\n")
    (files.parent / "qrels.tsv").write_text("\n".join(judgements) + "\n")
    strict, usual = tmp_path / "strict.toml", tmp_path / "usual.toml"
    strict.write_text('[retrieval]\nthreshold = "fixed:0.99"\n')  # lets nothing through
    usual.write_text("")

    report = run_json("eval", str(files.parent), "--compare", str(strict), str(usual))
    assert report["a"]["recall"]["1"] == 0.0
    assert report["b"]["recall"]["1"] == 1.0
    assert report["a"]["answers"]["false_refusals"] == 1.0
    answers = report["b"]["answers"]
    assert answers["holds_answer"] == answers["citation_accuracy"] == 1.0
    assert answers["refusal_accuracy"] == 1.0
    assert 0 < answers["token_f1"] < 1
    assert {"recall@1", "ndcg@10", "token_f1", "exact_match"} <= set(report["difference"])
    gain = report["difference"]["recall@1"]
    assert (gain["difference"], gain["low"], gain["high"], gain["clear"]) == (1.0, 1.0, 1.0, True)
    assert sorted(question["id"] for question in report["questions"]) == ["bees", "boat", "mill"]
    assert report["questions"][0]["a"]["recall@5"] == 0.0
    assert report["questions"][0]["b"]["recall@5"] == 1.0
