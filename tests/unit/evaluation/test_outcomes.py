from __future__ import annotations

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.place import Place
from desktop_rag.evaluation import EvalQuestion
from desktop_rag.evaluation.outcomes import Outcome, compare, means, ranking_of


def _hit(path: str, *also_at: str, place: Place | None = None) -> Hit:
    draft = ChunkDraft(0, "text", place or Place((0, 4)), "document")
    return Hit(Chunk(1, 1, draft), FileRef(path, "/r", also_at=also_at), 1.0)


def _on_page(page: int, path: str = "/a/manual.pdf") -> Hit:
    return _hit(path, place=Place((page * 100, page * 100 + 4), page=page, last_page=page))


def _on_lines(first: int, path: str = "/a/notes.md") -> Hit:
    return _hit(path, place=Place((first * 100, first * 100 + 4), lines=(first, first + 2)))


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


def test_every_wrong_passage_takes_a_rank_where_a_question_is_judged_by_place() -> None:
    pages = [_on_page(page) for page in (1, 2, 2, 5, 6, 7, 8, 9)]
    ranking = ranking_of([*pages, _on_page(3)], {"manual#page=3": 1})
    assert len(set(ranking)) == 8  # page 2 once
    assert ranking.index("manual#page=3") == 7
    lines = [_on_lines(first) for first in (1, 10, 20)]
    assert ranking_of([*lines, _on_lines(30)], {"notes#lines=31-40": 1})[3:] == [
        "notes#lines=31-40"
    ]
    texts = [_hit("/a/talk.pptx", place=Place((n, n + 4))) for n in (1, 5, 9)]
    assert len(ranking_of(texts, {"notes#lines=3": 1})) == 3


def test_passages_of_other_documents_take_ranks_of_their_own_too() -> None:
    others = [_on_page(page, "/a/other.pdf") for page in (1, 2)]
    assert ranking_of([*others, _on_page(3)], {"manual#page=3": 1})[2] == "manual#page=3"


def test_documents_judged_as_a_whole_take_one_rank() -> None:
    hits = [_on_lines(1), _on_lines(9), _on_page(1), _on_page(2), _on_page(3)]
    assert ranking_of(hits, {"notes": 1}) == ["notes", "manual"]
    ranking = ranking_of(hits, {"notes": 1, "manual#page=3": 1})
    assert (ranking[0], ranking[3], len(ranking)) == ("notes", "manual#page=3", 4)


def test_a_passage_of_a_file_that_lies_in_two_folders_takes_one_rank() -> None:
    copied = _hit("/b/copy.md", "/a/notes.md")
    assert ranking_of([copied], {"notes": 1}) == ["notes"]
    assert ranking_of([copied], {"/a/notes.md": 1}) == ["/a/notes.md"]
    assert ranking_of([copied], {"other": 1}) == ["copy"]


def test_a_hash_in_the_name_of_a_document_is_no_place() -> None:
    hits = [_on_lines(1, "/a/x.md"), _on_lines(9, "/a/x.md"), _on_lines(1, "/C#/notes.md")]
    assert ranking_of(hits, {"/C#/notes.md": 1}) == ["x", "/C#/notes.md"]


def test_a_place_may_be_that_of_a_path() -> None:
    assert ranking_of([_on_page(3)], {"/a/manual.pdf#page=3": 1}) == ["/a/manual.pdf#page=3"]
