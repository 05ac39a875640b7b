"""Hypothetical passages that would answer the question.

Source: Gao et al., "Precise Zero-Shot Dense Retrieval without Relevance Labels", ACL 2023.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.ports.embedding import Embedder
from desktop_rag.retrieval.preprocessing.writing import LINE, Task, Writer, is_near

WEIGHT = 0.5
HYDE = Task(
    instruction=(
        "Write two sentences from a document that would answer the question, in the same language."
    ),
    examples=(
        (
            "How often must the filter of the pump be changed?",
            "The filter of the pump must be changed every 500 hours of operation. Change it at "
            "once when the pressure gauge shows less than 2 bar.",
        ),
    ),
    grammar=f"root ::= {LINE}{{20,500}}",
    max_tokens=110,
)


class Hyde:
    """Adds a passage that is searched by meaning only, beside the question and below its weight."""

    name = "hyde"

    def __init__(self, writer: Writer, embedder: Embedder) -> None:
        self._writer = writer
        self._embedder = embedder

    def prepare(self, query: Query) -> Query:
        """The query with a hypothetical passage, unless that strayed from the question."""
        passage = " ".join(self._writer.lines(query.text))
        if not passage or not is_near(query.text, passage, self._embedder):
            return query
        variant = QueryVariant(passage, "passage", WEIGHT, self.name)
        return replace(query, variants=(*query.variants, variant))
