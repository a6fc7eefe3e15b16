"""Tables of hands in, tables of what the rules make of them out: Arrow to Arrow, in chunks of bounded size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, money_ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.score import columns
from ofc_audit.score.effective import effective_rules
from ofc_audit.score.fantasyland import COUNT_UNKNOWN
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.masked import Cards, Ints, Mask, Masked, Small, Tiny, unknown
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.ranks import CHUNK, rank_tables
from ofc_audit.score.settlement import Settlement, settle
from ofc_audit.tables import conform, schema

MIN_PLAYERS, MAX_PLAYERS = 2, 4
"""With fewer or more players nothing but the rows and fouls is scored."""


@dataclass
class _Sink:
    """The columns of an output table, filled one run of rows after the other.

    `back`: where each row of the table is among those filled, None where they are filled in its order.
    """

    table: str
    n_rows: int
    back: Ints | None
    values: dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    known: dict[str, Mask] = field(default_factory=dict)

    def put(self, name: str, rows: slice, masked: Masked[Any]) -> None:
        """Values of some rows of a column."""
        if name not in self.values:
            self.values[name] = np.zeros(self.n_rows, masked.values.dtype)
        _lay(self.values[name][rows], masked.values)
        if masked.known is not None:
            if name not in self.known:
                self.known[name] = np.ones(self.n_rows, bool)
            _lay(self.known[name][rows], masked.known)

    def finish(self, given: Mapping[str, pa.Array]) -> pa.Table:
        """The table, with `given` for the columns that were never put."""
        arrays = dict(given)
        for f in schema(self.table):
            if f.name in self.values:
                values, known = self.values[f.name], self.known.get(f.name)
                if self.back is not None:
                    values, known = values.take(self.back), None if known is None else known.take(self.back)
                arrays[f.name] = columns.column(Masked(values, known), f.type)
        return conform(self.table, pa.table(arrays))


def _lay(target: npt.NDArray[Any], values: npt.NDArray[Any]) -> None:
    """Puts values, in whatever order they lie in memory, hand by hand into the rows of a column."""
    if values.flags.c_contiguous:
        target[...] = values.reshape(-1)
    else:
        # A few long copies instead of as many short ones as there are hands.
        laid = target.reshape(values.shape)
        for place in range(values.shape[1]):
            laid[:, place] = values[:, place]


@dataclass(frozen=True)
class _Hands:
    """Seats of n hands, sorted by hand and acting order. `first_seat` (n + 1,), per hand `rules`, per seat the rest."""

    first_seat: Ints
    rules: Ints
    point_value: Ints
    acting_order: Tiny
    cards: Cards
    fantasy_cards: Small
    stacks: Ints

    def of(self, order: Ints, seat_rows: Ints) -> "_Hands":
        """The same hands in another order, with the rows of their seats."""
        counts = np.diff(self.first_seat)[order]
        return _Hands(
            first_seat=_first_rows(counts),
            rules=self.rules[order],
            point_value=self.point_value[order],
            acting_order=self.acting_order.take(seat_rows),
            cards=self.cards.take(seat_rows, axis=0),
            fantasy_cards=self.fantasy_cards.take(seat_rows),
            stacks=self.stacks.take(seat_rows),
        )


def _put_seats(sink: _Sink, rows: slice, scored: ScoredHands) -> None:
    tables = rank_tables()
    names = ("top", "middle", "bottom")
    for name, value in zip(names, scored.values, strict=True):
        known = None if value.all() else value > 0
        category = tables.three_category if name == "top" else tables.five_category
        sink.put(f"{name}_value", rows, Masked(value, known))
        sink.put(f"{name}_category", rows, Masked(category.take(value, mode="clip"), known))
        if name == "top":
            sink.put("top_rank", rows, Masked(tables.three_rank.take(value, mode="clip"), known))
    sink.put("is_foul", rows, scored.is_foul)
    for name, royalties in zip(names, scored.royalties, strict=True):
        sink.put(f"{name}_royalties", rows, royalties)
    sink.put("points", rows, scored.points)
    sink.put("is_fantasy_next", rows, scored.fantasy.is_next)
    sink.put("fantasy_next", rows, scored.fantasy.cards)
    sink.put("is_stay_qualified", rows, scored.fantasy.is_stay_qualified)


def _put_pairs(sink: _Sink, rows: slice, scored: ScoredHands) -> None:
    pairs = scored.pairs
    for name, row in zip(("top", "middle", "bottom"), pairs.rows, strict=True):
        sink.put(name, rows, row)
    sink.put("bonus", rows, pairs.bonus)
    sink.put("royalties_a", rows, pairs.royalties[0])
    sink.put("royalties_b", rows, pairs.royalties[1])
    sink.put("points", rows, pairs.points)


def _settle(scored: ScoredHands, point_value: Ints, stacks: Ints, rules: RuleSet | None) -> Settlement:
    points = scored.pairs.points
    if rules is None:
        return Settlement(unknown(points.values.shape, np.int64), unknown(stacks.shape, np.int64))
    owed = points.values.astype(np.int64)
    if points.known is not None:
        owed[~points.known] = NULL
    return settle(owed, point_value, stacks, rules)


def _kinds(hands: _Hands) -> Ints:
    """(n,) a number for the rule set and the number of players of each hand, in the order of the rule sets."""
    return hands.rules * 256 + np.diff(hands.first_seat)


def _n_pairs(n_seats: Ints) -> Ints:
    """(n,) how many pairs hands of so many players have."""
    return np.where((n_seats >= MIN_PLAYERS) & (n_seats <= MAX_PLAYERS), n_seats * (n_seats - 1) // 2, 0)


def _first_rows(counts: Ints) -> Ints:
    """(n + 1,) how many rows are before those of each hand, and how many there are in all."""
    return np.append(0, np.cumsum(counts))


def _rows(counts: Ints, order: Ints) -> tuple[Ints, Ints]:
    """The rows of hands of which each has `counts` rows, put in another order; and where each row then is."""
    count = counts[order]
    shift = (np.cumsum(counts) - counts)[order] - (np.cumsum(count) - count)
    rows: Ints = np.repeat(shift, count) + np.arange(int(count.sum()))
    back = np.empty_like(rows)
    back[rows] = np.arange(len(rows))
    return rows, back


def _score(hands: _Hands, effective: Sequence[RuleSet | None]) -> tuple[_Sink, _Sink]:
    kinds, n_seats = _kinds(hands), np.diff(hands.first_seat)
    seat_back = pair_back = None
    if (kinds[1:] < kinds[:-1]).any():
        # Hands that are scored alike are brought together, and their results back to where they were.
        order = np.argsort(kinds, kind="stable")
        seat_rows, seat_back = _rows(n_seats, order)
        pair_back = _rows(_n_pairs(n_seats), order)[1]
        hands = hands.of(order, seat_rows)
        kinds, n_seats = kinds[order], n_seats[order]
    first_pair = _first_rows(_n_pairs(n_seats))
    seat_sink = _Sink("scored_seats", len(hands.cards), seat_back)
    pair_sink = _Sink("scored_pairs", int(first_pair[-1]), pair_back)
    ends = np.append(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1, len(kinds)).tolist() if len(kinds) else []
    for first, end in pairwise([0, *ends]):
        p, rules = int(n_seats[first]), effective[int(hands.rules[first])]
        step = max(1, CHUNK // max(p, 1))
        for start in range(first, end, step):
            _score_run(hands, slice(start, min(start + step, end)), p, rules, first_pair, (seat_sink, pair_sink))
    return seat_sink, pair_sink


def _score_run(
    hands: _Hands, run: slice, p: int, rules: RuleSet | None, first_pair: Ints, sinks: tuple[_Sink, _Sink]
) -> None:
    """Scores a run of hands of `p` players under one rule set."""
    (seat_sink, pair_sink), h, pairs = sinks, run.stop - run.start, pairs_of(p)
    is_ranked_only = not MIN_PLAYERS <= p <= MAX_PLAYERS
    seat_rows = slice(int(hands.first_seat[run.start]), int(hands.first_seat[run.stop]))
    cards, fantasy = hands.cards[seat_rows].reshape(h, p, 13), hands.fantasy_cards[seat_rows].reshape(h, p)
    scored = score_hands(cards, fantasy, None if is_ranked_only else rules)
    _put_seats(seat_sink, seat_rows, scored)
    if is_ranked_only:
        seat_sink.put("net", seat_rows, unknown((h * p,), np.int64))
        return
    money = _settle(scored, hands.point_value[run], hands.stacks[seat_rows].reshape(h, p), rules)
    seat_sink.put("net", seat_rows, money.net)
    pair_rows = slice(int(first_pair[run.start]), int(first_pair[run.stop]))
    acting = hands.acting_order[seat_rows].reshape(h, p)
    pair_sink.put("a", pair_rows, Masked(acting[:, [a for a, _ in pairs]]))
    pair_sink.put("b", pair_rows, Masked(acting[:, [b for _, b in pairs]]))
    _put_pairs(pair_sink, pair_rows, scored)
    pair_sink.put("amount", pair_rows, money.amount)


def _order_of_seats(
    hand_key: Ints, counts: Ints, expected: Ints, key: Ints, acting_order: Tiny, table: str
) -> Ints | None:
    """The order that sorts rows of seats or boards by hand and acting order; None when they lie so already.

    `expected`: the key of each row if they do. Raises ValueError when the rows are not those of the hands.
    """
    if np.array_equal(expected, key):
        rising = acting_order[1:] > acting_order[:-1]
        starts = np.cumsum(counts)
        rising[starts[(starts > 0) & (starts < len(key))] - 1] = True
        if rising.all():
            return None
    by_key = np.argsort(hand_key, kind="stable")
    sorted_keys = hand_key[by_key]
    at = np.searchsorted(sorted_keys, key)
    if (at == len(sorted_keys)).any() or not np.array_equal(sorted_keys[at], key):
        raise ValueError(f"{table}: a row belongs to none of the hands")
    if (np.diff(sorted_keys) == 0).any():
        raise ValueError(f"{table}: rows are not in the order of the hands, and two hands share a key")
    hand = by_key[at]
    if not np.array_equal(np.bincount(hand, minlength=len(hand_key)), counts):
        raise ValueError(f"{table}: a hand has more or fewer rows than n_seats says")
    order: Ints = np.lexsort((acting_order, hand))
    return order


def _without_telling(scored_seats: pa.Table, is_told: pa.ChunkedArray) -> pa.Table:
    """The seats as they are known where it is not told of all whether they are in Fantasyland: who is there stays by other rules than those by
    which others enter, and what does not qualify for staying does so wherever it was played.
    """
    does_not_qualify = pc.equal(scored_seats.column("is_stay_qualified"), False)
    known = {
        "is_fantasy_next": is_told,
        "fantasy_next": is_told,
        "is_stay_qualified": pc.or_kleene(is_told, does_not_qualify),
    }
    for name, mask in known.items():
        at = scored_seats.column_names.index(name)
        values = pc.if_else(mask, scored_seats.column(name), None)
        scored_seats = scored_seats.set_column(at, scored_seats.field(at), values)
    return scored_seats


_NEEDED = {"seats": ("fantasy_cards", "is_fantasy", "stack"), "boards": ("cards",)}


def score_tables(
    hands: pa.Table, seats: pa.Table, boards: pa.Table, rules: Mapping[str, RuleSet]
) -> tuple[pa.Table, pa.Table]:
    """As `score_under`, for hands whose effective rule sets are not known yet.

    A hand whose `rules_id` is null or not among `rules` is scored without a rule set.
    """
    effective, index = effective_rules(hands, rules)
    return score_under(effective, index, hands, seats, boards)


def score_under(
    effective: Sequence[RuleSet | None], index: Ints, hands: pa.Table, seats: pa.Table, boards: pa.Table
) -> tuple[pa.Table, pa.Table]:
    """Tables `scored_seats` and `scored_pairs` of the given hands, each under that of the effective rule sets that `index` says.

    A hand without a rule set has its rows ranked, its fouls called and its pairs' rows compared by the ranking common
    to all, and null for what depends on rules; with one player or more than four, pairs are left out and only ranks
    and fouls are given. `scored_seats` has the rows of `boards` in their order,
    `scored_pairs` those of the hands, pairs (0,1), (0,2), … within each.

    Fastest where the rows of `seats` and `boards` lie sorted by hand, in the order of `hands`, and acting order, as
    readers hand them on. Raises ValueError when they are not the seats and boards of these hands.
    """
    counts = columns.whole_numbers(hands.column("n_seats")).astype(np.int64)
    hand_key = columns.whole_numbers(hands.column("hand_key"))
    expected = np.repeat(hand_key, counts)
    taken: dict[str, pa.Table] = {}
    orders: dict[str, Ints | None] = {}
    for name, data in (("seats", seats), ("boards", boards)):
        data = data.select(["hand_key", "acting_order", *_NEEDED[name]])
        key, acting = (columns.whole_numbers(data.column(c)) for c in ("hand_key", "acting_order"))
        order = orders[name] = _order_of_seats(hand_key, counts, expected, key, acting, name)
        taken[name] = data if order is None else data.take(pa.array(order))
    acting_order = columns.whole_numbers(taken["boards"].column("acting_order"))
    if not np.array_equal(acting_order, columns.whole_numbers(taken["seats"].column("acting_order"))):
        raise ValueError("boards: acting orders differ from those of seats")

    fantasy = columns.whole_numbers(taken["seats"].column("fantasy_cards"), COUNT_UNKNOWN).astype(np.int16)
    in_fantasy = taken["seats"].column("is_fantasy")
    fantasy[~columns.flags(pc.fill_null(in_fantasy, True))] = 0
    played = _Hands(
        first_seat=_first_rows(counts),
        rules=index,
        point_value=money_ints(hands.column("point_value")),
        acting_order=acting_order,
        cards=columns.boards(taken["boards"].column("cards")),
        fantasy_cards=fantasy,
        stacks=money_ints(taken["seats"].column("stack")),
    )
    seat_sink, pair_sink = _score(played, effective)
    if not len(played.cards):
        return schema("scored_seats").empty_table(), schema("scored_pairs").empty_table()
    seat_key = taken["boards"].column("hand_key")
    scored_seats = seat_sink.finish({"hand_key": seat_key, "acting_order": taken["boards"].column("acting_order")})
    if in_fantasy.null_count:
        scored_seats = _without_telling(scored_seats, pc.is_valid(in_fantasy))
    if (order := orders["boards"]) is not None:
        scored_seats = scored_seats.take(pa.array(np.argsort(order)))
    if not pair_sink.n_rows:
        return scored_seats, schema("scored_pairs").empty_table()
    return scored_seats, pair_sink.finish({"hand_key": pa.array(np.repeat(hand_key, _n_pairs(counts)))})
