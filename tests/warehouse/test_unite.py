"""Records of one deal by different people become one hand that tells what any of them tells."""

import json
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from ofc_audit.cards import CARD_TEXT
from ofc_audit.report.hand import find_hands, load_hand
from ofc_audit.report.hand_text import draw_hand
from ofc_audit.report.store import open_store
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.edits import choose, join, rekey
from ofc_audit.simulate.play import play
from ofc_audit.simulate.swc_log import record
from ofc_audit.warehouse.build import build
from warehouse.captures import Ordered, as_capture, changed, ordered, played, recorded_by
from warehouse.histories import rows, write

Tables = Mapping[str, pa.Table]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return played(60)


def counts(result: Ordered) -> tuple[int, int, int]:
    """Hands stored and duplicate, and how many of the duplicates are part of another hand."""
    names = ("n_stored", "n_duplicates", "n_merged")
    stored, duplicates, merged = (sum(row[name] for row in result.sources) for name in names)
    assert sum(row["n_found"] for row in result.sources) == stored + duplicates
    return stored, duplicates, merged


def test_what_each_player_recorded_comes_together_to_the_whole(tmp_path: Path, tables: Tables) -> None:
    whole = ordered(tmp_path / "whole", as_capture(tables))
    united = ordered(tmp_path / "parts", *(as_capture(recorded_by(tables, place)) for place in range(3)))
    assert united.tables == whole.tables
    players = Counter(row["n_seats"] for row in united.tables["hands"])
    assert set(players) == {2, 3}
    # Of two players the last records the same twice, which is a duplicate and no part.
    assert counts(united) == (60, 120, 2 * players[3] + players[2])
    assert united.clashes == []
    assert whole.records == []
    parts = Counter(row["hand_key"] for row in united.records)
    assert [parts[row["hand_key"]] for row in united.tables["hands"]] == [
        row["n_seats"] for row in united.tables["hands"]
    ]


def test_the_order_of_files_changes_nothing_but_places(tmp_path: Path) -> None:
    few = played(6, n_players=(3,))
    parts = [as_capture(recorded_by(few, place)) for place in range(3)]
    told = []
    for n, order in enumerate(((0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0))):
        result = ordered(tmp_path / str(n), *(parts[at] for at in order))
        names = {f"{n}.hh": at for n, at in enumerate(order)}
        told.append((result.tables, [row | {"source_file": names[row["source_file"]]} for row in result.records]))
    assert told[0][1]
    assert all(one == told[0] for one in told)


def with_net(tables: Tables, units: int) -> Tables:
    """The hands with another net of the first player."""
    more = changed(tables["claims"], "claims", lambda r: {"net": r["net"] + units * (r["acting_order"] == 0)})
    return rekey({**tables, "claims": more})


def test_a_record_that_contradicts_the_others_stays_apart(tmp_path: Path) -> None:
    three = played(5, n_players=(3,))
    parts = [recorded_by(three, 0), recorded_by(three, 1), with_net(recorded_by(three, 2), 1)]
    result = ordered(tmp_path, *map(as_capture, parts))
    assert counts(result) == (10, 5, 5)
    assert [row["kind"] for row in result.clashes] == ["conflict"] * 5
    assert Counter(row["hero_order"] for row in result.records) == {0: 5, 1: 5}


def test_records_that_together_put_a_card_in_two_places_stay_apart(tmp_path: Path) -> None:
    two = played(5, n_players=(2,))
    parts = [recorded_by(two, place) for place in range(2)]
    shown = [[row["discards"] for row in part["boards"].to_pylist() if row["discards"]] for part in parts]
    assert len(shown[0]) == len(shown[1]) == 5
    mine = {row["hand_key"]: row["discards"] for row in parts[0]["boards"].to_pylist() if row["discards"]}
    keys = dict(
        zip(
            parts[1]["hands"].column("hand_key").to_pylist(),
            parts[0]["hands"].column("hand_key").to_pylist(),
            strict=True,
        )
    )

    def stolen(row: Mapping[str, Any]) -> dict[str, Any]:
        cards = row["discards"] and [mine[keys[row["hand_key"]]][0], *row["discards"][1:]]
        return {"discards": cards}

    clash = rekey({**parts[1], "boards": changed(parts[1]["boards"], "boards", stolen)})
    result = ordered(tmp_path / "apart", as_capture(parts[0]), as_capture(clash))
    assert counts(result) == (10, 0, 0)
    assert [row["kind"] for row in result.clashes] == ["conflict"] * 5
    paths = write(tmp_path, {"a": as_capture(choose(parts[0], [0])), "b": as_capture(choose(clash, [0]))})
    out = build(paths, tmp_path / "out").out_dir
    card = CARD_TEXT[shown[0][0][0]]
    (one,), (other,) = rows(out, "select distinct player_name from seats where is_hero order by 1")
    [(message,)] = rows(out, "select message from findings where check_id = 'source.conflict'")
    assert message in [
        f"Hand {two['hands']['hand_id'][0]} is on record twice: the same deal, and one deck cannot hold both: {card} is a discard of {a} in one"
        f" and a discard of {b} in the other. Both records are kept and audited; neither enters the statistics."
        for a, b in ((one, other), (other, one))
    ]
    # A card that a record has twice by itself is a fact of the hand, whoever else recorded it.
    doubled = [rekey({**part, "boards": changed(part["boards"], "boards", doubled_board)}) for part in parts]
    assert counts(ordered(tmp_path / "one", *map(as_capture, doubled))) == (5, 5, 5)


