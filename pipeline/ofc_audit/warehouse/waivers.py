"""Waivers: known, argued disagreements, read from the user's file and laid over the findings.

A waived finding stays where it is and carries the reason; it is counted apart, makes no exit status 1 and yields no correction. A waiver that
matches nothing is a finding itself: what it was written for is gone, or it names it wrongly.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pyarrow as pa

from ofc_audit.findings import ABOUT_WAIVERS, CHECKS
from ofc_audit.rulesets.values import quoted, read_toml
from ofc_audit.tables import schema

NAMES = ("site", "club", "tournament", "table", "match", "hand", "player", "rules", "sha256")
"""Keys of an entry that say, as text, where it holds."""
DATES = ("from", "until")
KEYS = ("check", "reason", "by", *NAMES, "seat", *DATES, "everywhere")
"""Every key of an entry."""

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*(?:waiver|\"waiver\"|'waiver')[ \t]*\]\]")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_DATE_FORM = "a date such as 2026-03-01, or a time with its offset such as 2026-03-01T12:00:00Z, unquoted"


@dataclass(frozen=True)
class Waiver:
    """One entry: its file, the line it begins at where that can be told, and its keys with their values, dates as moments in UTC."""

    file: str
    line: int | None
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Waivers:
    """What is waived: the entries in their order, and the files they stand in with their SHA-256."""

    entries: tuple[Waiver, ...] = ()
    files: tuple[tuple[str, str], ...] = ()


def read_waivers(paths: Sequence[Path]) -> Waivers:
    """The waivers of the files given, in that order; a file that is given twice counts once.

    Raises ValueError, naming the file, the entry and the key and what is allowed, for a file that cannot be read and an entry that cannot
    be: without a check or a reason, with a key or a value that is not allowed, or for a check everywhere without saying so.
    """
    entries: list[Waiver] = []
    files = []
    for path in {path.resolve(): path for path in paths}.values():
        content = read_toml(path, str(path))
        for key in content:
            if key != "waiver":
                raise ValueError(f"{path}: unknown key {quoted(key)}; allowed are entries [[waiver]]")
        raw = content.get("waiver", [])
        if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
            raise ValueError(f"{path}: waiver: must be entries [[waiver]], each with check and reason")
        data = path.read_bytes()
        lines = _lines(data.decode("utf-8"), len(raw))
        entries += [
            Waiver(str(path), line, _checked(entry, f"{path}: waiver {number}"))
            for number, (entry, line) in enumerate(zip(raw, lines, strict=True), 1)
        ]
        files.append((str(path), hashlib.sha256(data).hexdigest()))
    return Waivers(tuple(entries), tuple(files))


def _lines(text: str, n_entries: int) -> list[int | None]:
    """The line of each entry; unknown throughout where entries are written otherwise than under a header each."""
    found: list[int | None] = [
        number for number, line in enumerate(text.split("\n"), 1) if _HEADER.match(line) is not None
    ]
    return found if len(found) == n_entries else [None] * n_entries


def _checked(entry: Mapping[str, Any], where: str) -> dict[str, Any]:
    for key in entry:
        if key not in KEYS:
            raise ValueError(f"{where}: unknown key {quoted(key)}; allowed: {quoted(KEYS)}")
    check = entry.get("check")
    if check is None:
        raise ValueError(f"{where}: check: is missing; every waiver names one check (ofc checks lists them)")
    if check not in CHECKS:
        raise ValueError(f"{where}: check: no check {quoted(check)}; ofc checks lists them")
    if check in ABOUT_WAIVERS:
        raise ValueError(f"{where}: check: {quoted(check)} is about waivers and cannot be waived; take the waiver out")
    for key in ("reason", "by", *NAMES):
        if key in entry and (not isinstance(entry[key], str) or not entry[key].strip()):
            raise ValueError(f"{where}: {key}: {quoted(entry[key])} is impossible; allowed: a text that is not empty")
    if "reason" not in entry:
        raise ValueError(f"{where}: reason: is missing; say why the disagreement is let stand")
    if "sha256" in entry and not _SHA256.fullmatch(entry["sha256"]):
        raise ValueError(f"{where}: sha256: {quoted(entry['sha256'])} is impossible; allowed: 64 digits from 0 to f")
    seat = entry.get("seat", 1)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < 2**15:
        raise ValueError(f"{where}: seat: {quoted(seat)} is impossible; allowed: the number of a seat")
    values = dict(entry)
    for key in DATES:
        if key in entry:
            values[key] = _moment(entry[key], f"{where}: {key}")
    if all(key in values for key in DATES) and not values["from"] < values["until"]:
        raise ValueError(f"{where}: until: is not after from")
    _require_scope(values, where)
    return values


def _require_scope(values: Mapping[str, Any], where: str) -> None:
    """A waiver of a whole check must say so, for it may hide what nobody has looked at."""
    everywhere = values.get("everywhere", False)
    if not isinstance(everywhere, bool):
        raise ValueError(f"{where}: everywhere: {quoted(everywhere)} is impossible; allowed: true or false")
    is_narrow = any(key in values for key in (*NAMES, "seat", *DATES))
    if is_narrow and everywhere:
        raise ValueError(f"{where}: everywhere: is true, and the entry says where it holds; allowed is one of both")
    if not is_narrow and not everywhere:
        raise ValueError(
            f"{where}: names a check and no place; say where it holds ({', '.join((*NAMES, 'seat', *DATES))}),"
            " or everywhere = true"
        )


def _moment(raw: object, where: str) -> datetime:
    if isinstance(raw, datetime):
        if raw.tzinfo is None:
            raise ValueError(f"{where}: {quoted(raw)} is impossible; allowed: {_DATE_FORM}")
        return raw.astimezone(UTC)
    if not isinstance(raw, date):
        raise ValueError(f"{where}: {quoted(raw)} is impossible; allowed: {_DATE_FORM}")
    return datetime.combine(raw, time(), UTC)


_COLUMNS = {
    "check": "check_id",
    "by": "argued_by",
    "club": "club_id",
    "tournament": "tournament_id",
    "table": "table_id",
    "match": "match_id",
    "hand": "hand_id",
    "seat": "seat_no",
    "rules": "rules_id",
    "from": "starts_at",
    "until": "ends_at",
}
"""Columns of table `waivers` that are named otherwise than the key."""


def waivers_table(waivers: Waivers) -> pa.Table:
    """Table `waivers` before anything is matched: every entry with its number and its file."""
    declared = schema("waivers")
    rows = []
    for number, entry in enumerate(waivers.entries, 1):
        named = {_COLUMNS.get(key, key): value for key, value in entry.values.items() if key != "everywhere"}
        rows.append(
            {
                "waiver_no": number,
                **named,
                "matched": 0,
                "waived": 0,
                "source_file": entry.file,
                "line": entry.line,
            }
        )
    return pa.Table.from_pylist(rows, declared)


# Whether a finding, with its hand `h`, the players `a` and `b` it is about and its file `s`, is what a waiver `w` names.
_SAME = {
    **{
        name: f"h.{name}"
        for name in ("site", "club_id", "tournament_id", "table_id", "match_id", "hand_id", "rules_id")
    },
    "sha256": "s.sha256",
}
_IS_MEANT = " and ".join(
    [
        "w.check_id = f.check_id",
        *(f"(w.{name} is null or coalesce(w.{name} = {value}, false))" for name, value in _SAME.items()),
        "(w.player is null or coalesce(w.player in (a.player_id, a.player_name, b.player_id, b.player_name), false))",
        "(w.seat_no is null or coalesce(w.seat_no in (a.seat_no, b.seat_no), false))",
        "(w.starts_at is null or coalesce(h.ended_at >= w.starts_at, false))",
        "(w.ends_at is null or coalesce(h.ended_at < w.ends_at, false))",
    ]
)

MATCHED = f"""
    select f.found_no, w.waiver_no, w.reason, row_number() over (partition by f.found_no order by w.waiver_no) as turn
    from numbered_findings as f
    join given_waivers as w on w.check_id = f.check_id
    left join hands as h on h.hand_key = f.hand_key
    left join seats as a on a.hand_key = f.hand_key and a.acting_order = f.acting_order
    left join seats as b on b.hand_key = f.hand_key and b.acting_order = f.other_order
    left join (select source_file, any_value(sha256) as sha256 from sources group by source_file) as s
        on s.source_file = coalesce(h.source_file, f.source_file)
    where {_IS_MEANT}
