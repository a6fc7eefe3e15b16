"""A recomputation under other rules, to read: what was done, what can be compared, totals, players, tables, hands."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ofc_audit.report import rescore_rows as data
from ofc_audit.report.rendering import Field, plain_value, render_rows
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words, money_text, visible, wrap
from ofc_audit.rulesets.model import OPTION_KEYS

Row = dict[str, Any]
Block = tuple[str, Sequence[Field], list[Row]]

COUNT_FIELDS = (Field("what", "what", wraps=True), Field("hands", "hands", "int"))
TOTAL_FIELDS = (
    Field("unit", "what moves, in"),
    Field("hands", "hands", "int"),
    Field("points_moved", "points", "int"),
    Field("worth_moved", "worth", "money"),
    Field("money_moved", "within cap", "money"),
    Field("money_hands", "in hands", "int"),
)
PLAYER_FIELDS = (
    Field("player", "player"),
    Field("hands", "hands", "int"),
    Field("new_points", "points", "points"),
    Field("points_delta", "change", "points"),
    Field("new_worth", "worth", "money"),
    Field("worth_delta", "change", "money"),
    Field("new_net", "within cap", "money"),
    Field("net_delta", "change", "money"),
    Field("money_hands", "in hands", "int"),
)
TABLE_FIELDS = (
    Field("table", "table", wraps=True),
    Field("hands", "hands", "int"),
    Field("played_hands", "as played", "int"),
    Field("points_moved", "points", "int"),
    Field("worth_moved", "worth", "money"),
    Field("money_moved", "within cap", "money"),
    Field("money_hands", "in hands", "int"),
)
CHANGE_FIELDS = (
    Field("hand_id", "after hand", wraps=True),
    Field("table", "table", wraps=True),
    Field("later", "later hands", "int"),
    Field("cause", "in the next hand", wraps=True),
)
NOTE = (
    "worth: points at the hand's point value, before any cap. within cap: what moves on the stacks as recorded, before "
    "rake; later stacks are not replayed. moved: what those who do better under the new rules gain, hand by hand. A sum "
    "is over the hands that can be compared."
)
BASIS_NOTE = (
    "hypothetical: after a hand, at the same table or in the same match, from which on the new rules would have changed "
    "the play. uncertain: after one where that cannot be told. other deal: the new rules could not have dealt the hand. "
    "What these hands would have become nobody can know; their points are those of the cards as they lie."
)


def render_rescore(store: Store, form: str, width: int, top: int, by: str | None) -> str:
    """The whole account, or one listing (`by` player, table or hand); in CSV, which holds one, players where none is asked for.

    `top` limits hands, and players and tables as people are shown them.
    """
    if by is not None or form == "csv":
        return render_rows(data.LISTED[by or "player"][1], _listing(store, by or "player", top), form, width)
    if form == "json":
        return _as_json(store, top)
    parts: list[str] = []
    for title, fields, rows in _blocks(store, top):
        head = f"## {title}\n\n" if form == "md" else f"{title}\n"
        parts.append(head + render_rows(fields, rows, form, width))
    hands = "\n".join(_hand_lines(store, top, width))
    heading = f"MOST CHANGED HANDS, by {'worth' if data.is_one_unit(store) else 'points'}"
    if form == "md":
        return "\n".join([_said(store.run, 10**6), *parts, f"## {heading}\n\n```\n{hands}\n```\n"])
    notes = [NOTE, BASIS_NOTE] if _has_doubt(store) else [NOTE]
    said = "\n".join("\n".join(wrap(note, width, "  ", "")) for note in notes) + "\n"
    return "\n".join([_said(store.run, width), *parts, f"{heading}\n{hands}\n", said])


def _listing(store: Store, by: str, top: int) -> list[Row]:
    listings: Mapping[str, Callable[[], list[Row]]] = {
        "player": lambda: data.player_rows(store),
        "table": lambda: data.table_rows(store),
        "hand": lambda: data.hand_rows(store, top),
    }
    return listings[by]()


def _as_json(store: Store, top: int) -> str:
    record = {
        key: value for key, value in store.run.items() if key not in ("started_at", "seconds", "peak_memory_bytes")
    }
    parts: dict[str, object] = {"record": record}
    rows = {
        "counts": data.count_rows(store),
        "totals": data.total_rows(store),
        "players": data.player_rows(store),
        "tables": data.table_rows(store),
        "changes": data.change_rows(store),
        "hands": data.hand_rows(store, top),
    }
    for name, listed in rows.items():
        parts[name] = [{key: plain_value(value) for key, value in row.items() if key != "is_all"} for row in listed]
    return json.dumps(parts, ensure_ascii=False, indent=1) + "\n"


def _said(run: Mapping[str, Any], width: int) -> str:
    """What was asked for, and what of it the hands' own options let stand."""
    changed = join_words([f"{key} = {value}" for key, value in run["set"].items()])
    rules = "each under its own rules" if run["rules"] is None else f"all under {run['rules']}"
    said = [f"Hands recomputed, {rules}{f', with {changed}' if changed else ''}."]
    for is_in_force, words in ((True, "Options that hands state stay in force"), (False, "Options set aside")):
        stated = [o for o in run["stated_options"] if o["in_force"] is is_in_force]
        if stated:
            listed = [f"{OPTION_KEYS[o['option']]} {visible(o['value'])} ({o['hands']:,} hands)" for o in stated]
            said.append(f"{words}: {', '.join(listed)}.")
    said += [_SETTLED[of["kind"]].format(_matches(of["matches"])) for of in run["settled_matches"]]
    if run["not_replayed"]:
        said.append(f"The rules differ in {join_words(run['not_replayed'])} too, which is not recomputed.")
    return "\n".join("\n".join(wrap(line, width, "  ", "")) for line in said) + "\n"


