"""Random and hostile questions: whatever can be typed, pasted or sent."""

from __future__ import annotations

import random
from collections.abc import Callable

from desktop_rag.domain.query import Filters

_PLANES = (
    (0x20, 0x7E),
    (0xA0, 0x24F),
    (0x370, 0x6FF),
    (0x900, 0xDFF),
    (0x2000, 0x2BFF),
    (0x3040, 0x30FF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0xD800, 0xDFFF),
    (0xE000, 0xF8FF),
    (0xFE00, 0xFFFF),
    (0x1F000, 0x1FAFF),
    (0x20000, 0x2A6DF),
    (0xE0000, 0xE01EF),
    (0x10FFFE, 0x10FFFF),
)
_CONTROLS = [chr(point) for point in (*range(32), 127, *range(0x80, 0xA0), 0x2028, 0x2029)]
_SYNTAX = [
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "NEAR/3",
    "*",
    "^",
    ":",
    "(",
    ")",
    '"',
    "'",
    "{",
    "}",
    "-",
    "+",
    "breadcrumb:",
    "stems:",
    "rowid:",
    "text : ",
    '""',
    "--",
    ";",
    "\\",
    "%",
    "_",
    "~pump",
    "^pump",
    "¦",
    "keyword MATCH",
    "' OR 1=1 --",
    "); DROP TABLE chunks;",
]
_QUOTES = ['"', "“", "”", "„", "«", "»", "'", "’", "`", "「", "」"]
_KEYS = ["path:", "type:", "lang:", "after:", "before:", "PATH:", "Type:", "-path:", "path::"]
_VALUES = [
    "",
    " ",
    '"',
    '"a b"',
    '"',
    "soon",
    "2024",
    "2024-13-45",
    "99999-01-01",
    "-1",
    "0",
    "1e309",
    "pdf",
    "pdf,",
    ",,",
    "*.pdf",
    "p%f",
    "../..",
    "/",
    "~",
    "~root",
    "~\0",
    "C:\\x",
    "\0",
    "a" * 300,
    "31.02.2024",
    "en",
    "english",
    "☃",
    "\ud800",
    "2024-01-01T00:00",
]
_FOLDERS = ["/", "/nowhere", "relative", "", "\0", "%", "/a%b_c"]
_SUFFIXES = ["txt", "md", "", ".PDF", "'", "ext" * 30]
_BOTH_WAYS = [
    "مضخة",
    "משאבה",
    "ポンプ",
    "泵",
    "펌프",
    "насос",
    "αντλία",
    "ปั๊ม",
    "पंप",
    "bomba",
    "e\u0301\u0302\u0303" * 20,
    "👩‍👩‍👧‍👦",
    "\u202eevil\u202c",
    "\u200b" * 9,
    "Ⅷ",
    "ﬁle",
    "İ",
    "ß",
]
_WHOLE = [
    "POL-358",
    "don't",
    "C++",
    "20.04",
    "what?",
    "a AND",
    "NEAR(",
    '"',
    "foo:bar",
    "@x",
    "*",
    "-",
    "--",
    '-"',
    '""',
    '" "',
    "()",
    "%s%n{0}{x}",
    "a" * 8000,
    "?" * 5000,
    '"' * 3000,
    "(" * 4000,
    "pump " * 1500,
    "-pump " * 1200,
    "path:x " * 1000,
    "\0",
    "\0pump\0",
    "\ud800",
    "\udfff\ud800",
    "\ufeffpump",
    "泵" * 2000,
    "e\u0301" * 3000,
    " \t\r\n ",
    "''",
    "\\",
]


class Hostile:
    """Makes questions and filters, the same ones for the same seed.

    `words` occur in the library that is asked, so that many questions find something.
    """

    def __init__(self, seed: int, words: list[str]) -> None:
        self._dice = random.Random(seed)
        self._words = words
        self._kinds: list[Callable[[], str]] = [
            self._plain,
            self._misspelt,
            self._planes,
            self._controls,
            self._syntax,
            self._quoted,
            self._limited,
            self._mixed,
            self._long,
            self._whole,
        ]

    def question(self) -> tuple[str, str]:
        """(kind, text)."""
        make = self._dice.choice(self._kinds)
        return make.__name__.strip("_"), make()

    def filters(self) -> Filters:
        """Mostly none; else any combination, sensible or not."""
        dice = self._dice
        if dice.random() < 0.8:
            return Filters()
        times = (None, 0.0, 1e12, -1e18, float("inf"), float("-inf"), dice.uniform(0, 2e9))
        return Filters(
            under=(dice.choice(_FOLDERS),),
            types=tuple(dice.sample(_SUFFIXES, dice.randint(0, 2))),
            after=dice.choice(times),
            before=dice.choice(times),
            languages=tuple(dice.sample(["en", "es", "", "xx", "'"], dice.randint(0, 1))),
        )

    def chance(self, share: float) -> bool:
        """True that often."""
        return self._dice.random() < share

    def number(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._dice.randint(least, most)

    def _some(self, pool: list[str], most: int, joint: str = " ") -> str:
        return joint.join(self._dice.choices(pool, k=self._dice.randint(1, most)))

    def _plain(self) -> str:
        return self._some(self._words, 9)

    def _misspelt(self) -> str:
        word = list(self._dice.choice(self._words))
        for _ in range(self._dice.randint(1, 3)):
            at = self._dice.randrange(len(word) + 1)
            word[at : at + self._dice.randint(0, 1)] = self._dice.choice("abcdeñü-'0")
        return f"{''.join(word)} {self._some(self._words, 3)}"

    def _planes(self) -> str:
        ranges = self._dice.choices(_PLANES, k=self._dice.randint(1, 40))
        return "".join(chr(self._dice.randint(*one)) for one in ranges)

    def _controls(self) -> str:
        return self._some([*_CONTROLS, *self._words[:40]], 25, "")

    def _syntax(self) -> str:
        return self._some([*_SYNTAX, *self._words[:20]], 14, self._dice.choice(["", " "]))

    def _quoted(self) -> str:
        return self._some([*_QUOTES, " ", "-", *self._words[:20]], 16, "")

    def _limited(self) -> str:
        limits = [
            self._dice.choice(_KEYS) + self._dice.choice(_VALUES)
            for _ in range(self._dice.randint(1, 5))
        ]
        return " ".join(self._dice.sample([*limits, *self._words[:3]], len(limits) + 1))

    def _mixed(self) -> str:
        return self._some([*_BOTH_WAYS, *self._words[:10]], 12, self._dice.choice(["", " "]))

    def _long(self) -> str:
        return " ".join(self._dice.choices(self._words, k=self._dice.randint(200, 1500)))[:8200]

    def _whole(self) -> str:
        return self._dice.choice(_WHOLE)
