"""`desktop-rag ask`"""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from desktop_rag.cli import options
from desktop_rag.cli.questions import one_text, read_questions
from desktop_rag.cli.shaping import answer_json
from desktop_rag.cli.terminal import Terminal, could_not_run, ended_with_failures, open_terminal
from desktop_rag.cli.wording import place_text, trace_text
from desktop_rag.domain.answer import Answer
from desktop_rag.domain.errors import DesktopRagError, EngineGone
from desktop_rag.link.client import Client, OnMessage
from desktop_rag.messages import Message
from desktop_rag.messages.ask import AnswerFinished, Ask, AskProgressed, TextStreamed
from desktop_rag.messages.search import Search


def ask(
    ctx: typer.Context,
    question: Annotated[list[str] | None, typer.Argument(metavar="QUESTION")] = None,
    queries: options.Queries = None,
    keep: options.Keep = 0,
    under: options.Under = None,
    types: options.Types = None,
    after: options.After = "",
    before: options.Before = "",
    languages: options.Lang = None,
    mode: options.Mode = None,
    rerank: options.Rerank = "",
    expand: options.Expand = None,
    threshold: options.Threshold = "",
    changes: options.Set = None,
    explain: options.Explain = False,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Answer a question from the documents, with citations. The answer is written as it comes;
    with --queries one JSON object is printed for each question, in order."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    text = one_text(question, queries, "ask")
    wanted = options.search_from(
        keep=keep,
        under=under,
        types=types,
        after=after,
        before=before,
        languages=languages,
        mode=mode,
        rerank=rerank,
        expand=expand,
        threshold=threshold,
        changes=changes,
    )
    if queries is not None:
        questions = read_questions(queries)
        failed = 0
        with terminal.engine() as engine:
            for each in questions:
                answer = answer_or_fail(engine, wanted, each.text)
                failed += answer.outcome == "failed"
                terminal.emit(answer_json(answer, each.id, explain=explain))
        if failed:
            ended_with_failures()
        return
    shown = _Shown(terminal)
    with terminal.engine() as engine:
        answer = answer_to(engine, msgspec.structs.replace(wanted, text=text), shown.take)
    _tell(terminal, answer, shown, explain=explain)


def answer_to(
    engine: Client, search: Search, on_event: OnMessage | None = None, *, kind: str = ""
) -> Answer:
    """One answer, not kept among the conversations."""
    command = Ask(search=search, kind=kind, keep_conversation=False)
    return engine.ask(command, AnswerFinished, on_event=on_event).answer


def answer_or_fail(engine: Client, wanted: Search, text: str, *, kind: str = "") -> Answer:
    """One answer of many: its failure is its own result. Raises `EngineGone`."""
    try:
        literal = msgspec.structs.replace(wanted, text=text, syntax=False)
        return answer_to(engine, literal, kind=kind)
    except EngineGone:
        raise
    except DesktopRagError as error:
        return Answer(
            text, "failed", "", "extractive", notices=(error.message,), remedy=error.remedy
        )


class _Shown:
    """Writes the answer to the terminal while it is being made."""

    def __init__(self, terminal: Terminal) -> None:
        self.text = ""
        self._terminal = terminal

    def take(self, event: Message) -> None:
        """One event of the answer."""
        if self._terminal.as_json:
            return
        if isinstance(event, AskProgressed) and not self.text:
            self._terminal.progress(event.text or event.stage.replace("_", " "))
        elif isinstance(event, TextStreamed):
            self._write(event)

    def _write(self, event: TextStreamed) -> None:
        if not self.text:
            self._terminal.progress("")
        if not event.replace:
            self._terminal.say(event.text, end="")
            self.text += event.text
        elif event.text.startswith(self.text):
            self._terminal.say(event.text[len(self.text) :], end="")
            self.text = event.text


def _tell(terminal: Terminal, answer: Answer, shown: _Shown, *, explain: bool) -> None:
    if terminal.as_json:
        terminal.emit(answer_json(answer, explain=explain))
    else:
        terminal.progress("")
        if answer.text.startswith(shown.text):
            terminal.say(answer.text[len(shown.text) :])
        else:  # marks were added while it was checked, or it was replaced
            terminal.say(f"\n\nAs it was checked against the sources:\n\n{answer.text}")
        tell_doubts(terminal, answer)
        tell_sources(terminal, answer)
        for notice in answer.notices:
            terminal.note(notice)
        if answer.outcome != "answered" and answer.remedy:
            terminal.note(answer.remedy)
        if explain:
            terminal.say(trace_text(answer.trace))
    if answer.outcome == "failed":
        if terminal.as_json:
            terminal.note(" ".join((*answer.notices, answer.remedy)).strip())
        could_not_run()


def tell_doubts(terminal: Terminal, answer: Answer) -> None:
    """Which sentences of a written answer no source bears out."""
    if answer.kind != "generated" or answer.outcome != "answered":
        return
    doubted = [sentence.text for sentence in answer.sentences if sentence.support != "supported"]
    if doubted:
        terminal.say("\nNot borne out by the sources")
    for text in dict.fromkeys(" ".join(text.split()) for text in doubted):
        terminal.say(f"? {text}")


def tell_sources(terminal: Terminal, answer: Answer) -> None:
    """The numbered sources under an answer."""
    if answer.sources:
        terminal.say("\nSources")
    for source in answer.sources:
        unused = "" if source.used else "  (not used)"
        terminal.say(f"[{source.n}] {place_text(source.hit)} — {source.hit.file.path}{unused}")
