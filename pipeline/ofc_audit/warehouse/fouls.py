"""Table `fouls` of a build, row group by row group, beside the hand tables."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.rulesets import RuleSet
from ofc_audit.warehouse.lay import OrderedWriter

if TYPE_CHECKING:
    from ofc_audit.audit.view import Codes, Ints, Mask, View

_READ = ("hands", "seats", "boards", "scored_seats")
_NEEDED: Mapping[str, list[str] | None] = {
    "hands": None,
    "seats": ["hand_key", "acting_order"],
    "boards": ["hand_key", "acting_order", "cards", "streets", "discards", "discard_streets"],
    "scored_seats": ["is_foul", "top_value", "middle_value", "bottom_value"],
}
_ORDERS = np.array(["", "top over middle", "middle over bottom", "both"])


def lay_fouls(folder: Path, rules: Mapping[str, RuleSet]) -> None:
    """Writes `fouls` to `folder` from the hand tables and `scored_seats` there, the same hands in each row group."""
    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in _READ}
    writer = OrderedWriter("fouls", folder / "fouls.parquet")
    for group in range(files["hands"].num_row_groups):
        tables = {name: file.read_row_group(group, columns=_NEEDED[name]) for name, file in files.items()}
        writer.write(foul_rows(tables, rules))
    writer.close()
    for file in files.values():
        file.close()


def foul_rows(tables: Mapping[str, pa.Table], rules: Mapping[str, RuleSet]) -> pa.Table:
    """Rows of `fouls` for the hands of some tables, which hold the same hands in the same order, seats by acting order."""
    from ofc_audit.audit.view import View, boards, flags, ints
    from ofc_audit.score.columns import column
    from ofc_audit.score.dead import dead_streets, forfeited_royalties, out_of_order
    from ofc_audit.score.effective import effective_rules
    from ofc_audit.score.masked import Masked
    from ofc_audit.score.params import flag

    effective, index = effective_rules(tables["hands"], rules)
    view = View(tables, effective, index)
    seat = np.flatnonzero(flags(tables["scored_seats"], "is_foul") == 1)
    top, middle, bottom = (
        ints(tables["scored_seats"], f"{row}_value")[seat].astype(np.uint16) for row in ("top", "middle", "bottom")
    )
    cards, streets = (boards(tables["boards"], name) for name in ("cards", "streets"))
    seen, is_told = _sights(view, cards, streets, seat)
    of_rules = index[view.seat_hand[seat]]
    order = np.zeros(len(seat), np.int64)
    dead, is_dead_known = np.zeros(len(seat), np.int8), np.zeros(len(seat), bool)
    forfeited = np.zeros((3, len(seat)), np.int16)
    is_known = np.zeros((3, len(seat)), bool)
    for number in np.unique(of_rules).tolist():
        members, played = np.flatnonzero(of_rules == number), effective[number]
        is_equal_legal = True if played is None else flag(played, "board.equal_rows_legal")
        # What is a foul either way is out of order by the rows that are so where equal rows are legal.
        is_top, is_middle = out_of_order(top[members], middle[members], bottom[members], is_equal_legal is not False)
        order[members] = is_top + 2 * is_middle
        told = members[is_told[members] & (is_equal_legal is not None)]
        dead[told] = dead_streets(cards[seat[told]], streets[seat[told]], seen[told], is_equal_legal is not False)
        is_dead_known[told] = True
        lost = forfeited_royalties((top[members], middle[members], bottom[members]), played)
        for row, one in enumerate(lost):
            forfeited[row, members], is_known[row, members] = one.values, one.known_mask
    columns = {
        "hand_key": view.hand_key[view.seat_hand[seat]],
        "acting_order": view.acting_order[seat],
        "foul_order": pa.array(_ORDERS[order].tolist(), pa.string()),
        "dead_street": column(Masked(dead, is_dead_known), pa.int8()),
    }
    for row, name in enumerate(("top", "middle", "bottom")):
        columns[f"{name}_forfeited"] = column(Masked(forfeited[row], is_known[row]), pa.int16())
    return pa.table(columns)


def _sights(view: "View", cards: "Codes", streets: "Codes", seat: "Ints") -> tuple["Codes", "Mask"]:
    """The street on which each of the seats has seen each card, and whether the record tells it of all that he can have seen."""
    from ofc_audit.audit.view import lists
    from ofc_audit.score.dead import NEVER, seen_on

    # Of opponents in Fantasyland, street 0, nothing is seen before the showdown.
    laid_on = np.where(streets == 0, NEVER, streets)
    is_told = np.asarray(((streets[seat] > 0) & (streets[seat] < 255)).all(axis=1))
    hand, place = view.seat_hand[seat], np.arange(len(seat))
    seen: list[tuple[Ints, Codes, Ints]] = [
        (np.repeat(place, 13), cards[seat].reshape(-1), streets[seat].reshape(-1).astype(np.int64))
    ]
    for other in range(int(view.n_players.max(initial=0))):
        there = (other < view.n_players[hand]) & (view.acting_order[seat] != other)
        opponent = view.seat_start[hand[there]] + other
        is_told[there] &= (streets[opponent] < 255).all(axis=1)
        # Whoever acts after him lays a street's cards when he has acted.
        later = (other > view.acting_order[seat[there]])[:, None] & (laid_on[opponent] < NEVER)
        seen.append(
            (
                np.repeat(place[there], 13),
                cards[opponent].reshape(-1),
                (laid_on[opponent] + later).reshape(-1).astype(np.int64),
            )
        )
    owner, thrown, is_known = lists(view.tables["boards"], "discards")
    on = lists(view.tables["boards"], "discard_streets")[1]
    is_told &= is_known[seat]
    at = np.full(view.tables["boards"].num_rows, -1)
    at[seat] = place
    own = at[owner] >= 0
    seen.append((at[owner[own]], thrown[own].astype(np.uint8), on[own]))
    who, card, street = (np.concatenate([part[column] for part in seen]) for column in range(3))
    known = card < 52
    return seen_on(len(seat), who[known], card[known], street[known]), is_told
