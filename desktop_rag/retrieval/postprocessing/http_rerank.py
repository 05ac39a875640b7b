"""A rerank endpoint somewhere else, in the shapes of Jina, Cohere and LocalAI.

All three take `model`, `query`, `documents`, `top_n` and answer with `results`, each with `index`
and `relevance_score`. Cohere's is under `/v2/rerank`, the others' under `/v1/rerank`; Jina is told
not to send the documents back; LocalAI may nest the document. Sources: the published API references
of the three.
"""

from __future__ import annotations

import json
import math
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from desktop_rag.domain.errors import InvalidRequest, ModelCrashed, ModelFailure, TimedOut
from desktop_rag.domain.hit import Hit
from desktop_rag.settings.retrieval import RetrievalSettings

Shape = Literal["jina", "cohere", "localai"]
ANSWER_BYTES = 4_000_000
_PATHS = {"jina": "/v1/rerank", "cohere": "/v2/rerank", "localai": "/v1/rerank"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to send passages. `url`: the server (`http://localhost:8080`) or the full address of
    the endpoint. `key` goes into the Authorization header when not empty."""

    url: str
    shape: Shape = "jina"
    model: str = ""
    key: str = ""
    timeout_s: float = 10.0

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidRequest(
                f"{self.url!r} is not the address of a rerank server.",
                "Give an address like http://localhost:8080.",
            )
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
        if urlsplit(self.url).path.rstrip("/").endswith("rerank"):
            return self.url
        return self.url.rstrip("/") + _PATHS[self.shape]

    def warning(self) -> str:
        """A plain sentence when the server is not this machine, else ""."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost" or _is_loopback(host):
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

    Neither redirects nor proxies are followed. Raises `TimedOut`, `ModelCrashed` when the server
    cannot be reached or fails, and `ModelFailure` for an answer that makes no sense.
    """

    name = "http_rerank"

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """One score per passage, on the server's scale."""
        if not passages:
            return []
        texts = [hit.chunk.draft.search_text() for hit in passages]
        answer = self._post(self._body(query, texts))
        return _scores(answer, len(texts))

    def _body(self, query: str, texts: list[str]) -> dict[str, Any]:
        body: dict[str, Any] = {"query": query, "documents": texts, "top_n": len(texts)}
        if self.endpoint.model:
            body["model"] = self.endpoint.model
        if self.endpoint.shape == "jina":
            body["return_documents"] = False
        return body

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.endpoint.key:
            headers["Authorization"] = f"Bearer {self.endpoint.key}"
        request = urllib.request.Request(
            self.endpoint.address(), json.dumps(body).encode(), headers, method="POST"
        )
        try:
            with self._opener.open(request, timeout=self.endpoint.timeout_s) as answer:
                raw = answer.read(ANSWER_BYTES + 1)
        except TimeoutError as error:
            raise self._late() from error
        except urllib.error.HTTPError as error:
            with error:
                raise ModelCrashed(
                    f"The rerank server answered with error {error.code}.",
                    "Look at the server, or choose the built-in reranker.",
                    detail=error.read(500).decode(errors="replace"),
                ) from error
        except (urllib.error.URLError, OSError, ValueError) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise self._late() from error
            raise ModelCrashed(
                "The rerank server cannot be reached.",
                "Start it, correct its address, or choose the built-in reranker.",
                detail=repr(error),
            ) from error
        return _parsed(raw)

    def _late(self) -> TimedOut:
        return TimedOut(
            f"The rerank server did not answer within {self.endpoint.timeout_s:g} s.",
            "Give it more time in the settings, or choose the built-in reranker.",
        )


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Passages go where the person said and nowhere else."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _parsed(raw: bytes) -> Any:
    if len(raw) > ANSWER_BYTES:
        raise _senseless("the answer is too long")
    try:
        return json.loads(raw)
    except ValueError as error:
        raise _senseless(repr(error)) from error


def _scores(answer: Any, count: int) -> list[float]:
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list):
        raise _senseless("no list of results")
    scores: dict[int, float] = {}
    for result in results:
        index = result.get("index") if isinstance(result, dict) else None
        score = result.get("relevance_score") if isinstance(result, dict) else None
        if not isinstance(index, int) or not isinstance(score, int | float):
            raise _senseless("a result without index or relevance_score")
        scores[index] = float(score)
    if sorted(scores) != list(range(count)) or not all(map(math.isfinite, scores.values())):
        raise _senseless(f"{len(scores)} usable scores for {count} passages")
    return [scores[index] for index in range(count)]


def _senseless(detail: str) -> ModelFailure:
    return ModelFailure(
        "The answer of the rerank server makes no sense.",
        "Check that the kind of server chosen in the settings is the right one.",
        detail=detail,
    )
