"""What a person asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

SearchMode = Literal["hybrid", "keyword", "vector"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Limits that apply before ranking, in both tiers. Empty means no limit.

    `under`: absolute paths of folders or files. `types`: suffixes without dot, lower case.
    `after`, `before`: seconds since the epoch, on the file's modification time (half open).
    `languages`: ISO 639-1 codes. `path_parts`: pieces of paths, one of which must occur in the
    file's. `phrases` must all occur in a passage or its breadcrumb (see `domain.phrase`). None of
    `without_types`, `without_path_parts` and `without` may.
    """

    under: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    after: float | None = None
    before: float | None = None
    languages: tuple[str, ...] = ()
    path_parts: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    without_path_parts: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def any(self) -> bool:
        """True when there is at least one limit."""
        return self != Filters()


@dataclass(frozen=True, slots=True)
class Query:
    """One question on its way through the chain.

    `text` is what the person wrote; preprocessors add `variants` with weights relative to the
    original's 1.0 (a variant of kind `passage` is a hypothetical passage, searched by vector only).
    """

    text: str
    filters: Filters = field(default_factory=Filters)
    mode: SearchMode = "hybrid"
    keep: int = 5
    candidates: int = 20
    variants: tuple[QueryVariant, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryVariant:
    """Another wording of a query, made by a preprocessor named `by`."""

    text: str
    kind: Literal["question", "passage", "keywords"] = "question"
    weight: float = 0.5
    by: str = ""