def doubled_board(row: Mapping[str, Any]) -> dict[str, Any]:
    """The same card on both boards of a hand."""
    return {"cards": [0, *row["cards"][1:]]}


def test_a_whole_run_with_a_hand_told_together_and_one_told_differently(tmp_path: Path) -> None:
    two = played(2, n_players=(2,))
    other = join(choose(recorded_by(two, 1), [0]), with_net(choose(recorded_by(two, 1), [1]), 1))
    paths = write(tmp_path, {"a": as_capture(recorded_by(two, 0)), "b": b"\n\n" + as_capture(other)})
    out = build(paths, tmp_path / "out").out_dir
    assert rows(out, "select hero_order, format, first_line, last_line from hand_records order by 1") == [
        (0, "capture_hh", 1, 34),
        (1, "capture_hh", 3, 36),
    ]
    first = "select record_no from hand_records join hands using (hand_key, source_file, first_line, last_byte)"
    assert rows(out, first) == [(0,)]
    seen = "select is_hero, discards is not null from seats join boards using (hand_key, acting_order) semi join hand_records using (hand_key)"
    assert rows(out, seen) == [(True, True)] * 2
    with open_store(out) as store:
        [key] = [row["hand_key"] for row in find_hands(store, [str(two["hands"]["hand_id"][0])])]
        text = draw_hand(load_hand(store, key, load_rules()), {}, 120)
    places = [f"{tmp_path}/a:1-34 (capture_hh)", f"{tmp_path}/b:3-36 (capture_hh)"]
    assert text.count(f"\n{places[0]}\nand {places[1]}\n") + text.count(f"\n{places[1]}\nand {places[0]}\n") == 1
    # The hand in conflict enters no statistics; what one record leaves out is no conflict.
    assert rows(out, "select hands from player_stats") == [(1,), (1,)]
    assert rows(out, "select message from findings where check_id = 'source.conflict'") == [
        (
            f"Hand {two['hands']['hand_id'][1]} is on record twice: the same deal, told differently in claims.net. "
            "Both records are kept and audited; neither enters the statistics.",
        )
    ]


def test_two_and_two_records_make_two_hands_in_conflict(tmp_path: Path) -> None:
    three = played(1, n_players=(3,))
    parts = [recorded_by(three, 0), recorded_by(three, 1), *(with_net(recorded_by(three, n), 1) for n in (0, 1))]
    result = ordered(tmp_path, *map(as_capture, parts))
    assert counts(result) == (2, 2, 2)
    assert sorted(Counter(row["hand_key"] for row in result.records).values()) == [2, 2]
    assert [row["discards"] is None for row in result.tables["boards"]] == [False, False, True] * 2
    assert [row["kind"] for row in result.clashes] == ["conflict"]


def test_more_records_of_a_deal_than_a_table_has_people_stay_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ofc_audit.warehouse.unite.MOST_RECORDS", 2)
    three = played(1, n_players=(3,))
    result = ordered(tmp_path, *(as_capture(recorded_by(three, place)) for place in range(3)))
    assert counts(result) == (2, 1, 1)
    assert [row["kind"] for row in result.clashes] == ["conflict"]


def late(seconds: int) -> Any:
    """A time so many seconds later."""
    return lambda row: row["ended_at"] + timedelta(seconds=seconds)


@pytest.mark.parametrize(("seconds", "places", "n_hands"), [(30, (0, 1), 1), (31, (0, 1), 2), (1, (0, 0), 2)])
def test_clocks_of_two_recorders_may_differ_by_half_a_minute_and_the_earlier_time_stands(
    tmp_path: Path, seconds: int, places: tuple[int, int], n_hands: int
) -> None:
    one = played(1)
    parts = [recorded_by(one, places[0], ended_at=late(seconds)), recorded_by(one, places[1])]
    hands = ordered(tmp_path, *map(as_capture, parts)).tables["hands"]
    assert len(hands) == n_hands
    assert hands[0]["ended_at"] == one["hands"]["ended_at"][0].as_py()


