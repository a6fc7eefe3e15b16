"""What `ofc_jsonl`, version 1, cannot hold."""

import json

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.read.batch import Mask
from ofc_audit.read.board_view import BoardView, forget_streets
from ofc_audit.read.carry import Limit
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.jsonl_paths import INNER_PATH, key_of
from ofc_audit.read.jsonl_spec import FIRST_STREET_CARDS, MOST_SEATS, RECORD, Field
from ofc_audit.read.limits import (
    ROYALTIES,
    amounts,
    blank,
    fantasyland,
    limit,
    match_end,
    matches,
    no_place,
    no_showdown,
    not_below,
    of_boards,
    pairs,
    players,
    required,
    seats,
    streets,
    whole_only,
)

_EMPTY = r"\A\z"


def _some_seats(rows: HandRows) -> Mask:
    """The hands in which some players have seat numbers and others have none."""
    known = rows.ints("seats", "seat_no") != NULL
    return rows.any("seats", known) & rows.any("seats", ~known)


def _pairs_without_seats(rows: HandRows) -> Mask:
    unseated = rows.any("seats", rows.ints("seats", "seat_no") == NULL)
    return rows.of("claimed_pairs", unseated)


def _without_pairs(rows: HandRows, chosen: Mask) -> HandRows:
    return rows.without_rows("claimed_pairs", chosen)


def _foreign_keys(rows: HandRows) -> Mask:
    """The hands with keys of others that have no place in the record, or whose name is one of the format's own."""
    found = np.zeros(rows.n_hands, bool)
    with_keys = np.flatnonzero(rows.known("hands", "unknown_keys")).tolist()
    if not with_keys:
        return found
    view = rows.view
    whole = view.lacks_streets & ~view.knows_streets
    n_entries = np.where(whole, 1, np.maximum(view.n_auto, 0))
    keys, events = rows.column("hands", "unknown_keys"), rows.column("hands", "events")
    for hand in with_keys:
        seats_of, pairs_of = (
            slice(*rows.starts[name][hand : hand + 2].tolist()) for name in ("boards", "claimed_pairs")
        )
        lengths = {"seats": n_entries[seats_of].tolist(), "pairs": [0] * (pairs_of.stop - pairs_of.start)}
        lengths["events"] = [0] * len(json.loads(events[hand].as_py() or "[]"))
        found[hand] = not all(_has_place(path, lengths) for path in json.loads(keys[hand].as_py()))
    return found


def _has_place(path: str, lengths: dict[str, list[int]]) -> bool:
    """Whether a path leads to an object of the record, in which the key is none of the format's own."""
    match = INNER_PATH.fullmatch(path)
    if match is None:
        return key_of(path) not in {field.name for field in RECORD}
    fields: tuple[Field, ...] = RECORD
    for name, at in ((match["name"], match["at"]), (match["inner"], match["inner_at"])):
        if name is None:
            continue
        outer = next((field for field in fields if field.name == name), None)
        if outer is None or (at is not None) != (outer.kind == "objects"):
            return False
        fields = outer.fields
    if match["at"] is not None:
        of = lengths[match["name"]]
        at = int(match["at"])
        if at >= len(of) or (match["inner_at"] is not None and int(match["inner_at"]) >= of[at]):
            return False
    return key_of(match["key"]) not in {field.name for field in fields}


def _odd_whole(view: BoardView) -> Mask:
    """Boards of unknown streets with marks or times of some: the one entry of such a board has one of each, or none."""
    whole = view.lacks_streets & ~view.knows_streets
    told = (view.times()[:, 1] >= 0) | (view.marks()[:, 1] == 1)
    fits = np.where(view.n_auto < 0, view.n_ms < 0, (view.n_auto == 1) & (view.n_ms <= 1) & told)
    return np.asarray(whole & ~fits)


def _few_cards(view: BoardView) -> Mask:
    return np.asarray(view.lacks_streets & (view.n_placed <= FIRST_STREET_CARDS) & (view.n_placed > 0))


def _lone_lists(view: BoardView) -> Mask:
    """Discards or dealt cards where the record has no street to put them on."""
    none = (view.n_placed == 0) & ~view.knows_streets & (view.n_auto <= 0)
    return np.asarray(none & ((view.n_discards >= 0) | (view.n_dealt >= 0)))


def _odd_times(view: BoardView) -> Mask:
    return np.asarray((view.n_ms >= 0) & (view.n_ms != view.n_auto))


_LISTS = ("dealt", "dealt_streets", "discards", "discard_streets")

LIMITS: tuple[Limit, ...] = (
    *(
        required(fact, words, column)
        for fact, words, column in (
            ("rules", "a rule set", "rules_id"),
            ("time", "the time at which it ended", "ended_at"),
            ("currency", "a currency", "currency"),
            ("point value", "a point value", "point_value"),
        )
    ),
    *(
        limit(fact, f"an empty {words}", "hands", matches(column, _EMPTY))
        for fact, words, column in (
            ("site", "site", "site"),
            ("hand id", "hand id", "hand_id"),
            ("rules", "rule set", "rules_id"),
            ("currency", "currency", "currency"),
        )
    ),
    *amounts(),
    not_below("hand no", "a number of the hand", "hands", "hand_no"),
    not_below("tournament", "a level", "hands", "level", drops=False),
    *match_end(),
    *players(MOST_SEATS),
    limit("seat", "seat numbers of some players only", "hands", _some_seats, None),
    *seats(),
    limit("pairs", "pairs of players without seat numbers", "claimed_pairs", _pairs_without_seats, _without_pairs),
    *fantasyland(),
    no_showdown(),
    of_boards("streets", "cards of streets that there are not", BoardView.strays, forget_streets),
    *streets(),
    of_boards(
        "streets",
        "cards of unknown streets beside known ones",
        lambda view: view.lacks_streets & view.knows_streets,
        forget_streets,
    ),
    of_boards(
        "streets",
        f"more than {FIRST_STREET_CARDS} cards on the one street of a board",
        lambda view: ~view.is_fantasy & view.knows_streets & (view.n_auto == 1) & (view.n_placed > FIRST_STREET_CARDS),
        forget_streets,
    ),
    of_boards("ms", "times of a board of unknown streets", _odd_whole, blank("boards", "street_ms", "street_auto")),
    of_boards("ms", "times of other streets than those with cards", _odd_times, blank("boards", "street_ms")),
    of_boards("discards", "discards or dealt cards of no street", _lone_lists, blank("boards", *_LISTS)),
    of_boards("board", f"a board of {FIRST_STREET_CARDS} or fewer cards of unknown streets", _few_cards),
    of_boards(
        "dealt",
        "dealt cards where the discards are hidden and as many were dealt as placed",
        BoardView.reads_as_none,
        blank("boards", "dealt", "dealt_streets"),
    ),
    no_place("match points", "points of the match so far", "claims", "match_points"),
    whole_only("royalties", "royalties of some rows only", "claims", ROYALTIES),
    *pairs(None),
    limit(
        "other keys", "keys whose place is not in the record", "hands", _foreign_keys, blank("hands", "unknown_keys")
    ),
)
