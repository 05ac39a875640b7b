"""What is told of pages that are without text of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class PageStates:
    """Numbers (0-based) of the pages that need a word: `unreadable` cannot be loaded; `silent`
    have no text of their own and were not looked at; `recognised` are read by text recognition;
    `blank` show no text; `unclear` show some that cannot be made out; `gappy` are read without
    some of their text, which cannot be taken out of the file."""

    unreadable: list[int] = field(default_factory=list)
    silent: list[int] = field(default_factory=list)
    recognised: list[int] = field(default_factory=list)
    blank: list[int] = field(default_factory=list)
    unclear: list[int] = field(default_factory=list)
    gappy: list[int] = field(default_factory=list)

    def is_partial(self) -> bool:
        """Whether some of the document may be missing."""
        return bool(self.unreadable or self.silent or self.unclear or self.gappy)

    def notices(self, *more: str) -> tuple[str, ...]:
        """A sentence for each kind of page, then `more`."""
        told = [
            (self.silent, "without text (a scan or a picture)."),
            (self.recognised, "read by text recognition, which may make mistakes."),
            (self.blank, "without text, also for text recognition."),
            (self.unclear, "too unclear for text recognition and left out."),
            (self.gappy, "read in part: some of the text cannot be taken out of the file."),
            (self.unreadable, "damaged and could not be read."),
        ]
        sentences = [f"{_pages(numbers)} {what}" for numbers, what in told if numbers]
        return (*sentences, *(sentence for sentence in more if sentence))


def _pages(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(number + 1) for number in numbers[:10])
    more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
    return f"Page {shown} is" if len(numbers) == 1 else f"Pages {shown}{more} are"
