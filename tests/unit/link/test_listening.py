"""A listener can be closed whether somebody waits for callers or not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from desktop_rag.domain.errors import EngineGone
from desktop_rag.host.paths import socket_address
from desktop_rag.link.listening import Listening, connect


def _address(tmp_path: Path) -> str:
    return socket_address("test", tmp_path)


def test_closing_returns_at_once_when_nobody_accepts(tmp_path: Path) -> None:
    listening = Listening(_address(tmp_path), b"key")
    closer = threading.Thread(target=listening.close)
    closer.start()
    closer.join(2)
    assert not closer.is_alive()


def test_closing_wakes_the_thread_that_accepts(tmp_path: Path) -> None:
    listening = Listening(_address(tmp_path), b"key")
    came: list[object] = []
    thread = threading.Thread(target=lambda: came.append(listening.accept()))
    thread.start()
    listening.close()
    thread.join(2)
    assert came == [None]


def test_a_caller_with_the_wrong_key_is_turned_away_and_the_next_one_served(
    tmp_path: Path,
) -> None:
    listening = Listening(_address(tmp_path), b"key")
    came: list[object] = []
    thread = threading.Thread(target=lambda: came.append(listening.accept()))
    thread.start()
    with pytest.raises(EngineGone):
        connect(listening.address, b"wrong")
    channel = connect(listening.address, b"key")
    thread.join(2)
    assert came[0] is not None
    channel.close()
    came[0].close()  # type: ignore[attr-defined]
    listening.close()


def test_the_socket_is_the_users_own(tmp_path: Path) -> None:
    listening = Listening(_address(tmp_path), b"key")
    assert Path(listening.address).stat().st_mode & 0o077 == 0
    listening.close()


def test_a_path_too_long_for_a_socket_goes_to_a_short_private_folder(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    address = socket_address("engine", deep)
    assert len(address) < 104
    assert Path(address).parent.stat().st_mode & 0o077 == 0


def test_closing_does_not_mind_that_the_socket_was_taken_away(tmp_path: Path) -> None:
    listening = Listening(_address(tmp_path), b"key")
    Path(listening.address).unlink()
    listening.close()
