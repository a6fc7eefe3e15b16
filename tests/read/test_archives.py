"""Archives: the good members are read, each other one is told with its reason, and nothing is written under a member's name."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from ofc_audit.read import archives
from ofc_audit.read.archives import archive_kind, unpack
from ofc_audit.read.source import open_sources
from ofc_audit.warehouse.build import build
from read.text_hands import T0

GOOD = T0.encode()


def zstd(content: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(content)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def zipped(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return sink.getvalue()


def tarred(members: dict[str, bytes], *links: tuple[str, str]) -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        for name, target in links:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, target
            archive.addfile(info)
    return sink.getvalue()


def found(content: bytes) -> dict[str, bytes | str]:
    """The bytes of each member, or why it is not read."""
    return {member.name: member.problem or bytes(member.data) for member in unpack("a", content)}


@pytest.mark.parametrize(
    ("pack", "kind", "inner"),
    [
        (gzip.compress, "gzip", "a"),
        (bz2.compress, "bzip2", "a"),
        (lzma.compress, "xz", "a"),
        (zstd, "zstd", "a"),
        (lambda content: zipped({"a": content}), "zip", "a"),
        (lambda content: tarred({"a": content}), "tar", "a"),
    ],
)
@pytest.mark.parametrize("size", [1, archives.IN_MEMORY // len(GOOD) + 2])
def test_every_kind_is_unpacked(pack: Callable[[bytes], bytes], kind: str, inner: str, size: int) -> None:
    content = pack(GOOD * size)
    assert archive_kind(content) == kind
    assert found(content) == {f"a!{inner}": GOOD * size}


def test_a_compressed_file_keeps_its_name_without_the_ending(tmp_path: Path) -> None:
    (tmp_path / "week.txt.gz").write_bytes(gzip.compress(GOOD))
    (tmp_path / "month.tar.zst").write_bytes(zstd(tarred({"d/1.txt": GOOD})))
    names = [source.name.removeprefix(f"{tmp_path}/") for source in open_sources([str(tmp_path)])]
    assert names == ["month.tar.zst!month.tar!d/1.txt", "week.txt.gz!week.txt"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_is_not_read_is_told_and_the_good_members_are(tmp_path: Path) -> None:
    sink = io.BytesIO()
    outside = ("../up.txt", "C:\\x.txt", "/etc/x.txt", "a\\..\\..\\b.txt")
    with zipfile.ZipFile(sink, "w") as archive:
        for name in ("week/Lotus.txt", *outside, "week/Lotus.txt"):
            archive.writestr(zipfile.ZipInfo(name), GOOD)
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "week/Lotus.txt")
        archive.writestr("inner.zip", zipped({"deep.txt": GOOD.replace(b"#7001", b"#7002")}))
        archive.writestr("last.txt", GOOD)
        archive.writestr("more/", b"")
    content = bytearray(sink.getvalue())
    # The flag in the central directory that says: encrypted.
    entry = content.rindex(b"PK\x01\x02", 0, content.rindex(b"last.txt"))
    content[entry + 8] |= 1
    told = [(member.name, member.problem) for member in unpack("a", bytes(content))]
    assert told == [
        ("a!week/Lotus.txt", None),
        *((f"a!{name}", "its name leads out of the archive") for name in outside),
        ("a!week/Lotus.txt", "there twice under this name: the first one is read"),
        ("a!link.txt", "a link, not a file: links are not followed"),
        ("a!inner.zip!deep.txt", None),
        ("a!last.txt", "encrypted: unpack it with its password first"),
    ]
    (tmp_path / "in.zip").write_bytes(bytes(content))
    result = build([str(tmp_path / "in.zip")], tmp_path / "out")
    assert (result.counts["n_stored"], result.n_rejects) == (2, 7)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.zip", "out"]


def test_links_in_a_tar_are_not_followed() -> None:
    members = found(tarred({"a.txt": GOOD}, ("b.txt", "a.txt"), ("c.txt", "/etc/passwd")))
    assert members["a!a.txt"] == GOOD
    assert members["a!b.txt"] == members["a!c.txt"] == "a link or a device, not a file: links are not followed"


def test_a_member_that_is_damaged_costs_itself_alone() -> None:
    content = bytearray(zipped({"1": GOOD, "2": GOOD * 2, "3": GOOD}, zipfile.ZIP_STORED))
    content[content.index(GOOD * 2) + 5] ^= 1
    members = found(bytes(content))
    assert members["a!1"] == members["a!3"] == GOOD
    assert "Bad CRC-32" in str(members["a!2"])


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstd])
def test_a_stream_cut_short_is_told(pack: Callable[[bytes], bytes]) -> None:
    content = pack(GOOD * 50)
    (problem,) = found(content[: len(content) // 2]).values()
    assert "cut short" in str(problem)


def test_what_grows_too_much_is_refused_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LEAST_ALLOWED", 4 << 20)
    monkeypatch.setattr(archives, "MOST_EXPANSION", 10)
    members = found(zipped({"bomb": bytes(5 << 20), "good": GOOD, "more": bytes(3 << 20), "again": bytes(3 << 20)}))
    assert members["a!good"] == GOOD
    assert str(members["a!bomb"]).startswith("unpacks to too much: a file of this size may unpack to 4 MB")
    assert isinstance(members["a!more"], bytes)
    assert str(members["a!again"]).startswith("unpacks to too much")
    (problem,) = found(gzip.compress(bytes(5 << 20))).values()
    assert str(problem).startswith("unpacks to too much")
    nested = zipped({"inner": zipped({"bomb": bytes(5 << 20)}), "good": GOOD})
    assert found(nested)["a!good"] == GOOD


def test_archives_nest_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    content = GOOD
    for _ in range(archives.MOST_LEVELS):
        content = zipped({"x": content})
    assert list(found(content).values()) == [GOOD]
    (problem,) = found(zipped({"x": content})).values()
    assert problem == f"an archive within {archives.MOST_LEVELS} others: unpack it first"
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    many = found(zipped({"1": GOOD, "2": GOOD, "3": GOOD}))
    assert many["a!3"] == "more than 2 files in one archive: unpack it first"


def test_an_empty_archive_is_no_silence() -> None:
    assert found(zipped({})) == {"a": "the archive (zip) holds no files"}


def test_a_workbook_is_no_archive() -> None:
    assert archive_kind(zipped({"xl/workbook.xml": b"<x/>"})) is None
