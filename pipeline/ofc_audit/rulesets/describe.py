"""A rule set in words: what `ofc rules show` prints."""

from typing import NamedTuple

from ofc_audit.rulesets.catalogue import all_parameters
from ofc_audit.rulesets.model import OPTION_KEYS, STATED, RuleSet
from ofc_audit.rulesets.royalties import CELLS, NO_ROYALTIES, RoyaltyTable
from ofc_audit.rulesets.values import Unknown, value_text

_STATED = {
    ("fantasyland", "fixed"): "a fixed Fantasyland",
    ("fantasyland", "progressive"): "progressive Fantasyland",
    ("one_hand", "true"): "a match of one hand",
    ("one_hand", "false"): "a match of several hands",
}
"""Options in a player's words."""


class RuleRow(NamedTuple):
    """One line about a rule set: section, key, the value in short, a sentence, its source, what else is known."""

    section: str
    key: str
    value: str
    sentence: str
    source: str
    note: str


def describe(rules: RuleSet) -> list[RuleRow]:
    """Every parameter in the order of the catalogue, with the royalties row by row after the score.

    At the end stands what a hand's options would change beside their own parameter. The sentence of a parameter that no
    check can look at says so, and why.
    """
    rows: list[RuleRow] = []
    for key, parameter in all_parameters().items():
        value = rules.value(key)
        if rows and rows[-1].section == "score" and parameter.section != "score":
            rows += _royalty_rows(rules)
        rows.append(
            RuleRow(
                parameter.section, key, value_text(value), parameter.sentence(value), rules.source(key), rules.note(key)
            )
        )
    for (option, word), block in rules.options.items():
        for key, given in block.items():
            stated = _STATED.get((option, word), f"{option.replace('_', ' ')} {word.replace('_', ' ')}")
            sentence = f"Where the hand states {stated}: {all_parameters()[key].sentence(given.value)}"
            rows.append(
                RuleRow(
                    "options", f"{option} {word}: {key}", value_text(given.value), sentence, given.source, given.note
                )
            )
    return rows


def _royalty_rows(rules: RuleSet) -> list[RuleRow]:
    """What each row pays; where the hand has to say which table is played, that of each table it can say.

    No rows where royalties are off, or where the hand has named a table that nobody knows.
    """
    key = OPTION_KEYS["royalties"]
    value = rules.value(key)
    if value == NO_ROYALTIES or (isinstance(value, Unknown) and rules.source(key) == STATED):
        return []
    if isinstance(value, Unknown):
        named = [(table, f"Where the hand states {name} royalties: ") for name, table in rules.royalty_tables.items()]
    else:
        named = [(rules.royalty_table(), "")]
    return [_royalty_row(table, row, condition) for table, condition in named for row in CELLS]


def _royalty_row(table: RoyaltyTable, row: str, condition: str) -> RuleRow:
    paid = {cell: points for cell, points in table.row(row).items() if points != 0}
    text = ", ".join(f"{cell.replace('_', ' ')}={value_text(points)}" for cell, points in paid.items())
    doubt = (
        " What is unknown here cannot be verified." if any(isinstance(one, Unknown) for one in paid.values()) else ""
    )
    sentence = f"{condition}Royalties {'in' if row == 'middle' else 'on'} the {row}: {text}; nothing for less.{doubt}"
    return RuleRow("score", f"royalties.{table.name}.{row}", text, sentence, table.sources(row), "")
