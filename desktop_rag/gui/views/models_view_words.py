"""How models and machines are said."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_rag.gui.state.words import size_words
from desktop_rag.messages.models import Machine, ModelLine

translate = QCoreApplication.translate

NONE = "none"
"""The name that gives a role to no model."""

_PERMILLE = 1000


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
    }.get(role, role)


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
    return translate("Models", "in use") if line.in_use else translate("Models", "installed")


def detail_words(line: ModelLine) -> str:
    """Role, size, memory, licence and languages in one line."""
    parts = [role_words(line.role)]
    if line.size_bytes:
        parts.append(size_words(line.size_bytes))
    if line.memory_bytes:
        parts.append(
            translate("Models", "needs {0} of memory").format(size_words(line.memory_bytes))
        )
    parts.append(line.licence or translate("Models", "licence unknown"))
    if line.languages:
        parts.append(", ".join(line.languages))
    return " · ".join(parts)


def progress_words(done: int, total: int) -> str:
    """How far a download is."""
    if total <= 0:
        return translate("Models", "{0} so far").format(size_words(done))
    return translate("Models", "{0} of {1}").format(size_words(min(done, total)), size_words(total))


def better_choice(models: tuple[ModelLine, ...]) -> ModelLine | None:
    """The largest offered model for answers that fits this machine well."""
    fitting = [m for m in models if m.role == "answer" and m.state == "offered" and m.fits == "yes"]
    return max(fitting, key=lambda m: m.size_bytes, default=None)
