"""Which language a text is in, told offline from its letters (py3langid's naive Bayes model)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_LANGUAGES = (
    "ar bg ca cs da de el en es eu fa fi fr gl he hi hr hu id it ja ko nl no pl pt ro ru sk sr sv "
    "th tr uk vi zh"
).split()
_LEAST_LETTERS = 40
_LEAST_WIDE_LETTERS = 12  # one such letter says as much as several Latin ones
_SAMPLE_CHARS = 240
_LEAST_CONFIDENCE = 0.6
_LETTERS = re.compile(r"[^\W\d_]+")
_WIDE = re.compile(r"[\u0370-\U0003ffff]")


def detect(text: str) -> str:
    """The ISO 639-1 code of the language of `text`; empty when the text is too short, or when it
    could be one of several. Looks at a sample of 240 characters from its middle."""
    sample = _sample(text)
    letters = sum(len(run) for run in _LETTERS.findall(sample))
    wide = len(_WIDE.findall(sample))
    if letters < (_LEAST_WIDE_LETTERS if wide * 2 > letters else _LEAST_LETTERS):
        return ""
    language, confidence = _identifier().classify(sample)
    return str(language) if confidence >= _LEAST_CONFIDENCE else ""


def _sample(text: str) -> str:
    if len(text) <= _SAMPLE_CHARS:
        return text
    start = (len(text) - _SAMPLE_CHARS) // 2
    return text[start : start + _SAMPLE_CHARS]


@cache
def _identifier() -> Any:
    """The model, loaded when first needed (a second, 20 MB)."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_LANGUAGES)
    return identifier
