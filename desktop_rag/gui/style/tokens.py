"""The design language as data: spacing, type sizes and the colours of each appearance."""

from __future__ import annotations

from dataclasses import dataclass, fields

SPACE_XS = 4
SPACE_S = 8
SPACE_M = 12
SPACE_L = 16
SPACE_XL = 24
RADIUS = 6

TYPE_SMALL = 0.88
TYPE_BODY = 1.0
TYPE_LARGE = 1.15
TYPE_TITLE = 1.45
"""Sizes relative to the system's font."""


@dataclass(frozen=True, slots=True)
class Colours:
    """One appearance. Values are `#rrggbb`.

    `accent` leads the eye (buttons, links, marks), `evidence` marks passages and doubts; each has
    a soft ground (`…_soft`) and a text colour that reads on it. `groove` is what a bar has not
    filled yet, `off` the text of what cannot be used now.
    """

    name: str
    window: str
    surface: str
    raised: str
    border: str
    control: str
    groove: str
    off: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    on_accent_soft: str
    evidence: str
    evidence_soft: str
    on_evidence_soft: str
    good: str
    bad: str

    @property
    def dark(self) -> bool:
        """True when the ground is darker than the text."""
        return luminance(self.surface) < luminance(self.text)


LIGHT = Colours(
    name="light",
    window="#f3f5f8",
    surface="#ffffff",
    raised="#f8f9fb",
    border="#dbe0e7",
    control="#7b8593",
    groove="#dbe0e7",
    off="#667080",
    text="#1a1f26",
    muted="#566070",
    accent="#1c5cb8",
    on_accent="#ffffff",
    accent_soft="#e3edfb",
    on_accent_soft="#174a94",
    evidence="#8a5700",
    evidence_soft="#fff1cc",
    on_evidence_soft="#4d3300",
    good="#17713d",
    bad="#b3261e",
)
DARK = Colours(
    name="dark",
    window="#15181c",
    surface="#1c2025",
    raised="#23282f",
    border="#343b45",
    control="#87909d",
    groove="#343b45",
    off="#8f98a5",
    text="#e7eaee",
    muted="#a5aebb",
    accent="#86b4ff",
    on_accent="#0a1d38",
    accent_soft="#22344f",
    on_accent_soft="#bcd6ff",
    evidence="#f0bd4f",
    evidence_soft="#40351a",
    on_evidence_soft="#ffe3a6",
    good="#6fd196",
    bad="#ff9a91",
)
CONTRAST = Colours(
    name="contrast",
    window="#000000",
    surface="#000000",
    raised="#000000",
    border="#ffffff",
    control="#ffffff",
    groove="#5c5c5c",
    off="#9e9e9e",
    text="#ffffff",
    muted="#ffffff",
    accent="#ffe500",
    on_accent="#000000",
    accent_soft="#333300",
    on_accent_soft="#ffe500",
    evidence="#5cf0ff",
    evidence_soft="#003b42",
    on_evidence_soft="#c9faff",
    good="#7dff9b",
    bad="#ff9c94",
)


def luminance(colour: str) -> float:
    """Relative luminance in [0, 1] (WCAG 2.1, definition of relative luminance)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio in [1, 21] (WCAG 2.1, definition of contrast ratio)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def text_pairs(colours: Colours) -> list[tuple[str, str]]:
    """All pairs (text, ground) that the window uses; each must reach 4.5."""
    grounds = (colours.window, colours.surface, colours.raised)
    inks = (
        colours.text,
        colours.muted,
        colours.off,
        colours.accent,
        colours.evidence,
        colours.good,
        colours.bad,
    )
    return [(ink, ground) for ink in inks for ground in grounds] + [
        (colours.on_accent, colours.accent),
        (colours.on_accent_soft, colours.accent_soft),
        (colours.on_evidence_soft, colours.evidence_soft),
    ]


def by_name(colours: Colours) -> dict[str, str]:
    """Colour values by field name, for filling in a style sheet."""
    return {f.name: getattr(colours, f.name) for f in fields(colours)}
