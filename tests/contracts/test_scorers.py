"""What every reranker keeps to; rerank servers of three kinds among them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from desktop_rag.domain.errors import InvalidRequest, ModelCrashed, ModelFailure, TimedOut
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.inference.gguf_scorer import GgufScorer
from desktop_rag.ports.retrieval import Scorer
from desktop_rag.retrieval.postprocessing.http_rerank import (
    Endpoint,
    HttpRerankScorer,
    leaving_words,
)
from desktop_rag.retrieval.postprocessing.late_interaction import (
    LateInteractionScorer,
    mean_best_cosine,
)
from desktop_rag.retrieval.postprocessing.llm_judge import LlmJudgeScorer
from desktop_rag.settings.retrieval import RetrievalSettings
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors, tokens_of
from tests.fakes.fake_language_model import FakeLanguageModel


class RerankServer:
    """A server that scores by shared words, or answers what it was told to."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.answer: Callable[[dict[str, Any]], tuple[int, bytes]] = self._scored
        self.wait = threading.Event()
        self.wait.set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.bodies.append(body)
                outer.paths.append(self.path)
                outer.wait.wait(5)
                status, raw = outer.answer(body)
                try:
                    self.send_response(status)
                    self.send_header("Location", "http://192.0.2.1/rerank")
                    self.end_headers()
                    self.wfile.write(raw)
                except OSError:
                    return  # the caller did not wait

            def log_message(self, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self.wait.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @staticmethod
    def _scored(body: dict[str, Any]) -> tuple[int, bytes]:
        asked = set(body["query"].lower().split())
        results = [
            {"index": n, "relevance_score": float(len(asked & set(text.lower().split())))}
            for n, text in enumerate(body["documents"])
        ]
        results.sort(key=lambda result: -result["relevance_score"])
        return 200, json.dumps({"results": results}).encode()


@pytest.fixture
def server() -> Iterator[RerankServer]:
    running = RerankServer()
    yield running
    running.close()


@pytest.fixture(params=["late_interaction", "llm_judge", "gguf", "jina", "cohere", "localai"])
def scorer(request: pytest.FixtureRequest, server: RerankServer) -> Scorer:
    if request.param == "late_interaction":
        return LateInteractionScorer(FakeTokenVectors(FakeEmbedder()))
    if request.param == "llm_judge":
        model = FakeLanguageModel()
        return LlmJudgeScorer(lambda: model)
    if request.param == "gguf":
        return GgufScorer(_shared_words, "a file")
    return HttpRerankScorer(Endpoint(server.url, request.param))


def _shared_words(pairs: Sequence[tuple[str, str]]) -> list[float]:
    return [-5.0 + len(set(query.split()) & set(text.split())) for query, text in pairs]


def _hits(*texts: str) -> list[Hit]:
    library = FakeLibrary()
    return [
        Hit(chunk, FileRef("/a.txt", "/"), 1.0)
        for text in texts
        for chunk in library.add("/a", text)
    ]


def test_one_score_for_each_passage_in_their_order(scorer: Scorer) -> None:
    hits = _hits("green garden roses", "the red valve", "a valve")
    scores = scorer.score("the red valve", hits)
    assert len(scores) == 3
    assert scores[1] > scores[2] > scores[0]


def test_no_passages_have_no_scores(scorer: Scorer) -> None:
    assert scorer.score("valve", []) == []


def test_the_same_passages_get_the_same_scores(scorer: Scorer) -> None:
    hits = _hits("the red valve", "roses")
    assert scorer.score("red", hits) == scorer.score("red", hits)


def test_late_interaction_is_the_mean_of_the_best_cosines() -> None:
    query = tokens_of([1, 0], [0, 1])
    passage = tokens_of([1, 0], [1, 1])
    assert mean_best_cosine(query, passage) == pytest.approx((1 + 2**-0.5) / 2)


def test_a_probability_of_the_judge_is_not_squeezed_again() -> None:
    scorer = LlmJudgeScorer(FakeLanguageModel)
    assert scorer.score("red valve", _hits("red valve", "roses")) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("shape", "path"), [("jina", "/v1/rerank"), ("cohere", "/v2/rerank"), ("localai", "/v1/rerank")]
)
def test_each_kind_of_server_is_asked_in_its_shape(
    server: RerankServer, shape: Any, path: str
) -> None:
    HttpRerankScorer(Endpoint(server.url, shape, model="m")).score("q", _hits("a", "b"))
    assert server.paths == [path]
    body = server.bodies[0]
    assert (body["model"], body["query"], body["documents"], body["top_n"]) == (
        "m",
        "q",
        ["a", "b"],
        2,
    )
    assert ("return_documents" in body) == (shape == "jina")


def test_a_full_address_is_used_as_it_is(server: RerankServer) -> None:
    HttpRerankScorer(Endpoint(f"{server.url}/my/rerank")).score("q", _hits("a"))
    assert server.paths == ["/my/rerank"]


def test_a_slow_server_is_given_up(server: RerankServer) -> None:
    server.wait.clear()
    with pytest.raises(TimedOut, match=r"0\.2 s"):
        HttpRerankScorer(Endpoint(server.url, timeout_s=0.2)).score("q", _hits("a"))


@pytest.mark.parametrize("status", [302, 401, 500])
def test_a_server_that_fails_or_points_elsewhere_is_said_so(
    server: RerankServer, status: int
) -> None:
    server.answer = lambda body: (status, b"no")
    with pytest.raises(ModelCrashed, match=str(status)):
        HttpRerankScorer(Endpoint(server.url)).score("q", _hits("a"))


def test_a_server_that_is_not_there_is_said_so(server: RerankServer) -> None:
    server.close()
    with pytest.raises(ModelCrashed, match="cannot be reached"):
        HttpRerankScorer(Endpoint(server.url)).score("q", _hits("a"))
    server.__init__()  # type: ignore[misc]  # so that the fixture has something to close


@pytest.mark.parametrize(
    "raw",
    [
        b"not json",
        b"[]",
        b"{}",
        b'{"results": [{"index": 0}]}',
        b'{"results": [{"index": 5, "relevance_score": 1}]}',
        b'{"results": []}',
        b'{"results": [{"index": 0, "relevance_score": NaN}]}',
    ],
)
def test_an_answer_that_makes_no_sense_is_said_so(server: RerankServer, raw: bytes) -> None:
    server.answer = lambda body: (200, raw)
    with pytest.raises(ModelFailure, match="makes no sense"):
        HttpRerankScorer(Endpoint(server.url)).score("q", _hits("a"))


def test_a_server_elsewhere_is_warned_of() -> None:
    assert "rerank.example.org" in Endpoint("https://rerank.example.org").warning()
    assert Endpoint("http://localhost:8080").warning() == ""
    assert Endpoint("http://[::1]:8080").warning() == ""


def test_a_search_is_warned_of_only_when_it_sends_passages_away() -> None:
    away = {"rerank_url": "https://rerank.example.org"}
    chosen = RetrievalSettings(rerank="http_rerank", **away)
    assert "are sent to rerank.example.org" in leaving_words(chosen)
    assert leaving_words(RetrievalSettings(**away)) == ""
    assert "rerank.example.org" in leaving_words(RetrievalSettings(**away), chosen=False)
    assert leaving_words(RetrievalSettings(rerank="http_rerank", rerank_url="no address")) == ""
    here = RetrievalSettings(rerank="http_rerank", rerank_url="http://127.0.0.1:80")
    assert leaving_words(here) == ""


@pytest.mark.parametrize("url", ["", "localhost:80", "file:///etc/passwd", "ftp://x/"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidRequest, match="not the address"):
        Endpoint(url)
