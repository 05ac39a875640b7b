"""All sections together."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from desktop_rag.settings.answering import AnsweringSettings
from desktop_rag.settings.application import ApplicationSettings
from desktop_rag.settings.indexing import IndexingSettings
from desktop_rag.settings.models import ModelSettings
from desktop_rag.settings.retrieval import RetrievalSettings


class Settings(BaseModel):
    """Everything a person can set. Unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    application: ApplicationSettings = Field(default_factory=ApplicationSettings)
    indexing: IndexingSettings = Field(default_factory=IndexingSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    answering: AnsweringSettings = Field(default_factory=AnsweringSettings)
    models: ModelSettings = Field(default_factory=ModelSettings)
