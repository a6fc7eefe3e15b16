"""Faults in what a site states of a hand that was dealt and set as it should be."""

from collections.abc import Mapping
from decimal import Decimal

import numpy as np
import pyarrow as pa

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules
from ofc_audit.score.masked import Masked
from ofc_audit.score.pairs import BoardRows, bonus_table, score_pairs
from ofc_audit.score.royalties import count_royalties
from ofc_audit.simulate.edits import (
    Row,
    Tables,
    UnsuitableError,
    change_row,
    choose,
    follow,
    hand_rows,
    put_rows,
    row_of,
    rows_of,
)

Rules = Mapping[str, RuleSet]
ROWS = ("top", "middle", "bottom")


def _pairs(tables: Tables, hand: int) -> list[Row]:
    pairs = hand_rows(tables, "claimed_pairs", hand)
    if not pairs or any(pair["amount"] is None for pair in pairs):
        raise UnsuitableError
    return pairs


def _rules_of(tables: Tables, rules: Rules, hand: int) -> RuleSet:
    played, index = effective_rules(choose(tables, [hand])["hands"], rules)
    found = played[int(index[0])]
    if found is None:
        raise UnsuitableError
    return found


def _is_fouled(claims: list[Row], pair: Row) -> bool:
    return bool(claims[pair["a"]]["is_foul"] or claims[pair["b"]]["is_foul"])


def _score_with_fouls(tables: Tables, rules: Rules, hand: int, fouls: list[bool]) -> dict[str, pa.Table]:
    """The hand as a site pays that takes exactly `fouls` for fouls, whatever the boards say."""
    one = choose(tables, [hand])
    played = _rules_of(tables, rules, hand)
    scored, _ = score_tables(one["hands"], one["seats"], one["boards"], rules)
    values = tuple(np.asarray(scored.column(f"{row}_value"), np.uint16) for row in ROWS)
    is_foul = Masked(np.array(fouls))
    royalties = count_royalties((values[0], values[1], values[2]), is_foul, played)
    by_seat = tuple(Masked(one_row.values[:, None]) for one_row in royalties)
    board = BoardRows(
        (values[0][:, None], values[1][:, None], values[2][:, None]),
        Masked(is_foul.values[:, None]),
        (by_seat[0], by_seat[1], by_seat[2]),
    )
    pairs = score_pairs(board, played)
    claims = hand_rows(tables, "claims", hand)
    for seat, claim in enumerate(claims):
        claim["is_foul"] = fouls[seat]
        for row, points in zip(ROWS, royalties, strict=True):
            claim[f"{row}_royalties"] = None if fouls[seat] else int(points.values[seat])
    claimed = _pairs(tables, hand)
    for place, pair in enumerate(claimed):
        for row, result in zip(ROWS, pairs.rows, strict=True):
            pair[row] = int(result.values[0, place])
        pair["bonus"] = int(pairs.bonus.values[0, place])
        pair["royalties_a"], pair["royalties_b"] = (int(own.values[0, place]) for own in pairs.royalties)
    changed = put_rows(put_rows(tables, "claims", hand, claims), "claimed_pairs", hand, claimed)
    return follow(changed, rules, hand)


