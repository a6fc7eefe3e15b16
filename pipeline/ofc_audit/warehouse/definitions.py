"""What every statistic is: numerator, denominator, uncertainty and least sample, taken from the text of the models themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import sqlglot
from sqlglot import exp

from ofc_audit.tables import all_tables
from ofc_audit.warehouse.models import Model, load_models

WILSON, ERROR, NONE = "Wilson, 95 %", "standard error, SD/√n", ""


@dataclass(frozen=True)
class Measure:
    """A column of a mart that is one thing per another: its name, what it means, what is divided by what, and how sure it is."""

    name: str
    meaning: str
    numerator: str
    denominator: str
    uncertainty: str


def selected(model: Model) -> dict[str, exp.Expression]:
    """The columns of a model in order, each with the expression that makes it."""
    return dict(_selected(model.sql))


@cache
def _selected(sql: str) -> dict[str, exp.Expression]:
    query = sqlglot.parse_one(sql, read="duckdb")
    assert isinstance(query, exp.Select), "a model is one select"
    body = query.ctes[-1].this
    chosen = body.left if isinstance(body, exp.Union) else body
    return {one.alias_or_name: one.unalias() for one in chosen.expressions}


def measures(model: Model) -> list[Measure]:
    """The measures of a mart in the order of its columns."""
    columns = selected(model)
    calls = {name: list(_calls(expression)) for name, expression in columns.items()}
    found = []
    for name, made in calls.items():
        for function, arguments in made:
            if function == "ratio":
                found.append(
                    Measure(name, meaning_of(model, name), arguments[0], arguments[1], _uncertainty(arguments, calls))
                )
    return found


def _calls(expression: exp.Expression) -> Iterator[tuple[str, list[str]]]:
    for call in expression.find_all(exp.Anonymous):
        yield str(call.this).lower(), [_words(one) for one in call.expressions]


def _words(expression: exp.Expression) -> str:
    """An argument as text, without the step it comes from and without what only stands for nothing."""
    bare = expression.copy().transform(lambda one: one.this if isinstance(one, exp.Coalesce) else one)
    for column in bare.find_all(exp.Column):
        column.set("table", None)
    return str(bare.sql(dialect="duckdb")).lower()


def _uncertainty(arguments: Sequence[str], calls: dict[str, list[tuple[str, list[str]]]]) -> str:
    part, n = arguments
    for made in calls.values():
        for function, given in made:
            if function == "wilson_low" and given == [part, n]:
                return WILSON
            if function == "standard_error" and given[:2] in ([n, part], [n, f"{part} * 10000"]):
                return ERROR
    return NONE


def meaning_of(model: Model, column: str) -> str:
    """What a column means: what its model says of it, else what the relations say that it reads, down to the declared tables."""
    if column in model.columns:
        return model.columns[column]
    by_name = {one.name: one for one in load_models()}
    for name in model.reads:
        if name in by_name:
            if column in selected(by_name[name]) and (told := meaning_of(by_name[name], column)):
                return told
        elif column in (known := {c.name: c.meaning for c in all_tables()[name].columns}):
            return known[column]
    return ""


def least_sample(model: Model) -> str:
    """Below what `is_small_sample` is set, as text; nothing where a mart has no such mark."""
    marked = selected(model).get("is_small_sample")
    return "" if marked is None else _words(marked)


PREFACE = """# Statistics

Generated from `sql/marts/` by `docs/generate.py`; do not edit. What each number of `ofc stats`, of the reports and of the marts in
`ofc.duckdb` is: what is counted, by what it is divided, and how sure it is.

## What counts

* Hands that are complete and in no conflict with another record of the same deal. Cancelled and incomplete hands are in no statistic.
* Fouls, royalties, points and Fantasyland are those of the rules, recomputed; money, rake and time are what the site says.
* A value that cannot be told counts in no numerator and in no denominator. Unknown is empty, and never nought.
* Money of different currencies, and chips of different worth, are never added.
* A player is an account of a site. Where a file of aliases (`ofc run --aliases`) joins accounts, `player_id` is the first of a person's
  accounts at the site that the file names, `person` his name and `accounts` how many are added up. Ledgers of clubs stay by account.
