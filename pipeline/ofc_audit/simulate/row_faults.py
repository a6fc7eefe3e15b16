"""Faults of rows and bonus: ties, the scoop, the other scoring method, the fine for a foul, a pair told the wrong way
round.
"""

import pyarrow as pa

from ofc_audit.score.pairs import bonus_table
from ofc_audit.simulate.blind import CAPPED
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, hand_rows, put_rows
from ofc_audit.simulate.fault import Aim, Fault, Rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.score_faults import IN_RECORDING, ROWS
from ofc_audit.simulate.tell import claims_told, pairs_told, tell


def _sign(pair: Row, seat: int) -> int:
    """From whose side a pair is told: 1 if the player is a, -1 if he is b, 0 if it is not his."""
    return 1 if pair["a"] == seat else -1 if pair["b"] == seat else 0


def _n_fouls(claims: list[Row], pair: Row) -> int:
    return int(bool(claims[pair["a"]]["is_foul"])) + int(bool(claims[pair["b"]]["is_foul"]))


def _bonus_of(tables: Tables, rules: Rules, hand: int, pair: Row) -> int:
    bonus = bonus_table(played_rules(tables, rules, hand))
    at = 9 * pair["top"] + 3 * pair["middle"] + pair["bottom"] + 13
    return int(bonus.values[at])


def tie_given(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A tied row counts as won."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        tied = [row for row in ROWS if pair[row] == 0]
        if _sign(pair, aim.seat) and tied and not _n_fouls(claims, pair):
            pair[tied[0]] = _sign(pair, aim.seat)
            pair["bonus"] = _bonus_of(tables, rules, aim.hand, pair)
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def win_called_a_tie(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A row that a player won counts as tied."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        won = [row for row in ROWS if pair[row] * _sign(pair, aim.seat) == 1]
        if won and not _n_fouls(claims, pair):
            pair[won[0]] = 0
            pair["bonus"] = _bonus_of(tables, rules, aim.hand, pair)
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def rows_turned_round(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The rows of a pair are told from the wrong side: who won more of them loses as many, with the bonus."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        if _sign(pair, aim.seat) * sum(pair[row] for row in ROWS) > 0 and not _n_fouls(claims, pair):
            pair |= {name: -pair[name] for name in (*ROWS, "bonus")}
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def scoop_with_a_tie(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Two rows are won and one is tied, and the bonus for all three is paid, where the scoring wants all three."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    played = played_rules(tables, rules, aim.hand)
    for pair in pairs:
        won = sorted(pair[row] * _sign(pair, aim.seat) for row in ROWS)
        if played.value("score.method") == "1-6" and won == [0, 1, 1] and not _n_fouls(claims, pair):
            pair["bonus"] = 3 * _sign(pair, aim.seat)
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def scoop_paid_twice(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A bonus is paid twice over."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        if pair["bonus"] * _sign(pair, aim.seat) > 0 and not _n_fouls(claims, pair):
            pair["bonus"] *= 2
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def scored_by_other_method(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """All pairs of the hand have the bonus of the other scoring method: 2-4 in place of 1-6, or 1-6 in place of 2-4."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    method = played_rules(tables, rules, aim.hand).value("score.method")
    if method not in ("1-6", "2-4"):
        raise UnsuitableError
    changed = False
    for pair in pairs:
        if _n_fouls(claims, pair):
            continue
        won = pair["top"] + pair["middle"] + pair["bottom"]
        n_won = max(sum(pair[row] == 1 for row in ROWS), sum(pair[row] == -1 for row in ROWS))
        size = (1 if n_won >= 2 else 0) if method == "1-6" else (3 if abs(won) == 3 else 0)
        bonus = size if won > 0 else -size
        changed |= bonus != pair["bonus"]
        pair["bonus"] = bonus
    if not changed:
        raise UnsuitableError
    return tell(tables, rules, aim.hand, pairs)


def fine_not_paid(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A foul loses its three rows to a player and pays him nothing on top."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        if _n_fouls(claims, pair) == 1 and pair["bonus"] * _sign(pair, aim.seat) > 0:
            pair["bonus"] = 0
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def two_fouls_pay(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """One of two fouls pays the other as if that were a legal hand."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    for pair in pairs:
        if _n_fouls(claims, pair) == 2 and _sign(pair, aim.seat):
            pair |= dict.fromkeys(ROWS, _sign(pair, aim.seat))
            pair["bonus"] = int(bonus_table(played_rules(tables, rules, aim.hand)).values[27 + 26]) * pair["top"]
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def totals_swapped(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player and the next one have each other's totals of points; nothing else follows from them."""
    del rules
    claims = hand_rows(tables, "claims", aim.hand)
    other = claims[(aim.seat + 1) % len(claims)]
    mine = claims[aim.seat]
    if mine["points"] is None or mine["points"] == other["points"]:
        raise UnsuitableError
    mine["points"], other["points"] = other["points"], mine["points"]
    return put_rows(tables, "claims", aim.hand, claims)


KINDS = (
    Fault(
        tie_given,
        "score.rows",
        "counts a tied row as won",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        win_called_a_tie,
        "score.rows",
        "counts a row won as tied",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        rows_turned_round,
        "score.rows",
        "tells the rows of a pair from the wrong side",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        two_fouls_pay,
        "score.rows",
        "lets one of two fouls pay the other",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        scoop_with_a_tie,
        "score.scoop",
        "pays the bonus of all three rows with one tied",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        scoop_paid_twice,
        "score.scoop",
        "pays a bonus twice over",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        scored_by_other_method,
        "score.scoop",
        "gives the bonus of the other scoring method",
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        fine_not_paid,
        "score.scoop",
        "takes the rows of a foul and no fine",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        totals_swapped,
        "score.points",
        "gives two players each other's totals",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
)
