"""The commands of the contract, as a script would use them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_rag.host.resources import resource
from tests.end_to_end.driving import run, run_json

pytestmark = pytest.mark.slow


def test_sample_library_in_and_cited_answer_out(library: Path) -> None:
    sample = str(resource("sample_library"))
    added = run("add", sample, "--library", str(library))
    assert added.returncode == 0, added.stderr
    answer = run_json(
        "ask", "With what torque are the bolts of the lid tightened?", "--library", str(library)
    )
    assert answer["outcome"] == "answered"
    assert "55 newton metres" in answer["answer"]
    assert "[1]" in answer["answer"]
    used = [source for source in answer["sources"] if source["used"]]
    assert used
    assert all(Path(source["path"]).is_file() for source in used)


def test_search_gives_hits_whose_parts_add_up(library: Path, documents: Path) -> None:
    for name in ("red", "green", "blue"):
        (documents / f"{name}.md").write_text(
            f"# {name}\n\nThe {name} lamp is on the {name} desk.\n"
        )
    run("add", str(documents), "--library", str(library))
    found = run_json("search", "green lamp", "--library", str(library))
    assert found["outcome"] == "found"
    assert found["hits"][0]["path"].endswith("green.md")
    for hit in found["hits"]:
        parts = hit["scores"].get("keyword")
        if parts:
            total = parts["phrase"] + parts["terms"] + parts["fuzzy"]
            assert total == pytest.approx(parts["score"], abs=1e-3)


def test_many_queries_come_back_in_order(library: Path, documents: Path, tmp_path: Path) -> None:
    (documents / "a.txt").write_text("Alpha particles are helium nuclei.\n")
    (documents / "b.txt").write_text("Beta particles are electrons.\n")
    run("add", str(documents), "--library", str(library))
    queries = tmp_path / "queries.jsonl"
    queries.write_text(
        "".join(
            json.dumps({"id": f"q{n}", "text": t}) + "\n"
            for n, t in enumerate(["alpha helium", "beta electrons", "nothing here xyzzy"])
        )
    )
    done = run("search", "--queries", str(queries), "--json", "--library", str(library))
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["id"] for line in lines] == ["q0", "q1", "q2"]
    assert lines[0]["hits"][0]["path"].endswith("a.txt")
    assert lines[1]["hits"][0]["path"].endswith("b.txt")


def test_bad_files_do_not_stop_the_others(library: Path, documents: Path) -> None:
    (documents / "good.txt").write_text("The good file speaks of hedgehogs.\n")
    (documents / "broken.pdf").write_bytes(b"%PDF-1.7 this is not really one")
    (documents / "empty.txt").write_bytes(b"")
    (documents / "program.bin").write_bytes(bytes(range(256)) * 20)
    (documents / ".env").write_text("SECRET=1")
    added = run("add", str(documents), "--library", str(library))
    assert added.returncode == 1
    lines = [
        json.loads(line)
        for line in run("files", "--json", "--library", str(library)).stdout.splitlines()
    ]
    states = {Path(line["path"]).name: line["state"] for line in lines}
    assert states["good.txt"] == "indexed"
    assert states["broken.pdf"] == "failed"
    assert states["empty.txt"] == "empty"
    assert states["program.bin"] == "skipped"
    assert states[".env"] == "skipped"
    assert all(line["reason"] and line["remedy"] for line in lines if line["state"] != "indexed")


@pytest.mark.parametrize(
    ("arguments", "exit_status"),
    [
        (("search", ""), 2),
        (("search", "x" * 10_000), 2),
        (("add", "no/such/place"), 2),
        (("search", "x", "--set", "retrieval.keep=900"), 2),
        (("nonsense",), 2),
    ],
)
def test_wrong_use_is_said_in_one_sentence(
    library: Path, arguments: tuple[str, ...], exit_status: int
) -> None:
    done = run(*arguments, "--library", str(library))
    assert done.returncode == exit_status, (done.stdout, done.stderr)
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_status_and_doctor_speak_json(library: Path, documents: Path) -> None:
    (documents / "a.txt").write_text("Something to index.\n")
    run("add", str(documents), "--library", str(library))
    state = run_json("status", "--library", str(library))
    assert state["files"]["indexed"] == 1
    assert state["network"] == {"connections_made": 0}
    assert state["work"] == {"files_read": 1, "chunks_embedded": 1}
    report = run_json("doctor", "--library", str(library))
    assert report["healthy"]


def test_self_test_passes() -> None:
    done = run("self-test", timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_reader_that_has_had_enough_is_no_fault(
    library: Path, documents: Path, form: tuple[str, ...]
) -> None:
    for number in range(400):
        (documents / f"{number:03} {'long name ' * 8}.xyz").write_bytes(b"\x00\x01")
    run("add", str(documents), "--library", str(library))
    command = [sys.executable, "-m", "desktop_rag", "files", *form, "--library", str(library)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(60) in (0, 1)
    assert said == b""
