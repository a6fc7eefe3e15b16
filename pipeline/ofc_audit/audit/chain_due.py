"""What each hand earns by its chain, with the limit of stays in a row: whoever is in Fantasyland for the n-th hand in a row has stayed n - 1
times (fantasyland.stay_limit, fantasyland.cards_on_stay)."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.chain_links import Links
from ofc_audit.audit.course import combined, since, taken
from ofc_audit.audit.view import Flags, Ints, Mask, flags, ints
from ofc_audit.money import NULL
from ofc_audit.score.params import whole

AS_BEFORE = "as_before"


@dataclass(frozen=True)
class Due:
    """By seat (n_seats,): the how many-th hand of a run in Fantasyland it is, `NULL` in no chain; whether the run's beginning is known; what
    the hand earns (1, 0, -1 unknown; cards, `NULL` unknown), and whether that is for the limit of stays to say."""

    run_length: Ints
    is_run_whole: Mask
    is_limited: Mask
    stay_limit: Ints
    is_fantasy_next: Flags
    fantasy_next: Ints


def due_of(links: Links) -> Due:
    """What each seat of the hands earns; reads fantasyland.stay_limit and fantasyland.cards_on_stay."""
    course = links.course
    view = course.view
    hand, scored = view.seat_hand, view.tables["scored_seats"]
    earned, cards = flags(scored, "is_fantasy_next"), ints(scored, "fantasy_next")
    run_length, is_whole = _runs(links)
    limits = [None if one is None else whole(one, "fantasyland.stay_limit") for one in view.rules]
    limit = view.numbers_by_rules(NULL if one is None else one for one in limits)[hand]
    is_limited = (limit > 0) & (course.is_fantasy == 1) & (flags(scored, "is_stay_qualified") == 1) & (earned < 0)
    is_limited &= run_length != NULL
    if is_limited.any():
        is_over = is_limited & (run_length > limit)
        is_stay = is_limited & ~is_over & is_whole
        earned = np.where(is_over, 0, np.where(is_stay, 1, earned)).astype(np.int8)
        cards = np.where(is_limited, np.where(is_over, 0, np.where(is_stay, _stay_cards(links), NULL)), cards)
    return Due(run_length, is_whole, is_limited, limit, earned, cards)


def _stay_cards(links: Links) -> Ints:
    """(n_seats,) the cards of whoever stays."""
    view = links.course.view
    values = [None if one is None else one.value("fantasyland.cards_on_stay") for one in view.rules]
    fixed = view.numbers_by_rules(value if isinstance(value, int) else NULL for value in values)
    as_before = view.where_rules(value == AS_BEFORE for value in values)
    return np.where(as_before[view.seat_hand], ints(view.tables["seats"], "fantasy_cards"), fixed[view.seat_hand])


def _runs(links: Links) -> tuple[Ints, Mask]:
    """(n_seats,) hands in a row in Fantasyland up to and with each, and whether the beginning of that run is known: a hand outside
    Fantasyland, or the start of a match, comes before it. A spell is the hands of a chain that a player is in without missing one."""
    course = links.course
    hand = course.view.seat_hand
    rows = np.flatnonzero(links.is_linked[hand])
    # Of one chain the hands stand in order, and so do the seats of a player in it.
    key = combined(links.chain[hand[rows]], course.player[rows])
    order = rows[np.argsort(key, kind="stable")]
    before = taken(order, np.arange(len(order)) - 1, -1)
    begins = (before < 0) | (links.seat_before[order] != before)
    outside = course.is_fantasy[order] == 0
    run_length = np.full(len(hand), NULL)
    run_length[order] = since(begins | outside, course.is_fantasy[order] == 1)
    first = np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))
    whole = (since(begins, outside) > 0) | links.is_first[hand[order[first]]]
    is_whole = np.zeros(len(hand), bool)
    is_whole[order] = whole
    return run_length, is_whole


def with_stays(scored_seats: pa.Table, due: Due) -> pa.Table:
    """Scored seats with what chains know of stays that are limited."""
    if not due.is_limited.any():
        return scored_seats
    told = {
        "is_fantasy_next": pa.array(due.is_fantasy_next == 1, mask=due.is_fantasy_next < 0),
        "fantasy_next": pa.array(due.fantasy_next, mask=due.fantasy_next == NULL),
    }
    for name, column in told.items():
        field = scored_seats.schema.field(name)
        scored_seats = scored_seats.set_column(scored_seats.column_names.index(name), field, column.cast(field.type))
    return scored_seats
