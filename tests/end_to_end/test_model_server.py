"""A model on a server, chosen on the command line and asked by the real engine."""

from __future__ import annotations

from pathlib import Path

from tests.end_to_end.driving import run, run_json, stop_engine
from tests.fakes.chat_server import ChatServer


def test_a_server_on_this_machine_writes_answers_and_nothing_else_is_contacted(
    tmp_path: Path,
) -> None:
    library, folder = tmp_path / "library", tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour.txt").write_text("The harbour opened in 1931. It has four cranes.")
    here = ("--library", str(library))
    try:
        run_json("add", str(folder), "--no-watch", *here)
        with ChatServer(["The harbour ", "opened in 1931 [1]."]) as server:
            listed = run_json("models", "use", "answer", server.url, "--model", "tiny", *here)
            (line,) = [line for line in listed["models"] if line["state"] == "served"]
            assert (line["serves"], line["elsewhere"]) == (["answer"], False)
            answer = run_json("ask", "When did the harbour open?", *here)
        assert answer["kind"] == "generated"
        assert answer["answer"] == "The harbour opened in 1931 [1]."
        assert answer["model"].startswith("tiny at 127.0.0.1:")
        assert answer["notices"] == []
        assert "four cranes" in server.bodies()[0]["messages"][1]["content"]
        with ChatServer(["For this call: 1931 [1]."]) as other:
            chosen = f"models.answer={other.url}#other"
            once = run_json("ask", "When did the harbour open?", "--set", chosen, *here)
        assert once["answer"] == "For this call: 1931 [1]."
        assert once["model"].startswith("other at 127.0.0.1:")
        gone = run_json("ask", "When did the harbour open?", *here)
        assert gone["kind"] == "extractive"
        assert "cannot be reached" in gone["notices"][0]
        assert run_json("status", *here)["network"] == {"connections_made": 0}
        refused = run("models", "use", "answer", "http://me:secret@host/v1#m", *here)
        assert refused.returncode == 2
        assert "holds no password" in refused.stderr
        assert "secret" not in refused.stderr
    finally:
        stop_engine(library)
