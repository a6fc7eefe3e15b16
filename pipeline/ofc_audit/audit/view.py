"""The hand tables of a batch as flat arrays: one entry per hand, per seat and per pair, so that checks need no loop.

Integers and money are int64 with `NULL` for unknown (money in ten-thousandths), truth values int8 with -1 for unknown.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import MONEY_SCALE, NULL, money_ints, one_array
from ofc_audit.rulesets import RuleSet
from ofc_audit.score import columns
from ofc_audit.score.batch import MAX_PLAYERS, MIN_PLAYERS

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.uint8]
Texts = npt.NDArray[np.object_]


def ints(table: pa.Table, name: str) -> Ints:
    """An integer or money column, `NULL` where null."""
    column = table.column(name)
    if pa.types.is_decimal(column.type):
        return money_ints(column)
    array = column.combine_chunks().cast(pa.int64())
    return np.asarray(pc.fill_null(array, NULL), np.int64)


def flags(table: pa.Table, name: str) -> Flags:
    """A truth column, -1 where null."""
    return np.asarray(pc.fill_null(table.column(name).combine_chunks().cast(pa.int8()), -1), np.int8)


def boards(table: pa.Table, name: str) -> Codes:
    """(n, 13) a board column."""
    return columns.boards(table.column(name))


def strings(table: pa.Table, name: str) -> list[str | None]:
    """A text column as a list."""
    result: list[str | None] = table.column(name).to_pylist()
    return result


def lists(table: pa.Table, name: str) -> tuple[Ints, Ints, Mask]:
    """A list column as (owner row of each value, values, which rows are known)."""
    array = table.column(name).combine_chunks()
    known = ~np.asarray(array.is_null())
    counts = np.asarray(pc.fill_null(pc.list_value_length(array), 0), np.int64)
    values = np.asarray(pc.fill_null(array.flatten().cast(pa.int64()), NULL), np.int64)
    return np.repeat(np.arange(len(known)), counts), values, known


@dataclass(frozen=True)
class Listed:
    """A list column: the values of all rows one after the other, (n,) how many each row has and whether it is known."""

    values: npt.NDArray[np.integer[Any]]
    lengths: Ints
    known: Mask

    @cached_property
    def stops(self) -> Ints:
        """(n,) where the values of each row end."""
        return np.cumsum(self.lengths)

    @cached_property
    def owner(self) -> Ints:
        """The row of each value."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def counts(self, at_most: int) -> Ints:
        """(n,) how many values of each row are no more than a number."""
        if self.values.max(initial=0) <= at_most:
            return self.lengths
        return self.sums((self.values <= at_most).astype(np.int64))

    def sums(self, of_values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(n,) sums over the values of each row."""
        total = np.concatenate([np.zeros(1, of_values.dtype), np.cumsum(of_values, dtype=of_values.dtype)])
        return np.asarray(total[self.stops] - total[self.stops - self.lengths])

    def of(self, row: int) -> npt.NDArray[np.integer[Any]]:
        """The values of one row."""
        return self.values[self.stops[row] - self.lengths[row] : self.stops[row]]


def listed(table: pa.Table, name: str) -> Listed:
    """A list column of whole numbers; its values as they are stored, or int64 with `NULL` where some are null."""
    array = one_array(table.column(name))
    values = array.flatten()
    if values.null_count:
        values = pc.fill_null(values.cast(pa.int64()), NULL)
    lengths = pc.fill_null(pc.list_value_length(array), 0)
    return Listed(
        values.to_numpy(zero_copy_only=False),
        np.asarray(lengths, np.int64),
        ~array.is_null().to_numpy(zero_copy_only=False),
    )


def worth(points: Ints, price: Ints) -> Ints:
    """Points times the value of a point; `NULL` where unknown or too large for money."""
    safe = np.where((points == NULL) | (price == NULL), 0, points)
    limit = 10**18 // np.maximum(np.abs(np.where(price == NULL, 1, price)), 1)
    known = (points != NULL) & (price != NULL) & (np.abs(safe) <= limit)
    return np.where(known, safe * np.where(known, price, 0), NULL)


def decimal_of(amount: int) -> Decimal:
    """Ten-thousandths as a Decimal."""
    return Decimal(int(amount)) / MONEY_SCALE


@dataclass(frozen=True)
class View:
    """A batch: its tables, the effective rule set of each hand, and the arrays that checks share.

    Rows of seats, boards, claims and scored_seats stand in the same order, by hand and acting order; `scored_pairs` has every pair
    of every hand, and claimed pairs are laid onto those rows.
    """

    tables: Mapping[str, pa.Table]
    rules: Sequence[RuleSet | None]
    rules_index: Ints
    """(n_hands,) which of `rules` a hand is audited under."""

    @cached_property
    def n_hands(self) -> int:
        """Hands in the batch."""
        return int(self.tables["hands"].num_rows)

    @cached_property
    def hand_key(self) -> Ints:
        """(n_hands,)"""
        return ints(self.tables["hands"], "hand_key")

    @cached_property
    def n_players(self) -> Ints:
        """(n_hands,) players dealt in."""
        return ints(self.tables["hands"], "n_seats")

    @cached_property
    def seat_start(self) -> Ints:
        """(n_hands,) first row of seats of each hand."""
        return np.cumsum(self.n_players) - self.n_players

    @cached_property
    def seat_hand(self) -> Ints:
        """(n_seats,) the hand of each seat."""
        return np.repeat(np.arange(self.n_hands), self.n_players)

    @cached_property
    def acting_order(self) -> Ints:
        """(n_seats,)"""
        return ints(self.tables["seats"], "acting_order")

    @cached_property
    def cards_by_place(self) -> Codes:
        """(13, n_seats) card codes, 255 where no card lies: place by place in memory, for what is asked of every card of a board."""
        return np.ascontiguousarray(boards(self.tables["boards"], "cards").T)

    @cached_property
    def streets_by_place(self) -> Codes:
        """(13, n_seats) the street of each card, 255 where it is not known."""
        return np.ascontiguousarray(boards(self.tables["boards"], "streets").T)

    @cached_property
    def _list_columns(self) -> dict[str, Listed]:
        return {}

    def board_list(self, name: str) -> Listed:
        """A list column of boards."""
        if name not in self._list_columns:
            self._list_columns[name] = listed(self.tables["boards"], name)
        return self._list_columns[name]

    @cached_property
    def has_pairs(self) -> Mask:
        """(n_hands,) hands of as many players as the scorer settles; of others it gives no pairs."""
        result: Mask = (self.n_players >= MIN_PLAYERS) & (self.n_players <= MAX_PLAYERS)
        return result

    @cached_property
    def n_pairs(self) -> Ints:
        """(n_hands,) pairs of each hand."""
        return np.where(self.has_pairs, self.n_players * (self.n_players - 1) // 2, 0)

    @cached_property
    def pair_hand(self) -> Ints:
        """(n_pairs,) the hand of each pair."""
        return np.repeat(np.arange(self.n_hands), self.n_pairs)

    @cached_property
    def pair_start(self) -> Ints:
        """(n_hands,) first pair of each hand."""
        start: Ints = np.cumsum(self.n_pairs) - self.n_pairs
        return start

    @cached_property
    def pair_a(self) -> Ints:
        """(n_pairs,) the row of seats of the first player."""
        return self.seat_start[self.pair_hand] + ints(self.tables["scored_pairs"], "a")

    @cached_property
    def pair_b(self) -> Ints:
        """(n_pairs,) the row of seats of the second player."""
        return self.seat_start[self.pair_hand] + ints(self.tables["scored_pairs"], "b")

    @cached_property
    def claimed_hand(self) -> Ints:
        """(n_claimed,) the hand of each row of claimed_pairs."""
        keys = ints(self.tables["claimed_pairs"], "hand_key")
        # They lie in the order of the hands: few places are looked for, each once.
        is_first = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
        hand: Ints = self.rows_of(keys[is_first])[np.cumsum(is_first) - 1]
        return hand

    @cached_property
    def claimed_row(self) -> Ints:
        """(n_pairs,) the row of claimed_pairs that speaks of each pair, -1 where none does."""
        claimed, hand = self.tables["claimed_pairs"], self.claimed_hand
        a, b, n = ints(claimed, "a"), ints(claimed, "b"), self.n_players[hand]
        place = self.pair_start[hand] + a * n - a * (a + 1) // 2 + (b - a - 1)
        result = np.full(len(self.pair_hand), -1)
        laid = self.has_pairs[hand]
        result[place[laid]] = np.flatnonzero(laid)
        return result

    def claimed_pair(self, name: str) -> Ints:
        """(n_pairs,) a column of claimed_pairs laid onto all pairs."""
        values = np.append(ints(self.tables["claimed_pairs"], name), NULL)
        laid: Ints = values[self.claimed_row]
        return laid

    @cached_property
    def status(self) -> npt.NDArray[np.str_]:
        """(n_hands,) complete, incomplete or cancelled."""
        told = one_array(self.tables["hands"].column("status")).dictionary_encode()
        words: npt.NDArray[np.str_] = np.array(told.dictionary.to_pylist() or [""], dtype=np.str_)
        return np.asarray(words.take(told.indices.to_numpy()))

    @cached_property
    def complete(self) -> Mask:
        """(n_hands,) hands with every board complete, not cancelled, and with pairs: those whose points and money can be judged."""
        result: Mask = (self.status == "complete") & self.has_pairs
        return result

    @cached_property
    def rake(self) -> Ints:
        """(n_seats,) rake of each seat as claimed; 0 where the hand's rake is stated as 0 or the room takes none; `NULL` unknown."""
        stated = ints(self.tables["claims"], "rake")
        return np.where((stated == NULL) & self.is_rake_free[self.seat_hand], 0, stated)

    @cached_property
    def is_rake_free(self) -> Mask:
        """(n_hands,) whether no rake is taken: by the hand's own words, else by settlement.rake_when."""
        of_hand = ints(self.tables["hands"], "rake")
        by_rules = self.where_rules(value == "none" for value in self.parameter("settlement.rake_when"))
        result: Mask = (of_hand == 0) | ((of_hand == NULL) & by_rules)
        return result

    @cached_property
    def point_value(self) -> Ints:
        """(n_hands,) ten-thousandths per point."""
        return ints(self.tables["hands"], "point_value")

    @cached_property
    def names(self) -> list[str]:
        """(n_seats,) the players' names as shown."""
        return [name or "" for name in strings(self.tables["seats"], "player_name")]

    @cached_property
    def currency(self) -> list[str | None]:
        """(n_hands,)"""
        return strings(self.tables["hands"], "currency")

    @cached_property
    def source_file(self) -> list[str | None]:
        """(n_hands,)"""
        return strings(self.tables["hands"], "source_file")

    @cached_property
    def first_line(self) -> Ints:
        """(n_hands,)"""
        return ints(self.tables["hands"], "first_line")

    @cached_property
    def last_line(self) -> Ints:
        """(n_hands,)"""
        return ints(self.tables["hands"], "last_line")

    def parameter(self, key: str) -> list[object]:
        """The value of a parameter in each of `rules`; None where the rule set is not known."""
        return [None if rules is None else rules.value(key) for rules in self.rules]

    def rows_of(self, keys: Iterable[int] | Ints) -> Ints:
        """The numbers of hands of the batch by their keys."""
        sought = keys if isinstance(keys, np.ndarray) else np.array(list(keys), np.int64)
        order = np.argsort(self.hand_key, kind="stable")
        rows: Ints = order[np.searchsorted(self.hand_key, sought, sorter=order)]
        return rows

    def rules_of(self, hand: int) -> RuleSet | None:
        """The effective rule set of a hand."""
        return self.rules[int(self.rules_index[hand])]

    @cached_property
    def missing_rules(self) -> Texts:
        """(n_hands,) why no rule set applies to a hand; empty where one does."""
        without = np.array([rules is None for rules in self.rules], bool)
        result = np.full(self.n_hands, "", object)
        for hand in np.flatnonzero(without[self.rules_index]).tolist() if len(without) else []:
            rules_id = self.tables["hands"].column("rules_id")[hand].as_py()
            result[hand] = "rule set unknown" if rules_id is None else f"rule set unknown: {rules_id}"
        return result

    def where_rules(self, per_rules: Iterable[bool]) -> Mask:
        """(n_hands,) a truth about each of `rules`, laid onto the hands."""
        laid: Mask = np.array(list(per_rules), bool)[self.rules_index]
        return laid

    def numbers_by_rules(self, per_rules: Iterable[int]) -> Ints:
        """(n_hands,) a number for each of `rules`, laid onto the hands."""
        laid: Ints = np.array(list(per_rules), np.int64)[self.rules_index]
        return laid

    def by_rules(self, texts: Sequence[str]) -> Texts:
        """(n_hands,) a text for each of `rules`, laid onto the hands; for hands without a rule set why there is none."""
        laid = np.array([*texts, ""], object)[self.rules_index] if len(self.rules) else np.empty(0, object)
        return np.where(self.missing_rules != "", self.missing_rules, laid)

    def seat_sum(self, per_seat: Ints) -> Ints:
        """(n_hands,) sums over the seats of each hand."""
        total = np.zeros(self.n_hands, np.int64)
        np.add.at(total, self.seat_hand, per_seat)
        return total

    def pair_totals(self, per_pair: Ints) -> Ints:
        """(n_seats,) what comes to each seat over its pairs, `per_pair` told from a's side; unknown where a pair is."""
        return self._over_pairs(per_pair, lambda values: values)

    def pair_bounds(self, per_pair: Ints) -> tuple[Ints, Ints]:
        """(n_seats,) the least and the most that can come to each seat over its pairs, whatever a cap cuts; unknown where a pair is."""
        least = self._over_pairs(per_pair, lambda values: np.minimum(values, 0))
        return least, self._over_pairs(per_pair, lambda values: np.maximum(values, 0))

    def _over_pairs(self, per_pair: Ints, part: Callable[[Ints], Ints]) -> Ints:
        total = np.zeros(len(self.acting_order), np.int64)
        safe = np.where(per_pair == NULL, 0, per_pair)
        np.add.at(total, self.pair_a, part(safe))
        np.add.at(total, self.pair_b, part(-safe))
        return np.where(self.any_of_pairs(per_pair == NULL), NULL, total)

    def any_of_pairs(self, pairs: Mask) -> Mask:
        """(n_seats,) whether any pair of the seat is in the mask."""
        result = np.zeros(len(self.acting_order), bool)
        result[self.pair_a[pairs]] = True
        result[self.pair_b[pairs]] = True
        return result

    def any_seat(self, mask: Mask) -> Mask:
        """(n_hands,) whether any seat of the hand is in the mask."""
        return np.bincount(self.seat_hand[mask], minlength=self.n_hands) > 0

    def any_pair(self, mask: Mask) -> Mask:
        """(n_hands,) whether any pair of the hand is in the mask."""
        return np.bincount(self.pair_hand[mask], minlength=self.n_hands) > 0

    def place(self, hand: int, line: int = NULL) -> dict[str, object]:
        """Where a finding about a hand points: the given line, else the whole record."""
        if line != NULL and line is not None:
            first = last = int(line)
        else:
            first, last = int(self.first_line[hand]), int(self.last_line[hand])
        return {
            "source_file": self.source_file[hand],
            "first_line": first,
            "last_line": last,
            "hand_key": int(self.hand_key[hand]),
        }
