"""What an OpenAI-compatible server says, taken apart."""

from __future__ import annotations

import math
from typing import Any

from desktop_rag.domain.model_server import ModelServer
from desktop_rag.inference.server_errors import senseless


class Told:
    """What the events of an answer say beside its text."""

    def __init__(self, prompt: int) -> None:
        """`prompt`: its tokens as estimated, for servers that do not tell."""
        self.finish = ""
        self.prompt = prompt
        self.reused = self.answer = 0

    def hear(self, event: dict[str, Any]) -> None:
        """Take the reason of the end and the use of tokens, where they are told."""
        for choice in event.get("choices") or ():
            self.finish = str(choice.get("finish_reason") or self.finish)
        usage = event.get("usage")
        if isinstance(usage, dict):
            self.prompt = int(usage.get("prompt_tokens") or self.prompt)
            self.answer = int(usage.get("completion_tokens") or 0)
            details = usage.get("prompt_tokens_details")
            self.reused = int((details or {}).get("cached_tokens") or 0)


def piece_of(event: dict[str, Any]) -> str:
    """The text of an event; what a model thinks comes in other fields and is left out."""
    choices = event.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return ""
    delta = choices[0].get("delta")
    content = delta.get("content") if isinstance(delta, dict) else None
    return content if isinstance(content, str) else ""


def context_of(about: dict[str, Any]) -> int:
    """Tokens of context, in the words of vLLM, LM Studio, llama.cpp; 0 when it is not told."""
    meta = about.get("meta")
    places = (about, meta) if isinstance(meta, dict) else (about,)
    for key in ("max_model_len", "loaded_context_length", "n_ctx"):
        for place in places:
            value = place.get(key)
            if isinstance(value, int) and value > 0:
                return value
    return 0


def first_choice(reply: dict[str, Any], server: ModelServer) -> dict[str, Any]:
    """The one answer that was asked for. Raises `ModelFailure`."""
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise senseless(server, "no choices")
    return choices[0]


def chance_of_yes_in(choice: dict[str, Any]) -> float | None:
    """P(yes) / (P(yes) + P(no)) over the likeliest first tokens; None where they are not told."""
    content = (choice.get("logprobs") or {}).get("content")
    if not isinstance(content, list) or not content:
        return None
    weights = {"yes": 0.0, "no": 0.0}
    for one in content[0].get("top_logprobs") or ():
        word = str(one.get("token", "")).strip().lower()
        if word in weights:
            weights[word] += math.exp(min(0.0, float(one.get("logprob", -99))))
    both = sum(weights.values())
    return weights["yes"] / both if both else None
