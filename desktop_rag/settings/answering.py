"""How answers are written."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class AnsweringSettings(BaseModel):
    """Answers."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Answers")

    kind: Literal["auto", "extractive", "generated"] = Field(
        "auto",
        title="Kind of answer",
        description="extractive quotes the best sentences; generated lets the language model "
        "write; auto writes with a model that you chose and quotes otherwise (the starter model "
        "writes too poorly for that).",
    )
    context_tokens: int = Field(
        3000,
        ge=200,
        le=32000,
        title="Tokens of sources",
        description="How much of the sources the language model is given.",
    )
    answer_tokens: int = Field(
        512, ge=32, le=4096, title="Length of the answer", description="Tokens at most."
    )
    temperature: float = Field(
        0.2,
        ge=0,
        le=1.5,
        title="Temperature",
        description="0 to 0.3 stays close to the sources.",
    )
    top_p: float = Field(0.9, gt=0, le=1, title="Top p", description="Nucleus sampling.")
    quoted_sentences: int = Field(
        3, ge=1, le=10, title="Quoted sentences", description="Of an extractive answer."
    )
    refuse_below: float | None = Field(
        None,
        title="Refuse below",
        description="Reranker score under which the answer is 'not in your documents'; empty: "
        "the calibrated value that ships with the application.",
    )
    contact: str = Field(
        "",
        max_length=500,
        title="Whom to ask",
        description="Shown when the documents do not hold the answer.",
    )
