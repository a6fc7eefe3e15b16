"""Every column of `player_stats` computed a second time, in plain Python and from the definitions in words: no line of the models is used.

`python -m sql.independent DIR` holds the results of a run in DIR against it, `python -m sql.independent --hands 100000` those of so many
simulated hands. A difference is printed, and makes the exit status 1.
"""

import argparse
import math
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb

Row = dict[str, Any]
Key = tuple[str, str | None, str]
Z = statistics.NormalDist().inv_cdf(0.975)
RANKS = {10: "qq", 11: "kk", 12: "aa"}
"""Ranks of a pair on top that earns Fantasyland."""


def rows(out: Path, name: str, columns: str) -> list[Row]:
    """Columns of a Parquet file of a run."""
    found: list[Row] = (
        duckdb.sql(f"select {columns} from read_parquet('{out}/parquet/{name}.parquet')").to_arrow_table().to_pylist()
    )
    return found


def hands_of_players(out: Path) -> dict[Key, list[Row]]:
    """What each player did in each hand that counts: complete, and in no conflict with another record."""
    conflicts = {
        key
        for r in rows(out, "id_clashes", "*")
        if r["kind"] == "conflict"
        for key in (r["hand_key"], r["other_hand_key"])
    }
    hands = {
        r["hand_key"]: r
        for r in rows(out, "hands", "*")
        if r["status"] == "complete" and r["hand_key"] not in conflicts
    }
    seats = {
        (r["hand_key"], r["acting_order"]): dict(r)
        for r in rows(out, "seats", "hand_key, acting_order, player_id, player_name, is_fantasy")
    }
    for name in ("boards", "claims", "scored_seats", "fouls"):
        for r in rows(out, name, "*"):
            seats[r["hand_key"], r["acting_order"]][name] = r
    aliases = {(r["site"], r["account_id"]): r for r in rows(out, "aliases", "*")}
    for seat in seats.values():
        seat["pairs"] = []
    for pair in rows(out, "scored_pairs", "*"):
        a, b = seats[pair["hand_key"], pair["a"]], seats[pair["hand_key"], pair["b"]]
        for me, other, sign, own, his in (
            (a, b, 1, "royalties_a", "royalties_b"),
            (b, a, -1, "royalties_b", "royalties_a"),
        ):
            result = [None if pair[row] is None else sign * pair[row] for row in ("top", "middle", "bottom")]
            points = None if pair["points"] is None else sign * pair["points"]
            me["pairs"].append({"rows": result, "points": points, "won": pair[own], "lost": pair[his], "other": other})
    players: dict[Key, list[Row]] = defaultdict(list)
    for (hand_key, _), seat in seats.items():
        if hand_key in hands:
            hand = hands[hand_key]
            alias = aliases.get((hand["site"], seat["player_id"]))
            seat |= {"hand": hand, "alias": alias, "person_id": alias["player_id"] if alias else seat["player_id"]}
            players[hand["site"], hand["rules_id"], seat["person_id"]].append(seat)
    return players


def wilson(hits: int, n: int) -> tuple[float | None, float | None]:
    """The 95 % interval of Wilson as textbooks write it: a middle and half a width."""
    if not n:
        return None, None
    share, weight = hits / n, 1 + Z * Z / n
    middle = (share + Z * Z / (2 * n)) / weight
    half = Z / weight * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(name: str, hits: int, n: int) -> Row:
    """A share with its interval."""
    low, high = wilson(hits, n)
    return {name: hits / n if n else None, f"{name}_low": low, f"{name}_high": high}


def mean(name: str, values: Sequence[Any], sd: str | None = None, se: str | None = None) -> Row:
    """A mean of one number a hand, its standard deviation where it is asked for, and its standard error."""
    exact = [Fraction(value) for value in values]
    spread = statistics.stdev(exact) if len(exact) > 1 else None
    found: Row = {name: float(sum(exact) / len(exact)) if exact else None}
    if sd:
        found[sd] = spread
    return found | {se or f"{name}_se": None if spread is None else spread / math.sqrt(len(exact))}


def total(values: Sequence[Any]) -> Any:
    """A sum, unknown of nothing."""
    return sum(values) if values else None


def known(values: Iterable[Any]) -> list[Any]:
    """The values that are known."""
    return [value for value in values if value is not None]


def royalties(seat: Row) -> int | None:
    """Royalties of the three rows of a board."""
    three = [seat["scored_seats"][f"{row}_royalties"] for row in ("top", "middle", "bottom")]
    return None if None in three else sum(three)


def forfeited(seat: Row) -> int | None:
    """What the rows of a foul would have earned, nothing of a legal board."""
    if not seat["scored_seats"]["is_foul"]:
        return 0 if seat["scored_seats"]["is_foul"] is False else None
    three = [seat["fouls"][f"{row}_forfeited"] for row in ("top", "middle", "bottom")]
    return None if None in three else sum(three)


