"""The looks that every test's end takes at processes."""

from __future__ import annotations

import subprocess
import sys

import psutil

from tests.living import command_of, is_running


def test_a_process_that_ends_while_it_is_looked_at_is_no_longer_running() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    seen = psutil.Process(child.pid)
    assert is_running(seen)
    assert command_of(seen)[1:] == ["-c", "input()"]
    child.communicate(b"\n")
    assert not is_running(seen)
    assert command_of(seen) == []
