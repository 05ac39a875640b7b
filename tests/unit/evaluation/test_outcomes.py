from __future__ import annotations

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.place import Place
from desktop_rag.evaluation import EvalQuestion
from desktop_rag.evaluation.outcomes import Outcome, compare, means, ranking_of


def _hit(path: str) -> Hit:
    draft = ChunkDraft(0, "text", Place((0, 4)), "document")
    return Hit(Chunk(1, 1, draft), FileRef(path, "/r"), 1.0)


def _outcome(number: int, ranking: list[str], relevant: dict[str, int]) -> Outcome:
    return Outcome(EvalQuestion(str(number), "q", relevant), ranking, 1.0)


def test_a_question_can_be_judged_by_the_path_of_a_file() -> None:
    hits = [_hit("/a/notes.md"), _hit("/b/notes.md")]
    assert ranking_of(hits, {"/b/notes.md": 1}) == ["notes", "/b/notes.md"]
    assert ranking_of(hits, {"notes": 1}) == ["notes"]


def test_a_clear_difference_is_told_from_chance() -> None:
    worse = [_outcome(n, ["x", "right"], {"right": 1}) for n in range(30)]
    better = [_outcome(n, ["right"], {"right": 1}) for n in range(30)]
    found = compare(worse, better)
    assert found["mrr"].clear
    assert found["mrr"].difference == 0.5
    assert not compare(worse, worse)["mrr"].clear


def test_questions_without_a_right_document_are_left_out_of_means() -> None:
    assert means([_outcome(1, ["a"], {"a": 1}), _outcome(2, ["a"], {})])["mrr"] == 1.0
    assert means([_outcome(2, ["a"], {})]) == {}
