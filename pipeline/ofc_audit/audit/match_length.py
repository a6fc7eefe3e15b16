"""How long a match lasts, and who plays it.

A match has as many hands as players began it (match.length; one for one-hand matches), and one more for every fantasy hand
(fantasyland.extends_match); it ends before that when one player has everything (match.early_end). Nobody joins it (match.joining), and a
hand that is no fantasy hand is dealt to players with chips only. Sources: documents 000, 002 and 003.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.audit.match_frame import UNKNOWN, Matches
from ofc_audit.audit.match_money import MatchMoney
from ofc_audit.audit.view import Ints, Mask, Texts, flags, ints
from ofc_audit.findings import Finding
from ofc_audit.money import NULL, amount_text
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import MAX_PLAYERS, MIN_PLAYERS

GOES_ON, OVER, EITHER = 0, 1, 2
"""What the rules say of a match after a hand; EITHER where a Fantasyland earned in the hand that won everything may be played or not."""


@dataclass(frozen=True)
class Lengths:
    """By hand: what the rules say of the match after it, why they cannot say it, and what the record says (1 over, 0 goes on, -1 nothing)."""

    truth: Ints
    as_announced: Ints
    """The same, were every announcement of Fantasyland in the hand right."""
    reason: Texts
    said: Ints
    is_early: Ints
    n_normal: Ints
    n_due: Ints
    """Hands that the match has beside fantasy hands; -1 unknown."""
    is_after: Mask
    """Hands after the one with which the match was over."""


def measure(matches: Matches, money: MatchMoney) -> Lengths:
    """What the rules and the record say of the end of each match."""
    view = matches.view
    claims = view.tables["claims"]
    n = view.n_hands
    length = matches.choice("match.length", {"players": 1, "one_hand": 0})
    n_due = np.where(length == 1, _beginners(matches), np.where(length == 0, 1, UNKNOWN))
    extends = matches.number("fantasyland.extends_match")
    is_extra = np.where(matches.is_fantasy, extends, 0)
    # A Fantasyland denied or given for nothing leaves open whether its hand was one more: that is the mistake, and is named there.
    disputed = _disputed(matches) & (extends != 0)
    is_extra = np.where(disputed, UNKNOWN, is_extra)
    n_normal = matches.so_far(np.where(is_extra == 1, 0, 1))
    countable = (matches.so_far((is_extra == UNKNOWN).astype(np.int64)) == 0) & (n_due != UNKNOWN)

    announced = flags(claims, "is_fantasy_next").astype(np.int64)
    pending = matches.any_of(matches.due)
    told_pending = matches.any_of(np.where(announced >= 0, announced, matches.due))
    chips = money.has_chips_after
    with_chips, unsure = _count(view.seat_hand, chips == 1, n), _count(view.seat_hand, chips == UNKNOWN, n)
    everything = np.where(with_chips >= 2, 0, np.where(unsure > 0, UNKNOWN, (with_chips == 1).astype(np.int64)))
    ends_early = matches.choice("match.early_end", {"one_has_everything": 1, "none": 0})
    is_early = np.where(
        ends_early == 0, 0, np.where(everything == 0, 0, np.where(ends_early == 1, everything, UNKNOWN))
    )
    may_go_on = matches.choice("match.fantasy_after_end", {"played": 1, "none": 0})

    def outcome(pending: Ints) -> Ints:
        by_length = np.where(n_normal < n_due, 0, np.where(pending == UNKNOWN, UNKNOWN, 1 - pending))
        by_length = np.where(countable, by_length, UNKNOWN)
        # A Fantasyland that is due, or may be, after everything is won is played or not as the room likes; where that is not known, too.
        free = (is_early == 1) & (pending != 0) & (may_go_on != 0)
        sure = np.where(by_length == 1, OVER, np.where((by_length == 0) & (is_early == 0), GOES_ON, UNKNOWN))
        return np.where(free, EITHER, np.where(is_early == 1, OVER, sure))

    truth = outcome(pending)
    last = flags(view.tables["hands"], "last_of_match")
    said = np.where(last == 1, 1, np.where(matches.after.goes_on, 0, UNKNOWN))
    reason = np.full(n, "chain broken: the record ends before the match", object)
    reason = np.where(is_early == UNKNOWN, _early_reason(matches), reason)
    reason = np.where((n_normal >= n_due) & (pending == UNKNOWN), "rule unknown: fantasyland", reason)
    reason = np.where(~countable, "rule unknown: match.length", reason)
    reason = np.where((length == 1) & (n_due == UNKNOWN), "more or fewer players than the game allows", reason)
    reason = np.where(
        ~countable & (matches.so_far(disputed.astype(np.int64)) > 0), "Fantasyland not as it was earned", reason
    )
    ended = matches.so_far((truth == OVER).astype(np.int64)) - (truth == OVER)
    return Lengths(truth, outcome(told_pending), reason, said, is_early, n_normal, n_due, ended > 0)


def _beginners(matches: Matches) -> Ints:
    """(n_hands,) how many players began the match; -1 where that are not so many as the game allows."""
    began = matches.view.n_players[matches.first]
    least, most = matches.number("deal.players_min", MIN_PLAYERS), matches.number("deal.players_max", MAX_PLAYERS)
    return np.where((began >= least) & (began <= most), began, UNKNOWN)


def _disputed(matches: Matches) -> Mask:
    """(n_hands,) hands of a match in which it is certain that somebody earned Fantasyland in the hand before and nobody is in it, or the other
    way round."""
    rows = matches.rows
    pending = matches.any_of(matches.due)[rows]
    result = np.zeros(matches.view.n_hands, bool)
    same = matches.group[rows][1:] == matches.group[rows][:-1]
    result[rows[1:]] = same & (pending[:-1] != UNKNOWN) & ((pending[:-1] == 1) != matches.is_fantasy[rows[1:]])
    return result


def _count(owner: Ints, mask: Mask, n: int) -> Ints:
    return np.bincount(owner[mask], minlength=n).astype(np.int64)


def _early_reason(matches: Matches) -> Texts:
    """(n_hands,) why it cannot be told whether one player has everything."""
    view = matches.view
    stack = ints(view.tables["seats"], "stack")
    reason = view.by_rules(
        [
            ""
            if rules is None
            else "rule unknown: match.early_end"
            if not rules.is_known("match.early_end")
            else "rule unknown: settlement.cap"
            if not rules.is_known("settlement.cap")
            else "money not verified"
            for rules in view.rules
        ]
    )
    scored = view.any_pair(ints(view.tables["scored_pairs"], "points") == NULL)
    reason = np.where(scored, "points not known", reason)
    reason = np.where(view.point_value == NULL, "point value unknown", reason)
    return np.where(view.any_seat(stack == NULL), "stack unknown", reason)


def length_findings(money: MatchMoney, lengths: Lengths, judged: Mask) -> tuple[list[Finding], Mask]:
    """Matches that end too soon or go on too long, and which of the `judged` hands are wrong in it, those included whose cause is an
    announcement of Fantasyland that has a finding of its own."""
    matches, view = money.matches, money.view
    told = judged & (lengths.truth != UNKNOWN) & (lengths.truth != EITHER) & (lengths.said != UNKNOWN)
    wrong = told & ((lengths.said == 1) != (lengths.truth == OVER))
    # Of the hand marked as last an announcement is no mistake of its own, whatever it says: only a match that goes on can follow from one.
    follows = (lengths.said == 0) & (lengths.as_announced == GOES_ON)
    # Where nobody earned Fantasyland and somebody is in it in the hand that follows, that is the mistake, and is named there.
    follows |= (lengths.said == 0) & matches.after.in_fantasy & (matches.any_of(matches.due) != 1)
    contradicts = judged & (lengths.said == 1) & matches.after.goes_on
    # A second record of the last hand is no further hand.
    contradicts &= ~np.append(matches.excluded[1:], False)[: len(contradicts)]
    found = []
    for hand in np.flatnonzero((wrong & ~follows) | contradicts).tolist():
        rules = view.rules_of(hand)
        assert rules is not None
        found.append(_length_finding(money, lengths, hand, rules, bool(contradicts[hand])))
    return found, wrong | contradicts


def _plural(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def _length_finding(money: MatchMoney, lengths: Lengths, hand: int, rules: RuleSet, contradicts: bool) -> Finding:
    matches, view = money.matches, money.view
    match = view.tables["hands"].column("match_id")[hand].as_py()
    number = int(matches.place[hand]) + 1
    key = "match.length"
    n_fantasy = number - int(lengths.n_normal[hand])
    played = f"{_plural(int(lengths.n_due[hand]), 'hand')} and one more for each fantasy hand ({n_fantasy} so far)"
    if contradicts and lengths.truth[hand] != GOES_ON:
        claimed, computed = "goes on", "over"
        text = f"Hand {number} of match {match} is marked as its last, and the match goes on in the record."
    elif lengths.said[hand] == 1:
        claimed, computed = "over", "goes on"
        due = [view.names[seat] for seat in np.flatnonzero((view.seat_hand == hand) & (matches.due == 1)).tolist()]
        why = (
            f"{' and '.join(due)} earned Fantasyland in it"
            if due and lengths.n_normal[hand] >= lengths.n_due[hand]
            else f"the match has {played}, and no player has everything"
        )
        text = f"Match {match} ends with hand {number}, too soon: {why}."
    else:
        claimed, computed = "goes on", "over"
        if lengths.is_early[hand] == 1:
            key = "match.early_end"
            rich = np.flatnonzero((view.seat_hand == hand) & (money.has_chips_after == 1)).tolist()
            why = f"{view.names[rich[0]]} has won everything"
        else:
            why = f"the match has {played}, and nobody earned another Fantasyland"
        text = f"Match {match} goes on after hand {number}, with which it is over: {why}."
    return Finding(
        "match.length",
        text,
        claimed=claimed,
        computed=computed,
        rule_key=key,
        rule_source=rules.source(key),
        mark="Last hand of the match" if lengths.said[hand] == 1 else None,
        **view.place(hand),  # type: ignore[arg-type]
    )


def player_findings(matches: Matches, money: MatchMoney, judged: Mask) -> list[Finding]:
    """Players who join a match that has begun, and players dealt into a hand that is no fantasy hand with nothing left."""
    view = matches.view
    seat_hand = view.seat_hand
    no_joining = matches.choice("match.joining", {"no": 1, "nobody_joins": 1, "between_hands": 0}) == 1
    # More players than the game allows are a finding about the hand already.
    most = [None if rules is None else rules.value("deal.players_max") for rules in view.rules]
    too_many = view.n_players > view.numbers_by_rules(n if isinstance(n, int) else MAX_PLAYERS for n in most)
    later = (judged & (matches.place > 0) & ~too_many)[seat_hand]
    fresh_face = later & no_joining[seat_hand] & (matches.seat_first < 0)
    # Whoever was seen joining is told of once, in the first hand he plays.
    key = matches.group[seat_hand] * (int(matches.player.max(initial=0)) + 1) + matches.player
    joins = np.zeros(len(seat_hand), bool)
    at = np.flatnonzero(fresh_face)
    joins[at[np.unique(key[at], return_index=True)[1]]] = True
    stack = ints(view.tables["seats"], "stack")
    caps = matches.choice("settlement.cap", {"none": 0, "both": 1, "loser": 1, "loser_or_both": 1}) != 0
    by_hand = ~money.is_match_scope & ~matches.is_fantasy & caps
    broke = later & by_hand[seat_hand] & (money.stake == 0) & (stack != NULL) & ~joins
    lines = ints(view.tables["seats"], "line")
    found = []
    for seat in np.flatnonzero(joins | broke).tolist():
        hand = int(seat_hand[seat])
        rules = view.rules_of(hand)
        assert rules is not None
        name, match = view.names[seat], view.tables["hands"].column("match_id")[hand].as_py()
        number = int(matches.place[hand]) + 1
        key_of = "match.joining" if joins[seat] else "match.early_end"
        stake = amount_text(int(money.stake[seat]))
        text = (
            f"{name} joins match {match} in its hand {number}; nobody joins during a match."
            if joins[seat]
            else f"{name} is dealt into hand {number} of match {match} with {stake} at stake, and it is no fantasy hand:"
            " only players with chips are dealt in."
        )
        found.append(
            Finding(
                "match.players",
                text,
                acting_order=int(view.acting_order[seat]),
                claimed="dealt in",
                computed="not dealt in",
                rule_key=key_of,
                rule_source=rules.source(key_of),
                mark=name,
                **view.place(hand, int(lines[seat])),  # type: ignore[arg-type]
            )
        )
    return found