_AT_LAST = "the money of a match stands with its last hand."
_SETTLED: Mapping[str, str] = {
    "match to match": f"{{}} settled at the end under both rules: {_AT_LAST}",
    "match to hand": (
        "{} settled hand by hand under the new rules, on stacks that run on from those brought, and at the end under "
        f"their own: {_AT_LAST}"
    ),
    "hand to match": (
        "{} settled at the end under the new rules, on the stacks brought, and hand by hand under their own: "
        f"{_AT_LAST}"
    ),
}


def _matches(n: int) -> str:
    return f"{n:,} match is" if n == 1 else f"{n:,} matches are"


def _blocks(store: Store, top: int) -> list[Block]:
    blocks: list[Block] = [("HANDS", COUNT_FIELDS, [_count_row(row) for row in data.count_rows(store)])]
    blocks.append(("TOTAL", TOTAL_FIELDS, _total_rows(data.total_rows(store))))
    if changes := data.change_rows(store, top):
        named = [{**row, "table": _table_words(row), "cause": _cause(row)} for row in changes]
        n_changes, n_later = data.change_totals(store)
        if n_changes > len(named):
            rest = {"hand_id": _others(n_changes - len(named)), "table": None, "cause": None}
            named.append({**rest, "later": n_later - sum(row["later"] for row in changes)})
        blocks.append(("WHERE THE PLAY WOULD HAVE CHANGED", CHANGE_FIELDS, named))
    blocks += _unit_blocks("PLAYERS, under the new rules", PLAYER_FIELDS, _named(data.top_players(store, top)))
    tables = [{**row, "table": _others(row["others"]) or _table_words(row)} for row in data.top_tables(store, top)]
    return blocks + _unit_blocks("TABLES, what moves", TABLE_FIELDS, tables)


def _others(n: int | None) -> str:
    return "" if n is None else f"{n:,} other{'' if n == 1 else 's'}"


