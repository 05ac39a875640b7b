"""What the engine says in English, said in the window's language.

The engine serves commands and windows in any language, so its sentences travel in English, filled
in. The catalogue `translations/engine_XX.json` holds each sentence with `{}` for what is filled in;
a sentence is recognised by it and its parts are put into the translation. What is not in the
catalogue stays as it is. Texts of documents are never looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import TraceStep
from desktop_rag.domain.source import FileEntry
from desktop_rag.host.resources import resource
from desktop_rag.messages import Message
from desktop_rag.messages.ask import AnswerFinished
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import AddReport, FilePage, Status
from desktop_rag.messages.models import ModelList, ModelStateChanged, SettingsShown
from desktop_rag.messages.quality import QualityMeasured
from desktop_rag.messages.search import HitsFound
from desktop_rag.messages.viewer import SourceOpened

_KEPT = 4096
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z“])")


class EngineWords:
    """Says the engine's sentences by a catalogue: English template → template in the language."""

    def __init__(self, catalogue: Mapping[str, str] | None = None) -> None:
        plain = {text: said for text, said in (catalogue or {}).items() if "{}" not in text}
        filled = [(text, said) for text, said in (catalogue or {}).items() if "{}" in text]
        filled.sort(key=lambda pair: -len(pair[0]))  # the most telling first
        self._plain = plain
        self._filled = [(_pattern(text), said) for text, said in filled]
        self.say = lru_cache(maxsize=_KEPT)(self._say)

    def error(self, error: DesktopRagError) -> DesktopRagError:
        """The same failure with message and remedy in the language."""
        if not self._plain:
            return error
        return type(error)(self.say(error.message), self.say(error.remedy), detail=error.detail)

    def message(self, message: Message) -> Message:
        """The same message with all that is said to the person in the language."""
        translate = _TRANSLATORS.get(type(message)) if self._plain else None
        return translate(self, message) if translate else message

    def _say(self, text: str) -> str:
        said = self._whole(text)
        if said is None:
            parts = _SENTENCE_END.split(text)
            said = " ".join(self._whole(part) or part for part in parts)
        return said

    def _whole(self, text: str) -> str | None:
        if text in self._plain:
            return self._plain[text]
        for pattern, said in self._filled:
            match = pattern.fullmatch(text)
            if match:
                parts = [self._whole(part) or part for part in match.groups()]
                return said.format(*parts)
        return None


def engine_words(language: str) -> EngineWords:
    """The words of a language (ISO 639-1); English ones when there is no catalogue for it."""
    if language != "es":
        return EngineWords()
    text = resource("translations", f"engine_{language}.json").read_text(encoding="utf-8")
    return EngineWords(json.loads(text))


def _pattern(template: str) -> re.Pattern[str]:
    parts = map(re.escape, template.split("{}"))
    return re.compile("(.*?)".join(parts), re.DOTALL)


def _fields(*names: str) -> Callable[[EngineWords, Any], Any]:
    def translate(words: EngineWords, message: Any) -> Any:
        said = {name: words.say(getattr(message, name)) for name in names}
        return msgspec.structs.replace(message, **said)

    return translate


def _entry(words: EngineWords, entry: FileEntry) -> FileEntry:
    if not entry.reason and not entry.remedy:
        return entry
    return replace(entry, reason=words.say(entry.reason), remedy=words.say(entry.remedy))


def _page(words: EngineWords, page: FilePage) -> FilePage:
    return msgspec.structs.replace(page, files=tuple(_entry(words, e) for e in page.files))


def _report(words: EngineWords, report: AddReport) -> AddReport:
    problems = tuple(_entry(words, entry) for entry in report.problems)
    return msgspec.structs.replace(report, problems=problems)


def _status(words: EngineWords, status: Status) -> Status:
    return msgspec.structs.replace(
        status,
        embedder=_fields("problem")(words, status.embedder),
        language_model=_fields("problem", "remedy")(words, status.language_model),
    )


def _models(words: EngineWords, models: ModelList) -> ModelList:
    translate = _fields("problem", "purpose")
    return msgspec.structs.replace(
        models,
        models=tuple(translate(words, line) for line in models.models),
        machine=_fields("llama_problem")(words, models.machine),
    )


def _steps(words: EngineWords, steps: tuple[TraceStep, ...]) -> tuple[TraceStep, ...]:
    """Notes are parts divided by semicolons."""
    return tuple(
        replace(step, note="; ".join(map(words.say, step.note.split("; ")))) if step.note else step
        for step in steps
    )


def _found(words: EngineWords, found: HitsFound) -> HitsFound:
    result = found.result
    said = replace(
        result,
        message=words.say(result.message),
        remedy=words.say(result.remedy),
        notices=tuple(map(words.say, result.notices)),
        trace=_steps(words, result.trace),
    )
    return msgspec.structs.replace(found, result=said)


def _settings(words: EngineWords, shown: SettingsShown) -> SettingsShown:
    said = {key: words.say(warning) for key, warning in shown.warnings.items()}
    return msgspec.structs.replace(shown, warnings=said)


def _answered(words: EngineWords, finished: AnswerFinished) -> AnswerFinished:
    answer = finished.answer
    said = replace(
        answer,
        text=words.say(answer.text) if answer.outcome == "failed" else answer.text,
        remedy=words.say(answer.remedy),
        notices=tuple(map(words.say, answer.notices)),
        trace=_steps(words, answer.trace),
    )
    return msgspec.structs.replace(finished, answer=said, steps=_steps(words, finished.steps))


def _measured(words: EngineWords, measured: QualityMeasured) -> QualityMeasured:
    reports = (
        msgspec.structs.replace(report, notices=tuple(map(words.say, report.notices)))
        for report in measured.reports
    )
    return msgspec.structs.replace(measured, reports=tuple(reports))


_TRANSLATORS: dict[type[Message], Callable[[EngineWords, Any], Any]] = {
    NoticeGiven: _fields("text", "remedy"),
    ModelStateChanged: _fields("problem", "remedy"),
    SourceOpened: _fields("note"),
    Status: _status,
    FilePage: _page,
    AddReport: _report,
    ModelList: _models,
    HitsFound: _found,
    SettingsShown: _settings,
    QualityMeasured: _measured,
    AnswerFinished: _answered,
}
