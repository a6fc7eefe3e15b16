"""Money: amounts, nets, rakes and stacks as claimed, against the rules. What a missing stack or an unknown rake leaves open stays open.

Reads settlement.scope, settlement.cap, settlement.cap_basis, settlement.pair_order and the settlement.rake_* parameters. Where these give
the rake, it is held against the rake stated and the nets; where they do not, a net that a rake could explain is not accused. A loser
is never raked (no document and no recorded hand does it), and no cap makes anybody win more than his pairs are worth.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.audit.mismatch import Mismatch, adopt, judge, one_of_each
from ofc_audit.audit.money_words import MoneyWords
from ofc_audit.audit.rakes import Rakes
from ofc_audit.audit.scores import Scores, unknown_rules
from ofc_audit.audit.settling import settle_pairs
from ofc_audit.audit.verdicts import NOT_APPLICABLE, OPEN, VERIFIED, WRONG
from ofc_audit.audit.view import Ints, Mask, Texts, View, ints, worth
from ofc_audit.money import NULL
from ofc_audit.score.batch import MAX_PLAYERS
from ofc_audit.score.pairs import pairs_of

_NO_SCOPE = "rule unknown: settlement.scope"
_SCOPE_REASON = {"hand": "", "match": "settled at match end"}


@dataclass
class Money:
    """Mismatches; by seat a verdict code and why it is open; by hand likewise."""

    mismatches: list[Mismatch]
    seat_verdict: Ints
    seat_reason: Texts
    hand_verdict: Ints
    hand_reason: Texts


@dataclass(frozen=True)
class _Claims:
    net: Ints
    stack: Ints
    stack_after: Ints
    amount: Ints
    hand_rake: Ints


def _claims(view: View) -> _Claims:
    table = view.tables["claims"]
    hand_rake = ints(view.tables["hands"], "rake")
    return _Claims(
        net=ints(table, "net"),
        stack=ints(view.tables["seats"], "stack"),
        stack_after=ints(table, "stack"),
        amount=np.where(view.complete[view.pair_hand], view.claimed_pair("amount"), NULL),
        hand_rake=np.where(hand_rake != NULL, hand_rake, np.where(view.is_rake_free, 0, NULL)),
    )


def _by_the_nearer_cap(view: View, scores: Scores, stake: Ints, said: _Claims, net: Ints, true_amount: Ints) -> Ints:
    """(n_pairs,) `true_amount`, and where the rules leave open whether a winner's stack limits a pair too (`settlement.cap`
    loser_or_both), stakes are known and what is claimed fits neither reading: the amounts of the reading that is contradicted least.

    A claim that either reading explains is let stand. Hands with wrong points are left out: what those would have moved is open.
    """
    is_open = view.where_rules(cap == "loser_or_both" for cap in view.parameter("settlement.cap")) & ~scores.is_wrong
    is_open &= view.complete & ~view.any_seat((stake == NULL) | (net == NULL))
    if not is_open.any():
        return true_amount
    n_off, amounts = [], []
    rake = ints(view.tables["claims"], "rake")
    for cap in ("both", "loser"):
        rules = [None if one is None else one.with_values({"settlement.cap": cap}, "tried out") for one in view.rules]
        amount = settle_pairs(view, rules, scores.computed_pair_points, stake, hands=is_open)
        gross = view.pair_totals(amount)
        off = (gross != NULL) & ~_fits(net, gross, rake)
        wrong_pair = (said.amount != NULL) & (amount != NULL) & (said.amount != amount)
        told = ~view.any_pair(amount == NULL)
        n_wrong = view.seat_sum(off.astype(np.int64)) + np.bincount(view.pair_hand[wrong_pair], minlength=view.n_hands)
        n_off.append(np.where(told, n_wrong, -1))
        amounts.append(amount)
    both, loser = n_off
    nearer = np.where((both <= loser)[view.pair_hand], *amounts)
    fits_neither = (is_open & (both > 0) & (loser > 0))[view.pair_hand] & (true_amount == NULL)
    return np.where(fits_neither, nearer, true_amount)


def _expected_amounts(
    view: View, points: Ints, stack: Ints, claimed: Ints, true: Ints, is_wrong: Mask, is_scored: bool
) -> tuple[Ints, Mask, Mask]:
    """Amounts that follow from the adopted points; claims that differ from the truth; those of them that are mistakes of their own.

    `is_scored`: whether the scorer settled on these stacks, so that what it says of a hand whose points are its own is what follows.

    A pair that moved a wrong amount leaves wrong stacks to the pairs after it: what follows from those is no mistake of theirs. Where the
    points of a hand are wrong (`is_wrong`, by hand) and the rules leave open what those would have moved, nobody can tell a second mistake.
    """
    can_follow = is_wrong[view.pair_hand]
    moved = np.full(len(points), NULL)
    expected = np.full(len(points), NULL)
    follows = np.ones(view.n_hands, bool)
    if is_scored:
        expected = ints(view.tables["scored_pairs"], "amount")
        follows = view.any_pair(points != ints(view.tables["scored_pairs"], "points"))
    if follows.any():
        settled = settle_pairs(view, view.rules, points, stack, hands=follows)
        expected = np.where(follows[view.pair_hand], settled, expected)
    differs, own = judge(claimed, true, expected)
    own &= (expected != NULL) | ~can_follow
    causes = np.zeros(len(points), bool)
    for _ in range(len(pairs_of(MAX_PLAYERS))):
        fresh = own & ~causes
        if not fresh.any():
            break
        first = np.flatnonzero(fresh)
        first = first[np.unique(view.pair_hand[first], return_index=True)[1]]
        causes[first] = True
        moved[first] = claimed[first]
        at = view.any_pair(causes)
        again = settle_pairs(view, view.rules, points, stack, hands=at, moved=moved)
        expected = np.where(at[view.pair_hand] & ~causes, again, expected)
        differs, own = judge(claimed, true, expected)
        own &= (expected != NULL) | ~can_follow
    return expected, differs, own | causes


def _uncapped(view: View, points: Ints) -> Ints:
    """(n_pairs,) points times point value; `NULL` where unknown or too large for money."""
    return worth(points, view.point_value[view.pair_hand])


def _fits(net: Ints, gross: Ints, rake: Ints) -> Mask:
    """Whether a net can come of a gross: less the rake, or, where the rake is not known, less some rake of a winner."""
    known: Mask = (net != NULL) & (gross != NULL)
    exact = net == gross - np.where(rake == NULL, 0, rake)
    raked = (rake == NULL) & (gross > 0) & (net < gross) & (net >= 0)
    result: Mask = known & (exact | raked)
    return result


_LIMITS = ("both", "loser", "loser_or_both")


class _Nets:
    """How each net compares with what the pairs give less rake or, where stacks leave that open, with the least and the most they can give.

    `net`: (n_seats,) `NULL` where not judged; `true_gross` and `want_gross` what comes of the pairs, and what comes of them as claimed;
    `uncapped` and `want_uncapped`: (n_pairs,) what the points are worth.
    """

    def __init__(
        self,
        view: View,
        scores: Scores,
        rakes: Rakes,
        net: Ints,
        true_gross: Ints,
        want_gross: Ints,
        uncapped: Ints,
        want_uncapped: Ints,
        stake: Ints,
    ) -> None:
        self.view, self.rakes, self.net, self.gross = view, rakes, net, true_gross
        seat_hand = view.seat_hand
        self.rake = rakes.true(true_gross)
        taken = rakes.taken(want_gross)
        value, self.is_from_points = _net_of_wrong_points(view, scores, net, rakes)
        known = (net != NULL) & (true_gross != NULL)
        fits = known & _fits(net, true_gross, self.rake)
        # A net that only an unknown rake could explain, and that is to the unit what wrong claims before it come to, follows from those.
        fits &= ~((net != true_gross) & (self.rake == NULL) & ((net == want_gross) | (net == value)))
        self.wrong = known & ~fits
        self.is_right = fits & ~_open_rake(net, true_gross, self.rake)
        follows = _fits(net, want_gross, taken) | self.is_from_points
        self.whole, want_whole = view.pair_totals(uncapped), view.pair_totals(want_uncapped)
        # Where points alone are stated, and wrong, and a stack is short, nobody can tell what they would have moved.
        points_alone = scores.is_wrong & ~view.any_pair(view.claimed_pair("points") != NULL)
        points_alone &= view.any_seat((true_gross != NULL) & (self.whole != NULL) & (true_gross != self.whole))
        follows |= points_alone[seat_hand]
        self.is_own = self.wrong & ~follows

        # With stacks unknown: within what the pairs are worth.
        # Whichever stack limits a pair, nobody loses more than he has at stake.
        limited = view.where_rules(cap in _LIMITS for cap in view.parameter("settlement.cap"))[seat_hand]
        limited &= stake != NULL
        self.least, self.most = view.pair_bounds(uncapped)
        want_least, want_most = view.pair_bounds(want_uncapped)
        for least in (self.least, want_least):
            held = limited & (least != NULL)
            least[held] = np.maximum(least[held], -stake[held])
        self.bounded = (net != NULL) & (true_gross == NULL) & (self.whole != NULL)
        stated = np.where((view.rake == NULL) | rakes.is_ruled, 0, view.rake)
        self.out = self.bounded & ((net + stated < self.least) | (net + stated > self.most))
        inside_want = (want_least != NULL) & (net + stated >= want_least) & (net + stated <= want_most)
        self.out_own = self.out & ~inside_want & ~follows

        # With all stakes known it is a rule that is open, and the most that can move may be more than that rule lets move.
        open_stake = view.any_seat(stake == NULL)
        open_stake |= view.where_rules(
            cap is not None and cap != "none" for cap in view.parameter("settlement.match_cap")
        )
        self.full = self.bounded & open_stake[view.seat_hand] & ~self.out & self._is_whole(self.whole)
        # Wrong points make wrong money also where the net follows from them exactly.
        loose = self.bounded & ~self.full
        self.followed = loose & scores.is_wrong[view.seat_hand] & (want_whole != NULL) & (self.whole != want_whole)
        self.followed &= net == want_whole - np.where(rakes.is_ruled, rakes.due(want_whole), stated)
        self.followed |= (
            loose & self.is_from_points & (net == value - np.where(rakes.is_ruled, rakes.due(value), stated))
        )

    def _is_whole(self, whole: Ints) -> Mask:
        """Nets that are all the pairs are worth, less the rake by the rules or, where they do not give it, as stated or none."""
        due, stated = self.rakes.due(whole), self.view.rake
        by_rules: Mask = (due != NULL) & (self.net == whole - np.where(due == NULL, 0, due))
        as_stated: Mask = (self.net == whole) | (
            (stated != NULL) & (self.net == whole - np.where(stated == NULL, 0, stated))
        )
        return np.where(self.rakes.is_ruled, by_rules, as_stated)

    @property
    def raked_gross(self) -> Ints:
        """(n_seats,) what the rake is taken of: what the pairs give or, whatever the stacks, what the others lose to the only winner."""
        sound = ~self.view.any_seat(self.wrong | self.out)
        gross = np.where(self.gross != NULL, self.gross, self.rakes.lone_gross(self.net, self.most, sound))
        # Who can have won of nobody has won nothing, whatever the stacks.
        return np.where((gross == NULL) & self.bounded & (self.most <= 0), 0, gross)

    @property
    def best_gross(self) -> Ints:
        """(n_seats,) what the pairs give, uncapped where stacks leave it open."""
        return np.where(self.gross != NULL, self.gross, self.whole)


def audit_money(view: View, scores: Scores, stakes: Ints | None = None, over: str = "") -> Money:
    """Hold every claim about money against the rules, given what the audit of points took for true.

    `stakes` (n_seats,): what each player has at stake, where that is not his stack; `over`: what the points are points of, for the words.

    Rake is taken where the rules handed in say settlement.rake_when hand; under match_end it is unknown here (see `score.rake`).
    """
    said, words = _claims(view), MoneyWords(view, over)
    seat_hand = view.seat_hand
    judged = view.complete & view.where_rules(value == "hand" for value in view.parameter("settlement.scope"))
    judged &= ~_pays_for_more(view, said.net)
    judged_seat = judged[seat_hand]
    rakes = Rakes(view, judged_seat)
    net = np.where(judged_seat, said.net, NULL)

    stake = said.stack if stakes is None else stakes
    true_amount = ints(view.tables["scored_pairs"], "amount")
    true_amount = _by_the_nearer_cap(view, scores, stake, said, net, true_amount)
    want_amount, amount_differs, amount_own = _expected_amounts(
        view, scores.adopted_pair_points, stake, said.amount, true_amount, scores.is_wrong, stakes is None
    )
    true_gross, want_gross = view.pair_totals(true_amount), view.pair_totals(adopt(said.amount, want_amount))
    uncapped = _uncapped(view, scores.computed_pair_points)
    want_uncapped = _uncapped(view, scores.adopted_pair_points)
    found = words.amounts(amount_differs, amount_own, said.amount, true_amount, uncapped, scores.computed_pair_points)

    # A pair whose stacks are not known: more than the points are worth, or the wrong way, is wrong whatever the stacks.
    loose = judged[view.pair_hand] & (true_amount == NULL) & (said.amount != NULL) & (uncapped != NULL)
    beyond = loose & ~_cut_of(said.amount, uncapped)
    beyond_own = beyond & ~((want_uncapped != NULL) & _cut_of(said.amount, want_uncapped))
    found += words.beyond(beyond, beyond_own, said.amount, uncapped)

    nets = _Nets(view, scores, rakes, net, true_gross, want_gross, uncapped, want_uncapped, stake)
    raked_gross = nets.raked_gross
    # Where money appears or vanishes at the table, that is the cause: it needs no rule and no stack to be seen.
    left, rake = _left_over(view, said, rakes.sum_taken(raked_gross), judged)
    # A net that follows from amounts none of which can be called wrong is the cause itself.
    is_told = scores.is_wrong | np.isin(np.arange(view.n_hands), [one.hand for one in found if one.is_own])
    out_own = nets.out_own | (nets.out & ~is_told[seat_hand])
    own = _one_of_each(view, nets, nets.is_own | (out_own & (left == 0)[seat_hand]), left == 0)
    found += words.nets(nets.wrong | nets.out, own, net, true_gross, nets.rake, nets.least, nets.most)
    followed = nets.followed & ~nets.out
    nobody = np.zeros(len(net), bool)
    found += words.nets(followed, nobody, net, nets.whole, rakes.true(nets.whole), nets.least, nets.most)
    found += _rakes(rakes, words, raked_gross, want_gross)
    # A sum that is right with the true rakes follows from a wrong one.
    is_explained = view.any_seat(nets.wrong | followed) | (
        left == rake - adopt(rakes.sum_due(raked_gross), rakes.stated_sum)
    )
    found += [
        words.conservation(hand, int(left[hand]), int(rake[hand]), not is_explained[hand])
        for hand in np.flatnonzero(left != 0).tolist()
    ]
    found += _stacks(said, words, judged_seat, true_gross, nets.rake)

    seat_verdict = np.full(len(net), OPEN)
    pairs_right = ~view.any_of_pairs((said.amount == NULL) | (true_amount == NULL) | (said.amount != true_amount))
    seat_verdict[nets.is_right | nets.full] = VERIFIED
    seat_verdict[judged_seat & (net == NULL) & pairs_right & (true_gross != NULL)] = VERIFIED
    seat_verdict[nets.wrong | nets.out | followed] = WRONG
    cancelled = view.status == "cancelled"
    moved_money = view.any_seat((said.net != NULL) & (said.net != 0))
    at_end = view.complete & view.where_rules(value == "match" for value in view.parameter("settlement.scope"))
    no_money = (cancelled | (at_end & ~view.any_pair((said.amount != NULL) & (said.amount != 0)))) & ~moved_money
    seat_verdict[no_money[seat_hand]] = NOT_APPLICABLE
    seat_reason = _seat_reasons(view, said, nets)

    hand_verdict = np.full(view.n_hands, OPEN)
    hand_verdict[~view.any_seat(seat_verdict != VERIFIED)] = VERIFIED
    hand_verdict[view.any_seat(seat_verdict == WRONG)] = WRONG
    hand_verdict[[m.hand for m in found]] = WRONG
    hand_verdict[no_money] = NOT_APPLICABLE
    return Money(found, seat_verdict, seat_reason, hand_verdict, _hand_reasons(view, seat_verdict, seat_reason))


def _pays_for_more(view: View, net: Ints) -> Mask:
    """(n_hands,) whether winners alone are told, and not what a point is worth: rooms that settle by the game tell payouts so, with the hand
    in which they are made, and what else they pay for is not in it."""
    result: Mask = view.any_seat(net > 0) & ~view.any_seat((net < 0) & (net != NULL)) & (view.point_value == NULL)
    return result


def _one_of_each(view: View, nets: _Nets, own: Mask, adds_up: Mask) -> Mask:
    """(n_seats,) the nets that are causes: of several in a hand whose nets add up, only the one that got too little by most."""
    true = nets.gross - np.where(nets.rake == NULL, 0, nets.rake)
    bound = np.where(nets.net < nets.least, nets.least, nets.most)
    short = np.where(nets.gross != NULL, true, bound) - nets.net
    return one_of_each(view, own, short, adds_up)


def _net_of_wrong_points(view: View, scores: Scores, net: Ints, rakes: Rakes) -> tuple[Ints, Mask]:
    """(n_seats,) what wrongly stated points are worth (`NULL` where points are right), and which nets follow from it."""
    wrong = np.zeros(len(net), bool)
    wrong[[m.seats[0] for m in scores.mismatches if m.level == "points"]] = True
    points = np.where(wrong, ints(view.tables["claims"], "points"), NULL)
    value = worth(points, view.point_value[view.seat_hand])
    due = rakes.due(value)
    return value, _fits(net, value, np.where(due != NULL, due, view.rake))


def _cut_of(amount: Ints, uncapped: Ints) -> Mask:
    """Whether an amount can be `uncapped` cut by some cap."""
    same_side: Mask = np.sign(amount) * np.sign(uncapped) >= 0
    result: Mask = same_side & (np.abs(amount) <= np.abs(uncapped))
    return result


def _open_rake(net: Ints, gross: Ints, rake: Ints) -> Mask:
    """Nets that only an unknown rake explains."""
    known: Mask = (rake == NULL) & (net != NULL) & (gross != NULL)
    result: Mask = known & (net != gross)
    return result


def _left_over(view: View, said: _Claims, taken: Ints, judged: Mask) -> tuple[Ints, Ints]:
    """(n_hands,) money that appears (positive) or vanishes at the table, and the rake taken into account (`NULL` when not known).

    The rake is that of the hand, else what is `taken` of the players. Where it is not known only money that appears is wrong: what is
    missing may be rake.
    """
    told = ~view.any_seat(said.net == NULL) & (view.status != "cancelled") & (judged | (view.status == "incomplete"))
    told &= ~_pays_for_more(view, said.net)
    total = view.seat_sum(np.where(said.net == NULL, 0, said.net))
    rake = adopt(said.hand_rake, taken)
    left = np.where(rake == NULL, np.maximum(total, 0), total + np.where(rake == NULL, 0, rake))
    return np.where(told, left, 0), rake


def _rakes(rakes: Rakes, words: MoneyWords, gross: Ints, want_gross: Ints) -> list[Mismatch]:
    """Rakes that are not those of the rules, and rakes of players that do not add up to the hand's.

    `gross`: (n_seats,) what the rake is taken of, `NULL` where that is not known.
    """
    due, want = rakes.due(gross), rakes.due(want_gross)
    differs, own = judge(rakes.stated, due, np.where(want != NULL, want, due))
    found = [
        words.seat_rake(int(seat), bool(own[seat]), int(rakes.stated[seat]), int(due[seat]), int(gross[seat]))
        for seat in np.flatnonzero(differs)
    ]
    added, sum_due, want_sum = rakes.stated_sum, rakes.sum_due(gross), rakes.sum_due(want_gross)
    truth = adopt(added, sum_due)
    differs, own = judge(rakes.of_hand, truth, np.where((added == NULL) & (want_sum != NULL), want_sum, truth))
    for hand in np.flatnonzero(differs).tolist():
        by_rules = bool(added[hand] == NULL)
        found.append(words.rake(hand, bool(own[hand]), int(rakes.of_hand[hand]), int(truth[hand]), by_rules))
    return found


def _stacks(said: _Claims, words: MoneyWords, judged_seat: Mask, gross: Ints, rake: Ints) -> list[Mismatch]:
    """Stacks after the hand that are not the stack before it and the net."""
    true_net = np.where((gross != NULL) & (rake != NULL), gross - np.where(rake == NULL, 0, rake), said.net)
    known = judged_seat & (said.stack != NULL) & (said.stack_after != NULL)
    true = np.where(known & (true_net != NULL), said.stack + np.where(true_net == NULL, 0, true_net), NULL)
    want = np.where(known & (said.net != NULL), said.stack + np.where(said.net == NULL, 0, said.net), true)
    differs, own = judge(np.where(known, said.stack_after, NULL), true, want)
    return [
        words.stack(int(seat), bool(own[seat]), int(said.stack_after[seat]), int(true[seat]), int(said.stack[seat]))
        for seat in np.flatnonzero(differs)
    ]


def _seat_reasons(view: View, said: _Claims, nets: _Nets) -> Texts:
    """(n_seats,) why the money of a seat is open, if it is."""
    hand = view.seat_hand
    no_stack = view.any_seat(said.stack == NULL)[hand]
    rake = nets.rakes.true(nets.best_gross)
    reason = np.where(rake == NULL, "rake unknown", "stack unknown").astype(object)
    losers_paid = ~view.any_seat(nets.bounded & (nets.whole < 0) & ~nets.full)
    limited = (nets.gross == NULL) & ~losers_paid[hand]
    staked = view.by_rules(
        [
            "rule unknown: settlement.cap"
            if rules is None or rules.value("settlement.match_cap") == "none"
            else "match cap: what is left of it is unknown"
            for rules in view.rules
        ]
    )
    reason = np.where(limited, np.where(no_stack, "stack unknown", staked[hand]), reason)
    reason = np.where((reason == "stack unknown") & ~no_stack, staked[hand], reason)
    reason = np.where(nets.whole == NULL, view.by_rules(unknown_rules(view))[hand], reason)
    reason = np.where(view.point_value[hand] == NULL, "point value unknown", reason)
    scopes = [
        "" if rules is None else _SCOPE_REASON.get(str(rules.value("settlement.scope")), _NO_SCOPE)
        for rules in view.rules
    ]
    by_scope = view.by_rules(scopes)[hand]
    reason = np.where(by_scope != "", by_scope, reason)
    reason = np.where(said.net == NULL, "no claim", reason)
    reason = np.where(view.has_pairs[hand], reason, "number of players")
    reason = np.where((view.status == "incomplete")[hand], "incomplete board", reason)
    return np.where((view.status == "cancelled")[hand], "cancelled hand", reason)


def _hand_reasons(view: View, seat_verdict: Ints, seat_reason: Texts) -> Texts:
    """(n_hands,) the reason of the open seat whose missing fact weighs most: no claim, then rules, stacks and rakes; then the first."""
    weight = np.select(
        [seat_reason == "no claim", seat_reason == "stack unknown", seat_reason == "rake unknown"], [0, 2, 3], 1
    )
    open_seats = np.flatnonzero(seat_verdict == OPEN)
    order = np.lexsort((open_seats, weight[open_seats], view.seat_hand[open_seats]))
    hands, first = np.unique(view.seat_hand[open_seats][order], return_index=True)
    result = np.full(view.n_hands, "", object)
    result[hands] = seat_reason[open_seats[order[first]]]
    return result
