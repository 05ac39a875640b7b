"""What dies is started again, and nothing is lost or doubled."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from pathlib import Path

import psutil
import pytest

from desktop_rag.domain.errors import EngineGone
from desktop_rag.link.attach import attach
from desktop_rag.messages.ask import AnswerFinished, Ask, TextStreamed
from desktop_rag.messages.library import AddPaths, AddReport, DoctorReport, RunDoctor
from desktop_rag.messages.search import HitsFound, Search
from tests.end_to_end.driving import (
    engine,
    engine_pid,
    eventually,
    found_paths,
    kill_engine,
    quiet,
    status,
    stop_engine,
)
from tests.living import command_of
from tests.quality.cheap_engine import attach_cheaply
from tests.quality.kills import Killing

pytestmark = pytest.mark.slow


def _many(folder: Path, count: int) -> None:
    for number in range(count):
        (folder / f"part{number:04}.txt").write_text(
            f"Part {number} has the serial number SN-{number:05}. It weighs {number} grams.\n" * 3
        )


def test_an_engine_killed_while_indexing_500_files_loses_and_doubles_nothing(
    library: Path, documents: Path
) -> None:
    _many(documents, 500)
    client = attach(library, role="test")
    client.start(AddPaths((str(documents),)))
    for _ in range(3):
        eventually(
            lambda c=client: status(c).files["indexed"] > 20 or status(c).queue.waiting == 0,
            60,
            "some are indexed",
        )
        kill_engine(library)
        client.close()
        client = attach(library, role="test")
    try:
        quiet(client, 240)
        now = status(client)
        assert now.files["indexed"] == 500
        assert now.documents == 500
        assert now.chunks == 500
        report = client.ask(RunDoctor(), DoctorReport, timeout=120)
        assert report.healthy, [f for f in report.findings if f.state == "broken"]
        for number in (0, 17, 250, 499):
            assert found_paths(client, f"SN-{number:05}", 1) == [
                str(documents / f"part{number:04}.txt")
            ]
    finally:
        client.close()


def test_killed_at_random_moments_of_a_folders_life_the_library_still_equals_the_disk(
    tmp_path: Path,
) -> None:
    # the long form is a command: python -m tests.quality.kills
    killing = Killing(tmp_path, 2, attach_cheaply, files=50)
    try:
        for _ in range(6):
            killing.kill_once(1.5)
        found = killing.check()
    finally:
        stop_engine(killing.library)
    assert not found.any(), found
    assert killing.outcome.embedded <= killing.outcome.texts


def _delete(store: Path) -> None:
    shutil.rmtree(store)


def _truncate(store: Path) -> None:
    for file in filter(Path.is_file, store.rglob("*")):
        os.truncate(file, file.stat().st_size // 3)


def _overwrite(store: Path) -> None:
    for file in filter(Path.is_file, store.rglob("*")):
        file.write_bytes(os.urandom(file.stat().st_size))


def test_a_destroyed_vector_store_is_built_again_without_embedding_while_words_are_found(
    library: Path, documents: Path
) -> None:
    _many(documents, 60)
    client = attach_cheaply(library)
    client.ask(AddPaths((str(documents),)), AddReport, timeout=240)
    quiet(client, 240)
    work = status(client).work
    for damage in (_delete, _truncate, _overwrite):
        client.close()
        stop_engine(library)
        (store,) = (library / "vectors").glob("store-*")
        damage(store)
        client = attach_cheaply(library)
        words = client.ask(Search("SN-00007", mode="keyword", keep=1), HitsFound, timeout=120)
        assert words.result.hits[0].file.path == str(documents / "part0007.txt")
        quiet(client, 240)
        meaning = client.ask(Search("part 7 serial", mode="vector"), HitsFound, timeout=120)
        assert meaning.result.hits
        report = client.ask(RunDoctor(), DoctorReport, timeout=240)
        assert {f.what: f.state for f in report.findings}["vector store"] == "ok"
        assert status(client).work == work
    client.close()


def test_callers_of_a_killed_engine_get_an_error_and_can_attach_again(
    library: Path, documents: Path
) -> None:
    client = attach(library, role="test")
    died = threading.Event()
    client.on_closed = died.set
    kill_engine(library)
    assert died.wait(5)
    with pytest.raises(EngineGone):
        client.call(Search("anything"), timeout=5)
    client.close()
    again = attach(library, role="test")
    assert status(again).documents == 0
    again.close()


def test_two_callers_at_once_share_one_engine(library: Path) -> None:
    pids: list[int] = []

    def come() -> None:
        client = attach(library, role="test")
        pids.append(int(status(client).engine["pid"]))
        client.close()

    threads = [threading.Thread(target=come) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 3
    assert len(set(pids)) == 1


def test_a_model_host_killed_in_the_middle_of_an_answer_costs_that_answer_only(
    library: Path, documents: Path
) -> None:
    pytest.importorskip("llama_cpp")
    (documents / "pump.md").write_text(
        "# Pump\n\nThe pump oil is changed every 400 hours. Use grade 46 oil. "
        "The filter is cleaned at every oil change, and the valve is greased with lithium.\n"
    )
    question = Search("How often is the pump oil changed?")
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        killed = threading.Event()

        def kill_once(message: object) -> None:
            if isinstance(message, TextStreamed) and not killed.is_set():
                killed.set()
                _kill_model_hosts(library)

        broken = client.ask(
            Ask(question, kind="generated"), AnswerFinished, on_event=kill_once, timeout=120
        ).answer
        assert killed.is_set()
        assert broken.outcome in ("failed", "answered", "stopped")
        assert broken.notices or broken.outcome != "answered" or broken.kind == "extractive"
        assert found_paths(client, "pump oil", 1)
        whole = client.ask(Ask(question, kind="generated"), AnswerFinished, timeout=120).answer
        assert whole.outcome in ("answered", "not_in_documents")
        assert whole.kind == "generated"


def _kill_model_hosts(library: Path) -> None:
    for child in psutil.Process(engine_pid(library)).children(recursive=True):
        if "_model_host" in command_of(child):
            os.kill(child.pid, signal.SIGKILL)


def test_a_start_after_kill_takes_only_a_moment(library: Path, documents: Path) -> None:
    _many(documents, 20)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        kill_engine(library)
    begun = time.monotonic()
    with engine(library) as client:
        assert found_paths(client, "SN-00007", 1)
    assert time.monotonic() - begun < 30
