"""The syntax of the question box. Every text is legal; what is no syntax is words.

`"exact phrase"` must occur, `-word` and `-"a phrase"` must not; `path:`, `type:`, `lang:`,
`after:` and `before:` limit where is searched, `-path:` and `-type:` where not. A value with blanks
is quoted: `path:"My files"`. Dates count from their start: `after:2024` is from 1 January 2024 on,
`before:2024` is until then.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from desktop_rag.domain.languages import has_cjk
from desktop_rag.domain.phrase import has_words
from desktop_rag.domain.query import Filters, Query
from desktop_rag.domain.search_form import fold, words

_ITEM = re.compile(
    r"""(?<!\S)(?P<minus>-)?(?P<key>path|type|lang|after|before):
        (?:"(?P<quoted>[^"]+)"|(?P<bare>\S+))
    | (?<!\S)(?P<not>-)?[“"„](?P<phrase>[^"“”„]+)[”"“]
    | (?<!\S)-(?P<without>\.?[^\W\d_][^\s"“”„]*)""",
    re.VERBOSE | re.IGNORECASE,
)
_DATE_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y-%m", "%Y")
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S+|\S*[^\W_][-_./#+:][^\W_]\S*|\S+[+#]+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question box's text taken apart: `text` holds the words to search (phrases included, as
    words), `filters` what limits them."""

    text: str
    filters: Filters = field(default_factory=Filters)

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
            path_parts=more.path_parts or own.path_parts,
            phrases=more.phrases or own.phrases,
            without_types=more.without_types or own.without_types,
            without_path_parts=more.without_path_parts or own.without_path_parts,
            without=more.without or own.without,
        )


def parse(text: str) -> Question:
    """Take a question box's text apart; never raises. A limit whose value makes no sense
    (`after:soon`) stays in the text as words."""
    limits = _Limits()
    phrases: list[str] = []
    without: list[str] = []
    kept: list[str] = []
    end = 0
    for match in _ITEM.finditer(text):
        kept.append(text[end : match.start()])
        end = match.end()
        if match["key"] is not None:
            value = match["quoted"] or match["bare"]
            if not limits.note(match["key"].lower(), value, excluded=match["minus"] is not None):
                kept.append(match.group())
        elif match["without"] is not None:
            without.append(match["without"])
        elif match["not"]:
            without.append(match["phrase"])
        else:
            phrases.append(match["phrase"])
            kept.append(match["phrase"])
    kept.append(text[end:])
    filters = replace(
        limits.filters,
        phrases=tuple(phrase.strip() for phrase in phrases if has_words(phrase)),
        without=tuple(phrase.strip() for phrase in without if has_words(phrase)),
    )
    return Question(" ".join(" ".join(kept).split()), filters)


def plain(text: str) -> Question:
    """The text as words, without any syntax."""
    return Question(text=text.strip())


def is_lookup(text: str) -> bool:
    """True for a question that names what it wants: a quoted phrase, a code or part number
    (`POL-358`, `E0502`, `C++`), or at most two words. Such a question is never expanded."""
    question = parse(text)
    if question.filters.phrases:
        return True
    found = words(fold(question.text))
    if has_cjk(question.text):
        return len(question.text) <= 4
    if len(found) <= 2:
        return True
    codes = sum(1 for word in found if _CODE.fullmatch(word))
    return codes > 0 and len(found) <= 4


class _Limits:
    """The limits of a text, gathered one by one."""

    def __init__(self) -> None:
        self.filters = Filters()

    def note(self, key: str, value: str, *, excluded: bool) -> bool:
        """Take one limit; False when its value makes no sense. Only paths and types can be
        excluded."""
        if key == "path":
            return self._note_path(value, excluded)
        value = value.rstrip("?!.,;")  # of the sentence that the limit ends
        if key in ("after", "before"):
            moment = _moment(value)
            if moment is None or excluded:
                return False
            self.filters = replace(self.filters, **{key: moment})  # type: ignore[arg-type]
            return True
        values = [part.strip().lstrip("*.").lower() for part in value.split(",")]
        form = r"[a-z]{2,3}" if key == "lang" else r"\w{1,12}"
        if not all(re.fullmatch(form, part) for part in values) or (excluded and key == "lang"):
            return False
        for part in values:
            self._add(_FIELDS[key, excluded], part)
        return True

    def _note_path(self, value: str, excluded: bool) -> bool:
        if "\0" in value:
            return False  # no file is called so
        path = Path(os.path.expanduser(value))
        if path.is_absolute() and not excluded:
            self._add("under", str(path))
        else:
            part = str(path) if path.is_absolute() else value
            self._add(_FIELDS["path", excluded], part.replace("\\", "/"))
        return True

    def _add(self, name: str, value: str) -> None:
        known = (*getattr(self.filters, name), value)
        self.filters = replace(self.filters, **{name: known})  # type: ignore[arg-type]


_FIELDS = {
    ("path", False): "path_parts",
    ("path", True): "without_path_parts",
    ("type", False): "types",
    ("type", True): "without_types",
    ("lang", False): "languages",
}


def _moment(value: str) -> float | None:
    """Seconds since the epoch of the start of a day, month or year in local time."""
    for form in _DATE_FORMS:
        try:
            return datetime.strptime(value, form).timestamp()
        except (ValueError, OverflowError, OSError):
            continue
    return None
