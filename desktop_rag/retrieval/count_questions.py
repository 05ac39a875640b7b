"""Questions about the library itself: how many documents, which files.

Such a question is answered from the whole index, not from the best passages. Only what cannot be
meant otherwise is taken for one: it must name documents (files, notes, mails, invoices …) and say
that they mention something, or that they are in the library. "How many people died?" counts what is
written in the documents and stays an ordinary question, and so does every doubtful one: "Which
documents about income do I need?" goes on with a verb of its own. A question about the library
either has its verb before the subject ("which files mention …") or ends like "… do I have".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from desktop_rag.domain.search_form import fold, words
from desktop_rag.retrieval.languages import is_small_word

_Language = Literal["en", "es"]
_MOST_WORDS = 8  # of a subject; a longer one asks for more than words


def _table(*rows: str) -> dict[str, tuple[str, ...]]:
    """Each word before a row's colon with the words after it."""
    parts = [(row.partition(":")[0].split(), row.partition(":")[2].split()) for row in rows]
    return {word: tuple(meant) for said, meant in parts for word in said}


# Suffixes of files by what these are called: "PDFs", "csv files", "archivos de texto".
_NOUNS = _table(
    "pdf pdfs: pdf",
    "csvs: csv",
    "epubs: epub",
    "email emails e-mail e-mails mails correos: eml mbox",
    "spreadsheets hojas: xlsx ods csv",
    "presentations presentaciones: pptx odp",
)
_FORMATS = _table(
    "pdf: pdf",
    "txt text texto: txt",
    "csv: csv",
    "tsv: tsv",
    "md markdown: md markdown",
    "rst: rst",
    "json: json",
    "jsonl: jsonl",
    "yaml yml: yaml yml",
    "toml: toml",
    "xml: xml",
    "html htm: html htm",
    "docx word: docx",
    "xlsx excel: xlsx",
    "pptx powerpoint: pptx",
    "odt: odt",
    "rtf: rtf",
    "epub: epub",
)
_CODE = _table(  # "Python documents" are documents about Python
    "py python: py",
    "js javascript: js",
    "ts typescript: ts",
    "java: java",
    "c: c h",
    "c++ cpp: cpp hpp cc",
    "c#: cs",
    "rs rust: rs",
    "sql: sql",
    "css: css",
)
_TYPES = {**_NOUNS, **_FORMATS, **_CODE}
# What a document is by what it says; both words count, whatever the language of the question.
_NAMED = _table(
    "invoices facturas: invoice factura",
    "receipts recibos: receipt recibo",
    "contracts contratos: contract contrato",
    "reports informes: report informe",
    "letters cartas: letter carta",
    "manuals manuales: manual",
)


def _one_of(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, names))


_MAILS = r"e-?mails?|mails|correos(?: electr[óo]nicos)?"
_ALONE = (
    rf"pdfs?|csvs?|epubs?|{_MAILS}|spreadsheets|presentations|hojas de c[áa]lculo|presentaciones"
    r"|documents|docs|files|notes|documentos|archivos|ficheros|notas"
)
_TYPED = (
    rf"\.?(?:{_one_of(_FORMATS)}) (?:files|documents|docs)"
    rf"|\.?(?:{_one_of(_CODE)}) (?:files|scripts)"
    rf"|(?:archivos|ficheros|documentos) (?:de |en |\.)?(?:{_one_of((*_FORMATS, *_CODE))})"
)
_PLAIN = rf"(?P<kind>{_TYPED}|{_ALONE})"
_KIND = rf"(?P<kind>{_TYPED}|{_ALONE}|{_one_of(_NAMED)})"
_SENT = rf"(?P<kind>{_MAILS}|{_one_of(_NAMED)})"
_TITLED = rf"(?P<kind>(?-i:(?=[a-z]))(?:{_one_of(_NAMED)}))"  # never "How Many Old Invoices"
_SUBJECT = r"(?P<subject>.+?)"
_SAID = r"(?P<said>.+?)"  # a subject after the question's verb; a phrase in it may have its own
# A name is capitalised or has digits; it is no language (Greek letters) and no type (PDF invoices).
_NO_NAME = rf"(?i:(?:\w+(?:ish|ese|[aei]an|eek|ench|utch|man)|{_one_of(_TYPES)})\b)"
_NAME = rf"(?!{_NO_NAME})(?:[A-ZÀ-Þ][\w&.'’-]*|(?=\S{{3}})[\w-]*\d[\w-]*)"
_NAMES = rf"(?P<subject>(?-i:{_NAME}(?: {_NAME}){{0,2}}))"

