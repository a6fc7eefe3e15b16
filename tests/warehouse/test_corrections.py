"""Corrections of faults whose truth is known: with them every player has what the true history paid him, to the ten-thousandth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ofc_audit.findings import CHECKS
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import Tables, change_row, hand_rows, keys_of, put_rows, rekey, row_of, rows_of
from ofc_audit.simulate.faults import FAULTS, plant
from ofc_audit.warehouse.build import build
from simulate.faulty import Told, lies

RULES = load_rules()
PAID = ("score.", "settle.amount", "settle.net", "settle.rake", "settle.conservation", "tournament.price")
NO_MONEY = ("fantasy.", "match.", "layout.", "clock.", "settle.stack", "settle.carried", "tournament.place")
# Nothing of these is money that a net holds: the net is right, or only points are stated wrongly.
NETS_RIGHT = {"rake_hidden", "points_added_wrong"}


@dataclass(frozen=True)
class Audited:
    """Histories with a lie each, and what came of the audit of all of them."""

    lies: Sequence[Told]
    tables: Mapping[str, list[dict[str, Any]]]

    def of(self, name: str, told: Told) -> list[dict[str, Any]]:
        """The rows about the hands of one history."""
        keys = set(keys_of(told.tables).tolist())
        return [row for row in self.tables[name] if row["hand_key"] in keys]


def audited(told: Sequence[Told], folder: Path) -> Audited:
    folder.mkdir()
    paths = [folder / f"{number:03}" for number in range(len(told))]
    for path, one in zip(paths, told, strict=True):
        path.write_bytes(one.written())
    run = build([str(path) for path in paths], folder / "out", threads=1)
    assert run.check_failures == ()
    read = {
        name: pq.read_table(folder / "out" / "parquet" / f"{name}.parquet").to_pylist()
        for name in ("corrections", "uncorrected", "findings")
    }
    return Audited(told, read)


def chosen(checks: tuple[str, ...], *, is_recording: bool = False) -> list[Told]:
    """The lies that these checks find, in recordings or in records that state stacks."""
    return [
        told
        for name, told in lies().items()
        if FAULTS[name].check_id.startswith(checks) and (told.format == "capture_hh") == is_recording
    ]


@pytest.fixture(scope="module")
def of_money(tmp_path_factory: pytest.TempPathFactory) -> Audited:
    return audited(chosen(PAID), tmp_path_factory.mktemp("corrections") / "money")


def moved(rows: Sequence[Mapping[str, Any]]) -> dict[int | None, Decimal]:
    """What corrections move, by acting order; the house under None."""
    total: dict[int | None, Decimal] = {}
    for row in rows:
        total[row["to_order"]] = total.get(row["to_order"], Decimal(0)) + row["amount"]
        total[row["from_order"]] = total.get(row["from_order"], Decimal(0)) - row["amount"]
    return total


def nets(true: Tables, faulty: Tables, hand: int) -> Iterator[tuple[int, Decimal, Decimal]]:
    """(acting order, net as stated in the faulty history, net in the true one), by player of a hand."""
    paid, right = (
        {
            seat["player_id"]: (seat["acting_order"], claim["net"])
            for seat, claim in zip(hand_rows(tables, "seats", hand), hand_rows(tables, "claims", hand), strict=True)
        }
        for tables in (faulty, true)
    )
    assert set(paid) == set(right)
    for player, (order, net) in paid.items():
        yield order, net, right[player][1]


def test_corrected_nets_are_the_true_ones(of_money: Audited) -> None:
    seen = set()
    for told in of_money.lies:
        rows = of_money.of("corrections", told)
        name = told.planted.fault.name
        if not rows:
            # Nothing is asked of anybody where the nets are right, or where it is said why nothing can be told.
            stated = list(nets(told.true, told.tables, told.planted.hand))
            assert of_money.of("uncorrected", told) or all(paid == right for _, paid, right in stated), name
            continue
        (settled,) = {row["settled_hand_key"] for row in rows}
        hand = keys_of(told.tables).tolist().index(settled)
        changes = moved(rows)
        assert sum(changes.values()) == 0
        for order, paid, right in nets(told.true, told.tables, hand):
            assert paid + changes.get(order, Decimal(0)) == right, (name, order)
        seen.add(name)
    assert len(seen) >= 40
    assert not seen & NETS_RIGHT


def test_nobody_else_is_asked_to_pay(of_money: Audited) -> None:
    planted = {key: one.planted for one in of_money.lies for key in one.planted.hand_keys}
    for row in of_money.tables["corrections"]:
        assert row["check_id"] in planted[row["hand_key"]].check_ids


def test_what_was_paid_to_another_is_one_payment(of_money: Audited) -> None:
    (told,) = [one for one in of_money.lies if one.planted.fault.name == "net_off"]
    (row,) = of_money.of("corrections", told)
    assert row["amount"] > 0
    assert row["from_player"]
    assert row["to_player"]


def test_points_of_a_match_are_corrected_where_it_is_settled(tmp_path: Path) -> None:
    options = {"scoring": "1-6", "royalties": "american"}
    true = play(RULES["quadnet"], 60, 36, options=options, n_players=(2,), policies=("careful",))
    hands = true["hands"].to_pylist()
    for first in range(1, len(hands)):
        last = first + 1
        pair = hand_rows(true, "claimed_pairs", last)[0]
        is_end = hands[last]["last_of_match"] and hands[first]["match_id"] == hands[last]["match_id"]
        # Half of a point more is moved by the match than is right, where there is room for it.
        if is_end and hands[last]["n_seats"] == 2 and 2 < abs(pair["amount"]) < 10:
            break
    price = hands[first]["point_value"]
    faulty = dict(true)
    for hand, column, by in ((first, "points", 1), (last, "amount", price)):
        row = hand_rows(faulty, "claimed_pairs", hand)[0]
        faulty = put_rows(faulty, "claimed_pairs", hand, [{**row, column: row[column] + by}])
    for seat, sign in ((0, 1), (1, -1)):
        for hand, changes in ((first, {"points": 1}), (last, {"net": price, "stack": price})):
            at = rows_of(faulty, "claims", hand)[seat]
            claim = row_of(faulty, "claims", at)
            faulty = change_row(faulty, "claims", at, **{name: claim[name] + sign * by for name, by in changes.items()})
    faulty = rekey(faulty)
    _, planted = plant(true, RULES, "pair_added_wrong")
    history = audited([Told("ofc_text", true, faulty, planted)], tmp_path / "history")
    keys = keys_of(faulty)
    (row,) = history.tables["corrections"]
    assert (row["hand_key"], row["settled_hand_key"]) == (keys[first], keys[last])
    assert row["check_id"] == "score.pair_points"
    assert (row["from_order"], row["to_order"], row["amount"]) == (0, 1, price)


def test_what_is_no_money_is_not_corrected(tmp_path: Path) -> None:
    history = audited(chosen(NO_MONEY), tmp_path / "matches")
    assert history.tables["corrections"] == []
    errors = {row["finding_no"]: row["check_id"] for row in history.tables["findings"] if row["severity"] == "error"}
    assert {row["finding_no"] for row in history.tables["uncorrected"]} == set(errors)
    told = {"fantasy.denied", "match.length", "settle.stack", "layout.deal", "clock.placement"}
    assert told <= set(errors.values()) <= set(CHECKS)


def test_without_stacks_the_missing_fact_is_said(tmp_path: Path) -> None:
    true = play(RULES["pppoker_progressive17"], 60, 3)
    told = [Told("capture_hh", true, *plant(true, RULES, name, 1)) for name in ("money_appears",)]
    history = audited(told, tmp_path / "recording")
    assert history.tables["corrections"] == []
    assert {row["reason"] for row in history.tables["uncorrected"]} == {"no money can be told: stack unknown"}


def test_a_bounty_goes_to_who_won_it(tmp_path: Path) -> None:
    told = lies()["bounty_to_another"]
    (row,) = audited([told], tmp_path / "knockout").tables["corrections"]
    assert (row["kind"], row["check_id"]) == ("bounty", "tournament.bounty")
    hand = keys_of(told.tables).tolist().index(row["hand_key"])
    before, after = (
        [claim["bounty"] for claim in hand_rows(tables, "claims", hand)] for tables in (told.true, told.tables)
    )
    assert before[row["to_order"]] == after[row["from_order"]] == row["amount"]
    assert after[row["to_order"]] is None
