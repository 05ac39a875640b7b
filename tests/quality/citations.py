"""Does every mark in a generated answer lead to the passage that the model was shown?

    python -m tests.quality.citations SET_FOLDER [--answers N] [--every N] [--set KEY=VALUE]…

The set's files are added to a throw-away library and its questions are asked of the running
application, the starter language model writing. A link is wrong when its number is not in the
answer's table, when the model was not given that source, when the passage is not in the file at the
place that is told, when the file is not the one that was indexed, or when the kept conversation
gives another answer back. Sentences that carry no mark are counted, and how many of the others the
check calls supported.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.domain.answer import Answer, Source
from desktop_rag.gui.widgets.answer_markup import parse_answer
from desktop_rag.link.client import Client
from desktop_rag.messages import Message
from desktop_rag.messages.ask import (
    AnswerFinished,
    Ask,
    Conversation,
    GetConversation,
    TextStreamed,
)
from desktop_rag.messages.library import AddPaths, AddReport
from desktop_rag.messages.models import ChangeSetting, SettingsShown
from desktop_rag.messages.search import Search
from desktop_rag.messages.viewer import GetText, TextPart
from tests.end_to_end.driving import engine
from tests.quality.questions import Question, load_questions

ANSWERS = 200
SHORT = "answering.answer_tokens=120"  # the starter goes round in circles after that


@contextmanager
def library_of(files: Path) -> Iterator[Client]:
    """The engine of a throw-away library that holds the files; nothing stays behind."""
    with tempfile.TemporaryDirectory(prefix="citations-") as scratch:
        os.environ["DESKTOP_RAG_HOME"] = str(Path(scratch) / "home")
        with engine(Path(scratch) / "library") as client:
            client.ask(AddPaths((str(files),), watch=False), AddReport, timeout=3600)
            yield client


def links_of(answer: Answer) -> list[int]:
    """The numbers that a person can click, as the window shows the answer."""
    numbers = frozenset(source.n for source in answer.sources)
    spans = (span for block in parse_answer(answer.text, numbers) for span in block.spans)
    return [span.cite for span in spans if span.cite is not None]


def faults_of(client: Client, answer: Answer) -> list[str]:
    """What is wrong, one sentence a link."""
    table = {source.n: source for source in answer.sources}
    cited = [n for sentence in answer.sentences for n in sentence.citations]
    unknown = [f"[{n}] is not in the table" for n in cited if n not in table]
    links = [table[n] for n in links_of(answer)]
    return unknown + [why for source in links if (why := _fault(client, source))]


def _fault(client: Client, source: Source) -> str:
    chunk, file = source.hit.chunk, source.hit.file
    if source.left_out:
        return f"[{source.n}] was not given to the model"
    start, end = chunk.place.chars
    wanted = GetText(file.path, start, end, content_hash=file.content_hash)
    if client.ask(wanted, TextPart).text != chunk.text:
        return f"[{source.n}] is not what the library holds there"
    content = Path(file.path).read_bytes()
    if hashlib.sha256(content).hexdigest() != file.content_hash:
        return f"[{source.n}] leads to another version of the file"
    if Path(file.path).suffix == ".txt" and _read(content)[start:end] != chunk.text:
        return f"[{source.n}] is not in the file at this place"
    return ""


def _read(content: bytes) -> str:
    return content.decode("utf-8-sig").replace("\r\n", "\n")


class Streamed:
    """What a window has on the screen while the answer comes."""

    def __init__(self) -> None:
        self.text = ""

    def take(self, event: Message) -> None:
        """One event of the answer."""
        if isinstance(event, TextStreamed):
            self.text = event.text if event.replace else self.text + event.text


def ask(
    client: Client, question: Question, overrides: dict[str, str], tally: Counter[str]
) -> list[str]:
    """One question; its faults."""
    shown = Streamed()
    command = Ask(Search(question.text, syntax=False, overrides=overrides), kind="generated")
    finished = client.ask(command, AnswerFinished, on_event=shown.take, timeout=1800)
    answer = finished.answer
    tally[f"{answer.outcome}, {answer.kind}"] += 1
    print(f"{question.id}: {answer.kind}, {' '.join(answer.text.split())}", flush=True)
    if answer.kind != "generated":
        return []
    tally["links"] += len(links_of(answer))
    for sentence in answer.sentences:
        tally[f"sentences {sentence.support}"] += 1
    faults = faults_of(client, answer)
    kept = client.ask(GetConversation(finished.conversation), Conversation).turns[-1].answer
    if (kept.text, kept.sources) != (answer.text, answer.sources):
        faults.append("the kept conversation differs")
    if shown.text != answer.text:
        faults.append("what was streamed differs from the answer")
    return faults


def measure(
    client: Client, questions: Sequence[Question], wanted: int, overrides: dict[str, str]
) -> int:
    """Asks until `wanted` answers were generated and prints the figures; how many links failed."""
    tally: Counter[str] = Counter()
    wrong = 0
    for question in questions:
        if tally["answered, generated"] >= wanted:
            break
        for fault in ask(client, question, overrides, tally):
            wrong += 1
            print(f"{question.id}: {fault}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.items())))
    print(f"{tally['answered, generated']} generated answers, {wrong} links wrong or missing")
    return wrong


def main() -> int:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--set", action="append", default=[SHORT], metavar="KEY=VALUE")
    options = parser.parse_args()
    changes = dict(change.split("=", 1) for change in options.set)
    questions = load_questions(options.folder, options.every)
    with library_of(options.folder / "files") as client:
        for key in [key for key in changes if key.startswith("models.")]:
            client.ask(ChangeSetting(key, changes.pop(key)), SettingsShown)
        return min(1, measure(client, questions, options.answers, changes))


if __name__ == "__main__":
    raise SystemExit(main())
