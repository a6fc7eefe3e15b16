"""Words for mismatches about points."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from ofc_audit.audit.mismatch import Mismatch, judge, one_of_each, signed
from ofc_audit.audit.score_claims import ScoreClaims
from ofc_audit.audit.score_model import ROWS, ScoreModel
from ofc_audit.audit.view import Ints, Mask, View, ints, worth
from ofc_audit.cards import cards_text
from ofc_audit.money import NULL, amount_text
from ofc_audit.score.ranks import CATEGORY_NAMES


class ScoreWords:
    """Makes a mismatch of each claim about points that is wrong, with its arithmetic told when asked for."""

    def __init__(self, view: View, model: ScoreModel) -> None:
        self.view = view
        self.model = model
        self.cards = view.tables["boards"].column("cards")

    @cached_property
    def claim_line(self) -> Ints:
        return ints(self.view.tables["claims"], "line")

    @cached_property
    def showdown_line(self) -> Ints:
        return ints(self.view.tables["claims"], "showdown_line")

    @cached_property
    def pair_line(self) -> Ints:
        return self.view.claimed_pair("line")

    @cached_property
    def true_net(self) -> Ints:
        return ints(self.view.tables["scored_seats"], "net")

    @cached_property
    def amount(self) -> Ints:
        return self.view.claimed_pair("amount")

    @cached_property
    def true_amount(self) -> Ints:
        return ints(self.view.tables["scored_pairs"], "amount")

    @cached_property
    def true_pair_points(self) -> Ints:
        return ints(self.view.tables["scored_pairs"], "points")

    @cached_property
    def gross_said(self) -> Ints:
        """(n_seats,) what the record gives each seat before rake: by its pairs, else by its net.

        Of a winner's net the rake must be known, or the net be just what his stated points are worth.
        """
        amounts, rake = self.view.pair_totals(self.amount), self.view.rake
        net = ints(self.view.tables["claims"], "net")
        points = ints(self.view.tables["claims"], "points")
        unraked = (net < 0) | (net == worth(points, self.view.point_value[self.view.seat_hand]))
        raked = np.where(rake != NULL, net + np.where(rake == NULL, 0, rake), np.where(unraked, net, NULL))
        return np.where(amounts != NULL, amounts, np.where(net == NULL, NULL, raked))

    def name(self, seat: int) -> str:
        return self.view.names[seat]

    def row_text(self, seat: int, place: int) -> str:
        at = (slice(0, 3), slice(3, 8), slice(8, 13))[place]
        return cards_text(self.cards[seat].as_py()[at])

    def category(self, seat: int, place: int) -> str:
        column = f"{ROWS[place]}_category"
        return CATEGORY_NAMES[self.view.tables["scored_seats"].column(column)[seat].as_py()]

    def money(self, hand: int, amount: int) -> str:
        return f"{amount_text(amount)} {self.view.currency[hand] or ''}".rstrip()

    def short_paid(self, seat: int) -> tuple[int | None, str]:
        """The money that a seat is short of, and a sentence, where claim and truth are both known."""
        said = self.gross_said[seat]
        if said == NULL or self.true_net[seat] == NULL or said == self.true_net[seat]:
            return None, ""
        delta = int(self.true_net[seat] - said)
        hand = int(self.view.seat_hand[seat])
        return (
            delta,
            f" {self.name(seat)} got {self.money(hand, abs(delta))} too {'little' if delta > 0 else 'much'}, before rake.",
        )

    def pair_short(self, pair: int) -> tuple[int | None, str]:
        """The money that a pair moved too little, and a sentence."""
        if self.amount[pair] == NULL or self.true_amount[pair] == NULL or self.amount[pair] == self.true_amount[pair]:
            return None, ""
        delta = int(self.true_amount[pair] - self.amount[pair])
        a, b = self.name(int(self.view.pair_a[pair])), self.name(int(self.view.pair_b[pair]))
        true = int(self.true_amount[pair])
        # Whoever should have paid, and paid too little or too much; or got what he should have paid.
        payer, moved = (b, true) if true > 0 or (true == 0 and delta > 0) else (a, -true)
        paid = moved - (delta if payer == b else -delta)
        hand = int(self.view.pair_hand[pair])
        size = "little" if paid < moved else "much"
        return (
            delta,
            f" Amount {self.money(hand, true)}: {payer} paid {self.money(hand, abs(paid - moved))} too {size}.",
        )

    def fouls(self, differs: Mask, said: Ints, direct: Ints) -> list[Mismatch]:
        found = []
        for seat in np.flatnonzero(differs).tolist():
            hand = int(self.view.seat_hand[seat])
            is_foul = said[seat] == 0
            claimed, computed = ("legal", "foul") if is_foul else ("foul", "legal")
            delta, money = self.short_paid(seat)

            def message(seat: int = seat, is_foul: bool = is_foul, money: str = money) -> str:
                rows = f"top {self.row_text(seat, 0)}, middle {self.row_text(seat, 1)}, bottom {self.row_text(seat, 2)}"
                if is_foul:
                    return f"The board of {self.name(seat)} is a foul and was settled as legal: {self.why_foul(seat)} ({rows}).{money}"
                return f"The board of {self.name(seat)} is legal and was settled as a foul: bottom ≥ middle ≥ top ({rows}).{money}"

            line, mark = int(self.showdown_line[seat]), "foul" if not is_foul and direct[seat] >= 0 else None
            if direct[seat] < 0:
                line = int(self.pair_line[np.flatnonzero((self.view.pair_a == seat) | (self.view.pair_b == seat))[0]])
            found.append(
                Mismatch(
                    hand,
                    "foul",
                    (seat,),
                    True,
                    "score.foul",
                    f"foul of {self.name(seat)}",
                    claimed,
                    computed,
                    message,
                    money_delta=delta,
                    rule_key="board.equal_rows_legal",
                    line=line,
                    mark=mark,
                )
            )
        return found

    def why_foul(self, seat: int) -> str:
        values = self.model.values[seat]
        if values[2] < values[1]:
            return f"the middle ({self.category(seat, 1)}) is stronger than the bottom ({self.category(seat, 2)})"
        return f"the top ({self.category(seat, 0)}) is stronger than the middle ({self.category(seat, 1)})"

    def royalties(self, claimed: Ints, true: Ints, want: Ints) -> list[Mismatch]:
        differs, own = judge(claimed, true, want)
        found = []
        for seat, place in np.argwhere(differs).tolist():
            said, right = int(claimed[seat, place]), int(true[seat, place])
            delta, money = self.short_paid(seat)

            def message(
                seat: int = seat, place: int = place, right: int = right, said: int = said, money: str = money
            ) -> str:
                if self.model.foul[seat] == 1:
                    return f"{self.name(seat)} has a foul, which earns no royalties; {said} are claimed for the {ROWS[place]}.{money}"
                return (
                    f"{self.name(seat)}'s {ROWS[place]} {self.row_text(seat, place)} ({self.category(seat, place)}) earns {right} royalties;"
                    f" {said} are claimed.{money}"
                )

            found.append(
                Mismatch(
                    int(self.view.seat_hand[seat]),
                    "royalties",
                    (seat,),
                    bool(own[seat, place]),
                    "score.royalties",
                    f"{ROWS[place]} royalties of {self.name(seat)}",
                    str(said),
                    str(right),
                    message,
                    points_delta=right - said,
                    money_delta=delta,
                    rule_key="score.royalties",
                    line=int(self.showdown_line[seat]),
                    mark="royalties",
                )
            )
        return found

    def pair_name(self, pair: int) -> str:
        return f"{self.name(int(self.view.pair_a[pair]))} v {self.name(int(self.view.pair_b[pair]))}"

    def pair(
        self,
        pair: int,
        level: str,
        check: str,
        what: str,
        claimed: str,
        computed: str,
        own: bool,
        message: Callable[[], str],
        key: str,
        points: int | None = None,
        mark: str | None = None,
    ) -> Mismatch:
        delta, money = self.pair_short(pair)
        seats = (int(self.view.pair_a[pair]), int(self.view.pair_b[pair]))
        return Mismatch(
            int(self.view.pair_hand[pair]),
            level,
            seats,
            own,
            check,
            f"{what} of {self.pair_name(pair)}",
            claimed,
            computed,
            lambda: message() + money,
            points_delta=points,
            money_delta=delta,
            rule_key=key,
            line=int(self.pair_line[pair]),
            mark=mark,
        )

    def rows(self, claimed: Ints, true: Ints, want: Ints) -> list[Mismatch]:
        differs, own = judge(claimed, true, want)
        found = []
        for pair in np.flatnonzero(differs.any(axis=1)).tolist():
            wrong = np.flatnonzero(differs[pair])

            def message(pair: int = pair, wrong: Ints = wrong) -> str:
                a, b = int(self.view.pair_a[pair]), int(self.view.pair_b[pair])
                parts = []
                for place in wrong:
                    result = int(true[pair, place])
                    verb = {1: "beats", 0: "ties", -1: "loses to"}[result]
                    parts.append(
                        f"{self.name(a)}'s {ROWS[place]} {self.row_text(a, place)} {verb} {self.name(b)}'s {self.row_text(b, place)}"
                        f" ({signed(result)}, claimed {signed(int(claimed[pair, place]))})"
                    )
                fouls = [self.name(s) for s in (a, b) if self.model.foul[s] == 1]
                if fouls:
                    return (
                        f"{' and '.join(fouls)} fouled{'' if len(fouls) == 1 else ', so that nothing is exchanged'}: "
                        + "; ".join(
                            f"{ROWS[p]} {signed(int(true[pair, p]))}, claimed {signed(int(claimed[pair, p]))}"
                            for p in wrong
                        )
                        + "."
                    )
                return "; ".join(parts) + "."

            text = [" ".join(signed(int(v)) for v in values) for values in (claimed[pair], true[pair])]
            found.append(
                self.pair(
                    pair,
                    "rows",
                    "score.rows",
                    "rows",
                    text[0],
                    text[1],
                    bool(own[pair].any()),
                    message,
                    "score.row_points",
                    points=int(true[pair].sum() - np.where(claimed[pair] == NULL, true[pair], claimed[pair]).sum()),
                    mark="rows",
                )
            )
        return found

    def method(self, pair: int) -> str:
        rules = self.view.rules_of(int(self.view.pair_hand[pair]))
        return "" if rules is None else str(rules.value("score.method"))

    def bonus_key(self, pair: int) -> str:
        a, b = int(self.view.pair_a[pair]), int(self.view.pair_b[pair])
        if (self.model.foul[a] == 1) ^ (self.model.foul[b] == 1):
            return "score.foul_fine_1_6" if self.method(pair) == "1-6" else "score.foul_fine_2_4"
        return "score.scoop_bonus" if self.method(pair) == "1-6" else "score.majority_bonus"

    def why_bonus(self, pair: int, right: int, said: int) -> str:
        """The bonus from the side of who gets it, and what is claimed from the same side."""
        a, b = int(self.view.pair_a[pair]), int(self.view.pair_b[pair])
        sign = -1 if right < 0 else 1
        numbers = f"the bonus is {signed(sign * right)} ({self.method(pair)} scoring); {signed(sign * said)} is claimed"
        fouls = [s for s in (a, b) if self.model.foul[s] == 1]
        if len(fouls) == 2:
            return f"{self.name(a)} and {self.name(b)} both fouled: {numbers}."
        if fouls:
            other = b if fouls[0] == a else a
            return f"{self.name(fouls[0])} fouled: {self.name(other)} wins all three rows and {numbers}."
        if right == 0:
            return f"Neither {self.name(a)} nor {self.name(b)} won enough rows: {numbers}, from {self.name(a)}'s side."
        winner, loser = (a, b) if right > 0 else (b, a)
        rows = self.model.true_rows[pair]
        n_won = int((rows == sign).sum())
        return f"{self.name(winner)} won {'all three rows' if n_won == 3 else f'{n_won} rows'} of {self.name(loser)}: {numbers}."

    def bonuses(self, claimed: Ints, true: Ints, want: Ints) -> list[Mismatch]:
        differs, own = judge(claimed, true, want)
        found = []
        for pair in np.flatnonzero(differs).tolist():
            said, right = int(claimed[pair]), int(true[pair])

            def message(pair: int = pair, said: int = said, right: int = right) -> str:
                return self.why_bonus(pair, right, said)

            found.append(
                self.pair(
                    pair,
                    "bonus",
                    "score.scoop",
                    "bonus",
                    signed(said),
                    signed(right),
                    bool(own[pair]),
                    message,
                    self.bonus_key(pair),
                    points=right - said,
                    mark=f"bonus {signed(said)}",
                )
            )
        return found

    def pair_royalties(self, claims: ScoreClaims, true: tuple[Ints, Ints], want: tuple[Ints, Ints]) -> list[Mismatch]:
        found = []
        first: dict[tuple[int, int], int] = {}
        for side, (claimed, seats) in enumerate(
            ((claims.royalties_a, self.view.pair_a), (claims.royalties_b, self.view.pair_b))
        ):
            differs, own = judge(claimed, true[side], want[side])
            for pair in np.flatnonzero(differs).tolist():
                seat = int(seats[pair])
                said, right = int(claimed[pair]), int(true[side][pair])
                # The same wrong sum of one player in several pairs is one mistake.
                is_own = bool(own[pair]) and first.setdefault((seat, said), pair) == pair

                def message(seat: int = seat, said: int = said, right: int = right) -> str:
                    parts = " + ".join(str(int(r)) for r in self.model.true_royalties[seat])
                    if self.model.foul[seat] == 1:
                        return f"{self.name(seat)} has a foul, which earns no royalties; {said} are claimed."
                    return f"{self.name(seat)} collects {right} royalties here (top, middle, bottom: {parts}); {said} are claimed."

                delta = (right - said) * (1 if side == 0 else -1)
                found.append(
                    self.pair(
                        pair,
                        "pair royalties",
                        "score.royalties",
                        f"royalties of {self.name(seat)} in the pair",
                        str(said),
                        str(right),
                        is_own,
                        message,
                        "score.royalties",
                        points=delta,
                        mark="royalties",
                    )
                )
        return found

    def pair_points(
        self, claimed: Ints, true: Ints, want: Ints, rows: Ints, bonus: Ints, a: Ints, b: Ints
    ) -> list[Mismatch]:
        differs, own = judge(claimed, true, want)
        found = []
        for pair in np.flatnonzero(differs).tolist():
            said, right = int(claimed[pair]), int(true[pair])

            def message(pair: int = pair, said: int = said) -> str:
                total = signed(int(want[pair]))
                sums = f"rows {signed(int(rows[pair].sum()))}, bonus {signed(int(bonus[pair]))}, royalties {int(a[pair])} - {int(b[pair])}"
                return f"{self.pair_name(pair)}: {sums} make {total}; {signed(said)} is claimed."

            found.append(
                self.pair(
                    pair,
                    "pair points",
                    "score.pair_points",
                    "points",
                    signed(said),
                    signed(right),
                    bool(own[pair]),
                    message,
                    "score.row_points",
                    points=right - said,
                    mark=f"points {signed(said)}",
                )
            )
        return found

    def points(self, claimed: Ints, true: Ints, want: Ints) -> list[Mismatch]:
        differs, own = judge(claimed, true, want)
        short = np.where(own, want - claimed, 0)
        own = one_of_each(self.view, own, short, self.view.seat_sum(short) == 0)
        found = []
        for seat in np.flatnonzero(differs).tolist():
            said, right = int(claimed[seat]), int(true[seat])
            delta, money = self.short_paid(seat)

            def message(seat: int = seat, said: int = said, right: int = right, money: str = money) -> str:
                pairs = np.flatnonzero((self.view.pair_a == seat) | (self.view.pair_b == seat))
                parts = []
                for pair in pairs:
                    sign = 1 if self.view.pair_a[pair] == seat else -1
                    other = self.view.pair_b[pair] if sign == 1 else self.view.pair_a[pair]
                    parts.append(f"{signed(sign * int(self.true_pair_points[pair]))} against {self.name(int(other))}")
                return f"{self.name(seat)} makes {' and '.join(parts)}, {signed(right)} in all; {signed(said)} is claimed.{money}"

            found.append(
                Mismatch(
                    int(self.view.seat_hand[seat]),
                    "points",
                    (seat,),
                    bool(own[seat]),
                    "score.points",
                    f"points of {self.name(seat)}",
                    signed(said),
                    signed(right),
                    message,
                    points_delta=right - said,
                    money_delta=delta,
                    rule_key="score.row_points",
                    line=int(self.claim_line[seat]),
                    mark=f"points {signed(said)}",
                )
            )
        return found
