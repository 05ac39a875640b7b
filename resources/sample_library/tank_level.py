"""Decides when the pump of Cerro Alto runs, from the level of the tank."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

START_BELOW = 35.0  # per cent of the tank
STOP_ABOVE = 92.0
QUIET_FROM, QUIET_TO = time(23, 0), time(6, 0)


@dataclass(frozen=True)
class Reading:
    """One reading of the sensors. Pressures in bar, level in per cent."""

    level: float
    intake_pressure: float
    at: time


def is_quiet(at: time) -> bool:
    """True in the hours in which the observatory measures and nothing may shake."""
    return at >= QUIET_FROM or at < QUIET_TO


def should_run(reading: Reading, running: bool) -> bool:
    """Whether the pump should run now.

    Between the two limits it goes on doing what it did, so that it does not start and stop all the
    time. In the quiet hours it starts only when the tank is under 15 per cent.
    """
    if reading.intake_pressure < 0.4:
        return False
    if is_quiet(reading.at) and not running:
        return reading.level < 15.0
    if reading.level < START_BELOW:
        return True
    if reading.level > STOP_ABOVE:
        return False
    return running


def minutes_to_fill(level: float, litres_per_minute: float, volume_m3: float = 120.0) -> float:
    """How long it takes from this level until the pump stops by itself."""
    if litres_per_minute <= 0:
        raise ValueError("a pump that stands still never fills the tank")
    missing = max(0.0, STOP_ABOVE - level) / 100 * volume_m3 * 1000
    return missing / litres_per_minute
