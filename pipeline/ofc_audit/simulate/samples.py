"""The sample histories: for each rule set small cases that read at sight, clean ones, faulty ones, and some that nobody
can judge.

`python -m ofc_audit.simulate.samples FOLDER` writes the inputs; the expected audit beside each is written by
`ofc_audit.simulate.expected`.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ofc_audit.read.table_mapping import FILE_NAME
from ofc_audit.read.table_own import own_mapping_text
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.cases import (
    Case,
    both,
    cut_second_object,
    dealer_alone,
    lose_line,
    make,
    miscount,
    no_pairs,
    other_rules,
    spoil_second_line,
    spoil_third_row,
    without,
)
from ofc_audit.simulate.rooms import Tournament

_16 = {"scoring": "1-6", "royalties": "american"}
_24 = {"scoring": "2-4", "royalties": "american"}
_FIXED, _PROGRESSIVE = "pokerbet", "pokerbet_progressive"
_KNOCKOUT = {"tournament": Tournament(bounty="5.00"), "point_value": "1"}
_LATE = {"timeouts": 0.2}
_TEXT, _JSON, _CAPTURE, _SWC, _TABLE = "ofc_text", "ofc_jsonl", "capture_hh", "swc_capture", "table"

# Matches: their length, who plays them, their stake, and what is left open when one player has everything.
MATCHES = (
    Case(_FIXED, "match-cap", _TEXT, 211, shows=("capped", "three"), options={**_16, "match_cap": "8.00"}),
    Case(_FIXED, "early-end", _JSON, 212, shows=("early end",), before=1, options=_16, stack="4.00", players=(3,)),
    Case(
        _FIXED,
        "fantasyland-after-the-end",
        _TEXT,
        213,
        shows=("played for nothing",),
        before=1,
        options=_16,
        stack="5.00",
        plays={"plays_on": True},
    ),
    Case(_FIXED, "match-cut-short", _TEXT, 214, "match_cut_short", before=1, options=_16, players=(3,)),
    Case(_FIXED, "match-goes-on", _TEXT, 215, "match_goes_on", before=1, after=1, options=_16, players=(2,)),
    Case(_FIXED, "player-joins", _TEXT, 216, "player_joins", before=1, options=_16, players=(2,)),
    Case(_FIXED, "bust-dealt-in", _JSON, 217, "bust_dealt_in", before=1, options=_16, players=(3,), stack="4.00"),
    Case("pokerbet_one_hand", "clean", _TEXT, 221, shows=("fantasy", "three"), options=_16),
    Case("pokerbet_one_hand", "match-goes-on", _JSON, 222, "match_goes_on", after=1, options=_16, players=(2,)),
    # Settled at the end of the match.
    Case("quadnet", "clean", _TEXT, 231, shows=("fantasy", "two"), before=2, options=_16),
    Case("quadnet", "early-end", _JSON, 232, shows=("early end", "rake"), before=1, options=_16, stack="6.00"),
    Case("quadnet", "match-cap", _TEXT, 233, shows=("three",), before=1, options={**_24, "match_cap": "6.00"}),
    Case("quadnet", "match-amount-off", _TEXT, 234, "match_amount_off", before=1, options=_16, players=(2,)),
    Case("quadnet", "last-hand-paid", _TEXT, 235, "last_hand_paid_for_match", before=1, options=_16, players=(2,)),
    Case("quadnet_progressive", "clean", _JSON, 241, shows=("fantasy", "three"), options=_24),
    Case("quadnet_one_hand", "clean", _TEXT, 251, shows=("fantasy",), options=_16),
    Case("pokerninja", "clean", _JSON, 261, shows=("fantasy", "two")),
    Case("pokerninja", "early-end", _TEXT, 262, shows=("early end", "rake"), before=1, stack="6.00", players=(3,)),
    Case("pokerninja", "match-amount-off", _JSON, 263, "match_amount_off", before=2, players=(3,)),
)

# Tables of an operator, one row for each player and hand, with the mapping beside them.
TABLES = (
    Case(_PROGRESSIVE, "clean-table", _TABLE, 1111, shows=("fantasy", "scoop"), options=_16, players=(2,)),
    Case(_FIXED, "table-points-off", _TABLE, 1112, "points_added_wrong", options=_16, players=(2,)),
    Case(_FIXED, "table-damaged", _TABLE, 1113, shows=("three",), before=1, options=_16, text_edit=spoil_third_row),
)

ACROSS_HANDS = (
    Case(_FIXED, "chips-missing", _TEXT, 511, "chips_missing", before=1, options=_16, players=(2,)),
    Case(_FIXED, "chips-added", _JSON, 512, "chips_added", before=1, options=_16, players=(3,)),
    Case(_FIXED, "stacks-exchanged", _TEXT, 513, "stacks_exchanged", before=1, options=_16, players=(2,)),
    Case("quadnet", "stake-changed", _TEXT, 514, "stake_changed", before=1, after=1, options=_16, players=(3,)),
    Case("openface_classic", "chips-missing", _TEXT, 515, "chips_missing", before=1, options=_16, players=(2,)),
    Case("norway_tournament", "chips-added", _JSON, 516, "chips_added", before=1, players=(3,)),
    Case(_FIXED, "hand-left-out", _TEXT, 517, "hand_left_out", before=1, options=_16, players=(3,)),
    Case(_FIXED, "number-twice", _JSON, 518, "number_twice", before=1, options=_16, players=(2,)),
    Case(_FIXED, "ended-before", _TEXT, 519, "ended_before", before=1, options=_16, players=(2,)),
    Case(_FIXED, "copied-hand", _TEXT, 520, "copied_hand", options=_16, players=(2,)),
    Case("spartan_refant14", "copied-hand", _CAPTURE, 521, "copied_hand", players=(2,)),
)

CLOCKS_AND_TOURNAMENTS = (
    Case(_FIXED, "time-runs-out", _TEXT, 311, shows=("automatic", "disconnected"), options=_16, plays=_LATE),
    Case(_FIXED, "placed-elsewhere", _TEXT, 312, "placed_elsewhere", options=_16, players=(2,), plays=_LATE),
    Case(_FIXED, "goes-on-out-of-time", _TEXT, 313, "goes_on_out_of_time", options=_16, players=(2,), plays=_LATE),
    Case(_FIXED, "too-much-time", _JSON, 314, "too_much_time", options=_16, players=(2,)),
    Case("openface_classic", "time-runs-out", _TEXT, 315, shows=("automatic",), options=_16, plays=_LATE),
    Case("pokerninja", "time-runs-out", _JSON, 316, shows=("automatic", "two"), plays=_LATE),
    Case(_FIXED, "knockout", _TEXT, 321, shows=("bounty", "place", "three"), options=_16, stack="20", plays=_KNOCKOUT),
    Case(
        _FIXED,
        "places-swapped",
        _TEXT,
        322,
        "places_swapped",
        before=1,
        options=_16,
        players=(2,),
        stack="20",
        plays=_KNOCKOUT,
    ),
    Case(
        _FIXED,
        "bounty-to-another",
        _JSON,
        323,
        "bounty_to_another",
        options=_16,
        players=(3,),
        stack="15",
        plays=_KNOCKOUT,
    ),
    Case("norway_tournament", "clean", _TEXT, 331, shows=("three", "place"), before=3),
    Case("norway_tournament", "price-frozen", _JSON, 332, shows=("frozen price",), before=3),
    Case("norway_tournament", "price-off", _TEXT, 333, "price_off", before=2),
    Case("norway_tournament", "price-not-frozen", _TEXT, 334, "price_not_frozen", before=2),
)

OTHER_RULE_SETS = (
    Case("openface_classic", "clean", _JSON, 411, shows=("fantasy",), before=2, options=_16, players=(3, 4)),
    Case("openface_classic", "four-players", _TEXT, 412, shows=("four", "capped"), options=_24, players=(4,)),
    Case("openface_pineapple", "clean", _TEXT, 421, shows=("fantasy", "three"), before=2, options=_16),
    Case("openface_pineapple", "stay-limit", _JSON, 9422, shows=("stay refused",), before=2, options=_16),
    Case("arena_classic", "clean", _JSON, 431, shows=("four",), before=1, players=(4,)),
    Case("arena_pineapple", "clean", _JSON, 441, shows=("fantasy",), before=2),
    Case("arena_progressive", "clean", _JSON, 451, shows=("fantasy", "three"), before=2),
)

# What a tracker saw of a room whose rules nobody has written down.
PARTIAL_EVIDENCE = tuple(
    Case(_FIXED, name, _SWC, seed, shows=("fantasy",), options=_16, players=(2,), text_edit=edit, folder="swc_capture")
    for name, seed, edit in (
        ("records-and-dealer", 461, None),
        ("dealer-alone", 462, dealer_alone),
        ("points-do-not-add-up", 463, miscount("finished - ", dealer_alone)),
        ("total-off", 464, miscount("TOTAL - ", dealer_alone)),
    )
)


CASES = (
    # A whole match each: every hand verified in every dimension.
    Case(_FIXED, "clean", _TEXT, 11, shows=("fantasy", "foul", "scoop", "three"), options=_16),
    Case(_FIXED, "clean-2-4", _JSON, 12, shows=("foul", "three"), options=_24),
    Case(_FIXED, "clean-capped", _TEXT, 13, shows=("capped", "three"), options=_16, stack="8.00"),
    Case(_FIXED, "no-royalties", _TEXT, 14, shows=("scoop",), options={"scoring": "1-6", "royalties": "none"}),
    # One thing wrong each.
    Case(_FIXED, "foul-not-called", _TEXT, 21, "foul_not_called", options=_16, players=(2,)),
    Case(_FIXED, "foul-called-wrongly", _TEXT, 22, "foul_called_wrongly", options=_16, players=(3,)),
    Case(_FIXED, "royalties-not-paid", _TEXT, 23, "royalties_not_paid", options=_16, players=(2,)),
    Case(_FIXED, "royalties-too-high", _JSON, 24, "royalties_too_high", options=_24, players=(3,)),
    Case(_FIXED, "row-to-wrong-hand", _TEXT, 25, "row_to_wrong_hand", options=_16, players=(2,)),
    Case(_FIXED, "scoop-with-royalties", _TEXT, 26, "scoop_not_paid", options=_16, players=(2,)),
    Case(_FIXED, "pair-added-wrong", _TEXT, 27, "pair_added_wrong", options=_24, players=(3,)),
    Case(_FIXED, "points-added-wrong", _TEXT, 28, "points_added_wrong", options=_16, players=(3,)),
    Case(
        _FIXED,
        "amount-not-capped",
        _TEXT,
        29,
        "amount_not_capped",
        options=_16,
        players=(3,),
        stack="8.00",
        shows=("three",),
    ),
    Case(_FIXED, "amount-off", _JSON, 30, "amount_off", options=_16, players=(2,)),
    Case(_FIXED, "net-off", _TEXT, 31, "net_off", options=_16, players=(3,)),
    Case(_FIXED, "rake-hidden", _TEXT, 32, "rake_hidden", options=_16, players=(2,)),
    Case(_FIXED, "stack-off", _TEXT, 33, "stack_off", options=_16, players=(2,)),
    Case(_FIXED, "duplicate-card", _TEXT, 34, "duplicate_card", options=_16, players=(2,)),
    Case(_FIXED, "extra-discard", _TEXT, 35, "extra_discard", options=_16, players=(2,)),
    Case(_FIXED, "other-board-shown", _TEXT, 36, "other_board_shown", options=_16, players=(2,)),
    Case(_FIXED, "fourth-player", _TEXT, 37, "fourth_player", options=_16, players=(3,)),
    Case(_FIXED, "fantasy-denied", _TEXT, 38, "fantasy_denied", before=1, options=_16, players=(2,)),
    Case(_FIXED, "fantasy-undue", _TEXT, 39, "fantasy_undue", before=1, options=_16, players=(2,)),
    Case(_FIXED, "fantasy-extra-card", _TEXT, 40, "fantasy_extra_card", before=1, options=_16, players=(2,)),
    Case(_FIXED, "button-not-moved", _TEXT, 41, "button_not_moved", before=1, options=_16, players=(3,)),
    # What nobody can tell, and what nobody can read.
    Case(_FIXED, "scoring-unknown", _TEXT, 51, shows=("three",), options=_16, edit=without("hands", "option_scoring")),
    Case(
        _FIXED,
        "stacks-unknown",
        _JSON,
        52,
        shows=("three",),
        options=_16,
        edit=both(without("seats", "stack"), without("claims", "stack")),
    ),
    Case(
        _FIXED,
        "no-claims",
        _TEXT,
        53,
        shows=("three",),
        options=_16,
        edit=both(
            no_pairs,
            without("hands", "rake"),
            without(
                "claims",
                *("is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "points", "net", "rake", "stack"),
                *("is_fantasy_next", "fantasy_next"),
            ),
        ),
    ),
    Case(_FIXED, "rules-unknown", _JSON, 54, shows=("three",), options=_16, edit=other_rules),
    Case(_FIXED, "damaged", _TEXT, 55, shows=("three",), options=_16, text_edit=lose_line(" is the button")),
    Case(_PROGRESSIVE, "clean", _JSON, 61, shows=("fantasy", "foul", "three"), options=_16),
    Case(_PROGRESSIVE, "clean-text", _TEXT, 62, shows=("fantasy", "scoop"), options=_24, players=(2,)),
    Case(_PROGRESSIVE, "fantasy-not-announced", _TEXT, 63, "fantasy_not_announced", options=_16, players=(2,)),
    Case(_PROGRESSIVE, "fantasy-announced-wrongly", _JSON, 64, "fantasy_announced_wrongly", options=_16, players=(2,)),
    Case(_PROGRESSIVE, "fantasy-cards", _JSON, 65, "fantasy_cards_off", before=1, options=_16, players=(2,)),
    Case(_PROGRESSIVE, "reused-id", _JSON, 66, "reused_id", before=1, options=_16, players=(2,)),
    Case(_PROGRESSIVE, "conflict", _JSON, 67, "conflict", options=_16, players=(3,)),
    Case(_PROGRESSIVE, "unknown-key", _JSON, 68, "unknown_key", options=_16, players=(2,)),
    Case(_PROGRESSIVE, "damaged", _JSON, 69, shows=("three",), options=_16, text_edit=spoil_second_line),
    # Recordings made at the table.
    Case("pppoker_progressive17", "clean", _CAPTURE, 71, shows=("fantasy", "three"), before=3),
    Case("pppoker_progressive17", "money-appears", _CAPTURE, 72, "money_appears", players=(2,)),
    Case("pppoker_progressive17", "points-added-wrong", _CAPTURE, 73, "points_added_wrong", players=(2,)),
    Case("pppoker_progressive17", "reused-id", _CAPTURE, 74, "reused_id", before=1, players=(2,)),
    Case("pppoker_progressive17", "card-missing", _CAPTURE, 75, "card_missing", after=1, players=(2,)),
    Case("pppoker_progressive17", "damaged", _CAPTURE, 76, before=2, players=(2,), text_edit=cut_second_object),
    Case("pppoker_refant14", "clean", _CAPTURE, 81, shows=("fantasy", "three"), before=2),
    Case("pppoker_refant14", "no-claims", _CAPTURE, 82, before=2, edit=without("claims", "points", "net")),
    Case("pppoker_refant14", "fantasy-cards", _CAPTURE, 83, "fantasy_cards_off", before=1, players=(2,)),
    Case("upoker_progressive17", "clean", _CAPTURE, 91, shows=("fantasy", "three"), before=2),
    Case("upoker_progressive17", "fantasy-denied", _CAPTURE, 92, "fantasy_denied", before=1, players=(2,)),
    Case("upoker_refant14", "clean", _CAPTURE, 101, shows=("fantasy",), before=2, players=(2,)),
    Case("upoker_refant14", "fantasy-undue", _CAPTURE, 102, "fantasy_undue", before=1, players=(2,)),
    Case("spartan_refant14", "clean", _CAPTURE, 111, shows=("fantasy", "three"), before=2),
    Case("spartan_refant14", "loser-overpays", _CAPTURE, 112, "loser_overpays", players=(3,)),
    # One cause of a whole table.
    Case("pppoker_refant14", "stake-misstated", _CAPTURE, 85, "stake_misstated", after=4, players=(2,)),
    Case("openface_pineapple", "scoring-misstated", _TEXT, 86, "scoring_misstated", after=5, options=_24, players=(2,)),
    *MATCHES,
    *PARTIAL_EVIDENCE,
    *TABLES,
    *ACROSS_HANDS,
    *CLOCKS_AND_TOURNAMENTS,
    *OTHER_RULE_SETS,
)


def write_samples(folder: Path, only: Sequence[str] = ()) -> Iterator[Path]:
    """Write the inputs of all cases below `folder`, or of those whose path contains a word of `only`; the paths
    written.
    """
    rules = load_rules()
    for case in CASES:
        if only and not any(word in case.path.as_posix() for word in only):
            continue
        path = folder / case.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make(case, rules))
        yield path
        if case.format == _TABLE:
            beside = path.with_name(FILE_NAME)
            beside.write_text(own_mapping_text(), "utf-8")
            yield beside


if __name__ == "__main__":
    for written in write_samples(Path(sys.argv[1]), sys.argv[2:]):
        print(written)
