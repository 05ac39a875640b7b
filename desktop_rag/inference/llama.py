"""One language model: prompts in, text out. Used only inside the model host's process."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

import psutil

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import ModelBroken, ModelFailure, Stopped
from desktop_rag.inference.chat_template import ChatTemplate
from desktop_rag.inference.fitting import choose_context
from desktop_rag.inference.gguf import GgufFacts, read_gguf
from desktop_rag.inference.hardware import usable_cores
from desktop_rag.inference.judging import chance_of_yes, judge_messages
from desktop_rag.inference.llama_engine import LlamaEngine
from desktop_rag.inference.writing import Writing
from desktop_rag.ports.language_model import Cancelled, OnText


class LlamaModel:
    """A GGUF model that writes. Not for several threads at once: its owner queues calls.

    Making it loads it: raises `ModelBroken` (not a model, truncated, an embedding model) or
    `ModelTooLarge`. `context` 0: chosen; `gpu_layers` -1: all; `threads` 0: one for each core.
    """

    def __init__(
        self, path: Path, *, context: int = 0, gpu_layers: int = -1, threads: int = 0
    ) -> None:
        file = read_gguf(path)
        _refuse_other_roles(path, file)
        self._path = path
        self._file = file
        self._engine = LlamaEngine(
            path,
            context=choose_context(file, psutil.virtual_memory().available, wanted=context),
            gpu_layers=gpu_layers,
            threads=threads or usable_cores(),
        )
        start, end = self._engine.special_text()
        self._template = ChatTemplate(file.template, start=start, end=end)

    def facts(self) -> ModelFacts:
        """What is loaded; `memory_bytes` is what this process holds."""
        return ModelFacts(
            name=self._path.stem,
            path=str(self._path),
            context=self._engine.context,
            parameters=self._file.parameters,
            template=self._template.own,
            memory_bytes=int(psutil.Process().memory_info().rss),
        )

    def close(self) -> None:
        """Free the memory."""
        self._engine.close()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text; special tokens in it are plain text."""
        return [len(self._engine.tokens(text, special=False)) for text in texts]

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText,
        cancelled: Cancelled,
    ) -> Generated:
        """Write an answer. Raises `ModelFailure` for a prompt longer than the context."""
        writing = Writing(on_text, (*sampling.stop, *self._template.stops))
        prompt = self._prompt(messages)
        room = self._engine.context - len(prompt)
        if room < 1:
            raise self._too_long(len(prompt))
        reused = 0
        finish: Literal["end", "length", "stopped"] = "end"
        try:
            reused = self._engine.evaluate(prompt, cancelled)
            finish = self._write(
                writing, prompt, sampling, min(sampling.max_tokens, room), cancelled
            )
        except Stopped:
            finish = "stopped"
        return writing.finish(finish, prompt=len(prompt), reused=reused)

    def judge(self, pairs: Sequence[tuple[str, str]], *, cancelled: Cancelled) -> list[float]:
        """For each (question, passage) the probability of yes against no. Raises `Stopped`."""
        yes, no = self._beginnings("yes"), self._beginnings("no")
        scores: list[float] = []
        for question, passage in pairs:
            self._engine.evaluate(self._judge_prompt(question, passage), cancelled)
            scores.append(chance_of_yes(self._engine.logits(), yes, no))
        return scores

    def _write(
        self,
        writing: Writing,
        prompt: list[int],
        sampling: Sampling,
        limit: int,
        cancelled: Cancelled,
    ) -> Literal["end", "length", "stopped"]:
        written = 0
        for data in islice(self._engine.sample(prompt, sampling), limit):
            written += 1
            if not writing.add(data):
                return "end"
            if cancelled():
                return "stopped"
        return "length" if written == limit else "end"

    def _prompt(self, messages: Sequence[ChatMessage]) -> list[int]:
        tokens: list[int] = []
        for piece in self._template.render(messages):
            tokens += self._engine.tokens(piece.text, special=not piece.data)
        start = self._engine.start_token
        if start is not None and tokens[:1] != [start]:
            tokens.insert(0, start)
        return tokens

    def _judge_prompt(self, question: str, passage: str) -> list[int]:
        """A passage that does not fit the context is judged by its beginning."""
        while len(prompt := self._prompt(judge_messages(question, passage))) > self._engine.context:
            if not passage:
                raise self._too_long(len(prompt))
            passage = passage[: len(passage) // 2]
        return prompt

    def _beginnings(self, word: str) -> list[int]:
        forms = (word, word.capitalize(), f" {word}", f" {word.capitalize()}")
        return sorted({self._engine.tokens(form, special=False)[0] for form in forms})

    def _too_long(self, tokens: int) -> ModelFailure:
        return ModelFailure(
            f"The question with its sources is longer than the {self._engine.context} tokens "
            "this model can take in.",
            "Ask a shorter question, lower the tokens for sources, or start a new conversation.",
            detail=f"{tokens} tokens",
        )


def _refuse_other_roles(path: Path, file: GgufFacts) -> None:
    kinds = {"embed": "an embedding model", "rerank": "a reranker"}
    if file.role in kinds:
        raise ModelBroken(
            f"{path.name} is {kinds[file.role]}; it cannot write answers.",
            "Choose an instruct or chat model.",
        )
