"""Statistics of three hands, added up by hand."""

from decimal import Decimal

import pytest

from sql.played import played
from sql.relations import relations, rows_of

STATS = ("player_stats",)


def stats(given: dict[str, list[dict[str, object]]]) -> dict[tuple[str, str | None], dict[str, object]]:
    con, failures = relations(given, marts=STATS)
    assert failures == []
    return {(r["player_id"], r["rules_id"]): r for r in rows_of(con, "from player_stats")}


def part(row: dict[str, object], *names: str) -> dict[str, object]:
    return {name: row[name] for name in names}


def test_counts_of_hands_and_fouls() -> None:
    rows = stats(played())
    names = ("hands", "normal_hands", "fantasy_hands", "fouls", "fantasy_fouls", "auto_hands", "auto_fouls")
    ana = dict(zip(names, (3, 2, 1, 1, 0, 1, 0), strict=True))
    bo = dict(zip(names, (3, 3, 0, 1, 0, 0, 0), strict=True))
    assert {key: part(row, *names) for key, row in rows.items()} == {("ana", "r"): ana, ("bo", "r"): bo}


def test_rates_are_counts_over_their_denominators_with_wilsons_interval() -> None:
    ana = stats(played())["ana", "r"]
    assert ana["foul_rate"] == 0.5
    # Wilson's interval of 1 in 2 and of 1 in 3, from the textbook formula with z = 1.959964.
    assert ana["foul_rate_low"] == pytest.approx(0.0945312, abs=1e-7)
    assert ana["foul_rate_high"] == pytest.approx(0.9054688, abs=1e-7)
    assert part(ana, "fantasy_entries", "fantasy_entry_hands", "fantasy_entry_rate") == {
        **{"fantasy_entries": 1, "fantasy_entry_hands": 2, "fantasy_entry_rate": 0.5}
    }
    assert part(ana, "fantasy_stays", "fantasy_stay_hands", "fantasy_stay_rate") == {
        **{"fantasy_stays": 1, "fantasy_stay_hands": 1, "fantasy_stay_rate": 1.0}
    }
    assert ana["fantasy_stays_per_hand"] == pytest.approx(1 / 3)
    assert ana["fantasy_frequency"] == pytest.approx(1 / 3)
    assert ana["fantasy_frequency_low"] == pytest.approx(0.0614919, abs=1e-7)
    assert ana["fantasy_frequency_high"] == pytest.approx(0.7923404, abs=1e-7)


def test_a_rate_without_a_denominator_is_null() -> None:
    bo = stats(played())["bo", "r"]
    names = ("fantasy_stay_rate", "fantasy_stay_rate_low", "fantasy_stay_rate_high", "fantasy_royalty_yield")
    assert part(bo, *names) == dict.fromkeys(names)
    assert part(bo, "fantasy_stays", "fantasy_stay_hands") == {"fantasy_stays": 0, "fantasy_stay_hands": 0}


def test_entries_are_told_apart_by_the_top_and_a_stay_is_no_entry() -> None:
    rows = stats(played())
    names = [f"fantasy_entries_{top}" for top in ("qq", "kk", "aa", "trips")]
    assert [rows["ana", "r"][name] for name in names] == [1, 0, 0, 0]
    assert [rows["bo", "r"][name] for name in names] == [0, 0, 0, 1]


def test_royalties_by_row_over_all_hands_and_over_clean_ones() -> None:
    ana = stats(played())["ana", "r"]
    assert [ana[f"{row}royalties"] for row in ("", "top_", "middle_", "bottom_")] == [25, 7, 4, 14]
    assert ana["royalty_yield"] == pytest.approx(25 / 3)
    assert (ana["clean_royalty_hands"], ana["clean_royalty_yield"]) == (2, 12.5)
    assert (ana["normal_royalties"], ana["normal_royalty_yield"]) == (11, 5.5)
    assert (ana["fantasy_royalties"], ana["fantasy_royalty_yield"]) == (14, 14.0)
    assert [ana[f"royalties_{side}"] for side in ("won", "conceded", "net")] == [25, 10, 15]


def test_points_with_their_deviation_from_integers() -> None:
    rows = stats(played())
    ana = rows["ana", "r"]
    assert (ana["points"], ana["points_hands"], ana["points_per_hand"]) == (21, 3, 7.0)
    # 17, 20 and -16: squares add up to 945, the variance of the sample is (945 - 441 / 3) / 2 = 399.
    assert ana["points_sd"] == pytest.approx(399**0.5)
    assert ana["points_se"] == pytest.approx((399 / 3) ** 0.5)
    assert [ana[f"{kind}_points"] for kind in ("normal", "fantasy")] == [1, 20]
    assert rows["bo", "r"]["points"] == -21


def test_scoops_for_and_against_and_by_fouls() -> None:
    rows = stats(played())
    names = ("pairs", "scoops_for", "scoops_against", "foul_scoops_for", "foul_scoops_against")
    assert [rows["ana", "r"][name] for name in names] == [3, 2, 1, 1, 1]
    assert [rows["bo", "r"][name] for name in names] == [3, 1, 2, 1, 1]


def test_scoops_count_pairs_and_a_tied_row_is_none() -> None:
    given = played()
    given["scored_pairs"][1] |= {"top": 0}
    ana = stats(given)["ana", "r"]
    assert (ana["pairs"], ana["scoops_for"], ana["foul_scoops_for"]) == (3, 1, 0)


