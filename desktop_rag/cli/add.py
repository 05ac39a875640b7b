"""`desktop-rag add`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desktop_rag.cli import options
from desktop_rag.cli.reporting import report, show_progress
from desktop_rag.cli.terminal import open_terminal
from desktop_rag.domain.source import Mode
from desktop_rag.messages.library import AddPaths, AddReport


def add(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Folders or files.")],
    mode: Annotated[Mode, typer.Option("--mode", help="How to cut the documents.")] = "auto",
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="GLOB", help="Leave these out (.gitignore syntax)."),
    ] = None,
    no_watch: Annotated[
        bool, typer.Option("--no-watch", help="Do not follow later changes by itself.")
    ] = False,
    template: Annotated[
        str,
        typer.Option(
            "--template",
            metavar="TEXT",
            help="Your own wording for their records: '{name} costs {price}'. It stays with them.",
        ),
    ] = "",
    changes: options.Set = None,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Add folders or files and index them; ends when they are searchable."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    worded = [f"indexing.template={template}"] if template else []
    command = AddPaths(
        paths=options.existing(paths),
        mode=mode,
        ignore=tuple(ignore or ()),
        watch=not no_watch,
        overrides=options.settings_from([*(changes or ()), *worded]),
    )
    with terminal.engine() as engine:
        result = engine.ask(command, AddReport, on_event=show_progress(terminal))
    report(terminal, result)
