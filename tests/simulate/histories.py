"""Hands of the simulator as plain Python, for tests that reckon everything anew."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow as pa

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources
from ofc_audit.rulesets import UNKNOWN, load_rules
from ofc_audit.tables import table

RULES = load_rules()
CAPTURES = sorted(name for name in RULES if name.startswith(("pppoker", "upoker", "spartan")))
OPERATORS = sorted(set(RULES) - set(CAPTURES))

Hand = dict[str, Any]


def options_of(rules_id: str) -> dict[str, Any]:
    """The options that a table must state under a rule set, and no others."""
    options = {}
    if RULES[rules_id].value("score.method") is UNKNOWN:
        options["scoring"] = "1-6"
    if RULES[rules_id].value("score.royalties") is UNKNOWN:
        options["royalties"] = "american"
    return options


def players_of(rules_id: str) -> tuple[int, ...]:
    """All numbers of players that a rule set allows."""
    most = RULES[rules_id].value("deal.players_max")
    assert isinstance(most, int)
    return tuple(range(2, most + 1))


def hand_list(tables: dict[str, pa.Table]) -> list[Hand]:
    """The hands, each with its players and pairs in acting order: seat, board and claim of a player in one."""
    players: dict[int, list[Hand]] = defaultdict(list)
    rows = zip(*(tables[name].to_pylist() for name in ("seats", "boards", "claims")), strict=True)
    for seat, board, claim in rows:
        claimed = {f"claimed_{name}": value for name, value in claim.items()}
        players[seat["hand_key"]].append({**board, **claimed, **seat})
    pairs: dict[int, list[Hand]] = defaultdict(list)
    for pair in tables["claimed_pairs"].to_pylist():
        pairs[pair["hand_key"]].append(pair)
    return [
        {**hand, "players": players[hand["hand_key"]], "pairs": pairs[hand["hand_key"]]}
        for hand in tables["hands"].to_pylist()
    ]


def grouped(hands: list[Hand], by: str) -> list[list[Hand]]:
    """The hands by match or tournament, those of each in their order."""
    result: dict[str, list[Hand]] = defaultdict(list)
    for hand in hands:
        result[hand[by]].append(hand)
    return list(result.values())


def settled(
    points: dict[tuple[int, int], int], stacks: dict[int, Decimal], price: Decimal, cap: str, order: list[int]
) -> dict[tuple[int, int], Decimal]:
    """What each pair of `order` (seats from the left of the button on) moves to its first player, and the stacks after it,
    pair by pair as RULES.md section 6 says.
    """
    moved = {}
    for a, b in combinations(order, 2):
        owed = points[a, b] * price
        winner, loser = (a, b) if owed > 0 else (b, a)
        limits = [stacks[loser], *([stacks[winner]] if cap == "both" else [])]
        size = min(abs(owed), *limits)
        stacks[winner] += size
        stacks[loser] -= size
        moved[a, b] = size if owed > 0 else -size
    return moved


def read_back(tables: dict[str, pa.Table], write: Any, path: Path) -> dict[str, pa.Table]:
    """The tables after writing and reading."""
    out = BytesIO()
    write(tables, out)
    path.write_bytes(out.getvalue())
    batches = [batch for source in open_sources([str(path)]) for batch in read_source(source)]
    assert [reject for batch in batches for reject in batch.rejects.to_pylist()] == []
    return {name: pa.concat_tables([batch.tables[name] for batch in batches]) for name in tables}


def content(name: str) -> Iterator[str]:
    """The columns of a table that are content, not places."""
    return (column.name for column in table(name).columns if not column.place)
