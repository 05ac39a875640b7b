"""The window and the engine's life."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class ApplicationSettings(BaseModel):
    """Application."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Application")

    theme: Literal["system", "light", "dark", "contrast"] = Field(
        "system",
        title="Appearance",
        description="Light, dark, high contrast, or as the system says.",
    )
    language: Literal["system", "en", "es"] = Field(
        "system", title="Language", description="Language of the window."
    )
    text_scale: int = Field(
        100, ge=50, le=300, title="Text size (%)", description="Scales all text of the window."
    )
    tray: bool = Field(
        False,
        title="Stay in the system tray",
        description="Closing the window keeps it in the tray, so that files are followed on.",
    )
    start_at_login: bool = Field(
        False,
        title="Start at login",
        description="Starts in the system tray, or as a small window where there is no tray.",
    )
    linger_s: int = Field(
        60,
        ge=0,
        le=86400,
        title="Engine stays (s)",
        description="How long the engine stays ready after the last window or command is gone.",
    )
    compare_minutes: int = Field(
        30,
        ge=1,
        le=1440,
        title="Compare with the disk every (min)",
        description="A full comparison, in case the system forgot to tell of a change.",
    )
