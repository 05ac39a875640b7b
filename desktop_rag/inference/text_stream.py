"""From a model's bytes to text: whole characters only, and nothing from a stop string on."""

from __future__ import annotations

import codecs
from collections.abc import Sequence


class TextStream:
    """Takes bytes cut anywhere and gives back text.

    What might be the beginning of a stop string is held back until it is clear. Bytes that are no
    UTF-8 become U+FFFD. The texts joined are the same wherever the bytes were cut.
    """

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self._stops = [stop for stop in stops if stop]
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """True once a stop string was met; from then on no text comes."""
        return self._stopped

    def feed(self, data: bytes) -> str:
        """The text that is certain after these bytes; often empty."""
        return self._take(self._decoder.decode(data))

    def finish(self) -> str:
        """What was held back, when no more bytes will come."""
        text = self._take(self._decoder.decode(b"", final=True)) + self._held
        self._held = ""
        return text

    def _take(self, text: str) -> str:
        if self._stopped:
            return ""
        self._held += text
        found = [self._held.find(stop) for stop in self._stops if stop in self._held]
        if found:
            self._stopped = True
            certain, self._held = self._held[: min(found)], ""
            return certain
        hold = max((_overlap(self._held, stop) for stop in self._stops), default=0)
        cut = len(self._held) - hold
        certain, self._held = self._held[:cut], self._held[cut:]
        return certain


def _overlap(text: str, stop: str) -> int:
    """How many characters at the end of `text` may be the beginning of `stop`."""
    for length in range(min(len(text), len(stop) - 1), 0, -1):
        if stop.startswith(text[-length:]):
            return length
    return 0
