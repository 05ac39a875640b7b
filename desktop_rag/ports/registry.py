"""The door for plug-ins, built-in ones included.

A plug-in is a function `register(registry)` in the entry-point group `desktop_rag.plugins`; it
imports only `desktop_rag.ports` and `desktop_rag.domain`. Pre- and postprocessors are made anew for
each library by their factory, which is handed the `Tools` of that library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.ports.embedding import Embedder
from desktop_rag.ports.indexing import Chunker, Enricher
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.ports.reading import Reader
from desktop_rag.ports.retrieval import (
    ChunkSource,
    Postprocessor,
    Preprocessor,
    Scorer,
    TokenVectorSource,
)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a step may use. `options` are the step's own settings as text; `model(role)` gives the
    language model for a role (`rewrite`, `decompose`, `hyde`, `rerank`, `answer`) or raises
    `ModelMissing`."""

    embedder: Embedder
    token_vectors: TokenVectorSource
    chunks: ChunkSource
    model: Callable[[str], LanguageModel]
    options: Mapping[str, str]


PreprocessorFactory = Callable[[Tools], Preprocessor]
PostprocessorFactory = Callable[[Tools], Postprocessor]
ScorerFactory = Callable[[Tools], Scorer]


class Registry(Protocol):
    """Where plug-ins put what they bring. A name that is taken raises `ValueError`."""

    def add_reader(self, reader: Reader) -> None: ...

    def add_chunker(self, chunker: Chunker) -> None: ...

    def add_enricher(self, enricher: Enricher) -> None: ...

    def add_preprocessor(self, name: str, make: PreprocessorFactory) -> None: ...

    def add_postprocessor(self, name: str, make: PostprocessorFactory) -> None: ...

    def add_scorer(self, name: str, make: ScorerFactory) -> None: ...
