"""What follows from a changed hand as a site adds it up: points, amounts, nets and stacks, in the hand, in its match, and
in the hands that the table plays afterwards.

A true history told again is the same history: everything here is the rule by which the site pays, on what it claims.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, amount_units, money_array, money_ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.effective import OPTION_COLUMNS, rules_of_hand
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import MAX_AMOUNT, settle
from ofc_audit.simulate.edits import Ints, Tables, UnsuitableError, owners, row_of, set_column
from ofc_audit.simulate.playable import room_rules
from ofc_audit.simulate.rooms import room_of

_PARTS = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b")
_NO_LIMIT = MAX_AMOUNT // 8
_Rules = Mapping[str, RuleSet]
_known: dict[tuple[object, ...], tuple[_Rules, RuleSet | None]] = {}


def played_rules(tables: Tables, rules: _Rules, hand: int) -> RuleSet:
    """The effective rule set of a hand. Raises UnsuitableError where it is not known."""
    row = row_of(tables, "hands", hand)
    options = tuple(row[column] for column in OPTION_COLUMNS.values())
    is_dated = any(one.period is not None for one in rules.values())
    key = (id(rules), row["rules_id"], *options, row["ended_at"] if is_dated else None)
    if key not in _known or _known[key][0] is not rules:
        if len(_known) > 1_000:
            _known.clear()
        _known[key] = (rules, rules_of_hand(row, rules))
    found = _known[key][1]
    if found is None:
        raise UnsuitableError
    return found


@lru_cache(maxsize=64)
def _readings(played: RuleSet) -> tuple[RuleSet, ...]:
    """The rules by which one settlement can have been paid: one, or one for each reading of an open cap."""
    is_open = played.value("settlement.cap") not in ("both", "loser", "none")
    return tuple(room_rules(played, cap) for cap in (("both", "loser") if is_open else (None,)))


class _Ledger:
    """The money of a history, in arrays: what is stated, and told anew hand by hand. Ten-thousandths, `NULL` unknown."""

    def __init__(self, tables: Tables, rules: _Rules) -> None:
        self.tables, self.rules = tables, rules
        self.n = tables["hands"].num_rows
        seat_hand, pair_hand = owners(tables, "seats"), owners(tables, "claimed_pairs")
        self.seat_start = np.searchsorted(seat_hand, np.arange(self.n + 1))
        self.pair_start = np.searchsorted(pair_hand, np.arange(self.n + 1))
        self.stack = money_ints(tables["seats"].column("stack"))
        self.player: list[str] = tables["seats"].column("player_id").to_pylist()
        claims, pairs = tables["claims"], tables["claimed_pairs"]
        self.net, self.rake, self.after = (money_ints(claims.column(name)) for name in ("net", "rake", "stack"))
        self.points = _whole(claims.column("points"))
        self.a, self.b = (_whole(pairs.column(name)) for name in ("a", "b"))
        self.pair_points, self.amount = _whole(pairs.column("points")), money_ints(pairs.column("amount"))
        self.parts = [_whole(pairs.column(name)) for name in _PARTS]
        self.price = money_ints(tables["hands"].column("point_value"))
        self.hand_rake = money_ints(tables["hands"].column("rake"))
        hands = tables["hands"].select(["table_id", "match_id", "tournament_id", "last_of_match"]).to_pylist()
        self.table = [hand["table_id"] for hand in hands]
        self.match = [hand["match_id"] for hand in hands]
        self.runs_on = [hand["match_id"] or hand["tournament_id"] for hand in hands]
        """What a hand is a part of, within which nobody buys in."""
        self.is_last = [bool(hand["last_of_match"]) for hand in hands]

    @cached_property
    def match_start(self) -> list[int]:
        """The first hand of each hand's match, in the order of the history."""
        first: dict[tuple[str, str], int] = {}
        return [
            hand if match is None else first.setdefault((table, match), hand)
            for hand, (table, match) in enumerate(zip(self.table, self.match, strict=True))
        ]

    def seats(self, hand: int) -> slice:
        return slice(int(self.seat_start[hand]), int(self.seat_start[hand + 1]))

    def pairs(self, hand: int) -> slice:
        return slice(int(self.pair_start[hand]), int(self.pair_start[hand + 1]))

    def stakes(self, hand: int, played: RuleSet) -> Ints:
        """What each player has at stake in the hand; without stacks, more than anything costs."""
        stack = self.stack[self.seats(hand)]
        if (stack == NULL).any():
            return np.full(len(stack), _NO_LIMIT, np.int64)
        cap = played.value("settlement.match_cap")
        if cap == "none":
            return stack
        first = self.match_start[hand]
        brought = dict(zip(self.player[self.seats(first)], self.stack[self.seats(first)].tolist(), strict=True))
        most = amount_units(str(cap))
        left_out = [max(brought.get(who, 0) - most, 0) for who in self.player[self.seats(hand)]]
        return np.maximum(stack - np.array(left_out, np.int64), 0)

    def owed(self, hand: int, played: RuleSet, points: Ints) -> Ints:
        """(k,) the points to settle after a hand, in the order of `pairs_of`: its own, or those of its match so far."""
        players = self.player[self.seats(hand)]
        total = dict.fromkeys(pairs_of(len(players)), 0)
        first = self.match_start[hand] if played.value("settlement.scope") == "match" else hand
        for one in range(first, hand + 1):
            if (self.table[one], self.match[one]) != (self.table[hand], self.match[hand]):
                continue
            names, own = self.player[self.seats(one)], self.pairs(one)
            scored = points[own].tolist()
            for a, b, won in zip(self.a[own].tolist(), self.b[own].tolist(), scored, strict=True):
                if names[a] in players and names[b] in players:
                    x, y = players.index(names[a]), players.index(names[b])
                    total[min(x, y), max(x, y)] += won if x < y else -won
        return np.array(list(total.values()), np.int64)

    def settled(self, hand: int, points: Ints, true: "_Ledger") -> Ints:
        """(k,) the amounts of a hand's pairs in their order, by the reading that gives what was stated in truth."""
        played = played_rules(self.tables, self.rules, hand)
        place = {pair: at for at, pair in enumerate(pairs_of(len(self.player[self.seats(hand)])))}
        own = self.pairs(hand)
        at = [place[a, b] for a, b in zip(self.a[own].tolist(), self.b[own].tolist(), strict=True)]
        price = self.price[hand : hand + 1]
        owed, stakes = self.owed(hand, played, points), self.stakes(hand, played)
        readings = _readings(played)
        if len(readings) > 1:
            before, had = true.owed(hand, played, true.pair_points), true.stakes(hand, played)
            stated = np.sort(np.abs(true.amount[true.pairs(hand)]))
            is_room = [
                np.array_equal(np.sort(np.abs(settle(before[None], price, had[None], one).amount.values[0])), stated)
                for one in readings
            ]
            readings = tuple(one for one, fits in zip(readings, is_room, strict=True) if fits) or readings
        found = settle(owed[None], price, stakes[None], readings[0]).amount
        if not found.known_mask.all():
            raise UnsuitableError
        result: Ints = found.values[0][at]
        return result

    def won(self, hand: int, amount: Ints) -> Ints:
        """(p,) what each player of a hand gets of its pairs, before rake."""
        seats, own = self.seats(hand), self.pairs(hand)
        won = np.zeros(seats.stop - seats.start, np.int64)
        np.add.at(won, self.a[own], amount[own])
        np.add.at(won, self.b[own], -amount[own])
        return won

    def write(self) -> dict[str, pa.Table]:
        """The tables with the money told anew."""
        result = set_column(self.tables, "seats", "stack", money_array(self.stack, self.stack != NULL))
        result = set_column(result, "hands", "rake", money_array(self.hand_rake, self.hand_rake != NULL))
        claims = {"net": self.net, "rake": self.rake, "stack": self.after}
        for name, values in claims.items():
            result = set_column(result, "claims", name, money_array(values, values != NULL))
        result = set_column(result, "claims", "points", pa.array(self.points, mask=self.points == NULL))
        result = set_column(
            result, "claimed_pairs", "points", pa.array(self.pair_points, mask=self.pair_points == NULL)
        )
        return set_column(result, "claimed_pairs", "amount", money_array(self.amount, self.amount != NULL))


