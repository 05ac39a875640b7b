"""An informal question becomes a precise search query."""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.ports.embedding import Embedder
from desktop_rag.retrieval.preprocessing.writing import LINE, Task, Writer, adds_little, is_near

WEIGHT = 0.5
REWRITE = Task(
    instruction=(
        "Rewrite the question as one short search query in the same language. "
        "Keep names, numbers and codes. Do not answer it."
    ),
    examples=(
        (
            "hey so my washing machine shows E18 again, what was that?",
            "washing machine error E18 meaning",
        ),
        (
            "oye, ¿te acuerdas de cuánto nos dijeron que dura la garantía de la bomba?",
            "duración de la garantía de la bomba",
        ),
    ),
    grammar=f"root ::= {LINE}{{3,160}}",
    max_tokens=48,
)


class Rewrite:
    """Adds the question in the words of a search query."""

    name = "rewrite"

    def __init__(self, writer: Writer, embedder: Embedder) -> None:
        self._writer = writer
        self._embedder = embedder

    def prepare(self, query: Query) -> Query:
        """The query with one more wording, unless the model strayed from the question."""
        lines = self._writer.lines(query.text)[:1]
        variants = tuple(
            QueryVariant(line, "question", WEIGHT, self.name)
            for line in lines
            if adds_little(query.text, line) and is_near(query.text, line, self._embedder)
        )
        return replace(query, variants=query.variants + variants)
