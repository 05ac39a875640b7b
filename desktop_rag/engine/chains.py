"""Steps that a person names in the settings: whether they exist, and what if they are gone."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.settings import Settings

Chains = Mapping[str, tuple[str, ...]]
"""Known names by `section.field`."""
_INSTEAD = "late_interaction"


def refuse_unknown(chains: Chains, settings: Settings) -> None:
    """Raise `InvalidRequest` for a step that does not exist here."""
    for key, known in chains.items():
        for name in _names(settings, key):
            if name not in known:
                raise InvalidRequest(
                    f"There is no step called {name!r}.", f"Known are: {', '.join(known)}."
                )


def leave_out_missing(
    chains: Chains, saved: Settings, wanted: Settings
) -> tuple[Settings, tuple[str, ...]]:
    """`wanted` without the steps of the `saved` settings that are no longer there (their plug-in
    was removed, or cannot be loaded), and a sentence for each. What is wanted for one call only
    stays: the search refuses it when it is misspelt."""
    changes: dict[str, object] = {}
    notices: list[str] = []
    for key, known in chains.items():
        kept, gone = _names(saved, key), set(_names(saved, key)) - set(known)
        if not gone or _names(wanted, key) != kept:
            continue
        left = tuple(name for name in kept if name not in gone)
        field = key.partition(".")[2]
        changes[field] = left if field != "rerank" else _INSTEAD
        notices += [_sentence(name) for name in sorted(gone)]
    if not changes:
        return wanted, ()
    retrieval = wanted.retrieval.model_copy(update=changes)
    return wanted.model_copy(update={"retrieval": retrieval}), tuple(notices)


def _names(settings: Settings, key: str) -> tuple[str, ...]:
    value = getattr(settings.retrieval, key.removeprefix("retrieval."))
    return (value,) if isinstance(value, str) else tuple(value)


def _sentence(name: str) -> str:
    return (
        f"The step {name} of your settings is not there, so it was left out: its plug-in was "
        "removed or cannot be loaded."
    )
