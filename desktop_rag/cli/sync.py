"""`desktop-rag sync`"""

from __future__ import annotations

import typer

from desktop_rag.cli import options
from desktop_rag.cli.reporting import report, show_progress
from desktop_rag.cli.terminal import open_terminal
from desktop_rag.messages.library import AddReport, Sync


def sync(
    ctx: typer.Context,
    changes: options.Set = None,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Make the library equal to the disk once; ends when that is done."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    command = Sync(overrides=options.settings_from(changes))
    with terminal.engine() as engine:
        result = engine.ask(command, AddReport, on_event=show_progress(terminal))
    report(terminal, result)
