"""Across hands: is a player in Fantasyland exactly when his hand before earned it, and does the button go where the rules send it?

Fantasyland is due in the player's next hand at the same table: in a match the next hand_no, else the next by time with no gap in
the room's numbering. Where that hand is missing, or he is not in it, nothing can be told. Rooms without matches may restart a table
without saying so: after a capped hand, after a voided one, and when the players change after a pause; there a Fantasyland not given is
no accusation, and one that is given all the same is verified.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.chain_due import Due, due_of
from ofc_audit.audit.chain_finding_sql import BUTTON_FINDINGS, CLAIM_FINDINGS, FANTASY_FINDINGS
from ofc_audit.audit.chain_links import Links
from ofc_audit.audit.chain_seats import Seats, judge_seats
from ofc_audit.audit.course import Course, taken
from ofc_audit.audit.verdicts import NOT_APPLICABLE, OPEN, VERIFIED, WRONG
from ofc_audit.audit.view import Ints, Mask, flags, ints
from ofc_audit.audit.words import Column, of_seats, told, truth
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import empty

_NO_SEAT = np.iinfo(np.int64).max
_KEYS = ("button", "entry", "cards", "stay", "cards_on_stay", "stay_limit")


@dataclass(frozen=True)
class Chains:
    """What chains tell: the links and what each hand earns, verdicts on Fantasyland by seat and by hand (codes, -1 for none; reasons as places in
    `seats.words`, -1 for none), hands whose button is wrong, and findings."""

    links: Links
    due: Due
    seats: Seats
    verdict: Ints
    reason: Ints
    is_button_wrong: Mask
    findings: list[pa.Table]


def audit_chains(course: Course, hand_findings: pa.Table) -> Chains:
    """The audit of the chains of a course; `hand_findings`: what single hands found.

    Reads match.length, settlement.cap, and of fantasyland button, stay_limit and cards_on_stay; entry, cards and stay are cited.
    """
    links = Links(course)
    due = due_of(links)
    seats = judge_seats(links, due)
    wrong = np.flatnonzero((seats.verdict == WRONG) & ~seats.is_announced)
    limited = _limited_claims(links, due)
    buttons, due_seat = _wrong_buttons(links, seats)
    findings = [_fantasy_findings(links, due, seats, wrong), _claim_findings(links, due, limited)]
    findings.append(_button_findings(links, buttons, due_seat))
    verdict, reason = _hand_verdicts(course, seats, limited, hand_findings)
    is_button_wrong = np.zeros(course.view.n_hands, bool)
    is_button_wrong[buttons] = True
    return Chains(links, due, seats, verdict, reason, is_button_wrong, [one for one in findings if one.num_rows])


def _hand_verdicts(course: Course, seats: Seats, limited: Ints, hand_findings: pa.Table) -> tuple[Ints, Ints]:
    """(n_hands,) verdict codes on Fantasyland and reasons: wrong where one seat is or an announcement was, verified where all seats are."""
    view, hand = course.view, course.view.seat_hand
    is_wrong = view.any_seat(seats.verdict == WRONG) | _wrong_claims(course, hand_findings)
    is_wrong[hand[limited]] = True
    verdict = np.where(is_wrong, WRONG, np.where(view.any_seat(seats.verdict != VERIFIED), OPEN, VERIFIED))
    verdict[~view.any_seat(seats.verdict != NOT_APPLICABLE)] = NOT_APPLICABLE
    verdict[view.n_players == 0] = -1
    reason = np.full(view.n_hands, -1)
    # The first seat without a verdict speaks for the hand.
    for chosen in (OPEN, NOT_APPLICABLE):
        rows = np.flatnonzero(seats.verdict == chosen)[::-1]
        told = rows[verdict[hand[rows]] == chosen]
        reason[hand[told]] = seats.reason[told]
    return verdict, reason


def _wrong_claims(course: Course, hand_findings: pa.Table) -> Mask:
    """(n_hands,) hands that announced Fantasyland wrongly, or whose wrong foul made them do so."""
    view = course.view
    check = hand_findings.column("check_id").to_numpy()
    key = ints(hand_findings, "hand_key")
    said = flags(view.tables["claims"], "is_fantasy_next")
    right = flags(view.tables["scored_seats"], "is_fantasy_next")
    differs = view.any_seat((said >= 0) & (right >= 0) & (said != right))
    of_claims, of_fouls = (np.isin(view.hand_key, key[check == name]) for name in ("fantasy.claim", "score.foul"))
    wrong: Mask = of_claims | (of_fouls & differs)
    return wrong


def _limited_claims(links: Links, due: Due) -> Ints:
    """The seats whose announcements only the limit of stays decides, and which are wrong: single hands could not judge them."""
    course = links.course
    claims, seats, hand = course.view.tables["claims"], course.view.tables["seats"], course.view.seat_hand
    said, said_cards = flags(claims, "is_fantasy_next"), ints(claims, "fantasy_next")
    chosen = due.is_limited & (said >= 0) & (due.is_fantasy_next >= 0) & course.is_complete[hand]
    if not chosen.any():
        return np.empty(0, np.int64)
    after, stack, net = ints(claims, "stack"), ints(seats, "stack"), ints(claims, "net")
    is_out = (after == 0) | (
        (after == NULL) & (stack != NULL) & (net != NULL) & (stack == -np.where(net == NULL, 0, net))
    )
    is_last = (flags(course.view.tables["hands"], "last_of_match") == 1)[hand]
    chosen &= (said == 1) | (~is_last & ~is_out)
    other_cards = (said == 1) & (said_cards != NULL) & (due.fantasy_next != NULL) & (said_cards != due.fantasy_next)
    return np.flatnonzero(chosen & ((said != due.is_fantasy_next) | other_cards))


def _wrong_buttons(links: Links, seats: Seats) -> tuple[Ints, Ints]:
    """The hands whose button is not where the one before sends it, and the seat on which it is due.

    Rooms without matches are recorded ones, where it once stood still for no reason seen, or have it stay for Fantasyland by their rules.
    Where it stands still for Fantasyland and Fantasyland was given wrongly, that is the mistake, and where the button is follows from it.
    """
    course = links.course
    view, previous = course.view, links.previous
    stays = course.is_word("fantasyland.button", "stays")
    known = course.by_rules(lambda one: one.is_known("fantasyland.button"))
    at_table = stays & ~course.has_match & ~links.may_restart & links.has_same_players
    number = ints(view.tables["seats"], "seat_no")
    has_numbers = ~view.any_seat(number == NULL) & (view.n_players > 0)
    asked = ((course.has_match & course.names_match) | at_table) & known & ~links.is_broken_between & links.is_linked
    asked &= (previous >= 0) & has_numbers & has_numbers[previous]
    asked &= ~(stays & view.any_seat(seats.verdict == WRONG))
    hands = np.flatnonzero(asked)
    if not len(hands):
        return hands, hands
    button = number[view.seat_start + np.maximum(view.n_players, 1) - 1]
    laid = np.full((view.n_hands, int(view.n_players.max())), _NO_SEAT)
    laid[view.seat_hand, np.arange(len(number)) - view.seat_start[view.seat_hand]] = number
    laid, then = laid[hands], button[previous[hands]]
    higher = np.where(laid > then[:, None], laid, _NO_SEAT).min(axis=1)
    due_seat = np.where(higher != _NO_SEAT, higher, laid.min(axis=1))
    stands = stays & view.any_seat(course.is_fantasy == 1)
    due_seat = np.where(stands[hands] & (laid == then[:, None]).any(axis=1), then, due_seat)
    wrong = button[hands] != due_seat
    return hands[wrong], due_seat[wrong]


def _before(links: Links, seats: Ints) -> dict[str, Column]:
    """What is said of the hand before."""
    previous = links.previous[links.course.view.seat_hand[seats]]
    ids = links.course.column("hand_id").take(pa.array(previous, mask=previous < 0))
    return {"id_before": ids, "sources": _sources(links, seats)}


def _sources(links: Links, seats: Ints) -> pa.Array:
    """Of some seats the sources of what chains ask of rules, by key."""
    view = links.course.view
    listed = [None if one is None else _cited(one) for one in view.rules]
    return pa.array(listed, pa.map_(pa.string(), pa.string())).take(pa.array(view.rules_index[view.seat_hand[seats]]))


def _cited(rules: RuleSet) -> list[tuple[str, str | None]]:
    return [(key, rules.source(key)) for key in (f"fantasyland.{name}" for name in _KEYS)]


def _fantasy_findings(links: Links, due: Due, seats: Seats, rows: Ints) -> pa.Table:
    """Fantasyland given or denied wrongly, and other cards than are due."""
    if not len(rows):
        return empty("findings")
    course = links.course
    tables, before = course.view.tables, seats.before[rows]
    scored = tables["scored_seats"]
    columns = of_seats(course.view, rows, "player_name", "is_fantasy", "fantasy_cards", "line") | _before(links, rows)
    columns |= {
        "is_first": links.is_first[course.view.seat_hand[rows]],
        "was_fantasy": truth(taken(course.is_fantasy.astype(np.int64), before, -1)),
        "is_due": truth(seats.is_due[rows]),
        "due_cards": seats.cards[rows],
        "was_limited": truth(taken(due.is_limited.astype(np.int64), before, -1)),
        "top_category": taken(ints(scored, "top_category"), before),
        "top_rank": taken(ints(scored, "top_rank"), before),
    }
    return told(FANTASY_FINDINGS, columns)


def _claim_findings(links: Links, due: Due, rows: Ints) -> pa.Table:
    """Announcements that the limit of stays makes wrong."""
    if not len(rows):
        return empty("findings")
    view = links.course.view
    claims = view.tables["claims"]
    columns = of_seats(view, rows, "player_name") | {"sources": _sources(links, rows)}
    columns |= {
        "was_told": truth(flags(claims, "is_fantasy_next")[rows]),
        "told_cards": ints(claims, "fantasy_next")[rows],
        "line": ints(claims, "line")[rows],
        "is_due": truth(due.is_fantasy_next[rows]),
        "due_cards": due.fantasy_next[rows],
        "run_length": due.run_length[rows],
        "stay_limit": due.stay_limit[rows],
    }
    return told(CLAIM_FINDINGS, columns)


def _button_findings(links: Links, hands: Ints, due_seat: Ints) -> pa.Table:
    """Buttons on another seat than the rules send them to."""
    if not len(hands):
        return empty("findings")
    view = links.course.view
    button = view.seat_start + view.n_players - 1
    columns = of_seats(view, button[hands], "player_name", "seat_no") | _before(links, button[hands])
    columns |= {
        "seat_before": ints(view.tables["seats"], "seat_no")[button[links.previous[hands]]],
        "due_seat": due_seat,
    }
    return told(BUTTON_FINDINGS, columns)
