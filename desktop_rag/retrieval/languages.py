"""Which language a short question is in: by script, by tell-tale letters, by small words.

Made for questions of a few words, where statistical detectors guess; it says "" rather than guess.
"""

from __future__ import annotations

import re

from desktop_rag.domain.search_form import fold

_SMALL_WORDS = {
    "en": "the of and to in is are was were what which who whom how why when where does did do a "
    "an for on with that this from by it as be can could should has have had not or at than there",
    "es": "el la los las de del y en que qué es son fue eran cuál cuáles quién quiénes cómo cuándo "
    "dónde cuánto cuántos cuántas por para con un una unos unas se su sus al lo como más no o está "
    "están hay ha han según entre desde",
    "de": "der die das und in ist sind war waren was welche welcher welches wer wie warum wann wo "
    "ein eine einer eines einem einen von zu mit für auf im den dem des nicht oder bei aus wird",
    "fr": "le la les de des du et en est sont était quel quelle quels quelles qui que quoi comment "
    "pourquoi quand où un une pour avec sur dans par au aux ne pas ou ce cette il elle combien",
    "it": "il lo la i gli le di del della dei delle e è sono era che chi come perché quando dove "
    "quale quali un una uno per con su nel nella da dal al non o quanto quanti",
    "pt": "o a os as de do da dos das e em é são foi eram que qual quais quem como quando onde por "
    "para com um uma no na nos nas se ao não ou quanto quantos mais",
    "nl": "de het een en van in is zijn was waren wat welke wie hoe waarom wanneer waar voor met "
    "op aan dat die niet of bij uit door er",
}
# They say little in a question, but shared with other languages or seldom they do not tell one.
_MORE_SMALL_WORDS = {
    "en": "i me my you your we us our they them their he him his she her its been being if so then "
    "but also there would will may might must shall many much more most some any each such these "
    "those into about between during after before over under out up off very just only",
    "es": "yo me mi tú te tu nos nuestro nuestra él ella ellos ellas le les esto esta este estas "
    "estos eso esa ese esas esos ser estar haber sobre hasta durante después antes muy también "
    "pero si porque cuánta cada otro otra otros otras todo toda todos todas algo según tras ya",
}
_WORDS = {code: frozenset(text.split()) for code, text in _SMALL_WORDS.items()}
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_TELLTALE = (
    ("es", re.compile(r"[¿¡ñ]")),
    ("de", re.compile(r"ß")),
    ("pt", re.compile(r"[ãõ]")),
)


def language_of(text: str) -> str:
    """ISO 639-1 code of the language of a question, or "" when it does not show.

    A script other than Latin decides alone when it makes up a third of the letters; then tell-tale
    letters; then the language with the most small words, if it leads by at least one.
    """
    letters = sum(1 for char in text if char.isalpha())
    for code, script in _SCRIPTS:
        if letters and len(script.findall(text)) * 3 >= letters:
            return code
    lowered = text.lower()
    for code, letter in _TELLTALE:
        if letter.search(lowered):
            return code
    found = re.findall(r"[^\W\d_]+", lowered)
    counts = sorted(
        ((sum(word in small for word in found), code) for code, small in _WORDS.items()),
        reverse=True,
    )
    (most, code), (second, _) = counts[0], counts[1]
    return code if most > second else ""


def is_small_word(word: str) -> bool:
    """True for a word that carries no content of its own in one of the languages known here; the
    word may be in search form."""
    return word in _ALL_SMALL


def small_words_of(language: str) -> frozenset[str]:
    """The words without content of one language, in search form; of all languages known here when
    it is another or none."""
    return _SMALL.get(language, _ALL_SMALL)


_ALL_SMALL = frozenset(fold(word) for small in _WORDS.values() for word in small)
_SMALL = {
    code: frozenset(fold(word) for word in (*small, *_MORE_SMALL_WORDS.get(code, "").split()))
    for code, small in _WORDS.items()
}