def _whole(column: pa.ChunkedArray) -> Ints:
    """A column of whole numbers, `NULL` where null."""
    whole: Ints = pc.fill_null(column.cast(pa.int64()), NULL).to_numpy().copy()
    return whole


def follow(tables: Tables, true_tables: Tables, rules: _Rules, hand: int, start: str = "parts") -> dict[str, pa.Table]:
    """What follows in that hand from its claimed pairs; all other hands stay as they are, but the one that settles its match.

    `true_tables` are the same hands before the pairs were changed.

    `start` "parts": points from rows, bonus and royalties, amounts from points, points, net and stack of each
    player from his pairs; "points": from the points of the pairs on; "amounts": net and stack from the amounts.
    Raises UnsuitableError where the record states no pairs, or the rules leave an amount open.
    """
    told, true = _Ledger(tables, rules), _Ledger(true_tables, rules)
    own = told.pairs(hand)
    if own.stop == own.start or (told.pair_points[own] == NULL).any():
        raise UnsuitableError
    if start == "parts":
        top, middle, bottom, bonus, ours, theirs = (np.where(part == NULL, 0, part)[own] for part in told.parts)
        told.pair_points[own] = top + middle + bottom + bonus + ours - theirs
    if start != "amounts":
        seats = told.seats(hand)
        total = np.zeros(seats.stop - seats.start, np.int64)
        np.add.at(total, told.a[own], told.pair_points[own])
        np.add.at(total, told.b[own], -told.pair_points[own])
        told.points[seats] = np.where(told.points[seats] == NULL, NULL, total)
    pays = _settling_hand(told, hand)
    if pays is None:
        return told.write()
    if start != "amounts":
        told.amount[told.pairs(pays)] = told.settled(pays, told.pair_points, true)
    _pay(told, true, pays)
    return told.write()


