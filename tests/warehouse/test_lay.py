"""Row groups: cut by hands or by rows, in whatever pieces the rows arrive, so that the bytes depend on the rows alone."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.tables import schema, table
from ofc_audit.warehouse import lay
from sql.relations import declared


def reader(places: list[int], piece: int) -> pa.RecordBatchReader:
    data = pa.table({"x": pa.array(range(len(places)), pa.int64()), "place_no": pa.array(places, pa.int64())})
    return pa.RecordBatchReader.from_batches(data.schema, data.to_batches(max_chunksize=piece))


@pytest.mark.parametrize("piece", [1, 2, 3, 100])
def test_rows_are_cut_where_a_group_of_hands_ends(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 2)
    places = [1, 1, 2, 3, 3, 4, 4, 4, 9]
    cut = [t.column("x").to_pylist() for t in lay.groups(reader(places, piece), "place_no", 6)]
    assert cut == [[0, 1, 2], [3, 4, 5, 6, 7], [], [], [8], []]
    assert [t.column_names for t in lay.groups(reader(places, piece), "place_no", 6)] == [["x"]] * 6


def test_no_hands_are_no_groups() -> None:
    assert lay.group_count(0) == 0
    assert list(lay.groups(reader([], 1), "place_no", 0)) == []
    assert [lay.group_count(n) for n in (1, 8_192, 8_193)] == [1, 1, 2]


@pytest.mark.parametrize("piece", [1, 2, 3, 100])
def test_rows_are_cut_by_number(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(lay, "ROWS_PER_GROUP", 3)
    cut = [t.column("x").to_pylist() for t in lay.fixed_groups(reader([0] * 7, piece))]
    assert cut == [[0, 1, 2], [3, 4, 5], [6]]


def test_a_group_without_rows_is_a_group(tmp_path: Path) -> None:
    writer = lay.OrderedWriter("claimed_pairs", tmp_path / "p.parquet")
    for rows in ([{"hand_key": 1, "b": 1}], [], [{"hand_key": 2, "b": 1}]):
        writer.write(declared("claimed_pairs", rows))
    writer.close()
    file = pq.ParquetFile(tmp_path / "p.parquet")
    assert [file.metadata.row_group(n).num_rows for n in range(3)] == [1, 0, 1]
    assert writer.n_rows == 2


def test_files_have_the_declared_schema_with_comments(tmp_path: Path) -> None:
    with duckdb.connect() as con:
        columns = ", ".join(f"null as {c.name}" for c in table("findings").columns)
        assert lay.lay(con, "findings", f"select {columns} limit 0", tmp_path / "f.parquet") == 0
    assert pq.read_schema(tmp_path / "f.parquet").equals(schema("findings"), check_metadata=True)


def test_a_query_of_other_columns_is_described(tmp_path: Path) -> None:
    with duckdb.connect() as con:
        n = lay.lay_undeclared(con, "select 1 as x, 'a' as y", tmp_path / "u.parquet", {"x": "An x.", "y": "A y."})
    read = pq.read_table(tmp_path / "u.parquet")
    assert (n, read.to_pylist()) == (1, [{"x": 1, "y": "a"}])
    assert [f.metadata[b"comment"] for f in read.schema] == [b"An x.", b"A y."]