def test_only_what_both_recorded_joins(tmp_path: Path, tables: Tables) -> None:
    parts = [as_capture(recorded_by(choose(tables, range(n, n + 20)), n // 10)) for n in (0, 10)]
    result = ordered(tmp_path, *parts)
    assert counts(result) == (30, 10, 10)
    assert len(result.records) == 20


def bare(tables: Tables) -> Tables:
    """The hands as another format tells them: names for accounts, no club, no discards, nothing of who recorded them."""
    blank = {"club_id": None, "chip_price": None, "chip_currency": None, "hand_no": None, "is_observed": None}

    def board(row: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "discards": None,
            "discard_streets": None,
            "line": None,
            "street_auto": [False] * len(set(row["streets"])),
        }

    return rekey(
        {
            **tables,
            "hands": changed(tables["hands"], "hands", lambda _: blank),
            "seats": changed(
                tables["seats"], "seats", lambda row: {"player_id": row["player_name"], "is_hero": None, "line": None}
            ),
            "boards": changed(tables["boards"], "boards", board),
        }
    )


def as_lines(tables: Tables) -> bytes:
    """The hands as `ofc_jsonl`."""
    out = BytesIO()
    import_module("ofc_audit.read.write_ofc_jsonl").write(tables, out)
    return out.getvalue()


def test_a_capture_and_a_record_of_another_format_are_one_hand_with_accounts_club_and_discards(
    tmp_path: Path, tables: Tables
) -> None:
    few = choose(tables, range(12))
    whole = ordered(tmp_path / "whole", as_capture(recorded_by(few, 0)))
    both = ordered(tmp_path / "both", as_lines(bare(few)), as_capture(recorded_by(few, 0)))
    assert both.clashes == []
    assert counts(both) == (12, 12, 12)
    assert {row["format"] for row in both.records} == {"capture_hh", "ofc_jsonl"}
    named = ("player_id", "player_name", "is_hero", "fantasy_cards")
    for name, columns in (
        ("seats", named),
        ("boards", ("cards", "streets", "discards")),
        ("hands", ("club_id", "hand_no")),
    ):
        assert [[row[c] for c in columns] for row in both.tables[name]] == [
            [row[c] for c in columns] for row in whole.tables[name]
        ]


def without_cards(tables: Tables) -> Tables:
    """The hands as a table of results tells them: no cards at all."""
    nothing: dict[str, Any] = {"cards": [255] * 13, "streets": [255] * 13, "is_complete": False}
    nothing |= dict.fromkeys(("discards", "discard_streets", "dealt", "dealt_streets", "street_auto", "street_ms"))
    return rekey(
        {
            **tables,
            "hands": changed(tables["hands"], "hands", lambda _: {"status": "incomplete"}),
            "boards": changed(tables["boards"], "boards", lambda _: nothing),
        }
    )


def test_results_without_cards_join_the_one_deal_that_has_their_id(tmp_path: Path) -> None:
    one, other = played(1, n_players=(2,)), played(2, n_players=(2,))
    results = as_lines(without_cards(bare(one)))
    joined = ordered(tmp_path / "joined", as_capture(one), results)
    assert counts(joined) == (1, 1, 1)
    assert [row["status"] for row in joined.tables["hands"]] == ["complete"]
    # Two deals under the id: which of them is meant cannot be told.
    second = choose(other, [1])
    numbered = {name: one["hands"][name][0].as_py() for name in ("hand_id", "hand_no")}
    same_id = changed(second["hands"], "hands", lambda _: numbered)
    apart = ordered(tmp_path / "apart", as_capture(one), results, as_capture(rekey({**second, "hands": same_id})))
    assert counts(apart)[2] == 0
    assert {row["kind"] for row in apart.clashes} == {"reused"}


def test_results_that_contradict_the_one_deal_under_their_id_are_another_hand(tmp_path: Path) -> None:
    one = played(1, n_players=(2,))
    result = ordered(tmp_path, as_capture(one), as_lines(without_cards(bare(with_net(one, 1)))))
    assert counts(result) == (2, 0, 0)
    assert [row["kind"] for row in result.clashes] in (["reused"], [])


def test_two_trackers_of_one_hand_see_both_hands(tmp_path: Path) -> None:
    rules = load_rules()["pokerbet"]
    match = play(rules, 60, 6, hands_per_table=60, n_players=(2,), options={"scoring": "1-6"})
    seen = [[record(match, hand, hero) for hand in range(60)] for hero in (0, 1)]
    result = ordered(tmp_path, *("".join(f"{json.dumps(one)}\n" for one in made).encode() for made in seen))
    assert counts(result) == (60, 60, 60)
    assert [row["is_hero"] for row in result.tables["seats"]] == [True] * 120
    assert None not in [row["discards"] for row in result.tables["boards"]]
    want = {row["player_name"]: 0 for row in match["seats"].to_pylist()}
    got = dict(want)
    for told, data in ((want, match["seats"].to_pylist()), (got, result.tables["seats"])):
        for row in data:
            told[row["player_name"]] += row["fantasy_cards"]
    assert got == want
    assert sum(want.values())
