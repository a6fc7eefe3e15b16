"""Findings: the record of one disagreement, the catalogue of checks, and how a finding is shown.

A check is declared here once: its id, how grave it is, what it looks at and what it protects from. A finding is a row of table
`findings`, made by `findings_table`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal

import pyarrow as pa

from ofc_audit.tables import conform, schema


@dataclass(frozen=True)
class Check:
    """One check of the catalogue: `family.name`, severity, the question it asks and what it protects from."""

    id: str
    severity: str
    title: str
    protects: str


_CHECKS = (
    Check(
        "layout.board",
        "note",
        "The board holds thirteen cards in rows of three, five and five",
        "A hand that cannot be judged passing for a judged one, or for a foul.",
    ),
    Check(
        "layout.duplicate_card",
        "error",
        "No card is in a hand twice",
        "A deck that is not one deck, or an edited record.",
    ),
    Check(
        "layout.deal",
        "error",
        "Each street deals, places and discards as many cards as the game says",
        "An extra or a withheld card.",
    ),
    Check(
        "layout.fantasy_cards",
        "error",
        "A Fantasyland hand places thirteen cards and discards the rest of what was dealt",
        "An extra card in Fantasyland.",
    ),
    Check("layout.showdown", "error", "The board shown is the board placed", "Cards moved after they were placed."),
    Check("layout.players", "error", "As many players as the game allows", "Hands of another game."),
    Check(
        "score.foul",
        "error",
        "A foul is called exactly where the rows are out of order",
        "A legal hand paid as a foul, or a foul paid as legal.",
    ),
    Check("score.royalties", "error", "Royalties are those of the table", "Royalties not paid, or paid for nothing."),
    Check("score.rows", "error", "Each row goes to the stronger hand", "A row given to the weaker hand."),
    Check(
        "score.scoop",
        "error",
        "The bonus is that of the scoring method",
        "A scoop not paid, or paid without all three rows.",
    ),
    Check(
        "score.pair_points",
        "error",
        "The points of a pair are rows, bonus and royalties",
        "An adding mistake within a pair.",
    ),
    Check("score.points", "error", "A player's points are the sum over his pairs", "A wrong total of points."),
    Check(
        "settle.amount",
        "error",
        "A pair's amount is points times point value, within the cap",
        "Money that does not follow from the points.",
    ),
    Check("settle.net", "error", "A player's net is the sum of his pairs less his rake", "A wrong payout."),
    Check(
        "settle.rake",
        "error",
        "The rake is that of the rules, and rakes of the seats add up to the rake of the hand",
        "Rake taken twice, too much of it, or hidden.",
    ),
    Check(
        "settle.stack",
        "error",
        "The stack after a hand is the stack before it plus the net",
        "Chips that appear or vanish from a stack.",
    ),
    Check(
        "settle.carried",
        "error",
        "A player brings to a hand what he had after the hand before",
        "Chips that appear, vanish or change hands between two hands.",
    ),
    Check(
        "settle.conservation",
        "error",
        "What winners get is what losers pay less rake",
        "Money that appears or vanishes at the table.",
    ),
    Check(
        "settle.point_value",
        "warning",
        "A table pays the price per point that it states",
        "A whole table or club paid at another stake than the one on record, whichever of the two is false.",
    ),
    Check(
        "fantasy.claim",
        "error",
        "The site sends to Fantasyland exactly who earned it, with the right cards",
        "An entry or a stay announced wrongly.",
    ),
    Check(
        "fantasy.denied",
        "error",
        "Who earned Fantasyland is in it in his next hand",
        "A Fantasyland that was due and not given.",
    ),
    Check(
        "fantasy.undue",
        "error",
        "Who is in Fantasyland earned it in his hand before",
        "A Fantasyland given to who did not earn it.",
    ),
    Check(
        "fantasy.cards",
        "error",
        "In Fantasyland as many cards are dealt as were earned",
        "Too few or too many Fantasyland cards.",
    ),
    Check("match.button", "error", "The button goes where the rules send it", "A player acting last out of turn."),
    Check(
        "match.length",
        "error",
        "A match has as many hands as the rules give it",
        "A match that ends before its last hand or its Fantasyland, or goes on after it is over.",
    ),
    Check(
        "match.players",
        "error",
        "Those who began a match play it, as long as they have chips",
        "A player who joins in the middle of a match, or is dealt in with nothing to lose.",
    ),
    Check(
        "match.numbering",
        "warning",
        "The hands of a match are numbered in the order of time, each number once",
        "Two matches under one number, and a hand put into a match afterwards.",
    ),
    Check(
        "clock.placement",
        "error",
        "Cards placed by the site go where the rules put them",
        "A board spoilt, or saved, by the site when a player's time ran out.",
    ),
    Check(
        "clock.rest",
        "warning",
        "Once his time has run out, the site places the rest of a player's hand",
        "A player who goes on after his time has run out.",
    ),
    Check(
        "clock.time",
        "warning",
        "No player takes more time than the clock and the time bank give him",
        "A player who is given more time than the others.",
    ),
    Check(
        "tournament.price",
        "error",
        "A point costs what the level says, and as much as before as long as Fantasyland lasts",
        "Chips won or lost at the price of another level.",
    ),
    Check(
        "tournament.place",
        "error",
        "Places follow the order of elimination",
        "A prize paid to the wrong player.",
    ),
    Check(
        "tournament.bounty",
        "error",
        "A bounty goes to the player who won the last chips of the eliminated one",
        "A bounty paid to the wrong player.",
    ),
    Check(
        "source.reused_id",
        "warning",
        "A site uses a hand id for one hand only",
        "Hands hidden behind an id already used.",
    ),
    Check(
        "source.conflict",
        "warning",
        "Two records of one deal tell the same",
        "An edited record: both are kept, neither enters the statistics.",
    ),
    Check(
        "source.rules_fit",
        "warning",
        "Hands are scored by the rule set they name",
        "A thousand accusations where one fact is wrong: the rules that the hands are held against.",
    ),
    Check(
        "source.copied_hand",
        "warning",
        "No two hands of a site have the same cards",
        "A hand copied under another id, to fill statistics or to be paid twice.",
    ),
    Check(
        "source.missing_hand",
        "note",
        "The record has every hand of a match",
        "Hands left out of the record, over which nothing can be told.",
    ),
    Check(
        "source.waiver",
        "warning",
        "A waiver matches a finding",
        "A disagreement that is gone, or named wrongly, and would be let stand unseen when it comes back.",
    ),
    Check(
        "source.unknown_key",
        "note",
        "The record has only keys that its format defines",
        "Facts that the audit did not look at.",
    ),
)

ABOUT_WAIVERS = frozenset({"source.waiver"})
"""Checks of what is handed in beside hand histories: no history provokes them, and none of them can be waived."""

CHECKS: Mapping[str, Check] = {check.id: check for check in _CHECKS}
"""The catalogue, by id, in the order in which `ofc checks` lists it."""

Money = Decimal


@dataclass(frozen=True)
class Finding:
    """One disagreement, as table `findings` declares it; the number and the severity are added when it is stored."""

    check_id: str
    message: str
    hand_key: int | None = None
    acting_order: int | None = None
    other_order: int | None = None
    claimed: str | None = None
    computed: str | None = None
    points_delta: int | None = None
    money_delta: Money | None = None
    rule_key: str | None = None
    rule_source: str | None = None
    consequences: str | None = None
    source_file: str | None = None
    first_line: int | None = None
    last_line: int | None = None
    mark: str | None = None
    waiver_no: int | None = None
    waived: str | None = None


def findings_table(findings: Iterable[Finding]) -> pa.Table:
    """Findings as the declared table, numbered from 1 in the order given. Raises KeyError for a check that is not in the catalogue."""
    rows = list(findings)
    names = [f.name for f in fields(Finding)]
    data: dict[str, list[object]] = {name: [getattr(row, name) for row in rows] for name in names}
    data["finding_no"] = list(range(1, len(rows) + 1))
    data["severity"] = [CHECKS[row.check_id].severity for row in rows]
    declared = schema("findings")
    return conform(
        "findings", pa.table({name: pa.array(data[name], declared.field(name).type) for name in declared.names})
    )
