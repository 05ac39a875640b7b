"""Turning parsed data into plain sentences, which embed better than punctuation and braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from desktop_rag.reading.layout import clean, one_line

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD_BREAKS = re.compile(r"[\s_\-./:]+")
_FIELD = re.compile(r"\{([^{}]+)\}")
_NAMES = ("name", "title", "label", "heading", "subject", "headline", "api name", "endpoint")
_GISTS = ("summary", "description", "abstract", "text", "content", "body", "question", "answer")
_NOTHING = frozenset({"", "n/a", "na", "null", "none", "nan", "-"})
# Deeper than this nobody follows a sentence; it also bounds recursion.
_DEEPEST = 40
# Fields with longer paths than this are told as words, grouped by the beginning of their path.
_SPOKEN_DEPTH = 3
_GROUPED_BY = 2
_LONGEST_GIST = 240
# What illustrates, refers or identifies is not told as long as there is something else to tell:
# examples show other things than what the record is about, and identifiers mean nothing. Keyword
# search finds them in the record's own text.
_ASIDE = re.compile(r"\$.*|examples?\b.*", re.IGNORECASE)
_IDENTIFIER = re.compile(
    r"(?:.*\s)?(?:ids?|sku|uuid|guid|hash|checksum|etag|ur[il]s?|href)", re.IGNORECASE
)
# The words of schemas are the same in every record.
_BOILERPLATE = frozenset(
    "type string integer number boolean object array properties items format schema value "
    "content default required yes no".split()
)
_MOST_DEEP_WORDS = 40
_LONGEST_DEEP_VALUE = 60
# A longer value with a larger share of signs is code or an address, of which the start is told.
_LONGEST_CODE, _SIGNS = 80, 0.08
_SIGN = re.compile(r"[^\w\s.,:'’\"!?-]|(?<=\w)_(?=\w)")


def flatten(value: object, template: str = "", *, alone: bool = True) -> str:
    """The spoken form of a parsed value.

    With a `template` (`{name} costs {price}`; `{a.b}` for nested fields) its words, unless a record
    has none of its fields. Else: names first, then descriptions, then `Key words: value.` for every
    other field; nested keys are spoken as a path, lists joined by commas, yes and no for booleans,
    empty values left out. Identifiers, references (`$ref`) and examples are left out too and code
    is shortened: they would drown what the record is about. Identifiers are told when there is
    nothing else; the others only of a value that stands `alone`."""
    if template:
        spoken = _fill(value, template)
        if spoken:
            return spoken
    for left_out in ((_ASIDE, _IDENTIFIER), (_ASIDE,), ()):
        spoken = " ".join(_sentences(_without(left_out, value, 0)))
        if spoken or (not alone and len(left_out) == 1):
            return spoken
    return ""


def _without(left_out: Sequence[re.Pattern[str]], value: object, depth: int) -> object:
    """The value without the fields whose key is of one of these kinds."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, Mapping):
        return {
            key: _without(left_out, field, depth + 1)
            for key, field in value.items()
            if not any(kind.fullmatch(key_words(str(key))) for kind in left_out)
        }
    if isinstance(value, list | tuple):
        return [_without(left_out, item, depth + 1) for item in value]
    return value


def key_words(key: str) -> str:
    """A key as words: `unitPrice` and `unit_price` become `unit price`."""
    words = _WORD_BREAKS.sub(" ", _CAMEL.sub(" ", key)).strip()
    return words if words.isupper() else words.lower()


def is_aside(key: str) -> bool:
    """Whether a field illustrates or refers (`example`, `$ref`) and does not say what a record is
    about."""
    return _ASIDE.fullmatch(key_words(key)) is not None


def says_something(word: str) -> bool:
    """A word of a deep part that is worth telling: not one of every schema, a number or a hash."""
    if word.lower() in _BOILERPLATE or not any(map(str.isalpha, word)):
        return False
    return len(word) <= _LONGEST_DEEP_VALUE or " " in word


def record_title(value: object) -> str:
    """What a record is called: its first name-like field, or nothing."""
    if not isinstance(value, Mapping):
        return ""
    fields = {key_words(str(key)): field for key, field in value.items()}
    for name in _NAMES:
        field = fields.get(name)
        if isinstance(field, str | int | float) and not _is_nothing(field):
            return one_line(str(field))[:200]
    nested = [field for field in value.values() if isinstance(field, Mapping)]
    return next((title for title in map(record_title, nested[:3]) if title), "")


def is_blank(value: object) -> bool:
    """True when nothing in the value can be spoken."""
    if isinstance(value, Mapping):
        return all(is_blank(field) for field in value.values())
    if isinstance(value, list | tuple | set):
        return all(is_blank(item) for item in value)
    return value is None or (isinstance(value, str) and not value.strip())


def headline(value: object) -> str:
    """What a record is about, in short: its name and the beginning of its description."""
    if not isinstance(value, Mapping):
        return ""
    fields = {key_words(str(key)): field for key, field in value.items()}
    gists = [one_line(fields[g]) for g in _GISTS if isinstance(fields.get(g), str)]
    gist = ". ".join(gist.rstrip(".") for gist in gists if gist)[:_LONGEST_GIST]
    return ". ".join(words for words in (record_title(value), gist) if words)


def _sentences(value: object) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield from _spoken((), value, 0)
        return
    fields = list(_leaves((), value, 0))
    shallow = [field for field in fields if len(field[0]) <= _SPOKEN_DEPTH]
    for path, leaf in sorted(shallow, key=lambda field: _rank(field[0])):
        yield from _spoken(path, leaf, 0)
    yield from _deep_sentences([field for field in fields if len(field[0]) > _SPOKEN_DEPTH])


