"""The same deal under another id: a hand copied to fill statistics, or told by two records that name it differently.

The cards of a hand are known by a key that depends neither on who held them nor on the order of players: for each board, which cards lie in
which row. Two hands of one site with the same key are one deal, for no two deals of 26 and more cards are alike by chance.
"""

from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.audit.view import boards, flags, ints
from ofc_audit.findings import CHECKS
from ofc_audit.read.identity import mix
from ofc_audit.tables import table
from ofc_audit.warehouse.engine import quoted

_ROWS = ((0, 3, 0x9E3779B97F4A7C15), (3, 8, 0xC2B2AE3D27D4EB4F), (8, 13, 0x165667B19E3779F9))
"""Where each row lies on a board, and what tells it from the others."""


def cards_keys(data: pa.Table) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Hands all of whose boards are complete, and the key of the cards of each, from rows of boards by hand.

    A row of a board counts as the set of its cards: 52 bits. Boards of a hand are added up, so that their order does not matter.
    """
    hand, is_complete = ints(data, "hand_key"), flags(data, "is_complete") == 1
    cards = np.where(is_complete[:, None], boards(data, "cards"), 0).astype(np.uint64)
    word = np.zeros(len(hand), np.uint64)
    for start, stop, salt in _ROWS:
        bits = np.bitwise_or.reduce(np.uint64(1) << cards[:, start:stop], axis=1)
        word += mix(bits + np.uint64(salt))
    first = np.flatnonzero(np.r_[True, hand[1:] != hand[:-1]])[: len(hand)]
    if not len(first):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    total = np.add.reduceat(mix(word), first).view(np.int64)
    whole = np.logical_and.reduceat(is_complete, first)
    return hand[first][whole], total[whole]


def find_copies(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Creates `copies(hand_key, other_hand_key, has_same_players)` in `con`: hands with the cards of an earlier one, and that one.

    Needs views hands and seats, `hand_order` and `id_clashes`; reads the boards in `folder` a row group at a time. Cancelled hands are no
    copies, and a hand whose id belongs to an earlier one has a finding of its own.
    """
    con.execute("create or replace temp table deals (hand_key bigint, cards_key bigint)")
    file = pq.ParquetFile(folder / "boards.parquet")
    for group in range(file.num_row_groups):
        hand, key = cards_keys(file.read_row_group(group, columns=["hand_key", "cards", "is_complete"]))
        con.register("dealt", pa.table({"hand_key": hand, "cards_key": key}))
        con.execute("insert into deals select * from dealt")
        con.unregister("dealt")
    file.close()
    con.execute(
        """
        create or replace temp table copies as
        with repeated as (
            select cards_key from deals group by cards_key having count(*) > 1
        ),
        placed as (
            select h.hand_key, h.site, h.ended_at, d.cards_key, o.hand_order
            from deals as d
            semi join repeated using (cards_key)
            join hands as h using (hand_key)
            join hand_order as o using (hand_key)
            where h.status <> 'cancelled'
        ),
        told as (
            select
                hand_key, hand_order, first_value(hand_key) over w as other_hand_key, row_number() over w as no
            from placed
            window w as (partition by site, cards_key order by ended_at nulls last, hand_order)
        ),
        players as (
            select hand_key, list(player_id order by player_id) as players
            from seats semi join told using (hand_key)
            group by hand_key
        )
        select t.hand_key, t.other_hand_key, a.players = b.players as has_same_players
        from told as t
        join players as a on a.hand_key = t.hand_key
        join players as b on b.hand_key = t.other_hand_key
        anti join id_clashes as x on x.hand_key = t.hand_key
        where t.no > 1
        """
    )
    con.execute("drop table deals")


def copy_findings() -> str:
    """A query of findings, one for each row of `copies`; no file is named in the text, for the text is content."""
    check = CHECKS["source.copied_hand"]
    columns = {
        "finding_no": "0",
        "hand_key": "c.hand_key",
        "check_id": quoted(check.id),
        "severity": quoted(check.severity),
        "message": """
            'Every board of hand ' || h.hand_id || ' is one of hand ' || o.hand_id || ', card for card'
            || coalesce(' (' || if(o.table_id is distinct from h.table_id, 'table ' || o.table_id || ', ', '')
                || 'ended ' || strftime(o.ended_at, '%Y-%m-%d %H:%M:%S') || ' UTC)', '')
            || if(c.has_same_players, ', with the same players', ', with other players')
            || ': no two deals are alike by chance. Both count in the statistics.'""",
        "source_file": "h.source_file",
        "first_line": "h.first_line",
        "last_line": "h.first_line",
        "mark": "h.hand_id",
    }
    listed = ", ".join(f"{columns.get(c.name, 'null')} as {c.name}" for c in table("findings").columns)
    return f"""
        select {listed}
        from copies as c
        join hands as h using (hand_key)
        join hands as o on o.hand_key = c.other_hand_key
    """
