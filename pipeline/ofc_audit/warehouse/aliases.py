"""Aliases: accounts that belong to one person, read from the user's file and joined in statistics, never in the audit."""

import csv
import hashlib
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from ofc_audit.rulesets.values import quoted, read_toml
from ofc_audit.tables import schema
from ofc_audit.warehouse.engine import quoted as sql_text
from ofc_audit.warehouse.lay import OrderedWriter

COLUMNS = ("person", "site", "account")
"""The heading of a file of aliases that is a CSV."""
KEYS = ("name", "accounts")
"""The keys of an entry [[person]] of one that is TOML."""

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*person[ \t]*\]\]")
_FORM = 'a site and an account joined by a colon, such as "pppoker:1234567"'


@dataclass(frozen=True)
class Account:
    """One account of one person, and the line that says so where that can be told."""

    person: str
    site: str
    account_id: str
    line: int | None


@dataclass(frozen=True)
class Aliases:
    """The accounts in the order of the file, and the file with its SHA-256."""

    accounts: tuple[Account, ...] = ()
    file: str | None = None
    sha256: str | None = None

    def place(self, account: Account) -> str:
        """Where an account stands: file and line."""
        return str(self.file) if account.line is None else f"{self.file}:{account.line}"


def read_aliases(path: Path | None) -> Aliases:
    """The accounts of a file of aliases: TOML with entries [[person]], or a CSV with the columns person, site, account.

    Raises ValueError, naming file and line and what is allowed, for a file that cannot be read, an entry that cannot be, and an account
    that is given twice.
    """
    if path is None:
        return Aliases()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    read = _of_csv if path.suffix.lower() == ".csv" else _of_toml
    accounts = tuple(read(path, data))
    taken: dict[tuple[str, str], Account] = {}
    found = Aliases(accounts, str(path), hashlib.sha256(data).hexdigest())
    for one in accounts:
        key = (one.site, one.account_id)
        if key in taken:
            whom = quoted(taken[key].person)
            raise ValueError(
                f"{found.place(one)}: account {quoted(':'.join(key))} is given to {whom} already; allowed is once"
            )
        taken[key] = one
    return found


def _of_toml(path: Path, data: bytes) -> Iterator[Account]:
    content = read_toml(path, str(path))
    for key in content:
        if key != "person":
            raise ValueError(f"{path}: unknown key {quoted(key)}; allowed are entries [[person]]")
    entries = content.get("person", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{path}: person: must be entries [[person]], each with name and accounts")
    text = data.decode("utf-8").split("\n")
    lines: list[int | None] = [number for number, line in enumerate(text, 1) if _HEADER.match(line)]
    if len(lines) != len(entries):
        lines = [None] * len(entries)
    names: set[str] = set()
    for number, (entry, line) in enumerate(zip(entries, lines, strict=True), 1):
        where = f"{path}: person {number}" if line is None else f"{path}:{line}"
        name = _checked(entry, where)
        if name in names:
            raise ValueError(
                f"{where}: name: {quoted(name)} is given already; put all accounts of a person into one entry"
            )
        names.add(name)
        for text_of in entry["accounts"]:
            site, is_split, account = text_of.partition(":")
            if not (site.strip() and is_split and account.strip()):
                raise ValueError(f"{where}: accounts: {quoted(text_of)} is impossible; allowed is {_FORM}")
            yield Account(name, site.strip(), account.strip(), line)


def _checked(entry: Mapping[str, Any], where: str) -> str:
    for key in entry:
        if key not in KEYS:
            raise ValueError(f"{where}: unknown key {quoted(key)}; allowed: {quoted(KEYS)}")
    name, accounts = entry.get("name"), entry.get("accounts")
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"{where}: name: {quoted(name)} is impossible; allowed is the name of a person")
    if not isinstance(accounts, list) or not accounts or not all(isinstance(one, str) for one in accounts):
        raise ValueError(f"{where}: accounts: {quoted(accounts)} is impossible; allowed is a list, each {_FORM}")
    return name.strip()


def _of_csv(path: Path, data: bytes) -> Iterator[Account]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: is not UTF-8 at byte {error.start}; save it as UTF-8") from None
    rows = csv.reader(io.StringIO(text, newline=""))
    heading = [cell.strip().lower() for cell in next(rows, [])]
    if heading != list(COLUMNS):
        raise ValueError(f"{path}:1: the columns are {quoted(heading)}; allowed: {','.join(COLUMNS)}")
    for row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) != len(COLUMNS) or not all(cells):
            raise ValueError(
                f"{path}:{rows.line_num}: {quoted(row)} is impossible; allowed are three cells: {', '.join(COLUMNS)}"
            )
        person, site, account = cells
        yield Account(person, site, account, rows.line_num)


def lay_aliases(con: duckdb.DuckDBPyConnection, aliases: Aliases, folder: Path) -> None:
    """Writes table `aliases` to `folder`, with what the hands of the hand tables there say of each account."""
    writer = OrderedWriter("aliases", folder / "aliases.parquet")
    writer.write(_table(con, aliases, folder))
    writer.close()


def _table(con: duckdb.DuckDBPyConnection, aliases: Aliases, folder: Path) -> pa.Table:
    if not aliases.accounts:
        return schema("aliases").empty_table()
    stands_for: dict[tuple[str, str], str] = {}
    for one in aliases.accounts:
        stands_for.setdefault((one.site, one.person), one.account_id)
    names = ("site", "account_id", "person", "player_id")
    rows = [(a.site, a.account_id, a.person, stands_for[a.site, a.person]) for a in aliases.accounts]
    given = pa.table(
        {name: pa.array(values, pa.string()) for name, values in zip(names, zip(*rows, strict=True), strict=True)}
    )
    con.register("given_aliases", given)
    files = {name: sql_text(folder / f"{name}.parquet") for name in ("seats", "hands")}
    return con.sql(f"""
        with met as (
            select distinct hands.site, played.player_id
            from read_parquet({files["seats"]}) as played
            join read_parquet({files["hands"]}) as hands using (hand_key)
            where played.player_id in (select account_id from given_aliases)
        )
        select given.*, met.player_id is not null as is_met
        from given_aliases as given
        left join met on given.site = met.site and given.account_id = met.player_id
        order by given.site, given.account_id
    """).to_arrow_table()


def aliases_record(con: duckdb.DuckDBPyConnection, aliases: Aliases) -> dict[str, Any] | None:
    """What `run.json` says of aliases: the file, its SHA-256, persons, accounts, and those that no hand has, with a hint where a player is
    shown by that name; None without a file."""
    if aliases.file is None:
        return None
    unmet = con.execute("""
        select a.site, a.account_id, min(s.player_id) as shown_as
        from aliases as a
        left join (select distinct h.site, s.player_id, s.player_name from seats as s join hands as h using (hand_key)
            where s.player_name in (select account_id from aliases where not is_met)) as s
            on a.site = s.site and a.account_id = s.player_name
        where not a.is_met
        group by a.site, a.account_id
        order by a.site, a.account_id
    """).fetchall()
    places = {(one.site, one.account_id): aliases.place(one) for one in aliases.accounts}
    return {
        "file": aliases.file,
        "sha256": aliases.sha256,
        "persons": len({one.person for one in aliases.accounts}),
        "accounts": len(aliases.accounts),
        "unknown": [
            {"site": site, "account": account, "place": places[site, account], "player_of_that_name": shown_as}
            for site, account, shown_as in unmet
        ],
    }
