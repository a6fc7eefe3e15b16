"""Chosen hands with everything an arbiter needs, in one zip file whose bytes depend on the results and the source files alone.

Each hand has a folder: the record as it stands in its file, byte by byte; the hand explained; every row of the tables that is about
it. Beside them lie the rule sets in force with their sources, what is owed, and the SHA-256 of every file.
"""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from ofc_audit import __version__
from ofc_audit.cards import EMPTY, cards_text
from ofc_audit.report.audit_rows import lines_for
from ofc_audit.report.export import write_rows
from ofc_audit.report.export_choice import Choice, count_chosen
from ofc_audit.report.hand import HandView, load_hand
from ofc_audit.report.hand_text import draw_hand
from ofc_audit.report.lines import fetch_bytes
from ofc_audit.report.rendering import plain_value
from ofc_audit.report.store import Store
from ofc_audit.rulesets import RuleSet, describe

PAGE_WIDTH = 100
MOST_HANDS = 10_000
"""Hands of one bundle: somebody is to read them."""
ABOUT = (
    "hands", "seats", "boards", "claims", "claimed_pairs", "scored_seats", "scored_pairs", "verdicts", "seat_verdicts", "findings",
    "corrections", "uncorrected", "stack_changes", "implied_stacks", "id_clashes", "hand_records",
)  # fmt: skip
"""The tables whose rows about a hand go with it."""
LISTED = ("findings", "corrections", "verdicts")
"""Tables that are also there as one file over all hands of the bundle."""
_ENDINGS = {"ofc_text": "txt", "ofc_jsonl": "jsonl", "capture_hh": "hh", "arena_jsonl": "jsonl", "swc_capture": "txt"}
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)


@dataclass
class Bundle:
    """What was made: hands, files, and what could not be put in, in words."""

    n_hands: int = 0
    n_files: int = 0
    missing: list[str] = field(default_factory=list)


def write_bundle(store: Store, choice: Choice, rules: Mapping[str, RuleSet], out: BinaryIO) -> Bundle:
    """Writes the bundle of the chosen hands. Raises ValueError where none is chosen, or too many to be read by anybody."""
    n_hands = count_chosen(store, choice)
    if n_hands > MOST_HANDS:
        raise ValueError(
            f"{n_hands:,} hands are chosen; a bundle takes {MOST_HANDS:,}: choose fewer, or export --rows and --histories"
        )
    made = Bundle(n_hands)
    sums: list[tuple[str, str]] = []
    with _only_chosen(store, choice), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in _files(store, choice, rules, made):
            sums.append((name, hashlib.sha256(content).hexdigest()))
            _put(packed, name, content)
        _put(packed, "SHA256SUMS", "".join(f"{digest}  {name}\n" for name, digest in sums).encode())
    made.n_files = len(sums) + 1
    return made


@contextmanager
def _only_chosen(store: Store, choice: Choice) -> Iterator[None]:
    """Within it the tables about hands are those of the chosen hands alone: temporary ones, which are asked before those of the file.

    Each hand is asked for some twenty times, which takes long where the tables hold millions.
    """
    keys = ", ".join(str(row["hand_key"]) for row in store.rows(choice.query, choice.parameters))
    file = store.value("select current_database()")
    try:
        for name in ABOUT:
            store.execute(
                f'create temp table {name} as from "{file}".main.{name} where hand_key in ({keys}) order by rowid'
            )
        yield
    finally:
        for name in ABOUT:
            store.execute(f"drop table if exists temp.main.{name}")


def _put(packed: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _FIRST_DAY)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    packed.writestr(entry, content)


