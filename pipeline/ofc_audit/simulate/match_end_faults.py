"""Faults in how a match ends: marked too early, without its Fantasyland, or paid beyond its stake."""

from decimal import Decimal

import numpy as np
import pyarrow as pa

from ofc_audit.score.settlement import settle
from ofc_audit.simulate.edits import Tables, UnsuitableError, change_row, choose, hand_rows, row_of
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules
from ofc_audit.simulate.playable import room_rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.tell import stated_pairs, tell


def _match(tables: Tables, hand: int) -> str | None:
    """The match of a hand; None beyond the history too."""
    if not 0 <= hand < tables["hands"].num_rows:
        return None
    match: str | None = row_of(tables, "hands", hand)["match_id"]
    return match


def _has_fantasy(tables: Tables, hand: int) -> bool:
    return any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", hand))


def marked_last_too_early(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand is marked as the last of its match, and the match goes on."""
    del rules
    row = row_of(tables, "hands", aim.hand)
    if row["match_id"] is None or row["last_of_match"] or _match(tables, aim.hand + 1) != row["match_id"]:
        raise UnsuitableError
    return change_row(tables, "hands", aim.hand, last_of_match=True)


def fantasyland_left_out(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A match ends before the fantasy hand that somebody earned, everybody having chips left."""
    del rules
    n, row = tables["hands"].num_rows, row_of(tables, "hands", aim.hand)
    after = aim.hand + 1
    claims = hand_rows(tables, "claims", aim.hand)
    if after >= n or _match(tables, after) != row["match_id"] or row["match_id"] is None:
        raise UnsuitableError
    is_last = row_of(tables, "hands", after)["last_of_match"]
    if not is_last or not _has_fantasy(tables, after) or any(claim["net"] is None for claim in claims):
        raise UnsuitableError
    if any(claim["stack"] is not None and claim["stack"] <= 0 for claim in claims):
        raise UnsuitableError
    marked = change_row(tables, "hands", aim.hand, last_of_match=True)
    return choose(marked, [*range(aim.hand + 1), *range(aim.hand + 2, n)])


def stake_ignored(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand moves more than the stake of the match leaves, up to all that the players have."""
    pairs, seats = stated_pairs(tables, aim.hand), hand_rows(tables, "seats", aim.hand)
    played = played_rules(tables, rules, aim.hand)
    by_hand = played.value("settlement.scope") == "hand" and played.value("settlement.match_cap") != "none"
    if not by_hand or any(seat["stack"] is None for seat in seats):
        raise UnsuitableError
    price = row_of(tables, "hands", aim.hand)["point_value"]
    ordered = sorted(pairs, key=lambda pair: (pair["a"], pair["b"]))
    points = np.array([[pair["points"] for pair in ordered]], np.int64)
    stacks = np.array([[int(seat["stack"].scaleb(4)) for seat in seats]], np.int64)
    worth = np.array([int(price.scaleb(4))], np.int64)
    amounts = settle(points, worth, stacks, room_rules(played, None)).amount.values[0].tolist()
    was = [pair["amount"] for pair in ordered]
    for pair, amount in zip(ordered, amounts, strict=True):
        pair["amount"] = Decimal(amount).scaleb(-4)
    if [pair["amount"] for pair in ordered] == was:
        raise UnsuitableError
    return tell(tables, rules, aim.hand, pairs, start="amounts")


_NO_MATCHES = {CAPTURE: "a recording knows no matches"}

KINDS = (
    Fault(
        marked_last_too_early,
        "match.length",
        "marks a hand as the last and goes on with the match",
        hidden=_NO_MATCHES,
        reach="next",
    ),
    Fault(fantasyland_left_out, "match.length", "ends a match before its Fantasyland", hidden=_NO_MATCHES),
    Fault(stake_ignored, "settle.amount", "lets more move than the stake of the match", hidden=_NO_MATCHES),
)