def counts(seats: list[Row], normal: list[Row], fantasy: list[Row]) -> Row:
    """Hands, fouls and who placed the cards."""
    foul = lambda seat: seat["scored_seats"]["is_foul"] is True  # noqa: E731
    placed = lambda seat: None if (a := seat["boards"]["street_auto"]) is None or not known(a) else any(known(a))  # noqa: E731
    auto = [s for s in normal if placed(s)]
    own = [s for s in normal if not placed(s)]
    n_known = sum(placed(s) is not None for s in normal)
    fouls, fantasy_fouls = sum(map(foul, normal)), sum(map(foul, fantasy))
    found = {
        "hands": len(seats),
        "is_small_sample": len(seats) < 100,
        "normal_hands": len(normal),
        "fantasy_hands": len(fantasy),
    }
    found |= {"fouls": fouls, **rate("foul_rate", fouls, len(normal))}
    found |= {"auto_known_hands": n_known, "auto_hands": len(auto), **rate("auto_rate", len(auto), n_known)}
    found |= {"auto_fouls": sum(map(foul, auto)), **rate("auto_foul_rate", sum(map(foul, auto)), len(auto))}
    found |= {
        "own_fouls": sum(map(foul, own)),
        "own_hands": len(own),
        **rate("own_foul_rate", sum(map(foul, own)), len(own)),
    }
    found |= {"fantasy_fouls": fantasy_fouls, **rate("fantasy_foul_rate", fantasy_fouls, len(fantasy))}
    return found | rate("fantasy_frequency", len(fantasy), len(seats))


def fantasyland(normal: list[Row], fantasy: list[Row]) -> Row:
    """Entries, by their top, and stays."""
    could_enter = [s["scored_seats"] for s in normal if s["scored_seats"]["is_fantasy_next"] is not None]
    could_stay = [s["scored_seats"] for s in fantasy if s["scored_seats"]["is_fantasy_next"] is not None]
    entries, stays = ([s for s in some if s["is_fantasy_next"]] for some in (could_enter, could_stay))
    found = {"fantasy_entries": len(entries), "fantasy_entry_hands": len(could_enter)}
    found |= rate("fantasy_entry_rate", len(entries), len(could_enter))
    tops = ["trips" if s["top_category"] == 3 else RANKS.get(s["top_rank"], "") for s in entries]
    found |= {f"fantasy_entries_{top}": tops.count(top) for top in ("qq", "kk", "aa", "trips")}
    found |= {"fantasy_stays": len(stays), "fantasy_stay_hands": len(could_stay)}
    found |= rate("fantasy_stay_rate", len(stays), len(could_stay))
    return found | rate("fantasy_stays_per_hand", len(stays), len(could_enter) + len(could_stay))


def earned(seats: list[Row], normal: list[Row], fantasy: list[Row]) -> Row:
    """Royalties of boards, collected, conceded and forfeited."""
    told = [s for s in seats if royalties(s) is not None]
    mine = [royalties(s) for s in told]
    clean = [royalties(s) for s in told if s["scored_seats"]["is_foul"] is False]
    found = {"royalties": total(mine), "royalty_hands": len(mine), **mean("royalty_yield", mine)}
    for row in ("top", "middle", "bottom"):
        found[f"{row}_royalties"] = total([s["scored_seats"][f"{row}_royalties"] for s in told])
    found |= {"clean_royalty_hands": len(clean), **mean("clean_royalty_yield", clean)}
    for name, some in (("normal", normal), ("fantasy", fantasy)):
        part = known(map(royalties, some))
        found |= {
            f"{name}_royalties": total(part),
            f"{name}_royalty_hands": len(part),
            **mean(f"{name}_royalty_yield", part),
        }
    lost = known(map(forfeited, seats))
    found |= {"forfeited_royalties": total(lost), "forfeited_hands": len(lost), **mean("forfeited_per_hand", lost)}
    paired = [
        s["pairs"]
        for s in seats
        if s["pairs"] and all(p["won"] is not None and p["lost"] is not None for p in s["pairs"])
    ]
    won, conceded = ([sum(p[side] for p in pairs) for pairs in paired] for side in ("won", "lost"))
    net = [a - b for a, b in zip(won, conceded, strict=True)]
    found |= {"royalty_pair_hands": len(paired)}
    for name, values in (("won", won), ("conceded", conceded), ("net", net)):
        found |= {f"royalties_{name}": total(values), **mean(f"royalties_{name}_per_hand", values)}
    return found


def points(seats: list[Row], normal: list[Row], fantasy: list[Row]) -> Row:
    """Points per hand, and per pair by where the opponent is."""
    found: Row = {}
    for kind, some in (("", seats), ("normal_", normal), ("fantasy_", fantasy)):
        values = known(s["scored_seats"]["points"] for s in some)
        found |= {f"{kind}points": total(values), f"{kind}points_hands": len(values)}
        found |= mean(f"{kind}points_per_hand", values, f"{kind}points_sd", f"{kind}points_se")
    for kind, where in (("normal", False), ("fantasy", True)):
        strangers = [p for s in seats for p in s["pairs"] if p["other"]["person_id"] != s["person_id"]]
        values = known(p["points"] for p in strangers if p["other"]["is_fantasy"] is where)
        found |= {
            f"vs_{kind}_points": total(values),
            f"vs_{kind}_pairs": len(values),
            **mean(f"points_per_vs_{kind}", values),
        }
    return found


