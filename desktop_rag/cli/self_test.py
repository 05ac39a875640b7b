"""`desktop-rag self-test`"""

from __future__ import annotations

import time

import typer

from desktop_rag.cli import options
from desktop_rag.cli.ask import answer_to, tell_sources
from desktop_rag.cli.reporting import show_progress
from desktop_rag.cli.shaping import answer_json, report_json
from desktop_rag.cli.terminal import could_not_run, open_terminal
from desktop_rag.cli.throwaway import throwaway_library
from desktop_rag.host.resources import resource
from desktop_rag.messages.library import AddPaths, AddReport
from desktop_rag.messages.search import Search

QUESTION = "What must be done before the lid of the pump is opened?"


def self_test(
    ctx: typer.Context,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Index the sample library, ask one question, and check that the answer cites its source.
    Uses a throw-away library and no network; takes less than a minute."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    begun = time.monotonic()
    sample = str(resource("sample_library"))
    with throwaway_library(terminal) as engine:
        added = engine.ask(
            AddPaths((sample,), watch=False), AddReport, on_event=show_progress(terminal)
        )
        answer = answer_to(engine, Search(text=QUESTION), kind="extractive")
    terminal.progress("")
    cited = any(source.used for source in answer.sources)
    passed = answer.outcome == "answered" and cited and not added.problems
    took_s = round(time.monotonic() - begun, 1)
    if terminal.as_json:
        terminal.emit(
            {
                "passed": passed,
                "took_s": took_s,
                "added": report_json(added),
                "answer": answer_json(answer),
            }
        )
    else:
        terminal.say(f"{added.indexed} documents of the sample library were indexed.\n")
        terminal.say(f"{QUESTION}\n\n{answer.text}")
        tell_sources(terminal, answer)
        terminal.say(f"\n{'Passed' if passed else 'Failed'} in {took_s} s.")
    if not passed:
        terminal.note("The self-test failed. Run `desktop-rag doctor` to see what is wrong.")
        could_not_run()
