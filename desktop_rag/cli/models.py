"""`desktop-rag models …`"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from desktop_rag.cli import options
from desktop_rag.cli.shaping import plain
from desktop_rag.cli.terminal import Terminal, ended_with_failures, open_terminal
from desktop_rag.cli.wording import size_text
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.link.client import OnMessage
from desktop_rag.messages import Message
from desktop_rag.messages.models import (
    AddModel,
    CheckModels,
    ListModels,
    ModelLine,
    ModelList,
    ModelTried,
    PullModel,
    PullProgressed,
    RemoveModel,
    TryModel,
    UseModel,
)

_ROLES = ("answer", "embed", "rerank", "rewrite", "decompose", "hyde")

app = typer.Typer(help="Model files.", no_args_is_help=True, rich_markup_mode=None)
_FITS = {
    "yes": "Fits this machine.",
    "tight": "Fits only just: other programs may become slow.",
    "no": "Needs more memory than this machine has.",
}
_QUOTED = "Very small: answers are quoted from your documents until you use another model."
Name = Annotated[str, typer.Argument(metavar="NAME", help="As `models list` shows it.")]


@app.command("list")
def list_models(
    ctx: typer.Context,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Say which models are installed, which are offered, and which of them fit this machine."""
    _run(open_terminal(ctx, library, as_json=as_json), ListModels())


@app.command("add")
def add_model(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="GGUF file or model folder.")],
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Use a GGUF file, or the folder of a sentence-transformers model, where it lies."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    (wanted,) = options.existing([path])
    result = _run(terminal, AddModel(wanted), offered=False)
    added = next((m for m in result.models if m.path == wanted and not m.in_use), None)
    if added is not None and not as_json:
        terminal.say(f"To use it: desktop-rag models use {added.role} {shlex.quote(added.name)}")


@app.command("use")
def use_model(
    ctx: typer.Context,
    role: Annotated[str, typer.Argument(metavar="ROLE", help=f"{', '.join(_ROLES)}.")],
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="As `models list` shows it, none, or the address of an OpenAI-compatible server.",
        ),
    ],
    model: Annotated[
        str, typer.Option("--model", metavar="MODEL", help="The server's name for its model.")
    ] = "",
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Give a model a role. A server's key is read from the variable DESKTOP_RAG_SERVER_KEY."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    if role not in _ROLES:
        raise InvalidRequest(f"There is no role {role!r}.", f"The roles are: {', '.join(_ROLES)}.")
    _run(terminal, UseModel(role, f"{name}#{model}" if model else name), offered=False)


@app.command("pull")
def pull_model(
    ctx: typer.Context,
    name: Name,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Download a model that is offered; this uses the network."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    _run(terminal, PullModel(name), _show_progress(terminal), offered=False)


@app.command("try")
def try_model(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="As `models list` shows it.", show_default=False)
    ] = "",
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Let a language model write a few sentences, and say how fast it is on this machine."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    with terminal.engine() as engine:
        terminal.progress("The model is loaded and tried out")
        tried = engine.ask(TryModel(name), ModelTried)
    terminal.progress("")
    if as_json:
        terminal.emit(plain(tried))
        return
    terminal.say(tried.text)
    speed = f"reads {tried.reads_per_s:.0f} and writes {tried.writes_per_s:.1f} tokens a second"
    terminal.say(f"\n{tried.name}: {speed}; loaded in {tried.load_ms / 1000:.1f} s")


@app.command("remove")
def remove_model(
    ctx: typer.Context,
    name: Name,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Forget a model; a file that was downloaded by this application is deleted."""
    _run(open_terminal(ctx, library, as_json=as_json), RemoveModel(name), offered=False)


@app.command("check")
def check_models(
    ctx: typer.Context,
    library: options.Library = None,
    as_json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Check the model files and their checksums."""
    terminal = open_terminal(ctx, library, as_json=as_json)
    result = _run(terminal, CheckModels(), offered=False)
    if any(model.state == "broken" for model in result.models):
        ended_with_failures()


def _run(
    terminal: Terminal,
    command: Message,
    on_event: OnMessage | None = None,
    *,
    offered: bool = True,
) -> ModelList:
    """Carry out a command and tell the models; those that are only offered where they matter."""
    with terminal.engine() as engine:
        result = engine.ask(command, ModelList, on_event=on_event)
    terminal.progress("")
    if terminal.as_json:
        terminal.emit(plain(result))
    else:
        _tell(terminal, result, offered=offered)
    return result


def _show_progress(terminal: Terminal) -> OnMessage:
    def show(event: Message) -> None:
        if isinstance(event, PullProgressed):
            done, total = size_text(event.done_bytes), size_text(event.total_bytes)
            terminal.progress(f"{event.name}: {done} of {total}")

    return show


def _tell(terminal: Terminal, result: ModelList, *, offered: bool) -> None:
    for model in result.models:
        if model.state == "offered" and not offered:
            continue
        if model.state == "served":
            _tell_served(terminal, model)
            continue
        used = ", in use" if model.in_use else ""
        terminal.say(
            f"{model.name}: {model.state}{used}, for {model.role}, "
            f"{size_text(model.size_bytes)}, {model.licence or 'licence unknown'}"
        )
        quoted = _QUOTED if model.starter and model.in_use and model.role == "answer" else ""
        fits = _FITS.get(model.fits, "")
        for line in (model.purpose, quoted, fits, _checksum(model), model.problem):
            if line:
                terminal.say(f"    {line}")
    machine = result.machine
    terminal.say(
        f"This machine: {machine.cores} cores, {size_text(machine.memory_bytes)} memory"
        + (f", {machine.gpu}" if machine.gpu else "")
    )
    if machine.llama_problem:
        terminal.note(machine.llama_problem)


def _tell_served(terminal: Terminal, model: ModelLine) -> None:
    terminal.say(f"{model.name}: on a server, for {', '.join(model.serves)}")
    if model.elsewhere:
        terminal.say(f"    {model.host} is NOT this machine: questions and passages go there.")
    else:
        terminal.say("    The server is on this machine.")


def _checksum(model: ModelLine) -> str:
    """What is known of a file's checksum; a wrong one is the model's problem."""
    if model.state == "offered":
        return "" if model.sha256 else "Its checksum is asked of the hub when it is downloaded."
    if model.state != "installed":
        return ""
    return "Its checksum is the published one." if model.checked else "No checksum is known for it."