_EN_LEAD = (
    r"(?:(?:can|could|would|will) you (?:please )?|do you know |i want to know "
    r"|i(?: would|['’]d) like to know )?"
    r"(?:(?:tell|show|give|list|find)(?: me| us)? (?=(?:in )?(?:which|what|how many) ))?"
)
_EN_ASK = r"(?:how many|which|what)"
_EN_MINE = r"(?:of )?(?:the |my |our |these )?"
_EN_SAY = (
    r"(?:mentions?|refers? to|talks? about|discuss(?:es)?|cites?|deals? with"
    r"|(?:are|is) about(?! to )|contains? the (?:words?|terms?|phrases?|names?))"
)
_EN_ABOUT = (
    rf"(?:about(?! to )|regarding|concerning|(?:that|which) {_EN_SAY}"
    r"|mentioning|referring to|talking about|discussing|citing|dealing with"
    r"|(?:containing|with) the (?:words?|terms?|phrases?|names?))"
)
_EN_HOLD = r"(?:contains?|includes?)"
_EN_HOLDING = rf"(?:containing|(?:that|which) {_EN_HOLD})"
_EN_OF = r"(?:from|by)"
_EN_HAVE = r"(?:(?:do )?(?:i|we|you) have|have (?:i|we) got|have (?:i|we))"
_EN_THERE = rf"(?:are there|exist|{_EN_HAVE})"
_EN_HERE = (
    r"(?: here| (?:in|of) (?:my|the|this|our) (?:library|collection|archive|documents|files))"
)
_EN_END = rf"(?:{_EN_HERE})?(?: in total| altogether| in all)?"
# "Give me notes about X" may want them to be written.
_EN_LIST = (
    r"(?:list|show|find|display|count|search for"
    r"|(?:give|name)(?=(?: me)? (?:all|the|my|our|these|a list) ))(?: me| us)?"
    r"(?: (?:a|the) list of)?"
)
_EN_ALL = r"(?:all|every one of|each of)"
_EN_ONE = (
    r"document|doc|file|note|pdf|csv|epub|e-?mail|spreadsheet|presentation|script"
    r"|invoice|receipt|contract|report|letter|manual"
)
# Not where files, notes or letters are: on a disk, a piano, a keyboard.
_EN_ON = (
    r"on (?!(?:(?:the|my|our|this|an?) )?(?:\w+ )?"
    r"(?:computer|disk|drive|desktop|server|phone|laptop|piano|guitar|keyboard)\b)"
)

