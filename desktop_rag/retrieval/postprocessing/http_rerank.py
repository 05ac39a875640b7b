"""A rerank endpoint somewhere else, in the shapes of Jina, Cohere and LocalAI.

All three take `model`, `query`, `documents`, `top_n` and answer with `results`, each with `index`
and `relevance_score`. Cohere's is under `/v2/rerank`, the others' under `/v1/rerank`; Jina is told
not to send the documents back; LocalAI may nest the document. Sources: the published API references
of the three.
"""

from __future__ import annotations

import http.client
import json
import math
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from desktop_rag.domain.errors import DesktopRagError, InvalidRequest, ModelCrashed, TimedOut
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.model_server import is_this_machine
from desktop_rag.settings.addresses import host_of, read_address
from desktop_rag.settings.retrieval import RetrievalSettings

Shape = Literal["jina", "cohere", "localai"]
ANSWER_BYTES = 4_000_000
_PATHS = {"jina": "/v1/rerank", "cohere": "/v2/rerank", "localai": "/v1/rerank"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to send passages. `url`: the server (`http://localhost:8080`) or the full address of
    the endpoint. `key` goes into the Authorization header when not empty. `timeout_s`: seconds for
    the whole call."""

    url: str
    shape: Shape = "jina"
    model: str = ""
    key: str = ""
    timeout_s: float = 10.0

    def __post_init__(self) -> None:
        read_address(self.url)
        if self.shape not in get_args(Shape):
            raise InvalidRequest(
                f"{self.shape!r} is not a kind of rerank server.",
                f"Known are: {', '.join(get_args(Shape))}.",
            )
        if not 0 < self.timeout_s <= 120:
            raise InvalidRequest(
                f"The time for a rerank server must be between 0 and 120 s, not {self.timeout_s}."
            )

    def address(self) -> str:
        """The address that is posted to."""
        parts = urlsplit(self.url)
        path = parts.path.rstrip("/")
        if path.endswith("rerank"):
            return self.url
        return parts._replace(path=path + _PATHS[self.shape]).geturl()

    def warning(self) -> str:
        """A plain sentence when the server is not this machine, else ""."""
        host = host_of(self.url)
        if is_this_machine(host):
            return ""
        return f"Questions and passages of your documents are sent to {host} for reranking."


def leaving_words(settings: RetrievalSettings, *, chosen: bool = True) -> str:
    """The warning for a search by these settings, "" when no passage leaves this machine. Not
    `chosen`: also while another reranker is in use, for the settings page."""
    if chosen and settings.rerank != HttpRerankScorer.name:
        return ""
    try:
        return Endpoint(settings.rerank_url, settings.rerank_shape).warning()
    except InvalidRequest:
        return ""  # the search itself says what is wrong with the address


class HttpRerankScorer:
    """Lets a server score passages; its scores are kept as they come.

    Raises `TimedOut`, and `ModelCrashed` when the server cannot be reached, fails, or gives an
    answer that makes no sense.
    """

    name = "http_rerank"

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """One score per passage, on the server's scale."""
        if not passages:
            return []
        texts = [hit.chunk.draft.search_text() for hit in passages]
        raw = _Call(self.endpoint, json.dumps(self._body(query, texts)).encode()).answer()
        return _scores(_parsed(raw), len(texts))

    def _body(self, query: str, texts: list[str]) -> dict[str, Any]:
        body: dict[str, Any] = {"query": query, "documents": texts, "top_n": len(texts)}
        if self.endpoint.model:
            body["model"] = self.endpoint.model
        if self.endpoint.shape == "jina":
            body["return_documents"] = False
        return body


class _Call:
    """One request. It runs on a thread of its own, so that the one who waits leaves in time
    whatever the server does. Neither redirects nor proxies are followed: passages go where the
    person said and nowhere else."""

    def __init__(self, endpoint: Endpoint, body: bytes) -> None:
        self._endpoint = endpoint
        self._body = body
        self._left = threading.Event()
        self._socket: socket.socket | None = None
        self._outcome: bytes | Exception = b""
        self._thread = threading.Thread(target=self._run, name="rerank-server", daemon=True)

    def answer(self) -> bytes:
        """The body of the answer, cut where it is too long."""
        self._thread.start()
        self._thread.join(self._endpoint.timeout_s)
        if self._thread.is_alive():
            self._leave()
            raise self._late()
        if isinstance(self._outcome, bytes):
            return self._outcome
        named = self._named(self._outcome)
        if named is None:
            raise self._outcome
        raise named from self._outcome

    def _leave(self) -> None:
        self._left.set()
        if self._socket is not None:
            with suppress(OSError):  # it may have ended already
                self._socket.shutdown(socket.SHUT_RDWR)

    def _named(self, error: Exception) -> DesktopRagError | None:
        if isinstance(error, TimeoutError):
            return self._late()
        if isinstance(error, ConnectionError | http.client.HTTPException) and self._socket:
            return _senseless(repr(error))
        if isinstance(error, OSError | ValueError):
            return ModelCrashed(
                "The rerank server cannot be reached.",
                "Start it, correct its address, or choose the built-in reranker.",
                detail=repr(error),
            )
        return None

    def _late(self) -> TimedOut:
        return TimedOut(
            f"The rerank server did not answer within {self._endpoint.timeout_s:g} s.",
            "Set fewer candidates, use a faster server, or choose the built-in reranker.",
        )

    # --- on the call's own thread -------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._outcome = self._exchanged()
        except Exception as error:  # noqa: BLE001 - handed to the one who waits
            self._outcome = error

    def _exchanged(self) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        headers["Connection"] = "close"
        if self._endpoint.key:
            headers["Authorization"] = f"Bearer {self._endpoint.key}"
        parts = urlsplit(self._endpoint.address())
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        connection = self._connected()
        try:
            connection.request("POST", path, self._body, headers)
            with connection.getresponse() as answer:
                if not 200 <= answer.status < 300:
                    raise ModelCrashed(
                        f"The rerank server answered with error {answer.status}.",
                        "Look at the server, or choose the built-in reranker.",
                        detail=answer.read(500).decode(errors="replace"),
                    )
                return answer.read(ANSWER_BYTES + 1)
        finally:
            connection.close()

    def _connected(self) -> http.client.HTTPConnection:
        parts = urlsplit(self._endpoint.url)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        port = parts.port or (443 if secure else 80)
        connection = kind(parts.hostname or "", port, timeout=self._endpoint.timeout_s)
        connection.connect()
        self._socket = connection.sock
        if self._left.is_set():
            connection.close()
            raise TimeoutError("nobody waits any longer")
        return connection


def _parsed(raw: bytes) -> Any:
    if len(raw) > ANSWER_BYTES:
        raise _senseless("the answer is too long")
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _senseless(type(error).__name__) from error


def _scores(answer: Any, count: int) -> list[float]:
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list):
        raise _senseless("no list of results")
    scores: dict[int, float] = {}
    for result in results:
        index = result.get("index") if isinstance(result, dict) else None
        score = _number(result.get("relevance_score")) if isinstance(result, dict) else None
        if type(index) is not int or score is None:
            raise _senseless("a result without index or relevance_score")
        if index in scores or not 0 <= index < count:
            raise _senseless("an index that is out of range or stands twice")
        scores[index] = score
    if len(scores) != count:
        raise _senseless(f"{len(scores)} scores for {count} passages")
    return [scores[index] for index in range(count)]


def _number(value: Any) -> float | None:
    """The value as a finite number, None when it is none."""
    if type(value) not in (int, float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _senseless(detail: str) -> ModelCrashed:
    return ModelCrashed(
        "The answer of the rerank server makes no sense.",
        "Check that the kind of server chosen in the settings is the right one.",
        detail=detail,
    )
