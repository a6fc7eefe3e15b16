"""`ofc audit --corrections`: who owes whom what, finding by finding; what each player is owed in all; the payments that settle it."""

import heapq
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ofc_audit.report.rendering import Field, plain_value, render_rows
from ofc_audit.report.store import Store
from ofc_audit.report.text import wrap

Row = dict[str, Any]

PARTS = ("finding", "player", "payment", "uncorrected")
"""What can be shown for itself: a row per correction, per player and currency, per payment, or per check and reason without one."""
HOUSE = "the house"
_UNIT = ("site", "club_id", "tournament_id", "currency", "chip_price", "chip_currency")
_CENT = Decimal("0.0001")

_PLACE = (Field("site", "site"), Field("club_id", "club"), Field("tournament_id", "tournament"))
_MONEY = (
    Field("amount", "amount", "money"),
    Field("currency", "currency"),
    Field("worth", "worth", "money"),
    Field("worth_currency", "in"),
)
_PARTIES = (
    Field("from_party", "who pays"),
    Field("from_player", "his account"),
    Field("from_name", "his name"),
    Field("to_party", "who is paid"),
    Field("to_player", "his account"),
    Field("to_name", "his name"),
)
FINDING_FIELDS = (
    Field("correction_no", "no.", "int"),
    Field("finding_no", "finding", "int"),
    Field("check_id", "check"),
    *_PLACE,
    Field("table_id", "table"),
    Field("hand_id", "hand"),
    Field("ended_at", "ended", "time"),
    *_PARTIES,
    *_MONEY,
    Field("kind", "what"),
    Field("is_shared", "shared", "flag"),
    Field("settled_hand_id", "settled in"),
    Field("message", "finding"),
)
PLAYER_FIELDS = (
    *_PLACE,
    Field("party", "who"),
    Field("player_id", "account"),
    Field("player_name", "name"),
    Field("payments", "corrections", "int"),
    Field("receives", "receives", "money"),
    Field("pays", "pays", "money"),
    Field("owed", "owed", "money"),
    Field("currency", "currency"),
    Field("worth", "worth", "money"),
    Field("worth_currency", "in"),
)
PAYMENT_FIELDS = (*_PLACE, *_PARTIES, *_MONEY)
UNCORRECTED_FIELDS = (
    Field("check_id", "check"),
    Field("n", "errors", "int"),
    Field("reason", "why no payment follows", wraps=True),
)

_SHOWN_FINDINGS = (
    Field("finding_no", "finding", "int"),
    Field("hand_id", "hand"),
    Field("check_id", "check"),
    Field("payer", "pays", wraps=True),
    Field("payee", "is paid", wraps=True),
    Field("amount", "amount", "money"),
    Field("currency", "currency"),
)
_SHOWN_PLAYERS = (
    Field("where", "room", wraps=True),
    Field("who", "who", wraps=True),
    Field("receives", "receives", "money"),
    Field("pays", "pays", "money"),
    Field("owed", "is owed", "money"),
    Field("currency", "currency"),
)
_SHOWN_PAYMENTS = (
    Field("where", "room", wraps=True),
    Field("payer", "pays", wraps=True),
    Field("payee", "is paid", wraps=True),
    Field("amount", "amount", "money"),
    Field("currency", "currency"),
)
_SHOWN_WORTH = (Field("worth", "worth", "money"), Field("worth_currency", "in"))

_NOTE = (
    "Later hands are not replayed: each is judged on the stacks as recorded. A payment to or from the house is rake taken or not"
    " taken, or money that appeared or vanished. Amounts of different currencies, and chips of different clubs, tournaments or worth, are"
    " never added."
)
_SHARED = "* for several findings of the hand or match together"


def _worth(amount: Decimal, row: Mapping[str, Any]) -> Row:
    """An amount of chips in the currency in which a chip has its price, to the ten-thousandth; nothing where it has none."""
    if row["chip_price"] is None:
        return {"worth": None, "worth_currency": None}
    return {"worth": (amount * row["chip_price"]).quantize(_CENT), "worth_currency": row["chip_currency"]}


def _party(player: object) -> str:
    return "house" if player is None else "player"


def _name(player: object, name: object) -> str:
    return HOUSE if player is None else str(name)


def _parties(row: Mapping[str, Any]) -> Row:
    return {
        "from_party": _party(row["from_player"]),
        "to_party": _party(row["to_player"]),
        "payer": _name(row["from_player"], row["from_name"]),
        "payee": _name(row["to_player"], row["to_name"]),
    }


def correction_rows(store: Store, limit: int | None = None) -> list[Row]:
    """Corrections in their order, at most `limit` where asked."""
    cut = "" if limit is None else f"limit {int(limit)}"
    rows = store.rows(
        "select c.*, f.message, s.hand_id as settled_hand_id from corrections as c join findings as f using (finding_no) "
        f"join hands as s on s.hand_key = c.settled_hand_key order by c.correction_no {cut}"
    )
    return [{**row, **_worth(row["amount"], row), **_parties(row)} for row in rows]


