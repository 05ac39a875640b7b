"""What in a sentence must be literally true: numbers, names, negations and opposites."""

from __future__ import annotations

import re
import unicodedata

from desktop_rag.answering.language import FUNCTION_WORDS
from desktop_rag.answering.wording import stem

_NUMBER = re.compile(r"\d{1,3}(?:[.,’' \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,’' \u00a0\u202f]\d{3})+")
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")

_ONE = {"one", "first", "un", "uno", "una", "primer", "primero", "primera"}
_NUMBER_WORDS = {
    word: str(value)
    for value, words in {
        0: "zero cero",
        2: "two second twice dos segundo segunda",
        3: "three third tres tercer tercero tercera",
        4: "four fourth cuatro cuarto cuarta",
        5: "five fifth cinco quinto quinta",
        6: "six sixth seis sexto sexta",
        7: "seven seventh siete séptimo séptima",
        8: "eight eighth ocho octavo octava",
        9: "nine ninth nueve noveno novena",
        10: "ten tenth diez décimo décima",
        11: "eleven eleventh",
        12: "twelve twelfth doce",
        13: "thirteen trece",
        14: "fourteen catorce",
        15: "fifteen quince",
        16: "sixteen dieciséis",
        17: "seventeen diecisiete",
        18: "eighteen dieciocho",
        19: "nineteen diecinueve",
        20: "twenty veinte",
        30: "thirty treinta",
        40: "forty cuarenta",
        50: "fifty cincuenta",
        60: "sixty sesenta",
        70: "seventy setenta",
        80: "eighty ochenta",
        90: "ninety noventa",
    }.items()
    for word in words.split()
}
_MONTHS = {
    word: str(month)
    for month, words in enumerate(
        (
            "january enero",
            "february febrero",
            "march marzo",
            "april abril",
            "may mayo",
            "june junio",
            "july julio",
            "august agosto",
            "september septiembre setiembre",
            "october octubre",
            "november noviembre",
            "december diciembre",
        ),
        start=1,
    )
    for word in words.split()
}
NEGATORS = frozenset(
    "not no never none nothing nobody neither nor without cannot n't nunca jamás nada nadie ningún "
    "ninguno ninguna ni sin tampoco".split()
)
_OPPOSITES = [
    tuple(pair.split("/"))
    for pair in (
        "before/after more/less more/fewer most/least increase/decrease increased/decreased "
        "rise/fall rose/fell higher/lower highest/lowest largest/smallest larger/smaller "
        "bigger/smaller first/last always/never above/below inside/outside allowed/forbidden "
        "required/optional enable/disable enabled/disabled true/false win/lose won/lost "
        "north/south east/west northern/southern eastern/western early/late earlier/later "
        "include/exclude includes/excludes accept/reject accepted/rejected minimum/maximum "
        "antes/después más/menos mayor/menor aumentó/disminuyó aumenta/disminuye mejor/peor "
        "primero/último primera/última siempre/nunca norte/sur este/oeste dentro/fuera "
        "encima/debajo mínimo/máximo permitido/prohibido ganó/perdió obligatorio/opcional "
        "better/worse best/worst"
    ).split()
]


def numbers(text: str) -> dict[str, str]:
    """The numbers of a text: normal form → as written. Digits, number words and ordinals of two to
    twenty and full tens; 1,234 = 1.234 = 1234, 3,5 = 3.5. One is no fact: too often a word."""
    found = {_normal(match.group()): match.group() for match in _NUMBER.finditer(text)}
    for word in _WORD.findall(text):
        value = _NUMBER_WORDS.get(word.lower())
        if value is not None:
            found.setdefault(value, word)
    return found


def all_numbers(text: str) -> set[str]:
    """Normal forms of everything in a source that may bear a number: also ones and months."""
    found = set(numbers(text))
    for word in _WORD.findall(text.lower()):
        if word in _ONE:
            found.add("1")
        if word in _MONTHS:
            found.add(_MONTHS[word])
    return found


def names(text: str) -> list[str]:
    """Words written like names: capitalised inside a sentence, all capitals, or letters mixed with
    digits. Months count in both languages. The first word is left out, for it is capitalised
    anyway."""
    found: list[str] = []
    for match in _WORD.finditer(text):
        word = match.group()
        shaped = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
        inner = any(c.isupper() for c in word[1:])
        begins = not _inside_sentence(text, match.start())
        capital = word[0].isupper() and not begins and len(word) > 1
        if (shaped or inner or capital) and not is_function_word(word):
            found.append(word)
    return found


def plain(word: str) -> str:
    """Lower case without accents and possessive endings, for comparing names."""
    lowered = re.sub(r"[’']s?$", "", word.lower())
    apart = unicodedata.normalize("NFKD", lowered)
    return "".join(char for char in apart if not unicodedata.combining(char))


def month_number(word: str) -> str | None:
    """`March` → `3`; None for other words."""
    return _MONTHS.get(word.lower())


def words_in_order(text: str) -> list[str]:
    """All words as written, contracted negations apart: isn't → is n't."""
    apart = re.sub(r"(?i)\bcan[’']t\b", "ca n't", re.sub(r"(?i)\bcannot\b", "can not", text))
    apart = re.sub(r"(?i)(?<=\w)n[’']t\b", " n't", apart)
    return re.findall(r"n't|[^\W_]+(?:[-’'][^\W_]+)*", apart)


def negated(words: list[str], language: str, reach: int) -> set[str]:
    """Stems of the content words in the reach of a negation: the next `reach` that follow it."""
    found: set[str] = set()
    for at, word in enumerate(words):
        if word.lower() in NEGATORS:
            following = [w.lower() for w in words[at + 1 : at + 7]]
            content = [w for w in following if not is_function_word(w) and w not in NEGATORS]
            found.update(stem(w, language) for w in content[:reach])
    return found


def opposites(sentence: set[str], source: set[str]) -> tuple[str, str] | None:
    """A word of the sentence whose opposite stands in the source in its place, and that one."""
    for one, other in _OPPOSITES:
        for said, there in ((one, other), (other, one)):
            if said in sentence - source and there in source - sentence:
                return said, there
    return None


def is_function_word(word: str) -> bool:
    """True for the small words of English and Spanish, in any case."""
    return word.lower() in FUNCTION_WORDS["en"] | FUNCTION_WORDS["es"]


def _normal(number: str) -> str:
    whole = _THOUSANDS.match(number)
    if whole:
        rest = number[whole.end() :]
        number = re.sub(r"\D", "", whole.group()) + rest
    number = number.replace(",", ".")
    before, dot, after = number.partition(".")
    return (before.lstrip("0") or "0") + (f".{after}" if dot else "")


def _inside_sentence(text: str, at: int) -> bool:
    """True when a lower-case letter, digit or comma comes before: the capital is the word's own."""
    before = text[:at].rstrip(" \t\n\"“”«»'‘’([*_-–—")
    return bool(before) and before[-1] not in ".!?:…¿¡"
