"""What the tables and marts of an output folder must hold, as suites of expectations in the words of Great Expectations.

Most of it follows from `schemas/tables`, the heads and queries of the marts, and `sql/checks` (`contracts_derived`); what cannot be
derived stands in `schemas/expectations/*.toml`, one file a suite. Nothing here imports Great Expectations: `contracts_run` does.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ofc_audit.data import data_dir

COLUMN_KEYS = ("column", "column_A", "column_B")
"""The arguments in which an expectation names columns, one each; `column_list` names several."""

_PHRASES: Mapping[str, str] = {
    "expect_column_values_to_not_be_null": "{column} is never null",
    "expect_column_values_to_be_in_set": "{column} is one of {value_set}",
    "expect_column_values_to_be_between": "{column} is {bounds}",
    "expect_column_values_to_match_regex": "{column} matches {regex}",
    "expect_column_values_to_be_unique": "{column} stands in one row only",
    "expect_compound_columns_to_be_unique": "{column_list} stand in one row only",
    "expect_column_pair_values_a_to_be_greater_than_b": "{column_A} is {than} {column_B}",
    "expect_column_pair_values_to_be_equal": "{column_A} is {column_B}",
    "expect_table_row_count_to_equal": "there are {value} rows",
}


class ContractError(ValueError):
    """A file of expectations that cannot be used: the message names the file and the entry."""


@dataclass(frozen=True)
class Expectation:
    """One thing that must hold of the rows of a part: the expectation's name in Great Expectations, its arguments, what it says, and the
    columns to show of a row that breaks it, beside its own."""

    type: str
    arguments: Mapping[str, Any]
    means: str = ""
    shows: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it is about."""
        single = tuple(self.arguments[key] for key in COLUMN_KEYS if key in self.arguments)
        return single + tuple(self.arguments.get("column_list", ()))

    @property
    def phrase(self) -> str:
        """What holds, as the end of a sentence."""
        if self.means:
            return self.means
        low, high = self.arguments.get("min_value"), self.arguments.get("max_value")
        strict = ("above", "below") if self.arguments.get("strict_min") else ("at least", "at most")
        bounds = [f"{strict[0]} {low}"] if low is not None else []
        bounds += [f"{strict[1] if not bounds else 'at most'} {high}"] if high is not None else []
        words: dict[str, Any] = {**self.arguments, "bounds": " and ".join(bounds)}
        words["than"] = "at least" if self.arguments.get("or_equal") else "above"
        for name in ("value_set", "column_list"):
            words[name] = ", ".join(str(value) for value in self.arguments.get(name, ()))
        return _PHRASES[self.type].format(**words)