def _settling_hand(ledger: _Ledger, hand: int) -> int | None:
    """The hand in which the money of a hand moves: itself, or the last of its match; None where that is not on record."""
    for later in range(hand, ledger.n):
        if later > hand and (ledger.match[later] is None or ledger.match_start[later] != ledger.match_start[hand]):
            return None
        own = ledger.pairs(later)
        if (ledger.amount[own] != NULL).all() and own.stop > own.start:
            return later
    return None


def _pay(told: _Ledger, true: _Ledger, hand: int) -> None:
    """Nets, rakes and stacks of a hand from its amounts; the rake is the room's where that is the rake stated."""
    seats = told.seats(hand)
    won, was = told.won(hand, told.amount), true.won(hand, true.amount)
    rake = true.rake[true.seats(hand)]
    if (rake != NULL).any() and (rake > 0).any() and not np.array_equal(won, was):
        take = room_of(str(row_of(told.tables, "hands", hand)["site"])).rake.take
        if not np.array_equal(take(was), rake):
            raise UnsuitableError
        told.rake[seats] = take(won)
        if told.hand_rake[hand] != NULL:
            told.hand_rake[hand] = told.rake[seats].sum()
    net = won - np.where(told.rake[seats] == NULL, 0, told.rake[seats])
    told.net[seats] = np.where(told.net[seats] == NULL, NULL, net)
    stack = told.stack[seats]
    told.after[seats] = np.where((told.after[seats] == NULL) | (stack == NULL), NULL, stack + net)


@dataclass(frozen=True)
class _Buying:
    """What the players of a true history bring to a hand beyond what they had left at the table, by hand id and player."""

    more: Mapping[tuple[str, str], int]

    @classmethod
    def of(cls, true: _Ledger, hand_ids: list[str]) -> "_Buying":
        more: dict[tuple[str, str], int] = {}
        left: dict[tuple[str, str], int] = {}
        for hand, player, stack, after in _seats_of(true):
            place = (true.table[hand], player)
            more[hand_ids[hand], player] = stack - left.get(place, stack)
            left[place] = stack if after == NULL else after
        return cls(more)


def _seats_of(ledger: _Ledger) -> Iterator[tuple[int, str, int, int]]:
    """Hand, player, stack and claimed stack after, seat by seat, where there is a stack."""
    for hand in range(ledger.n):
        for at in range(*ledger.seats(hand).indices(len(ledger.stack))):
            if ledger.stack[at] != NULL:
                yield hand, ledger.player[at], int(ledger.stack[at]), int(ledger.after[at])


