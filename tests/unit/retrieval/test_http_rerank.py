"""Rerank servers that speak broken HTTP, or none, or hardly."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from desktop_rag.domain.errors import InvalidRequest, ModelCrashed, TimedOut
from desktop_rag.domain.hit import Hit
from desktop_rag.retrieval.postprocessing.http_rerank import (
    Endpoint,
    HttpRerankScorer,
    leaving_words,
)
from desktop_rag.settings.retrieval import RetrievalSettings
from tests.fakes.fake_indexes import FakeLibrary
from tests.unit.retrieval.bench import hit_of

_OK = b"HTTP/1.1 200 OK\r\n"


class RawServer:
    """Takes one connection after the other, reads the request and sends bytes as they are, with a
    pause between two of them."""

    def __init__(self, say: bytes, *, pause_s: float = 0.0) -> None:
        self._say = say
        self._pause_s = pause_s
        self._closing = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.05)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self._listening.close()

    def _serve(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._listening.accept()
            except TimeoutError:
                continue
            with connection, suppress(OSError):
                connection.settimeout(5)
                _read_request(connection)
                self._answer(connection)

    def _answer(self, connection: socket.socket) -> None:
        if not self._pause_s:
            connection.sendall(self._say)
            return
        for n in range(len(self._say)):
            if self._closing.is_set():
                return
            connection.sendall(self._say[n : n + 1])
            time.sleep(self._pause_s)


def _read_request(connection: socket.socket) -> None:
    raw = b""
    while b"\r\n\r\n" not in raw:
        raw += connection.recv(65536)
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(int(ln.split(b":")[1]) for ln in lines if ln.startswith(b"content-length"))
    while len(body) < length:
        body += connection.recv(65536)


Start = Callable[..., RawServer]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[RawServer] = []

    def begin(say: bytes, *, pause_s: float = 0.0) -> RawServer:
        running.append(RawServer(say, pause_s=pause_s))
        return running[-1]

    yield begin
    for server in running:
        server.close()


def _hits(*texts: str) -> list[Hit]:
    return [hit_of(chunk) for chunk in FakeLibrary().add("/a", *texts)]


def _body(raw: bytes) -> bytes:
    return _OK + b"Content-Length: %d\r\n\r\n" % len(raw) + raw


def _results(*results: tuple[object, object]) -> bytes:
    listed = [{"index": index, "relevance_score": score} for index, score in results]
    return _body(json.dumps({"results": listed}).encode())


def _score(url: str, *texts: str, timeout_s: float = 5.0) -> list[float]:
    return HttpRerankScorer(Endpoint(url, timeout_s=timeout_s)).score("q", _hits(*texts))


_BROKEN = {
    "nothing": b"",
    "no status line": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "a status that is no number": b"HTTP/1.1 abc OK\r\n\r\n",
    "an impossible status": b"HTTP/1.1 99999 OK\r\n\r\n",
    "broken chunks": _OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
    "an endless header": _OK + b"X-A: " + b"a" * 70_000 + b"\r\n\r\n",
    "too many headers": _OK + b"X-A: a\r\n" * 300 + b"\r\n",
    "a body cut short": _OK + b'Content-Length: 500\r\n\r\n{"results": [',
    "deep nesting": _body(b"[" * 200_000),
    "a score beyond numbers": _results((0, 10**400)),
    "a score that is a truth value": _results((0, True)),
    "an index that is a truth value": _results((0, 1.0), (True, 1.0)),
    "an index given twice": _results((0, 1.0), (0, 2.0)),
    "no text": _body(b"\xff\xfe\x00"),
}


@pytest.mark.parametrize("broken", _BROKEN.values(), ids=_BROKEN.keys())
def test_whatever_a_server_sends_is_a_failure_that_may_pass(start: Start, broken: bytes) -> None:
    with pytest.raises(ModelCrashed) as caught:
        _score(start(broken).url, "a")
    assert caught.value.permanent is False


def test_an_index_given_twice_is_refused_although_each_passage_has_a_score(start: Start) -> None:
    server = start(_results((0, 1.0), (1, 2.0), (1, 3.0)))
    with pytest.raises(ModelCrashed, match="makes no sense"):
        _score(server.url, "a", "b")


@pytest.mark.parametrize("say", [_results((0, 1.0)), b"H" * 100], ids=["answer", "status line"])
def test_the_time_is_for_the_whole_call_and_not_for_each_byte(start: Start, say: bytes) -> None:
    server = start(say, pause_s=0.1)
    begun = time.monotonic()
    with pytest.raises(TimedOut, match=r"0\.5 s") as caught:
        _score(server.url, "a", timeout_s=0.5)
    assert time.monotonic() - begun < 2
    assert "time in the settings" not in caught.value.remedy


def test_who_was_given_up_leaves_no_thread(start: Start) -> None:
    server = start(b"H" * 100, pause_s=0.1)
    with pytest.raises(TimedOut):
        _score(server.url, "a", timeout_s=0.2)
    left = time.monotonic() + 3
    while any(thread.name == "rerank-server" for thread in threading.enumerate()):
        assert time.monotonic() < left
        time.sleep(0.02)


def test_a_slow_but_complete_answer_is_taken(start: Start) -> None:
    server = start(_results((1, 1.5), (0, 2)), pause_s=0.001)
    assert _score(server.url, "a", "b") == [2.0, 1.5]


@pytest.mark.parametrize(
    "url",
    [
        "http://a b/",
        "http://[::1",
        "http://[zz]/",
        "http://a:99999/",
        "http://a:x/",
        "http://a:0/",
        "http://a\x00b/",
        "http://a..b/",
        "http://a/ü",
        "http://a/#part",
        "http://me:secret@a/",
        "http://",
    ],
)
def test_an_address_that_cannot_be_used_is_said_so(url: str) -> None:
    with pytest.raises(InvalidRequest, match="address of a rerank server"):
        Endpoint(url)
    assert leaving_words(RetrievalSettings(rerank="http_rerank", rerank_url=url)) == ""


def test_the_path_of_the_interface_stands_before_what_the_address_asks() -> None:
    assert Endpoint("http://a:8080/api/?x=1").address() == "http://a:8080/api/v1/rerank?x=1"
    assert Endpoint("http://a/v3/rerank?x=1").address() == "http://a/v3/rerank?x=1"
    assert Endpoint("http://a").address() == "http://a/v1/rerank"


@pytest.mark.parametrize("url", ["http://[::1]", "http://[::1]:8080/", "https://ä.example/v1"])
def test_an_address_that_can_be_used_is_taken(url: str) -> None:
    assert Endpoint(url).url == url
