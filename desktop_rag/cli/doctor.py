"""`desktop-rag doctor`"""

from __future__ import annotations

from typing import Annotated

import typer

from desktop_rag.cli import options
from desktop_rag.cli.shaping import plain
from desktop_rag.cli.terminal import ended_with_failures, open_terminal
from desktop_rag.messages.library import DoctorReport, RunDoctor


def doctor(
    ctx: typer.Context,
    repair: Annotated[bool, typer.Option("--repair", help="Mend what can be mended.")] = False,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Check the library, its indexes, models and folders, and say what to do."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    with terminal.engine() as engine:
        result = engine.ask(RunDoctor(repair), DoctorReport)
    if terminal.as_json:
        terminal.emit(plain(result))
    else:
        for finding in result.findings:
            said = f"{finding.state:<9}{finding.what}: {finding.text} {finding.remedy}"
            terminal.say(said.rstrip())
    if not result.healthy:
        ended_with_failures()