def foul_not_called(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A foul is paid as a legal hand, its rows compared as they lie."""
    _pairs(tables, hand)
    claims = hand_rows(tables, "claims", hand)
    fouls = [bool(claim["is_foul"]) for claim in claims]
    if sum(fouls) != 1:
        raise UnsuitableError
    return _score_with_fouls(tables, rules, hand, [False] * len(fouls))


def foul_called_wrongly(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A legal hand is paid as a foul."""
    _pairs(tables, hand)
    claims = hand_rows(tables, "claims", hand)
    if any(claim["is_foul"] or claim["is_fantasy_next"] for claim in claims):
        raise UnsuitableError
    return _score_with_fouls(tables, rules, hand, [True] + [False] * (len(claims) - 1))


def _change_royalties(tables: Tables, rules: Rules, hand: int, change: int | None) -> dict[str, pa.Table]:
    """One row's royalties changed by `change`, None for not paid at all, in the claim and in each pair of the
    player.
    """
    pairs = _pairs(tables, hand)
    at = rows_of(tables, "claims", hand)
    for seat, where in enumerate(at):
        claim = row_of(tables, "claims", where)
        for row in ROWS:
            had = claim[f"{row}_royalties"]
            if not had:
                continue
            by = -had if change is None else change
            changed = change_row(tables, "claims", where, **{f"{row}_royalties": had + by})
            for pair in pairs:
                for side in ("a", "b"):
                    if pair[side] == seat:
                        pair[f"royalties_{side}"] += by
            return follow(put_rows(changed, "claimed_pairs", hand, pairs), rules, hand)
    raise UnsuitableError


def royalties_not_paid(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """Royalties of a row are not paid."""
    return _change_royalties(tables, rules, hand, None)


def royalties_too_high(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """Royalties of a row are one point too high."""
    return _change_royalties(tables, rules, hand, 1)


def row_to_wrong_hand(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A row goes to the weaker hand; the bonus is that of the rows as given."""
    pairs, claims = _pairs(tables, hand), hand_rows(tables, "claims", hand)
    bonus = bonus_table(_rules_of(tables, rules, hand)).values
    for pair in pairs:
        lost = [row for row in ROWS if pair[row] == -1]
        if _is_fouled(claims, pair) or len(lost) != 2:
            continue
        pair[lost[-1]] = 1
        pair["bonus"] = int(bonus[9 * pair["top"] + 3 * pair["middle"] + pair["bottom"] + 13])
        return follow(put_rows(tables, "claimed_pairs", hand, pairs), rules, hand)
    raise UnsuitableError


def scoop_not_paid(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """All three rows are won and no bonus is paid."""
    pairs, claims = _pairs(tables, hand), hand_rows(tables, "claims", hand)
    for pair in pairs:
        if abs(pair["top"] + pair["middle"] + pair["bottom"]) == 3 and pair["bonus"] and not _is_fouled(claims, pair):
            pair["bonus"] = 0
            return follow(put_rows(tables, "claimed_pairs", hand, pairs), rules, hand)
    raise UnsuitableError


def pair_added_wrong(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A pair's points are one more than its parts."""
    pairs = _pairs(tables, hand)
    pairs[0]["points"] += 1
    return follow(put_rows(tables, "claimed_pairs", hand, pairs), rules, hand, "points")


def points_added_wrong(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A player's points are one more than his pairs."""
    del rules
    at = rows_of(tables, "claims", hand)[0]
    points = row_of(tables, "claims", at)["points"]
    if points is None:
        raise UnsuitableError
    return change_row(tables, "claims", at, points=points + 1)


def amount_not_capped(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A pair moves all that its points cost, though the winner has less; the loser can pay it."""
    pairs = _pairs(tables, hand)
    price = row_of(tables, "hands", hand)["point_value"]
    for pair in pairs:
        if 0 < abs(pair["amount"]) < abs(pair["points"]) * price:
            pair["amount"] = pair["points"] * price
            changed = follow(put_rows(tables, "claimed_pairs", hand, pairs), rules, hand, "amounts")
            if any(claim["stack"] < 0 for claim in hand_rows(changed, "claims", hand)):
                raise UnsuitableError
            return changed
    raise UnsuitableError


def amount_off(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """A pair moves one point less than it costs."""
    pairs = _pairs(tables, hand)
    price = row_of(tables, "hands", hand)["point_value"]
    for pair in pairs:
        if abs(pair["amount"]) > price and abs(pair["amount"]) == abs(pair["points"]) * price:
            pair["amount"] -= price if pair["amount"] > 0 else -price
            return follow(put_rows(tables, "claimed_pairs", hand, pairs), rules, hand, "amounts")
    raise UnsuitableError


def net_off(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """Part of what one player won is paid to another; the pairs are right."""
    del rules
    _pairs(tables, hand)
    changed: dict[str, pa.Table] = dict(tables)
    for at, by in zip(rows_of(tables, "claims", hand), (Decimal("1.00"), Decimal("-1.00")), strict=False):
        claim = row_of(tables, "claims", at)
        stack = None if claim["stack"] is None else claim["stack"] + by
        if stack is not None and stack < 0:
            raise UnsuitableError
        changed = change_row(changed, "claims", at, net=claim["net"] + by, stack=stack)
    return changed


def rake_hidden(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """The hand's rake is more than the rakes of the seats."""
    del rules
    rake = row_of(tables, "hands", hand)["rake"]
    if rake is None:
        raise UnsuitableError
    return change_row(tables, "hands", hand, rake=rake + Decimal("0.50"))


def stack_off(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """The stack after the hand is not the stack before it plus the net."""
    del rules
    at = rows_of(tables, "claims", hand)[0]
    stack = row_of(tables, "claims", at)["stack"]
    if stack is None:
        raise UnsuitableError
    return change_row(tables, "claims", at, stack=stack + Decimal("2.00"))


def _recorded(tables: Tables, hand: int) -> list[tuple[int, Decimal]]:
    """Where the claims of a recording are and what net they state; only a recording states nets without pairs."""
    rows = [(at, row_of(tables, "claims", at)["net"]) for at in rows_of(tables, "claims", hand)]
    if hand_rows(tables, "claimed_pairs", hand) or any(net is None for _, net in rows):
        raise UnsuitableError
    return rows


def loser_overpays(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """In a recording, a loser pays a winner five points more than his points cost."""
    del rules
    more = 5 * row_of(tables, "hands", hand)["point_value"]
    rows = _recorded(tables, hand)
    losers, winners = [row for row in rows if row[1] < 0], [row for row in rows if row[1] > 0]
    if not losers or not winners:
        raise UnsuitableError
    (loser, lost), (winner, won) = losers[0], winners[0]
    return change_row(change_row(tables, "claims", loser, net=lost - more), "claims", winner, net=won + more)


def money_appears(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """In a recording, a loser pays one point of many, as if he had no more, and the winners get theirs in full."""
    del rules
    price = row_of(tables, "hands", hand)["point_value"]
    for at, net in _recorded(tables, hand):
        if net <= -5 * price:
            return change_row(tables, "claims", at, net=-price)
    raise UnsuitableError


def fantasy_not_announced(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """Fantasyland was earned, and the site says it was not."""
    del rules
    for at in rows_of(tables, "claims", hand):
        if row_of(tables, "claims", at)["is_fantasy_next"]:
            return change_row(tables, "claims", at, is_fantasy_next=False, fantasy_next=0)
    raise UnsuitableError


def fantasy_announced_wrongly(tables: Tables, rules: Rules, hand: int) -> dict[str, pa.Table]:
    """Fantasyland was not earned, and the site announces it."""
    del rules
    for at in rows_of(tables, "claims", hand):
        if row_of(tables, "claims", at)["is_fantasy_next"] is False:
            return change_row(tables, "claims", at, is_fantasy_next=True, fantasy_next=14)
    raise UnsuitableError
