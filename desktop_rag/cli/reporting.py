"""What came of indexing, for `add` and `sync`."""

from __future__ import annotations

from desktop_rag.cli.shaping import report_json
from desktop_rag.cli.terminal import Terminal, ended_with_failures
from desktop_rag.cli.wording import problem_text
from desktop_rag.link.client import OnMessage
from desktop_rag.messages import Message
from desktop_rag.messages.library import AddReport, IndexingProgress

FAILURES = frozenset({"failed", "quarantined", "offline"})


def show_progress(terminal: Terminal) -> OnMessage:
    """Shows how far the engine is, where a person is watching."""

    def show(event: Message) -> None:
        if isinstance(event, IndexingProgress):
            queue = event.queue
            line = f"{queue.done} of {queue.total} files  {queue.current}"
            if queue.learning and not queue.waiting and not queue.current:
                line = f"all found by words; {queue.learning} passages still to be learnt"
            terminal.progress(line[:100])

    return show


def report(terminal: Terminal, result: AddReport) -> None:
    """Print the report, the files that are not searchable, and end with status 1 when some of
    them failed."""
    terminal.progress("")
    if terminal.as_json:
        terminal.emit(report_json(result))
    else:
        terminal.say(
            f"{result.indexed} files indexed, {result.unchanged} unchanged, "
            f"{len(result.problems)} not searchable ({result.took_s:.1f} s)."
        )
        for entry in result.problems:
            terminal.note(problem_text(entry))
    if any(entry.state in FAILURES for entry in result.problems):
        ended_with_failures()
