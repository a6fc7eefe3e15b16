"""Table `fouls`: the boards of some hands whose rows are out of order, and since when nothing could help any more."""

import numpy as np
import pyarrow as pa

from ofc_audit.audit.view import Codes, Ints, Mask, View, boards, flags, ints
from ofc_audit.score.columns import column
from ofc_audit.score.dead import NEVER, dead_streets, forfeited_royalties, nothing_seen, out_of_order, see
from ofc_audit.score.masked import Masked
from ofc_audit.score.params import flag
from ofc_audit.tables import empty

_ORDERS = pa.array(["", "top over middle", "middle over bottom", "both"])
_ROWS = ("top", "middle", "bottom")


def foul_rows(view: View) -> pa.Table:
    """Rows of `fouls` for the hands of a view with their `scored_seats`, by hand and acting order."""
    scored = view.tables["scored_seats"]
    seat = np.flatnonzero(flags(scored, "is_foul") == 1)
    if not len(seat):
        return empty("fouls")
    top, middle, bottom = (ints(scored, f"{row}_value")[seat].astype(np.uint16) for row in _ROWS)
    cards, streets = (boards(view.tables["boards"], name) for name in ("cards", "streets"))
    seen, is_told = _sights(view, cards, streets, seat)
    of_rules = view.rules_index[view.seat_hand[seat]]
    # Whether equal rows are legal where a foul was played, by rule set; as in every known one where there is none.
    legal = [True if played is None else flag(played, "board.equal_rows_legal") for played in view.rules]
    is_strict = np.array([one is False for one in legal])[of_rules]
    is_told &= np.array([one is not None for one in legal])[of_rules]
    order, dead = np.zeros(len(seat), np.int64), np.zeros(len(seat), np.int8)
    for is_equal_legal in (True, False):
        # What is a foul either way is out of order by the rows that are so where equal rows are legal.
        members = np.flatnonzero(is_strict != is_equal_legal)
        is_top, is_middle = out_of_order(top[members], middle[members], bottom[members], is_equal_legal)
        order[members] = is_top + 2 * is_middle
        told = members[is_told[members]]
        dead[told] = dead_streets(cards[seat[told]], streets[seat[told]], seen[told], is_equal_legal)
    forfeited = np.zeros((3, len(seat)), np.int16)
    is_known = np.zeros((3, len(seat)), bool)
    for number in np.unique(of_rules).tolist():
        members = np.flatnonzero(of_rules == number)
        lost = forfeited_royalties((top[members], middle[members], bottom[members]), view.rules[number])
        for row, one in enumerate(lost):
            forfeited[row, members], is_known[row, members] = one.values, one.known_mask
    columns = {
        "hand_key": view.hand_key[view.seat_hand[seat]],
        "acting_order": view.acting_order[seat],
        "foul_order": _ORDERS.take(pa.array(order)),
        "dead_street": column(Masked(dead, is_told), pa.int8()),
    }
    for row, name in enumerate(_ROWS):
        columns[f"{name}_forfeited"] = column(Masked(forfeited[row], is_known[row]), pa.int16())
    return pa.table(columns)


def _sights(view: View, cards: Codes, streets: Codes, seat: Ints) -> tuple[Codes, Mask]:
    """The street on which each of the seats has seen each card, and whether the record tells it of all that he can have seen."""
    # Of opponents in Fantasyland, street 0, nothing is seen before the showdown.
    laid_on = np.where(streets == 0, np.uint8(NEVER), streets)
    is_street_told: Mask = np.asarray(view.streets_by_place.max(axis=0) < 255)
    is_told = np.asarray(is_street_told & (view.streets_by_place.min(axis=0) > 0))[seat]
    hand, acting_order, place = view.seat_hand[seat], view.acting_order[seat], np.arange(len(seat))
    seen = nothing_seen(len(seat))
    see(seen, place, cards[seat], streets[seat])
    for other in range(int(view.n_players.max(initial=0))):
        there = np.flatnonzero((other < view.n_players[hand]) & (acting_order != other))
        opponent = view.seat_start[hand[there]] + other
        is_told[there] &= is_street_told[opponent]
        # Whoever acts after him lays a street's cards when he has acted.
        on = laid_on[opponent]
        later = (other > acting_order[there])[:, None] & (on < NEVER)
        see(seen, place[there], cards[opponent], on + later)
    thrown, on_street = view.board_list("discards"), view.board_list("discard_streets")
    is_told &= thrown.known[seat]
    at = np.full(len(cards), -1)
    at[seat] = place
    owner = at[thrown.owner]
    own = np.flatnonzero(owner >= 0)
    see(seen, owner[own], thrown.values[own].astype(np.uint8), on_street.values[own].astype(np.uint8))
    return seen, is_told
