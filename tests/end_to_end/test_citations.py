"""Citations lead to their sources, later as well; two chats at once share one model."""

from __future__ import annotations

import threading
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from desktop_rag.domain.answer import Answer
from desktop_rag.link.client import Client
from desktop_rag.messages.ask import (
    AnswerFinished,
    Ask,
    Conversation,
    GetConversation,
)
from desktop_rag.messages.library import AddPaths, AddReport, Sync
from desktop_rag.messages.search import Search
from desktop_rag.messages.viewer import OpenSource, SourceOpened
from tests.end_to_end.driving import engine, engine_pid, quiet
from tests.living import command_of

QUESTION = "When did the harbour open?"
TEXT = "# Harbour\n\nThe harbour opened in 1931. It has four cranes.\n"


def _asked(client: Client, question: str, kind: str = "extractive") -> AnswerFinished:
    few = {"answering.answer_tokens": "32"}
    return client.ask(Ask(Search(question, overrides=few), kind=kind), AnswerFinished, timeout=240)


def _opened(client: Client, answer: Answer) -> SourceOpened:
    file = answer.sources[0].hit.file
    return client.ask(OpenSource(file.path, file.content_hash), SourceOpened, timeout=60)


def test_an_old_citation_survives_an_edit_a_new_name_and_the_end_of_its_file(
    library: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "Ünï cödé & co"
    folder.mkdir()
    path = folder / "Install (v2) #1 [draft] 100%.md"
    path.write_text(TEXT, encoding="utf-8")
    with engine(library) as client:
        client.ask(AddPaths((str(folder),), watch=False), AddReport, timeout=240)
        kept = _asked(client, QUESTION)
        answer = kept.answer
        assert "1931" in answer.text
        assert answer.sources[0].hit.file.path == str(path)
        assert _opened(client, answer).state == "same"

        elsewhere = path.rename(folder / "Elsewhere %23 & [2].md")
        client.ask(Sync(), AddReport, timeout=240)
        moved = _opened(client, answer)
        assert (moved.state, moved.path) == ("moved", str(elsewhere))

        elsewhere.rename(path)
        path.write_text(TEXT.replace("1931", "1950"), encoding="utf-8")
        client.ask(Sync(), AddReport, timeout=240)
        changed = _opened(client, answer)
        assert changed.state == "changed"
        assert "changed after it was cited" in changed.note

        path.unlink()
        client.ask(Sync(), AddReport, timeout=240)
        missing = _opened(client, answer)
        assert missing.state == "missing"
        assert "shown as it was cited" in missing.note
        (turn,) = client.ask(GetConversation(kept.conversation), Conversation).turns
        assert turn.answer.sources[0].hit.chunk.text == answer.sources[0].hit.chunk.text
        assert "1931" in turn.answer.sources[0].hit.chunk.text


@pytest.mark.skipif(find_spec("llama_cpp") is None, reason="llama.cpp is not installed")
def test_two_chats_at_once_while_indexing_share_one_model_and_both_are_answered(
    library: Path, documents: Path
) -> None:
    for number in range(40):
        (documents / f"more{number}.txt").write_text(f"Shed {number} holds crane {number}. " * 30)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),), watch=False, wait=False), AddReport, timeout=240)
        answers: list[Answer] = []

        def ask(question: str) -> None:
            answers.append(_asked(client, question, "generated").answer)

        chats = [
            threading.Thread(target=ask, args=(f"Which crane is in shed {n}?",)) for n in (3, 7)
        ]
        for chat in chats:
            chat.start()
        for chat in chats:
            chat.join(240)
        assert len(answers) == 2
        assert {answer.outcome for answer in answers} <= {"answered", "not_in_documents"}
        names = [" ".join(command_of(p)) for p in psutil.Process(engine_pid(library)).children()]
        assert sum("_model_host" in name for name in names) <= 1
        quiet(client)
