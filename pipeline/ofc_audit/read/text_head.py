"""The head of `ofc_text` hands: header, options, tournament, levels, match and table, as columns of table `hands`."""

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from ofc_audit.money import NULL
from ofc_audit.read.batch import Column, Ints
from ofc_audit.read.scan import Buffer, Cursor
from ofc_audit.read.text_damage import Damage, Reading
from ofc_audit.read.text_kinds import Kind
from ofc_audit.read.text_lines import Layout

MAX_INT32 = 2**31 - 1
HEADER_FORM = "`OFC Hand #<id>: <rules>, <money> <currency> per point - <YYYY-MM-DD hh:mm:ss> UTC`"

_OPTIONS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("option_scoring", re.compile(r"scoring (1-6|2-4)")),
    ("option_royalty_settlement", re.compile(r"royalties settle (difference|winner_only)")),
    ("option_royalties", re.compile(r"royalties ([A-Za-z0-9_.-]+)")),
    ("option_fantasyland", re.compile(r"(progressive|fixed)")),
    ("option_one_hand", re.compile(r"(one hand)")),
    ("match_cap", re.compile(r"match cap ([0-9]{1,14}(?:\.[0-9]{1,4})?)")),
)
_TEXT_OPTIONS = ("option_scoring", "option_royalty_settlement", "option_royalties", "option_fantasyland")
_LEVEL = re.compile(r"([0-9]{1,9}) ([0-9]{1,14}(?:\.[0-9]{1,4})?)")


def read_heads(layout: Layout, damage: Damage) -> dict[str, Column]:
    """The columns of table `hands` that the lines before the seats state."""
    columns: dict[str, Column] = {}
    columns |= _headers(layout, damage)
    columns |= _options(layout, damage)
    columns |= _tournaments(layout, damage)
    columns["levels"] = _levels(layout, damage)
    columns |= _matches(layout, damage)
    columns |= _tables(layout, damage)
    return columns


def money_units(text: str) -> int:
    """A plain decimal of at most four places in ten-thousandths."""
    whole, _, decimals = text.partition(".")
    return int(whole) * 10_000 + int(decimals.ljust(4, "0"))


def levels_json(prices: dict[int, int]) -> str:
    """Prices per point by level, in ten-thousandths, as table `hands` keeps them: JSON, sorted keys, shortest
    decimals.
    """
    return json.dumps({str(level): money_text(price) for level, price in prices.items()}, sort_keys=True)


def money_text(units: int) -> str:
    """Ten-thousandths as the shortest plain decimal."""
    whole, decimals = divmod(abs(units), 10_000)
    text = f"{whole}.{decimals:04d}".rstrip("0").rstrip(".") if decimals else str(whole)
    return f"-{text}" if units < 0 else text


def distinct(buf: Buffer, start: Ints, stop: Ints) -> tuple[Ints, list[str]]:
    """Which distinct text each stretch is, and the distinct texts: what is alike in many hands is parsed once."""
    coded = buf.strings(start, stop).dictionary_encode()
    return np.asarray(coded.indices, np.int64), coded.dictionary.to_pylist()


def _spread(n: int, hand: Ints, values: Ints) -> Ints:
    """A column of n hands with values at some of them, unknown elsewhere."""
    column = np.full(n, NULL, np.int64)
    column[hand] = values
    return column


def _texts(layout: Layout, hand: Ints, start: Ints, stop: Ints) -> pa.Array:
    begin, end = np.full(layout.n_hands, -1, np.int64), np.zeros(layout.n_hands, np.int64)
    begin[hand], end[hand] = start, stop
    return layout.buf.strings(begin, end)


def _reading(layout: Layout, damage: Damage, kind: Kind, skip: int) -> Reading:
    """A reading of all lines of a kind, begun behind the `skip` bytes that gave them their kind."""
    line = layout.of_kind(kind)
    lines = layout.lines
    return Reading(damage, line, Cursor(layout.buf, lines.start[line] + skip, lines.end[line]))


def _headers(layout: Layout, damage: Damage) -> dict[str, Column]:
    reading = _reading(layout, damage, Kind.HEADER, 0)
    cursor, hand = reading.cursor, layout.hand[reading.line]
    cursor.literal(b"OFC Hand #")
    reading.expect(f"a header, {HEADER_FORM}")
    hand_id = cursor.until(b": ")
    reading.refuse(cursor.ok & (hand_id[1] == hand_id[0]), "the hand has no id")
    reading.expect("a hand id that ends before `: `")
    rules = cursor.until(b", ")
    reading.refuse(cursor.ok & (rules[1] == rules[0]), "the hand names no rule set")
    reading.expect("a rule set that ends before `, `")
    point_value = cursor.money()
    cursor.literal(b" ")
    reading.expect("money per point as a plain decimal of at most four places")
    start = cursor.pos.copy()
    stop = layout.buf.find_byte(start, cursor.end, ord(" "))
    cursor.ok &= stop > start
    cursor.pos = np.where(stop > start, stop, start)
    cursor.literal(b" per point - ")
    reading.expect("`<currency> per point - `")
    ended_at = read_time(cursor)
    reading.expect("a date and time that exist, `YYYY-MM-DD hh:mm:ss`")
    cursor.literal(b" UTC")
    reading.finish("` UTC` and the end of the line")
    return {
        "hand_id": _texts(layout, hand, *hand_id),
        "rules_id": _texts(layout, hand, *rules),
        "point_value": _spread(layout.n_hands, hand, point_value),
        "currency": _texts(layout, hand, start, stop),
        "ended_at": _spread(layout.n_hands, hand, ended_at),
    }


