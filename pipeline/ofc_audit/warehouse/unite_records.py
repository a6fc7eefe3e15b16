"""Records of one deal brought together, some thousand deals at a time, and the staged tables with the hands that they make."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.warehouse.engine import count
from ofc_audit.warehouse.lay import group_count, groups
from ofc_audit.warehouse.packed_boards import unpacked
from ofc_audit.warehouse.staged import RAW_HAND, SOURCE_NO, StagedWriter, staged_schema, view_staged
from ofc_audit.warehouse.unite import unite

UNITED = "united_"
"""Before the names of staged tables of hands that were made of several records."""
_READ_ROWS = 8_192
_DEALS = r"""
create table deals_told as
with unseen as (
    select raw_hand from staged_boards
    semi join (select raw_hand from same_id where status <> 'complete') using (raw_hand)
    group by raw_hand having bool_and(cards = repeat('\xFF'::blob, 13))
),
records as (
    select s.*, u.raw_hand is null as has_cards from same_id as s left join unseen as u using (raw_hand)
),
-- A record without cards may tell of the one deal that the others with its id show.
placed as (
    select
        raw_hand, site, in_club, at_table, hand_id,
        case
            when not has_cards and max(deal_key) filter (has_cards) over id = min(deal_key) filter (has_cards) over id
                then max(deal_key) filter (has_cards) over id
            else deal_key
        end as deal
    from records
    window id as (partition by site, in_club, at_table, hand_id)
),
repeated as (
    select site, in_club, at_table, hand_id, deal, row_number() over () as group_no
    from placed group by all having count(*) > 1
)
select p.raw_hand, r.group_no
from placed as p
join repeated as r
    on r.site = p.site and r.hand_id = p.hand_id and r.deal = p.deal
    and r.in_club is not distinct from p.in_club and r.at_table is not distinct from p.at_table
"""
"""deals_told(raw_hand, group_no): records of a deal of which there are several, numbered by the deal from 1."""

_RECORDS = """
create table records_of_hands as
with heroes as (
    select raw_hand, min(acting_order) filter (is_hero) as hero_order
    from staged_seats semi join joined_records using (raw_hand) group by raw_hand
)
select
    j.base_hand as raw_hand, row_number() over (partition by j.base_hand order by j.rank) - 1 as record_no, heroes.hero_order,
    h.format, h.source_file, h.first_line, h.last_line, h.first_byte, h.last_byte, h.source_no
from joined_records as j
join staged_hands as h on h.raw_hand = j.raw_hand
left join heroes on heroes.raw_hand = j.raw_hand
"""


def unite_records(con: duckdb.DuckDBPyConnection, staged: Path) -> None:
    """Makes one hand of records of one deal that contradict each other in nothing; needs `same_id`.

    The views `staged_*` then have that hand in place of its records, under the number of the record that the others joined, and `kept` has
    that number only. records_of_hands(raw_hand, record_no, hero_order, places, source_no): the records of each such hand.
    """
    con.execute(_DEALS)
    con.execute("create table joined_records (raw_hand bigint, base_hand bigint, rank bigint)")
    n_groups = count(con, "select max(group_no) from deals_told")
    if n_groups:
        _sort(con, staged, n_groups)
        _unite(con, staged)
    con.execute(_RECORDS)
    if count(con, "select count(*) from joined_records"):
        con.execute(
            "delete from kept where raw_hand in (select raw_hand from joined_records where raw_hand <> base_hand)"
        )
        view_staged(con, staged, without="joined_records", part=UNITED)


def _told_file(staged: Path, name: str) -> Path:
    return staged / f"told_{name}.parquet"


def _sort(con: duckdb.DuckDBPyConnection, staged: Path, n_groups: int) -> None:
    """Writes the rows of the records in `deals_told`, those of the same deals in one row group of every table."""
    for name in HAND_TABLES:
        reader = con.sql(
            f"select t.*, d.group_no, d.group_no as place_no from staged_{name} as t join deals_told as d using ({RAW_HAND}) "
            f"order by d.group_no, t.{RAW_HAND}"
        ).to_arrow_reader(_READ_ROWS)
        declared = staged_schema(name).append(pa.field("group_no", pa.int64()))
        with pq.ParquetWriter(_told_file(staged, name), declared, compression="lz4") as writer:
            for table in groups(reader, "place_no", group_count(n_groups)):
                writer.write_table(table.cast(declared), row_group_size=max(1, table.num_rows))


def _unite(con: duckdb.DuckDBPyConnection, staged: Path) -> None:
    files = {name: pq.ParquetFile(_told_file(staged, name)) for name in HAND_TABLES}
    writers = {name: StagedWriter(staged, name, UNITED) for name in HAND_TABLES}
    for group in range(files["hands"].num_row_groups):
        told = {name: file.read_row_group(group) for name, file in files.items()}
        for united in unite(told | {"boards": unpacked(told["boards"])}):
            for name, writer in writers.items():
                writer.write(united.tables[name])
            con.register("united", united.records)
            con.execute("insert into joined_records select raw_hand, base_hand, rank from united")
            con.unregister("united")
    for closing in (*files.values(), *writers.values()):
        closing.close()


def merged_counts(con: duckdb.DuckDBPyConnection) -> dict[int, int]:
    """For each source number, how many of its records joined another one."""
    rows = con.execute(
        f"select {SOURCE_NO}, count(*) from records_of_hands where record_no > 0 group by {SOURCE_NO}"
    ).fetchall()
    return {int(no): int(n) for no, n in rows}