def test_net_is_what_the_site_paid_and_computed_net_ours_where_known() -> None:
    ana = stats(played())["ana", "r"]
    assert (ana["currency"], ana["net"], ana["net_hands"]) == ("EUR", Decimal("21.0000"), 3)
    assert (ana["computed_net"], ana["computed_net_hands"]) == (Decimal("17.0000"), 1)


def test_currencies_are_never_added() -> None:
    given = played()
    given["hands"][2]["currency"] = "USD"
    con, _ = relations(given, marts=STATS)
    whole = rows_of(con, "select currency, net, net_hands from player_stats where player_id = 'ana'")
    assert whole == [{"currency": None, "net": None, "net_hands": 3}]
    apart = rows_of(
        con, "select currency, net, net_hands, rake, rake_hands from player_money where player_id = 'ana' order by 1"
    )
    assert apart == [
        {"currency": "EUR", "net": Decimal(37), "net_hands": 2, "rake": Decimal("0.5"), "rake_hands": 1},
        {"currency": "USD", "net": Decimal(-16), "net_hands": 1, "rake": None, "rake_hands": 0},
    ]


def test_chips_of_different_worth_are_different_currencies() -> None:
    given = played()
    for hand in given["hands"]:
        hand |= {"currency": "chips", "chip_currency": "PHP", "chip_price": Decimal("0.9")}
    given["hands"][0]["chip_price"] = Decimal("1.2")
    con, _ = relations(given, marts=STATS)
    assert rows_of(con, "select net from player_stats where player_id = 'bo'") == [{"net": None}]
    query = "select chip_price, net from player_money where player_id = 'bo' order by 1"
    assert [(r["chip_price"], r["net"]) for r in rows_of(con, query)] == [(Decimal("0.9"), -4), (Decimal("1.2"), -17)]


def test_unknown_values_count_nowhere() -> None:
    given = played()
    unknown = ("top_royalties", "points", "is_fantasy_next", "fantasy_next")
    for seat in given["scored_seats"][:2]:
        seat |= dict.fromkeys(unknown)
    ana = stats(given)["ana", "r"]
    assert part(ana, "hands", "normal_hands", "royalty_hands", "points_hands", "fantasy_entry_hands") == {
        **{"hands": 3, "normal_hands": 2, "royalty_hands": 2, "points_hands": 2, "fantasy_entry_hands": 1}
    }
    assert (ana["royalties"], ana["bottom_royalties"], ana["points"]) == (14, 10, 4)
    assert (ana["fantasy_entries"], ana["fantasy_entry_rate"], ana["fantasy_entries_qq"]) == (0, 0.0, 0)


def test_time_counts_where_it_is_known() -> None:
    ana = stats(played())["ana", "r"]
    assert (ana["timed_hands"], ana["ms_per_hand"]) == (2, 1500.0)


def test_the_name_is_the_last_one() -> None:
    assert stats(played())["ana", "r"]["player_name"] == "ANA"


def test_hands_under_other_rules_are_apart_and_unknown_rules_are_a_group() -> None:
    given = played()
    given["hands"][2]["rules_id"] = None
    rows = stats(given)
    assert {key: row["hands"] for key, row in rows.items()} == {
        ("ana", None): 1,
        ("ana", "r"): 2,
        ("bo", None): 1,
        ("bo", "r"): 2,
    }


@pytest.mark.parametrize("status", ["cancelled", "incomplete"])
def test_cancelled_and_incomplete_hands_stay_out(status: str) -> None:
    given = played()
    given["hands"][2]["status"] = status
    ana = stats(given)["ana", "r"]
    assert (ana["hands"], ana["fouls"], ana["points"], ana["net"]) == (2, 0, 37, Decimal(37))


def test_both_hands_of_a_conflict_stay_out_and_a_reused_id_keeps_none_out() -> None:
    given = played()
    given["id_clashes"] = [{"hand_key": 2, "other_hand_key": 1, "kind": "conflict"}]
    assert stats(given)["bo", "r"]["hands"] == 1
    given["id_clashes"] = [{"hand_key": 2, "other_hand_key": 1, "kind": "reused"}]
    assert stats(given)["bo", "r"]["hands"] == 3


def test_small_samples_are_marked_below_a_hundred_hands() -> None:
    given = {name: [] for name in played()}
    for n in range(34):
        for name, rows in played().items():
            if name == "sources":
                continue
            given[name] += [
                row | {"hand_key": row["hand_key"] + 10 * n} for row in rows if n < 33 or row["hand_key"] == 1
            ]
    given["sources"] = [{"source_file": "f", "n_found": 100, "n_stored": 100}]
    rows = stats(given)
    assert (rows["ana", "r"]["hands"], rows["ana", "r"]["is_small_sample"]) == (100, False)
    assert stats(played())["ana", "r"]["is_small_sample"] is True


def test_slices_of_hands_make_the_same_statistics() -> None:
    whole, _ = relations(played())
    sliced, failures = relations(played(), [{1}, {2, 3}])
    assert failures == []
    assert rows_of(sliced, "from player_stats") == rows_of(whole, "from player_stats")
    assert rows_of(sliced, "from int_player_hands order by all") == rows_of(whole, "from int_player_hands order by all")
