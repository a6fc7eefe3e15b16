"""Faults of the score: fouls, rows, bonus, royalties, and sums of points, of boards that were dealt and set as they should
be.
"""

import numpy as np
import pyarrow as pa

from ofc_audit.score.batch import score_tables
from ofc_audit.score.masked import Masked
from ofc_audit.score.pairs import BoardRows, bonus_table, pairs_of, score_pairs
from ofc_audit.score.royalties import count_royalties
from ofc_audit.simulate.blind import CAPPED
from ofc_audit.simulate.edits import (
    Row,
    Tables,
    UnsuitableError,
    change_row,
    choose,
    player_row,
    row_of,
)
from ofc_audit.simulate.fault import LARGE, POINT_SIZES, Aim, Fault, Rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.tell import claims_told, pairs_told, tell

ROWS = ("top", "middle", "bottom")
IN_RECORDING = ("score.points", "settle.net")
"""What names a wrong score where a recording states points and nets, or nets alone."""
MANY_POINTS = 500
"""More points than a hand can cost a player."""


def _is_fouled(claims: list[Row], pair: Row) -> bool:
    return bool(claims[pair["a"]]["is_foul"] or claims[pair["b"]]["is_foul"])


def _score_with_fouls(tables: Tables, rules: Rules, hand: int, fouls: list[bool]) -> dict[str, pa.Table]:
    """The hand as a site pays that takes exactly `fouls` for fouls, whatever the boards say."""
    one = choose(tables, [hand])
    played = played_rules(tables, rules, hand)
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
    claims = claims_told(tables, rules, hand)
    for seat, claim in enumerate(claims):
        claim["is_foul"] = fouls[seat]
        for row, points in zip(ROWS, royalties, strict=True):
            claim[f"{row}_royalties"] = None if fouls[seat] else int(points.values[seat])
    claimed = pairs_told(tables, rules, hand)
    # The record lists its pairs in the order in which they are settled.
    columns = {pair: column for column, pair in enumerate(pairs_of(len(claims)))}
    for pair in claimed:
        place = columns[pair["a"], pair["b"]]
        for row, result in zip(ROWS, pairs.rows, strict=True):
            pair[row] = int(result.values[0, place])
        pair["bonus"] = int(pairs.bonus.values[0, place])
        pair["royalties_a"], pair["royalties_b"] = (int(own.values[0, place]) for own in pairs.royalties)
    return tell(tables, rules, hand, claimed, claims)


def foul_not_called(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A foul is paid as a legal hand, its rows compared as they lie."""
    fouls = [bool(claim["is_foul"]) for claim in claims_told(tables, rules, aim.hand)]
    if not fouls[aim.seat]:
        raise UnsuitableError
    fouls[aim.seat] = False
    return _score_with_fouls(tables, rules, aim.hand, fouls)


def foul_called_wrongly(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A legal hand is paid as a foul."""
    claims = claims_told(tables, rules, aim.hand)
    # Who is out of Fantasyland for a foul is not sent there in the next hand, which would be another fault.
    if claims[aim.seat]["is_foul"] or claims[aim.seat]["is_fantasy_next"]:
        raise UnsuitableError
    fouls = [bool(claim["is_foul"]) for claim in claims]
    fouls[aim.seat] = True
    return _score_with_fouls(tables, rules, aim.hand, fouls)


def _change_royalties(tables: Tables, rules: Rules, aim: Aim, change: int | None) -> dict[str, pa.Table]:
    """One row's royalties changed by `change`, None for not paid at all, in the claim and in each pair of the
    player.
    """
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    claim = claims[aim.seat]
    row = next((row for row in ROWS if claim[f"{row}_royalties"]), None)
    if row is None:
        raise UnsuitableError
    by = -claim[f"{row}_royalties"] if change is None else change
    claim[f"{row}_royalties"] += by
    for pair in pairs:
        for side in ("a", "b"):
            if pair[side] == aim.seat:
                pair[f"royalties_{side}"] += by
    return tell(tables, rules, aim.hand, pairs, claims)


def royalties_not_paid(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Royalties of a row are not paid."""
    return _change_royalties(tables, rules, aim, None)


def royalties_too_high(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Royalties of a row are one point too high, or by more than any row is worth."""
    return _change_royalties(tables, rules, aim, MANY_POINTS if aim.size == LARGE else 1)


def row_to_wrong_hand(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player gets a row that another won; the bonus is that of the rows as given."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    bonus = bonus_table(played_rules(tables, rules, aim.hand)).values
    for pair in pairs:
        if aim.seat not in (pair["a"], pair["b"]) or _is_fouled(claims, pair):
            continue
        wins = 1 if pair["a"] == aim.seat else -1
        lost = [row for row in ROWS if pair[row] == -wins]
        if not lost:
            continue
        pair[lost[-1]] = wins
        pair["bonus"] = int(bonus[9 * pair["top"] + 3 * pair["middle"] + pair["bottom"] + 13])
        return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def scoop_not_paid(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player wins all three rows of another and gets no bonus."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        won = pair["top"] + pair["middle"] + pair["bottom"]
        winner = pair["a"] if won > 0 else pair["b"]
        if abs(won) == 3 and winner == aim.seat and pair["bonus"] and not _is_fouled(claims, pair):
            pair["bonus"] = 0
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def pair_added_wrong(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A pair's points are more than its parts, to a player's favour."""
    pairs = pairs_told(tables, rules, aim.hand)
    pair = next(pair for pair in pairs if aim.seat in (pair["a"], pair["b"]))
    more = MANY_POINTS if aim.size == LARGE else 1
    pair["points"] += more if pair["a"] == aim.seat else -more
    return tell(tables, rules, aim.hand, pairs, start="points")


def points_added_wrong(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player's points are more than his pairs."""
    del rules
    at = player_row(tables, "claims", aim.hand, aim.seat)
    points = row_of(tables, "claims", at)["points"]
    if points is None:
        raise UnsuitableError
    return change_row(tables, "claims", at, points=points + (MANY_POINTS if aim.size == LARGE else 1))


KINDS = (
    Fault(
        foul_not_called,
        "score.foul",
        "pays a foul as a legal hand",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        foul_called_wrongly,
        "score.foul",
        "pays a legal hand as a foul",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        royalties_not_paid,
        "score.royalties",
        "pays no royalties for a row",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        royalties_too_high,
        "score.royalties",
        "pays more royalties for a row than it is worth",
        has_seats=True,
        sizes=POINT_SIZES,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        row_to_wrong_hand,
        "score.rows",
        "gives a row to the weaker hand",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        scoop_not_paid,
        "score.scoop",
        "pays no bonus for all three rows",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        pair_added_wrong,
        "score.pair_points",
        "adds a pair up wrongly",
        has_seats=True,
        sizes=POINT_SIZES,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        points_added_wrong,
        "score.points",
        "adds a player's pairs up wrongly",
        has_seats=True,
        sizes=POINT_SIZES,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
)
