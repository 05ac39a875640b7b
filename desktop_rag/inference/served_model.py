"""A language model on an OpenAI-compatible server: llama.cpp, Ollama, LM Studio, vLLM.

The requests are those of the published chat completions API (`POST …/chat/completions`, streamed as
server-sent events) and its list of models (`GET …/models`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import ModelFailure, Stopped
from desktop_rag.domain.model_server import ModelServer
from desktop_rag.inference.judging import judge_messages
from desktop_rag.inference.server_errors import broken_off, senseless
from desktop_rag.inference.server_exchange import ServerExchange, ServerPatience
from desktop_rag.inference.server_replies import (
    Choice,
    ListedModel,
    Listing,
    Reply,
    Text,
    Told,
    chance_of_yes_in,
    parsed,
)
from desktop_rag.inference.writing import Writing
from desktop_rag.ports.language_model import Cancelled, OnText

CONTEXT = 4096  # what servers give a model when nobody chose otherwise, and do not tell
_BYTES_PER_TOKEN = 3  # few texts have fewer, so that a prompt that is counted so fits
_STREAMED = {"stream": True, "stream_options": {"include_usage": True}}
_WITH_CHANCES = {"logprobs": True, "top_logprobs": 10}
_DONE = Reply((Choice(finish_reason="stop"),))
_LARGEST_REPLY = 4_000_000
_CONTROL = re.compile(
    r"<(?=[|｜])|(?<=[|｜])>|<(?=/?s>|<SYS>>|<?/SYS>|(?:start|end)_of_turn>)|\[(?=/?INST\])", re.I
)


@dataclass(frozen=True, slots=True)
class ServedChoice:
    """Which server to use and how. `key` is shown nowhere; `context` 0: as the server says, else
    4096 tokens. `on_contact` is told before each request that leaves this machine."""

    server: ModelServer
    key: str = ""
    context: int = 0
    on_contact: Callable[[], None] = lambda: None

    def __repr__(self) -> str:
        return f"ServedChoice({self.server.written})"


class ServedLanguageModel:
    """Fills `ports.language_model.LanguageModel`; the server queues what is asked at once.

    Tokens are estimated, because not every server counts them: a third of the bytes, which is
    rather too many. Names of control tokens in messages are broken up, because servers read them as
    such wherever they stand.
    """

    def __init__(self, choice: ServedChoice, *, patience: ServerPatience | None = None) -> None:
        self._choice = choice
        self._patience = patience or ServerPatience()
        self._facts: ModelFacts | None = None
        self._grammars = False

    def facts(self, *, cancelled: Cancelled | None = None) -> ModelFacts:
        """What the server says of the model, asked once."""
        if self._facts is None:
            server = self._choice.server
            about = self._about(cancelled or _never)
            self._grammars = about.owned_by == "llamacpp"
            self._facts = ModelFacts(
                name=server.title,
                path=server.url,
                context=self._choice.context or about.context() or CONTEXT,
                host="" if server.is_here else server.host,
            )
        return self._facts

    def close(self) -> None:
        """Forget what the server said of itself."""
        self._facts = None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """An estimate for each text."""
        return [math.ceil(len(text.encode()) / _BYTES_PER_TOKEN) for text in texts]

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText | None = None,
        cancelled: Cancelled | None = None,
        priority: int = 0,
    ) -> Generated:
        """Write an answer; `on_text` runs on the caller's thread."""
        writing = Writing(on_text or _nothing, sampling.stop)
        told = Told(sum(self.count_tokens([m.text for m in messages])))
        try:
            self.facts(cancelled=cancelled)
            wanted = self._wanted(messages, sampling) | _STREAMED
            with closing(self._events(wanted, cancelled or _never)) as events:
                _write(events, writing, told, sampling.max_tokens)
            if not told.finish:
                raise broken_off(self._choice.server)
        except Stopped:
            return writing.finish("stopped", prompt=told.prompt, reused=told.reused)
        done = writing.finish(
            "length" if told.finish == "length" else "end", prompt=told.prompt, reused=told.reused
        )
        return replace(done, answer_tokens=min(told.answer, sampling.max_tokens) or writing.tokens)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """For each (question, passage) the probability of yes against no: from the server's
        logarithms where it gives them, else 1, 0 or one half by the word it writes."""
        return [self._judged(question, passage) for question, passage in pairs]

    # --- the server -----------------------------------------------------------------------------

    def _judged(self, question: str, passage: str) -> float:
        sampling = Sampling(temperature=0, top_p=1, max_tokens=1)
        wanted = self._wanted(judge_messages(question, passage), sampling)
        data = self._answered("/chat/completions", wanted | _WITH_CHANCES, _never)
        choice = parsed(self._choice.server, data, Reply).first()
        chance = chance_of_yes_in(choice)
        if chance is not None:
            return chance
        written = ((choice.message or Text()).content or "").strip().lower()
        return 1.0 if written.startswith("y") else 0.0 if written.startswith("n") else 0.5

    def _wanted(self, messages: Sequence[ChatMessage], sampling: Sampling) -> dict[str, Any]:
        wanted: dict[str, Any] = {
            "model": self._choice.server.model,
            "messages": [{"role": m.role, "content": inert(m.text)} for m in messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "max_tokens": sampling.max_tokens,
            "seed": sampling.seed,
        }
        if sampling.grammar and self._grammars:
            wanted["grammar"] = sampling.grammar
        return wanted

    def _about(self, cancelled: Cancelled) -> ListedModel:
        """What the list of models says of ours; nothing for servers that have no such list."""
        server = self._choice.server
        try:
            listed = parsed(server, self._answered("/models", None, cancelled), Listing)
        except ModelFailure as error:
            if error.permanent:
                return ListedModel()
            raise
        known = listed.data or ()
        own = [model for model in known if model.id == server.model]
        return own[0] if own else known[0] if len(known) == 1 else ListedModel()

    def _answered(self, path: str, body: dict[str, Any] | None, cancelled: Cancelled) -> bytes:
        """The whole answer to a request that is not streamed."""
        wait = self._patience.facts_s if body is None else self._patience.first_s
        lines = self._exchange(path, body).lines(cancelled, first_s=wait, quiet_s=wait)
        return b"".join(_limited(lines, self._choice.server))

    def _events(self, body: dict[str, Any], cancelled: Cancelled) -> Generator[Reply, None, None]:
        """The server-sent events of an answer that is streamed; the last says that it is done."""
        patience = self._patience
        exchange = self._exchange("/chat/completions", body)
        lines = exchange.lines(cancelled, first_s=patience.first_s, quiet_s=patience.quiet_s)
        with closing(lines):
            for line in lines:
                name, _, data = line.strip().partition(b":")
                if name != b"data":
                    continue
                if data.strip() == b"[DONE]":
                    yield _DONE
                    return
                yield parsed(self._choice.server, data, Reply)

    def _exchange(self, path: str, body: dict[str, Any] | None) -> ServerExchange:
        choice = self._choice
        if not choice.server.is_here:
            choice.on_contact()
        return ServerExchange(choice.server, path, body, key=choice.key)


def inert(text: str) -> str:
    """The text with the signs of control tokens (`<|im_end|>`, `[INST]`, `</s>`) apart."""
    return _CONTROL.sub(lambda m: f" {m[0]}" if m[0] == ">" else f"{m[0]} ", text)


def _write(events: Iterable[Reply], writing: Writing, told: Told, most_tokens: int) -> None:
    """Hand the events' text on until the model is done, a stop string was met or the limit that
    was asked for is reached, whether the server keeps to it or not."""
    for event in events:
        told.hear(event)
        piece = (event.first().delta or Text()).content
        if piece and not writing.add(piece.encode()):
            told.finish = "stop"
            return
        if piece and writing.tokens >= most_tokens:
            told.finish = told.finish or "length"
            return


def _limited(lines: Iterator[bytes], server: ModelServer) -> Iterator[bytes]:
    size = 0
    for line in lines:
        size += len(line)
        if size > _LARGEST_REPLY:
            raise senseless(server, "the answer is too long")
        yield line


def _never() -> bool:
    return False


def _nothing(_: str) -> None:
    """Nobody listens."""