_ES_LEAD = (
    r"(?:me )?(?:(?:puede|puedes|podr[íi]as?) |quiero saber |quisiera saber |sabes )?"
    r"(?:(?:dime|d[íi]game|dec[ií]r(?:me)?|lista|mostrar(?:me)?|mu[ée]strame) "
    r"(?=¿?(?:en )?(?:qu[ée]|cu[áa]nt[oa]s|cu[áa]les) ))?"
)
_ES_WHICH = r"(?:qu[ée]|cu[áa]les)"
_ES_ASK = rf"(?:cu[áa]nt[oa]s|{_ES_WHICH})"
_ES_MINE = r"(?:de )?(?:los |las |mis |nuestros |nuestras |estos |estas )?"
_ES_SAY = (
    r"(?:(?:se )?(?:mencion[ae]n?|(?:habl|trat)[ae]n? (?:de|sobre)|cit[ae]n?|refier[ae]n? a)"
    r"|son sobre|cont(?:iene|enga)n? (?:las? palabras?|el t[ée]rmino|la frase))"
)
_ES_ABOUT = (
    rf"(?:sobre|acerca de|(?:en (?:los|las) )?que {_ES_SAY}"
    r"|con (?:las? palabras?|el t[ée]rmino|la frase))"
)
_ES_HOLD = r"(?:cont(?:iene|enga)n?|incluy[ae]n?)"
_ES_HOLDING = rf"(?:que {_ES_HOLD})"
_ES_HAVE = r"(?:tengo|tenemos|tienes)"
_ES_THERE = rf"(?:hay|existen|{_ES_HAVE})"
_ES_HERE = (
    r"(?: aqu[íi]| (?:en|de) (?:mi|la|esta|nuestra) (?:biblioteca|colecci[óo]n)"
    r"| en mis (?:documentos|archivos))"
)
_ES_END = rf"(?:{_ES_HERE})?(?: en total)?"
_ES_LIST = (
    r"(?:lista(?:r|me)?|enumerar?|muestra|mostrar(?:me)?|mu[ée]strame|buscar?|b[úu]scame"
    r"|encuentra|(?:dar?me)(?= (?:tod[oa]s|los|las|mis|una lista) ))(?: una lista de)?"
)
_ES_ALL = r"(?:todos|todas)"
_ES_ONE = r"documento|archivo|fichero|nota|correo|factura|recibo|contrato|informe|carta"