def _files(store: Store, choice: Choice, rules: Mapping[str, RuleSet], made: Bundle) -> Iterator[tuple[str, bytes]]:
    """Every file of the bundle but the list of sums, in their order."""
    keys = [
        row["hand_key"]
        for row in store.rows(f"select hand_key from ({choice.query}) order by hand_key", choice.parameters)
    ]
    order = store.rows("select hand_key from hands where list_contains($1, hand_key) order by rowid", [keys])
    fetched, lines = _fetched(store, keys), lines_for(store, store.rows("select source_file, first_line from findings"))
    used: dict[str, RuleSet] = {}
    told: list[dict[str, Any]] = []
    for number, row in enumerate(order, 1):
        view = load_hand(store, row["hand_key"], rules)
        named = f"{view.hand['site']} {view.hand['hand_id']}"
        folder = f"hands/{str(number).zfill(len(str(len(order))))}-{_file_name(named)}"
        records = []
        for at, (record, content) in enumerate(_records(store, view, fetched)):
            if content is None:
                made.missing.append(f"{named}: the record: {record['why_missing']}")
            else:
                record["file"] = f"{folder}/record{at if at else ''}.{_ENDINGS.get(record['format'], 'txt')}"
                yield record["file"], content
            records.append(record)
        yield f"{folder}/explained.txt", draw_hand(view, lines, PAGE_WIDTH).encode()
        yield f"{folder}/tables.json", _json({name: _about(store, name, row["hand_key"]) for name in ABOUT})
        rule_file = None
        if view.rules is not None:
            rule_file = f"rules/{_file_name(view.rules.id)}-{view.rules.digest[:12]}.json"
            used[rule_file] = view.rules
            if not store.was_judged_under(view.rules):
                made.missing.append(f"{named}: {view.rules.id} as the run had it; give --rules-dir as ofc run had it")
        told.append(_entry(view, folder, records, rule_file))
    for name, one in sorted(used.items()):
        yield name, _rules(one)
    for name in LISTED:
        file = io.BytesIO()
        write_rows(store, name, choice, file, "csv")
        yield f"tables/{name}.csv", file.getvalue()
    yield "bundle.json", _json(_about_bundle(store, choice, told, made))
    yield "README.md", _readme(len(order), choice).encode()