_DIGIT_PLACES = np.array([0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18])
_SEPARATORS = ((4, "-"), (7, "-"), (10, " "), (13, ":"), (16, ":"))


def read_time(cursor: Cursor) -> Ints:
    """Reads `2026-03-01 18:22:05`, with up to six decimals where given: microseconds since 1970."""
    raw = cursor.buf.bytes[cursor.pos[:, None] + _DIGIT_PLACES] - np.uint8(ord("0"))
    good = (raw <= 9).all(axis=1) & (cursor.pos + 19 <= cursor.end)
    for place, separator in _SEPARATORS:
        good &= cursor.buf.bytes[cursor.pos + place] == ord(separator)
    digits = np.where(good[:, None], raw, 0).astype(np.int64)
    year = digits[:, 0] * 1000 + digits[:, 1] * 100 + digits[:, 2] * 10 + digits[:, 3]
    month, day, hour, minute, second = (digits[:, k] * 10 + digits[:, k + 1] for k in range(4, 14, 2))
    good &= (year >= 1) & (month >= 1) & (month <= 12) & (day >= 1) & (hour <= 23) & (minute <= 59) & (second <= 59)
    months = np.where(good, (year - 1970) * 12 + month - 1, 0).astype("datetime64[M]")
    days = months.astype("datetime64[D]").astype(np.int64)
    good &= day <= (months + 1).astype("datetime64[D]").astype(np.int64) - days
    seconds = (days + day - 1) * 86_400 + hour * 3600 + minute * 60 + second
    cursor.pos += np.where(good, 19, 0)
    cursor.ok &= good
    fraction = np.zeros(len(cursor), np.int64)
    has_fraction = cursor.optional(b".", cursor.ok)
    if has_fraction.any():
        start = cursor.pos.copy()
        fraction = cursor.uint(999_999, has_fraction)
        n_digits = np.where(has_fraction, cursor.pos - start, 6)
        cursor.ok &= n_digits <= 6
        fraction = fraction * 10 ** np.clip(6 - n_digits, 0, 6)
    micros: Ints = seconds * 1_000_000 + fraction
    return micros


def _options(layout: Layout, damage: Damage) -> dict[str, Column]:
    reading = _reading(layout, damage, Kind.OPTIONS, len(b"Options: "))
    hand = layout.hand[reading.line]
    which, texts = distinct(layout.buf, reading.cursor.pos, reading.cursor.end)
    parsed = [parse_options(text) for text in texts]
    for index, result in enumerate(parsed):
        if isinstance(result, str):
            reading.refuse(which == index, result)
    rows = [{} if isinstance(result, str) else result for result in parsed]
    return option_columns(layout.n_hands, hand, which, rows)


def option_columns(n_hands: int, hand: Ints, which: Ints, rows: Sequence[Mapping[str, str]]) -> dict[str, Column]:
    """The columns that options give: of some hands, which of the parsed lines is theirs."""
    columns: dict[str, Column] = {}
    for name in _TEXT_OPTIONS:
        columns[name] = take_texts(n_hands, hand, which, [row.get(name) for row in rows])
    caps = np.array([money_units(row["match_cap"]) if "match_cap" in row else NULL for row in rows], np.int64)
    columns["match_cap"] = _spread(n_hands, hand, caps[which] if len(rows) else which)
    is_one = np.array(["option_one_hand" in row for row in rows], bool)
    one_hand = np.full(n_hands, -1, np.int8)
    one_hand[hand[is_one[which]] if len(rows) else hand] = 1
    columns["option_one_hand"] = one_hand
    return columns


def parse_options(text: str) -> dict[str, str] | str:
    """Option columns of one line's text, or what is wrong with it."""
    found: dict[str, str] = {}
    for part in text.split(", "):
        matches = ((name, pattern.fullmatch(part)) for name, pattern in _OPTIONS)
        name, value = next(((name, match.group(1)) for name, match in matches if match), ("", ""))
        if not name:
            return f"`{part}` is no option with a value it can have"
        if name in found:
            return f"the option `{part}` is given twice"
        found[name] = value
    return found


def take_texts(n: int, hand: Ints, which: Ints, values: Sequence[str | None]) -> pa.Array:
    """A column of n hands with texts at some of them: which of the values each has."""
    index = np.full(n, -1, np.int64)
    index[hand] = which
    return pa.array(values, pa.string()).take(pa.array(index, mask=index < 0))


