"""Writer of `capture_hh`: hands of PPPoker, UPoker and Spartan in the pretty print of the capture files.

What a capture cannot say is refused by name, never dropped: seats, stacks, claims other than points and net, pairs, streets' times.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, BinaryIO

import pyarrow as pa

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.read.capture_spec import POINTLESS, RULES, SITES
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.text_head import money_text
from ofc_audit.read.write_rows import Row, each_hand

_APP = {site: app for app, site in SITES.items()}
_RULES = {end: words for words, end in RULES.items()}
_UNSAID = {
    "hands": (
        "option_scoring", "option_royalties", "option_royalty_settlement", "option_fantasyland", "option_one_hand", "match_cap", "match_id",
        "last_of_match", "tournament_id", "level", "levels", "rake", "sitting_out", "events", "unknown_keys",
    ),
    "seats": ("seat_no", "stack"),
    "boards": ("dealt", "street_ms", "street_auto"),
    "claims": (
        "is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "rake", "stack", "is_fantasy_next", "fantasy_next", "bounty", "place",
    ),
}  # fmt: skip


def _refuse(table: str, row: Row, hand: Row) -> None:
    for name in _UNSAID[table]:
        if row[name] is not None:
            raise ValueError(f"hand {hand['hand_id']}: a capture cannot say {table}.{name}")


def _cards(codes: list[int], streets: list[int], is_fantasy: bool) -> str:
    return " ".join(
        f"{CARD_TEXT[code]}{0 if is_fantasy else street - 1}"
        for code, street in zip(codes, streets, strict=True)
        if code != EMPTY
    )


def _player(hand: Row, seat: Row, board: Row, claim: Row) -> dict[str, Any]:
    for table, row in (("seats", seat), ("boards", board), ("claims", claim)):
        _refuse(table, row, hand)
    if any(code != EMPTY for code in board["shown"]):
        raise ValueError(f"hand {hand['hand_id']}: a capture has one board per player, not another one at showdown")
    fantasy = bool(seat["is_fantasy"])
    cards, streets = board["cards"], board["streets"]
    if any(
        code != EMPTY and (street == EMPTY or (not fantasy and not 1 <= street <= 5))
        for code, street in zip(cards, streets, strict=True)
    ):
        raise ValueError(f"hand {hand['hand_id']}: a capture needs the street of each card")
    known = board["discards"] is not None
    shown = board["discards"] or []
    if fantasy:
        # In Fantasyland only the discards tell how many cards were dealt.
        told = 13 + len(shown) if shown and board["is_complete"] else None
        if seat["fantasy_cards"] != told:
            raise ValueError(
                f"hand {hand['hand_id']}: a capture tells the Fantasyland cards of {seat['player_name']} by the discards alone"
            )
    if known and not shown:
        raise ValueError(f"hand {hand['hand_id']}: a capture cannot say that {seat['player_name']} discarded nothing")
    points = claim["points"]
    if points is not None and hand["site"] in POINTLESS:
        raise ValueError(f"hand {hand['hand_id']}: the result of a {hand['site']} capture is no count of points")
    rows = [(0, 3), (3, 8), (8, 13)]
    player: dict[str, Any] = {"inFantasy": fantasy}
    if points is not None:
        player["result"] = points
    player |= {"playerName": seat["player_name"], "orderIndex": seat["acting_order"]}
    if seat["is_hero"] is not None:
        player["hero"] = seat["is_hero"]
    player["dead"] = _cards(shown, board["discard_streets"] or [], fantasy)
    player["rows"] = "/".join(_cards(cards[a:b], streets[a:b], fantasy) for a, b in rows)
    if claim["net"] is not None:
        player["win"] = _number(claim["net"])
    player["playerId"] = seat["player_id"]
    return player


class _Exact(float):
    """An amount that JSON writes in its exact digits."""

    def __new__(cls, text: str) -> "_Exact":
        self = super().__new__(cls, 0)
        self.text = text
        return self

    text: str

    def __repr__(self) -> str:
        return self.text


def _number(amount: int) -> int | _Exact:
    text = money_text(amount)
    return int(text) if "." not in text else _Exact(text)


def _record(hand: Row, seats: list[Row], boards: list[Row], claims: list[Row], pairs: list[Row]) -> dict[str, Any]:
    _refuse("hands", hand, hand)
    app, kind = _APP.get(hand["site"]), (hand["rules_id"] or "").removeprefix(f"{hand['site']}_")
    if app is None:
        raise ValueError(f"hand {hand['hand_id']}: site {hand['site']!r} has no capture; known are {', '.join(_APP)}")
    if hand["rules_id"] is not None and kind not in _RULES:
        raise ValueError(f"hand {hand['hand_id']}: a capture cannot say the rule set {hand['rules_id']!r}")
    if pairs:
        raise ValueError(f"hand {hand['hand_id']}: a capture has no pairs")
    if hand["status"] == "cancelled":
        raise ValueError(f"hand {hand['hand_id']}: a capture cannot say that a hand was cancelled")
    if hand["point_value"] is None or hand["currency"] != "chips":
        raise ValueError(f"hand {hand['hand_id']}: a capture needs a point value in chips")
    players = [_player(hand, *rows) for rows in zip(seats, boards, claims, strict=True)]
    record: dict[str, Any] = {
        "stakes": _number(hand["point_value"]),
        "handData": {hand["hand_id"]: players},
        "appName": app,
    }
    if hand["chip_price"] is not None:
        record["price"] = f"{money_text(hand['chip_price'])}{hand['chip_currency']}"
    if hand["is_observed"] is not None:
        record["joined"] = not hand["is_observed"]
    if hand["club_id"] is not None:
        record["clubId"] = hand["club_id"]
    if kind:
        record["rules"] = _RULES[kind]
    if hand["ended_at"] is not None:
        ended = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=hand["ended_at"])
        if ended.microsecond:
            raise ValueError(f"hand {hand['hand_id']}: a capture has no fractions of a second")
        record["endDateTime"] = ended.strftime("%Y-%m-%d %H:%M:%S")
    if hand["table_id"] is not None:
        record["roomId"] = hand["table_id"]
    return record


def _pretty(record: dict[str, Any]) -> str:
    """The record as the capture tool prints it: players twelve blanks in, their list opened on the line of the hand's id."""

    def text(value: Any) -> str:
        return repr(value) if isinstance(value, _Exact) else json.dumps(value, ensure_ascii=False)

    fields = []
    for key, value in record.items():
        if key != "handData":
            fields.append(f"    {text(key)}: {text(value)}")
            continue
        ((hand_id, players),) = value.items()
        shown = [
            "            {\n"
            + ",\n".join(f"                {text(k)}: {text(v)}" for k, v in player.items())
            + "\n            }"
            for player in players
        ]
        fields.append(f'    "handData": {{{text(hand_id)}: [\n' + ",\n".join(shown) + "\n    ]}")
    return "{\n" + ",\n".join(fields) + "\n}\n\n\n"


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Write the hands in their order. Raises ValueError, naming hand and fact, for what a capture cannot carry."""
    for hand, seats, boards, claims, pairs in each_hand(tables):
        out.write(_pretty(_record(hand, seats, boards, claims, pairs)).encode())


def write_rows(rows: HandRows, out: BinaryIO) -> None:
    """Writes hands that the format holds whole."""
    write(rows.tables, out)
