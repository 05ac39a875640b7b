"""The sentences that answers are made of besides documents and models, in English and Spanish."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")

_PHRASES = {
    "not_found": (
        "Your documents do not seem to contain an answer to this question.",
        "Sus documentos no parecen contener una respuesta a esta pregunta.",
    ),
    "all_documents": ("All indexed documents were searched", "Se buscó en todos los documentos"),
    "some_documents": (
        "Only those documents that your limits allow were searched",
        "Se buscó solo en los documentos que permiten sus límites",
    ),
    "searched_nothing": (
        "{{what}} for “{{query}}”; no passage matches.",
        "{{what}}: «{{query}}»; ningún pasaje coincide.",
    ),
    "searched": (
        "{{what}} for “{{query}}”; the nearest passages are in: {{places}}.",
        "{{what}}: «{{query}}»; los pasajes más cercanos están en: {{places}}.",
    ),
    "rephrase": (
        "Try other words, name the subject in full, or ask one thing at a time.",
        "Pruebe con otras palabras, nombre el tema completo o pregunte una sola cosa cada vez.",
    ),
    "widen": (
        "Take away the limits (folder, type, date, language), or try other words.",
        "Quite los límites (carpeta, tipo, fecha, idioma) o pruebe con otras palabras.",
    ),
    "contact": ("You can also ask: {{contact}}", "También puede preguntar a: {{contact}}"),
    "left_out_turns": (
        "There was no room for the oldest {{count}} of the conversation's earlier questions.",
        "No hubo espacio para las {{count}} preguntas más antiguas de la conversación.",
    ),
    "left_out_sources": (
        "The model was not given these sources, for lack of room: {{numbers}}.",
        "El modelo no recibió estas fuentes, por falta de espacio: {{numbers}}.",
    ),
    "shortened": (
        "The model was given only the beginning of source {{numbers}}, for lack of room.",
        "El modelo recibió solo el comienzo de la fuente {{numbers}}, por falta de espacio.",
    ),
    "quoted_instead": (
        "The language model could not write an answer, so these are quotations. {{reason}}",
        "El modelo de lenguaje no pudo escribir una respuesta, así que estas son citas. {{reason}}",
    ),
    "words_only": (
        "The meaning of the passages could not be compared, only their words. {{reason}}",
        "No se pudo comparar el significado de los pasajes, solo sus palabras. {{reason}}",
    ),
    "written_elsewhere": (
        "This answer was written at {{host}}, which is not this machine: the question and the "
        "sources were sent there.",
        "Esta respuesta se escribió en {{host}}, que no es este equipo: la pregunta y las fuentes "
        "se enviaron allí.",
    ),
    "empty_answer": (
        "The model gave no answer.",
        "El modelo no dio ninguna respuesta.",
    ),
    "only_thinking": (
        "The model reasoned, but gave no answer.",
        "El modelo razonó, pero no dio ninguna respuesta.",
    ),
    "cut": (
        "The answer was cut off at its longest allowed length.",
        "La respuesta se cortó al alcanzar la longitud máxima permitida.",
    ),
    "disagree": (
        "Sources {{first}} and {{second}} disagree: “{{one}}” – “{{other}}”.",
        "Las fuentes {{first}} y {{second}} se contradicen: «{{one}}» – «{{other}}».",
    ),
    "page": ("page {{number}}", "página {{number}}"),
    "slide": ("slide {{number}}", "diapositiva {{number}}"),
    "sheet": ("sheet {{name}}", "hoja {{name}}"),
    "record": ("record {{number}}", "registro {{number}}"),
    "lines": ("lines {{first}}–{{last}}", "líneas {{first}}–{{last}}"),
    "fact_differs": ("the source does not say: {{what}}", "la fuente no dice: {{what}}"),
    "negation_differs": (
        "says no where the source says yes, or the reverse",
        "niega lo que la fuente afirma, o al revés",
    ),
    "opposite": (
        "says {{one}} where the source says {{other}}",
        "dice {{one}} donde la fuente dice {{other}}",
    ),
    "little_in_common": (
        "has little in common with the source",
        "tiene poco en común con la fuente",
    ),
    "other_language": (
        "the source is in another language and could not be compared",
        "la fuente está en otro idioma y no se pudo comparar",
    ),
    "attributed": ("source added by the check", "fuente añadida por la comprobación"),
    "no_source": ("no source is named", "no se nombra ninguna fuente"),
    "sources": ("Sources", "Fuentes"),
    "not_used": ("not used", "no usada"),
    "conversation": ("Conversation", "Conversación"),
}


def say(key: str, language: str, **values: object) -> str:
    """The sentence `key` in `language` (English when there is no other)."""
    english, spanish = _PHRASES[key]
    return fill(spanish if language == "es" else english, **values)


def fill(template: str, **values: object) -> str:
    """`template` with each {{name}} replaced in one pass, so that values are never read as
    templates themselves. An unknown name raises KeyError."""
    return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), template)
