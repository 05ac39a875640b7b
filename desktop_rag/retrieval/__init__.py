"""Finding passages: questions in, hits that explain themselves out."""

from __future__ import annotations

from desktop_rag.retrieval.pipeline import SearchPipeline, Steps
from desktop_rag.retrieval.registering import register

__all__ = ["SearchPipeline", "Steps", "register"]
