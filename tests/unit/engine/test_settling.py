"""Hints wait until things are quiet."""

from __future__ import annotations

from desktop_rag.engine.settling import MOST_PATHS, SettleQueue


class TurnedClock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time


def test_a_path_is_due_when_it_was_quiet_for_the_settle_time() -> None:
    clock = TurnedClock()
    queue = SettleQueue(lambda: 0.5, clock)
    queue.add("/a")
    clock.time += 0.4
    queue.add("/a")
    clock.time += 0.4
    assert queue.due() == []
    assert queue.waiting() == 1
    clock.time += 0.2
    assert queue.due() == ["/a"]
    assert queue.due() == []
    assert queue.next_in() is None


def test_what_one_act_did_is_looked_at_together() -> None:
    clock = TurnedClock()
    queue = SettleQueue(lambda: 0.5, clock)
    queue.add("/old name")
    clock.time += 0.05
    queue.add("/new name")
    clock.time += 0.2
    queue.add("/something else")
    clock.time += 0.26
    assert queue.due() == ["/old name", "/new name"]
    assert queue.waiting() == 1


def test_too_many_hints_become_the_wish_for_a_full_comparison() -> None:
    clock = TurnedClock()
    queue = SettleQueue(lambda: 0.5, clock)
    for number in range(MOST_PATHS + 10):
        queue.add(f"/{number}")
    assert queue.waiting() == 0
    assert queue.overflow()
    assert not queue.overflow()
    queue.add("/again")
    assert queue.waiting() == 1
