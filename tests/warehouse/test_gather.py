"""Hand tables in the order of the hands: the same rows whether they fit into memory or are dealt out to stretches first."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.tables import conform
from ofc_audit.warehouse import gather, lay
from ofc_audit.warehouse.packed_boards import packed, unpacked
from read.text_hands import FULL
from warehouse.captures import as_capture, ordered, played, recorded_by
from warehouse.histories import hand


def laid(folder: Path, *texts: bytes) -> dict[str, pa.Table]:
    ordered(folder, *texts)
    return {name: pq.read_table(folder / f"{name}.parquet") for name in HAND_TABLES}


def captures() -> tuple[bytes, ...]:
    """Hands that two people recorded, which become one each, and a third that only one did."""
    tables = played(6)
    return as_capture(recorded_by(tables, 0)), as_capture(recorded_by(tables, 1)), hands(3, 1, 2)


def hands(*numbers: int) -> bytes:
    return "".join(hand(f"{number}", number % 2) for number in numbers).encode()


@pytest.mark.parametrize(
    "texts", [(hands(5, 3, 12), hands(1, 8, 2, 7, 4), hands(6, 9, 10, 11)), (hands(2, 1, 2, 1),), captures(), (b"",)]
)
def test_rows_dealt_out_to_stretches_come_out_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: tuple[bytes, ...]
) -> None:
    whole = laid(tmp_path / "whole", *texts)
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 2)
    monkeypatch.setattr(gather, "HANDS_AT_ONCE", 4)
    monkeypatch.setattr(gather, "_DEALT_ROWS", 3)
    for name, table in laid(tmp_path / "dealt", *texts).items():
        assert table.equals(whole[name]), name
    groups = pq.ParquetFile(tmp_path / "dealt" / "hands.parquet").num_row_groups
    assert groups == -(-whole["hands"].num_rows // 2)
    assert not list((tmp_path / "dealt" / "staged").glob("dealt_*/*"))


def test_packed_boards_are_the_boards() -> None:
    text = (
        FULL
        + hand("2")
        + FULL.replace("dealt [5d Ah 2c]\n", "dealt [5d Ah 2c]\n# \n")
        .replace("(12.4 s)", "(auto)")
        .replace("1842", "9")
    )
    boards = next(read_source(source_of_bytes("a", text.encode()))).boards
    assert boards.num_rows > 4
    for rows in (
        boards,
        boards.slice(1),
        boards.slice(2, 1),
        boards.slice(0, 0),
        pa.concat_tables([boards, boards.slice(3)]),
    ):
        stored = packed(rows)
        assert not any(pa.types.is_nested(field.type) for field in stored.schema)
        assert conform("boards", unpacked(stored)).equals(rows)
        assert conform("boards", unpacked(stored.slice(1))).equals(rows.slice(1))
        # The database gives bytes of any length back.
        loose = stored.cast(
            pa.schema([f.with_type(pa.binary()) if f.type == pa.binary(13) else f for f in stored.schema])
        )
        assert conform("boards", unpacked(loose)).equals(rows)


def test_an_unknown_card_in_a_list_cannot_be_packed() -> None:
    boards = next(read_source(source_of_bytes("a", FULL.encode()))).boards
    at = boards.column_names.index("dealt")
    with pytest.raises(ValueError, match=r"^a list of cards or streets holds an unknown one$"):
        packed(
            boards.set_column(
                at, boards.schema.field(at), pa.array([[None]] * boards.num_rows, boards.schema.field(at).type)
            )
        )