def scoops(seats: list[Row]) -> Row:
    """Pairs in which all three rows go one way, those among them that a foul decides apart."""
    pairs = [(s, p) for s in seats for p in s["pairs"] if None not in p["rows"]]
    won = [(s, p) for s, p in pairs if p["rows"] == [1, 1, 1]]
    lost = [(s, p) for s, p in pairs if p["rows"] == [-1, -1, -1]]
    found = {"pairs": len(pairs), "scoops_for": len(won), "scoops_against": len(lost)}
    found |= rate("scoop_for_rate", len(won), len(pairs)) | rate("scoop_against_rate", len(lost), len(pairs))
    found["foul_scoops_for"] = sum(p["other"]["scored_seats"]["is_foul"] is True for _, p in won)
    return found | {"foul_scoops_against": sum(s["scored_seats"]["is_foul"] is True for s, _ in lost)}


def money(seats: list[Row], normal: list[Row], fantasy: list[Row]) -> Row:
    """Money as the site says, nothing of it where there are several currencies, but for how many hands state it."""
    kinds = {tuple(s["hand"][name] for name in ("currency", "chip_price", "chip_currency")) for s in seats}
    is_one = len(kinds) == 1
    found: Row = {"currency": next(iter(kinds))[0] if is_one else None}
    for kind, some in (("", seats), ("normal_", normal), ("fantasy_", fantasy)):
        values = known(s["claims"]["net"] for s in some)
        found |= {f"{kind}net": total(values) if is_one else None, f"{kind}net_hands": len(values)}
        found |= mean(f"{kind}net_per_hand", values if is_one else [])
    rake, computed = (
        known(s[table][name] for s in seats) for table, name in (("claims", "rake"), ("scored_seats", "net"))
    )
    found |= {
        "rake": total(rake) if is_one else None,
        "rake_hands": len(rake),
        **mean("rake_per_hand", rake if is_one else []),
    }
    return found | {"computed_net": total(computed) if is_one else None, "computed_net_hands": len(computed)}


def figures(seats: list[Row]) -> Row:
    """Every column of a player, but for the key."""
    normal, fantasy = ([s for s in seats if s["is_fantasy"] is where] for where in (False, True))
    beginning = datetime(1, 1, 1, tzinfo=UTC)
    last = max(
        seats, key=lambda s: (s["hand"]["ended_at"] is not None, s["hand"]["ended_at"] or beginning, s["hand_key"])
    )
    times = known(None if (ms := s["boards"]["street_ms"]) is None or not known(ms) else sum(known(ms)) for s in seats)
    found: Row = {"player_name": last["alias"]["person"] if last["alias"] else last["player_name"]}
    found |= {
        "person": last["alias"]["person"] if last["alias"] else None,
        "accounts": len({s["player_id"] for s in seats}),
    }
    found |= {"timed_hands": len(times), **mean("ms_per_hand", times)}
    found |= counts(seats, normal, fantasy) | fantasyland(normal, fantasy) | scoops(seats)
    parts: tuple[Callable[[list[Row], list[Row], list[Row]], Row], ...] = (earned, points, money)
    for part in parts:
        found |= part(seats, normal, fantasy)
    return found


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are one: numbers that are no whole ones and no money up to what a double can hold."""
    if isinstance(one, float) and isinstance(other, (int, float, Decimal)):
        return math.isclose(one, float(other), rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)


def differences(out: Path) -> tuple[int, int, list[str]]:
    """How many players and columns were compared, and where the mart and this computation differ."""
    mart = {(r["site"], r["rules_id"], r["player_id"]): r for r in rows(out, "player_stats", "*")}
    players = hands_of_players(out)
    found = [f"{key}: in one of both only" for key in sorted(set(mart) ^ set(players), key=str)]
    columns: set[str] = set()
    for key in sorted(set(mart) & set(players), key=str):
        told: Mapping[str, Any] = {
            name: value for name, value in mart[key].items() if name not in ("site", "rules_id", "player_id")
        }
        own = figures(players[key])
        columns |= set(told) | set(own)
        for name in sorted(set(told) | set(own)):
            if name not in told or name not in own or not is_same(told[name], own[name]):
                found.append(f"{key} {name}: {told.get(name, 'no column')} and {own.get(name, 'no column')}")
    return len(players), len(columns), found


def main() -> int:
    """Compares, and says what differs."""
    parser = argparse.ArgumentParser(description="Holds player_stats against an independent computation.")
    parser.add_argument("folder", nargs="?", type=Path, help="the output folder of ofc run")
    parser.add_argument("--hands", type=int, default=100_000, help="so many simulated hands where no folder is given")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        out = given.folder
        if out is None:
            from sql.simulated import simulated

            out = simulated(Path(scratch), given.hands)
        n_players, n_columns, found = differences(out)
    print(*found[:20], f"{n_players:,} players, {n_columns} columns, {len(found):,} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
