"""One hand with everything that is known of it: what was played, what the site said, what the rules give, and the
verdicts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate
from typing import Any

from ofc_audit.cards import EMPTY
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, visible
from ofc_audit.rulesets import RuleSet, changed_keys, value_text
from ofc_audit.score.effective import OPTION_COLUMNS, rules_of_hand
from ofc_audit.score.settlement import settlement_order
from ofc_audit.tables import table
from ofc_audit.warehouse.engine import quoted

Row = dict[str, Any]

_OF_SEATS = ("seats", "boards", "claims", "scored_seats")
_OF_PAIRS = ("claimed_pairs", "scored_pairs")
_KEY = re.compile(r"0|-?[1-9][0-9]{0,18}")
SECTIONS = ("board", "score", "fantasyland", "settlement")
"""Sections of a rule set that decide what a hand pays."""


@dataclass(frozen=True)
class HandView:
    """One hand. Seats are in acting order; each is the row of `seats` with `board`, `claim` and `scored` beside it.

    Pairs have `scored` and `claim`, either of them None where there is none. `rules` is the effective rule set, None
    where none is known.
    """

    hand: Row
    seats: Sequence[Row]
    pairs: Sequence[Row]
    verdicts: Sequence[Row]
    findings: Sequence[Row]
    rules: RuleSet | None
    stated: Sequence[str] = ()
    """The options that the hand states, each with what it changes in the rule set."""
    also: Sequence[Row] = ()
    """The records that tell of the hand beside the one whose place it has."""

    @property
    def shows_cards(self) -> bool:
        """Whether any board is known: who tells only points does not tell in which order they acted."""
        boards = [seat["board"]["cards"] for seat in self.seats if seat["board"] is not None]
        return any(card != EMPTY for cards in boards for card in cards)

    def name(self, acting_order: int) -> str:
        """The name of a seat."""
        return str(self.seats[acting_order]["player_name"])


@dataclass(frozen=True)
class PairMoney:
    """How the money of a pair comes about: what its points are worth, what either had left before it, and what moves (b
    to a)."""

    worth: Decimal | None
    stack_a: Decimal | None
    stack_b: Decimal | None
    amount: Decimal | None

    @property
    def is_capped(self) -> bool:
        """Whether less moves than the points are worth."""
        return self.worth is not None and self.amount is not None and abs(self.amount) < abs(self.worth)


def find_hands(store: Store, words: Sequence[str]) -> list[Row]:
    """The hands meant by `[SITE] HAND`: by the site's hand id, else by hand key; in the order of their place."""
    *site, hand_id = words
    named = f"hand_id = {quoted(hand_id)}"
    room = f" and site = {quoted(site[0])}" if site else ""
    # Values stand in the text: what a parameter is compared with is not passed over by the scan.
    query = (
        "select hand_key, site, club_id, table_id, hand_id, ended_at, source_file, first_line, last_line from hands "
        "where {}" + room + " order by source_file, first_line"
    )
    found = store.rows(query.format(named))
    if not found and _KEY.fullmatch(hand_id):
        found = store.rows(query.format(f"hand_key = {int(hand_id)}"))
    return found


def load_hand(store: Store, hand_key: int, rules: Mapping[str, RuleSet]) -> HandView:
    """The hand with that key. Raises KeyError when there is none."""
    hands = store.rows(f"select rowid as place, * from hands where hand_key = {int(hand_key)}")
    if not hands:
        raise KeyError(f"no hand with key {hand_key}")
    hand = hands[0]
    places = _places(store, hand.pop("place"), hand["n_seats"])
    parts = {name: _of(store, name, hand_key, places[name]) for name in places}
    by_order = {name: {row["acting_order"]: row for row in parts[name]} for name in _OF_SEATS}
    seats = [
        {
            **seat,
            "board": by_order["boards"].get(order),
            "claim": by_order["claims"].get(order),
            "scored": by_order["scored_seats"].get(order),
        }
        for order, seat in sorted(by_order["seats"].items())
    ]
    claimed = {(row["a"], row["b"]): row for row in parts["claimed_pairs"]}
    scored = {(row["a"], row["b"]): row for row in parts["scored_pairs"]}
    pairs = [
        {"a": a, "b": b, "scored": scored.get((a, b)), "claim": claimed.get((a, b))}
        for a, b in sorted(claimed | scored)
    ]
    findings = [{**row, "hand_id": hand["hand_id"], "site": hand["site"]} for row in _of(store, "findings", hand_key)]
    played, stated = rules_of_hand(hand, rules), stated_options(hand, rules)
    also = [row for row in _of(store, "hand_records", hand_key) if row["record_no"]]
    return HandView(hand, seats, pairs, _in_order(parts["verdicts"]), findings, played, stated, also)


