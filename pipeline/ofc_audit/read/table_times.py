"""Times of a `table`, many at once: written in a declared form, in the zone they name or a declared one, as microseconds since 1970 in UTC.

A local hour that occurs twice, when clocks go back, is told by the order of the hands where that tells it, and else unknown.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import Ints, Mask

ISO, UNIX, UNIX_MS, EXCEL = "iso", "unix", "unix_ms", "excel"
FORMATS = (ISO, UNIX, UNIX_MS, EXCEL)
"""Forms with a name: ISO 8601; seconds or milliseconds since 1970; days since 1899-12-30, as spreadsheets count."""

US = 1_000_000
_DAY = 86_400 * US
_SLOT = 900 * US
"""Clocks change at quarters of an hour."""
_EXCEL_EPOCH_DAYS = -25_569
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PARTS: Mapping[str, str] = {
    "Y": r"(?P<Y>\d{4})", "y": r"(?P<y>\d{2})", "m": r"(?P<m>\d{1,2})", "d": r"(?P<d>\d{1,2})", "b": r"(?P<b>[A-Za-z]{3})",
    "H": r"(?P<H>\d{1,2})", "I": r"(?P<I>\d{1,2})", "M": r"(?P<M>\d{1,2})", "S": r"(?P<S>\d{1,2})", "f": r"(?P<f>\d{1,6})\d*",
    "p": r"(?P<p>[AaPp])\.?[Mm]\.?", "z": r"(?P<z>Z|[+-]\d{2}:?\d{2})",
}  # fmt: skip
_ISO_FORM = (
    r"(?P<Y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?:[T ](?P<H>\d{2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:\.(?P<f>\d{1,6})\d*)?)?)?"
    r" ?(?P<z>Z|UTC|[+-]\d{2}(?::?\d{2})?)?"
)


@dataclass(frozen=True)
class Read:
    """Times as they stand: microseconds since 1970 by their own clock (`NULL` unknown), their offset from UTC where they name one (`NULL`
    elsewhere), and which cannot be read."""

    local: Ints
    offset: Ints
    bad: Mask


def time_problem(form: str) -> str | None:
    """What is wrong with a declared form of times; None when nothing is."""
    if form in FORMATS:
        return None
    letters = re.findall(r"%(.)", form)
    unknown = [letter for letter in letters if letter not in _PARTS and letter != "%"]
    if unknown:
        return f"%{unknown[0]} is not known"
    if len(set(letters) - {"%"}) < len([letter for letter in letters if letter != "%"]):
        return "names a part twice"
    if not ({"Y", "y"} & set(letters) and {"m", "b"} & set(letters) and "d" in letters):
        return "names no year, month and day"
    if ("I" in letters) != ("p" in letters):
        return "needs %I and %p together"
    return None


def read_times(texts: pa.Array, form: str) -> Read:
    """Texts read in a declared form; null is unknown. Nothing raises."""
    if form == EXCEL:
        return _days(texts)
    if form in (UNIX, UNIX_MS):
        return _numbers(texts, form)
    pattern = _ISO_FORM if form == ISO else _pattern(form)
    parts = pc.extract_regex(texts, f"^{pattern}$")
    known = np.asarray(texts.is_valid())
    found = np.asarray(parts.is_valid()) & known
    names = {field.name for field in parts.type}

    def number(name: str, default: int) -> Ints:
        if name not in names:
            return np.full(len(texts), default, np.int64)
        text = pc.struct_field(parts, name)
        return np.asarray(pc.fill_null(pc.if_else(pc.equal(text, ""), None, text).cast(pa.int64()), default), np.int64)

    year = number("Y", 0) if "Y" in names else 2000 + number("y", 0)
    month = _month_names(parts) if "b" in names else number("m", 0)
    hour = _with_halves(number("I", 0), parts) if "I" in names else number("H", 0)
    day, minute, second = number("d", 0), number("M", 0), number("S", 0)
    months = (year - 1970) * 12 + np.clip(month, 1, 12) - 1
    first = months.astype("M8[M]").astype("M8[D]").astype(np.int64)
    n_days = (months + 1).astype("M8[M]").astype("M8[D]").astype(np.int64) - first
    good = found & (year >= 1) & (month >= 1) & (month <= 12) & (day >= 1) & (day <= n_days)
    good &= (hour <= 23) & (hour >= 0) & (minute <= 59) & (second <= 59)
    local = ((first + day - 1) * 86_400 + hour * 3_600 + minute * 60 + second) * US + _fraction(parts, names)
    return Read(np.where(good, local, NULL), np.where(good, _offsets(parts, names), NULL), known & ~good)


@cache
def _pattern(form: str) -> str:
    pieces = re.split(r"%(.)", form)
    return "".join(
        re.escape(piece).replace("\\ ", " +") if at % 2 == 0 else ("%" if piece == "%" else _PARTS[piece])
        for at, piece in enumerate(pieces)
    )


def _days(texts: pa.Array) -> Read:
    """Days as spreadsheets count them, or the dates as which a workbook shows them."""
    days = _numbers(texts, EXCEL)
    if not days.bad.any():
        return days
    dates = read_times(texts, ISO)
    pairs = ((dates.local, days.local), (dates.offset, days.offset))
    local, offset = (np.where(days.bad, date, day) for date, day in pairs)
    return Read(local, offset, days.bad & dates.bad)


def _numbers(texts: pa.Array, form: str) -> Read:
    known = np.asarray(texts.is_valid())
    good = np.asarray(pc.fill_null(pc.match_substring_regex(texts, r"^[0-9]{1,13}(?:\.[0-9]{1,12})?$"), False))
    parts = pc.extract_regex(texts, r"^(?P<a>[0-9]{1,13})(?:\.(?P<b>[0-9]{1,12}))?$")
    whole = np.asarray(pc.fill_null(pc.struct_field(parts, "a").cast(pa.int64()), 0), np.int64)
    # Twelve decimals of a day are less than a tenth of a microsecond: nothing but noise is behind them.
    rest_text = pc.utf8_rpad(pc.fill_null(pc.struct_field(parts, "b"), ""), 12, "0")
    rest = np.asarray(rest_text.cast(pa.int64()), np.int64)
    if form == EXCEL:
        good &= (whole > 0) & (whole < 2_958_466)
        # To the nearest millisecond: a serial number holds no finer time.
        milliseconds = (np.where(good, rest, 0) * 864 + 5_000_000) // 10_000_000
        local = (np.where(good, whole, 0) + _EXCEL_EPOCH_DAYS) * _DAY + milliseconds * 1_000
        return Read(np.where(good, local, NULL), np.full(len(texts), NULL), known & ~good)
    unit = US if form == UNIX else 1_000
    good &= whole < (1 << 62) // unit // 1000
    local = np.where(good, whole, 0) * unit + rest // (10**12 // unit)
    return Read(np.where(good, local, NULL), np.where(good, 0, NULL), known & ~good)


def _month_names(parts: pa.Array) -> Ints:
    found = pc.index_in(pc.utf8_lower(pc.struct_field(parts, "b")), pa.array(_MONTHS))
    return np.asarray(pc.fill_null(found, -1), np.int64) + 1


def _with_halves(hour: Ints, parts: pa.Array) -> Ints:
    is_afternoon = np.asarray(pc.fill_null(pc.equal(pc.utf8_lower(pc.struct_field(parts, "p")), "p"), False))
    return np.where((hour >= 1) & (hour <= 12), hour % 12 + 12 * is_afternoon, -1)


def _fraction(parts: pa.Array, names: set[str]) -> Ints:
    if "f" not in names:
        return np.zeros(len(parts), np.int64)
    text = pc.utf8_rpad(pc.fill_null(pc.struct_field(parts, "f"), ""), 6, "0")
    return np.asarray(text.cast(pa.int64()), np.int64)


def _offsets(parts: pa.Array, names: set[str]) -> Ints:
    """Microseconds to take off for UTC, `NULL` where no zone is named."""
    result = np.full(len(parts), NULL)
    if "z" not in names:
        return result
    coded = pc.fill_null(pc.struct_field(parts, "z"), "").dictionary_encode()
    of_word = [NULL] * len(coded.dictionary)
    for at, word in enumerate(coded.dictionary.to_pylist()):
        if word in ("Z", "UTC"):
            of_word[at] = 0
        elif word:
            digits = word[1:].replace(":", "").ljust(4, "0")
            minutes = int(digits[:2]) * 60 + int(digits[2:])
            of_word[at] = (-minutes if word[0] == "-" else minutes) * 60 * US
    return np.array(of_word, np.int64)[np.asarray(coded.indices, np.int64)]


@dataclass(frozen=True)
class InUtc:
    """Local times as UTC (`NULL` unknown); which do not exist, as clocks went forward; which occur twice, and of these which are taken
    for the first (0), the second (1) or neither (-1)."""

    utc: Ints
    missing: Mask
    twice: Mask
    taken: Ints


def in_utc(local: Ints, zone: str) -> InUtc:
    """Local times of a zone, in file order, in UTC.

    Where all other times rise (or all fall) from hand to hand and those of the hour that occurs twice fall back once, the
    first part is the first passing of that hour and the rest the second. Otherwise they are unknown.
    """
    slots, of_slot = np.unique(np.where(local == NULL, 0, local) // _SLOT, return_inverse=True)
    early, late = np.empty(len(slots), np.int64), np.empty(len(slots), np.int64)
    missing = np.zeros(len(slots), bool)
    info = ZoneInfo(zone)
    for at, slot in enumerate(slots.tolist()):
        moment = datetime(1970, 1, 1) + timedelta(microseconds=slot * _SLOT)
        first, second = (moment.replace(tzinfo=info, fold=fold) for fold in (0, 1))
        early[at], late[at] = (int(one.utcoffset().total_seconds()) * US for one in (first, second))  # type: ignore[union-attr]
        missing[at] = first.astimezone(UTC).astimezone(info).replace(tzinfo=None) != moment
    early, late, missing = early[of_slot], late[of_slot], missing[of_slot] & (local != NULL)
    twice = (early != late) & ~missing & (local != NULL)
    taken = _passes(local, twice)
    offset = np.where(taken == 1, late, early)
    known = (local != NULL) & ~missing & ~(twice & (taken < 0))
    return InUtc(np.where(known, local - offset, NULL), missing, twice, taken)


def _passes(local: Ints, twice: Mask) -> Ints:
    """Which passing of a repeated hour each hand is in: 0, 1, or -1 for unknown and for all other hands."""
    result = np.full(len(local), -1, np.int64)
    known = np.flatnonzero(local != NULL)
    steps = np.diff(local[known])
    inside = twice[known[1:]] & twice[known[:-1]] if len(known) else np.zeros(0, bool)
    outside = steps[~inside]
    falls = bool((outside < 0).any())
    if falls and bool((outside > 0).any()):
        return result
    direction = -1 if falls else 1
    run = np.flatnonzero(twice[known])
    for part in np.split(run, np.flatnonzero(np.diff(run) > 1) + 1):
        hands = known[part]
        back = np.flatnonzero(np.diff(local[hands]) * direction < 0)
        if len(back) == 1:
            is_second = np.arange(len(hands)) > back[0]
            result[hands] = np.where(is_second, 1, 0) if direction == 1 else np.where(is_second, 0, 1)
    return result