_EN_FORMS = (
    # how many files mention the pump; which files in my library contain POL-358
    rf"{_EN_ASK} {_EN_MINE}{_KIND}(?:{_EN_HERE})? {_EN_SAY} {_SAID}{_EN_END}",
    rf"(?:how many|which) {_EN_MINE}{_PLAIN}(?:{_EN_HERE})? {_EN_HOLD} {_SAID}{_EN_END}",
    rf"what {_EN_MINE}{_PLAIN}(?:{_EN_HERE})? contain {_SAID}{_EN_END}",
    # in which files is the pump mentioned
    rf"in (?:which|what|how many) {_EN_MINE}{_KIND} (?:(?:is|are|do|does) )?"
    rf"{_SAID} (?:(?:is|are) )?(?:mentioned|discussed|appears?|occurs?|cited|referred to)",
    # which files do I have about the pump; how many invoices are there from Acme
    rf"{_EN_ASK} {_EN_MINE}{_KIND} {_EN_THERE}(?:{_EN_HERE})? (?:{_EN_ABOUT}|{_EN_HOLDING})"
    rf" {_SUBJECT}{_EN_END}",
    rf"how many {_EN_MINE}{_KIND} (?:are there|{_EN_HAVE}) {_EN_OF} {_SUBJECT}",
    rf"(?:which|what) {_EN_MINE}{_SENT} {_EN_HAVE} {_EN_OF} {_SUBJECT}",
    # which files about the pump do I have; how many invoices from Acme are there
    rf"{_EN_ASK} {_EN_MINE}{_KIND} (?:{_EN_ABOUT}|{_EN_HOLDING}) {_SUBJECT} {_EN_THERE}{_EN_END}",
    rf"how many {_EN_MINE}{_KIND} {_EN_OF} {_SUBJECT} (?:are there|{_EN_HAVE}){_EN_END}",
    rf"(?:which|what) {_EN_MINE}{_SENT} {_EN_OF} {_SUBJECT} {_EN_HAVE}{_EN_END}",
    rf"{_EN_ASK} {_EN_MINE}{_KIND} {_EN_ON}{_SUBJECT} {_EN_HAVE}{_EN_END}",
    rf"how many (?P<kind>documents|docs|files|reports) {_EN_ON}{_SUBJECT} {_EN_THERE}{_EN_END}",
    # how many files about the heat pump: too short for a verb of its own
    rf"how many {_EN_MINE}{_PLAIN} (?:{_EN_ABOUT}|{_EN_HOLDING})"
    r" (?P<subject>(?:the |an? )?\S+(?: \S+){0,2})",
    rf"(?:which|what) {_EN_MINE}{_PLAIN} (?:{_EN_ABOUT}|{_EN_HOLDING})"
    r" (?P<subject>(?:the |an? )?\S+)",
    # what are the files about the pump; which invoices are from Acme; how many Acme invoices …
    rf"(?:which|what) are (?:all )?(?:the|my|our) {_PLAIN}"
    rf" (?:{_EN_ABOUT}|{_EN_HOLDING}) {_SUBJECT}{_EN_END}",
    rf"{_EN_ASK} {_EN_MINE}{_SENT} are {_EN_OF} {_SUBJECT}{_EN_END}",
    rf"how many {_EN_MINE}{_NAMES} (?P<kind>invoices|receipts) are there{_EN_END}",
    rf"{_EN_ASK} {_EN_MINE}{_NAMES} {_TITLED} (?:{_EN_HAVE}|are there{_EN_HERE}){_EN_END}",
    # how many files are there; how many invoices do I have
    rf"how many {_PLAIN} (?:are there|exist){_EN_END}",
    rf"how many {_EN_MINE}{_KIND}(?: {_EN_HAVE}{_EN_END}|{_EN_HERE})",
    rf"how many {_KIND} are(?: there)?{_EN_HERE}",
    # list all documents about the pump; list my files
    rf"{_EN_LIST}(?: {_EN_ALL})? {_EN_MINE}{_KIND}(?: (?:that )?{_EN_HAVE}|{_EN_HERE})?"
    rf" (?:{_EN_SAY}|{_EN_ABOUT}|{_EN_HOLD}|{_EN_HOLDING}) {_SUBJECT}{_EN_END}",
    rf"{_EN_LIST} {_EN_ALL} {_EN_MINE}{_KIND} {_EN_OF} {_SUBJECT}",
    rf"{_EN_LIST} {_EN_MINE}{_SENT} {_EN_OF} {_SUBJECT}",
    rf"{_EN_LIST}(?: {_EN_ALL})? {_EN_MINE}(?P<kind>documents|docs|reports) {_EN_ON}{_SUBJECT}",
    rf"{_EN_LIST}(?: {_EN_ALL})? (?:of )?(?:my|our) {_PLAIN} {_EN_ON}{_SUBJECT}{_EN_END}",
    rf"{_EN_LIST}(?: {_EN_ALL})? {_EN_MINE}{_NAMES} {_TITLED}{_EN_END}",
    rf"{_EN_LIST} (?:{_EN_ALL} {_EN_MINE}|my |our ){_KIND}{_EN_END}",
    rf"list (?:the )?{_PLAIN}{_EN_END}",
)
_ES_FORMS = (
    # First those without a subject: "archivos de texto" are no files from somebody.
    rf"cu[áa]nt[oa]s {_PLAIN} (?:hay|existen){_ES_END}",
    rf"cu[áa]nt[oa]s {_ES_MINE}{_KIND}(?: {_ES_HAVE}{_ES_END}|(?: hay)?{_ES_HERE})",
    rf"{_ES_LIST} (?:{_ES_ALL} {_ES_MINE}|mis |nuestr[oa]s ){_KIND}{_ES_END}",
    rf"lista(?:r|me)? (?:l[oa]s )?{_PLAIN}{_ES_END}",
    rf"{_ES_ASK} {_ES_MINE}{_KIND}(?:{_ES_HERE})? {_ES_SAY}l? {_SAID}{_ES_END}",
    rf"(?:cu[áa]nt[oa]s|qu[ée]) {_ES_MINE}{_PLAIN}(?:{_ES_HERE})? {_ES_HOLD} {_SAID}{_ES_END}",
    rf"en {_ES_ASK} {_ES_MINE}{_KIND} (?:aparecen?|se mencionan?|se habla de|se citan?)l?"
    rf" {_SAID}",
    rf"{_ES_ASK} {_ES_MINE}{_KIND} {_ES_THERE} (?:{_ES_ABOUT}|{_ES_HOLDING})l? {_SUBJECT}{_ES_END}",
    rf"cu[áa]nt[oa]s {_ES_MINE}{_KIND} (?:hay|{_ES_HAVE}) del? {_SUBJECT}",
    rf"{_ES_WHICH} {_ES_MINE}{_SENT} {_ES_HAVE} del? {_SUBJECT}",
    rf"{_ES_ASK} {_ES_MINE}{_KIND} (?:{_ES_ABOUT}|{_ES_HOLDING})l? {_SUBJECT} {_ES_THERE}{_ES_END}",
    rf"cu[áa]nt[oa]s {_ES_MINE}{_KIND} del? {_SUBJECT} (?:hay|{_ES_HAVE}){_ES_END}",
    rf"{_ES_WHICH} {_ES_MINE}{_SENT} del? {_SUBJECT} {_ES_HAVE}{_ES_END}",
    # A second word without "de" may be a verb: qué documentos sobre la renta presento.
    rf"{_ES_ASK} {_ES_MINE}{_PLAIN} (?:{_ES_ABOUT}|{_ES_HOLDING})l?"
    r" (?P<subject>(?:el |las? |los )?\S+(?: del? (?:las? |los )?\S+)?)",
    rf"cu[áa]les son {_ES_MINE}{_KIND} (?:{_ES_ABOUT}|{_ES_HOLDING})l? {_SUBJECT}{_ES_END}",
    rf"{_ES_ASK} {_ES_MINE}{_SENT} son del? {_SUBJECT}{_ES_END}",
    rf"{_ES_LIST}(?: {_ES_ALL})? {_ES_MINE}{_KIND}(?: (?:que )?{_ES_HAVE}|{_ES_HERE})?"
    rf" (?:{_ES_SAY}|{_ES_ABOUT}|{_ES_HOLD}|{_ES_HOLDING})l? {_SUBJECT}{_ES_END}",
    rf"{_ES_LIST} {_ES_ALL} {_ES_MINE}{_KIND} del? {_SUBJECT}",
    rf"{_ES_LIST} {_ES_MINE}{_SENT} del? {_SUBJECT}",
)


