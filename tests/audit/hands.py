"""Hands as text for the tests of the audit, and what the audit says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.audit.chains import audit_chains
from ofc_audit.audit.course import Course
from ofc_audit.audit.hands import audit_tables
from ofc_audit.audit.match_frame import following
from ofc_audit.audit.matches import MatchAudit, audit_matches
from ofc_audit.audit.verdicts import VERDICTS
from ofc_audit.audit.view import View, flags
from ofc_audit.money import NULL, amount_text
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules
from ofc_audit.tables import conform

# Ana scoops both others: queens on top 7, a flush 4. Cy beats Bo two rows to one; neither earns royalties.
ANA = "top [Qh Qd 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]"
BO = "top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]"
CY = "top [2d 3c 9d] middle [Tc Th 5c 6d 7s] bottom [Jd Jh Js 3d 4h]"
BO_FOUL = "top [Jc Td 3s] middle [Ks Kc 8d 8c As] bottom [7c 7d 6s 4d 2h]"
# Plain boards: Dan wins top and middle of Eve, she the bottom; no royalties.
DAN = "top [Ac 9h 4h] middle [Jd Jh 8s 6c 3c] bottom [Qs Qc 7h 7s 2d]"
EVE = "top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]"

Row = dict[str, Any]
AMERICAN = "Options: scoring 1-6, royalties american"


@cache
def rules() -> Mapping[str, RuleSet]:
    """The rule sets of the project."""
    return load_rules()


def hand(
    boards: Sequence[str] = (ANA, BO),
    *,
    stacks: Sequence[str | None] | None = ("200.00", "200.00", "200.00", "200.00"),
    names: Sequence[str] = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo"),
    hand_id: str = "7001",
    rules_id: str = "pokerbet_progressive",
    site: str = "pokerbet",
    price: str = "1.00 USD per point",
    time: str = "2024-03-05 21:15:09",
    options: str = AMERICAN,
    head: Sequence[str] = (),
    table: str = "Lotus 4",
    fantasy: Mapping[int, str] | None = None,
    button: int | None = None,
    sections: Sequence[str] = (),
    claims: Mapping[int, Sequence[str]] | None = None,
    pairs: Sequence[str] = (),
    result: Sequence[str] = (),
) -> str:
    """A hand as text: the last seat has the button unless said; `claims` by seat follow its board at showdown."""
    stated = list(stacks or [])
    ways = fantasy or {}
    lines = [f"OFC Hand #{hand_id}: {rules_id}, {price} - {time} UTC", options, *head, f"Table '{table}', site {site}"]
    for n in range(1, len(boards) + 1):
        stack = stated[n - 1] if n <= len(stated) else None
        lines.append(f"Seat {n}: {names[n - 1]}" + (f" ({stack})" if stack else "") + ways.get(n, ""))
    lines += [f"Seat {button or len(boards)} is the button", *sections, "*** SHOWDOWN ***"]
    for n, board in enumerate(boards, 1):
        lines += [f"Seat {n}: {board}", *(f"Seat {n}: {said}" for said in (claims or {}).get(n, ()))]
    if pairs:
        lines += ["*** PAIRS ***", *pairs]
    lines += ["*** RESULT ***", *result, "*** END ***"]
    return "\n".join(line for line in lines if line) + "\n"


def points(*numbers: str, net: Sequence[str] | None = None, after: str = "") -> list[str]:
    """RESULT lines of all seats: `+17` and the net, which is the points at 1.00 where not given."""
    nets = net or [f"{n}.00" if n != "0" else "0.00" for n in numbers]
    return [f"Seat {i}: points {n}, net {w}{after}" for i, (n, w) in enumerate(zip(numbers, nets, strict=True), 1)]


@dataclass(frozen=True)
class Audited:
    """What the audit of some hands says."""

    findings: list[Row]
    verdicts: list[Row]
    seat_verdicts: list[Row]
    lines: list[str]

    @property
    def checks(self) -> list[str]:
        return [row["check_id"] for row in self.findings]

    @property
    def only(self) -> Row:
        (row,) = self.findings
        return row

    @property
    def messages(self) -> list[str]:
        return [row["message"] for row in self.findings]

    def verdict(self, dimension: str) -> tuple[str, str | None]:
        """The verdict of the one hand, and its reason."""
        ((verdict, reason),) = [(r["verdict"], r["reason"]) for r in self.verdicts if r["dimension"] == dimension]
        return verdict, reason

    @property
    def money(self) -> list[tuple[str, str | None]]:
        """Verdict and reason of each seat's money."""
        return [(row["verdict"], row["reason"]) for row in self.seat_verdicts]

    def line_of(self, finding: Row) -> str:
        """The line that a finding points at."""
        assert finding["first_line"] == finding["last_line"]
        return self.lines[finding["first_line"] - 1]


