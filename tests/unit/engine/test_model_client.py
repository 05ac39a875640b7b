from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from desktop_rag.domain.chat import ChatMessage, Generated, Sampling
from desktop_rag.domain.errors import ModelCrashed, ModelTooLarge, Stopped
from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice, Patience
from tests.fakes.loopback_host import LoopbackHost, ScriptedModel

_QUESTION = [ChatMessage("user", "Why?")]


class Bench:
    """A hosted model over scripted hosts; `hosts` and `states` tell what happened."""

    def __init__(
        self,
        model: ScriptedModel | None = None,
        *,
        failure: ModelTooLarge | None = None,
        unload_after_s: float = 300,
        patience: Patience | None = None,
    ) -> None:
        self.model = model or ScriptedModel()
        self.hosts: list[LoopbackHost] = []
        self.states: list[str] = []
        self.loading: threading.Event | None = None

        def start() -> LoopbackHost:
            self.model.let_go.clear()
            self.hosts.append(LoopbackHost(self.model, failure, self.loading))
            return self.hosts[-1]

        self.hosted = HostedLanguageModel(
            ModelChoice("tiny", Path("tiny.gguf"), unload_after_s=unload_after_s),
            start=start,
            on_state=lambda status: self.states.append(status.state),
            patience=patience or Patience(),
        )

    def generate(self, **more: object) -> Generated:
        return self.hosted.generate(_QUESTION, Sampling(), **more)  # type: ignore[arg-type]


def _until(condition: object, seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.01)
    assert condition()  # type: ignore[operator]


def test_the_model_is_loaded_when_it_is_first_needed_and_only_once() -> None:
    bench = Bench()
    assert bench.hosted.state().state == "available"
    assert not bench.hosts
    pieces: list[str] = []
    assert bench.generate(on_text=pieces.append).text == "one two three"
    assert pieces == ["one ", "two ", "three"]
    assert bench.hosted.count_tokens(["a b"]) == [2]
    assert bench.hosted.facts().name == "tiny"
    assert len(bench.hosts) == 1
    assert bench.states == ["loading", "ready"]
    bench.hosted.close()


def test_memory_is_given_back_when_nothing_is_asked() -> None:
    bench = Bench(unload_after_s=0.1)
    bench.generate()
    _until(lambda: bench.hosted.state().state == "available")
    assert bench.hosts[0].closed
    assert bench.generate().finish == "end"
    assert len(bench.hosts) == 2
    bench.hosted.close()


def test_stop_comes_through_within_200_ms() -> None:
    bench = Bench(ScriptedModel(["word "] * 500, pause_s=0.02))
    asked: list[float] = []

    def cancelled() -> bool:
        if len(bench.model.questions) == 1 and not asked and pieces:
            asked.append(time.monotonic())
        return bool(asked)

    pieces: list[str] = []
    generated = bench.generate(on_text=pieces.append, cancelled=cancelled)
    assert time.monotonic() - asked[0] < 1.0  # 0.2 on a quiet machine
    assert generated.finish == "stopped"
    assert generated.text == "".join(pieces)
    assert not bench.hosts[0].killed
    bench.hosted.close()


def test_a_host_that_does_not_stop_is_killed_and_this_is_no_crash() -> None:
    model = ScriptedModel()
    model.hang = True
    bench = Bench(model)
    pieces: list[str] = []
    generated = bench.generate(on_text=pieces.append, cancelled=lambda: bool(pieces))
    assert generated == Generated("one ", "stopped")
    assert bench.hosts[0].killed
    model.hang = False
    assert bench.generate().finish == "end"
    bench.hosted.close()


def test_stop_does_not_wait_until_a_large_model_is_loaded() -> None:
    bench = Bench()
    bench.loading = threading.Event()
    wished: list[float] = []

    def cancelled() -> bool:
        if not wished and bench.hosts and bench.hosts[0].loads:
            wished.append(time.monotonic())
        return bool(wished)

    with pytest.raises(Stopped):
        bench.hosted.facts(cancelled=cancelled)
    assert time.monotonic() - wished[0] < 1.0  # 0.2 on a quiet machine
    assert bench.hosts[0].killed
    bench.loading.set()
    bench.loading = None
    assert bench.generate().finish == "end", "a stop is no crash"
    bench.hosted.close()


def test_a_crash_costs_one_answer_and_the_second_is_the_last() -> None:
    bench = Bench(ScriptedModel(["a "] * 100, pause_s=0.01))

    def crash(_: str) -> None:
        bench.hosts[-1].crash()

    for _ in range(2):
        with pytest.raises(ModelCrashed, match="tiny ended unexpectedly"):
            bench.generate(on_text=crash)
    assert bench.hosted.state().state == "failed"
    with pytest.raises(ModelCrashed, match="twice"):
        bench.generate()
    assert len(bench.hosts) == 2
    bench.hosted.forgive()
    assert bench.hosted.count_tokens(["a"]) == [1]
    bench.hosted.close()


def test_a_model_that_hangs_is_ended_with_a_sentence() -> None:
    model = ScriptedModel()
    model.hang = True
    bench = Bench(model, patience=Patience(first_s=5, quiet_s=0.2))
    with pytest.raises(ModelCrashed, match="stopped answering"):
        bench.generate()
    assert bench.hosts[0].killed
    bench.hosted.close()


def test_a_model_that_cannot_be_loaded_says_why_and_may_be_tried_again() -> None:
    bench = Bench(failure=ModelTooLarge("Too big.", "Take a smaller one."))
    for _ in range(2):
        with pytest.raises(ModelTooLarge, match="Too big"):
            bench.generate()
    status = bench.hosted.state()
    assert (status.state, status.problem, status.remedy) == (
        "failed",
        "Too big.",
        "Take a smaller one.",
    )
    bench.hosted.close()


def test_the_person_comes_before_background_work() -> None:
    model = ScriptedModel(["w "] * 20, pause_s=0.02)
    bench = Bench(model)

    def ask(text: str, priority: int) -> threading.Thread:
        thread = threading.Thread(
            target=bench.hosted.generate,
            args=([ChatMessage("user", text)], Sampling()),
            kwargs={"priority": priority},
        )
        thread.start()
        return thread

    threads = [ask("first", 2)]
    _until(lambda: model.questions == ["first"])
    threads.append(ask("background", 2))
    time.sleep(0.05)
    threads.append(ask("person", 0))
    for thread in threads:
        thread.join()
    assert model.questions == ["first", "person", "background"]
    bench.hosted.close()


def test_one_who_waits_for_a_turn_can_give_up() -> None:
    model = ScriptedModel(["w "] * 50, pause_s=0.02)
    bench = Bench(model)
    thread = threading.Thread(target=bench.generate)
    thread.start()
    _until(lambda: bool(model.questions))
    assert bench.generate(cancelled=lambda: True) == Generated("", "stopped")
    thread.join()
    bench.hosted.close()


def test_closing_ends_the_answer_in_hand_without_an_accusation() -> None:
    bench = Bench(ScriptedModel(["w "] * 100, pause_s=0.02))
    generated = bench.generate(on_text=lambda _: bench.hosted.close())
    assert generated.finish == "stopped"
    with pytest.raises(Stopped):
        bench.hosted.count_tokens(["a"])


def test_judging_gives_one_number_a_pair() -> None:
    bench = Bench()
    assert bench.hosted.judge([("a", "abc"), ("z", "abc")]) == [1.0, 0.0]
    assert bench.hosted.judge([]) == []
    bench.hosted.close()
