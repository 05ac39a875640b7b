"""How a question and a passage become one row of tokens for a ranking model.

A model that brings a template of its own (`tokenizer.chat_template.rerank`, with `{query}` and
`{document}`) is given that; every other one gets start, question, separators, passage, end, as
BERT (Devlin et al. 2019) and RoBERTa (Liu et al. 2019) were trained.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_rag.domain.errors import ModelFailure

Tokenize = Callable[[str, bool], list[int]]
_FIELD = re.compile(r"\{(query|document)\}")
_LEAST_ROOM = 8  # a passage of fewer tokens cannot be judged


@dataclass(frozen=True, slots=True)
class PairForm:
    """The tokens around question and passage: what comes before, between and after them. `blanks`:
    white space of a template around the question and around the passage, which is read together
    with them because tokens of words begin with it."""

    before: tuple[int, ...] = ()
    between: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    blanks: tuple[str, str, str, str] = ("", "", "", "")

    def texts(self, question: str, passage: str) -> tuple[str, str]:
        """Question and passage as they are to be made into tokens."""
        before, after, above, below = self.blanks
        return f"{before}{question}{after}", f"{above}{passage}{below}"

    def encode(self, question: list[int], passage: list[int], limit: int) -> list[int]:
        """One row of at most `limit` tokens. A pair that is longer loses the end of its passage,
        never a part of the question. Raises `ModelFailure` when no passage fits beside it."""
        taken = len(self.before) + len(question) + len(self.between) + len(self.after)
        room = limit - taken
        if room < min(_LEAST_ROOM, len(passage)):
            raise ModelFailure(
                f"The question is too long for the reranker, which takes in {limit} tokens.",
                "Ask a shorter question, or choose another reranker.",
                detail=f"{len(question)} tokens",
            )
        return [*self.before, *question, *self.between, *passage[:room], *self.after]


def form_of_template(template: str, tokenize: Tokenize) -> PairForm:
    """The form that a model's own template asks for. `tokenize(text, special)`: names of special
    tokens are read in the template alone, never in a question or a passage. Raises `ValueError`
    for a template that does not hold the question once and then the passage once."""
    pieces = _FIELD.split(template)
    if pieces[1::2] != ["query", "document"]:
        raise ValueError("the template must hold {query} and then {document}")
    before, between, after = pieces[0::2]
    first, middle, last = before.rstrip(), between.strip(), after.lstrip()
    at = between.index(middle)
    return PairForm(
        tuple(tokenize(first, True)),
        tuple(tokenize(middle, True)),
        tuple(tokenize(last, True)),
        blanks=(
            before[len(first) :],
            between[:at],
            between[at + len(middle) :],
            after[: len(after) - len(last)],
        ),
    )


def form_of_marks(
    *, start: int | None, end: int | None, separator: int | None, doubled: bool
) -> PairForm:
    """The form of models without a template, from their marks (None: the model has none).

    BERT: start, question, separator, passage, separator. RoBERTa (`doubled`): start, question, end,
    separator, passage, end."""
    first = _some(start)
    if doubled:
        return PairForm(first, (*_some(end), *_some(separator)), _some(end))
    mark = _some(separator if separator is not None else end)
    return PairForm(first, mark, mark)


def grouped(rows: Sequence[list[int]], tokens: int, most: int) -> list[Sequence[list[int]]]:
    """The rows in order, cut into groups of at most `tokens` tokens and `most` rows. A row that is
    longer than that stands alone."""
    groups: list[Sequence[list[int]]] = []
    start = taken = 0
    for at, row in enumerate(rows):
        if at > start and (taken + len(row) > tokens or at - start >= most):
            groups.append(rows[start:at])
            start, taken = at, 0
        taken += len(row)
    return [*groups, rows[start:]] if rows else []


def _some(token: int | None) -> tuple[int, ...]:
    return () if token is None else (token,)
