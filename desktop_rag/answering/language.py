"""Which language a question is in. English and Spanish only: the two the prompts exist in."""

from __future__ import annotations

import re

LANGUAGES = ("en", "es")

FUNCTION_WORDS = {
    "en": frozenset(
        "a an the of in on at to for from by with and or but if then than that this these those is "
        "are was were be been being am do does did have has had it its he she they them his her "
        "their we our you your i me my as what which who whom whose when where why how can could "
        "will would shall should may might must there here into about over under between during "
        "after before also such s t so only just any some all each both more most other many much "
        "very up out off".split()
    ),
    "es": frozenset(
        "el la los las un una unos unas lo al del de en a por para con y e o u pero si que qué se "
        "su sus es son era eran fue fueron ser sido está están estar ha han había haber hay "
        "como cómo cuando cuándo donde dónde cuál cuáles quién quiénes cuyo cuya este esta estos "
        "estas ese esa esos esas eso esto le les me mi mis tu tus te nos nuestro nuestra yo él "
        "ella ellos ellas más muy también entre sobre desde hasta durante antes después porque "
        "según cuánto cuánta cuántos cuántas cada otro otra otros otras todo toda todos todas "
        "algo quien cual cuanto cuantos cuantas tras ya".split()
    ),
}

_ONLY_SPANISH = re.compile(r"[¿¡ñÑ]")
_WORD = re.compile(r"[^\W\d_]+")


def question_language(text: str, otherwise: str = "en") -> str:
    """`en` or `es`, by function words and Spanish signs; `otherwise` when they do not tell."""
    words = [word.lower() for word in _WORD.findall(text)]
    counts = {code: sum(word in FUNCTION_WORDS[code] for word in words) for code in LANGUAGES}
    if _ONLY_SPANISH.search(text):
        counts["es"] += 2
    if counts["en"] == counts["es"]:
        return otherwise if otherwise in LANGUAGES else "en"
    return "es" if counts["es"] > counts["en"] else "en"
