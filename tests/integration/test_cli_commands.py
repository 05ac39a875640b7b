"""The commands as processes, over a real engine, a real index and the starter models."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.domain.errors import EngineUnavailable
from desktop_rag.host.resources import resource
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.link.attach import attach
from desktop_rag.messages.common import Shutdown

pytestmark = pytest.mark.skipif(
    starter_embedder() is None, reason="the starter embedder is not installed"
)


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: object, timeout: float = 120) -> Ran:
    ran = subprocess.run(
        [sys.executable, "-m", "desktop_rag", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def library(own_home: Path) -> Iterator[Path]:
    folder = own_home / "library"
    yield folder
    try:
        engine = attach(folder, role="test", start=False)
    except EngineUnavailable:
        return
    engine.call(Shutdown(), timeout=30)
    engine.close()


def test_the_self_test_passes(own_home: Path) -> None:
    ran = run("self-test", "--json")
    assert ran.status == 0, ran.err
    (report,) = ran.lines
    assert report["passed"]
    assert report["took_s"] < 60
    assert "main switch" in report["answer"]["answer"]
    assert list((own_home / "temporary").iterdir()) == []


def test_add_search_ask_and_remove(library: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for path in resource("sample_library").iterdir():
        (docs / path.name).write_bytes(path.read_bytes())
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7\nthis is none")
    before = {path.name: path.stat().st_mtime_ns for path in docs.iterdir()}

    added = run("add", docs, "--json")
    assert added.status == 1
    assert [os.path.basename(p["path"]) for p in added.lines[0]["problems"]] == ["broken.pdf"]
    assert added.lines[0]["indexed"] == len(before) - 1

    states = {os.path.basename(f["path"]): f["state"] for f in run("files", "--json").lines}
    assert states.pop("broken.pdf") == "failed"
    assert set(states.values()) == {"indexed"}

    questions = tmp_path / "q.jsonl"
    wanted = {
        "What does error E-12 mean?": {"pump_manual.md", "controller.json", "alarms.ts"},
        "¿Qué hay que llevar a una visita?": {"guia_de_visitas.pdf"},
        "torque of the lid bolts": {"data_sheet.pdf"},
        "GSK-041": {"spare_parts.csv", "pump_manual.md", "meeting_2026-03-12.md"},
    }
    questions.write_text("".join(json.dumps({"id": q, "text": q}) + "\n" for q in wanted))
    for line in run("search", "--queries", questions).lines:
        assert line["outcome"] == "found"
        first = line["hits"][0]
        assert os.path.basename(first["path"]) in wanted[line["id"]]
        tiers = [first["scores"][t] for t in ("keyword", "vector") if t in first["scores"]]
        assert sum(t["contribution"] for t in tiers) == pytest.approx(first["fused"])

    (answer,) = run(
        *("ask", "When is the observatory open to visitors?", "--json"),
        *("--set", "answering.kind=extractive"),
    ).lines
    assert answer["outcome"] == "answered"
    assert "Friday" in answer["answer"]
    assert any(source["used"] for source in answer["sources"])

    (status,) = run("status", "--json").lines
    assert status["files"]["indexed"] == len(before) - 1
    assert status["network"]["connections_made"] == 0
    assert run("doctor", "--json").lines[0]["healthy"]

    assert run("remove", docs, "--json").lines[0]["forgotten"] == len(before)
    assert run("files", "--json").lines == []
    after = {path.name: path.stat().st_mtime_ns for path in docs.iterdir()}
    assert after == before


def test_a_question_set_is_measured(own_home: Path, tmp_path: Path) -> None:
    base = tmp_path / "set"
    (base / "files").mkdir(parents=True)
    facts = {"dome": "The dome is closed in strong wind.", "seal": "The seal drips seldom."}
    for name, text in facts.items():
        (base / "files" / f"{name}.txt").write_text(text)
    (base / "queries.jsonl").write_text(
        '{"id": "1", "text": "when is the dome closed", "answers": ["strong wind"]}\n'
        '{"id": "2", "text": "does the seal drip", "answers": ["seldom"]}\n'
    )
    (base / "qrels.tsv").write_text("query_id\tdoc_id\trelevance\n1\tdome\t1\n2\tseal\t1\n")
    ran = run("eval", base, "--json")
    assert ran.status == 0, ran.err
    (report,) = ran.lines
    assert report["recall"]["1"] == 1.0
    assert report["mrr"] == 1.0
    assert (report["queries"], report["files"]) == (2, 2)
    assert report["answers"]["holds_answer"] == 1.0


def test_a_library_on_a_path_that_is_a_file_is_said_plainly(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    ran = run("status", "--json", "--library", file / "library")
    assert ran.status == 3
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1