@dataclass(frozen=True)
class Part:
    """Rows that are looked at together: a query, the columns that name a row, and what must hold.

    Where `is_whole` the rows are looked at with all that share their key, for uniqueness cannot be told from some of them; else they
    come in any order and any number at a time. `details`: a query whose first rows are shown when an expectation of the whole fails.
    """

    name: str
    query: str
    key: tuple[str, ...]
    expectations: tuple[Expectation, ...]
    is_whole: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that expectations or keys need, in their first order."""
        needed = [*self.key, *(name for each in self.expectations for name in (*each.columns, *each.shows))]
        return tuple(dict.fromkeys(needed))


@dataclass(frozen=True)
class Suite:
    """Everything that must hold of one table or mart, or of several together."""

    name: str
    kind: str
    title: str
    parts: tuple[Part, ...]

    @property
    def n_expectations(self) -> int:
        """How many expectations it has."""
        return sum(len(part.expectations) for part in self.parts)


@dataclass(frozen=True)
class Stated:
    """A file of `schemas/expectations`: computed columns and expectations of a relation, or of the rows of a query of its own."""

    name: str
    title: str
    query: str
    key: tuple[str, ...]
    computed: Mapping[str, str] = field(default_factory=dict)
    expectations: tuple[Expectation, ...] = ()


def stated(root: Path | None = None) -> Mapping[str, Stated]:
    """Every file of `schemas/expectations` (or `root`) by its name. Raises ContractError, naming file and entry, for one that cannot be
    used."""
    folder = data_dir("schemas") / "expectations" if root is None else root
    return {path.stem: _stated(path) for path in sorted(folder.glob("*.toml"))}


def _stated(path: Path) -> Stated:
    try:
        spec = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ContractError(f"{path.name}: {error}") from None
    _refuse_others(path.name, spec, ("name", "title", "query", "key", "computed", "expect"))
    if spec.get("name") != path.stem:
        raise ContractError(f"{path.name}: name is {spec.get('name')!r}; file and suite have one name")
    if ("query" in spec) != ("key" in spec) or ("query" in spec and "title" not in spec):
        raise ContractError(
            f"{path.name}: a suite with a query has a title and a key, one of a relation has neither query nor key"
        )
    entries = tuple(_expectation(f"{path.name}: expect {n}", one) for n, one in enumerate(spec.get("expect", ()), 1))
    return Stated(
        spec["name"],
        spec.get("title", ""),
        spec.get("query", ""),
        tuple(spec.get("key", ())),
        spec.get("computed", {}),
        entries,
    )


def _expectation(where: str, entry: Mapping[str, Any]) -> Expectation:
    arguments = {key: value for key, value in entry.items() if key not in ("that", "means")}
    if entry.get("that") not in _PHRASES:
        raise ContractError(f"{where}: that is {entry.get('that')!r}; allowed are {', '.join(_PHRASES)}")
    return Expectation(entry["that"], _whole(entry["that"], arguments), entry.get("means", ""))


def _whole(kind: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments with what every pair of columns is compared under: a row in which either is unknown says nothing."""
    if kind.startswith("expect_column_pair_"):
        return {**arguments, "ignore_row_if": "either_value_is_missing"}
    return dict(arguments)


def _refuse_others(where: str, spec: Mapping[str, Any], allowed: Sequence[str]) -> None:
    for key in spec:
        if key not in allowed:
            raise ContractError(f"{where}: unknown key {key!r}; allowed are {', '.join(allowed)}")


def not_null(column: str) -> Expectation:
    """No row is null there."""
    return Expectation("expect_column_values_to_not_be_null", {"column": column})


def in_set(column: str, values: Sequence[object], means: str = "") -> Expectation:
    """Every known value is one of these."""
    return Expectation("expect_column_values_to_be_in_set", {"column": column, "value_set": list(values)}, means)


def holds(column: str, shows: Sequence[str] = ()) -> Expectation:
    """A computed truth, named by what it says, is true wherever it is known; `shows`: the columns that it is computed from."""
    return Expectation(
        "expect_column_values_to_be_in_set", {"column": column, "value_set": [True]}, column, tuple(shows)
    )


def between(column: str, low: object = None, high: object = None) -> Expectation:
    """Every known value lies within these bounds."""
    bounds = {name: value for name, value in (("min_value", low), ("max_value", high)) if value is not None}
    return Expectation("expect_column_values_to_be_between", {"column": column, **bounds})


def at_least(column: str, other: str) -> Expectation:
    """One column is at least the other wherever both are known."""
    kind = "expect_column_pair_values_a_to_be_greater_than_b"
    return Expectation(kind, _whole(kind, {"column_A": column, "column_B": other, "or_equal": True}))


def equal(column: str, other: str, means: str = "") -> Expectation:
    """Two columns are the same wherever both are known."""
    kind = "expect_column_pair_values_to_be_equal"
    return Expectation(kind, _whole(kind, {"column_A": column, "column_B": other}), means)


def unique(key: Sequence[str]) -> Expectation:
    """No two rows share these values; unknown is a value here."""
    if len(key) == 1:
        return Expectation("expect_column_values_to_be_unique", {"column": key[0]})
    return Expectation("expect_compound_columns_to_be_unique", {"column_list": list(key), "ignore_row_if": "never"})
