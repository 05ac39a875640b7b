"""How much each tier is trusted."""

from __future__ import annotations

import pytest

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.place import Place
from desktop_rag.retrieval.weighing import weigh
from desktop_rag.settings.retrieval import RetrievalSettings

_ENGLISH = frozenset({"en"})
_SETTINGS = RetrievalSettings()


def _chunks(language: str, kind: ContentKind = "document", count: int = 4) -> list[Chunk]:
    draft = ChunkDraft(0, "t", Place((0, 1)), kind, language=language)
    return [Chunk(n, 1, draft) for n in range(count)]


def test_where_the_embedder_knows_the_language_the_settings_hold() -> None:
    weights = weigh("Where is the valve?", _chunks("en"), _chunks("en"), _ENGLISH, _SETTINGS)
    assert (weights.vector, weights.keyword, weights.rerank_keyword) == (1.0, 1.0, 0.25)
    assert weights.language == "known"


def test_in_a_language_the_embedder_does_not_know_words_decide() -> None:
    weights = weigh("¿Dónde está la válvula?", _chunks("es"), [], _ENGLISH, _SETTINGS)
    assert weights.language == "foreign"
    assert weights.vector < weights.keyword
    assert weights.rerank_vector == weights.agreement == 0
    assert weights.rerank_keyword > 0.25


def test_a_question_that_shows_no_language_follows_its_passages() -> None:
    assert weigh("POL-358", _chunks("es"), [], _ENGLISH, _SETTINGS).language == "foreign"
    assert weigh("POL-358", _chunks("en"), [], _ENGLISH, _SETTINGS).language == "known"


@pytest.mark.parametrize(
    ("question", "passages"),
    [("¿Dónde está la válvula?", "en"), ("Where is the valve?", "es")],
)
def test_across_languages_words_count_less_and_meaning_stays(question: str, passages: str) -> None:
    weights = weigh(question, _chunks(passages), _chunks(passages), _ENGLISH, _SETTINGS)
    assert weights.language == "cross"
    assert weights.vector == 1.0
    assert weights.rerank_keyword < 0.25


def test_an_embedder_that_knows_all_languages_is_trusted_in_all() -> None:
    weights = weigh("¿Dónde está la válvula?", _chunks("es"), [], frozenset(), _SETTINGS)
    assert weights.language == "known"


def test_in_program_code_words_count_less() -> None:
    code = weigh("open the valve", _chunks("", "code"), _chunks("", "code"), _ENGLISH, _SETTINGS)
    mixed = weigh("open the valve", _chunks("", "code"), _chunks("en"), _ENGLISH, _SETTINGS)
    assert code.keyword < mixed.keyword < 1
    assert code.rerank_keyword == 0
    assert code.rerank_vector > mixed.rerank_vector


def test_among_records_the_tiers_count_more_beside_late_interaction() -> None:
    prose = weigh("open the valve", _chunks("en"), _chunks("en"), _ENGLISH, _SETTINGS)
    data = weigh(
        "open the valve", _chunks("en", "data"), _chunks("en", "data"), _ENGLISH, _SETTINGS
    )
    assert data.agreement == 0
    assert data.rerank_fused > prose.rerank_fused > 0
    assert data.rerank_vector > prose.rerank_vector
    assert data.rerank_keyword > prose.rerank_keyword
    assert (data.keyword, data.vector) == (prose.keyword, prose.vector)


def test_records_in_a_language_the_embedder_does_not_know_are_not_judged_by_it() -> None:
    data = _chunks("es", "data")
    assert weigh("¿Dónde está la válvula?", data, data, _ENGLISH, _SETTINGS).rerank_vector == 0


def test_a_person_can_forbid_all_that() -> None:
    settings = RetrievalSettings(adapt_weights=False, weight_vector=2.0)
    weights = weigh("¿Dónde está?", _chunks("es", "code"), [], _ENGLISH, settings)
    assert (weights.vector, weights.keyword) == (2.0, 1.0)
