"""Which records are one hand, which share an id, and the order of hands, whatever files they come in."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.identity import identify, keep
from sql.relations import declared
from warehouse.histories import hand, rows, write


def built(tmp_path: Path, *texts: str) -> Path:
    """A build of texts, each a file of its own, in the order given."""
    paths = write(tmp_path / "in", {f"{n}.txt": text for n, text in enumerate(texts)})
    return build(paths, tmp_path / "out").out_dir


def ids(out: Path) -> list[str]:
    return [row[0] for row in rows(out, "select hand_id from hands")]


CLASHES = "select kind from id_clashes join hands using (hand_key) order by kind"
FOUND = "select check_id, severity, message from findings where check_id like 'source.%' order by finding_no"


def test_the_same_content_is_one_hand(tmp_path: Path) -> None:
    again = hand().replace("OFC Hand", "\n\nOFC Hand").replace("points +17, net +17.00", "points +17, net +17.0")
    out = built(tmp_path, hand(), again + hand())
    assert ids(out) == ["7001"]
    assert rows(out, "select n_found, n_stored, n_duplicates from sources order by n_found") in (
        [(1, 1, 0), (2, 0, 2)],
        [(1, 0, 1), (2, 1, 1)],
    )
    assert rows(out, "select count(*) from seats") == [(2,)]
    assert rows(out, CLASHES) == rows(out, FOUND) == []


def test_a_hand_twice_in_one_file_is_kept_where_it_stands_first(tmp_path: Path) -> None:
    out = built(tmp_path, "\n" + hand() + hand())
    assert rows(out, "select first_line from hands") == [(2,)]


def test_the_copy_kept_does_not_depend_on_names_or_order(tmp_path: Path) -> None:
    one, two = hand() + hand("1", 1), hand("2", 1) + hand()
    kept = set()
    for n, files in enumerate([{"a": one, "b": two}, {"b": two, "a": one}, {"b": one, "a": two}, {"a": two, "b": one}]):
        paths = write(tmp_path / str(n), files)
        out = build(paths, tmp_path / "out").out_dir
        kept |= set(
            rows(
                out,
                "select s.sha256, h.first_byte from hands h join sources s using (source_file) where hand_id = '7001'",
            )
        )
    assert len(kept) == 1


def test_the_same_deal_told_differently_is_a_conflict(tmp_path: Path) -> None:
    out = built(tmp_path, hand(), hand(points=(18, -18)))
    assert ids(out) == ["7001", "7001"]
    assert [row[0] for row in rows(out, CLASHES)] == ["conflict"]
    assert rows(out, FOUND) == [
        (
            "source.conflict",
            "warning",
            "Hand 7001 is on record twice: the same deal, told differently in claims.net, claims.points. "
            "Both records are kept and audited; neither enters the statistics.",
        )
    ]
    assert rows(out, "select count(*) from player_stats") == [(0,)]
    assert rows(out, "select count(*) from verdicts") == [(10,)]


def test_a_card_in_another_row_is_the_same_deal_told_differently(tmp_path: Path) -> None:
    moved = hand().replace(" 2c]", " XX]").replace(" 3h]", " 2c]").replace(" XX]", " 3h]")
    assert moved != hand()
    out = built(tmp_path, hand(), moved)
    assert [row[0] for row in rows(out, CLASHES)] == ["conflict"]
    assert rows(out, "select count(*) from player_stats") == [(0,)]


def test_another_deal_under_the_same_id_is_another_hand(tmp_path: Path) -> None:
    out = built(tmp_path, hand(time="2024-03-05 21:20:00"), hand(deal=1))
    assert rows(out, "select points from hands join claims using (hand_key) where acting_order = 0") == [(-9,), (17,)]
    assert [row[0] for row in rows(out, CLASHES)] == ["reused"]
    assert rows(out, FOUND) == [
        (
            "source.reused_id",
            "warning",
            "The id 7001 stands for an earlier hand too, with another deal (ended 2024-03-05 21:15:09 UTC, complete). "
            "They are two hands and both count.",
        )
    ]
    assert rows(out, "select player_id, hands from player_stats order by 1") == [("Ana", 2), ("Bo", 2)]


def test_the_finding_stands_at_the_later_hand_and_names_the_earlier_in_its_places(tmp_path: Path) -> None:
    out = built(tmp_path, "\n\n" + hand(time="2024-03-05 21:20:00"), "\n" + hand(deal=1))
    assert rows(
        out,
        "select source_file like '%0.txt', first_line, last_line, mark from findings where check_id = 'source.reused_id'",
    ) == [(True, 3, 3, "7001")]
    assert rows(out, "select other_file like '%1.txt', other_first_line, other_last_line from id_clashes") == [
        (True, 2, 14)
    ]


def test_a_deal_in_conflict_under_a_reused_id_is_both(tmp_path: Path) -> None:
    out = built(tmp_path, hand(), hand(points=(18, -18)), hand(deal=1, time="2024-03-05 21:20:00"))
    assert sorted(row[0] for row in rows(out, CLASHES)) == ["conflict", "reused"]
    assert rows(out, "select player_id, hands from player_stats order by 1") == [("Ana", 1), ("Bo", 1)]


@pytest.mark.parametrize("other", [{"table": "Lotus 5"}, {"site": "elsewhere"}])
def test_the_same_id_at_another_table_or_site_is_simply_another_hand(tmp_path: Path, other: dict[str, str]) -> None:
    out = built(tmp_path, hand(), hand(deal=1), hand(**other))
    assert len(ids(out)) == 3
    assert [row[0] for row in rows(out, CLASHES)] == ["reused"]


def test_a_cancelled_hand_that_left_its_id_behind_is_no_conflict(tmp_path: Path) -> None:
    out = built(tmp_path, hand(deal=1, cancelled=True, time="2024-03-05 21:00:00") + hand())
    assert [row[0] for row in rows(out, CLASHES)] == ["reused"]
    assert rows(out, "select n_found, n_stored, n_cancelled from sources") == [(2, 1, 1)]
    assert rows(out, "select player_id, hands, points from player_stats order by 1") == [("Ana", 1, 17), ("Bo", 1, -17)]


def identified(
    hands: list[dict[str, Any]], names: Mapping[int, str] | None = None, shas: Sequence[str] = ("a", "b")
) -> duckdb.DuckDBPyConnection:
    """The outcome for staged rows given by hand, in the order in which they were read."""
    con = duckdb.connect()
    con.execute("set TimeZone = 'UTC'")
    given = [
        {"hand_key": n, "deal_key": n, "site": "s", "hand_id": str(n), "status": "complete"} | h
        for n, h in enumerate(hands)
    ]
    con.register("given", declared("hands", given))
    con.execute(
        "create table staged_hands as select row_number() over () - 1 as raw_hand, 0::bigint as source_no, * from given"
    )
    con.executemany(
        "update staged_hands set source_no = $1 where raw_hand = $2",
        [[h.get("source", 0), n] for n, h in enumerate(hands)],
    )
    con.execute(
        "create table staged_seats as select raw_hand, hand_key, 0 as acting_order, '' as player_name from staged_hands"
    )
    for raw, name in (names or {}).items():
        con.execute("update staged_seats set player_name = $1 where raw_hand = $2", [name, raw])
    con.execute("create table staged_claimed_pairs (raw_hand bigint, a tinyint, b tinyint, is_swapped boolean)")
    con.execute(
        "create table read_sources as select * from (values (0, $1), (1, $2)) as t(source_no, sha256)", list(shas)
    )
    keep(con)
    identify(con)
    return con


def order(*hands: dict[str, Any]) -> list[int]:
    """The places of the given rows in the order of hands, in which they are given reversed to be read."""
    con = identified([{"hand_key": n, "hand_id": "1", **h} for n, h in enumerate(hands)][::-1])
    return [row[0] for row in con.execute("select hand_key from hand_order order by hand_order").fetchall()]


def at(minute: int) -> datetime:
    return datetime(2024, 3, 5, 21, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    "hands",
    [
        [{"site": "a", "ended_at": at(9)}, {"site": "b", "ended_at": at(1)}],
        [{"club_id": None}, {"club_id": "1"}, {"club_id": "2"}],
        [{"table_id": None, "ended_at": at(9)}, {"table_id": "t", "ended_at": at(1)}],
        [{"ended_at": at(1), "hand_id": "9"}, {"ended_at": at(2), "hand_id": "1"}],
        [{"hand_id": "9"}, {"hand_id": "10"}, {"hand_id": "a9x2"}, {"hand_id": "a9x10"}, {"hand_id": "a10x1"}],
        [{"hand_id": "9" * 50}, {"hand_id": "1" + "0" * 50}],
        [{"match_id": "m", "hand_no": 1, "ended_at": at(2)}, {"match_id": "m", "hand_no": 2, "ended_at": at(1)}],
        [{"match_id": "m9", "hand_no": 5, "ended_at": at(1)}, {"match_id": "m1", "hand_no": 1, "ended_at": at(2)}],
        [{"match_id": "m2", "hand_no": 2}, {"match_id": "m10", "hand_no": 1}],
        [{"match_id": "m", "hand_no": 2, "ended_at": at(1)}, {"match_id": "m", "hand_no": 3}, {"ended_at": at(2)}],
        [{"ended_at": at(1)}, {"match_id": "m", "ended_at": at(2)}, {"ended_at": at(3)}],
        [{"ended_at": at(1), "hand_no": 8, "hand_id": "b"}, {"ended_at": at(1), "hand_no": 9, "hand_id": "a"}],
        [{"ended_at": at(1)}, {"ended_at": None, "hand_id": "0"}],
        [{"hand_key": 3}, {"hand_key": 4}],
    ],
    ids=["site", "club", "table", "time", "natural id", "long id", "hand of a match", "matches by time", "matches by id",
         "match without a time", "match among hands", "room's number", "unknown time last", "content"],
)  # fmt: skip
def test_the_order_of_hands(hands: list[dict[str, Any]]) -> None:
    assert order(*hands) == [h.get("hand_key", n) for n, h in enumerate(hands)]


def test_places_in_the_order_count_from_one_without_gaps() -> None:
    con = identified([{"hand_key": key} for key in (5, 5, 3, 9, 3)])
    assert con.execute("select hand_order from hand_order order by 1").fetchall() == [(1,), (2,), (3,)]


def kept(con: duckdb.DuckDBPyConnection) -> list[int]:
    return [row[0] for row in con.execute("select raw_hand from kept order by 1").fetchall()]


COPIES: list[dict[str, Any]] = [
    {"hand_key": 7, "source": 0, "first_byte": 50},
    {"hand_key": 7, "source": 1, "first_byte": 10},
]


def test_the_copy_kept_is_the_first_by_checksum_and_place() -> None:
    assert kept(identified(COPIES, shas=("a", "b"))) == [0]
    assert kept(identified(COPIES, shas=("b", "a"))) == [1]
    assert kept(identified([copy | {"source": 0} for copy in COPIES])) == [1]


def test_of_copies_with_other_names_or_keys_the_same_is_kept_whatever_the_files() -> None:
    for shas in (("a", "b"), ("b", "a")):
        assert kept(identified(COPIES, {0: "Zoe", 1: "Ana"}, shas)) == [1]
        assert kept(identified([COPIES[0] | {"unknown_keys": '["x"]'}, COPIES[1]], shas=shas)) == [1]
