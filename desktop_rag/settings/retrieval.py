"""How passages are found."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class RetrievalSettings(BaseModel):
    """Finding."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Finding")

    candidates: int = Field(
        20,
        ge=5,
        le=50,
        title="Candidates",
        description="Hits of the fused list that are reranked.",
    )
    keep: int = Field(
        5, ge=1, le=20, title="Keep", description="Hits that are shown and given to the answer."
    )
    tier_depth: int = Field(
        100,
        ge=20,
        le=1000,
        title="Depth of each tier",
        description="Hits taken from the keyword and from the vector index before they are fused.",
    )
    rrf_k: int = Field(
        60,
        ge=1,
        le=1000,
        title="Fusion constant k",
        description="Reciprocal rank fusion: each tier gives weight / (k + rank).",
    )
    weight_vector: float = Field(
        1.0, ge=0, le=10, title="Weight of meaning", description="Weight of the vector tier."
    )
    weight_keyword: float = Field(
        1.0, ge=0, le=10, title="Weight of words", description="Weight of the keyword tier."
    )
    adapt_weights: bool = Field(
        True,
        title="Adapt weights",
        description="Trust meaning less in languages the embedder does not know, and words less "
        "in program code.",
    )
    spread: bool = Field(
        True,
        title="Spread over documents",
        description="Show a record of data once, and after the five best passages other documents "
        "before more of the same.",
    )
    rerank: str = Field(
        "late_interaction",
        title="Reranker",
        description="late_interaction needs no extra model; cross_encoder and gguf_rerank use the "
        "model chosen for reranking; llm_judge asks a language model; http_rerank asks a server; "
        "none keeps the fused order.",
    )
    rerank_keyword_weight: float = Field(
        0.25,
        ge=0,
        le=2,
        title="Keyword share in reranking",
        description="How much the keyword score counts beside late interaction.",
    )
    rerank_url: Annotated[str, StringConstraints(strip_whitespace=True)] = Field(
        "",
        title="Rerank server",
        description="Address for http_rerank. Passages are sent there: use a server you trust.",
    )
    rerank_shape: Literal["jina", "cohere", "localai"] = Field(
        "jina", title="Shape of the rerank server", description="Which interface it speaks."
    )
    rerank_server_model: str = Field(
        "", title="Model on the rerank server", description="As the server names it."
    )
    rerank_key: str = Field(
        "", title="Key for the rerank server", description="Only where the server wants one."
    )
    preprocessors: tuple[str, ...] = Field(
        (), title="Before the search", description="Steps that change the question, in order."
    )
    postprocessors: tuple[str, ...] = Field(
        (), title="After the search", description="Steps that change the hits, in order."
    )
    per_file: int = Field(
        2,
        ge=1,
        le=20,
        title="Hits of one file",
        description="At most so many, where the step diversity is among those after the search.",
    )
    threshold: str = Field(
        "none",
        pattern=r"^(none|fixed(:-?\d+(\.\d+)?)?|adaptive(:\d+(\.\d+)?)?)$",
        title="Threshold",
        description="none, fixed:0.5 or adaptive:0.6.",
    )
    preprocess_ms: int = Field(
        8000,
        ge=100,
        le=120000,
        title="Time for preprocessing (ms)",
        description="After this time the plain question is searched.",
    )
    token_cache_mb: int = Field(
        128,
        ge=0,
        le=4096,
        title="Cache for reranking (MB)",
        description="Token vectors of recent passages kept in memory.",
    )
    log_queries: bool = Field(
        False,
        title="Keep questions in the log",
        description="Off: the local log holds no text of questions or documents.",
    )
    mode: Literal["hybrid", "keyword", "vector"] = Field(
        "hybrid",
        title="Search mode",
        description="Which tiers are searched. One alone lists its hits in its own order.",
    )
