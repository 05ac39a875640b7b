"""A passage in words that stay true outside the window."""

from __future__ import annotations

from desktop_rag.domain.place import Place
from desktop_rag.gui.state.words import file_name, place_words


def where(place: Place) -> str:
    """The place of a passage, or the last heading above it when there is nothing more exact."""
    return place_words(place) or (place.heading[-1] if place.heading else "")


def citation(passage: str, path: str, place: Place) -> str:
    """A passage as it is quoted elsewhere: “…” — file, place."""
    spot = where(place)
    return f"“{passage.strip()}” — {file_name(path)}" + (f", {spot}" if spot else "")
