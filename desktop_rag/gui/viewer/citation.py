"""A passage in words that stay true outside the window."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_rag.domain.place import Place
from desktop_rag.gui.state.words import file_name, place_words


@dataclass(frozen=True, slots=True)
class Cited:
    """What was cited: a file with the hash of its content then, a place in it, the characters of
    the document's text to mark (None: those of the place), and the passage as it was."""

    path: str
    content_hash: str
    place: Place
    focus: tuple[int, int] | None
    passage: str

    @property
    def marked(self) -> tuple[int, int] | None:
        """The characters to mark, in the text as it was cited."""
        start, end = self.place.chars
        return self.focus or ((start, end) if start < end else None)


def where(place: Place) -> str:
    """The place of a passage, or the last heading above it when there is nothing more exact."""
    return place_words(place) or (place.heading[-1] if place.heading else "")


def citation(passage: str, path: str, place: Place) -> str:
    """A passage as it is quoted elsewhere: “…” — file, place."""
    spot = where(place)
    return f"“{passage.strip()}” — {file_name(path)}" + (f", {spot}" if spot else "")
