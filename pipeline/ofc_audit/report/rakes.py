"""Rakes inferred from a run's hands, as rows and as text, and as files of rule sets that make them the rule."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ofc_audit.report.rendering import Field, render_rows
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, visible
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import table

RAKE_FIELDS = tuple(
    Field(
        column.name,
        column.name,
        "money"
        if column.type == "money"
        else "flag"
        if column.type == "bool"
        else "int"
        if column.type[:3] == "int"
        else "text",
    )
    for column in table("inferred_rakes").columns
    if column.name != "rake_no"
)
RAKES_SHOWN = (
    Field("club", "club", wraps=True),
    Field("said", "rake", wraps=True),
    Field("explained", "explains"),
    Field("n_wins", "wins", "int"),
)
"""What people are shown; `wins`: different raked wins among the hands explained."""
MOST_SHOWN = 10
"""Clubs shown in the summary of a run, those of most hands first."""

_AMOUNTS = ("unit", "minimum", "cap", "free")
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]+")


def rake_rows(store: Store) -> list[dict[str, Any]]:
    """Table `inferred_rakes` with, for people, `club`, `said` and `explained`."""
    names = ", ".join(column.name for column in table("inferred_rakes").columns)
    rows = store.rows(f"select {names} from inferred_rakes order by rake_no")
    return [{**row, **_shown(row)} for row in rows]


def _shown(row: dict[str, Any]) -> dict[str, str]:
    but = f"; but {row['exceptions']}" if row["exceptions"] else ""
    explained = f"{row['n_explained']:,} of {row['n_hands']:,}"
    return {"club": club_words(row), "said": f"{row['rule']}{but}", "explained": explained}


def club_words(row: dict[str, Any]) -> str:
    """Where a rake is taken, in words."""
    where = f"club {row['club_id']}" if row["club_id"] is not None else row["rules_id"] or "rules unknown"
    at_end = ", when a match ends" if row["taken"] == "match_end" else ""
    return visible(f"{row['site']} {where}{at_end}")


def identified_rakes(store: Store) -> list[dict[str, Any]]:
    """The clubs whose rake is identified by wins, those of most hands first, as `rake_rows` has them."""
    rows = [row for row in rake_rows(store) if row["is_identified"] and row["n_wins"]]
    return sorted(rows, key=lambda row: -row["n_hands"])


def summary_of_rakes(store: Store, width: int) -> str | None:
    """The block of a run's summary: a line for each club whose rake is identified; None where there is none."""
    rows = identified_rakes(store)
    if not rows:
        return None
    left = len(rows) - MOST_SHOWN
    more = f"and {left} more: ofc rules infer\n" if left > 0 else ""
    return "RAKES, inferred\n" + render_rows(RAKES_SHOWN, rows[:MOST_SHOWN], "table", width) + more


@dataclass(frozen=True)
class RakeFile:
    """A file of a rule set that makes an inferred rake the rule, in a folder for its club: only one file can stand in for a rule set."""

    folder: str
    rules_id: str
    text: str

    @property
    def name(self) -> str:
        """The file below the folder of all."""
        return f"{self.folder}/{self.rules_id}.toml"


def rake_text(store: Store, rules: Mapping[str, RuleSet], width: int) -> str:
    """Every club with its rake and its support, and below them the files that make them the rule."""
    rows = rake_rows(store)
    if not rows:
        return "No hand leaves its rake open.\n"
    parts = [render_rows(RAKES_SHOWN, rows, "table", width)]
    files = list(rake_files(store, rules))
    if files:
        parts.append(
            "With the files of a club its rake is a rule, and who breaks it is accused. A rule set knows no clubs:\n"
            "read the hands of that club alone with them. --write FOLDER writes them.\n"
        )
    parts += [f"# {one.name}\n{one.text}" for one in files]
    return "\n".join(parts)


def rake_files(store: Store, rules: Mapping[str, RuleSet]) -> Iterator[RakeFile]:
    """The files, one for each rule set that a club with an identified rake plays under; a rake of a pot or a net has none."""
    for row in rake_rows(store):
        if row["is_identified"] and row["n_wins"] and row["base"] not in ("pot", "net"):
            for rules_id, first in _played(store, row):
                if rules_id in rules:
                    yield _file(row, rules[rules_id], first)


def _played(store: Store, row: dict[str, Any]) -> Sequence[tuple[str, Any]]:
    query = """
        select rules_id, min(ended_at) as first from hands
        where site = ? and club_id is not distinct from ? and currency is not distinct from ?
            and rules_id is not null and (? is null or rules_id = ?)
        group by rules_id order by rules_id
    """
    asked = [row["site"], row["club_id"], row["currency"], row["rules_id"], row["rules_id"]]
    return [(found["rules_id"], found["first"]) for found in store.rows(query, asked)]


def _file(row: dict[str, Any], rules: RuleSet, first: Any) -> RakeFile:
    folder = _id("_".join(filter(None, (row["site"], row["club_id"]))))
    name = "_".join(filter(None, (rules.id, _id(row["club_id"] or ""), "raked")))
    source = f"inferred: it explains {row['n_explained']} of {row['n_hands']} hands with one winner"
    is_open = (row["open_parts"] or "").split(", ")
    lines = [f"id = {_text(name)}", f"title = {_text(f'{rules.id} as {club_words(row)} rakes it')}"]
    lines += [f"extends = {_text(rules.id)}", ""]
    if first is not None:
        lines += ["[dates]", f"instead_of = {_text(rules.id)}", f"from = {first:%Y-%m-%d}", ""]
    lines.append("[settlement]")
    values: dict[str, Any] = {"when": row["taken"], "from": "net_winners"}
    values |= {part: row[part] for part in ("rate", "rounding", *_AMOUNTS)}
    for part, value in values.items():
        said = money_text(value) if isinstance(value, Decimal) else value or "none"
        if part in is_open:
            lines.append(f"# rake_{part} is open: {row['rule']}")
        elif rules.value(f"settlement.rake_{part}") != said:
            lines.append(f"rake_{part} = {{ value = {_text(said)}, source = {_text(source)} }}")
    return RakeFile(folder, name, "\n".join(lines) + "\n")


def _id(text: str) -> str:
    return _NOT_IN_AN_ID.sub("-", text)


def _text(value: str) -> str:
    """A text as TOML holds it: as JSON does, but for a character that JSON lets stand."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
