"""From chat messages to a model's own prompt, with contents kept apart from the template."""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from desktop_rag.domain.chat import ChatMessage

_PLAIN_NAMES = {"system": "Instructions", "user": "User", "assistant": "Assistant"}


@dataclass(frozen=True, slots=True)
class PromptPiece:
    """A part of a prompt. `data`: written by people or documents, so that special tokens in it
    are plain text; else it comes from the template."""

    text: str
    data: bool


class ChatTemplate:
    """Renders messages with the template that a model carries (Jinja, in a sandbox).

    Models whose template refuses a system message or two messages of one role in a row get them
    joined. A template that is missing or does not work is replaced by a plain one.
    """

    def __init__(self, source: str, *, start: str = "", end: str = "") -> None:
        self._start = start
        self._end = end
        self._template = None
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        environment.globals["raise_exception"] = _refuse
        environment.globals["strftime_now"] = _today
        if source:
            try:
                self._template = environment.from_string(source)
                self.render([ChatMessage("user", "Hello")])
            except TemplateError:
                self._template = None

    @property
    def own(self) -> bool:
        """True when the model's own template is used, False for the plain one."""
        return self._template is not None

    @property
    def stops(self) -> tuple[str, ...]:
        """Strings with which the next turn would begin; only the plain template needs them."""
        return () if self.own else tuple(f"\n{name}:" for name in _PLAIN_NAMES.values())

    def render(self, messages: Sequence[ChatMessage]) -> list[PromptPiece]:
        """The prompt up to where the model is to write."""
        if self._template is None:
            return _plain(messages)
        try:
            return self._fill(messages)
        except TemplateError:
            return self._fill(_joined(messages))

    def _fill(self, messages: Sequence[ChatMessage]) -> list[PromptPiece]:
        assert self._template is not None  # render() has looked
        # contents are put in after rendering: a template sees only marks that nobody can guess
        nonce = secrets.token_hex(8)
        marked = [
            {"role": message.role, "content": f"\ue000{nonce}.{number}\ue001"}
            for number, message in enumerate(messages)
        ]
        try:
            text = self._template.render(
                messages=marked,
                add_generation_prompt=True,
                bos_token=self._start,
                eos_token=self._end,
                enable_thinking=False,
            )
        except (TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
            raise TemplateError(repr(error)) from error
        pieces: list[PromptPiece] = []
        for number, part in enumerate(re.split(f"\ue000{nonce}\\.(\\d+)\ue001", text)):
            if number % 2:
                pieces.append(PromptPiece(messages[int(part)].text, data=True))
            elif part:
                pieces.append(PromptPiece(part, data=False))
        seen = {int(part) for part in re.findall(f"\ue000{nonce}\\.(\\d+)\ue001", text)}
        if seen != set(range(len(messages))):
            raise TemplateError("the template leaves a message out")
        return pieces


def _plain(messages: Sequence[ChatMessage]) -> list[PromptPiece]:
    pieces: list[PromptPiece] = []
    for message in messages:
        pieces.append(PromptPiece(f"{_PLAIN_NAMES[message.role]}: ", data=False))
        pieces.append(PromptPiece(message.text, data=True))
        pieces.append(PromptPiece("\n\n", data=False))
    pieces.append(PromptPiece(f"{_PLAIN_NAMES['assistant']}:", data=False))
    return pieces


def _joined(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """System messages become the user's; neighbours of one role become one."""
    joined: list[ChatMessage] = []
    for message in messages:
        role = "user" if message.role == "system" else message.role
        if joined and joined[-1].role == role:
            joined[-1] = ChatMessage(role, f"{joined[-1].text}\n\n{message.text}")
        else:
            joined.append(ChatMessage(role, message.text))
    return joined


def _refuse(message: str) -> None:
    raise TemplateError(message)


def _today(form: str) -> str:
    return datetime.datetime.now().strftime(form)
