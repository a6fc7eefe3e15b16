"""The dirty inputs through the whole program: verdicts, counts, exit status."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ofc_audit.warehouse.build import build
from read.dirt.hands import T0, Hand, Seat
from read.dirt.spelling import FORMATS, Format, mapping
from warehouse.histories import rows

OTHER = Seat("Bo", "2c 3h 5c/6c 6h 8h 9s Jh/Th Ts Qc Qd 8d", 0, "0.00")
"""A legal board without royalties: a five high, a pair of sixes, queens and tens."""


@dataclass(frozen=True)
class Case:
    """A hand, the verdict on its points, and which checks speak, of those formats that say enough."""

    hand: Hand
    points: str
    money: str | None = None
    needs: str = "points"


def against(
    board: str, points: int, royalties: tuple[int, int, int] = (0, 0, 0), fouled: bool = False, other: Seat = OTHER
) -> Hand:
    """Ana with a board against a board, and what the site says of it."""
    ana = Seat("Ana", board, points, f"{points}.00", royalties=royalties, fouled=fouled)
    return Hand((ana, Seat("Bo", other.board, -points, f"{-points}.00")))


ACES = "Ac Ad 2s/Kc Kd {} 5s 3d/9c 9d 9h 4s 4d"
KINGS = "Kc Kd 7s/Kh Ks {} 5s 3d/9c 9d 9h 4s 4d"
DEUCES = "2c 2d As/3c 3d 6h 5s 4d/9c 9d Th Tc 4h"
THREE_DEUCES = "2c 2d 2h/3c 3d 3h 7s 8d/4c 5c 6c 7c 9c"
OVER_DEUCES = Seat("Bo", "2h 5c 7c/6c 6d 8h 9s Jh/8c 8s Qc Qd Kh", 0, "0.00")
OVER_THREE = Seat("Bo", "2s 3s 5d/6d 6h 8h 9s Jh/Th Ts Qc Qd 8s", 0, "0.00")
CY = Seat("Cy", "2c 3d 5h/8s 6c 6h Tc Kd/Jh Js Jd 4s 9h", -3, "-3.00")

CASES = {
    "plain": Case(T0, "verified", "verified"),
    # Points stay 17 where Bo has 10: the cap is about money.
    "capped": Case(T0.but(1, stack="10.00", net="-10.00").but(0, net="10.00"), "verified", "verified", needs="stacks"),
    "capped, paid in full": Case(T0.but(1, stack="10.00"), "verified", "wrong", needs="stacks"),
    # Bo is asked for the royalties alone.
    "lost rows left out": Case(T0.but(1, points=-11, net="-11.00"), "wrong", "wrong"),
    "aces foul over kings": Case(against(ACES.format("7h"), -6, fouled=True), "verified"),
    "aces foul, taken for legal": Case(against(ACES.format("7h"), 15, (9, 0, 6)), "wrong"),
    "aces over two pair": Case(against(ACES.format("5h"), 21, (9, 0, 6)), "verified"),
    "threes over deuces with an ace": Case(against(DEUCES, -1, other=OVER_DEUCES), "verified"),
    "threes over deuces, taken for a foul": Case(against(DEUCES, -6, fouled=True, other=OVER_DEUCES), "wrong"),
    "kicker below": Case(against(KINGS.format("6d"), -6, fouled=True), "verified"),
    "kicker equal": Case(against(KINGS.format("7d"), 20, (8, 0, 6)), "verified"),
    "three deuces pay ten": Case(against(THREE_DEUCES, 22, (10, 2, 4), other=OVER_THREE), "verified"),
    "three deuces pay eleven": Case(against(THREE_DEUCES, 23, (11, 2, 4), other=OVER_THREE), "wrong"),
}  # fmt: skip


def spelt(form: Format) -> list[str]:
    """The names of the cases that a format can carry."""
    return [name for name, case in CASES.items() if case.needs in form.says]


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], dict[str, str]]:
    """Of each format and case the verdict on each dimension, out of one build of all of them."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "in").mkdir()
    numbers: dict[int, str] = {}
    for form in FORMATS.values():
        for at, name in enumerate(spelt(form)):
            number = 1000 * (list(FORMATS).index(form.name) + 1) + at
            numbers[number] = name
            hand = CASES[name].hand.but(number=number, table=f"{form} {at}")
            (folder / "in" / f"{form} {at}").write_text(form.file(hand), "utf-8", newline="")
    (folder / "in" / "mapping.toml").write_text(Path(mapping(folder)).read_text("utf-8"), "utf-8")
    # The records of the tracker name no rules; the arena's tell theirs by the deals, the others name them.
    result = build([str(folder / "in")], folder / "out", rules_id="arena_pineapple")
    assert result.counts == {"n_found": len(numbers), "n_stored": len(numbers)} | dict.fromkeys(
        ("n_duplicates", "n_cancelled", "n_rejected"), 0
    )
    found: dict[tuple[str, str], dict[str, str]] = {}
    query = "select format, hand_id, dimension, verdict from hands join verdicts using (hand_key)"
    for form, hand_id, dimension, verdict in rows(folder / "out", query):
        number = int(hand_id.split("-")[2] if "-" in hand_id else hand_id)
        found.setdefault((form, numbers[number]), {})[dimension] = verdict
    return found


def test_every_case_has_the_right_verdict_on_points(verdicts: dict[tuple[str, str], dict[str, str]]) -> None:
    wrong = {
        (form.name, name): verdicts[form.name, name]["points"]
        for form in FORMATS.values()
        for name in spelt(form)
        if verdicts[form.name, name]["points"] != CASES[name].points
    }
    assert wrong == {}


def test_every_case_has_the_right_verdict_on_money(verdicts: dict[tuple[str, str], dict[str, str]]) -> None:
    # A capture states no rake and the arena no money.
    wrong = {
        (name, case): verdicts[name, case]["money"]
        for name in ("ofc_text", "ofc_jsonl", "table")
        for case in spelt(FORMATS[name])
        if CASES[case].money not in (None, verdicts[name, case]["money"])
    }
    assert wrong == {}
