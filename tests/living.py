"""Processes that may end while they are looked at."""

from __future__ import annotations

import psutil


def is_running(process: psutil.Process) -> bool:
    """False for one that ended, also while it is asked."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def command_of(process: psutil.Process) -> list[str]:
    """The words it was started with; none for one that ended."""
    try:
        return list(process.cmdline())
    except psutil.NoSuchProcess:
        return []
