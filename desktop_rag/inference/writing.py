"""An answer while it is written: its text, its tokens, its times."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from desktop_rag.domain.chat import Generated
from desktop_rag.inference.text_stream import TextStream
from desktop_rag.ports.language_model import OnText


class Writing:
    """Hands tokens' bytes on as text and counts. Times run from when it was made."""

    def __init__(self, on_text: OnText, stops: Sequence[str] = ()) -> None:
        self._on_text = on_text
        self._stream = TextStream(stops)
        self._began = time.monotonic()
        self._first: float | None = None
        self._tokens = 0
        self._texts: list[str] = []

    @property
    def tokens(self) -> int:
        """How many were added."""
        return self._tokens

    def add(self, data: bytes) -> bool:
        """Take one token; False when a stop string was met and no more is wanted."""
        self._tokens += 1
        if self._first is None:
            self._first = self._ms()
        self._say(self._stream.feed(data))
        return not self._stream.stopped

    def finish(
        self, why: Literal["end", "length", "stopped"], *, prompt: int, reused: int
    ) -> Generated:
        """Say what was held back and give the whole."""
        self._say(self._stream.finish())
        return Generated(
            text="".join(self._texts),
            finish=why,
            prompt_tokens=prompt,
            reused_tokens=reused,
            answer_tokens=self._tokens,
            first_token_ms=self._first,
            took_ms=self._ms(),
        )

    def _say(self, text: str) -> None:
        if text:
            self._texts.append(text)
            self._on_text(text)

    def _ms(self) -> float:
        return (time.monotonic() - self._began) * 1000
