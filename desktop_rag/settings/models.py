"""Which models serve which role."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.model_server import read_server


class ModelSettings(BaseModel):
    """Models."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Models")

    embedder: str = Field(
        "starter",
        title="Embedder",
        description="starter (all-MiniLM-L6-v2) or the folder of a sentence-transformers model.",
    )
    answer: str = Field(
        "starter",
        title="Model for answers",
        description="starter (SmolLM2-135M), none, the path of a GGUF file, the name of one that "
        "was added, or address#model of an OpenAI-compatible server.",
    )
    rewrite: str = Field("", title="Model for rewriting", description="Empty: as for answers.")
    decompose: str = Field(
        "", title="Model for decomposition", description="Empty: as for answers."
    )
    hyde: str = Field("", title="Model for HyDE", description="Empty: as for answers.")
    rerank: str = Field(
        "",
        title="Model for reranking",
        description="A cross-encoder folder or GGUF file; for llm_judge a language model.",
    )
    unload_after_s: int = Field(
        300,
        ge=1,
        le=86400,
        title="Unload after (s)",
        description="A model, the embedder too, leaves memory when it was not used for so long.",
    )
    context: int = Field(
        0,
        ge=0,
        le=131072,
        title="Context (tokens)",
        description="0: chosen from the model and the memory of this machine.",
    )
    gpu_layers: int = Field(
        -1,
        ge=-1,
        le=999,
        title="Layers on the GPU",
        description="-1: as many as fit.",
    )
    threads: int = Field(
        0, ge=0, le=256, title="Threads", description="0: one for each core of the machine."
    )

    @field_validator("answer", "rewrite", "decompose", "hyde", "rerank")
    @classmethod
    def _usable_address(cls, name: str) -> str:
        """An address of a server must be one that can be used."""
        try:
            read_server(name)
        except InvalidRequest as error:
            raise ValueError(error.message.rstrip(".")) from error
        return name
