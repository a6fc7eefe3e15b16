"""Hands recomputed under other rules: nothing changes under their own, and what changes adds up every way it is counted."""

import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ofc_audit.read.write_ofc_text import write as write_text
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import OutputRefusedError
from ofc_audit.warehouse.rescore import RESCORE_TABLES, rescore, rescore_into
from ofc_audit.warehouse.rescore_rules import Change, RulesError
from warehouse.histories import hand, write

RULES = load_rules()
SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
OPTIONS = {"scoring": "1-6", "royalties": "american"}
PLAYED_UNDER = ("pokerbet", "pokerbet_progressive")
Rows = list[dict[str, Any]]


def results(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    return build(write(folder / "in", files), folder / "results", threads=1).out_dir


def rescored(made: Path, folder: Path, rules_id: str | None = None, **texts: str) -> dict[str, Rows]:
    """The tables of a recomputation; keys of `texts` have `__` for the dot."""
    folder.mkdir()
    change = Change(rules_id, {key.replace("__", "."): text for key, text in texts.items()})
    rescore(made, run_of(made), folder, RULES, change, threads=1)
    assert [path.name for path in folder.iterdir()] == ["parquet"]
    return {name: pq.read_table(folder / "parquet" / f"{name}.parquet").to_pylist() for name in RESCORE_TABLES}


def run_of(made: Path) -> dict[str, Any]:
    run: dict[str, Any] = json.loads((made / "run.json").read_text("utf-8"))
    return run


def hands_by_id(tables: Mapping[str, Rows]) -> dict[str, dict[str, Any]]:
    return {row["hand_id"]: row for row in tables["rescore_hands"]}


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """400 played hands under two rule sets, with stacks short enough to be capped."""
    folder = tmp_path_factory.mktemp("rescore")
    files: dict[str, str | bytes] = {}
    for number, name in enumerate(PLAYED_UNDER):
        out = io.BytesIO()
        write_text(play(RULES[name], 200, number, options=OPTIONS, hands_per_table=50, stack="12.00"), out)
        files[name] = out.getvalue()
    return results(folder, files)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every sample history, read together: damaged, unknown, cancelled and conflicting hands among them."""
    return build([str(SAMPLES)], tmp_path_factory.mktemp("samples") / "out", threads=1).out_dir


@pytest.mark.parametrize("which", ["simulated", "samples"])
def test_under_their_own_rules_nothing_changes(which: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    tables = rescored(request.getfixturevalue(which), tmp_path / "same")
    assert len(tables["rescore_hands"]) > 100
    for name, columns in (("rescored_seats", 7), ("rescored_pairs", 8)):
        for row in tables[name]:
            same = [(row[key], row["new_" + key[4:]]) for key in row if key.startswith("own_")]
            assert len(same) == columns
            assert all(own == new for own, new in same)
            assert not any(row[key] for key in row if key.endswith("_delta"))
    for row in tables["rescore_hands"]:
        assert not row["points_moved"]
        assert (row["basis"], row["other_deal"], row["play_change"]) == ("as played", None, None)


def test_every_difference_back_is_the_difference_there_turned_round(tmp_path: Path) -> None:
    def delta(made: Path, folder: Path, method: str) -> dict[tuple[int, int], tuple[Any, ...]]:
        tables = rescored(made, folder, score__method=method)
        place = {row["hand_key"]: n for n, row in enumerate(tables["rescore_hands"])}
        seats = tables["rescored_seats"]
        return {
            (place[s["hand_key"]], s["acting_order"]): (s["points_delta"], s["worth_delta"], s["net_delta"])
            for s in seats
        }

    out = io.BytesIO()
    write_text(play(RULES["pokerbet"], 200, 5, options=OPTIONS, hands_per_table=50, stack="12.00"), out)
    there = results(tmp_path / "there", {"a": out.getvalue()})
    back = results(tmp_path / "back", {"a": out.getvalue().replace(b"scoring 1-6", b"scoring 2-4")})
    one, other = delta(there, tmp_path / "one", "2-4"), delta(back, tmp_path / "other", "1-6")
    assert one == {key: tuple(-value for value in values) for key, values in other.items()}
    assert any(points and worth != net for points, worth, net in one.values())


@pytest.mark.parametrize(
    "texts",
    [
        {"score__method": "2-4"},
        {"score__royalties": "none"},
        {"score__royalty_settlement": "winner_only"},
        {"settlement__cap": "none"},
        {"fantasyland__entry": "KK"},
    ],
    ids=lambda texts: next(iter(texts)),
)
def test_sums_agree_however_they_are_counted(simulated: Path, tmp_path: Path, texts: dict[str, str]) -> None:
    tables = rescored(simulated, tmp_path / "other", **texts)
    hands, players, sums = (tables[name] for name in ("rescore_hands", "rescore_players", "rescore_tables"))
    assert all(row["points_reason"] is row["worth_reason"] is row["money_reason"] is None for row in hands)
    by_hand: dict[int, Decimal] = {}
    for seat in tables["rescored_seats"]:
        assert seat["points_delta"] == seat["new_points"] - seat["own_points"]
        by_hand[seat["hand_key"]] = by_hand.get(seat["hand_key"], Decimal(0)) + seat["new_net"]
    assert set(by_hand.values()) == {Decimal(0)}
    for name in ("points_delta", "worth_delta", "net_delta", "new_points", "new_net"):
        assert sum(row[name] for row in players) == 0
    for name in ("points_moved", "worth_moved", "money_moved"):
        assert sum(row[name] for row in sums) == sum(row[name] for row in hands)
    assert sum(row["points_gained"] for row in players) == sum(row["points_moved"] for row in hands)
    changed = "money_moved" if "settlement__cap" in texts else "points_moved"
    assert ("fantasyland__entry" in texts) is not any(row[changed] for row in hands)


def test_tables_do_not_depend_on_the_order_of_files(tmp_path: Path) -> None:
    def digests(names: Iterator[str], folder: Path) -> dict[str, str]:
        files = {name: hand(f"70{name}", int(name) % 2, time=f"2024-03-05 21:0{name}:00") for name in names}
        made = results(folder, files)
        rescored(made, folder / "out", score__method="2-4")
        paths = sorted((folder / "out" / "parquet").iterdir())
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}

    assert digests(iter("1234"), tmp_path / "a") == digests(iter("4213"), tmp_path / "b")


def test_options_of_a_hand_stay_in_force_unless_they_are_set(tmp_path: Path) -> None:
    said = hand("1").replace("scoring 1-6, royalties american", "scoring 2-4, royalties none")
    made = results(tmp_path, {"a": said})
    kept = rescored(made, tmp_path / "kept", "quadnet_progressive")
    assert [row["new_points"] for row in kept["rescored_seats"]] == [4, -4]
    assert [row["points_delta"] for row in kept["rescored_seats"]] == [0, 0]
    put = rescored(made, tmp_path / "put", "quadnet_progressive", score__method="1-6", score__royalties="american")
    assert [(row["own_points"], row["new_points"]) for row in put["rescored_seats"]] == [(4, 17), (-4, -17)]


def reasons(tables: Mapping[str, Rows]) -> list[tuple[Any, ...]]:
    names = ("left_out", "points_reason", "worth_reason", "money_reason")
    return [tuple(row[name] for name in names) for row in tables["rescore_hands"]]


@pytest.mark.parametrize(
    ("old", "new", "change", "expected"),
    [
        ("pokerbet_progressive", "nobody_knows", {"rules_id": "pokerbet"}, ("rule set unknown (own rules)",) * 3),
        ("scoring 1-6, ", "", {}, ("rule unknown: score.method (own rules)",) * 3),
        ("", "", {"score__method": "unknown"}, ("rule unknown: score.method (new rules)",) * 3),
        ("", "", {"score__scoop_bonus": "unknown"}, ("rule unknown: score.scoop_bonus (new rules)",) * 3),
        (" (200.00)", "", {}, (None, None, "stack unknown")),
        ("pokerbet_progressive", "quadnet_progressive", {}, (None, None, "settled at match end (own rules)")),
        ("", "", {"settlement__scope": "match"}, (None, None, "settled at match end (new rules)")),
        (" (200.00)", " (5.00)", {"settlement__cap": "unknown"}, (None, None, "rule unknown: settlement.cap (new rules)")),
        ("", "", {"settlement__match_cap": "50.00"}, (None, None, "stake of the match (new rules)")),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_says_why(
    tmp_path: Path, old: str, new: str, change: dict[str, str], expected: tuple[str | None, ...]
) -> None:
    texts = hand("1").replace(old, new) if old else hand("1")
    tables = rescored(results(tmp_path, {"a": texts}), tmp_path / "out", **(change or {"score__row_points": "1"}))
    assert reasons(tables) == [(None, *expected)]
    [first, _] = tables["rescore_players"]
    for name, reason, columns in zip(
        ("points_hands", "worth_hands", "money_hands"),
        expected,
        (("own_points", "new_points", "points_delta"), ("new_worth", "worth_delta"), ("new_net", "net_delta")),
        strict=True,
    ):
        assert first[name] == (reason is None)
        # What nothing is known of is no zero.
        assert [first[column] is None for column in columns] == [reason is not None] * len(columns)


def test_hands_that_do_not_count_are_in_no_sum(tmp_path: Path) -> None:
    files = {"a": hand("1") + hand("2", cancelled=True), "b": hand("3"), "c": hand("3", points=(16, -16))}
    tables = rescored(results(tmp_path, files), tmp_path / "out", score__royalties="none")
    assert sorted(str(row[0]) for row in reasons(tables)) == ["None", "cancelled hand", *["conflicting record"] * 2]
    [row] = tables["rescore_tables"]
    assert (row["hands"], row["left_out_hands"], row["points_moved"]) == (1, 3, 11)
    assert [p["hands"] for p in tables["rescore_players"]] == [1, 1]
    # Ana has queens in all of them; only in the hand that counts it matters who would be in Fantasyland next.
    tables = rescored(tmp_path / "results", tmp_path / "entry", fantasyland__entry="AA")
    changes = [(row["left_out"], row["play_change"]) for row in tables["rescore_hands"] if row["play_change"]]
    assert changes == [(None, "fantasyland")]


def test_currencies_are_never_added(tmp_path: Path) -> None:
    text = hand("1") + hand("2").replace("USD", "EUR") + hand("3", 1)
    tables = rescored(results(tmp_path, {"a": text}), tmp_path / "out", score__royalties="none")
    ana = {row["currency"]: row for row in tables["rescore_players"] if row["player_id"] == "Ana"}
    assert {unit: (row["hands"], row["points_delta"], row["worth_delta"]) for unit, row in ana.items()} == {
        "EUR": (1, -11, Decimal(-11)),
        "USD": (2, -11 + 8, Decimal(-3)),
    }


@pytest.mark.parametrize(
    ("rules_id", "texts", "message"),
    [
        ("pokerbat", {}, "no rule set 'pokerbat'; known are arena_classic, "),
        (None, {"score.methd": "2-4"}, '--set score.methd: unknown parameter; allowed: "method"'),
        (None, {"score.method": "3-5"}, '--set score.method: "3-5" is impossible; allowed: "1-6", "2-4" or "unknown"'),
        (None, {"clock.hand_seconds": "60"}, "--set clock.hand_seconds: decides nothing that is recomputed; allowed: "),
        (
            "pokerbet",
            {"fantasyland.cards": "QQ 14, KK 15"},
            "--set fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all (in pokerbet)",
        ),
    ],
)
def test_rules_that_cannot_be_are_refused_by_name(
    tmp_path: Path, rules_id: str | None, texts: dict[str, str], message: str
) -> None:
    made = results(tmp_path, {"a": hand("1")})
    (tmp_path / "out").mkdir()
    with pytest.raises(RulesError) as refused:
        rescore(made, run_of(made), tmp_path / "out", RULES, Change(rules_id, texts), threads=1)
    assert str(refused.value).startswith(message)
    assert not list((tmp_path / "out").iterdir())


def test_results_scored_under_other_rules_are_not_taken_for_the_hands_own(tmp_path: Path) -> None:
    made = results(tmp_path, {"a": hand("1")})
    other = {
        **RULES,
        "pokerbet_progressive": RULES["pokerbet_progressive"].with_values({"score.row_points": 2}, "mine"),
    }
    with pytest.raises(RulesError, match="scored under other rules than the pokerbet_progressive loaded now"):
        rescore_into(made, run_of(made), tmp_path / "out", other, Change("pokerbet", {}), threads=1)
    assert not (tmp_path / "out").exists()


def test_an_output_folder_is_replaced_whole_and_results_never(tmp_path: Path) -> None:
    made = results(tmp_path, {"a": hand("1")})
    before = {path: path.stat().st_mtime_ns for path in made.rglob("*")}
    change = Change("pokerbet", {"score.method": "2-4"})
    for _ in range(2):
        record = rescore_into(made, run_of(made), tmp_path / "out", RULES, change, threads=1)
    assert json.loads((tmp_path / "out" / "run.json").read_text("utf-8")) == record
    assert record["holds"] == ["parquet", "run.json"]
    assert record["own_rule_sets"] == [{**run_of(made)["rule_sets"][0]}]
    assert [(entry["id"], entry["hands"]) for entry in record["new_rule_sets"]] == [("pokerbet", 1)]
    assert record["inputs"][0]["sha256"] == hashlib.sha256(hand("1").encode()).hexdigest()
    assert record["stated_options"] == [
        {"option": "royalties", "value": "american", "hands": 1, "in_force": True},
        {"option": "scoring", "value": "1-6", "hands": 1, "in_force": False},
    ]
    for out in (made, made / "mine", tmp_path / "in" / "mine", tmp_path):
        with pytest.raises(OutputRefusedError):
            rescore_into(made, run_of(made), out, RULES, change, [str(tmp_path / "in")], threads=1)
    other = build(write(tmp_path / "in2", {"b": hand("2")}), tmp_path / "other", threads=1).out_dir
    with pytest.raises(OutputRefusedError, match="holds results of ofc run, which stay as they are"):
        rescore_into(made, run_of(made), other, RULES, change, threads=1)
    assert before == {path: path.stat().st_mtime_ns for path in made.rglob("*")}


def test_results_without_hands_give_tables_without_rows(tmp_path: Path) -> None:
    made = results(tmp_path, {"a": "OFC Hand #1842-6: pokerbet_progressive, a bad header\nSeat 1: Ana\n"})
    assert rescored(made, tmp_path / "out", "pokerbet") == {name: [] for name in RESCORE_TABLES}
    (tmp_path / "none").mkdir()
    with pytest.raises(RulesError, match="no hand has a rule set of its own; name one with --rules"):
        rescore(made, run_of(made), tmp_path / "none", RULES, Change(None, {"score.method": "2-4"}), threads=1)


def test_what_a_dated_rule_set_made_of_a_hand_is_what_it_had(tmp_path: Path) -> None:
    # Until July 2019 a scoop was worth four there, with which Ana's hand of 17 points had 18.
    (tmp_path / "rules").mkdir()
    old = (
        'id = "old"\ntitle = "Of old"\nextends = "pokerbet_progressive"\n[dates]\ninstead_of = "pokerbet_progressive"\n'
        'until = 2019-07-01\n[score]\nscoop_bonus = { value = 4, source = "a letter" }\n'
    )
    (tmp_path / "rules" / "old.toml").write_text(old, "utf-8")
    text = hand("1", time="2018-03-05 21:15:09") + hand("2", time="2020-03-05 21:15:09")
    made = build(write(tmp_path / "in", {"a": text}), tmp_path / "out", rules_dirs=[tmp_path / "rules"], threads=1)
    rules = load_rules([tmp_path / "rules"])
    found = {}
    for name, change in (
        ("royalties", Change(None, {"score.royalties": "none"})),
        ("now", Change("pokerbet_progressive", {})),
    ):
        (tmp_path / name).mkdir()
        rescore(made.out_dir, run_of(made.out_dir), tmp_path / name, rules, change, threads=1)
        parquet = tmp_path / name / "parquet"
        hands = pq.read_table(parquet / "rescore_hands.parquet").to_pylist()
        seats = pq.read_table(parquet / "rescored_seats.parquet").to_pylist()
        points = {s["hand_key"]: (s["own_points"], s["new_points"]) for s in seats if s["player_id"] == "Ana"}
        found[name] = [(h["hand_id"], h["own_rules_id"], h["new_rules_id"], *points[h["hand_key"]]) for h in hands]
    assert sorted(found["royalties"]) == [
        ("1", "old", "old", 18, 7),
        ("2", "pokerbet_progressive", "pokerbet_progressive", 17, 6),
    ]
    assert sorted(found["now"]) == [
        ("1", "old", "pokerbet_progressive", 18, 17),
        ("2", "pokerbet_progressive", "pokerbet_progressive", 17, 17),
    ]