def _deep_sentences(fields: list[tuple[tuple[str, ...], object]]) -> Iterator[str]:
    """Deep parts (schemas, settings inside settings) as lists of their different words: spelling
    out every path would drown what the record is about."""
    groups: dict[tuple[str, ...], dict[str, None]] = {}
    for path, leaf in fields:
        words = groups.setdefault(path[:_GROUPED_BY], {})
        words.update(dict.fromkeys(path[_GROUPED_BY:]))
        words.update(dict.fromkeys(_plain_words(leaf, 0)))
    for path, words in groups.items():
        told = [word for word in words if says_something(word)][:_MOST_DEEP_WORDS]
        if told:
            yield _sentence(f"{_path_words(path)}: {', '.join(told)}")


def _plain_words(value: object, depth: int) -> Iterator[str]:
    """The keys and values of a value, in order."""
    if _is_nothing(value) or depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        for key, field in value.items():
            yield key_words(str(key))
            yield from _plain_words(field, depth + 1)
    elif isinstance(value, list | tuple | set):
        for item in value:
            yield from _plain_words(item, depth + 1)
    else:
        yield _scalar(value)


def _rank(path: tuple[str, ...]) -> int:
    last = path[-1] if path else ""
    if len(path) <= 2 and last in _NAMES:
        return _NAMES.index(last)
    return 100 + _GISTS.index(last) if len(path) <= 2 and last in _GISTS else 1000


def _leaves(
    path: tuple[str, ...], value: object, depth: int
) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every field that is not itself a mapping, with its path in words."""
    if isinstance(value, Mapping) and depth < _DEEPEST:
        for key, field in value.items():
            yield from _leaves((*path, key_words(str(key))), field, depth + 1)
    else:
        yield (path, value)


def _spoken(path: tuple[str, ...], value: object, depth: int) -> Iterator[str]:
    if _is_nothing(value) or depth > _DEEPEST:
        return
    if isinstance(value, list | tuple | set):
        yield from _spoken_list(path, list(value), depth)
        return
    if isinstance(value, Mapping):
        for inner, leaf in _leaves((), value, depth):
            yield from _spoken((*path, *inner), leaf, depth + 1)
        return
    words = _scalar(value)
    short = len(path) <= 2 and bool(path) and path[-1] in (*_NAMES, *_GISTS)
    yield _sentence(words if short or not path else f"{_path_words(path)}: {words}")


def _spoken_list(path: tuple[str, ...], items: list[object], depth: int) -> Iterator[str]:
    plain = [item for item in items if not isinstance(item, Mapping | list | tuple | set)]
    said = [_scalar(item) for item in plain if not _is_nothing(item)]
    if said:
        listed = ", ".join(said)
        yield _sentence(f"{_path_words(path)}: {listed}" if path else listed)
    one = _singular(path)
    for item in items:
        if isinstance(item, Mapping):
            inner = list(_leaves((), item, depth))
            inner.sort(key=lambda field: _rank(field[0]))
            # Of an item the fields of its own: those of its parts say how it is built.
            own = [field for field in inner if len(field[0]) == 1] or inner
            pieces = [_phrase(inner_path, leaf) for inner_path, leaf in own]
            told = ", ".join(piece for piece in pieces if piece)
            if told:
                yield _sentence(f"{_path_words(one)}: {told}" if one else told)
        elif isinstance(item, list | tuple | set):
            yield from _spoken(one, item, depth + 1)


def _phrase(path: tuple[str, ...], leaf: object) -> str:
    if _is_nothing(leaf):
        return ""
    if isinstance(leaf, list | tuple | set):
        words = ", ".join(sentence.rstrip(".") for sentence in _spoken((), leaf, len(path) + 1))
    else:
        words = _scalar(leaf)
    if not words:
        return ""
    return words if path and path[-1] in (*_NAMES, *_GISTS) else f"{' '.join(path)} {words}"


def _singular(path: tuple[str, ...]) -> tuple[str, ...]:
    if not path:
        return ()
    last = path[-1]
    if last.endswith("ies"):
        return (*path[:-1], last[:-3] + "y")
    return (*path[:-1], last[:-1] if last.endswith("s") and not last.endswith("ss") else last)


def _path_words(path: tuple[str, ...]) -> str:
    words = " ".join(path)
    return words[:1].upper() + words[1:]


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    words = one_line(str(value))
    if len(words) > _LONGEST_CODE and len(_SIGN.findall(words)) > _SIGNS * len(words):
        return words[:_LONGEST_CODE].rpartition(" ")[0] or words[:_LONGEST_CODE]
    return words


def _sentence(words: str) -> str:
    words = clean(words).strip()
    return words if words.endswith((".", "!", "?", "。")) else f"{words}."


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING)


def _fill(value: object, template: str) -> str:
    """The template with its fields put in, as plain data; empty when the record has none."""
    found = 0

    def field(match: re.Match[str]) -> str:
        nonlocal found
        leaf = _look_up(value, match.group(1).strip())
        if leaf is None:
            return ""
        found += 1
        return " ".join(_spoken((), leaf, 0)).rstrip(".")

    spoken = _FIELD.sub(field, template)
    return one_line(spoken) if found else ""


def _look_up(value: object, name: str) -> object:
    """The field of that very name, else the one at that path (`price.amount`, `tags.0`)."""
    if isinstance(value, Mapping) and name in value:
        return value[name]
    for key in name.split("."):
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value
