"""Rakes inferred in a build: whose money they verify, whose they leave open, and what they rest on."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.audit.view import Ints, ints
from ofc_audit.money import NULL, money_array
from ofc_audit.read import write_capture_hh
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.edits import choose, join, rekey, set_column
from ofc_audit.simulate.play import play
from ofc_audit.simulate.rooms import Rake, room_of
from ofc_audit.warehouse import lay
from ofc_audit.warehouse.build import build

CENT = 100
Tables = dict[str, pa.Table]
Verdicts = Counter[tuple[str, str | None]]


def club(n: int = 260, seed: int = 3, **settings: Any) -> Tables:
    """Hands of a PPPoker club, raked with 3 % half up to 0.10 if nothing else is said."""
    return play(load_rules()["pppoker_progressive17"], n, seed, hands_per_table=60, **settings)


def paid(tables: Tables, change: Callable[[Ints], Ints]) -> Tables:
    """The hands with other nets."""
    net = change(ints(tables["claims"], "net"))
    return rekey(set_column(tables, "claims", "net", money_array(net, net != NULL)))


def built(folder: Path, *parts: Mapping[str, pa.Table], name: str = "out") -> Path:
    """The results of a build of these hands, each part in a file of its own."""
    paths = []
    for number, tables in enumerate(parts):
        path = folder / f"{name}-{number}.hh"
        with path.open("wb") as out:
            write_capture_hh.write(tables, out)
        paths.append(str(path))
    return build(paths, folder / name).out_dir


def table(out: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(out / "parquet" / f"{name}.parquet").to_pylist()
    return rows


def money(out: Path, name: str = "verdicts") -> Verdicts:
    """How often each verdict on money is given, with its reason."""
    return Counter((row["verdict"], row["reason"]) for row in table(out, name) if row["dimension"] == "money")


def lone_winners(tables: Tables, least: int) -> list[int]:
    """Rows of claims of players who won at least so much in hands of two."""
    net = ints(tables["claims"], "net")
    two = set(np.asarray(tables["hands"]["hand_key"])[ints(tables["hands"], "n_seats") == 2].tolist())
    keys = ints(tables["claims"], "hand_key").tolist()
    return [at for at in np.flatnonzero(net >= least).tolist() if keys[at] in two]


def test_money_of_a_club_is_verified_by_the_rake_it_takes(tmp_path: Path) -> None:
    out = built(tmp_path, club())
    (row,) = table(out, "inferred_rakes")
    assert (row["site"], row["club_id"], row["rules_id"], row["taken"]) == ("pppoker", "1347124", None, "hand")
    assert (row["is_identified"], row["rule"], row["open_parts"]) == (
        True,
        "3 % of what each winner gets, rounded half up to 0.10",
        None,
    )
    assert {name: str(row[name]) for name in ("rate", "unit", "base", "rounding")} == {
        "rate": "0.0300",
        "unit": "0.1000",
        "base": "each",
        "rounding": "half_up",
    }
    assert row["n_hands"] == row["n_explained"] > 150
    assert row["n_shared"] == row["n_shared_explained"] > 20
    found = money(out)
    assert set(found) == {("verified", None), ("verified", "rake inferred")}
    assert found["verified", "rake inferred"] > 100
    assert set(money(out, "seat_verdicts")) == set(found)
    assert table(out, "findings") == []


def test_few_hands_of_a_club_leave_its_rake_unknown(tmp_path: Path) -> None:
    out = built(tmp_path, club(12))
    (row,) = table(out, "inferred_rakes")
    assert not row["is_identified"]
    assert row["rule"].startswith("unknown: ")
    assert row["rule"].endswith(" of the 20 different raked wins it takes")
    assert (row["rate"], row["rounding"], row["unit"]) == (None, None, None)
    assert set(money(out)) <= {("verified", None), ("unverifiable", "rake unknown")}


def test_a_winner_raked_otherwise_is_open_and_accused_of_nothing(tmp_path: Path) -> None:
    tables = club()
    at = lone_winners(tables, 200 * CENT)[3]

    def take_more(net: Ints) -> Ints:
        net = net.copy()
        net[at] -= 30 * CENT
        return net

    out = built(tmp_path, paid(tables, take_more))
    found = money(out)
    assert found["unverifiable", "rake not as inferred"] == 1
    assert set(found) == {("verified", None), ("verified", "rake inferred"), ("unverifiable", "rake not as inferred")}
    assert money(out, "seat_verdicts")["unverifiable", "rake not as inferred"] == 1
    (row,) = table(out, "inferred_rakes")
    assert row["n_hands"] - row["n_explained"] == 1
    assert {row["severity"] for row in table(out, "findings")} <= {"note"}


def test_a_winner_who_is_not_raked_stays_verified(tmp_path: Path) -> None:
    """His pairs and his net agree without a rake: whoever lost by that is not at the table."""
    tables = club()
    at = lone_winners(tables, 200 * CENT)[3]
    true = ints(play_without_rake(), "net")
    out = built(tmp_path, paid(tables, lambda net: np.where(np.arange(len(net)) == at, true, net)))
    assert set(money(out)) == {("verified", None), ("verified", "rake inferred")}


def play_without_rake() -> pa.Table:
    return club(room=replace(room_of("pppoker"), rake=Rake()))["claims"]


def test_clubs_are_told_apart(tmp_path: Path) -> None:
    room = room_of("pppoker")
    other = replace(room, club_id="77", rake=Rake(rate=350, unit=CENT, rounds_up=True))
    out = built(tmp_path, club(), club(seed=4, room=other, first_match=50_001))
    rules = {row["club_id"]: row["rule"] for row in table(out, "inferred_rakes")}
    assert rules == {
        "1347124": "3 % of what each winner gets, rounded half up to 0.10",
        "77": "3.5 % of what each winner gets, rounded up to 0.01",
    }
    assert set(money(out)) == {("verified", None), ("verified", "rake inferred")}


def test_a_club_rakes_all_its_games_alike(tmp_path: Path) -> None:
    half, rest = club(130), club(130, 5, first_match=50_001)
    other = set_column(rest, "hands", "rules_id", pa.repeat("pppoker_refant14", rest["hands"].num_rows))
    out = built(tmp_path, half, rekey(other))
    (row,) = table(out, "inferred_rakes")
    assert row["is_identified"]


def test_hands_laid_in_small_groups_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = club()
    whole = built(tmp_path, tables)
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 37)
    cut = built(tmp_path, choose(tables, np.arange(200, 260)), choose(tables, np.arange(200)), name="cut")
    assert table(cut, "inferred_rakes") == table(whole, "inferred_rakes")
    assert money(cut) == money(whole)


def test_a_hand_on_record_twice_tells_nothing(tmp_path: Path) -> None:
    tables = club()
    one = choose(tables, [at for at in range(260) if at % 2])
    again = paid(one, lambda net: np.where(net > 100 * CENT, net - 10 * CENT, net))
    out = built(tmp_path, join(tables, again))
    (row,) = table(out, "inferred_rakes")
    (alone,) = table(built(tmp_path, choose(tables, np.arange(0, 260, 2)), name="once"), "inferred_rakes")
    assert 0 <= row["n_hands"] - alone["n_hands"] < 60
    assert row["n_hands"] == row["n_explained"]


def test_rakes_stated_at_the_end_of_matches(tmp_path: Path) -> None:
    from ofc_audit.read import write_ofc_jsonl

    options = {"scoring": "1-6", "royalties": "american"}
    tables = play(load_rules()["quadnet"], 1000, 9, options=options, stack="4.00", n_players=(2,), policies=("random",))
    path = tmp_path / "hands.jsonl"
    with path.open("wb") as out:
        write_ofc_jsonl.write(tables, out)
    (row,) = table(build([str(path)], tmp_path / "out").out_dir, "inferred_rakes")
    assert (row["site"], row["club_id"], row["rules_id"], row["taken"]) == ("quadnet", None, "quadnet", "match_end")
    assert row["n_hands"] == row["n_explained"] > 9
