"""A database in which every expectation of the derived suites is met, and the ways to break each of them in one row of its own.

Rows are made from what is expected of them: row i of every table is about hand i, so that all references are met. No column of this
database refuses anything: what a contract says must be noticed by the contract.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import duckdb

from ofc_audit.tables import SQL_TYPES, Table, run_tables
from ofc_audit.warehouse.contracts import Expectation, Part, Suite
from ofc_audit.warehouse.contracts_derived import BELOW

N_ROWS = 120
"""Rows of each relation: more than any suite has expectations."""
ORDERS = 4
"""Seats of each hand; a row of another table is about the first of them, and a pair about the first two."""
NOWHERE = 99

PLAIN: Mapping[str, str] = {
    "boolean": "true", "varchar": "'word'", "blob": "''::blob", "decimal(18, 4)": "5", "double": "0.5", "date": "date '2026-01-01'",
    "timestamp with time zone": "timestamptz '2026-01-01 00:00:00+00'", "utinyint[13]": "[255 for x in range(13)]",
}  # fmt: skip

COMPUTED_BREAKS: Mapping[tuple[str, str], str] = {
    ("boards", "cards are codes from 0 to 51, or 255"): "cards = [77 for x in range(13)], is_complete = true",
    ("boards", "shown cards are codes from 0 to 51, or 255"): "shown = [77 for x in range(13)]",
    ("boards", "streets are 0 to 9, or 255"): "cards = range(13), is_complete = true, streets = [10 for x in range(13)]",
    ("boards", "no street where no card lies"): "streets = [1 for x in range(13)]",
    ("boards", "is_complete is whether thirteen cards lie"): "is_complete = true",
    ("boards", "each discard has its street"): "discards = [3], discard_streets = [2, 2]",
    ("boards", "each dealt card has its street"): "dealt = [3], dealt_streets = null",
    ("boards", "discards are codes from 0 to 51"): "discards = [52], discard_streets = [2]",
    ("boards", "times of streets are at least 0"): "street_ms = [null, -1]",
    ("hands", "a hand number is at least 0"): "hand_no = -1",
    ("hands", "a price of chips has its currency"): "chip_price = 1, chip_currency = null",
    ("id_clashes", "a hand clashes with another hand"): "other_hand_key = hand_key",
    ("scored_seats", "a foul has no royalties"): "is_foul = true, middle_royalties = 2",
    ("scored_seats", "a foul earns no Fantasyland"): "is_foul = true, is_fantasy_next = true, fantasy_next = 14",
    ("scored_seats", "fantasy_next is 0 where there is none, and cards where there is"): "is_fantasy_next = true, fantasy_next = 0",
    ("seats", "cards are dealt in Fantasyland, and there only"): "is_fantasy = false, fantasy_cards = 14",
    ("stack_changes", "change is stack less had"): "change = 3",
    ("stack_changes", "change is not 0"): "change = 0, had = stack",
    ("waivers", "a waiver begins before it ends"): "ends_at = starts_at",
}  # fmt: skip
"""For each stated truth about a row the change that makes it false."""

FITTING: Mapping[str, str] = {
    "boards": "is_complete = false, discards = null, discard_streets = null, dealt = null, dealt_streets = null, street_ms = null",
    "scored_seats": "is_foul = false, is_fantasy_next = false, fantasy_next = 0",
    "seats": "is_fantasy = false, fantasy_cards = 0",
    "stack_changes": "stack = 7, had = 5, change = 2",
    "waivers": "starts_at = timestamptz '2026-01-01 00:00:00+00', ends_at = timestamptz '2026-02-01 00:00:00+00'",
    "id_clashes": f"other_hand_key = (hand_key % {N_ROWS}) + 1",
}
"""What stated truths need of a row beside what its columns are expected to be."""


@dataclass
class World:
    """The database, and the breaks to come of each suite and part."""

    con: duckdb.DuckDBPyConnection
    kinds: dict[str, dict[str, str]] = field(default_factory=dict)

    def make(self, suites: Sequence[Suite]) -> None:
        """Fills every relation of the suites with rows that meet all that is expected."""
        for suite in suites:
            self.kinds[suite.name] = self._kinds(suite.name)
        for suite in suites:
            self._fill(suite)

    def _kinds(self, relation: str) -> dict[str, str]:
        declared = run_tables().get(relation)
        if declared is not None:
            return {c.name: SQL_TYPES[c.type] for c in declared.columns}
        found = self.con.execute(f"describe {relation}").fetchall()
        return {row[0]: row[1].lower().replace(",", ", ") for row in found}

    def _fill(self, suite: Suite) -> None:
        kinds = self.kinds[suite.name]
        values = _values(suite.parts[0], kinds)
        declared = run_tables().get(suite.name)
        if declared is not None:
            values |= _references(declared)
        key = suite.parts[0].key
        for name in key:
            if name not in values or declared is None:
                values[name] = _numbered(kinds[name])
        columns = ", ".join(
            f'({values.get(name) or PLAIN.get(kind, "null" if "[]" in kind else "5")})::{kind} as "{name}"'
            for name, kind in kinds.items()
        )
        orders = f", range({ORDERS}) as o (acting)" if suite.name == "seats" else ", (select 0) as o (acting)"
        self.con.execute(f"drop table if exists {suite.name}")
        self.con.execute(f"create table {suite.name} as select {columns} from range(1, {N_ROWS + 1}) as r (i){orders}")
        if suite.name in FITTING:
            self.con.execute(f"update {suite.name} set {FITTING[suite.name]}")


def _numbered(kind: str) -> str:
    """A value of its own for each row."""
    values = {
        "varchar": "'k' || i",
        "date": "date '2026-01-01' + i::integer",
        "timestamp with time zone": "timestamptz '2026-01-01' + i * interval 1 day",
    }
    return values.get(kind, "i")


def _references(declared: Table) -> dict[str, str]:
    """Row i is hand i and its first seat, finding i, waiver i, and stands in file i."""
    orders = {"b": "1", "other_order": "1", "to_order": "1", "acting_order": "acting"}
    values = {
        name: "i"
        for name in (c.name for c in declared.columns)
        if name.endswith(("hand_key", "finding_no", "waiver_no"))
    }
    values |= {c.name: "'k' || i" for c in declared.columns if c.name in ("source_file", "same_as", "other_file")}
    names = {name for one in declared.references for name in one.columns} | set(declared.key)
    values |= {name: orders.get(name, "0") for name in names if name.endswith("_order") or name in ("a", "b")}
    return values


def _values(part: Part, kinds: Mapping[str, str]) -> dict[str, str]:
    """For each column a value that meets whatever is expected of it, and for counts and rates values that leave room on both sides."""
    values: dict[str, str] = {}
    counts: dict[str, int] = {}
    for each in part.expectations:
        told = each.arguments
        if each.type.endswith("_in_set") and told["column"] in kinds:
            values[told["column"]] = _literal(told["value_set"][0])
        elif each.type.endswith("_between") and kinds[told["column"]] != "double":
            counts.setdefault(told["column"], max(8, int(told.get("min_value") or 0)))
        elif each.type.endswith("_regex"):
            values[told["column"]] = "'" + "0" * 64 + "'"
    for _ in range(6):
        for _rate, hits, n in rates(part):
            counts[n] = max(counts.get(n, 8), 2 * counts.setdefault(hits, 8))
        for each in part.expectations:
            if each.type.endswith("greater_than_b"):
                low, high = each.arguments["column_B"], each.arguments["column_A"]
                counts[high] = max(counts.get(high, 8), 2 * counts.setdefault(low, 8))
    for column, count in counts.items():
        high = max(
            (e.arguments["max_value"] for e in _bounds(part, column) if "max_value" in e.arguments), default=None
        )
        values[column] = (
            str(count if high is None or count <= high else high)
            if kinds[column] in _NUMBERS
            else _later(kinds[column], count)
        )
    for rate, hits, n in rates(part):
        values[rate] = f"{counts.get(hits, 8)} / {counts.get(n, 16)}::double"
    for each in part.expectations:
        name = str(each.arguments.get("column"))
        if " lies within " in name:
            rate, _, rest = name.partition(" lies within ")
            low, high = rest.partition(",")[0].split(" and ")
            rate_value = values.setdefault(rate, "0.5")
            values[low], values[high] = f"({rate_value}) / 2", f"(1 + {rate_value}) / 2"
    return values


_NUMBERS = (
    "tinyint",
    "smallint",
    "integer",
    "bigint",
    "hugeint",
    "usmallint",
    "double",
    "decimal(18, 4)",
    "decimal(38, 4)",
)


def _later(kind: str, count: int) -> str:
    """A time or day that is the later the greater the count."""
    return f"({PLAIN[kind]} + interval {count} day)"


def _bounds(part: Part, column: str) -> list[Expectation]:
    return [each for each in part.expectations if each.type.endswith("_between") and each.arguments["column"] == column]


def rates(part: Part) -> Iterator[tuple[str, str, str]]:
    """Each rate of a part with its numerator and denominator."""
    for each in part.expectations:
        rate, is_, rest = str(each.arguments.get("column")).partition(" is ")
        hits, by, n = rest.partition(" / ")
        if is_ and by:
            yield rate, hits, n


def _literal(value: object) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value).lower()


def breaks(suite: Suite, part: Part, kinds: Mapping[str, str]) -> Iterator[tuple[Expectation, str]]:
    """Every expectation of a part with each change to a row that breaks it: one for each bound where there are two."""
    for each in part.expectations:
        told = each.arguments
        column = told.get("column")
        if each.type.endswith("_not_be_null"):
            yield each, f'"{column}" = null'
        elif column == BELOW:
            for name in each.means.partition("(")[2].rstrip(")").split(", "):
                yield each, f"{name} = -1"
        elif each.type.endswith("_in_set") and told["value_set"] == [True]:
            for falsehood in _falsehoods(suite, str(column), kinds):
                yield each, falsehood
        elif each.type.endswith("_in_set"):
            wrong = "'no such word'" if isinstance(told["value_set"][0], str) else "77"
            yield each, f"{column} = {wrong}"
        elif each.type.endswith("_between"):
            if "min_value" in told:
                low = told["min_value"] if told.get("strict_min") else told["min_value"] - 1
                yield each, f"{column} = {low}"
            if "max_value" in told:
                yield each, f"{column} = {told['max_value'] + 1}"
        elif each.type.endswith("_regex"):
            yield each, f"{column} = ''"
        elif each.type.endswith("greater_than_b"):
            a, b = told["column_A"], told["column_B"]
            less = "- 1" if kinds[a] in _NUMBERS else "- interval 1 day"
            yield each, f"{a} = {b} {less}" if told.get("or_equal") else f"{a} = {b}"
        else:
            raise AssertionError(f"no way is known to break {each.type}")


def _falsehoods(suite: Suite, truth: str, kinds: Mapping[str, str]) -> Iterator[str]:
    """The changes each of which makes a computed truth false."""
    if (suite.name, truth) in COMPUTED_BREAKS:
        yield COMPUTED_BREAKS[suite.name, truth]
    elif " found in " in truth:
        column = truth.rpartition(" found in ")[0].removesuffix(" is").removesuffix(" are").split(", ")[-1]
        wrong = NOWHERE if kinds[column] == "tinyint" else "'nowhere'" if kinds[column] == "varchar" else 99999
        yield f"{column} = {wrong}"
    elif " lies within " in truth:
        low, high = truth.partition(" lies within ")[2].partition(",")[0].split(" and ")
        yield f"{low} = {high}"
        if truth.endswith("within 0 and 1"):
            yield f"{low} = -0.5"
            yield f"{high} = 1.5"
    else:
        assert " / " in truth, f"no way is known to make this false: {suite.name}: {truth}"
        rate = truth.partition(" is ")[0]
        yield f"{rate} = {rate} * 1.000001"
