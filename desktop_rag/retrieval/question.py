"""The syntax of the question box. Every text is legal; what is no syntax is words.

`"exact phrase"` must occur, `-word` and `-"a phrase"` must not; `path:`, `type:`, `lang:`,
`after:` and `before:` limit where is searched. A value with blanks is quoted: `path:"My files"`.
Dates count from their start: `after:2024` is from 1 January 2024 on, `before:2024` is until then.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import FileRef
from desktop_rag.domain.languages import has_cjk
from desktop_rag.domain.query import Filters, Query
from desktop_rag.domain.search_form import fold, words

_ITEM = re.compile(
    r"""(?<!\S)(?P<key>path|type|lang|after|before):(?:"(?P<quoted>[^"]+)"|(?P<bare>\S+))
    | (?<!\S)(?P<minus>-)?[“"„](?P<phrase>[^"“”„]+)[”"“]
    | (?<!\S)-(?P<without>[^\W\d_][\w.+#-]*)(?!\S)""",
    re.VERBOSE | re.IGNORECASE,
)
_DATE_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y-%m", "%Y")
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S+|\S*[^\W_][-_./#+:][^\W_]\S*|\S+[+#]+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question box's text taken apart. `text` holds the words to search (phrases included, as
    words); `phrases` must all occur in a passage and `without` must not (both in search form).
    `path_parts`: pieces of a path, one of which must occur in the file's path."""

    text: str
    filters: Filters = field(default_factory=Filters)
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    path_parts: tuple[str, ...] = ()

    def is_selective(self) -> bool:
        """True when hits must be looked at one by one (`admits`)."""
        return bool(self.phrases or self.without or self.path_parts)

    def admits(self, chunk: Chunk, file: FileRef) -> bool:
        """True when the chunk holds all phrases and nothing that was excluded, and lies in the
        right place."""
        if not self.is_selective():
            return True
        if self.path_parts:
            path = file.path.replace("\\", "/").lower()
            if not any(part in path for part in self.path_parts):
                return False
        body = _spaced(" ".join((*chunk.draft.breadcrumb, chunk.draft.search_text())))
        if not all(_holds(body, phrase) for phrase in self.phrases):
            return False
        return not any(_holds(body, phrase) for phrase in self.without)

    def applied_to(self, query: Query) -> Query:
        """The query with this text, and with these limits added to its own."""
        return replace(query, text=self.text, filters=self.limits(query.filters))

    def limits(self, own: Filters) -> Filters:
        """Filters with the limits of this text in place of their own of the same kind."""
        more = self.filters
        return Filters(
            under=more.under or own.under,
            types=more.types or own.types,
            after=more.after if more.after is not None else own.after,
            before=more.before if more.before is not None else own.before,
            languages=more.languages or own.languages,
        )


def parse(text: str) -> Question:
    """Take a question box's text apart; never raises. A limit whose value makes no sense
    (`after:soon`) stays in the text as words."""
    fields: dict[str, list[str]] = {"path": [], "part": [], "type": [], "lang": []}
    dates: dict[str, float] = {}
    phrases: list[str] = []
    without: list[str] = []
    kept: list[str] = []
    end = 0
    for match in _ITEM.finditer(text):
        kept.append(text[end : match.start()])
        end = match.end()
        if (key := match["key"]) is not None:
            if not _note_limit(key.lower(), match["quoted"] or match["bare"], fields, dates):
                kept.append(match.group())
        elif match["without"] is not None:
            without.append(match["without"])
        elif match["minus"]:
            without.append(match["phrase"])
        else:
            phrases.append(match["phrase"])
            kept.append(match["phrase"])
    kept.append(text[end:])
    filters = Filters(
        under=tuple(fields["path"]),
        types=tuple(fields["type"]),
        languages=tuple(fields["lang"]),
        after=dates.get("after"),
        before=dates.get("before"),
    )
    return Question(
        text=" ".join(" ".join(kept).split()),
        filters=filters,
        phrases=tuple(p for p in map(_spaced, phrases) if p.strip()),
        without=tuple(p for p in map(_spaced, without) if p.strip()),
        path_parts=tuple(fields["part"]),
    )


def plain(text: str) -> Question:
    """The text as words, without any syntax."""
    return Question(text=text.strip())


def is_lookup(text: str) -> bool:
    """True for a question that names what it wants: a quoted phrase, a code or part number
    (`POL-358`, `E0502`, `C++`), or at most two words. Such a question is never expanded."""
    question = parse(text)
    if question.phrases:
        return True
    found = words(fold(question.text))
    if has_cjk(question.text):
        return len(question.text) <= 4
    if len(found) <= 2:
        return True
    codes = sum(1 for word in found if _CODE.fullmatch(word))
    return codes > 0 and len(found) <= 4


def _note_limit(
    key: str, value: str, fields: dict[str, list[str]], dates: dict[str, float]
) -> bool:
    if key in ("after", "before"):
        moment = _moment(value)
        if moment is not None:
            dates[key] = moment
        return moment is not None
    if key == "path":
        if "\0" in value:
            return False  # no file is called so
        path = Path(os.path.expanduser(value))
        if path.is_absolute():
            fields["path"].append(str(path))
        else:
            fields["part"].append(value.replace("\\", "/").lower())
        return True
    values = [part.strip().lstrip("*.").lower() for part in value.split(",")]
    form = r"[a-z]{2,3}" if key == "lang" else r"\w{1,12}"
    if not all(re.fullmatch(form, part) for part in values):
        return False
    fields[key].extend(values)
    return True


def _moment(value: str) -> float | None:
    """Seconds since the epoch of the start of a day, month or year in local time."""
    for form in _DATE_FORMS:
        try:
            return datetime.strptime(value, form).timestamp()
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _spaced(text: str) -> str:
    return f" {' '.join(words(fold(text)))} "


def _holds(body: str, phrase: str) -> bool:
    if has_cjk(phrase):
        return phrase.strip().replace(" ", "") in body.replace(" ", "")
    return phrase in body