def stated_options(hand: Row, rules: Mapping[str, RuleSet]) -> list[str]:
    """What the hand states of its table, and what that changes in its rule set: `scoring 1-6 (score.method was unknown)`."""
    stated = {name: hand[column] for name, column in OPTION_COLUMNS.items() if hand[column] is not None}
    base = rules_of_hand({**hand, **dict.fromkeys(OPTION_COLUMNS.values())}, rules)
    words = []
    for name, value in stated.items():
        said = f"{name.replace('_', ' ')} {_option_text(value)}"
        if base is None:
            words.append(said)
            continue
        played = base.with_options(**{name: value})
        changes = [f"{key} was {value_text(base.value(key))}" for key in changed_keys(base, played)]
        words.append(f"{said} ({', '.join(changes) or 'as the rule set has it'})")
    return words


def _option_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return money_text(value) if isinstance(value, Decimal) else visible(str(value))


def _places(store: Store, place: int, n_seats: int) -> dict[str, range]:
    """Where the rows of a hand stand in each table that has the hands in the order of `hands`, if each hand before has all of its rows."""
    pairs = "n_seats::integer * (n_seats - 1) // 2"
    [before] = store.rows(
        f"select coalesce(sum(n_seats), 0) as seats, coalesce(sum({pairs}), 0) as pairs from hands where rowid < {place}"
    )
    n_verdicts, n_pairs = len(table("verdicts").column("dimension").values), n_seats * (n_seats - 1) // 2
    found = dict.fromkeys(_OF_SEATS, range(before["seats"], before["seats"] + n_seats))
    found |= dict.fromkeys(_OF_PAIRS, range(before["pairs"], before["pairs"] + n_pairs))
    return found | {"verdicts": range(n_verdicts * place, n_verdicts * (place + 1))}


def _of(store: Store, name: str, hand_key: int, place: range | None = None) -> list[Row]:
    """The rows of a hand: at their place where they are all there, for there are no more of them; else wherever they are."""
    order = ", ".join(table(name).key)
    query = f"select * from {name} where hand_key = {int(hand_key)} and {{}} order by {order}"
    if place:
        rows = store.rows(query.format(f"rowid between {place.start} and {place.stop - 1}"))
        if len(rows) == len(place):
            return rows
    return store.rows(query.format("true"))


def _in_order(verdicts: Sequence[Row]) -> list[Row]:
    order = {name: place for place, name in enumerate(table("verdicts").column("dimension").values)}
    return sorted(verdicts, key=lambda row: order[row["dimension"]])


def pair_money(view: HandView) -> dict[tuple[int, int], PairMoney]:
    """The money of each pair, in the order of settlement, on stacks that run along; unknown where a stack or an amount
    before is."""
    running: list[Decimal | None] = [seat["stack"] for seat in view.seats]
    order = "left_of_button_first" if view.rules is None else str(view.rules.value("settlement.pair_order"))
    places = {(pair["a"], pair["b"]): pair for pair in view.pairs}
    keys = sorted(places)
    if len(keys) == len(view.seats) * (len(view.seats) - 1) // 2:
        keys = [keys[column] for column in settlement_order(len(view.seats), order)]
    result: dict[tuple[int, int], PairMoney] = {}
    for a, b in keys:
        scored = places[a, b]["scored"]
        amount = None if scored is None else scored["amount"]
        points = None if scored is None else scored["points"]
        value = view.hand["point_value"]
        worth = None if points is None or value is None else points * value
        result[a, b] = PairMoney(worth, running[a], running[b], amount)
        for seat, sign in ((a, 1), (b, -1)):
            before = running[seat]
            running[seat] = None if before is None or amount is None else before + sign * amount
    return result


def street_rows(board: Mapping[str, Any], fantasy: bool) -> list[Row]:
    """What was done street by street: number, cards to top, middle and bottom, discards, milliseconds, whether placed
    by the site."""
    placed = list(zip(range(13), board["cards"], board["streets"], strict=True))
    discards = list(zip(board["discards"] or (), board["discard_streets"] or (), strict=True))
    numbers = sorted(
        {street for _, card, street in placed if card != 255} | {street for _, street in discards if not fantasy}
    )
    times, auto = board["street_ms"] or (), board["street_auto"] or ()
    starts = list(accumulate((0, 3, 5, 5)))
    rows = []
    for at, street in enumerate(numbers):
        row: Row = {"street": street}
        for name, low, high in zip(("top", "middle", "bottom"), starts[:-1], starts[1:], strict=True):
            row[name] = [card for place, card, on in placed[low:high] if on == street and card != 255]
        row["discards"] = None if board["discards"] is None else [c for c, on in discards if on == street or fantasy]
        row["ms"] = times[at] if at < len(times) else None
        row["is_auto"] = auto[at] if at < len(auto) else None
        rows.append(row)
    return rows
