"""The whole road on the recorded hands: what is verified there, what is not and why, and nobody is accused."""

import json
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from ofc_audit.tables import run_tables
from ofc_audit.warehouse.build import build

pytestmark = pytest.mark.handed


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Path:
    """The output folder of all recorded hands."""
    out = tmp_path_factory.mktemp("real") / "out"
    build([str(shared / "real_hands")], out)
    return out


def counts(out: Path, query: str) -> dict[tuple[object, ...], int]:
    """Rows of a query by all columns but the last, which counts."""
    with duckdb.connect(str(out / "ofc.duckdb"), read_only=True) as con:
        return {row[:-1]: row[-1] for row in con.execute(query).fetchall()}


def test_every_hand_and_byte_is_accounted_for(audited: Path, shared: Path) -> None:
    with duckdb.connect(str(audited / "ofc.duckdb"), read_only=True) as con:
        found = con.execute(
            "select sum(n_found), sum(n_stored), sum(n_duplicates), sum(n_rejected), "
            "sum(hand_bytes + reject_bytes + blank_bytes), sum(n_bytes) from sources"
        ).fetchall()[0]
    size = sum(path.stat().st_size for path in (shared / "real_hands").rglob("*.hh"))
    assert found == (1526, 1526, 0, 0, size, size)


def test_points_equal_every_recorded_result(audited: Path) -> None:
    query = """
        select h.site, s.points = c.points, count(*) from scored_seats s join claims c using (hand_key, acting_order)
        join hands h using (hand_key) where h.status = 'complete' and c.points is not null group by all
    """
    found = counts(audited, query)
    assert {key[0] for key in found} == {"pppoker", "upoker"}
    assert {key[1] for key in found} == {True}


def test_verdicts(audited: Path) -> None:
    found = counts(audited, "select dimension, verdict, reason, count(*) from verdicts group by all")
    assert {key: n for key, n in found.items() if key[1] == "wrong"} == {}
    assert found["points", "verified", None] == 928
    assert found["points", "unverifiable", "no claim"] == 595
    assert found["points", "unverifiable", "incomplete board"] == 3
    assert {key[2] for key in found if key[0] == "money" and key[1] == "unverifiable"} == {
        "no claim", "rake unknown", "incomplete board",
    }  # fmt: skip
    assert {key[1] for key in found if key[0] == "match"} == {"not applicable"}


def test_findings_are_the_doubled_id_and_notes(audited: Path) -> None:
    found = counts(audited, "select check_id, severity, count(*) from findings group by all")
    assert found == {("layout.board", "note"): 3, ("source.reused_id", "warning"): 1}


def test_a_loser_who_paid_in_full_is_verified(audited: Path) -> None:
    query = """
        select v.verdict, count(*) from seat_verdicts v join scored_seats s using (hand_key, acting_order)
        join claims c using (hand_key, acting_order) join hands h using (hand_key)
        where v.dimension = 'money' and h.status = 'complete' and s.points < 0 and c.net = s.points * h.point_value
        group by all
    """
    assert set(counts(audited, query)) == {("verified",)}


def test_incomplete_hands_are_no_fouls(audited: Path) -> None:
    query = """
        select s.is_foul, count(*) from scored_seats s join boards b using (hand_key, acting_order)
        where not b.is_complete group by all
    """
    assert set(counts(audited, query)) == {(None,)}


def test_renamed_reordered_and_glued_files_give_the_same_tables(audited: Path, shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "real_hands").rglob("*.hh"))
    glued = tmp_path / "glued"
    glued.mkdir()
    half = len(files) // 2
    (glued / "z.bin").write_bytes(b"".join(path.read_bytes() for path in files[half:]))
    for number, path in enumerate(reversed(files[:half])):
        (glued / f"{number:03}.txt").write_bytes(path.read_bytes())
    build([str(glued)], tmp_path / "out")
    for name, table in run_tables().items():
        if name in ("sources", "rejects"):
            continue
        kept = [c.name for c in table.columns if not c.place]
        one = pq.read_table(audited / "parquet" / f"{name}.parquet", columns=kept)
        other = pq.read_table(tmp_path / "out" / "parquet" / f"{name}.parquet", columns=kept)
        assert one.equals(other), name
    first, second = (json.loads((out / "run.json").read_text()) for out in (audited, tmp_path / "out"))
    assert first["coverage"] == second["coverage"]


def test_how_the_recorded_players_play(audited: Path) -> None:
    """Fouls in about 30 % of hands outside Fantasyland and 23 % of all seats, about 24 % of seats in Fantasyland, at either app."""
    query = """
        select site, sum(fouls)::bigint, sum(normal_hands)::bigint, sum(fouls + fantasy_fouls)::bigint, sum(fantasy_hands)::bigint,
            sum(hands)::bigint
        from player_stats where site in ('pppoker', 'upoker') group by site
    """
    with duckdb.connect(str(audited / "ofc.duckdb"), read_only=True) as con:
        found = {row[0]: row[1:] for row in con.execute(query).fetchall()}
    assert found == {"pppoker": (463, 1514, 463, 489, 2003), "upoker": (77, 270, 77, 82, 352)}
    fouls, normal, all_fouls, fantasy, seats = (sum(row[place] for row in found.values()) for place in range(5))
    assert 0.28 <= fouls / normal <= 0.32
    assert 0.22 <= all_fouls / seats <= 0.24
    assert 0.23 <= fantasy / seats <= 0.25


def test_every_figure_of_the_recorded_players_is_that_of_an_independent_computation(audited: Path) -> None:
    from sql.independent import differences

    assert differences(audited)[2] == []
