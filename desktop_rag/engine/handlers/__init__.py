"""What the engine does on each command: one file per subject, each with its part of the routes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message

Routes = dict[type[Message], Callable[[Engine, Any, Reply], None]]
