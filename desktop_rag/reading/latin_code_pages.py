"""Which of the code pages for Latin letters a text is written in.

The pages share most bytes, so statistics over bytes take one for another (`tăo` for `tão`). A text
is in one language as a rule: read in the right page, its letters are those of one alphabet.
"""

from __future__ import annotations

# Letters beyond ASCII of the languages that are written with each page (Unicode CLDR, exemplar
# characters), with those of foreign words that are usual in them.
_ALPHABETS = {
    "cp1252": "áéíóúüñ ãõáéíóúâêôàçü àâæçéèêëîïôœùûüÿ äöüßéàè àèéìíîòóùú åäöé æøåéèêóòâ áðéíóúýþæö "
    "áéíóúàèìòù ëïéèêöüç çàèéíïòóúü",
    "cp1250": "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű ăâîșțşţ čšžćđ äöüß",
    "cp1254": "çğıöşüâîû",
    "cp1257": "ąčęėįšųūž āčēģīķļņšūž äöõüšž",
}
_ALL = " ".join(_ALPHABETS.values())
_ODD = frozenset("¤¦¬¯¸¨´˘˙˛˝ˇ×÷¹²³¼½¾\ufffd") | frozenset(map(chr, range(0x80, 0xA0)))
_LAST_LATIN = "\u024f"
# A page must explain so many more of the letters than the one that statistics chose.
_MARGIN = 0.02


def latin_page(sample: bytes, guessed: str) -> str:
    """The code page of `sample`, which statistics over its bytes took to be in `guessed`: another
    one when that is Latin and the letters fit the alphabet of a language clearly better in it."""
    letters, _ = _beyond_ascii(sample, guessed)
    if any(char > _LAST_LATIN for char in letters):
        return guessed
    best, best_fit = guessed, _fit(sample, guessed) + _MARGIN
    for page in _ALPHABETS:
        fit = _fit(sample, page)
        if fit > best_fit:
            best, best_fit = page, fit
    return best


def _fit(sample: bytes, page: str) -> float:
    """The share of the signs beyond ASCII that belong to the alphabet that has most of them; usual
    signs that are no letters (quotes, dashes) do not count, odd ones count against it."""
    letters, odd = _beyond_ascii(sample, page)
    if not letters:
        return 0.0
    alphabets = _ALPHABETS.get(page, _ALL).split()
    most = max(sum(char in alphabet for char in letters) for alphabet in alphabets)
    return most / (len(letters) + odd)


def _beyond_ascii(sample: bytes, page: str) -> tuple[list[str], int]:
    """Letters beyond ASCII in lower case, and how many odd signs there are; none for bytes that
    mean nothing in that page."""
    try:
        text = sample.decode(page).lower()
    except UnicodeDecodeError:
        return [], 0
    beyond = [char for char in text if char > "\x7f"]
    letters = [char for char in beyond if char.isalpha() and char not in "ªºµˉ"]
    return letters, sum(char in _ODD for char in beyond)