def _file_name(text: str) -> str:
    """A part of a file's name that every system takes."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", text)[:60].strip(".") or "_"


def _fetched(store: Store, keys: Sequence[int]) -> Mapping[tuple[str, int, int], bytes]:
    """The bytes of every record of these hands whose file is still what was audited."""
    places = store.rows(
        "select source_file, first_byte, last_byte from hands where list_contains($1, hand_key) "
        "union select source_file, first_byte, last_byte from hand_records where list_contains($1, hand_key)",
        [list(keys)],
    )
    wanted: dict[str, list[tuple[int, int]]] = {}
    for row in places:
        wanted.setdefault(row["source_file"], []).append((row["first_byte"], row["last_byte"]))
    known = {row["source_file"]: row["sha256"] for row in store.rows("select source_file, sha256 from sources")}
    return fetch_bytes(wanted, known)


def _records(
    store: Store, view: HandView, fetched: Mapping[tuple[str, int, int], bytes]
) -> Iterator[tuple[dict[str, Any], bytes | None]]:
    """Each record of a hand with its place, and its bytes, None where its file is gone or changed."""
    for place in (view.hand, *view.also):
        name = place["source_file"]
        sources = store.rows("select sha256, encoding from sources where source_file = $1", [name])
        found = fetched.get((name, place["first_byte"], place["last_byte"]))
        yield (
            {
                "format": place["format"],
                **{key: place[key] for key in ("source_file", "first_line", "last_line", "first_byte", "last_byte")},
                "source_sha256": sources[0]["sha256"] if sources else None,
                "encoding": sources[0]["encoding"] if sources else None,
                "file": None,
                "sha256": None if found is None else hashlib.sha256(found).hexdigest(),
                "why_missing": None if found is not None else f"{name} is gone, is no text, or is not what was audited",
            },
            found,
        )


def _about(store: Store, name: str, hand_key: int) -> list[dict[str, Any]]:
    """The rows of a table about a hand, cards also as text."""
    order = {"findings": "finding_no", "corrections": "correction_no"}.get(name, "all")
    rows = store.rows(f"select * from {name} where hand_key = $1 order by {order}", [hand_key])
    for row in rows:
        for column in ("cards", "shown", "discards", "dealt"):
            if name == "boards" and row[column] is not None:
                row[f"{column}_text"] = cards_text([card for card in row[column] if card != EMPTY])
    return [{column: _plain(column, value) for column, value in row.items()} for row in rows]


def _plain(column: str, value: object) -> object:
    """A value for JSON; keys are text, for they have more digits than most readers of JSON keep."""
    return str(value) if column.endswith("_key") and value is not None else plain_value(value)


def _entry(view: HandView, folder: str, records: list[dict[str, Any]], rule_file: str | None) -> dict[str, Any]:
    hand = view.hand
    named = {
        name: _plain(name, hand[name])
        for name in ("hand_key", "site", "club_id", "table_id", "hand_id", "ended_at", "currency")
    }
    rules = None
    if view.rules is not None:
        rules = {"id": view.rules.id, "sha256": view.rules.digest, "file": rule_file, "stated": list(view.stated)}
    return {
        **named,
        "folder": folder,
        "players": [seat["player_name"] for seat in view.seats],
        "verdicts": {row["dimension"]: {"verdict": row["verdict"], "reason": row["reason"]} for row in view.verdicts},
        "findings": [row["finding_no"] for row in view.findings],
        "rules": rules,
        "records": records,
    }


def _rules(rules: RuleSet) -> bytes:
    """A rule set as it is in force: each parameter with its value, in words, and its source."""
    rows = [row._asdict() for row in describe(rules)]
    return _json(
        {"id": rules.id, "title": rules.title, "basis": rules.basis, "sha256": rules.digest, "parameters": rows}
    )


def _about_bundle(store: Store, choice: Choice, told: list[dict[str, Any]], made: Bundle) -> dict[str, Any]:
    files = sorted({record["source_file"] for one in told for record in one["records"]})
    inputs = store.rows(
        "select source_file, sha256, format, encoding, n_bytes, n_lines, n_found, n_stored, n_rejected from sources "
        "where list_contains($1, source_file) order by source_file",
        [files],
    )
    return {
        "program": store.run["program"],
        "made_by": __version__,
        "audited_by": store.run["version"],
        "chosen": choice.words,
        "n_hands": len(told),
        "inputs": inputs,
        "missing": made.missing,
        "hands": told,
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n").encode("utf-8", "backslashreplace")


def _readme(n_hands: int, choice: Choice) -> str:
    hands = "1 hand" if n_hands == 1 else f"{n_hands:,} hands"
    return f"""\
# {hands} of Open Face Chinese Pineapple, with the audit of them

Chosen: {choice.words}. Made by ofc-audit {__version__}.

* `bundle.json`: every hand with its players, verdicts, findings, its records and its rule set; the files that the records come from,
  with their SHA-256; what could not be put in.
* `hands/<number>-<site>-<hand>/record.*`: the record, byte by byte as it stands in its file (as UTF-8 where the file is in another
  encoding). A hand that several people recorded has `record1.*` and so on beside it.
* `hands/…/explained.txt`: the boards street by street, the rows compared pair by pair, royalties, points, money, verdicts, findings with
  the rule and its source.
* `hands/…/tables.json`: everything the audit knows of the hand, table by table. Cards are numbers, rank × 4 + suit, and text beside.
* `rules/`: each rule set as it was in force for these hands, every parameter with its source.
* `tables/findings.csv`, `tables/corrections.csv` (who owes whom what), `tables/verdicts.csv`: the same over all hands of the bundle.
  A hand is *verified*, *wrong*, or *unverifiable*: it cannot be told, for the reason given.

## How to verify

1. `sha256sum -c SHA256SUMS` in the unpacked folder: nothing in it was changed since it was made.
2. The original file: its SHA-256 stands in `bundle.json` under `inputs`. A record is its bytes `first_byte` to `last_byte`, counted from 0:
   `tail -c +$((first_byte + 1)) FILE | head -c $((last_byte - first_byte + 1)) | sha256sum` gives the `sha256` of the record.
3. The arithmetic: `ofc audit 'hands/*/record*'` in the unpacked folder audits the records again; `ofc explain` shows one. What
   hands before and after tell (stacks, Fantasyland, matches) is known only as far as they are in the bundle.
"""
