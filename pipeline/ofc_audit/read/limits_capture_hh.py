"""What a capture of PPPoker, UPoker or Spartan cannot hold."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import Mask
from ofc_audit.read.board_view import BoardView
from ofc_audit.read.capture_hands import hand_numbers
from ofc_audit.read.capture_spec import MOST_PLAYERS, POINTLESS, RULES, SITES
from ofc_audit.read.carry import Limit
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.limits import (
    ROYALTIES,
    blank,
    fantasyland,
    limit,
    matches,
    never_with,
    no_place,
    no_showdown,
    not_below,
    of_boards,
    players,
    required,
)

_STREETS = 5
_CARDS = 13
_MOST_POINTS = 10**9
_MOST_PRICE = 10**13 * 10_000
_SITES = pa.array([*SITES.values()])


def _no_room(rows: HandRows) -> Mask:
    return ~np.asarray(pc.is_in(rows.column("hands", "site"), _SITES))


def _other_rules(rows: HandRows) -> Mask:
    """The hands under a rule set that no recorded room plays."""
    site, rules_id = rows.column("hands", "site"), rows.column("hands", "rules_id")
    fits = np.zeros(rows.n_hands, bool)
    for kind in RULES.values():
        named = pc.binary_join_element_wise(site, kind, "_")
        fits |= np.asarray(pc.fill_null(pc.equal(rules_id, named), False))
    return rows.known("hands", "rules_id") & ~fits


def _other_number(rows: HandRows) -> Mask:
    """The hands whose number is another than that in their id, where ids have one."""
    told = hand_numbers(rows.column("hands", "hand_id"), rows.column("hands", "site"))
    return np.asarray((told != NULL) & (rows.ints("hands", "hand_no") != told))


def _number_untold(rows: HandRows) -> Mask:
    told = hand_numbers(rows.column("hands", "hand_id"), rows.column("hands", "site"))
    return np.asarray((told == NULL) & rows.known("hands", "hand_no"))


def _half_price(rows: HandRows) -> Mask:
    """The hands whose worth of a chip is no amount with a word of letters behind it."""
    price, unit = rows.ints("hands", "chip_price"), rows.column("hands", "chip_currency")
    word = np.asarray(pc.fill_null(pc.match_substring_regex(unit, r"\A[A-Za-z]{1,12}\z"), False))
    either = rows.known("hands", "chip_price", "chip_currency")
    return np.asarray(either & ~((price >= 0) & (price < _MOST_PRICE) & word))


def _fractions(rows: HandRows) -> Mask:
    micros = rows.ints("hands", "ended_at")
    return np.asarray((micros != NULL) & (micros % 1_000_000 != 0))


def _whole_seconds(rows: HandRows, chosen: Mask) -> HandRows:
    micros = rows.ints("hands", "ended_at")
    known = micros != NULL
    whole = np.where(chosen & known, micros - micros % 1_000_000, np.where(known, micros, 0))
    return rows.put("hands", {"ended_at": pa.array(whole, mask=~known).cast(pa.timestamp("us", tz="UTC"))})


def _odd_discards(view: BoardView) -> Mask:
    """Boards with discards of a street that a capture does not have."""
    board, street = view.listed("discard_streets")
    fits = np.where(view.is_fantasy[board], street == 0, (street >= 1) & (street <= _STREETS))
    found = np.zeros(view.n, bool)
    found[board[~fits]] = True
    return found


def _odd_board(view: BoardView) -> Mask:
    board, street = view.placed
    fits = np.where(view.is_fantasy[board], street == 0, (street >= 1) & (street <= _STREETS))
    found = np.zeros(view.n, bool)
    found[board[~fits]] = True
    return found


def _told_cards(rows: HandRows) -> tuple[Mask, Mask]:
    """The players in Fantasyland of whom a capture tells another number of cards than is known, or none where one is known."""
    view = rows.view
    cards = rows.ints("seats", "fantasy_cards")
    tells = view.is_fantasy & (view.n_discards > 0) & (view.n_placed == _CARDS)
    told = _CARDS + view.n_discards
    return np.asarray(tells & (cards != told)), np.asarray(view.is_fantasy & ~tells & (cards != NULL))


def _points_of_site(rows: HandRows) -> Mask:
    pointless = np.asarray(pc.is_in(rows.column("hands", "site"), pa.array([*POINTLESS])))
    return np.asarray(rows.of("claims", pointless) & rows.known("claims", "points"))


def _many_points(rows: HandRows) -> Mask:
    points = rows.ints("claims", "points")
    return np.asarray((points != NULL) & (np.abs(points) >= _MOST_POINTS))


def _without_pairs(rows: HandRows, chosen: Mask) -> HandRows:
    return rows.without_rows("claimed_pairs", chosen)


def _any_pair(rows: HandRows) -> Mask:
    return np.ones(len(rows.owner["claimed_pairs"]), bool)


LIMITS: tuple[Limit, ...] = (
    limit("site", f"hands of other rooms than {', '.join(SITES.values())}", "hands", _no_room),
    limit("rules", "a rule set that no recorded room plays", "hands", _other_rules),
    never_with(
        "options",
        "options of the table",
        "option_scoring",
        "option_royalties",
        "option_royalty_settlement",
        "option_fantasyland",
        "option_one_hand",
        "match_cap",
    ),
    never_with("tournament", "a tournament", "tournament_id", "level", "levels"),
    limit("currency", "another currency than chips", "hands", lambda rows: ~matches("currency", r"\Achips\z")(rows)),
    required("point value", "a point value", "point_value"),
    not_below("point value", "a point value", "hands", "point_value", drops=False),
    limit("cancelled", "that it was cancelled", "hands", matches("status", r"\Acancelled\z"), is_whole=True),
    *players(MOST_PLAYERS),
    limit("hand no", "another number of the hand than that in its id", "hands", _other_number),
    limit("hand no", "a number of the hand that is not in its id", "hands", _number_untold, blank("hands", "hand_no")),
    no_place("match", "the match", "hands", "match_id", "last_of_match"),
    limit(
        "chip",
        "a price of a chip without its currency",
        "hands",
        _half_price,
        blank("hands", "chip_price", "chip_currency"),
    ),
    limit("time", "fractions of a second", "hands", _fractions, _whole_seconds),
    no_place("rake", "the rake of the hand", "hands", "rake"),
    no_place("sitting out", "who sat out", "hands", "sitting_out"),
    no_place("events", "events", "hands", "events"),
    no_place("other keys", "keys of others", "hands", "unknown_keys"),
    no_place("seat", "seat numbers", "seats", "seat_no"),
    no_place("stack", "stacks", "seats", "stack"),
    *fantasyland(),
    of_boards("streets", "cards without a street of a capture", _odd_board),
    of_boards(
        "discards",
        "discards without a street of a capture",
        _odd_discards,
        blank("boards", "discards", "discard_streets"),
    ),
    of_boards(
        "discards",
        "that nothing was discarded",
        lambda view: view.n_discards == 0,
        blank("boards", "discards", "discard_streets"),
    ),
    limit(
        "fantasy",
        "a number of Fantasyland cards that its discards contradict",
        "seats",
        lambda rows: _told_cards(rows)[0],
    ),
    limit(
        "fantasy",
        "a number of Fantasyland cards without the discards",
        "seats",
        lambda rows: _told_cards(rows)[1],
        blank("seats", "fantasy_cards"),
    ),
    no_place("dealt", "cards in the order dealt", "boards", "dealt", "dealt_streets"),
    no_place("ms", "times", "boards", "street_ms"),
    no_place("auto", "whether streets were placed automatically", "boards", "street_auto"),
    no_showdown(),
    limit(
        "points",
        "points: the result of a Spartan capture is no count of them",
        "claims",
        _points_of_site,
        blank("claims", "points"),
    ),
    limit("points", "points of ten digits", "claims", _many_points, blank("claims", "points")),
    no_place("match points", "points of the match so far", "claims", "match_points"),
    no_place("foul", "claimed fouls", "claims", "is_foul"),
    no_place("royalties", "claimed royalties", "claims", *ROYALTIES),
    no_place("rake", "claimed rake", "claims", "rake"),
    no_place("stack after", "claimed stacks", "claims", "stack"),
    no_place("fantasy next", "announced Fantasyland", "claims", "is_fantasy_next", "fantasy_next"),
    no_place("bounty", "bounties and places", "claims", "bounty", "place"),
    limit("pairs", "pairs", "claimed_pairs", _any_pair, _without_pairs, is_whole=True),
)
