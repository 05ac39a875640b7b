"""An OpenAI-compatible server on this machine, with ways to misbehave."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = ("one", " two", " three", " four", " five", " six", " seven", " eight", " nine", " ten")


class ChatServer:
    """Serves `model`, which writes `words`, `pause_s` apart; `asked` keeps (path, headers, body).

    `status` other than 200 refuses with `said`. `hang` (`answers`, `always`) keeps silent until the
    server ends. `raw`: lines that are streamed in place of events. `about`: more facts in the
    list of models; None: there is no such list. `chances`: logarithms of the first token.
    """

    def __init__(self, words: Sequence[str] = WORDS, *, pause_s: float = 0.0) -> None:
        self.words = words
        self.pause_s = pause_s
        self.status, self.said = 200, ""
        self.headers: dict[str, str] = {}
        self.hang = ""
        self.raw: Sequence[bytes] | None = None
        self.about: dict[str, Any] | None = {}
        self.chances: dict[str, float] | None = None
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.broken_off = threading.Event()
        self._end = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))

    def __enter__(self) -> ChatServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def bodies(self) -> list[dict[str, Any]]:
        """What was asked of the model."""
        return [body for path, _, body in self.asked if path.endswith("/chat/completions")]

    def _handler(server) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append((self.path, dict(self.headers), {}))
                if server.hang == "always":
                    server._end.wait(20)
                if server.about is None:
                    self._send(404, {"error": {"message": "no such path"}})
                else:
                    self._send(200, {"data": [{"id": "tiny", **server.about}]})

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = json.loads(self.rfile.read(length))
                server.asked.append((self.path, dict(self.headers), body))
                if server.hang:
                    server._end.wait(20)
                if server.status != 200:
                    self._send(server.status, {"error": {"message": server.said}})
                elif body.get("stream"):
                    self._stream(body)
                else:
                    self._send(200, {"choices": [server._judgement()]})

            def _send(self, status: int, value: dict[str, Any]) -> None:
                data = json.dumps(value).encode()
                self.send_response(status)
                for name, text in server.headers.items():
                    self.send_header(name, text)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def _stream(self, body: dict[str, Any]) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                try:
                    for line in server._lines(body["max_tokens"]):
                        self.wfile.write(line)
                        self.wfile.flush()
                        time.sleep(server.pause_s)
                except OSError:
                    server.broken_off.set()

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    def _lines(self, limit: int) -> list[bytes]:
        if self.raw is not None:
            return list(self.raw)
        events: list[dict[str, Any]] = [
            {"choices": [{"delta": {"content": word}}]} for word in self.words[:limit]
        ]
        why = "length" if len(self.words) > limit else "stop"
        events.append({"choices": [{"delta": {}, "finish_reason": why}]})
        used = {"prompt_tokens": 12, "completion_tokens": min(limit, len(self.words))}
        events.append(
            {"choices": [], "usage": used | {"prompt_tokens_details": {"cached_tokens": 5}}}
        )
        written = [f"data: {json.dumps(event)}\n\n".encode() for event in events]
        return [b": a comment\n\n", *written, b"data: [DONE]\n\n"]

    def _judgement(self) -> dict[str, Any]:
        choice: dict[str, Any] = {"message": {"role": "assistant", "content": self.words[0]}}
        if self.chances is not None:
            likely = [{"token": t, "logprob": p} for t, p in self.chances.items()]
            choice["logprobs"] = {"content": [{"token": "x", "top_logprobs": likely}]}
        return choice
