"""The hands of matches: which belong together, how far each match is known from its first hand on, and what has been played by then.

A match is the hands of one table with one match id, numbered from 1 without gaps. All arrays are by hand (n,) of a `View` in the order of
the hands, or by seat; hands that belong to no match have group -1. Truth values that may be unknown are 1, 0 and -1.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.view import Ints, Mask, Texts, View, flags, ints
from ofc_audit.money import NULL

UNKNOWN = -1
MATCH_KEY = ("site", "club_id", "table_id", "match_id")


def codes(table: pa.Table, name: str) -> Ints:
    """A small number for each value of a column, null being a value too."""
    encoded = pc.dictionary_encode(table.column(name).combine_chunks(), null_encoding="encode")
    return np.asarray(encoded.indices, np.int64)


def same_match(hands: pa.Table) -> Mask:
    """(n - 1,) whether each hand and the next name the same match."""
    same = ~np.asarray(hands.column("match_id").combine_chunks().is_null())[1:]
    for name in MATCH_KEY:
        code = codes(hands, name)
        same &= code[1:] == code[:-1]
    return same


@dataclass(frozen=True)
class Following:
    """By hand (n,): whether the next hand on record is of the same match, and whether it is then a fantasy hand."""

    goes_on: Mask
    in_fantasy: Mask


def following(hands: pa.Table, is_fantasy: Mask) -> Following:
    """What follows each hand of (n,) hands in order but for the last, of which it is not known here: nothing.

    A second record of the same deal does not follow it: what comes after that does.
    """
    n = hands.num_rows
    goes_on = np.append(same_match(hands), False)[:n]
    in_fantasy = goes_on & np.append(is_fantasy[1:], False)[:n]
    deal = np.asarray(hands.column("deal_key"))
    is_again = np.append(deal[1:] == deal[:-1], False)[:n] & goes_on
    for hand in np.flatnonzero(is_again)[::-1].tolist():
        goes_on[hand], in_fantasy[hand] = goes_on[hand + 1], in_fantasy[hand + 1]
    return Following(goes_on, in_fantasy)


@dataclass(frozen=True)
class Matches:
    """The matches of a view. `excluded` (n_hands,): second records of one deal, which belong to no chain; `after`: what the record has after
    each hand; `due` (n_seats,): whether the hand earns Fantasyland, 1, 0 or -1 unknown."""

    view: View
    excluded: Mask
    after: Following
    due: Ints

    @cached_property
    def rows(self) -> Ints:
        """Which hands belong to a match, in order."""
        hands = self.view.tables["hands"]
        lengths = [value is not None and value != "no_match" for value in self.view.parameter("match.length")]
        has_match = self.view.where_rules(lengths)
        known = ~np.asarray(hands.column("match_id").combine_chunks().is_null())
        return np.flatnonzero(has_match & known & ~self.excluded)

    @cached_property
    def group(self) -> Ints:
        """(n_hands,) the match of a hand, -1 for none."""
        hands = self.view.tables["hands"].select(MATCH_KEY).take(pa.array(self.rows))
        changed = ~same_match(hands)
        group = np.full(self.view.n_hands, -1)
        group[self.rows] = np.concatenate([np.zeros(1, np.int64), np.cumsum(changed)])[: len(self.rows)]
        return group

    @cached_property
    def first(self) -> Ints:
        """(n_hands,) the first hand of the same match that is on record; -1 where there is no match."""
        first = np.full(self.view.n_hands, -1)
        group = self.group[self.rows]
        starts = self.rows[np.unique(group, return_index=True)[1]]
        first[self.rows] = starts[group]
        return first

    def so_far(self, per_hand: Ints) -> Ints:
        """(n_hands,) sums over the hands of the match up to and with each hand; 0 where there is no match."""
        result = np.zeros(self.view.n_hands, np.int64)
        total = np.cumsum(per_hand[self.rows])
        group = self.group[self.rows]
        starts = np.unique(group, return_index=True)[1]
        before = total[starts] - per_hand[self.rows][starts]
        result[self.rows] = total - before[group] if len(self.rows) else total
        return result

    @cached_property
    def place(self) -> Ints:
        """(n_hands,) the place of a hand in its match as far as it is on record, from 0."""
        return self.so_far(np.ones(self.view.n_hands, np.int64)) - 1

    @cached_property
    def defect(self) -> Texts:
        """(n_hands,) why a hand's match is not known up to and with it; empty where it is."""
        view, rows = self.view, self.rows
        number = ints(view.tables["hands"], "hand_no")
        defect = np.full(view.n_hands, "", object)
        defect[self.group < 0] = "chain broken: match unknown"
        own = np.full(view.n_hands, "", object)
        own[rows] = np.where(number[rows] == self.place[rows] + 1, "", "chain broken: missing hand")
        other_rules = view.rules_index[rows] != view.rules_index[self.first[rows]]
        own[rows] = np.where(other_rules, "chain broken: rules change within the match", own[rows])
        own[rows] = np.where(view.status[rows] == "cancelled", "chain broken: cancelled hand", own[rows])
        own[rows] = np.where(view.status[rows] == "incomplete", "chain broken: incomplete board", own[rows])
        own[rows] = np.where(number[rows] == NULL, "chain broken: hand number unknown", own[rows])
        # The first defect of a match counts for all hands from there on.
        is_bad = own != ""
        n_bad = self.so_far(is_bad.astype(np.int64))
        firsts = np.flatnonzero(is_bad & (n_bad == 1))
        of_group = np.full(int(self.group.max(initial=-1)) + 1, "", object)
        of_group[self.group[firsts]] = own[firsts]
        broken = rows[n_bad[rows] > 0]
        defect[broken] = of_group[self.group[broken]]
        return defect

    @cached_property
    def whole(self) -> Mask:
        """(n_hands,) hands whose match is known from its first hand on."""
        result: Mask = self.defect == ""
        return result

    @cached_property
    def is_fantasy(self) -> Mask:
        """(n_hands,) fantasy hands: somebody is in Fantasyland."""
        return self.view.any_seat(flags(self.view.tables["seats"], "is_fantasy") == 1)

    @cached_property
    def player(self) -> Ints:
        """(n_seats,) a number for each player."""
        return codes(self.view.tables["seats"], "player_id")

    @cached_property
    def seat_first(self) -> Ints:
        """(n_seats,) the player's seat in the first hand of the match, -1 where he was not in it or there is no match."""
        view = self.view
        key = self.group[view.seat_hand] * (int(self.player.max(initial=0)) + 1) + self.player
        in_first = np.flatnonzero((self.first[view.seat_hand] == view.seat_hand) & (self.group[view.seat_hand] >= 0))
        by_key = in_first[np.argsort(key[in_first], kind="stable")]
        if not len(by_key):
            return np.full(len(key), -1)
        at = np.minimum(np.searchsorted(key[by_key], key), len(by_key) - 1)
        return np.where((key[by_key[at]] == key) & (self.group[view.seat_hand] >= 0), by_key[at], -1)

    def any_of(self, per_seat: Ints) -> Ints:
        """(n_hands,) whether it holds for any seat: 1, 0, or -1 where that is unknown."""
        yes, maybe = self.view.any_seat(per_seat == 1), self.view.any_seat(per_seat == UNKNOWN)
        return np.where(yes, 1, np.where(maybe, UNKNOWN, 0))

    def choice(self, key: str, words: dict[str, int]) -> Ints:
        """(n_hands,) a parameter as a number by its word; -1 where it is unknown or no rule set applies."""
        return self.view.numbers_by_rules(
            words.get(value, UNKNOWN) if isinstance(value, str) else UNKNOWN for value in self.view.parameter(key)
        )

    def number(self, key: str, otherwise: int = UNKNOWN) -> Ints:
        """(n_hands,) a parameter that is a whole number; `otherwise` where it is unknown or no rule set applies."""
        return self.view.numbers_by_rules(
            value if isinstance(value, int) else otherwise for value in self.view.parameter(key)
        )
