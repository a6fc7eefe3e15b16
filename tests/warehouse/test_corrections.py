"""Corrections of faults whose truth is known: with them every player has what the true history paid him, to the ten-thousandth."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.findings import CHECKS
from ofc_audit.read import write_capture_hh, write_ofc_text
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import change_row, hand_rows, keys_of, put_rows, rekey, row_of, rows_of
from ofc_audit.simulate.faults import FAULTS, Planted, plant
from ofc_audit.simulate.rooms import Tournament
from ofc_audit.warehouse.build import build

RULES = load_rules()
OPTIONS = {"scoring": "1-6", "royalties": "american"}
TIMES = 2
"""How often each fault is planted, each time in a later hand and so at other seats and stacks."""
PAID = ("score.", "settle.amount", "settle.net", "settle.rake", "settle.conservation", "tournament.price")
# Nothing of these is money that a net holds: the net is right, or only points are stated wrongly.
NETS_RIGHT = {"rake_hidden", "points_added_wrong"}
# A recording states no stacks: what is right cannot be told.
UNTOLD = {"money_appears", "loser_overpays"}


@dataclass(frozen=True)
class History:
    """A true history, the same with faults, and the results of its audit."""

    true: Mapping[str, pa.Table]
    faulty: Mapping[str, pa.Table]
    planted: Sequence[Planted]
    tables: Mapping[str, list[dict[str, Any]]]


def money_faults() -> list[str]:
    return [name for name, fault in FAULTS.items() if fault.check_id.startswith(PAID) and name not in UNTOLD]


def audited(
    true: Mapping[str, pa.Table],
    names: Sequence[str],
    folder: Path,
    gap: int = 6,
    faulty: Mapping[str, pa.Table] | None = None,
) -> History:
    """Every fault planted some times, each `gap` hands after the one before at least, where a hand suits it."""
    tables, planted, start = dict(true if faulty is None else faulty), [], 1
    for name in (name for name in names for _ in range(TIMES)):
        try:
            tables, one = plant(tables, RULES, name, start)
        except ValueError:
            continue
        planted.append(one)
        start = one.hand + gap
    out = io.BytesIO()
    is_recording = not tables["claimed_pairs"].num_rows
    (write_capture_hh if is_recording else write_ofc_text).write(tables, out)
    folder.mkdir()
    path = folder / ("hands.hh" if is_recording else "hands.txt")
    path.write_bytes(out.getvalue())
    run = build([str(path)], folder / "out", threads=1)
    assert run.check_failures == ()
    read = {
        name: pq.read_table(folder / "out" / "parquet" / f"{name}.parquet").to_pylist()
        for name in ("corrections", "uncorrected", "findings", "verdicts")
    }
    return History(true, tables, planted, read)


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, History]:
    folder = tmp_path_factory.mktemp("corrections")
    most = {"options": OPTIONS, "hands_per_table": 1000, "policies": ("careful",)}
    played = {
        "short stacks": play(RULES["pokerbet"], 300, 31, stack="12.00", **most),
        "four players": play(RULES["openface_classic"], 240, 32, n_players=(3, 4), stack="40.00", **most),
        "settled at the end": play(RULES["quadnet"], 120, 33, **most),
    }
    made = {name: audited(tables, money_faults(), folder / name.replace(" ", "_")) for name, tables in played.items()}
    # Stacks run on through a whole tournament: one fault more and another cap bites, so only two of them are planted.
    by_level = play(RULES["norway_tournament"], 400, 34, policies=("careful",))
    return made | {"by level": audited(by_level, ["price_off", "price_not_frozen"], folder / "by_level", 40)}


def moved(rows: Sequence[Mapping[str, Any]], key: int) -> dict[int | None, Decimal]:
    """What corrections move in a hand, by acting order; the house under None."""
    total: dict[int | None, Decimal] = {}
    for row in rows:
        if row["settled_hand_key"] == key:
            total[row["to_order"]] = total.get(row["to_order"], Decimal(0)) + row["amount"]
            total[row["from_order"]] = total.get(row["from_order"], Decimal(0)) - row["amount"]
    return total


def true_net(history: History, hand: int) -> Iterator[tuple[int, Decimal, Decimal]]:
    """(acting order, net as stated in the faulty history, net in the true one), by hand and player."""
    true, faulty = (
        {seat["player_id"]: (seat["acting_order"], claim["net"]) for seat, claim in zip(*rows, strict=True)}
        for rows in (
            tuple(hand_rows(tables, name, hand) for name in ("seats", "claims"))
            for tables in (history.true, history.faulty)
        )
    )
    assert set(true) == set(faulty)
    for player, (order, net) in faulty.items():
        yield order, net, true[player][1]


@pytest.mark.parametrize("where", ["short stacks", "four players", "settled at the end", "by level"])
def test_corrected_nets_are_the_true_ones(where: str, histories: Mapping[str, History]) -> None:
    history = histories[where]
    assert len(history.planted) >= (3 if where == "by level" else 10)
    seen = 0
    for planted in history.planted:
        found = [row for row in history.tables["findings"] if row["hand_key"] == planted.hand_key]
        assert [row["check_id"] for row in found if row["severity"] == "error"], planted
        changes = moved(history.tables["corrections"], int(keys_of(history.faulty)[planted.hand]))
        seen += bool(changes)
        for order, stated, true in true_net(history, planted.hand):
            if true is not None:
                assert stated + changes.get(order, Decimal(0)) == true, (planted.fault.name, planted.hand, order)
        assert sum(changes.values()) == 0
    assert seen >= (3 if where == "by level" else 6)


def test_points_of_a_match_are_corrected_where_it_is_settled(tmp_path: Path) -> None:
    true = play(RULES["quadnet"], 60, 36, options=OPTIONS, n_players=(2,), policies=("careful",))
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
    history = audited(true, [], tmp_path / "history", faulty=rekey(faulty))
    keys = keys_of(history.faulty)
    (row,) = history.tables["corrections"]
    assert (row["hand_key"], row["settled_hand_key"]) == (keys[first], keys[last])
    assert row["check_id"] == "score.pair_points"
    assert (row["from_order"], row["to_order"], row["amount"]) == (0, 1, price)


@pytest.mark.parametrize("where", ["short stacks", "four players", "settled at the end", "by level"])
def test_nobody_else_is_asked_to_pay(where: str, histories: Mapping[str, History]) -> None:
    history = histories[where]
    assert {row["hand_key"] for row in history.tables["corrections"]} <= {one.hand_key for one in history.planted}
    names = {one.hand_key: one.fault.check_id for one in history.planted}
    assert all(names[row["hand_key"]] == row["check_id"] for row in history.tables["corrections"])


def test_what_was_paid_to_another_is_one_payment(histories: Mapping[str, History]) -> None:
    history = histories["short stacks"]
    keys = {one.hand_key for one in history.planted if one.fault.name == "net_off"}
    rows = [row for row in history.tables["corrections"] if row["hand_key"] in keys]
    assert len(rows) == len(keys) == TIMES
    assert all(row["amount"] > 0 and row["from_player"] and row["to_player"] for row in rows)


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, History]:
    folder = tmp_path_factory.mktemp("uncorrected")
    most = {"options": OPTIONS, "policies": ("careful",)}
    knockout = {"stack": "20", "point_value": "1", "tournament": Tournament(bounty="5.00"), "n_players": (3,)}
    return {
        "matches": audited(
            play(RULES["pokerbet"], 600, 35, stack="12.00", timeouts=0.05, hands_per_table=600, **most),
            [name for name in FAULTS if name not in {*money_faults(), *UNTOLD, "unknown_key"}],
            folder / "matches",
            12,
        ),
        "recording": audited(play(RULES["pppoker_progressive17"], 100, 3), sorted(UNTOLD), folder / "recording"),
        "knockout": audited(play(RULES["pokerbet"], 60, 6, **most, **knockout), ["bounty_to_another"], folder / "ko"),
    }


def test_what_is_no_money_is_not_corrected(others: Mapping[str, History]) -> None:
    history = others["matches"]
    assert history.tables["corrections"] == []
    errors = {row["finding_no"] for row in history.tables["findings"] if row["severity"] == "error"}
    assert {row["finding_no"] for row in history.tables["uncorrected"]} == errors
    found = {row["check_id"] for row in history.tables["findings"] if row["severity"] == "error"}
    assert {"fantasy.denied", "match.length", "settle.stack", "layout.deal", "clock.placement"} <= found <= set(CHECKS)


def test_without_stacks_the_missing_fact_is_said(others: Mapping[str, History]) -> None:
    history = others["recording"]
    assert history.tables["corrections"] == []
    assert {row["reason"] for row in history.tables["uncorrected"]} == {"no money can be told: stack unknown"}


def test_a_bounty_goes_to_who_won_it(others: Mapping[str, History]) -> None:
    history = others["knockout"]
    rows = history.tables["corrections"]
    assert rows
    for row in rows:
        assert (row["kind"], row["check_id"]) == ("bounty", "tournament.bounty")
        (hand,) = [one.hand for one in history.planted if one.hand_key == row["hand_key"]]
        before, after = (
            [claim["bounty"] for claim in hand_rows(tables, "claims", hand)]
            for tables in (history.true, history.faulty)
        )
        assert before[row["to_order"]] == after[row["from_order"]] == row["amount"]
        assert after[row["to_order"]] is None
