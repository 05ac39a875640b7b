"""How answers are written."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

_LONGEST_CONTACT = 500


class AnsweringSettings(BaseModel):
    """Answers."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Answers")

    kind: Literal["auto", "extractive", "generated"] = Field(
        "auto",
        title="Kind of answer",
        description="extractive quotes the best sentences; generated lets the language model "
        "write; auto writes with a model that you chose and quotes otherwise (the starter model "
        "writes too poorly for that).",
    )
    context_tokens: int = Field(
        3000,
        ge=200,
        le=32000,
        title="Tokens of sources",
        description="How much of the sources the language model is given.",
    )
    answer_tokens: int = Field(
        512, ge=32, le=4096, title="Length of the answer", description="Tokens at most."
    )
    temperature: float = Field(
        0.2,
        ge=0,
        le=1.5,
        title="Temperature",
        description="0 to 0.3 stays close to the sources.",
    )
    top_p: float = Field(0.9, gt=0, le=1, title="Top p", description="Nucleus sampling.")
    quoted_sentences: int = Field(
        3, ge=1, le=10, title="Quoted sentences", description="Of an extractive answer."
    )
    refuse_below: float | None = Field(
        None,
        title="Refuse below",
        description="Reranker score under which the answer is 'not in your documents'; empty: "
        "the calibrated value that ships with the application.",
    )
    template: str = Field(
        "",
        title="Prompt of your own",
        description="The path of a text file with the sections system, sources, source and "
        "question, for written answers; empty: the one that ships.",
    )
    contact: str = Field(
        "",
        max_length=_LONGEST_CONTACT,
        title="Whom to ask",
        description="Shown when the documents do not hold the answer.",
    )
    contacts: tuple[str, ...] = Field(
        (),
        title="Whom to ask, by folder",
        description="One a line: folder = whom to ask. It counts when the nearest passages lie in "
        "that folder.",
    )

    @field_validator("contacts")
    @classmethod
    def _each_with_a_folder(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        """Each line must name a whole path and somebody."""
        for line in lines:
            folder, _, contact = line.partition("=")
            path = Path(folder.strip()).expanduser()
            if not path.is_absolute() or not contact.strip() or len(contact) > _LONGEST_CONTACT:
                raise ValueError(f"{line[:60]!r} is not a whole path, an equals sign and a text")
        return lines

    def contact_of_folders(self) -> list[tuple[Path, str]]:
        """The folders of `contacts`, each with whom to ask."""
        pairs = [line.partition("=") for line in self.contacts]
        return [(Path(folder.strip()).expanduser(), text.strip()) for folder, _, text in pairs]
