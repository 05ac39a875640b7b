"""Questions about the library itself: how many documents, which files.

Such a question is answered from the whole index, not from the best passages. Only what cannot be
meant otherwise is taken for one: it must name documents (files, notes, mails, invoices …) and say
that they mention something, or that they are in the library. "How many people died?" counts what is
written in the documents and stays an ordinary question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from desktop_rag.domain.search_form import fold, words
from desktop_rag.retrieval.languages import is_small_word

_MOST_WORDS = 8  # of a subject; a longer one asks for more than words
_MAIL, _SHEETS, _SLIDES = ("eml", "mbox"), ("xlsx", "ods", "csv"), ("pptx", "odp")
_TYPES = {
    r"pdfs?|pdf (?:files|documents)|(?:archivos|documentos) pdf": ("pdf",),
    r"e-?mails?|mails|correos(?: electrónicos| electronicos)?": _MAIL,
    r"spreadsheets|excel files|hojas de c[áa]lculo": _SHEETS,
    r"presentations|presentaciones": _SLIDES,
    r"word documents|documentos (?:de )?word": ("docx",),
}
# What a document is by what it says; both words count, whatever the language of the question.
_NAMED = {
    r"invoices|facturas": ("invoice", "factura"),
    r"receipts|recibos": ("receipt", "recibo"),
    r"contracts|contratos": ("contract", "contrato"),
    r"reports|informes": ("report", "informe"),
    r"letters|cartas": ("letter", "carta"),
    r"manuals|manuales": ("manual",),
}
_ANY = r"documents|docs|files|notes|documentos|archivos|ficheros|notas"
_PLAIN = "|".join((*_TYPES, _ANY))
_KINDS = "|".join((_PLAIN, *_NAMED))

_EN_MINE = r"(?:of )?(?:the |my |our |these )?"
_EN_SAY = (
    r"(?:(?:that |which )?(?:mention(?:s|ing)?|refer(?:s|ring)? to|talk(?:s|ing)? about"
    r"|discuss(?:es|ing)?|cit(?:es?|ing)|deal(?:s|ing)? with|(?:are |is )?about"
    r"|(?:contain(?:s|ing)?|with) the (?:words?|terms?|phrases?|names?))|regarding|concerning)"
)
_EN_HOLD = r"(?:(?:that |which )?(?:contain(?:s|ing)?|includ(?:es?|ing))|on)"
_EN_OF = r"(?:from|by)"
_EN_HAVE = r"(?:do (?:i|we) have|have (?:i|we) got|have (?:i|we))"
_EN_HERE = r"(?: here| in (?:my|the|this|our) (?:library|collection|archive|documents|files))"
_EN_LIST = r"(?:please )?(?:list|show|give|find|name)(?: me)?(?: a list of)? (?:all|every)"

_ES_MINE = r"(?:de )?(?:los |las |mis |nuestros |nuestras |estos |estas )?"
_ES_SAY = (
    r"(?:(?:que |en (?:los|las) que )?(?:se )?(?:mencion(?:an?|en)|habl(?:an?|en) (?:de|sobre)"
    r"|trat(?:an?|en) (?:de|sobre)|cit(?:an?|en)|refieren a"
    r"|(?:contienen|con) (?:las? palabras?|el t[ée]rmino|la frase))|sobre|acerca de)"
)
_ES_HOLD = r"(?:(?:que )?(?:contien(?:en?)|incluyen))"
_ES_OF = r"(?:de)"
_ES_HAVE = r"(?:tengo|tenemos)"
_ES_HERE = (
    r"(?: aqu[íi]| en (?:mi|la|esta|nuestra) (?:biblioteca|colecci[óo]n)"
    r"| en mis (?:documentos|archivos))"
)
_ES_LIST = r"(?:lista|enumera|muestra|mu[ée]strame|dame|busca)(?: una lista de)? (?:todos|todas)"

_FORMS: tuple[tuple[Literal["en", "es"], re.Pattern[str]], ...] = tuple(
    (language, re.compile(form, re.IGNORECASE))  # type: ignore[misc]  # the two codes below
    for language, form in (
        # how many files mention the pump; how many files about the pump are there
        (
            "en",
            rf"how many {_EN_MINE}(?P<kind>{_KINDS})(?: are there| exist| {_EN_HAVE})? {_EN_SAY}"
            rf" (?P<subject>.+?)(?: are there| exist| {_EN_HAVE})?",
        ),
        ("en", rf"how many {_EN_MINE}(?P<kind>{_PLAIN}) {_EN_HOLD} (?P<subject>.+)"),
        # how many invoices from Acme do I have
        (
            "en",
            rf"how many (?P<kind>{_KINDS})(?: {_EN_HAVE}| are there) {_EN_OF} (?P<subject>.+)",
        ),
        ("en", rf"how many (?P<kind>{_KINDS}) {_EN_OF} (?P<subject>.+?) (?:are there|{_EN_HAVE})"),
        # how many files are there; how many invoices do I have
        ("en", rf"how many (?P<kind>{_PLAIN})(?: are there| exist)(?:{_EN_HERE})?"),
        ("en", rf"how many {_EN_MINE}(?P<kind>{_KINDS})(?: {_EN_HAVE}(?:{_EN_HERE})?|{_EN_HERE})"),
        ("en", rf"how many (?P<kind>{_KINDS})(?: are| are there){_EN_HERE}"),
        # which files mention the pump; in which files is the pump mentioned
        ("en", rf"(?:which|what) {_EN_MINE}(?P<kind>{_KINDS}) {_EN_SAY} (?P<subject>.+)"),
        ("en", rf"which {_EN_MINE}(?P<kind>{_PLAIN}) {_EN_HOLD} (?P<subject>.+)"),
        (
            "en",
            rf"in (?:which|what|how many) {_EN_MINE}(?P<kind>{_KINDS}) (?:is|are|do|does) "
            r"(?P<subject>.+?) (?:mentioned|discussed|appear|occur|cited|referred to)",
        ),
        # list all documents about the pump; list all files
        (
            "en",
            rf"{_EN_LIST} {_EN_MINE}(?P<kind>{_KINDS}) (?:{_EN_SAY}|{_EN_HOLD}|{_EN_OF})"
            r" (?P<subject>.+)",
        ),
        ("en", rf"{_EN_LIST} {_EN_MINE}(?P<kind>{_KINDS})(?:{_EN_HERE})?"),
        (
            "es",
            rf"cu[áa]nt[oa]s {_ES_MINE}(?P<kind>{_KINDS})(?: hay| existen| {_ES_HAVE})? {_ES_SAY}l?"
            rf" (?P<subject>.+?)(?: hay| existen| {_ES_HAVE})?",
        ),
        ("es", rf"cu[áa]nt[oa]s {_ES_MINE}(?P<kind>{_PLAIN}) {_ES_HOLD} (?P<subject>.+)"),
        ("es", rf"cu[áa]nt[oa]s (?P<kind>{_KINDS})(?: hay| {_ES_HAVE}) {_ES_OF} (?P<subject>.+)"),
        ("es", rf"cu[áa]nt[oa]s (?P<kind>{_KINDS}) {_ES_OF} (?P<subject>.+?) (?:hay|{_ES_HAVE})"),
        ("es", rf"cu[áa]nt[oa]s (?P<kind>{_PLAIN})(?: hay| existen)(?:{_ES_HERE})?"),
        (
            "es",
            rf"cu[áa]nt[oa]s {_ES_MINE}(?P<kind>{_KINDS})"
            rf"(?: {_ES_HAVE}(?:{_ES_HERE})?| hay{_ES_HERE}|{_ES_HERE})",
        ),
        (
            "es",
            rf"(?:qu[ée]|cu[áa]les)(?: son)? {_ES_MINE}(?P<kind>{_KINDS}) {_ES_SAY}l?"
            r" (?P<subject>.+)",
        ),
        ("es", rf"qu[ée] {_ES_MINE}(?P<kind>{_PLAIN}) {_ES_HOLD} (?P<subject>.+)"),
        (
            "es",
            rf"en (?:qu[ée]|cu[áa]les|cu[áa]nt[oa]s) {_ES_MINE}(?P<kind>{_KINDS}) "
            r"(?:aparecen?|se mencionan?|se habla de|se citan?)l? (?P<subject>.+)",
        ),
        (
            "es",
            rf"{_ES_LIST} {_ES_MINE}(?P<kind>{_KINDS}) (?:{_ES_SAY}|{_ES_HOLD}|{_ES_OF})l?"
            r" (?P<subject>.+)",
        ),
        ("es", rf"{_ES_LIST} {_ES_MINE}(?P<kind>{_KINDS})(?:{_ES_HERE})?"),
    )
)
_EDGES = re.compile(
    r"^(?:(?:any )?(?:information|info|details) (?:about|on)|(?:informaci[óo]n|datos) (?:de|sobre)"
    r"|the (?:words?|terms?|phrases?|names?|topic|subject)|las? palabras?|el t[ée]rmino|la frase"
    r"|el tema|the|an?|el|la|los|las|un|una) ",
    re.IGNORECASE,
)
_MORE_THAN_WORDS = re.compile(
    r"[?;]|\. |\b(?:or|not|no|nor|never|without|except|but|more|less|fewer|than|least|most|how|why"
    r"|when|where|who|whom|whose|which|what|whether|if|o|u|ni|sin|salvo|pero|m[áa]s|menos|c[óo]mo"
    r"|por qu[ée]|cu[áa]ndo|d[óo]nde|qui[ée]n(?:es)?|qu[ée]|cu[áa]l(?:es)?|si)\b|n't\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """What is counted. `subject`: words that must stand close together, as they were
    typed (empty: every document counts). `types`: suffixes. `named`: the document's text or name
    must hold one of these words. `language` of the question: en or es."""

    language: Literal["en", "es"]
    subject: str = ""
    types: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


def counting_question(text: str) -> CountQuestion | None:
    """The question about the library that `text` is, or None for every other question."""
    asked = " ".join(text.split()).strip(" ¿?¡!.")
    for language, form in _FORMS:
        match = form.fullmatch(asked)
        if match is None:
            continue
        found = match.groupdict()
        subject = _cleaned(found.get("subject") or "")
        if "subject" in found and not _is_subject(subject):
            continue
        types, named = _kind(found["kind"])
        return CountQuestion(language, subject, types, named)
    return None


def _cleaned(subject: str) -> str:
    """The subject without what only leads to it."""
    subject = subject.strip(" \"'“”«».,:")
    while (shorter := _EDGES.sub("", subject)) != subject:
        subject = shorter.strip(" \"'“”«»")
    return subject


def _is_subject(subject: str) -> bool:
    """True for a few words of which one bears meaning."""
    if _MORE_THAN_WORDS.search(subject):
        return False
    found = words(fold(subject))
    return len(found) <= _MOST_WORDS and any(not is_small_word(word) for word in found)


def _kind(said: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    def fitting(table: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        return (v for form, v in table.items() if re.fullmatch(form, said, re.IGNORECASE))

    return next(fitting(_TYPES), ()), next(fitting(_NAMED), ())
