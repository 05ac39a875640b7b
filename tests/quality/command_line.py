"""A throw-away library that is used through the command line, exactly as a person would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from desktop_rag.domain.errors import EngineGone, EngineUnavailable
from desktop_rag.evaluation import EvalQuestion
from desktop_rag.link.attach import attach
from desktop_rag.messages.common import Shutdown

Answered = dict[str, dict[str, Any]]


class CommandLineLibrary:
    """Holds the files of a folder; its engine ends and its files go with the `with` block."""

    def __init__(self, files: Path, *settings: str) -> None:
        self._files = files
        self._settings = _options(settings)

    def __enter__(self) -> CommandLineLibrary:
        self._scratch = tempfile.TemporaryDirectory(prefix="finding-")
        self._home = Path(self._scratch.name)
        try:
            self._run("add", str(self._files), "--no-watch", *self._settings)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            engine = attach(self._home / "library", role="cli", start=False)
            engine.call(Shutdown(), timeout=60)
            engine.close()
        except (EngineGone, EngineUnavailable):
            print("the engine had ended by itself", file=sys.stderr)
        self._scratch.cleanup()

    def search(self, questions: Sequence[EvalQuestion], *options: str) -> Answered:
        """What `search --json` prints for each question, by its id."""
        return self._ask("search", questions, *options)

    def quote(self, questions: Sequence[EvalQuestion]) -> Answered:
        """What `ask --json` prints for each question, with quotations for answers."""
        return self._ask("ask", questions, "--set", "answering.kind=extractive")

    def _ask(self, verb: str, questions: Sequence[EvalQuestion], *options: str) -> Answered:
        asked = self._home / "queries.jsonl"
        lines = [json.dumps({"id": q.id, "text": q.text}) for q in questions]
        asked.write_text("\n".join(lines), encoding="utf-8")
        printed = self._run(verb, "--queries", str(asked), *options)
        rows = [json.loads(line) for line in printed.split("\n") if line.strip()]
        found = {row["id"]: row for row in rows}
        missing = {q.id for q in questions} - found.keys()
        if missing:
            raise SystemExit(f"{verb} gave no result for {len(missing)} questions")
        return found

    def _run(self, *words: str) -> str:
        command = [sys.executable, "-m", "desktop_rag", *words, "--json"]
        return subprocess.run(
            [*command, "--library", str(self._home / "library")],
            env={**os.environ, "DESKTOP_RAG_HOME": str(self._home / "home")},
            check=True,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ).stdout


def documents(row: dict[str, Any]) -> list[str]:
    """The documents of a search in the order of their best hit."""
    return list(dict.fromkeys(Path(hit["path"]).stem for hit in row["hits"]))


def _options(settings: Sequence[str]) -> list[str]:
    return [word for setting in settings for word in ("--set", setting)]
