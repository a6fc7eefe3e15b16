"""A rule set: every parameter with its value and source, and what a hand's own options make of it."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from ofc_audit.rulesets.catalogue import all_parameters, parameter
from ofc_audit.rulesets.dates import Period, agreed_value
from ofc_audit.rulesets.royalties import NO_ROYALTIES, RoyaltyTable, parse_cell, royalty_names, uniform_table
from ofc_audit.rulesets.values import UNKNOWN, Given, Unknown, Value, quoted, value_json, value_text
from ofc_audit.rulesets.whole import contradictions

STATED = "stated by the hand"
"""The source of a parameter that the hand's own options decide."""

OPTION_KEYS: Mapping[str, str] = {
    "scoring": "score.method",
    "royalties": "score.royalties",
    "royalty_settlement": "score.royalty_settlement",
    "fantasyland": "fantasyland.mode",
    "one_hand": "match.length",
    "match_cap": "settlement.match_cap",
}
"""The options that a hand can state, and the parameter each decides."""

OptionBlocks = Mapping[tuple[str, str], Mapping[str, Given]]


@dataclass(frozen=True, eq=False)
class RuleSet:
    """A named set of parameters, complete: what a site plays, each value with its source.

    Frozen; two rule sets play alike exactly when their digests are equal.
    """

    id: str
    title: str
    basis: str
    """The document or the recorded hands it rests on, with their date."""
    extends: str | None
    sites: tuple[str, ...]
    _given: Mapping[str, Given] = field(repr=False)
    period: Period | None = None
    """When it stands in for another rule set; None for a rule set that is named by its own id only."""
    file: str = ""
    """The file it is from, as errors name it."""
    _options: OptionBlocks = field(repr=False, default_factory=dict)
    _tables: Mapping[str, RoyaltyTable] = field(repr=False, default_factory=dict)

    def value(self, key: str) -> Value:
        """The value of a parameter, UNKNOWN where no source gives it. Raises KeyError for a key that is no parameter.

        `fantasyland.cards` is always a mapping of QQ, KK, AA and trips, each a number of cards or UNKNOWN.
        """
        value = self._entry(key).value
        return MappingProxyType(value) if isinstance(value, dict) else value

    def is_known(self, key: str) -> bool:
        """Whether the value is known; of a table, whether every cell is; False too for one that leaves open which of several it is.

        Raises KeyError.
        """
        value = self._entry(key).value
        if isinstance(value, Mapping):
            return not any(isinstance(cell, Unknown) for cell in value.values())
        return not isinstance(value, Unknown) and value not in all_parameters()[key].open

    def source(self, key: str) -> str:
        """Where the value comes from. Raises KeyError."""
        return self._entry(key).source

    def note(self, key: str) -> str:
        """What else is known of the parameter; empty where nothing is. Raises KeyError."""
        return self._entry(key).note

    def _entry(self, key: str) -> Given:
        try:
            return self._given[key]
        except KeyError:
            raise KeyError(f"rule sets have no parameter {key!r}") from None

    def royalty_table(self) -> RoyaltyTable:
        """The royalty table in force (`score.royalties`): all 0 where royalties are off, UNKNOWN where the table is."""
        entry = self._entry("score.royalties")
        if isinstance(entry.value, Unknown):
            return uniform_table("unknown", UNKNOWN, entry.source)
        if entry.value == NO_ROYALTIES:
            return uniform_table(NO_ROYALTIES, 0, entry.source)
        assert isinstance(entry.value, str)
        return self._tables[entry.value]

    @property
    def royalty_tables(self) -> Mapping[str, RoyaltyTable]:
        """The royalty tables as this rule set has them, by name, in force or not."""
        return MappingProxyType(dict(self._tables))

    @property
    def royalty_names(self) -> tuple[str, ...]:
        """What `score.royalties` can be here: the tables it knows, and `none`."""
        return royalty_names(self._tables)

    @property
    def options(self) -> OptionBlocks:
        """What an option changes beside its own parameter, by option and value; sources included."""
        return MappingProxyType(dict(self._options))

    def in_force(self) -> "RuleSet":
        """This rule set as a hand in its period meets it: every source says which rule set it belongs to, and when that is in force."""
        if self.period is None:
            return self
        prefix = f"{self.id}, in force {self.period}: "
        return replace(
            self,
            _given=_cited(self._given, prefix),
            _options={place: _cited(block, prefix) for place, block in self._options.items()},
            _tables={name: RoyaltyTable(name, _cited(table.cells, prefix)) for name, table in self._tables.items()},
        )

    def agreed_with(self, sets: Sequence["RuleSet"]) -> "RuleSet":
        """This rule set with only what all of `sets` agree on; UNKNOWN where they differ, with what each has as the source."""
        if len({one.digest for one in sets}) == 1:
            return sets[0]
        given = {key: agreed_value({one.id: one._given[key] for one in sets}) for key in self._given}
        tables, name = dict(self._tables), given["score.royalties"].value
        if isinstance(name, str) and name != NO_ROYALTIES:
            places = sets[0]._tables[name].cells
            cells = {place: agreed_value({one.id: one._tables[name].cells[place] for one in sets}) for place in places}
            tables[name] = RoyaltyTable(name, cells)
        return replace(self, _given=given, _tables=tables)

    @cached_property
    def provenance(self) -> tuple[tuple[str, str], ...]:
        """Source and note of every parameter: what two rule sets that play alike can still differ in."""
        return tuple((entry.source, entry.note) for entry in self._given.values())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the effective values with the royalties in force; titles, sources and notes do not enter."""
        values = {key: value_json(entry.value) for key, entry in self._given.items()}
        table = self.royalty_table()
        cells = {f"{row}.{cell}": value_json(given.value) for (row, cell), given in table.cells.items()}
        text = json.dumps({"parameters": values, "royalties": cells}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def with_options(
        self,
        scoring: str | None = None,
        royalties: str | None = None,
        royalty_settlement: str | None = None,
        fantasyland: str | None = None,
        one_hand: bool | None = None,
        match_cap: Decimal | str | None = None,
    ) -> "RuleSet":
        """This rule set as a hand's own options have it; None leaves a parameter as it is.

        An option overrides its parameter, with the source "stated by the hand", and brings along what the rule set
        ties to it: the cards of progressive Fantasyland, or the progressive Fantasyland of a match of one hand. Where
        an option changes the mode of Fantasyland and the rule set does not know the cards of the other mode, they
        become UNKNOWN. An option that the rule set cannot take (a royalty table nobody knows, a match of one hand where
        there are no matches) makes its parameter UNKNOWN, with a note: what was played cannot be told.
        """
        given = dict(self._given)
        # First, since it may bring a mode of Fantasyland along, and the hand may state another.
        if one_hand is not None:
            self._apply_one_hand(given, one_hand)
        stated = {"scoring": scoring, "royalties": royalties}
        stated |= {"royalty_settlement": royalty_settlement, "fantasyland": fantasyland}
        for option, said in stated.items():
            if said is not None:
                self._apply(given, option, said)
        if match_cap is not None and self._given["match.length"].value == "no_match":
            _refuse(given, "match_cap", f"the hand states a stake of the match, and {self.id} has no matches")
        elif match_cap is not None:
            self._apply(given, "match_cap", f"{match_cap:f}" if isinstance(match_cap, Decimal) else match_cap)
        return self if given == self._given else replace(self, _given=given)

    def with_values(self, values: Mapping[str, Any], source: str) -> "RuleSet":
        """This rule set with some parameters changed, by key, each in the form that TOML gives it; all from one source.

        A key is a parameter or a cell of a royalty table, `royalties.TABLE.ROW.HAND`. A parameter that options of a
        hand decide brings along what the rule set ties to its new value, as where a hand states it, unless `values`
        has that too: progressive Fantasyland brings its cards, or unknown ones.

        Raises ValueError, naming the key and what is allowed, for a key that is none, a value that cannot be, and
        values that contradict each other or what stays as it was.
        """
        given, tables = dict(self._given), dict(self._tables)
        for key, raw in values.items():
            if key.startswith("royalties."):
                name, cell = parse_cell(key, raw, source, tables)
                tables[name] = RoyaltyTable(name, {**tables[name].cells, **cell})
                continue
            try:
                given[key] = Given(parameter(key).parse(raw, self.royalty_names), source)
            except ValueError as error:
                raise ValueError(f"{key}: {error}") from None
        for option, key in OPTION_KEYS.items():
            if key in values and given[key].value != self._given[key].value:
                tied = self._tied(option, _option_word(option, given[key].value), source, "changed to")
                given.update({name: entry for name, entry in tied.items() if name not in values})
        changed = replace(self, _given=given, _tables=tables)
        for contradiction in changed.contradictions():
            raise ValueError(contradiction)
        return changed

    def contradictions(self) -> Iterator[str]:
        """What values say together that cannot be: `key: why`. Unknown values contradict nothing."""
        return contradictions(self._given)

    def _tied(self, option: str, word: str, source: str, said: str) -> Mapping[str, Given]:
        """What comes along when an option gets another value: the rule set's own block, or cards that nobody knows."""
        block = self._options.get((option, word), {})
        if option == "fantasyland" and not block:
            cards = all_parameters()["fantasyland.cards"].parse("unknown")
            note = f"{said} {word} Fantasyland, and {self.id} does not know how many cards that deals"
            return {"fantasyland.cards": Given(cards, source, note)}
        return block

    def _apply(self, given: dict[str, Given], option: str, word: str) -> None:
        """Sets the parameter of an option, and what the rule set ties to that value of it."""
        key = OPTION_KEYS[option]
        before = given[key].value
        try:
            value = all_parameters()[key].parse(word, self.royalty_names)
        except ValueError as error:
            value = UNKNOWN
            _refuse(given, option, f"the hand states {option}: {error}")
        else:
            given[key] = Given(value, STATED)
        if value != before:
            given.update(self._tied(option, word, STATED, "the hand states"))

    def _apply_one_hand(self, given: dict[str, Given], one_hand: bool) -> None:
        before = given["match.length"].value
        word = "true" if one_hand else "false"
        block = self._options.get(("one_hand", word), {})
        if one_hand and before == "no_match":
            _refuse(given, "one_hand", f"the hand states a match of one hand, and {self.id} has no matches")
        elif not one_hand and before in ("one_hand", UNKNOWN) and "match.length" not in block:
            _refuse(
                given, "one_hand", f"the hand states a match of several hands, and {self.id} does not know how many"
            )
        else:
            if one_hand:
                given["match.length"] = Given("one_hand", STATED)
            elif before != "no_match":
                given["match.length"] = Given(before, STATED)
            given.update(block)


_Key = TypeVar("_Key")


def _cited(entries: Mapping[_Key, Given], prefix: str) -> dict[_Key, Given]:
    return {key: Given(entry.value, prefix + entry.source, entry.note) for key, entry in entries.items()}


def _option_word(option: str, value: Value) -> str:
    """The word of `options.<option>.<word>` for a value of the option's parameter."""
    return str(value == "one_hand").lower() if option == "one_hand" else value_text(value)


def _refuse(given: dict[str, Given], option: str, note: str) -> None:
    given[OPTION_KEYS[option]] = Given(UNKNOWN, STATED, note)


def option_problem(option: str, word: str) -> str | None:
    """Why `options.<option>.<word>` cannot stand in a rule set, or None."""
    if option not in OPTION_KEYS:
        return f"unknown option {quoted(option)}; allowed: {quoted(sorted(OPTION_KEYS))}"
    if option in ("royalties", "match_cap"):
        return "nothing can be tied to this option"
    values = ("true", "false") if option == "one_hand" else all_parameters()[OPTION_KEYS[option]].values
    if word not in values:
        return f"unknown value {quoted(word)}; allowed: {quoted(list(values))}"
    return None
