"""A compound question becomes several searches."""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.ports.embedding import Embedder
from desktop_rag.retrieval.preprocessing.writing import LINE, Task, Writer, is_near

WEIGHT = 0.6
MOST_PARTS = 4
DECOMPOSE = Task(
    instruction=(
        "Split the question into the separate questions it asks, one a line, in the same "
        "language. Each must be understood without the others. Do not answer them."
    ),
    examples=(
        (
            "Who founded the company and how many people work in the Lyon plant?",
            "- Who founded the company?\n- How many people work in the Lyon plant?\n",
        ),
        (
            "¿Qué diferencia hay entre el modelo A2 y el B7 en peso y en precio?",
            "- ¿Cuánto pesan el modelo A2 y el B7?\n- ¿Cuánto cuestan el modelo A2 y el B7?\n",
        ),
    ),
    grammar=f'root ::= line{{1,{MOST_PARTS}}}\nline ::= "- " {LINE}{{5,160}} "\\n"',
    max_tokens=160,
)
_COMPOUND = re.compile(
    r"\?.+\?|;|,|\b(and|or|versus|vs|compare\w*|difference\w*|both|y|e|o|u|compar\w+|diferencia\w*|"
    r"und|oder|et|ou|unterschied\w*|différence\w*)\b|[和与及]",
    re.IGNORECASE | re.DOTALL,
)


class Decompose:
    """Adds the parts of a question that asks several things."""

    name = "decompose"

    def __init__(self, writer: Writer, embedder: Embedder) -> None:
        self._writer = writer
        self._embedder = embedder

    def prepare(self, query: Query) -> Query:
        """The query with a wording for each part; unchanged when the question has but one part,
        for which the model is not even asked."""
        if not _COMPOUND.search(query.text):
            return query
        parts = [
            line
            for line in dict.fromkeys(self._writer.lines(query.text))
            if is_near(query.text, line, self._embedder)
        ][:MOST_PARTS]
        if len(parts) < 2:
            return query
        variants = tuple(QueryVariant(part, "question", WEIGHT, self.name) for part in parts)
        return replace(query, variants=query.variants + variants)
