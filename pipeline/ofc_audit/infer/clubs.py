"""Clubs, and the rakes found of them: what a club takes of any winnings of its players."""

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.view import Ints, Mask, View
from ofc_audit.infer.rake_words import exception_words, open_parts, rule_words
from ofc_audit.infer.rakes import ClubRake
from ofc_audit.money import NULL, money_array, one_array
from ofc_audit.score.rake import Rake
from ofc_audit.tables import conform, schema


@dataclass(frozen=True, order=True)
class Club:
    """Whose rake is inferred: the club or, where a room has none, its game; each currency, and each time of raking, for itself."""

    site: str
    club_id: str
    rules_id: str
    currency: str
    taken: str

    @property
    def known(self) -> dict[str, str | None]:
        """Its columns in `inferred_rakes`."""
        names = ("site", "club_id", "rules_id", "currency", "taken")
        return {name: getattr(self, name) or None for name in names}


@dataclass
class InferredRakes:
    """The rakes of clubs, by club."""

    clubs: dict[Club, ClubRake] = field(default_factory=dict)

    @property
    def tells_anything(self) -> bool:
        """Whether the rake of any club that takes one in every hand is identified."""
        return any(club.taken == "hand" and rake.is_identified for club, rake in self.clubs.items())

    def take(self, view: View, gross: Ints) -> Ints:
        """(n_seats,) what the clubs take of players who get `gross` of their pairs: 0 of losers, `NULL` where it cannot be told.

        Where a hand has several winners it is told only of clubs that are seen to take rake of each winner's own gross.
        """
        is_shared = (view.seat_sum((gross > 0).astype(np.int64)) > 1)[view.seat_hand]
        result = np.full(len(gross), NULL)
        for rake, hands in self.of_hands(view):
            chosen = hands[view.seat_hand] & (~is_shared | rake.is_of_each)
            result[chosen] = rake.take(gross[chosen])
        return result

    def of_hands(self, view: View) -> list[tuple[ClubRake, Mask]]:
        """The rakes of the clubs in which some hands were played, each with (n_hands,) which those are."""
        clubs, number = clubs_of(view.tables["hands"])
        return [(self.clubs[club], number == at) for at, club in enumerate(clubs) if club in self.clubs]


def clubs_of(hands: pa.Table, taken: str = "hand") -> tuple[list[Club], Ints]:
    """The clubs of table `hands` in the order of their names, and for each hand which of them it was played in."""
    number = np.zeros(hands.num_rows, np.int64)
    for name in _CLUB:
        encoded = pc.dictionary_encode(one_array(hands.column(name)), null_encoding="encode")
        # Renumbered at each step, so that the number never outgrows the rows.
        number = number * len(encoded.dictionary) + np.asarray(encoded.indices, np.int64)
        number = np.unique(number, return_inverse=True)[1]
    first = np.unique(number, return_index=True)[1]
    each = [
        Club(site, club or "", "" if club else rules or "", currency or "", taken)
        for site, club, rules, currency in zip(
            *(hands.column(name).take(pa.array(first)).to_pylist() for name in _CLUB), strict=True
        )
    ]
    clubs = sorted(set(each))
    place = {club: at for at, club in enumerate(clubs)}
    return clubs, np.array([place[club] for club in each], np.int64)[number]


_CLUB = ("site", "club_id", "rules_id", "currency")


def rakes_table(found: InferredRakes) -> pa.Table:
    """Table `inferred_rakes`, a row for each club in the order of their names."""
    rows = [
        {"rake_no": number, **club.known, **_row(rake)}
        for number, (club, rake) in enumerate(sorted(found.clubs.items()), 1)
    ]
    declared = schema("inferred_rakes")
    columns = {}
    for name in declared.names:
        values = [row[name] for row in rows]
        if name in _MONEY:
            amounts = np.array([NULL if value is None else value for value in values], np.int64)
            columns[name] = money_array(amounts, amounts != NULL)
        else:
            columns[name] = pa.array(values, declared.field(name).type)
    return conform("inferred_rakes", pa.table(columns))


_MONEY = ("rate", "rate_least", "rate_most", "unit", "minimum", "cap", "free")


def _row(rake: ClubRake) -> dict[str, object]:
    """What is found of a club by column; amounts and rates in ten-thousandths."""
    is_open = open_parts(rake) if rake.is_identified else []
    row: dict[str, object] = {"is_identified": rake.is_identified, "rule": rule_words(rake)}
    row["open_parts"] = ", ".join(is_open) or None
    row["exceptions"] = exception_words(rake) if rake.is_identified else None
    row |= {"n_hands": rake.n_hands, "n_explained": rake.n_explained, "n_wins": rake.n_raked_wins}
    row |= {"n_shared": rake.n_shared, "n_shared_explained": rake.n_shared_explained}
    row |= dict.fromkeys((*_MONEY, "base", "rounding"))
    if rake.is_identified:
        told = _told(rake.best) | {"base": "pot" if rake.is_of_pot else _BASE[rake.best.base]}
        row |= {name: value for name, value in told.items() if name not in is_open}
        row |= {"rate_least": rake.least, "rate_most": rake.most}
    return row


_BASE = {"gross": "each", "net": "net"}


def _told(rule: Rake) -> dict[str, object]:
    parts: dict[str, object] = {name: getattr(rule, name) or None for name in ("unit", "minimum", "cap", "free")}
    return parts | {"rate": rule.rate, "rounding": rule.rounding}
