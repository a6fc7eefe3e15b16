"""What each format that can be written can hold, as data: the facts of a hand, and for each format where it falls short of them.

A format's `Limit`s say, fact by fact, in which hands it cannot hold what the tables know, and how the hand looks without that; a
limit without such a way means that the hand cannot be written at all. What no limit names survives writing and reading: a test
holds every format to it. Limits are tried in their order, each on what those before it left.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import numpy as np
import pyarrow as pa

from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.hand_rows import HandRows, hand_rows

TARGETS = ("ofc_text", "ofc_jsonl", "capture_hh", "table")
"""The formats that hands can be written in; `write_<format>` writes one, `limits_<format>` says what it can hold."""

Where = Callable[[HandRows], Mask]
"""(n_hands,) the hands in which a format falls short."""
Drop = Callable[[HandRows, Mask], HandRows]
"""The hands chosen without what a format cannot hold; nothing else about them changes."""


@dataclass(frozen=True)
class Fact:
    """Something that the tables know of a hand: its name in words, and the columns (`table.column`) that hold it."""

    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Limit:
    """Where a format falls short of a fact: in which hands, in words, and the hands without it (None: they are left out).

    `is_whole` says that the format has no place for the fact at all, not only for some of its values.
    """

    fact: str
    words: str
    where: Where
    drop: Drop | None = None
    is_whole: bool = False


@dataclass(frozen=True)
class Loss:
    """What of some hands a format cannot hold; `hands` are their places among those given."""

    limit: Limit
    hands: Ints

    @property
    def leaves_out(self) -> bool:
        """Whether the hands cannot be written at all."""
        return self.limit.drop is None


@dataclass(frozen=True)
class Carried:
    """Hands as a format can hold them, the losses on the way, and (n_hands,) which of the hands given are still there."""

    rows: HandRows
    losses: tuple[Loss, ...]
    is_kept: Mask


FACTS: Mapping[str, Fact] = {
    "site": Fact("site", ("hands.site",)),
    "club": Fact("club", ("hands.club_id",)),
    "hand id": Fact("hand id", ("hands.hand_id",)),
    "rules": Fact("rule set", ("hands.rules_id",)),
    "options": Fact(
        "options of the table",
        (
            "hands.option_scoring",
            "hands.option_royalties",
            "hands.option_royalty_settlement",
            "hands.option_fantasyland",
            "hands.option_one_hand",
            "hands.match_cap",
        ),
    ),
    "match": Fact("match and whether it ended", ("hands.match_id", "hands.last_of_match")),
    "hand no": Fact("number of the hand", ("hands.hand_no",)),
    "tournament": Fact("tournament, level, prices by level", ("hands.tournament_id", "hands.level", "hands.levels")),
    "table": Fact("table", ("hands.table_id",)),
    "time": Fact("when the hand ended", ("hands.ended_at",)),
    "currency": Fact("currency", ("hands.currency",)),
    "point value": Fact("point value", ("hands.point_value",)),
    "chip": Fact("worth of a chip", ("hands.chip_price", "hands.chip_currency")),
    "cancelled": Fact("that a hand was cancelled", ("hands.status",)),
    "recorder": Fact("who recorded the hand", ("hands.is_observed", "seats.is_hero")),
    "sitting out": Fact("who sat out", ("hands.sitting_out",)),
    "events": Fact("events (disconnects)", ("hands.events",)),
    "other keys": Fact("keys that its format does not define", ("hands.unknown_keys",)),
    "order": Fact("players in acting order", ("seats.acting_order", "hands.n_seats")),
    "seat": Fact("seat numbers", ("seats.seat_no",)),
    "player": Fact("account and name of a player", ("seats.player_id", "seats.player_name")),
    "fantasy": Fact("who is in Fantasyland, with how many cards", ("seats.is_fantasy", "seats.fantasy_cards")),
    "stack": Fact("stacks before the hand", ("seats.stack",)),
    "board": Fact("the board of a player", ("boards.cards", "boards.is_complete")),
    "streets": Fact("streets of the cards", ("boards.streets",)),
    "discards": Fact("discards", ("boards.discards", "boards.discard_streets")),
    "dealt": Fact("cards in the order dealt", ("boards.dealt", "boards.dealt_streets")),
    "ms": Fact("time used on a street", ("boards.street_ms",)),
    "auto": Fact("whether a street was placed automatically", ("boards.street_auto",)),
    "shown": Fact("a showdown that differs from the streets", ("boards.shown",)),
    "foul": Fact("claimed foul", ("claims.is_foul",)),
    "royalties": Fact(
        "claimed royalties", ("claims.top_royalties", "claims.middle_royalties", "claims.bottom_royalties")
    ),
    "points": Fact("claimed points", ("claims.points",)),
    "match points": Fact("claimed points of the match so far", ("claims.match_points",)),
    "net": Fact("claimed net", ("claims.net",)),
    "rake": Fact("claimed rake", ("claims.rake", "hands.rake")),
    "stack after": Fact("claimed stack after the hand", ("claims.stack",)),
    "fantasy next": Fact("claimed Fantasyland to come", ("claims.is_fantasy_next", "claims.fantasy_next")),
    "bounty": Fact("claimed bounty and place", ("claims.bounty", "claims.place")),
    "pairs": Fact(
        "claimed pairs, in settlement order",
        (
            "claimed_pairs.pair_no",
            "claimed_pairs.a",
            "claimed_pairs.b",
            "claimed_pairs.top",
            "claimed_pairs.middle",
            "claimed_pairs.bottom",
            "claimed_pairs.bonus",
            "claimed_pairs.royalties_a",
            "claimed_pairs.royalties_b",
            "claimed_pairs.points",
            "claimed_pairs.amount",
        ),
    ),
}
"""Everything that the hand tables know of a hand. Places, keys and which player of a pair a record names first are no facts of a hand."""


@cache
def limits_of(target: str) -> Sequence[Limit]:
    """The limits of a format, in the order in which they are tried. Raises KeyError for one that is not written."""
    if target not in TARGETS:
        raise KeyError(f"no format {target!r} is written; known are {', '.join(TARGETS)}")
    limits: Sequence[Limit] = import_module(f"ofc_audit.read.limits_{target}").LIMITS
    return limits


def carry(rows: HandRows, target: str) -> Carried:
    """Hands as a format can hold them, and everything that it cannot."""
    n = rows.n_hands
    place = np.arange(n)
    losses = []
    for limit in limits_of(target):
        found = limit.where(rows)
        if not found.any():
            continue
        losses.append(Loss(limit, place[found]))
        if limit.drop is None:
            rows, place = rows.keep(~found), place[~found]
        else:
            rows = limit.drop(rows, found)
    is_kept = np.zeros(n, bool)
    is_kept[place] = True
    return Carried(rows, tuple(losses), is_kept)


def held(tables: Mapping[str, pa.Table], target: str) -> HandRows:
    """Hands that a format holds whole. Raises ValueError, naming hand and fact, where there is one that it does not."""
    rows = hand_rows(tables)
    losses = carry(rows, target).losses
    if losses:
        first = min(losses, key=lambda loss: int(loss.hands[0]))
        site, hand_id = (rows.column("hands", name)[int(first.hands[0])].as_py() for name in ("site", "hand_id"))
        raise ValueError(f"hand {site} {hand_id}: {target} cannot hold {first.limit.words}")
    return rows


def holding(target: str) -> Iterator[tuple[Fact, str]]:
    """Every fact, and how far a format holds it: `yes`, `no`, `in part`, or `no: left out` where a hand that has it is not written."""
    for key, fact in FACTS.items():
        own = [limit for limit in limits_of(target) if limit.fact == key]
        whole = [limit for limit in own if limit.is_whole]
        if whole and all(limit.is_whole for limit in own):
            yield fact, "no" if whole[0].drop else "no: left out"
        else:
            yield fact, "in part" if own else "yes"
