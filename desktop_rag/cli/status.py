"""`desktop-rag status`"""

from __future__ import annotations

import typer

from desktop_rag.cli import options
from desktop_rag.cli.shaping import status_json
from desktop_rag.cli.terminal import Terminal, open_terminal
from desktop_rag.cli.wording import size_text
from desktop_rag.messages.library import GetStatus, Status


def status(
    ctx: typer.Context,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Say what is in the library: counts, states, models, sizes."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    with terminal.engine() as engine:
        result = engine.ask(GetStatus(), Status)
    if terminal.as_json:
        terminal.emit(status_json(result))
    else:
        _tell(terminal, result)


def _tell(terminal: Terminal, result: Status) -> None:
    terminal.say(f"Library   {result.library} (version {result.version})")
    for root in result.roots:
        terminal.say(f"Folder    {root.path}: {root.state}, {root.indexed} of {root.files} files")
    states = ", ".join(f"{count} {state}" for state, count in result.files.items() if count)
    terminal.say(f"Files     {states or 'none yet: add some with desktop-rag add PATH'}")
    terminal.say(f"Passages  {result.chunks} of {result.documents} documents")
    embedder = result.embedder
    ready = "ready" if embedder.ready else embedder.problem or "is being loaded"
    terminal.say(f"Embedder  {embedder.name}: {ready}")
    model = result.language_model
    terminal.say(f"Model     {model.name or 'none'}: {model.state} {model.problem}".rstrip())
    if model.elsewhere:
        terminal.say(f"          {model.host} is NOT this machine: questions and passages go there")
    queue = result.queue
    terminal.say(f"Queue     {queue.waiting} waiting, {queue.running} running")
    if queue.learning:
        left = "" if queue.eta_s is None else f", about {max(1, round(queue.eta_s / 60))} min left"
        terminal.say(f"Learning  {queue.learning} passages are found by words only as yet{left}")
    sizes = ", ".join(f"{name} {size_text(size)}" for name, size in result.disk_bytes.items())
    terminal.say(f"On disk   {sizes}")