* Days, weeks and sessions go by the one row of table `calendar` (`ofc run --zone --day-cut --week-end --session-gap`). A day of play begins
  at the day cut by the clock of the zone; a week that ends with `sunday 23:59` is over when that minute is. The marts read that row, so other days
  need no new run: the same model over another `calendar`.

## Accounts of one person

A file of aliases is TOML, or a CSV with the heading `person,site,account`. An account is the site's player id, or the name where there is none:

```toml
[[person]]
name = "Ana Kirk"
accounts = ["pppoker:1234567", "pppoker:7654321", "upoker:88"]
```

Of two accounts of one person in one hand both are counted; they are no opponents of each other in `head_to_head` and `player_pair_states`.
The audit does not change: findings, corrections and ledgers stay by account. An account that no hand has is said on standard error.

## How sure a number is

* A share of n has Wilson's interval of 95 %, z = 1.959964:
  (x + z²/2 ± z √(x(n − x)/n + z²/4)) / (n + z²). It never leaves 0 to 100 %, and says something of 0 in 20 too (0 to 16.1 %).
* A mean has its standard error SD/√n; the SD is that of a sample: √((n Σx² − (Σx)²) / (n (n − 1))), from whole numbers. Mean ± 1.96
  standard errors is about a 95 % interval where n is not small. Of one hand there is none.
* `is_small_sample` marks what is below the least sample, 100 where nothing else is said: look at the interval, not at the number.
* Pairs of one hand share a board, so intervals over pairs are a little too narrow at tables of three and four.

## Where other tools print something else

* Two numbers go by the name of Fantasyland rate: hands in Fantasyland per hand (here `fantasy_frequency`), and entries per hand outside it (here
  `fantasy_entry_rate`). Hands in Fantasyland cannot enter it, so they are in no denominator of the latter; stays are in neither of them.
* A stay rate per hand in Fantasyland (`fantasy_stay_rate`) and stays per all hands (`fantasy_stays_per_hand`) differ about tenfold.
* A foul rate over all hands mixes in hands in Fantasyland, where nobody needs to foul: `foul_rate` is over hands outside it, `fantasy_foul_rate`
  over those in it. Hands that the site placed are in `foul_rate`, and apart in `auto_foul_rate` and `own_foul_rate`.
* A standard error of mean/√n is none: it is nought for whoever breaks even, and says nothing of how widely results scatter.
* Royalties of a board (`royalty_yield`) count once; what is collected (`royalties_won_per_hand`) counts once for each opponent.
* Scoops count pairs, not hands: against two opponents there can be two.
"""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def statistics_markdown() -> str:
    """The page of definitions: each mart with its grain, its notes and its measures, then the counts and sums that they rest on."""
    lines = [PREFACE]
    for model in load_models():
        if model.layer != "marts":
            continue
        lines += [
            f"## {model.name}",
            "",
            f"{model.title} One row per {', '.join(f'`{key}`' for key in model.grain)}.",
            "",
        ]
        lines += [f"* {note}" for note in model.notes]
        if least := least_sample(model):
            lines.append(f"* Small sample: {least}.")
        if lines[-1]:
            lines.append("")
        found = measures(model)
        if found:
            lines += ["| measure | what it is | numerator | denominator | uncertainty |", "|---|---|---|---|---|"]
            for one in found:
                cells = (
                    f"`{one.name}`",
                    _cell(one.meaning),
                    f"`{one.numerator}`",
                    f"`{one.denominator}`",
                    one.uncertainty,
                )
                lines.append(f"| {' | '.join(cells)} |")
            lines.append("")
        lines += ["| column | what it is |", "|---|---|"]
        for name in selected(model):
            if (
                name not in model.grain
                and name not in {one.name for one in found}
                and not name.endswith(("_low", "_high", "_se"))
            ):
                lines.append(f"| `{name}` | {_cell(meaning_of(model, name))} |")
        lines.append("")
    return "\n".join(lines)
