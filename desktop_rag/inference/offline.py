"""Keeping the model libraries off the network."""

from __future__ import annotations

import os


def go_offline() -> None:
    """Tell the model libraries, before they are imported, never to use the network."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ["TRANSFORMERS_OFFLINE"] = "1"
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
