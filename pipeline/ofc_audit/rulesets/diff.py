"""Two rule sets side by side: only what differs."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ofc_audit.rulesets.catalogue import all_parameters
from ofc_audit.rulesets.model import RuleSet
from ofc_audit.rulesets.royalties import CELLS, NO_ROYALTIES, RoyaltyTable
from ofc_audit.rulesets.values import Unknown, Value, value_text


class Side(NamedTuple):
    """What one of the rule sets has: the value in short, a sentence for a player, the source, what else is known."""

    value: str
    sentence: str
    source: str
    note: str


class Difference(NamedTuple):
    """One thing that two rule sets have otherwise, by the key under which `describe` has it."""

    section: str
    key: str
    a: Side
    b: Side


def differences(a: RuleSet, b: RuleSet) -> list[Difference]:
    """Every difference in the order of the catalogue, the royalties in force after the score, then what options change.

    Royalties are compared hand by hand where both have a table in force. Tables that are not in force and options of a
    hand come last, for they count only where a hand states them; an option differs where the hand's rules would.
    """
    found: list[Difference] = []
    for section in dict.fromkeys(one.section for one in all_parameters().values()):
        keys = [key for key in changed_keys(a, b) if all_parameters()[key].section == section]
        found += [Difference(section, key, _side(a, key), _side(b, key)) for key in keys]
        if section == "score":
            found += _tables_in_force(a, b)
    return found + list(_options(a, b)) + list(_other_tables(a, b))


def changed_keys(a: RuleSet, b: RuleSet) -> list[str]:
    """The parameters of which two rule sets have different values, in the order of the catalogue."""
    return [key for key in all_parameters() if a.value(key) != b.value(key)]


def play_alike(a: RuleSet, b: RuleSet) -> bool:
    """Whether no hand that states no options comes out otherwise."""
    return a.digest == b.digest


def _side(rules: RuleSet, key: str) -> Side:
    value = rules.value(key)
    return Side(value_text(value), all_parameters()[key].sentence(value), rules.source(key), rules.note(key))


def _tables_in_force(a: RuleSet, b: RuleSet) -> list[Difference]:
    """The royalties, hand by hand; nothing where either has none or does not know its table, which the parameter says."""
    if any(_has_no_table(one.value("score.royalties")) for one in (a, b)):
        return []
    return list(_cells("score", "royalties", a.royalty_table(), b.royalty_table()))


def _has_no_table(royalties: Value) -> bool:
    return isinstance(royalties, Unknown) or royalties == NO_ROYALTIES


def _cells(section: str, prefix: str, a: RoyaltyTable, b: RoyaltyTable) -> Iterator[Difference]:
    for row, cells in CELLS.items():
        for cell in cells:
            given = (a.cells[row, cell], b.cells[row, cell])
            if given[0].value != given[1].value:
                words = f"{cell.replace('_', ' ')} {'in' if row == 'middle' else 'on'} the {row}"
                sides = [
                    Side(
                        value_text(one.value), f"Royalties for {words}: {value_text(one.value)}.", one.source, one.note
                    )
                    for one in given
                ]
                yield Difference(section, f"{prefix}.{row}.{cell}", *sides)


def _other_tables(a: RuleSet, b: RuleSet) -> Iterator[Difference]:
    """Tables that are in force in neither or not in both: what a hand would be paid that states them."""
    in_force = {a.value("score.royalties"), b.value("score.royalties")}
    tables: tuple[Mapping[str, RoyaltyTable], ...] = (a.royalty_tables, b.royalty_tables)
    for name in sorted({*tables[0], *tables[1]}):
        if in_force == {name}:
            continue
        if all(name in one for one in tables):
            yield from _cells("options", f"royalties {name}: royalties", tables[0][name], tables[1][name])
        else:
            sides = [
                Side("known", f'A hand can state the royalties "{name}".', one[name].sources("middle"), "")
                if name in one
                else Side("not known", f'No royalty table "{name}" is known.', "no such table", "")
                for one in tables
            ]
            yield Difference("options", f"royalties {name}", *sides)


def _options(a: RuleSet, b: RuleSet) -> Iterator[Difference]:
    """What an option changes beside its own parameter, where that differs and the rule sets do not differ so anyhow."""
    for option, word in dict.fromkeys((*a.options, *b.options)):
        stated: dict[str, Any] = {option: word == "true" if option == "one_hand" else word}
        with_a, with_b = a.with_options(**stated), b.with_options(**stated)
        for key in dict.fromkeys((*a.options.get((option, word), {}), *b.options.get((option, word), {}))):
            values = (with_a.value(key), with_b.value(key))
            if values[0] != values[1] and values != (a.value(key), b.value(key)):
                yield Difference("options", f"{option} {word}: {key}", _side(with_a, key), _side(with_b, key))