def player_rows(store: Store) -> list[Row]:
    """What each player and each house is owed in all, one row for each currency; sums of a room and currency are 0."""
    rows = store.rows(
        "select * from correction_sums order by site, club_id nulls first, tournament_id nulls first, currency nulls first, "
        "chip_currency nulls first, chip_price nulls first, player_id is null, owed desc, player_id"
    )
    return [
        {
            **row,
            **_worth(row["owed"], row),
            "party": _party(row["player_id"]),
            "who": _name(row["player_id"], row["player_name"]),
            "where": _where(row),
        }
        for row in rows
    ]


def _where(row: Mapping[str, Any]) -> str:
    words = [row["site"]]
    words += [] if row["club_id"] is None else ["club", row["club_id"]]
    words += [] if row["tournament_id"] is None else ["tournament", row["tournament_id"]]
    return " ".join(words)


def payment_rows(players: Sequence[Row]) -> Iterator[Row]:
    """Payments that settle everything: in each room and currency whoever owes most pays whoever is owed most, until nobody is owed anything.

    They are fewer than the parties, the house among them.
    """
    units: dict[tuple[object, ...], list[Row]] = {}
    for row in players:
        units.setdefault(tuple(row[name] for name in _UNIT), []).append(row)
    for rows in units.values():
        owing = [(row["owed"], place) for place, row in enumerate(rows) if row["owed"] < 0]
        claiming = [(-row["owed"], place) for place, row in enumerate(rows) if row["owed"] > 0]
        heapq.heapify(owing)
        heapq.heapify(claiming)
        while owing and claiming:
            (debt, payer), (credit, payee) = heapq.heappop(owing), heapq.heappop(claiming)
            amount = -max(debt, credit)
            if debt + amount:
                heapq.heappush(owing, (debt + amount, payer))
            if credit + amount:
                heapq.heappush(claiming, (credit + amount, payee))
            yield _payment(rows[payer], rows[payee], amount)


def _payment(payer: Row, payee: Row, amount: Decimal) -> Row:
    row = {name: payer[name] for name in (*_UNIT, "where")} | {"amount": amount} | _worth(amount, payer)
    row |= {"from_player": payer["player_id"], "from_name": payer["player_name"]}
    row |= {"to_player": payee["player_id"], "to_name": payee["player_name"]}
    return row | _parties(row)


def uncorrected_rows(store: Store) -> list[Row]:
    """Errors without a payment, counted by check and reason; those told together with another are corrected there."""
    return store.rows(
        "select check_id, reason, count(*) as n from uncorrected where reason not like 'told together with finding %' "
        "group by all order by n desc, check_id, reason"
    )


def render_corrections(store: Store, form: str, width: int, limit: int | None = None, part: str | None = None) -> str:
    """All parts, or the one asked for, in the form asked for; CSV has one table, by finding unless another is asked for."""
    corrections, players = correction_rows(store, limit), player_rows(store)
    n_all = int(store.value("select count(*) from corrections"))
    tables: dict[str, tuple[str, Sequence[Field], Sequence[Row]]] = {
        "finding": ("Corrections", FINDING_FIELDS, corrections),
        "player": ("Sums", PLAYER_FIELDS, players),
        "payment": ("Payments", PAYMENT_FIELDS, list(payment_rows(players))),
        "uncorrected": ("Not corrected", UNCORRECTED_FIELDS, uncorrected_rows(store)),
    }
    if form == "csv" or (part is not None and form != "table"):
        _, fields, rows = tables[part or "finding"]
        return render_rows(fields, rows, form)
    if form == "json":
        listed = {
            name: [{f.name: plain_value(row[f.name]) for f in fields} for row in rows]
            for name, (_, fields, rows) in tables.items()
        }
        return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"
    if form == "md":
        return "\n".join(f"## {title}\n\n{render_rows(fields, rows, form)}" for title, fields, rows in tables.values())
    return _for_people({name: rows for name, (_, _, rows) in tables.items()}, width, part, n_all)


def _for_people(rows: Mapping[str, Sequence[Row]], width: int, part: str | None, n_all: int) -> str:
    shown = [{**row, "check_id": f"{row['check_id']}{' *' if row['is_shared'] else ''}"} for row in rows["finding"]]
    blocks = {
        "finding": ("CORRECTIONS, finding by finding", _SHOWN_FINDINGS, shown),
        "player": ("SUMS, by player and currency", _SHOWN_PLAYERS, rows["player"]),
        "payment": ("PAYMENTS that settle them", _SHOWN_PAYMENTS, rows["payment"]),
        "uncorrected": ("NOT CORRECTED, errors", UNCORRECTED_FIELDS, rows["uncorrected"]),
    }
    parts = []
    for name, (title, fields, listed) in blocks.items():
        if part not in (None, name):
            continue
        if not listed and not (name == "finding" and n_all):
            parts += [f"{title}\nnone\n"] if name in ("finding", part) else []
            continue
        worth = _SHOWN_WORTH if any(row.get("worth") is not None for row in listed) else ()
        text = f"{title}\n{render_rows((*fields, *worth), listed, 'table', width)}"
        if name == "finding":
            text += f"{_SHARED}\n" if any(row["is_shared"] for row in listed) else ""
            left = n_all - len(listed)
            text += f"{left:,} more corrections are not shown; --limit says how many are.\n" if left else ""
        parts.append(text)
    if part is None and n_all:
        parts.append("\n".join(wrap(_NOTE, width)) + "\n")
    return "\n".join(parts)