def audit(text: str, rule_sets: Mapping[str, RuleSet] | None = None) -> Audited:
    """Read, score and audit hands; none may be rejected."""
    chosen = rule_sets or rules()
    (batch,) = read_source(source_of_bytes("hands.txt", text.encode()))
    assert batch.rejects.to_pylist() == []
    tables = dict(batch.tables)
    tables["scored_seats"], tables["scored_pairs"] = score_tables(
        tables["hands"], tables["seats"], tables["boards"], chosen
    )
    found = audit_tables(tables, chosen)
    return Audited(
        found.findings.to_pylist(), found.verdicts.to_pylist(), found.seat_verdicts.to_pylist(), text.splitlines()
    )


def short(finding: Row) -> tuple[Any, ...]:
    """Check, claimed, computed, difference in points and in money (as text)."""
    money = finding["money_delta"]
    return (
        finding["check_id"],
        finding["claimed"],
        finding["computed"],
        finding["points_delta"],
        None if money is None else f"{money:.2f}",
    )


def shorts(text: str) -> list[tuple[Any, ...]]:
    """`short` of every finding about some hands."""
    return [short(finding) for finding in audit(text).findings]


FIVES = "top [5c 5d 5h] middle [9c Tc Js Qs Kd] bottom [Ah Kh 8h 6h 4h]"
KINGS = "top [Kd Kh 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Qh 9h 6h 3h]"


@dataclass(frozen=True)
class Chained:
    """What the audit across hands says: findings, and (place of the hand, player, verdict, reason) of each seat."""

    findings: list[Row]
    seats: list[tuple[int, str, str, str | None]]
    verdicts: list[tuple[int, str, str, str | None]]
    hand_checks: list[str]
    """Checks of findings that single hands gave."""
    match_findings: list[Row]
    """Findings about matches, with the place of the hand."""
    match_verdicts: list[tuple[int, str, str, str | None]]
    """(place of the hand, dimension, verdict, reason) as matches have it."""
    moved: list[dict[tuple[str, str], str]]
    """By hand: what moves in each pair, from the second to the first, where the match settles it."""

    def match(self, number: int, dimension: str = "match") -> tuple[str, str | None]:
        """Verdict and reason of the hand at that place, from 0, as its match has it."""
        ((verdict, reason),) = [(v, r) for n, d, v, r in self.match_verdicts if (n, d) == (number, dimension)]
        return verdict, reason

    @property
    def match_found(self) -> list[tuple[str, int, str | None, str | None]]:
        """Check, place of the hand, claimed and computed."""
        return [(row["check_id"], row["place"], row["claimed"], row["computed"]) for row in self.match_findings]

    def of(self, number: int, player: str = "Ana") -> tuple[str, str | None]:
        """Verdict and reason of a player in the hand at that place, from 0."""
        ((verdict, reason),) = [(v, r) for n, name, v, r in self.seats if (n, name) == (number, player)]
        return verdict, reason

    @property
    def found(self) -> list[tuple[str, int, str | None, str | None]]:
        """Check, place of the hand, claimed and computed."""
        return [(row["check_id"], row["place"], row["claimed"], row["computed"]) for row in self.findings]