def carry_stacks(tables: Tables, true_tables: Tables, rules: _Rules, hand: int) -> dict[str, pa.Table]:
    """The later hands of the table played on with the stacks that the site claims after `hand`, and paid accordingly.

    Whoever bought in in the true history buys in for as much. Raises UnsuitableError where that would have changed who
    plays on.
    """
    told = _Ledger(tables, rules)
    if (told.stack[told.seats(hand)] == NULL).any():
        return dict(tables)
    true, before = _Ledger(true_tables, rules), _Ledger(tables, rules)
    ids, true_ids = (one["hands"].column("hand_id").to_pylist() for one in (tables, true_tables))
    buying = _Buying.of(true, true_ids)
    if ids[hand] in true_ids:
        _same_players(told, true, hand, true_ids.index(ids[hand]))
    left, previous, is_changed = _left(told, hand), hand, False
    for later in range(hand + 1, told.n):
        if told.table[later] != told.table[hand]:
            continue
        seats = told.seats(later)
        runs_on = told.runs_on[later] is not None and told.runs_on[later] == told.runs_on[previous]
        for at in range(seats.start, seats.stop):
            who = told.player[at]
            if who in left:
                more = 0 if runs_on else buying.more.get((ids[later], who), 0)
                told.stack[at] = left[who] + more
            if told.stack[at] < 0 or (told.stack[at] == 0) != (before.stack[at] == 0):
                raise UnsuitableError
        _same_standing(told, before, later)
        if np.array_equal(told.stack[seats], before.stack[seats]):
            break
        is_changed = True
        own = told.pairs(later)
        if own.stop > own.start and (told.amount[own] != NULL).all():
            told.amount[own] = told.settled(later, told.pair_points, before)
            _pay(told, before, later)
            _same_players(told, before, later, later)
        elif own.stop > own.start and not _same_trial(told, before, later):
            raise UnsuitableError
        left, previous = left | _left(told, later), later
    return told.write() if is_changed else dict(tables)


def _same_standing(told: _Ledger, before: _Ledger, hand: int) -> None:
    """Raises UnsuitableError where other stacks change who has something at stake in a hand, or who of those who are out in it is placed
    before whom: by what they had at the start of the match."""
    seats = told.seats(hand)
    if np.array_equal(told.stack[seats], before.stack[seats]):
        return
    played = played_rules(told.tables, told.rules, hand)
    now, was = (ledger.stakes(hand, played) > 0 for ledger in (told, before))
    out = before.after[seats] == 0
    first = told.seats(told.match_start[hand])
    at = [
        told.player[first].index(who) for who in np.array(told.player[seats])[out].tolist() if who in told.player[first]
    ]
    above, stood = (np.sign(stack[:, None] - stack) for stack in (told.stack[first][at], before.stack[first][at]))
    if not np.array_equal(now, was) or not np.array_equal(above, stood):
        raise UnsuitableError


def _same_trial(told: _Ledger, before: _Ledger, hand: int) -> bool:
    """Whether a match settled at its end would go on after the hand as it did with other stacks: settled on trial."""
    chips = []
    for ledger in (told, before):
        amount = ledger.settled(hand, ledger.pair_points, before)
        chips.append(ledger.stack[ledger.seats(hand)] + ledger.won(hand, _spread(ledger, hand, amount)))
    return np.array_equal(chips[0] > 0, chips[1] > 0)


def _spread(ledger: _Ledger, hand: int, amount: Ints) -> Ints:
    """The amounts of a hand's pairs among those of all pairs, in which nothing else moves."""
    spread = np.zeros(len(ledger.amount), np.int64)
    spread[ledger.pairs(hand)] = amount
    return spread


def _left(ledger: _Ledger, hand: int) -> dict[str, int]:
    """What each player has left after a hand: the stack claimed, else the one he brought."""
    seats = ledger.seats(hand)
    left = np.where(ledger.after[seats] == NULL, ledger.stack[seats], ledger.after[seats])
    return dict(zip(ledger.player[seats], left.tolist(), strict=True))


def _same_players(told: _Ledger, true: _Ledger, hand: int, true_hand: int) -> None:
    """Raises UnsuitableError where who is out, or in, after the hand changes how the match or the tournament goes on."""
    now, was = _left(told, hand), _left(true, true_hand)
    if all((now[who] > 0) == (was[who] > 0) for who in now.keys() & was.keys()):
        return
    alive = [sum(stack > 0 for stack in left.values()) for left in (now, was)]
    if min(now.values()) < 0 or (told.runs_on[hand] is not None and not (told.is_last[hand] and min(alive) > 1)):
        raise UnsuitableError
