"""Words for mismatches about money."""

from collections.abc import Callable
from decimal import Decimal
from functools import cached_property

import numpy as np

from ofc_audit.audit.mismatch import Mismatch, signed
from ofc_audit.audit.view import Ints, Mask, View, ints
from ofc_audit.money import NULL, amount_text
from ofc_audit.score.rake import NO_RAKE, rake_rule

_ROUNDED = {"half_up": "half up to", "up": "up to", "down": "down to"}


class MoneyWords:
    """Makes a mismatch of each claim about money that is wrong, with its arithmetic told when asked for."""

    def __init__(self, view: View, over: str = "") -> None:
        """`over`: what the points are points of, where that is not the hand."""
        self.view = view
        self.over = over

    @cached_property
    def claim_line(self) -> Ints:
        return ints(self.view.tables["claims"], "line")

    @cached_property
    def pair_line(self) -> Ints:
        return self.view.claimed_pair("line")

    def money(self, hand: int, amount: int) -> str:
        """An amount with its currency."""
        return f"{amount_text(amount)} {self.view.currency[hand] or ''}".rstrip()

    def _pair_text(self, pair: int, amount: int) -> str:
        a, b = (self.view.names[int(s[pair])] for s in (self.view.pair_a, self.view.pair_b))
        hand = int(self.view.pair_hand[pair])
        if amount == 0:
            return f"nothing moves between {a} and {b}"
        payer, other = (b, a) if amount > 0 else (a, b)
        return f"{payer} pays {other} {self.money(hand, abs(amount))}"

    def _pair(
        self, pair: int, own: bool, claimed: int, computed: str, message: Callable[[], str], delta: int | None
    ) -> Mismatch:
        view = self.view
        seats = (int(view.pair_a[pair]), int(view.pair_b[pair]))
        what = f"amount of {view.names[seats[0]]} v {view.names[seats[1]]}"
        return Mismatch(
            int(view.pair_hand[pair]),
            "amount",
            seats,
            own,
            "settle.amount",
            what,
            amount_text(claimed),
            computed,
            message,
            money_delta=delta,
            rule_key="settlement.cap",
            line=int(self.pair_line[pair]),
            mark="amount",
        )

    def amounts(
        self, differs: Mask, own: Mask, claimed: Ints, true: Ints, uncapped: Ints, points: Ints
    ) -> list[Mismatch]:
        """Amounts of pairs against what the points, the point value and the stacks give."""
        found = []
        for pair in np.flatnonzero(differs).tolist():
            said, right = int(claimed[pair]), int(true[pair])

            def message(pair: int = pair, said: int = said, right: int = right) -> str:
                hand = int(self.view.pair_hand[pair])
                price = self.money(hand, int(self.view.point_value[hand]))
                worth = f"{signed(int(points[pair]))} points{self.over} at {price} are worth {self.money(hand, abs(int(uncapped[pair])))}"
                capped = (
                    ""
                    if uncapped[pair] == NULL or uncapped[pair] == right
                    else ", and no more than either player has at that moment moves"
                )
                return f"{worth}{capped}: {self._pair_text(pair, right)}; {amount_text(said)} is claimed."

            found.append(self._pair(pair, bool(own[pair]), said, amount_text(right), message, right - said))
        return found

    def beyond(self, differs: Mask, own: Mask, claimed: Ints, uncapped: Ints) -> list[Mismatch]:
        """Amounts that no stacks could explain."""
        found = []
        for pair in np.flatnonzero(differs).tolist():
            said, most = int(claimed[pair]), int(uncapped[pair])

            def message(pair: int = pair, said: int = said, most: int = most) -> str:
                return f"Whatever the stacks, at most {self._pair_text(pair, most)}; {amount_text(said)} is claimed."

            found.append(self._pair(pair, bool(own[pair]), said, f"at most {amount_text(most)}", message, most - said))
        return found

    def nets(
        self, differs: Mask, own: Mask, net: Ints, gross: Ints, rake: Ints, least: Ints, most: Ints
    ) -> list[Mismatch]:
        """Nets against what comes from the pairs, less rake; where stacks are unknown against the most that can come."""
        found = []
        for seat in np.flatnonzero(differs).tolist():
            hand = int(self.view.seat_hand[seat])
            name = self.view.names[seat]
            said = int(net[seat])
            taken = 0 if rake[seat] == NULL else int(rake[seat])
            if gross[seat] != NULL:
                right = int(gross[seat]) - taken
                computed = amount_text(right)
            else:
                right = int(least[seat] if said + taken < least[seat] else most[seat]) - taken
                computed = f"{'at least' if said < right else 'at most'} {amount_text(right)}"

            def message(
                seat: int = seat,
                hand: int = hand,
                name: str = name,
                said: int = said,
                right: int = right,
                taken: int = taken,
            ) -> str:
                if gross[seat] == NULL:
                    side = "lose" if said < right else "win"
                    return (
                        f"Whatever the stacks, {name} can {side} at most {self.money(hand, abs(right))} on his pairs;"
                        f" {amount_text(said)} is claimed."
                    )
                if rake[seat] == NULL and right > 0 and said < right:
                    less = ", which no rake explains"
                else:
                    less = f" less a rake of {self.money(hand, taken)}" if taken else ""
                delta = right - said
                who = f"{name} got {self.money(hand, abs(delta))} too {'little' if delta > 0 else 'much'}"
                come = f"{name}'s pairs{self.over} come to {self.money(hand, int(gross[seat]))}{less}"
                return f"{come}: net {amount_text(right)}; {amount_text(said)} is claimed. {who}."

            found.append(
                Mismatch(
                    hand,
                    "net",
                    (seat,),
                    bool(own[seat]),
                    "settle.net",
                    f"net of {name}",
                    amount_text(said),
                    computed,
                    message,
                    money_delta=right - said,
                    rule_key="settlement.cap",
                    line=int(self.claim_line[seat]),
                    mark="net",
                )
            )
        return found

    def seat_rake(self, seat: int, own: bool, stated: int, due: int, gross: int) -> Mismatch:
        """A rake stated of a player that is not what the rules take of what he gets."""
        hand = int(self.view.seat_hand[seat])
        name = self.view.names[seat]

        def message() -> str:
            return f"{self._rake_text(hand, name, gross, due)}; {amount_text(stated)} is claimed."

        return Mismatch(
            hand,
            "rake",
            (seat,),
            own,
            "settle.rake",
            f"rake of {name}",
            amount_text(stated),
            amount_text(due),
            message,
            money_delta=stated - due,
            rule_key="settlement.rake_rate" if gross > 0 else "settlement.rake_from",
            line=int(self.claim_line[seat]),
            mark="rake",
        )

    def _rake_text(self, hand: int, name: str, gross: int, due: int) -> str:
        rules = self.view.rules_of(hand)
        rule = None if rules is None else rake_rule(rules)
        if gross <= 0:
            return f"{name} wins nothing on balance: no rake is due of him"
        if rule is None or rule == NO_RAKE:
            return "No rake is taken here"
        percent = f"{Decimal(rule.rate).scaleb(-2).normalize():f} %"
        exact = f"{Decimal(gross * rule.rate).scaleb(-8).normalize():f}"
        rounded = f", rounded {_ROUNDED[rule.rounding]} {amount_text(rule.unit)}" if rule.unit else ""
        least = f", at least {amount_text(rule.minimum)}" if rule.minimum else ""
        most = f", at most {amount_text(rule.cap)}" if rule.cap else ""
        return (
            f"{name}'s pairs come to {self.money(hand, gross)}, {percent} of it to {exact}{rounded}{least}{most}:"
            f" a rake of {amount_text(due)} is due"
        )

    def rake(self, hand: int, own: bool, stated: int, added: int, by_rules: bool) -> Mismatch:
        """The hand's rake where it is not what the rakes of its players, as stated or by the rules, add up to."""
        whose = "By the rules the rakes" if by_rules else "The rakes"
        return Mismatch(
            hand,
            "rake",
            (),
            own,
            "settle.rake",
            "rake",
            amount_text(stated),
            amount_text(added),
            lambda: (
                f"{whose} of the players add up to {self.money(hand, added)}; the hand's rake is stated as {amount_text(stated)}."
            ),
            money_delta=added - stated,
            rule_key="settlement.rake_rate" if by_rules else "settlement.rake_when",
            mark="Rake",
        )

    def conservation(self, hand: int, left: int, rake: int, own: bool) -> Mismatch:
        """Money that appears (positive) or vanishes at the table."""

        def message() -> str:
            taken = "" if rake == NULL else f" with a rake of {self.money(hand, rake)}"
            verb = "appears from nowhere" if left > 0 else "vanishes"
            return f"The nets of all players{taken} do not add up: a sum of {self.money(hand, abs(left))} {verb}."

        return Mismatch(
            hand,
            "conservation",
            (),
            own,
            "settle.conservation",
            "money left over at the table",
            amount_text(left),
            "0.00",
            message,
            money_delta=-left,
            rule_key="settlement.rake_when",
        )

    def stack(self, seat: int, own: bool, said: int, right: int, before: int) -> Mismatch:
        """A stack after the hand that does not follow from the one before."""
        hand = int(self.view.seat_hand[seat])
        name = self.view.names[seat]

        def message() -> str:
            return (
                f"{name} had {self.money(hand, before)} and came to {amount_text(right - before)}, which leaves {amount_text(right)};"
                f" {amount_text(said)} is claimed."
            )

        return Mismatch(
            hand,
            "stack",
            (seat,),
            own,
            "settle.stack",
            f"stack of {name}",
            amount_text(said),
            amount_text(right),
            message,
            money_delta=right - said,
            rule_key="settlement.cap_basis",
            line=int(self.claim_line[seat]),
            mark="stack",
        )