"""
"""Which of `numbered_findings` each waiver matches; turn 1 is the waiver that counts."""

COUNTED = """
    select w.* replace (
        (select count(*) from waiver_matches as m where m.waiver_no = w.waiver_no) as matched,
        (select count(*) from waiver_matches as m where m.waiver_no = w.waiver_no and m.turn = 1) as waived
    )
    from given_waivers as w
    order by w.waiver_no
"""
"""Table `waivers` with what each matches."""

_WORDS = ", ".join(
    f"case when {column} is not null then '{key} ' || {column} end"
    for key, column in (
        *((name, _COLUMNS.get(name, name)) for name in NAMES),
        ("seat", "seat_no"),
        ("from", "strftime(starts_at, '%Y-%m-%d %H:%M:%S')"),
        ("until", "strftime(ends_at, '%Y-%m-%d %H:%M:%S')"),
    )
)
UNMATCHED = {
    "finding_no": "0",
    "check_id": "'source.waiver'",
    "severity": "'warning'",
    "message": f"'Waiver ' || waiver_no || ' (' || concat_ws(', ', check_id, {_WORDS}) || ') matches no finding: what it lets stand is not"
    " there, or it is named wrongly. Mend it or take it out. Its reason: ' || reason",
    "source_file": "source_file",
    "first_line": "line",
    "last_line": "line",
    "mark": "'[[waiver]]'",
}
"""The columns of a finding about a waiver of `counted_waivers` that matches nothing."""
