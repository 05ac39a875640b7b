"""The looks that every test's end takes at processes."""

from __future__ import annotations

import subprocess
import sys

import psutil

from tests.living import command_of, is_running


def test_a_process_that_ends_while_it_is_looked_at_is_no_longer_running() -> None:
    begun = "print(flush=True); input()"
    child = subprocess.Popen(
        [sys.executable, "-c", begun], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()  # its command line can be empty until it runs
    seen = psutil.Process(child.pid)
    assert is_running(seen)
    assert command_of(seen)[1:] == ["-c", begun]
    child.communicate(b"\n")
    assert not is_running(seen)
    assert command_of(seen) == []
