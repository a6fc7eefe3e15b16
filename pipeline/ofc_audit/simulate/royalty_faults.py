"""Faults of royalties: those of another hand, of another row, of a foul, or settled in another way than the rules do."""

from collections.abc import Callable

import pyarrow as pa

from ofc_audit.simulate.blind import CAPPED
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError
from ofc_audit.simulate.fault import Aim, Fault, Rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.score_faults import IN_RECORDING, ROWS
from ofc_audit.simulate.tell import claims_told, pairs_told, tell

Worth = dict[str, tuple[int, ...]]
"""What the hands of each row are worth, from the weakest on, where all of it is known."""


def _worth(tables: Tables, rules: Rules, hand: int) -> Worth:
    cells = played_rules(tables, rules, hand).royalty_table().cells
    known = {place: given.value for place, given in cells.items() if isinstance(given.value, int)}
    if len(known) < len(cells) or not known:
        raise UnsuitableError
    return {row: tuple(sorted({0, *(value for (at, _), value in known.items() if at == row)})) for row in ROWS}


def _pay_row(tables: Tables, rules: Rules, aim: Aim, pay: Callable[[str, int, Worth], int]) -> dict[str, pa.Table]:
    """The first row of a player that has royalties and that `pay` gives other ones for: row, royalties due, and the table."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    claim, worth = claims[aim.seat], _worth(tables, rules, aim.hand)
    for row in ROWS:
        had = claim[f"{row}_royalties"]
        now = pay(row, had, worth) if had else had
        if now == had:
            continue
        claim[f"{row}_royalties"] = now
        for pair in pairs:
            for side in ("a", "b"):
                if pair[side] == aim.seat:
                    pair[f"royalties_{side}"] += now - had
        return tell(tables, rules, aim.hand, pairs, claims)
    raise UnsuitableError


def paid_as_stronger_hand(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A row is paid as the next stronger hand of the table: a straight as a flush, tens on top as jacks."""
    return _pay_row(
        tables, rules, aim, lambda row, had, worth: min((one for one in worth[row] if one > had), default=had)
    )


def paid_as_weaker_hand(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A row is paid as the next weaker hand of the table that has royalties: a flush as a straight, kings on top as queens."""
    return _pay_row(
        tables, rules, aim, lambda row, had, worth: max((one for one in worth[row] if 0 < one < had), default=had)
    )


def least_royalty_unpaid(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The weakest hand that has royalties gets none: sixes on top, three of a kind in the middle."""
    return _pay_row(tables, rules, aim, lambda row, had, worth: 0 if had == worth[row][1] else had)


def paid_as_other_row(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A middle row is paid by the table of the bottom row, or the other way round."""

    def pay(row: str, had: int, worth: Worth) -> int:
        if row == "top" or worth["middle"][-1] == worth["bottom"][-1]:
            return had
        # The middle row pays twice what the bottom row does, and has one hand more.
        return had // 2 if row == "middle" and had > worth["middle"][1] else had * 2 if row == "bottom" else had

    return _pay_row(tables, rules, aim, pay)


def royalties_on_a_foul(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A fouled hand is called one, and is paid the royalties of its rows all the same."""
    pairs, claims = pairs_told(tables, rules, aim.hand), claims_told(tables, rules, aim.hand)
    if not claims[aim.seat]["is_foul"]:
        raise UnsuitableError
    # The least that a top pays: what its rows would have been worth is beside the point.
    worth = _worth(tables, rules, aim.hand)["top"]
    if len(worth) < 2:
        # Nothing earns royalties where none are played.
        raise UnsuitableError
    paid = {"top": worth[1], "middle": 0, "bottom": 0}
    for row in ROWS:
        claims[aim.seat][f"{row}_royalties"] = paid[row]
    for pair in pairs:
        for side in ("a", "b"):
            if pair[side] == aim.seat:
                pair[f"royalties_{side}"] += sum(paid.values())
    return tell(tables, rules, aim.hand, pairs, claims)


def _settled_otherwise(tables: Tables, rules: Rules, aim: Aim, void: Callable[[Row], bool]) -> dict[str, pa.Table]:
    """The royalties of a player are void in the first pair for which `void` says so, told with the player as a."""
    pairs = pairs_told(tables, rules, aim.hand)
    for pair in pairs:
        if aim.seat not in (pair["a"], pair["b"]):
            continue
        side, sign = ("a", 1) if pair["a"] == aim.seat else ("b", -1)
        other = "b" if side == "a" else "a"
        seen = {"royalties": pair[f"royalties_{side}"], "against": pair[f"royalties_{other}"]}
        seen |= {row: sign * pair[row] for row in ROWS} | {"points": sign * pair["points"]}
        if seen["royalties"] and void(seen):
            pair[f"royalties_{side}"] = 0
            return tell(tables, rules, aim.hand, pairs)
    raise UnsuitableError


def losers_royalties_void(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who loses more rows of a pair than he wins gets no royalties in it, where royalties are settled by difference."""
    return _settled_otherwise(tables, rules, aim, lambda pair: sum(pair[row] for row in ROWS) < 0)


def smaller_royalties_void(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Both players of a pair have royalties, and only the larger ones are paid, in place of the difference."""
    return _settled_otherwise(tables, rules, aim, lambda pair: 0 < pair["royalties"] < pair["against"])


_CHECK = "score.royalties"

KINDS = (
    Fault(
        paid_as_stronger_hand,
        _CHECK,
        "pays a row as the next stronger hand",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        paid_as_weaker_hand,
        _CHECK,
        "pays a row as the next weaker hand",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        least_royalty_unpaid,
        _CHECK,
        "pays nothing for the weakest hand that has royalties",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        paid_as_other_row,
        _CHECK,
        "pays a row by the table of another row",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        royalties_on_a_foul,
        _CHECK,
        "pays royalties on a foul",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        losers_royalties_void,
        _CHECK,
        "voids the royalties of who loses a pair",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
    Fault(
        smaller_royalties_void,
        _CHECK,
        "pays the larger royalties of a pair in place of the difference",
        has_seats=True,
        in_recording=IN_RECORDING,
        unless=CAPPED,
    ),
)
