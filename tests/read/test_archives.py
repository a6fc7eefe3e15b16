"""Archives: the good members are read, each other one is told with its reason, and nothing is written under a member's name."""

import bz2
import gzip
import io
import lzma
import random
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from ofc_audit.read import archives
from ofc_audit.read.archives import archive_kind, unpack
from ofc_audit.read.packed import IN_MEMORY
from ofc_audit.read.source import MAPPED_FROM, open_sources
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
@pytest.mark.parametrize("size", [1, IN_MEMORY // len(GOOD) + 2])
def test_every_kind_is_unpacked(pack: Callable[[bytes], bytes], kind: str, inner: str, size: int) -> None:
    content = pack(GOOD * size)
    assert archive_kind(content) == kind
    assert found(content) == {f"a!{inner}": GOOD * size}


@pytest.mark.parametrize(
    "pack",
    [
        gzip.compress,
        bz2.compress,
        lzma.compress,
        zstd,
        lambda content: zipped({"a": GOOD, "b": content}),
        lambda content: tarred({"a": GOOD, "b": content}),
        lambda content: zipped({"inner.tar": tarred({"b": content})}),
    ],
)
def test_packed_files_that_are_large_enough_to_be_mapped(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    content = random.Random(1).randbytes(MAPPED_FROM + 1)
    (tmp_path / "a").write_bytes(pack(content))
    sources = list(open_sources([str(tmp_path / "a")]))
    assert [source.problem for source in sources] == [None] * len(sources)
    assert bytes(sources[-1].data) == content
    whole = (tmp_path / "a").read_bytes()
    (tmp_path / "a").write_bytes(whole[: MAPPED_FROM + 4096 if len(whole) > MAPPED_FROM + 9000 else MAPPED_FROM + 1])
    assert [source.problem for source in open_sources([str(tmp_path / "a")])][-1]


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
        ("a!week/Lotus.txt (2)", "there twice under this name: the first one is read"),
        ("a!link.txt", "a link or a device, not a file: links are not followed"),
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


def test_members_that_are_there_three_times_have_books_of_their_own() -> None:
    members = found(tarred({"a": GOOD}) + tarred({"a": GOOD}) + tarred({"a": GOOD, "b": GOOD}))
    twice = "there twice under this name: the first one is read"
    assert members == {"a!a": GOOD, "a!a (2)": twice, "a!a (3)": twice, "a!b": GOOD}


def test_a_damaged_header_in_a_tar_costs_its_own_member_and_is_told() -> None:
    content = bytearray(tarred({"a.txt": GOOD, "b.txt": GOOD, "c.txt": GOOD}))
    content[content.index(b"b.txt")] ^= 1
    members = found(bytes(content))
    assert members["a!a.txt"] == members["a!c.txt"] == GOOD
    size = 512 + -(-len(GOOD) // 512) * 512
    assert members["a"] == f"damaged (tar): bytes {size:,} to {2 * size - 1:,} are in no member"


def test_a_tar_cut_short_gives_what_is_whole() -> None:
    content = tarred({"a": GOOD, "b": GOOD * 9})
    members = found(content[: content.index(b"\0b\0") if b"\0b\0" in content else 512 * 4])
    assert members["a!a"] == GOOD
    cut = found(content[: len(GOOD) * 4])
    assert str(cut["a!b"]).startswith("damaged or cut short (tar)")


def test_a_tar_of_the_oldest_kind_and_one_with_a_header_for_all() -> None:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w", format=tarfile.PAX_FORMAT, pax_headers={"comment": "export"}) as archive:
        info = tarfile.TarInfo("a")
        info.size = len(GOOD)
        archive.addfile(info, io.BytesIO(GOOD))
    assert found(sink.getvalue()) == {"a!a": GOOD}
    old = bytearray(tarred({"a": GOOD}))
    old[257:265] = bytes(8)
    old[148:156] = b"%06o\0 " % (sum(old[:148]) + sum(old[156:512]) + 8 * 32)
    assert found(bytes(old)) == {"a!a": GOOD}


def test_two_zips_in_one_file_do_not_lose_the_first_in_silence() -> None:
    first = zipped({"a": GOOD})
    members = found(first + zipped({"b": GOOD}))
    assert members == {
        "a": f"its first {len(first):,} bytes are in no member: two archives joined? unpack it first",
        "a!b": GOOD,
    }


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("неделя/Стол 4.txt".encode("cp866"), "неделя/Стол 4.txt"),
        ("Zürich/Größe.txt".encode("cp437"), "Zürich/Größe.txt"),
        ("неделя.txt".encode(), "неделя.txt"),
    ],
)
def test_names_that_are_not_marked_as_utf8_are_shown_as_they_were_meant(raw: bytes, shown: str) -> None:
    content = zipped({"?" * len(raw): GOOD}).replace(b"?" * len(raw), raw)
    assert found(content) == {f"a!{shown}": GOOD}


def test_a_zip_that_asks_for_a_newer_program_is_a_reject_and_no_crash() -> None:
    content = bytearray(zipped({"a": GOOD}))
    content[content.rindex(b"PK\x01\x02") + 6] = 255
    (problem,) = found(bytes(content)).values()
    assert str(problem).startswith("damaged or cut short (zip): zip file version 25.5")


def test_what_is_unpacked_in_vain_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LEAST_ALLOWED", 4 << 20)
    monkeypatch.setattr(archives, "MOST_EXPANSION", 10)
    bomb = gzip.compress(bytes(5 << 20))
    members = list(unpack("a", zipped({f"{n}.gz": bomb for n in range(9)} | {"good": GOOD})))
    assert all(str(member.problem).startswith("unpacks to too much") for member in members)
    # Two of them were unpacked; the others, and the good one, would be too much work.
    assert len(members) == 10


def test_text_that_begins_like_an_archive_is_text() -> None:
    assert archive_kind(b"BZh is no header of bzip2\n") is None
    assert archive_kind(bz2.compress(b"")) == "bzip2"
    assert archive_kind(b"x" * 257 + b"ustard" + b"x" * 600) is None


def test_archives_changed_at_random_never_raise() -> None:
    packs = (gzip.compress, bz2.compress, lzma.compress, zstd)
    seeds = [pack(GOOD) for pack in packs] + [
        zipped({"a": GOOD, "b/c": GOOD}),
        tarred({"a": GOOD, "d/b": GOOD}, ("l", "a")),
    ]
    for seed in range(1500):
        chance = random.Random(seed)
        content = bytearray(chance.choice(seeds))
        for _ in range(chance.choice((1, 2, 8))):
            at = chance.randrange(len(content))
            change = chance.choice((b"", b"\0", b"\xff\xff\xff\xff", chance.randbytes(2)))
            content[at : at + chance.choice((0, 1, 4, 40))] = change
        if archive_kind(bytes(content)) is not None:
            assert list(unpack("a", bytes(content))), f"seed {seed}: an archive of which nothing is told"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gzip", "bzip2", "xz"])
def test_what_stands_behind_a_compressed_text_is_told_and_takes_nothing_away(pack: Callable[[bytes], bytes]) -> None:
    text = b"".join(b"line %d\n" % (n * n) for n in range(20_000))
    whole = pack(text) + b"\0" * 8 + pack(text)
    for padding in (b"", b"\0" * 512, b"\n"):
        (member,) = unpack("a", whole + padding)
        assert (bytes(member.data), member.problem) == (2 * text, None)
    first, second = unpack("a", whole + b"\0\0more")
    at = len(whole) + 2
    assert bytes(first.data) == 2 * text
    assert second.problem is not None
    assert second.problem.startswith(f"bytes {at:,} to {at + 3:,} stand behind what is compressed")
    # What is cut short or damaged gives nothing, as before.
    for cut in (pack(text)[:-1], pack(text)[:-20], whole[:-1], pack(text)[:60] + b"x" * 40 + pack(text)[100:]):
        (member,) = unpack("a", cut)
        assert (member.problem or "").startswith("damaged or cut short")
