"""Prompt files, and the messages made from them. Texts of documents are values, never templates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.answering.citing import defuse, without_marks
from desktop_rag.answering.language import LANGUAGES
from desktop_rag.answering.phrases import fill
from desktop_rag.answering.sourcing import describe_place
from desktop_rag.domain.answer import Source, Turn
from desktop_rag.domain.chat import ChatMessage
from desktop_rag.domain.errors import InternalError, InvalidRequest
from desktop_rag.host.resources import resource

ANSWER = "answer"

_SECTION = re.compile(r"^=== (\w+)\n", re.MULTILINE)
_NEEDED = (
    ("sources", "{{sources}}"),
    ("source", "{{n}}"),
    ("source", "{{text}}"),
    ("question", "{{question}}"),
)
_FENCE = re.compile(r"<{3,}|>{3,}")


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """One prompt file: `<id>.<lang>.txt` with the sections system, sources, source, question."""

    id: str
    language: str
    system: str
    sources: str
    source: str
    question: str

    def source_block(self, source: Source, text: str) -> str:
        """One numbered source with its file and place. Marks and fences of its own are made
        harmless, so that a document can neither end its block nor pretend to be another source."""
        inert = _FENCE.sub("…", defuse(text.strip()))
        place = _FENCE.sub("…", defuse(describe_place(source, self.language)))
        return fill(self.source, n=source.n, place=place, text=inert)

    def source_list(self, blocks: Sequence[str]) -> str:
        """All source blocks under their heading."""
        return fill(self.sources, sources="\n".join(blocks))

    def question_block(self, question: str) -> str:
        """A question with the reminder that follows it."""
        return fill(self.question, question=question.strip())

    def messages(
        self, blocks: Sequence[str], turns: Sequence[Turn], question: str
    ) -> list[ChatMessage]:
        """The conversation as a model gets it. The sources open the first message of the person, so
        that a follow-up on the same sources begins with the same tokens. Earlier answers lose their
        marks, which belonged to other tables."""
        said: list[ChatMessage] = [ChatMessage("system", self.system)]
        for turn in turns:
            said.append(ChatMessage("user", self.question_block(turn.question)))
            said.append(ChatMessage("assistant", without_marks(turn.answer)))
        said.append(ChatMessage("user", self.question_block(question)))
        said[1] = ChatMessage("user", f"{self.source_list(blocks)}\n\n{said[1].text}")
        return said


class PromptLibrary:
    """Finds prompt files. `folder` holds them; by default the ones that ship."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def template(self, name: str, language: str) -> PromptTemplate:
        """The prompt `name` in `language`, in English when there is no other. Raises
        `InternalError` when the file is missing or lacks a section."""
        known = language if language in LANGUAGES else LANGUAGES[0]
        folder = self._folder or resource("prompts")
        path = folder / f"{name}.{known}.txt"
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise InternalError(
                f"The prompt file {path.name} cannot be read.",
                "Install Desktop RAG again.",
                detail=str(error),
            ) from error
        return _parsed(f"{name}.{known}", known, text)


def own_template(path: Path, language: str) -> PromptTemplate:
    """The prompt that a person's own file holds, for every language. Its id is `own:` and the
    file's name. Raises `InvalidRequest` when it cannot be read or lacks a section."""
    try:
        if not path.is_absolute():
            raise ValueError("its whole path is needed.")
        text = path.read_text(encoding="utf-8-sig")
        template = _parsed(f"own:{path.name}", language, text)
        for section, needed in _NEEDED:
            if needed not in getattr(template, section):
                raise ValueError(f"{needed} is missing in its section {section}.")
    except (OSError, ValueError, InternalError) as error:
        raise InvalidRequest(
            f"The prompt file {path} cannot be used: {error}",
            "It needs the sections === system, === sources, === source and === question, as the "
            "ones that ship; or empty the setting “Prompt of your own”.",
        ) from error
    return template


def _parsed(name: str, language: str, text: str) -> PromptTemplate:
    pieces = _SECTION.split(text)[1:]
    sections = {key: body.strip() for key, body in zip(pieces[::2], pieces[1::2], strict=True)}
    missing = {"system", "sources", "source", "question"} - sections.keys()
    if missing:
        raise InternalError(
            f"The prompt {name} lacks: {', '.join(sorted(missing))}.",
            "Install Desktop RAG again.",
        )
    return PromptTemplate(
        id=name,
        language=language,
        system=sections["system"],
        sources=sections["sources"],
        source=sections["source"],
        question=sections["question"],
    )
