"""Whether a language model fits into the memory that is free, and with how much context."""

from __future__ import annotations

from desktop_rag.domain.errors import ModelTooLarge
from desktop_rag.inference.gguf import GgufFacts

CONTEXT_CAP = 8192
_SMALLEST = 1024


def choose_context(model: GgufFacts, free_bytes: int, *, wanted: int = 0) -> int:
    """Tokens of context for a model: `wanted`, or (0) as much as the model was trained for, at
    most 8192, halved until it fits; never under 1024 and never over what it was trained for.
    Raises `ModelTooLarge`."""
    trained = max(1, model.context)
    context = min(wanted or CONTEXT_CAP, trained)
    smallest = min(_SMALLEST, trained)
    while not wanted and context > smallest and model.memory_bytes(context) > free_bytes:
        context = max(smallest, context // 2)
    needed = model.memory_bytes(context)
    if needed > free_bytes:
        raise ModelTooLarge(
            f"The model {model.name} needs {_gigabytes(needed)} of memory and "
            f"{_gigabytes(free_bytes)} are free.",
            "Close other programs, or choose a smaller model.",
        )
    return context


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
