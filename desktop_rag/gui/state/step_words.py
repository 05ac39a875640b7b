"""How the steps of a question and the parts of a score are called."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def step_words(step: str) -> str:
    """A step of searching or answering. One of a plug-in is called as it calls itself."""
    return own_steps().get(step, step.replace("_", " "))


def own_steps() -> dict[str, str]:
    """The words of every step that the application itself takes."""
    return {
        "catch_up": translate("Steps", "taking in changed files"),
        "prepare": translate("Steps", "preparing the question"),
        "follow_up": translate("Steps", "understanding the follow-up"),
        "rewrite": translate("Steps", "saying the question in other words"),
        "decompose": translate("Steps", "dividing the question"),
        "hyde": translate("Steps", "imagining an answer to search with"),
        "keyword": translate("Steps", "keyword search"),
        "vector": translate("Steps", "search by meaning"),
        "fuse": translate("Steps", "joining both"),
        "rerank": translate("Steps", "reranking"),
        "judge": translate("Steps", "weighing the evidence"),
        "late_interaction": translate("Steps", "reranking by late interaction"),
        "llm_judge": translate("Steps", "reranking by the language model"),
        "http_rerank": translate("Steps", "reranking by a server"),
        "cross_encoder": translate("Steps", "reranking by a cross-encoder"),
        "gguf_rerank": translate("Steps", "reranking by a GGUF reranker"),
        "near_duplicates": translate("Steps", "leaving out near duplicates"),
        "diversity": translate("Steps", "preferring different passages"),
        "neighbours": translate("Steps", "adding neighbouring passages"),
        "sections": translate("Steps", "widening to whole sections"),
        "fixed_threshold": translate("Steps", "fixed threshold"),
        "adaptive_threshold": translate("Steps", "adaptive threshold"),
        "choose": translate("Steps", "choosing what is shown"),
        "focus": translate("Steps", "finding the best part"),
        "decide": translate("Steps", "deciding whether it is answered"),
        "token_vectors": translate("Steps", "comparing words by meaning"),
        "quote": translate("Steps", "choosing sentences"),
        "load_model": translate("Steps", "loading the model"),
        "write": translate("Steps", "writing the answer"),
        "check": translate("Steps", "checking sentences"),
        "count": translate("Steps", "counting documents"),
    }


def part_words(part: str) -> str:
    """A part of the keyword score."""
    return {
        "phrase": translate("Steps", "phrase"),
        "terms": translate("Steps", "words as asked"),
        "fuzzy": translate("Steps", "similar words"),
    }.get(part, part.replace("_", " "))


def dropped_words(by: str) -> str:
    """Why a passage that was found is not among the hits: what the step `by` saw in it."""
    return {
        "fixed_threshold": translate("Steps", "score below the threshold"),
        "adaptive_threshold": translate("Steps", "score far below the others"),
        "near_duplicates": translate("Steps", "says the same as another"),
        "diversity": translate("Steps", "too like another"),
        "keep": translate("Steps", "more were found than are kept"),
    }.get(by, step_words(by))


def note_words(note: str) -> str:
    """A note of the record. One that is not known stays as it is."""
    kind, _, rest = note.partition(": ")
    if kind == "failed":
        said = rest.partition("; ")[2] or rest
        return translate("Steps", "failed: {why}").format(why=said)
    return {
        "the embedder is not loaded yet": translate("Steps", "search by meaning was not ready"),
        "skipped: the words are certain": translate("Steps", "skipped: the words are certain"),
        "skipped: a look-up": translate("Steps", "skipped: a look-up"),
    }.get(note, note)
