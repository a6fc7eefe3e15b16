"""Faults: a true history with one thing wrong, and the check that must find it.

A fault changes what a site would have changed, and lets everything follow that a site adds up from it: a scoop
that was not paid changes points, amounts, nets and stacks, and is still one cause.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import pyarrow as pa

from ofc_audit.simulate import (
    clock_faults,
    deal_faults,
    deck_faults,
    fantasy_deal_faults,
    fantasy_faults,
    match_end_faults,
    match_faults,
    pay_faults,
    rake_faults,
    record_faults,
    room_faults,
    row_faults,
    royalty_faults,
    score_faults,
    settle_faults,
    stack_faults,
    tournament_faults,
)
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, hand_rows, keys_of, rekey, row_of
from ofc_audit.simulate.fault import POINT, Aim, Fault, Lie, Planted, Rules, Size
from ofc_audit.simulate.retell import carry_stacks, played_rules

_KINDS: Sequence[Fault] = (
    *deal_faults.KINDS,
    *deck_faults.KINDS,
    *score_faults.KINDS,
    *row_faults.KINDS,
    *royalty_faults.KINDS,
    *settle_faults.KINDS,
    *pay_faults.KINDS,
    *rake_faults.KINDS,
    *fantasy_faults.KINDS,
    *fantasy_deal_faults.KINDS,
    *match_faults.KINDS,
    *match_end_faults.KINDS,
    *clock_faults.KINDS,
    *tournament_faults.KINDS,
    *record_faults.KINDS,
    *stack_faults.KINDS,
    *room_faults.KINDS,
)

FAULTS: Mapping[str, Fault] = {fault.name: fault for fault in _KINDS}
"""Every kind of fault by name."""


def plant(
    tables: Tables,
    rules: Rules,
    name: str,
    start: int = 0,
    *,
    seat: int | None = None,
    size: Size | None = None,
    says_less: Callable[[Tables], dict[str, pa.Table]] | None = None,
) -> tuple[dict[str, pa.Table], Planted]:
    """A history with the fault in the first hand from `start` on in which it can happen, and where it is.

    `seat`: the acting order of the player it is done to, any where none is given; `size`: for how much, the kind's
    usual size where none is given; `says_less`: what the record leaves unsaid of all that the site reckons, true or not.
    Meant for the history of one table: the hands after the fault are told anew.

    Raises KeyError for a name that is no fault and ValueError when no hand suits it, or when it is done to nobody in
    particular or has no such size.
    """
    fault = FAULTS[name]
    if seat is not None and not fault.has_seats:
        raise ValueError(f"the fault {name} is done to nobody in particular: it takes no seat")
    if size is not None and size not in fault.sizes:
        raise ValueError(f"the fault {name} has no size {size!r}; it has {', '.join(fault.sizes) or 'none'}")
    true = tables if says_less is None else says_less(tables)
    for aim in _aims(tables, fault, start, seat, size):
        try:
            changed = fault.make(tables, rules, aim)
            if fault.carries:
                changed = carry_stacks(changed, tables, rules, aim.hand)
            if says_less is not None:
                changed = says_less(changed)
            if all(changed[table] is true[table] or changed[table].equals(true[table]) for table in true):
                # Where nothing is told otherwise there is no lie.
                continue
            changed = rekey(changed)
        except UnsuitableError:
            continue
        return changed, _planted(fault, Lie(true, changed, rules, aim))
    raise ValueError(f"no hand from number {start} on suits the fault {name}: {fault.what}")


def _aims(tables: Tables, fault: Fault, start: int, seat: int | None, size: Size | None) -> Iterable[Aim]:
    """What can be aimed at, hand by hand and in each player by player."""
    first = fault.sizes[0] if fault.sizes else POINT
    n_seats = tables["hands"].column("n_seats").to_pylist()
    for hand in range(start, len(n_seats)):
        seats = [0] if not fault.has_seats else range(n_seats[hand]) if seat is None else [seat]
        yield from (Aim(hand, at, size or first) for at in seats if at < n_seats[hand])


def _planted(fault: Fault, lie: Lie) -> Planted:
    hand, told = lie.aim.hand, lie.told
    row, keys = row_of(told, "hands", hand), keys_of(told)
    tables = told["hands"].column("table_id").to_pylist()
    later = [at for at in range(hand + 1, len(tables)) if tables[at] == row["table_id"]]
    before = [at for at in range(hand) if tables[at] == row["table_id"]][-1:]
    reached = {"hand": [], "next": later[:1], "around": [*before, *later[:1]], "table": later}[fault.reach]
    seats = hand_rows(told, "seats", hand)
    return Planted(
        fault=fault,
        aim=lie.aim,
        hand_id=row["hand_id"],
        hand_key=int(keys[hand]),
        hand_keys=tuple(int(keys[at]) for at in (hand, *reached)),
        seat=seats[lie.aim.seat] if fault.has_seats else None,
        check_ids=_check_ids(fault, told, hand, lie.rules),
        blind=next((blind.reason for blind in fault.unless if blind.holds(lie)), None),
    )


def _adds_up(row: Row, claims: Sequence[Row]) -> bool:
    """Whether all nets are stated, and with the rake stated nothing vanishes and nothing appears."""
    rakes = [claim["rake"] for claim in claims if claim["rake"] is not None]
    rake = sum(rakes) if rakes else row["rake"] or 0
    return all(claim["net"] is not None for claim in claims) and sum(claim["net"] for claim in claims) + rake == 0


_CAPS = ("both", "loser", "none")
_SEEN_AS = {"settle.amount": "claimed_pairs", "settle.rake": "rake"}
"""Checks of what a record may leave out: then nets alone show it."""


def _check_ids(fault: Fault, told: Tables, hand: int, rules: Rules) -> tuple[str, ...]:
    """The checks that name it rightly: others than its own where pairs, rakes or points are not stated."""
    claims = hand_rows(told, "claims", hand)
    has_pairs = bool(hand_rows(told, "claimed_pairs", hand))
    is_stated = {
        "claimed_pairs": has_pairs,
        "rake": any(claim["rake"] is not None for claim in claims) or row_of(told, "hands", hand)["rake"] is not None,
    }
    own: tuple[str, ...] = (fault.check_id,)
    if not is_stated.get(_SEEN_AS.get(fault.check_id, ""), True):
        own = ("settle.net", "settle.conservation", *own)
    elif fault.check_id == "settle.amount" and played_rules(told, rules, hand).value("settlement.cap") not in _CAPS:
        # Where the rules leave the cap of a pair open, what a player loses over all of them may still be more than he had.
        own = (*own, "settle.net")
    elif fault.check_id == "settle.net" and not _adds_up(row_of(told, "hands", hand), claims):
        # Where money vanishes or appears at the table, that is the cause too.
        own = (*own, "settle.conservation")
    if not fault.in_recording or has_pairs:
        return own
    if fault.family != "score":
        return tuple(dict.fromkeys((*fault.in_recording, *own)))
    has_points = any(claim["points"] is not None for claim in claims)
    checks = (*own, *fault.in_recording)
    return tuple(check for check in checks if has_points == check.startswith("score."))
