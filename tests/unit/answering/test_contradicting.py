"""Sources that disagree."""

from __future__ import annotations

import pytest

from desktop_rag.answering.contradicting import disagreements
from tests.unit.answering.cases import sources

QUESTION = "When did the harbour of Ystad open?"


def test_the_same_statement_with_another_number_is_a_disagreement() -> None:
    table = sources(
        "The harbour of Ystad opened in 1931.",
        "Ystad is a town. It has a ferry.",
        "In 1935 the harbour of Ystad opened.",
    )
    (notice,) = disagreements(QUESTION, table, "en")
    assert notice.startswith("Sources 1 and 3 disagree: “The harbour of Ystad opened in 1931.”")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The harbour of Ystad opened in 1931.", "The harbour of Ystad opened in 1931."),
        ("The harbour of Ystad opened in 1931.", "The harbour of Malmö opened in 1935."),
        ("In 2019 the harbour of Ystad had 5 ships.", "In 2020 the harbour of Ystad had 6 ships."),
        ("The harbour of Ystad opened in 1931.", "The harbour of Ystad has 4 large cranes."),
        ("The museum cafe sells 3 cakes daily.", "The museum cafe sells 4 cakes daily."),
    ],
)
def test_other_statements_and_other_subjects_are_none(one: str, other: str) -> None:
    assert disagreements(QUESTION, sources(one, other), "en") == ()
