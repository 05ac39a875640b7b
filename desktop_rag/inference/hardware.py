"""What this machine has, and whether llama.cpp runs on it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import psutil

Fit = Literal["yes", "tight", "no"]
_COMFORTABLE = 0.8
_PROBE_S = 60
_INSTALL = "Install it with: pip install 'desktop-rag[llama]' (needs a C++ compiler)."


@dataclass(frozen=True, slots=True)
class Hardware:
    """Logical cores, memory in bytes (all of it, and what is free), name of a GPU or empty."""

    cores: int
    memory_bytes: int
    free_memory_bytes: int
    gpu: str = ""

    def fits(self, memory_needed: int) -> Fit:
        """yes: there is room now with a fifth to spare; tight: only just, or when other programs
        are closed; no: this machine is too small."""
        if memory_needed <= self.free_memory_bytes * _COMFORTABLE:
            return "yes"
        if memory_needed <= max(self.free_memory_bytes, self.memory_bytes * _COMFORTABLE):
            return "tight"
        return "no"


def measure() -> Hardware:
    """The machine as it is now."""
    memory = psutil.virtual_memory()
    return Hardware(
        cores=psutil.cpu_count() or 1,
        memory_bytes=int(memory.total),
        free_memory_bytes=int(memory.available),
        gpu=_gpu(Path("/proc/driver/nvidia/gpus")),
    )


def usable_cores() -> int:
    """Real cores that this process may use: two threads on one core only wait for each other."""
    allowed = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(1, min(psutil.cpu_count(logical=False) or allowed, allowed))


class LlamaProbe:
    """Finds out once whether llama.cpp can be loaded here."""

    def __init__(self) -> None:
        self._found: tuple[bool, str] | None = None

    def available(self) -> tuple[bool, str]:
        """(True, "") or (False, a sentence with a remedy). Takes a second the first time: a
        library built for another processor ends the process that loads it, so a child does."""
        if self._found is None:
            self._found = _probe()
        return self._found


def _probe() -> tuple[bool, str]:
    if find_spec("llama_cpp") is None:
        return False, f"llama.cpp, which runs language models, is not installed. {_INSTALL}"
    if getattr(sys, "frozen", False):
        return True, ""  # the bundle was tested with the library it carries
    command = [sys.executable, "-c", "import llama_cpp"]
    try:
        ended = subprocess.run(command, capture_output=True, timeout=_PROBE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False, f"llama.cpp could not be tried out. {_INSTALL}"
    if ended.returncode:
        return False, f"llama.cpp is installed but does not run on this processor. {_INSTALL}"
    return True, ""


def _gpu(nvidia: Path) -> str:
    if sys.platform == "darwin" and platform.machine() == "arm64":
        return "Apple GPU"
    for card in sorted(nvidia.glob("*/information")):
        for line in card.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("Model:"):
                return line.removeprefix("Model:").strip()
    return ""
