from typing import Any

import pytest

from desktop_rag.engine.handlers.search import in_its_own_order
from desktop_rag.messages.search import Search
from desktop_rag.settings import Settings
from desktop_rag.settings.retrieval import RetrievalSettings


def _reranker(call: Search, **chosen: Any) -> str:
    settings = Settings(retrieval=RetrievalSettings(**chosen))
    wanted = in_its_own_order(call, settings)
    return wanted.rerank or wanted.overrides.get("retrieval.rerank") or settings.retrieval.rerank


@pytest.mark.parametrize("mode", ["keyword", "vector"])
def test_one_tier_alone_keeps_its_order_unless_a_reranker_is_named(mode: Any) -> None:
    assert _reranker(Search(text="pump", mode=mode)) == "none"
    assert _reranker(Search(text="pump"), mode=mode) == "none"
    assert _reranker(Search(text="pump", overrides={"retrieval.mode": mode})) == "none"
    named = Search(text="pump", mode=mode, rerank="cross_encoder")
    assert _reranker(named) == "cross_encoder"
    set_by_name = {"retrieval.rerank": "late_interaction"}
    assert _reranker(Search(text="pump", mode=mode, overrides=set_by_name)) == "late_interaction"


def test_both_tiers_are_reranked_as_the_settings_say() -> None:
    assert _reranker(Search(text="pump")) == "late_interaction"
    assert _reranker(Search(text="pump", mode="hybrid"), mode="keyword") == "late_interaction"
    assert _reranker(Search(text="pump"), rerank="none") == "none"


def test_the_threshold_of_the_settings_is_one_for_reranked_scores() -> None:
    settings = Settings(retrieval=RetrievalSettings(threshold="fixed:0.5"))
    assert in_its_own_order(Search(text="pump", mode="keyword"), settings).threshold == "none"
    named = Search(text="pump", mode="keyword", threshold="fixed:0.1")
    assert in_its_own_order(named, settings).threshold == "fixed:0.1"
    by_name = Search(text="pump", mode="vector", overrides={"retrieval.threshold": "adaptive"})
    assert in_its_own_order(by_name, settings).threshold == "adaptive"
    assert in_its_own_order(Search(text="pump"), settings).threshold == ""