@cache
def _forms() -> tuple[tuple[_Language, re.Pattern[str]], ...]:
    """The forms, compiled when the first question is asked: it takes tens of milliseconds."""
    return (
        *(("en", re.compile(form, re.IGNORECASE)) for form in _EN_FORMS),
        *(("es", re.compile(form, re.IGNORECASE)) for form in _ES_FORMS),
    )


_LEAD = re.compile(rf"(?:(?:please|por favor),? )?¿?{_EN_LEAD}{_ES_LEAD}¿?", re.IGNORECASE)
_TAIL = re.compile(r",? (?:please|por favor)$", re.IGNORECASE)
# "List every file that mentions" is taken as "list all files that mentions".
_EVERY = (
    (
        re.compile(rf"({_EN_LIST}) (?:every(?: single)?|each) ((?:\S+ )?(?:{_EN_ONE}))\b", re.I),
        "all",
    ),
    (re.compile(rf"({_ES_LIST}) cada ({_ES_ONE})\b", re.I), "todos"),
)
_EDGES = re.compile(
    r"^(?:(?:any )?(?:information|info|details) (?:about|on)|(?:informaci[óo]n|datos) (?:de|sobre)"
    r"|the (?:words?|terms?|phrases?|names?|topic|subject)|las? palabras?|el t[ée]rmino|la frase"
    r"|el tema|the|an?|el|la|los|las|un|una) ",
    re.IGNORECASE,
)
_SIGNS_BEFORE = re.compile(r"^(?:[\s\"'“”«»,:]|\.(?!\w))+")  # the dot of .NET belongs to it
_SIGNS_AFTER = " \"'“”«».,:"
_MORE_THAN_WORDS = re.compile(
    r"[?;]|\. |n't\b|(?<![\w'’-])(?:or|not|no|nor|never|without|except|but|more|less|fewer|than"
    r"|least|most|how|why|when|where|who|whom|whose|which|what|whether|if|(?:o|u)(?!['’])|ni|sin"
    r"|salvo|pero|m[áa]s|menos|c[óo]mo|por qu[ée]|cu[áa]ndo|d[óo]nde|qui[ée]n(?:es)?|qu[ée]"
    r"|cu[áa]l(?:es)?|si|(?:last|this|past|next) (?:year|month|week|quarter)(?!['’])"
    r"|este (?:año|mes)|esta semana|(?:año|mes) pasado|semana pasada)(?![\w-])",
    re.IGNORECASE,
)
# Verbs with which a question, or a clause of it, goes on after the subject; second conditions.
_EN_MORE = (
    r"(?<![\w-])(?:(?<!to )do(?= )|does|did|is|are|was|were|be|been|has|have|had|could|should|must"
    r"|might|shall|would|cannot|(?:can|may|will|need) (?:i|we|you|he|she|it|they|the|be|to)"
    r"|needed|required|that|(?:we|you|he|she|they) \w+|i (?:need|want|wrote|sent|got|use)"
    r"|mentions?|discuss(?:es)?|contains?|about|regarding|concerning|today|yesterday"
    r"|(?:published|written|signed|sent|dated|created|changed|received|issued|made)"
    r" (?:in|on|by|at|before|after|since|from|during))(?![\w-])"
)
_ES_MORE = (
    r"(?<![\w-])(?:es|son|fue|fueron|eran|ser[áa]n?|está|est[áa]n|ha|han|he|hemos|hay|se|teng[oa]"
    r"|tenemos|tienen?|tienes|necesit\w+|deb(?:o|es?|emos|en|er\w+)|puedo|puedes?|pueden|podemos"
    r"|hablan|mencionan?|contienen?|sobre|hoy|ayer"
    r"|(?:publicad|escrit|firmad|fechad|cread|recibid)[oa]s? (?:en|por|el|desde|antes|despu[ée]s)"
    r")(?![\w-])"
)
_MORE_AFTER_SUBJECT: dict[_Language, re.Pattern[str]] = {
    "en": re.compile(_EN_MORE, re.IGNORECASE),
    "es": re.compile(_ES_MORE, re.IGNORECASE),
}
_MORE_AFTER_SAID: dict[_Language, re.Pattern[str]] = {
    "en": re.compile(rf"\S that\b|(?:,| and\b).* {_EN_MORE}", re.IGNORECASE),
    "es": re.compile(rf"(?:,| [ye]\b).* {_ES_MORE}", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """What is counted. `subject`: words that must stand close together, as they were
    typed (empty: every document counts). `types`: suffixes. `named`: the document's text or name
    must hold one of these words. `language` of the question: en or es."""

    language: _Language
    subject: str = ""
    types: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


def counting_question(text: str) -> CountQuestion | None:
    """The question about the library that `text` is, or None for every other question."""
    asked = _plainly(text)
    for language, form in _forms():
        match = form.fullmatch(asked)
        if match is None:
            continue
        found = match.groupdict()
        said = found.get("said")
        subject = _cleaned(said or found.get("subject") or "")
        more = (_MORE_AFTER_SAID if said else _MORE_AFTER_SUBJECT)[language]
        if len(found) > 1 and (more.search(subject) or not _is_subject(subject)):
            continue
        types, named = _kind(found["kind"])
        return CountQuestion(language, subject, types, named)
    return None


def _plainly(text: str) -> str:
    """The question without the words that only lead to it, and "every file" as "all files"."""
    asked = _TAIL.sub("", " ".join(text.split()).strip(" ¿?¡!."))
    asked = _LEAD.sub("", asked, count=1)
    for one, all_of in _EVERY:
        if match := one.match(asked):
            return f"{match[1]} {all_of} {match[2]}s{asked[match.end() :]}"
    return asked


def _cleaned(subject: str) -> str:
    """The subject without what only leads to it."""
    before, subject = "", _SIGNS_BEFORE.sub("", subject).rstrip(_SIGNS_AFTER)
    while subject != before:
        before, subject = subject, _SIGNS_BEFORE.sub("", _EDGES.sub("", subject))
    return subject


def _is_subject(subject: str) -> bool:
    """True for a few words of which one bears meaning."""
    if _MORE_THAN_WORDS.search(subject):
        return False
    found = words(fold(subject))
    return len(found) <= _MOST_WORDS and any(not is_small_word(word) for word in found)


def _kind(said: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Suffixes of the kind's files, and words that its documents hold."""
    parts = [part.lstrip(".") for part in said.lower().split()]
    types = next((_TYPES[part] for part in parts if part in _TYPES), ())
    return types, _NAMED.get(said.lower(), ())