def chain(
    *texts: str,
    numbers: Sequence[int | None] | None = None,
    conflicts: Sequence[int] = (),
    rule_sets: Mapping[str, RuleSet] | None = None,
) -> Chained:
    """Audit hands in the order given, across hands; `numbers` are the room's hand numbers, `conflicts` places of hands in conflict."""
    chosen = rule_sets or rules()
    (batch,) = read_source(source_of_bytes("hands.txt", "\n".join(texts).encode()))
    assert batch.rejects.to_pylist() == []
    tables = dict(batch.tables)
    hands = tables["hands"]
    if numbers is not None:
        at = hands.column_names.index("hand_no")
        hands = conform("hands", hands.set_column(at, "hand_no", pa.array(numbers, hands.schema.field("hand_no").type)))
        tables["hands"] = hands
    tables["scored_seats"], tables["scored_pairs"] = score_tables(hands, tables["seats"], tables["boards"], chosen)
    alone = audit_tables(tables, chosen)
    keys = hands.column("hand_key").to_pylist()
    place = {key: number for number, key in enumerate(keys)}
    effective, index = effective_rules(hands, chosen)
    view = View(tables, effective, index)
    course = course_of(view, conflicts)
    told = audit_chains(course, alone.findings)
    findings = rows_of(told.findings)
    words = (*told.seats.words, None)
    of_seat = zip(
        view.seat_hand.tolist(), view.names, told.seats.verdict.tolist(), told.seats.reason.tolist(), strict=True
    )
    seats = [(number, name, str(VERDICTS[code]), words[why]) for number, name, code, why in of_seat]
    of_hand = enumerate(zip(told.verdict.tolist(), told.reason.tolist(), strict=True))
    verdicts = [(number, "fantasyland", str(VERDICTS[code]), words[why]) for number, (code, why) in of_hand]
    verdicts += [(number, "match", "wrong", None) for number in np.flatnonzero(told.is_button_wrong).tolist()]
    accused = [f["hand_key"] for f in alone.findings.to_pylist() if f["check_id"].startswith("settle.")]
    matched = audit_matches(
        view,
        course.conflict,
        following(hands, view.any_seat(flags(tables["seats"], "is_fantasy") == 1)),
        told.due.is_fantasy_next.astype(np.int64),
        np.isin(view.hand_key, accused),
    )
    found = sorted((row | {"place": place[row["hand_key"]]} for row in findings), key=lambda row: int(row["place"]))
    return Chained(
        found,
        sorted(seats),
        sorted(verdicts),
        alone.findings.column("check_id").to_pylist(),
        [row | {"place": place[row["hand_key"]]} for row in matched.findings.to_pylist()],
        [
            (place[row["hand_key"]], row["dimension"], row["verdict"], row["reason"])
            for row in matched.verdicts.to_pylist()
        ],
        _moved(view, matched),
    )


def course_of(view: View, conflicts: Sequence[int] = ()) -> Course:
    """Hands in order, those at some places in conflict with the first."""
    conflict = np.isin(np.arange(view.n_hands), list(conflicts))
    return Course(view, conflict, conflict)


def rows_of(findings: Sequence[pa.Table]) -> list[Row]:
    """The rows of tables of findings."""
    return [row for one in findings for row in one.to_pylist()]


def _moved(view: View, matched: MatchAudit) -> list[dict[tuple[str, str], str]]:
    moved: list[dict[tuple[str, str], str]] = [{} for _ in range(view.n_hands)]
    for pair in np.flatnonzero(matched.amount != NULL).tolist():
        names = (view.names[int(view.pair_a[pair])], view.names[int(view.pair_b[pair])])
        moved[int(view.pair_hand[pair])][names] = amount_text(int(matched.amount[pair]))
    return moved