def _levels(layout: Layout, damage: Damage) -> pa.Array:
    reading = _reading(layout, damage, Kind.LEVELS, len(b"Levels: "))
    which, texts = distinct(layout.buf, reading.cursor.pos, reading.cursor.end)
    values: list[str | None] = []
    for index, text in enumerate(texts):
        value = parse_levels(text)
        values.append(value)
        if value is None:
            reading.refuse(which == index, "levels are `<level> <money>`, separated by `, `, each level once")
    return take_texts(layout.n_hands, layout.hand[reading.line], which, values)


def parse_levels(text: str) -> str | None:
    """The levels of one line's text as table `hands` keeps them; None where it does not read."""
    prices: dict[int, int] = {}
    for part in text.split(", "):
        match = _LEVEL.fullmatch(part)
        if match is None or int(match.group(1)) in prices:
            return None
        prices[int(match.group(1))] = money_units(match.group(2))
    return levels_json(prices)


def _numbered(reading: Reading, before: bytes, limit: int, what: str) -> tuple[Ints, Ints, Ints]:
    """Reads `<id>` or `<id><before><number>` to the end of the line: where the id starts and stops, and the number."""
    cursor = reading.cursor
    start = cursor.pos.copy()
    last_word = cursor.buf.find_byte_back(start, cursor.end, ord(" ")) + 1
    has_number = (last_word - len(before) >= start) & cursor.buf.is_at(np.maximum(last_word - len(before), 0), before)
    stop = np.where(has_number, last_word - len(before), cursor.end)
    cursor.pos = np.where(has_number, last_word, cursor.end)
    number = cursor.uint(limit, has_number)
    cursor.ok &= stop > start
    reading.finish(what)
    return start, stop, np.where(has_number, number, NULL)


def _tournaments(layout: Layout, damage: Damage) -> dict[str, Column]:
    reading = _reading(layout, damage, Kind.TOURNAMENT, len(b"Tournament #"))
    hand = layout.hand[reading.line]
    start, stop, level = _numbered(reading, b", level ", MAX_INT32, "`Tournament #<id>, level <number>`")
    return {"tournament_id": _texts(layout, hand, start, stop), "level": _spread(layout.n_hands, hand, level)}


def _matches(layout: Layout, damage: Damage) -> dict[str, Column]:
    reading = _reading(layout, damage, Kind.MATCH, len(b"Match #"))
    hand = layout.hand[reading.line]
    start, stop, hand_no = _numbered(reading, b", hand ", MAX_INT32, "`Match #<id>, hand <number>`")
    last_line = layout.of_kind(Kind.LAST)
    # Where a match is named, silence says that it goes on.
    last = np.full(layout.n_hands, -1, np.int8)
    last[hand] = 0
    last[layout.hand[last_line]] = 1
    return {
        "match_id": _texts(layout, hand, start, stop),
        "hand_no": _spread(layout.n_hands, hand, hand_no),
        "last_of_match": last,
    }


def _tables(layout: Layout, damage: Damage) -> dict[str, Column]:
    """`Table '<name>', site <site>`, or `Site <site>` where there is no table."""
    buf, mark = layout.buf, b"', site "
    reading = _reading(layout, damage, Kind.TABLE, len(b"Table '"))
    cursor, hand = reading.cursor, layout.hand[reading.line]
    start = cursor.pos.copy()
    stop = buf.find_byte_back(start, cursor.end, mark[0])
    # A site's name with an apostrophe of its own: rare, and searched line by line.
    for lane in np.flatnonzero((stop >= 0) & ~buf.is_at(np.maximum(stop, 0), mark)).tolist():
        place = buf.slice(int(start[lane]), int(cursor.end[lane])).rfind(mark)
        stop[lane] = start[lane] + place if place >= 0 else -1
    site_start = stop + len(mark)
    cursor.ok &= (stop >= start) & (site_start < cursor.end)
    reading.expect("`Table '<name>', site <site>`")
    site_reading = _reading(layout, damage, Kind.SITE, len(b"Site "))
    site_reading.cursor.ok &= site_reading.cursor.end > site_reading.cursor.pos
    site_reading.expect("`Site <site>`")
    site_hand = layout.hand[site_reading.line]

    table_ok = cursor.ok
    begin, end = np.full(layout.n_hands, -1, np.int64), np.zeros(layout.n_hands, np.int64)
    begin[hand[table_ok]], end[hand[table_ok]] = site_start[table_ok], cursor.end[table_ok]
    begin[site_hand], end[site_hand] = site_reading.cursor.pos, site_reading.cursor.end
    damage.add_hands(np.flatnonzero(begin < 0), "no line `Table '<name>', site <site>` or `Site <site>`")
    table = _texts(layout, hand[table_ok], start[table_ok], stop[table_ok])
    return {"table_id": table, "site": buf.strings(begin, end)}
