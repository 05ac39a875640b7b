"""How models and machines are said."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from desktop_rag.gui.state.words import language_words, size_words
from desktop_rag.messages.models import Machine, ModelLine, ModelTried

translate = QCoreApplication.translate

NONE = "none"
"""The name that gives a role to no model."""

_PERMILLE = 1000
_LONGEST = 90
_NAMED = 4
_BYTES_A_CORE = 700_000_000  # of a model that answers within a minute without a graphics card


def permille(done: int, total: int) -> int:
    """A share in [0, 1000], of numbers of any size; 1000 only when all is there."""
    if total <= 0:
        return 0
    return min(max(done * _PERMILLE // total, 0), _PERMILLE)


def machine_words(machine: Machine) -> str:
    """Cores, memory and graphics in one sentence."""
    memory = translate("Models", "{0} of memory, {1} of it free").format(
        size_words(machine.memory_bytes), size_words(machine.free_memory_bytes)
    )
    cores = (
        translate("Models", "1 core")
        if machine.cores == 1
        else translate("Models", "{0} cores").format(machine.cores)
    )
    graphics = machine.gpu or translate("Models", "no graphics processor that models can use")
    return f"{cores} · {memory} · {graphics}"


def role_words(role: str) -> str:
    """What a role is for."""
    return {
        "answer": translate("Models", "Writes answers"),
        "embed": translate("Models", "Finds by meaning"),
        "rerank": translate("Models", "Sorts what was found"),
        "rewrite": translate("Models", "Rewrites questions"),
        "decompose": translate("Models", "Takes questions apart"),
        "hyde": translate("Models", "Writes passages to search by"),
    }.get(role, role)


def name_words(line: ModelLine) -> str:
    """What a model is called; one on a server by its model and its host."""
    return line.source if line.state == "served" else line.name


def served_words(line: ModelLine) -> str:
    """Where a model on a server runs, and what for."""
    roles = ", ".join(role_words(role) for role in line.serves)
    if line.elsewhere:
        where = translate(
            "Models", "⚠ Not this computer: questions and passages are sent to {0}."
        ).format(line.host)
    else:
        where = translate("Models", "The server is on this computer.")
    return f"{roles} · {where}"


def tried_words(tried: ModelTried) -> str:
    """How fast a model was."""
    return translate(
        "Models", "Reads {0} and writes {1} tokens a second on this machine; its first words: “{2}”"
    ).format(round(tried.reads_per_s), round(tried.writes_per_s, 1), _beginning(tried.text))


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def fits_words(fits: str) -> str:
    """Whether a model fits, as a sentence."""
    return {
        "yes": translate("Models", "Fits this machine."),
        "tight": translate("Models", "Fits only just: other programs may become slow."),
        "no": translate("Models", "Needs more memory than this machine has."),
    }.get(fits, translate("Models", "Whether it fits is not known."))


def state_words(line: ModelLine) -> str:
    """The state of an installed model."""
    if line.state == "broken":
        return translate("Models", "damaged")
    if line.state == "missing":
        return translate("Models", "file is gone")
    if line.state == "served":
        return translate("Models", "on a server")
    return translate("Models", "in use") if line.in_use else translate("Models", "installed")


def detail_words(line: ModelLine) -> str:
    """Role, size, memory, licence and languages in one line."""
    if line.state == "served":
        return served_words(line)
    parts = [role_words(line.role)]
    if line.size_bytes:
        parts.append(size_words(line.size_bytes))
    if line.memory_bytes:
        parts.append(
            translate("Models", "needs {0} of memory").format(size_words(line.memory_bytes))
        )
    parts.append(line.licence or translate("Models", "licence unknown"))
    if line.languages:
        parts.append(_languages(line.languages))
    if line.checked:
        parts.append(translate("Models", "checksum is right"))
    return " · ".join(parts)


def _languages(codes: tuple[str, ...]) -> str:
    """The first languages by name, and how many more there are."""
    said = ", ".join(language_words(code) for code in codes[:_NAMED])
    more = len(codes) - _NAMED
    return said if more <= 0 else translate("Models", "{0} and {1} more").format(said, more)


def progress_words(done: int, total: int) -> str:
    """How far a download is."""
    if total <= 0:
        return translate("Models", "{0} so far").format(size_words(done))
    return translate("Models", "{0} of {1}").format(size_words(min(done, total)), size_words(total))


def writing_model(models: tuple[ModelLine, ...]) -> ModelLine | None:
    """The model that writes answers now; one whose file is gone or broken writes none."""
    usable = (m for m in models if m.role == "answer" and m.state in ("installed", "served"))
    return next((m for m in usable if m.in_use), None)


def better_choice(models: tuple[ModelLine, ...], machine: Machine) -> ModelLine | None:
    """The largest offered model for answers that fits this machine's memory, and that its cores
    can run without a long wait; the smallest of those that fit when none is that small."""
    fitting = [m for m in models if m.role == "answer" and m.state == "offered" and m.fits == "yes"]
    most = math.inf if machine.gpu else machine.cores * _BYTES_A_CORE
    quick = [m for m in fitting if m.size_bytes <= most]
    if quick:
        return max(quick, key=lambda m: m.size_bytes)
    return min(fitting, key=lambda m: m.size_bytes, default=None)