def _named(rows: list[Row]) -> list[Row]:
    """Players with the name they are shown by; the account too, where several go by one name."""
    accounts: dict[str, set[str]] = {}
    for row in rows:
        accounts.setdefault(row["player_name"], set()).add(row["player_id"])
    for row in rows:
        account = f" ({row['player_id']})" if len(accounts[row["player_name"]]) > 1 else ""
        row["player"] = _others(row["others"]) or row["player_name"] + account
    return rows


def _unit_blocks(title: str, fields: Sequence[Field], rows: list[Row]) -> list[Block]:
    """A block for each unit."""
    blocks: list[Block] = []
    for unit, group in _by_unit(rows):
        left_away = _left_away(group)
        known = [f for f in fields if f.name not in left_away and any(row[f.name] is not None for row in group)]
        blocks.append((f"{title}, in {unit}", known, group))
    return blocks


def _left_away(rows: list[Row]) -> set[str]:
    """Columns that would say nothing: money that is known only where none moves; in how many hands, where it is all of them.

    Where it is some, that matters more than the points, which stand in the other forms.
    """
    if not any(row.get(name) for row in rows for name in ("own_net", "new_net", "own_net_won", "new_net_won")):
        return {"new_net", "net_delta", "money_moved", "money_hands"}
    return {"money_hands"} if all(row["money_hands"] == row["hands"] for row in rows) else {"new_points"}


def _total_rows(rows: list[Row]) -> list[Row]:
    """Totals by unit; by basis too where not all hands of the unit stand as played."""
    shown = []
    for unit, group in _by_unit(rows):
        for row in group if _is_doubtful(group) else group[:1]:
            shown.append({**row, "unit": unit if row["basis"] is None else f"  {row['basis']}"})
    return shown


def _by_unit(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    """Rows that are sorted by unit, unit by unit."""
    groups = groupby(rows, key=lambda row: tuple(row[name] for name in data.UNIT))
    return [(data.unit_words(group[0]), group) for group in (list(members) for _, members in groups)]


def _is_doubtful(totals: list[Row]) -> bool:
    return any(row["basis"] not in (None, "as played") for row in totals)


def _has_doubt(store: Store) -> bool:
    return _is_doubtful(data.total_rows(store))


def _count_row(row: Row) -> Row:
    return {"what": row["what"] if row["reason"] is None else f"  {row['reason']}", "hands": row["hands"]}


def _cause(row: Row) -> str:
    return ("cannot be told: " if row["basis"] == "uncertain" else "") + str(row["cause"])


def _table_words(row: Row) -> str:
    place = row["table_id"] or "no table"
    words = f"{row['club_id']}/{place}" if row["club_id"] else place
    return f"{words}, match {row['match_id']}" if row.get("match_id") else words


def _hand_lines(store: Store, top: int, width: int) -> list[str]:
    """Each of the most changed hands: what moves, whether it would have been played, and pair by pair why."""
    lines = []
    for hand in data.hand_rows(store, top):
        moved = [f"{hand['points_moved']} points"] if hand["points_moved"] is not None else []
        if hand["worth_moved"] is not None:
            moved.append(f"worth {money_text(hand['worth_moved'], group=True)} {data.unit_words(hand)}")
        if hand["money_moved"] is not None:
            over = " over the match" if hand["money_of"] == "match" else ""
            moved.append(f"{money_text(hand['money_moved'], group=True)} within the cap{over}")
        when = f", {hand['ended_at']:%Y-%m-%d %H:%M}" if hand["ended_at"] is not None else ""
        basis = "" if hand["basis"] == "as played" else f" ({hand['basis']})"
        head = f"{hand['site']} {hand['hand_id']}{when}: {', '.join(moved)}{basis}"
        lines += wrap(visible(head), width, "  ", "")
        for why in hand["why"].split("; "):
            lines += wrap(visible(why), width, "    ", "  ")
    return lines or ["none"]
