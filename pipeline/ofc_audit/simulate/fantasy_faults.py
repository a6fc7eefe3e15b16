"""Faults in what a site announces of Fantasyland after a hand; how it is dealt afterwards is right."""

import pyarrow as pa

from ofc_audit.simulate.blind import MATCH_OVER, WORTH_UNKNOWN
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, change_row, hand_rows, player_row, put_rows
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules
from ofc_audit.simulate.tell import reckoned

_SOME_CARDS = 14


def _seat(tables: Tables, aim: Aim) -> tuple[Row, Row]:
    """The player's row of seats and his claim."""
    return hand_rows(tables, "seats", aim.hand)[aim.seat], hand_rows(tables, "claims", aim.hand)[aim.seat]


def _announce(tables: Tables, aim: Aim, cards: int) -> dict[str, pa.Table]:
    at = player_row(tables, "claims", aim.hand, aim.seat)
    return change_row(tables, "claims", at, is_fantasy_next=cards > 0, fantasy_next=cards)


def fantasy_not_announced(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Fantasyland was earned, and the site says it was not."""
    del rules
    seat, claim = _seat(tables, aim)
    if seat["is_fantasy"] or not claim["is_fantasy_next"]:
        raise UnsuitableError
    return _announce(tables, aim, 0)


def stay_not_announced(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland earned to stay, and the site says he did not."""
    del rules
    seat, claim = _seat(tables, aim)
    if not seat["is_fantasy"] or not claim["is_fantasy_next"]:
        raise UnsuitableError
    return _announce(tables, aim, 0)


def fantasy_announced_wrongly(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Fantasyland was not earned, and the site announces it."""
    del rules
    seat, claim = _seat(tables, aim)
    if seat["is_fantasy"] or claim["is_fantasy_next"] is not False:
        raise UnsuitableError
    return _announce(tables, aim, _SOME_CARDS)


def stay_announced_wrongly(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland did not earn to stay, and the site announces that he does."""
    seat, claim = _seat(tables, aim)
    if not seat["is_fantasy"] or claim["is_fantasy_next"] is not False:
        raise UnsuitableError
    if reckoned(tables, rules, aim.hand)[0][aim.seat]["is_stay_qualified"]:
        raise UnsuitableError
    return _announce(tables, aim, _SOME_CARDS)


def stay_over_the_limit(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player has stayed as often as he may, meets a condition once more, and the site announces another stay."""
    seat, claim = _seat(tables, aim)
    if not seat["is_fantasy"] or claim["is_fantasy_next"] is not False:
        raise UnsuitableError
    if not reckoned(tables, rules, aim.hand)[0][aim.seat]["is_stay_qualified"]:
        raise UnsuitableError
    return _announce(tables, aim, seat["fantasy_cards"] or _SOME_CARDS)


def fantasy_announced_on_a_foul(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A fouled hand is sent to Fantasyland."""
    del rules
    seat, claim = _seat(tables, aim)
    if seat["is_fantasy"] or not claim["is_foul"] or claim["is_fantasy_next"] is not False:
        raise UnsuitableError
    return _announce(tables, aim, _SOME_CARDS)


def fantasy_announced_to_neighbour(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player earned Fantasyland, and the site announces it for the next one."""
    del rules
    claims = hand_rows(tables, "claims", aim.hand)
    mine, other = claims[aim.seat], claims[(aim.seat + 1) % len(claims)]
    if not mine["is_fantasy_next"] or other["is_fantasy_next"] is not False:
        raise UnsuitableError
    for name in ("is_fantasy_next", "fantasy_next"):
        mine[name], other[name] = other[name], mine[name]
    return put_rows(tables, "claims", aim.hand, claims)


def fantasy_count_announced_wrongly(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Fantasyland is announced with one card more than was earned."""
    del rules
    _, claim = _seat(tables, aim)
    if not claim["fantasy_next"]:
        raise UnsuitableError
    return _announce(tables, aim, claim["fantasy_next"] + (1 if claim["fantasy_next"] < 17 else -1))


_NOT_SAID = {CAPTURE: "a recording announces no Fantasyland"}
_CHECK = "fantasy.claim"

KINDS = (
    Fault(
        fantasy_not_announced,
        _CHECK,
        "says nothing is earned where it is",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        stay_not_announced,
        _CHECK,
        "says nobody stays where one does",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        fantasy_announced_wrongly,
        _CHECK,
        "announces what was not earned",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        stay_announced_wrongly,
        _CHECK,
        "announces a stay that was not earned",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        stay_over_the_limit,
        _CHECK,
        "announces one stay too many",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        fantasy_announced_on_a_foul,
        _CHECK,
        "announces Fantasyland for a foul",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        fantasy_announced_to_neighbour,
        _CHECK,
        "announces Fantasyland for the neighbour",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(MATCH_OVER,),
    ),
    Fault(
        fantasy_count_announced_wrongly,
        _CHECK,
        "announces another number of Fantasyland cards",
        has_seats=True,
        hidden=_NOT_SAID,
        unless=(WORTH_UNKNOWN, MATCH_OVER),
    ),
)
