"""Simulated hands as the people at the table each record them: one's own discards, and nothing of the others'."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.write_capture_hh import write
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.edits import rekey
from ofc_audit.simulate.play import play
from ofc_audit.tables import schema, table
from ofc_audit.warehouse.build import register
from ofc_audit.warehouse.engine import database
from ofc_audit.warehouse.gather import lay_hand_tables
from ofc_audit.warehouse.identity import identify, keep, source_counts
from ofc_audit.warehouse.merge import lay_rest
from ofc_audit.warehouse.stage import Staging, stage
from ofc_audit.warehouse.summary import sources_table
from ofc_audit.warehouse.unite_records import merged_counts, unite_records

Tables = Mapping[str, pa.Table]
Row = dict[str, Any]


def played(n_hands: int, rules_id: str = "pppoker_progressive17", **settings: Any) -> dict[str, pa.Table]:
    """Hands of a recorded room with everybody's discards, as if all at the table had recorded them."""
    tables = play(load_rules()[rules_id], n_hands, 3, **({"hands_per_table": 20, "n_players": (2, 3)} | settings))
    return rekey(
        {
            **tables,
            "seats": changed(
                tables["seats"], "seats", lambda row: {"is_hero": True, "player_id": f"pid{row['player_name']}"}
            ),
        }
    )


def changed(data: pa.Table, name: str, change: Any) -> pa.Table:
    """A table with other values in each row."""
    return pa.Table.from_pylist([row | change(row) for row in data.to_pylist()], schema(name))


def recorded_by(tables: Tables, place: int, **of_hand: Any) -> dict[str, pa.Table]:
    """The hands as the player at a place (in acting order, from the last where there are fewer) records them."""
    last = {row["hand_key"]: row["n_seats"] - 1 for row in tables["hands"].to_pylist()}

    def is_hero(row: Mapping[str, Any]) -> bool:
        return bool(row["acting_order"] == min(place, last[row["hand_key"]]))

    def seat(row: Mapping[str, Any]) -> dict[str, Any]:
        hidden = {} if is_hero(row) or not row["is_fantasy"] else {"fantasy_cards": None}
        return {"is_hero": is_hero(row)} | hidden

    def board(row: Mapping[str, Any]) -> dict[str, Any]:
        return {} if is_hero(row) else {"discards": None, "discard_streets": None}

    return rekey(
        {
            **tables,
            "hands": changed(tables["hands"], "hands", lambda row: {k: v(row) for k, v in of_hand.items()}),
            "seats": changed(tables["seats"], "seats", seat),
            "boards": changed(tables["boards"], "boards", board),
        }
    )


def as_capture(tables: Tables) -> bytes:
    """The hands as a capture tool writes them."""
    out = BytesIO()
    write(tables, out)
    return out.getvalue()


@dataclass(frozen=True)
class Ordered:
    """What the first stages of a build make of files: the hand tables in order, table `sources`, and what tells of clashes and records."""

    tables: Mapping[str, list[Row]]
    sources: list[Row]
    clashes: list[Row]
    records: list[Row]


def ordered(folder: Path, *texts: bytes) -> Ordered:
    """Files read, their records brought together and put in order, as a build does before it audits them."""
    folder.mkdir(parents=True, exist_ok=True)
    staged = folder / "staged"
    with Staging(staged) as staging:
        books = stage([source_of_bytes(f"{n}.hh", text) for n, text in enumerate(texts)], staging)
    with database(folder / "work.duckdb", folder / "spill", 1) as con:
        register(con, staged, books)
        keep(con)
        unite_records(con, staged)
        identify(con)
        sources = sources_table(books, source_counts(con), merged_counts(con)).to_pylist()
        lay_hand_tables(con, staged, folder)
        lay_rest(con, folder)
    read = {name: pq.read_table(folder / f"{name}.parquet") for name in (*HAND_TABLES, "id_clashes", "hand_records")}
    tables = {name: read[name].drop_columns(list(table(name).place_columns)).to_pylist() for name in HAND_TABLES}
    return Ordered(tables, sources, read["id_clashes"].to_pylist(), read["hand_records"].to_pylist())
