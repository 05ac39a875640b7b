"""What a cell of a workbook shows: dates as dates, numbers without rounding noise."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_QUOTED = re.compile(r"\"[^\"]*\"|\\.|\[[^\]]*\]|_.|\*.")
_EPOCH = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)
# Beyond this many digits the number is written out by its own digits, not as a float.
_EXACT = 1e17


def is_date_format(identity: int, code: str) -> bool:
    """Whether a number format (built-in number, or code like `yyyy-mm-dd`) shows dates."""
    if identity in _DATE_FORMATS:
        return True
    plain = _QUOTED.sub("", code.split(";")[0]).lower()
    return any(sign in plain for sign in "ymdhs") and "general" not in plain


def shown_number(raw: str, *, date: bool = False, from_1904: bool = False) -> str:
    """A number as a person reads it; `raw` as it is when it is no number."""
    try:
        value = float(raw)
    except ValueError:
        return raw
    if date:
        shown = _shown_date(value, _EPOCH_1904 if from_1904 else _EPOCH)
        if shown:
            return shown
    if value != value or abs(value) >= _EXACT:
        return raw
    if value == int(value):
        return str(int(value))
    return repr(float(f"{value:.15g}"))


def _shown_date(days: float, epoch: datetime) -> str:
    try:
        moment = epoch + timedelta(seconds=round(days * 86400))
    except (OverflowError, ValueError):
        return ""
    if 0 <= days < 1:
        return moment.strftime("%H:%M:%S")
    if moment.hour or moment.minute or moment.second:
        return moment.strftime("%Y-%m-%d %H:%M:%S")
    return moment.strftime("%Y-%m-%d")
