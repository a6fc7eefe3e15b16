"""Dirty inputs through the whole program: what `ofc run` stores, lists and says by its exit status, in every format that can carry them."""

import io
import zipfile
from dataclasses import dataclass, replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.cli.main import run_command
from read.dirt.hands import ANA, BO, T0, T1, Hand, Seat
from read.dirt.spelling import FORMATS, mapping
from read.dirt.test_fragments import SPOILT
from read.swc_records import finished
from read.table_files import HEADINGS, MAPPING
from read.table_files import T0 as ROWS
from warehouse.histories import rows

CY = Seat("Cy", "2d 3c 5c/6c 6d 7h 8s Tc/Jd Jh Js 4h 9d", -18, "-17.00")
THREE = Hand((ANA, BO, CY)).but(0, points=34, net="34.00").but(1, points=-16, net="-16.00")
"""Ana scoops both, Bo beats Cy in two rows: 34, -16 and -18. Cy pays 17.00."""
ENTRY = T0.but(rules="openface_pineapple")
FANTASY = Hand(
    (
        Seat("Ana", "2c 2d As/3c 3d 6h 5s 4d/9c 9d Th Tc 4h", -1, "-1.00", fantasy=14),
        Seat("Bo", "2h 5c 7c/6c 6d 8h 9s Jh/8c 8s Qc Qd Kh", 1, "1.00"),
    ),
    rules=ENTRY.rules,
)
"""The hand behind it: the button stays, and Ana plays with 14 cards for her queens."""
VOID = (
    FANTASY.but(cancelled=True)
    .but(0, board="Qh Qd/9s 9c/Ah Kh 8h", points=0, net="0.00")
    .but(1, board="Jc Td/7c 7d/Ks Kc 8d", points=0, net="0.00")
)
"""The same hand, broken off after seven cards."""
QUIET = (
    Hand((Seat("Ana", BO.board, 1, "1.00"), Seat("Bo", CY.board, -1, "-1.00"))),
    Hand((replace(FANTASY.seats[0], fantasy=0), FANTASY.seats[1])),
    Hand(
        (
            Seat("Ana", "Jc Td 3s/6c 6d 7h 8s Tc/Ks Kc 8d 8c As", -1, "-1.00"),
            Seat("Bo", "2d 3c 5c/7c 7d 6s 4d 2h/Jd Jh Js 4h 9d", 1, "1.00"),
        )
    ),
)
"""Hands that lead to nothing: no royalties, no Fantasyland."""
SPOILT_WORD = SPOILT | {"table": (",no\n", ",nope\n")}
NO_ID = MAPPING.replace('hand_id = "Hand"\n', "").replace(
    "[hands]", '[hands]\nhas_id = false\nsame = ["table_id", "ended_at"]'
)
MONEY = ("ofc_text", "ofc_jsonl", "capture_hh", "table")
VOIDS = ("ofc_text", "ofc_jsonl", "table")
DEALER = "New game started (2 hands)\n" + finished(1, a=15, b=-15) + "TOTAL - a: +15, b: -15\n"


def put(folder: Path, files: dict[str, str | bytes]) -> None:
    """Files below a folder, to the byte."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def mapped(folder: Path, files: dict[str, str]) -> dict[str, str | bytes]:
    """Files of one folder, the tables among them with the mapping that reads them."""
    text = Path(mapping(folder)).read_text("utf-8")
    return {**files, **{f"{name}.mapping.toml": text for name in files if name.endswith("table")}}


def archive() -> bytes:
    """A good member; names that lead out, an encrypted member, a nested archive, a name in cp866, a member twice."""
    text = [FORMATS["ofc_text"].file(T0.but(number=n, table="Zip", time=f"2024-03-08 21:00:0{n}")) for n in range(1, 8)]
    inner, sink, raw = io.BytesIO(), io.BytesIO(), "Стол.txt".encode("cp866")
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("deep.txt", text[1])
    with zipfile.ZipFile(sink, "w") as made:
        for name, content in (
            *(("week/Lotus.txt", text[0]), ("../up.txt", text[2]), ("C:\\x.txt", text[3]), ("secret.txt", text[4])),
            *(("inner.zip", inner.getvalue()), ("?" * len(raw), text[5])),
        ):
            made.writestr(zipfile.ZipInfo(name), content)
        with pytest.warns(UserWarning, match="Duplicate name"):
            made.writestr(zipfile.ZipInfo("week/Lotus.txt"), text[6])
    content = bytearray(sink.getvalue().replace(b"?" * len(raw), raw))
    entry = content.rindex(b"PK\x01\x02", 0, content.rindex(b"secret.txt"))
    content[entry + 8] |= 1
    return bytes(content)


@dataclass(frozen=True)
class Run:
    """A run of the program: its exit status and its results."""

    status: int
    out: Path

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return rows(self.out, query)

    def hands(self, folder: str, columns: str = "hand_id") -> list[tuple[Any, ...]]:
        """Columns of the hands of a folder, in their order."""
        where = f"from hands where contains(source_file, '/{folder}/')"
        return self.rows(f"select {columns} {where} order by format, table_id, ended_at nulls last, hand_id")

    def counts(self, folder: str) -> tuple[int, ...]:
        """Hands found, stored, duplicate, cancelled, rejected in the files of a folder."""
        names = ", ".join(f"sum(n_{name})::int" for name in ("found", "stored", "duplicates", "cancelled", "rejected"))
        (counts,) = self.rows(f"select {names} from sources where contains(source_file, '/{folder}/')")
        return counts

    def findings(self, folder: str) -> list[tuple[Any, ...]]:
        """Format, check and difference of the findings in a folder."""
        where = f"where contains(hands.source_file, '/{folder}/')"
        query = f"select format, check_id, claimed, computed from findings join hands using (hand_key) {where}"
        return sorted(self.rows(query), key=str)

    def fantasyland(self, folder: str) -> list[tuple[str, int]]:
        """The verdicts on Fantasyland in a folder, with how many hands have them."""
        where = f"where dimension = 'fantasyland' and contains(source_file, '/{folder}/')"
        return self.rows(
            f"select verdict, count(*) from hands join verdicts using (hand_key) {where} group by all order by all"
        )


def ofc_run(folder: Path, *paths: str, out: str = "out") -> Run:
    """`ofc run` on paths of a folder; records that name no rules are the arena's."""
    words = [str(folder / path) for path in paths]
    status = run_command(["run", *words, "--out", str(folder / out), "--rules", "arena_pineapple"])
    return Run(status, folder / out)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One run of many small folders, each a case."""
    folder = tmp_path_factory.mktemp("program")
    missing = {
        f"24/{form}": form.file(
            (THREE if "money" in form.says else THREE.but(2, points=-17)).but(number=24, table=f"24 {form}")
        )
        for form in FORMATS.values()
    }
    autumn = (ENTRY.but(time="2024-11-03 01:30:00"), FANTASY.but(number=7002, time="2024-11-03 01:10:00"))
    void = {
        f"30/{name}": FORMATS[name].file(
            *(
                hand.but(number=3000 + at, table=f"30 {name}", time=f"2024-03-06 21:{at}5:00")
                .but(0, name=f"Ana {name}")
                .but(1, name=f"Bo {name}")
                for at, hand in enumerate((ENTRY, VOID, FANTASY))
            )
        )
        for name in VOIDS
    }
    kept = {
        f"41/{form}": form.file(*(hand.but(table=f"41 {form}") for hand in (T0, T1)))
        + form.spell(T0.but(table=f"41 {form}, other")) * ("tables" in form.says)
        for form in FORMATS.values()
    }
    table = "\n".join([HEADINGS, *ROWS]).replace("Lotus 4", "no id") + "\n"
    arena = FORMATS["arena_jsonl"].file(T0.but(0, name="no id"))
    nameless = {
        f"39/{name}{at}": text if at < 2 else text.replace("\n", "\r\n")
        for name, text in (("table.csv", table), ("arena", arena), ("dealer", DEALER))
        for at in range(3)
    }
    put(folder / "in", mapped(folder, missing | void | kept | {"27/table": FORMATS["table"].file(*autumn)}))
    put(folder / "in", {**nameless, "39/mapping.toml": NO_ID, "48/week.zip": archive()})
    for case, zone in (("27", "America/New_York"), ("30", "UTC")):
        path = folder / f"in/{case}/table.mapping.toml"
        text = path.read_text("utf-8").replace("pokerbet_progressive", ENTRY.rules)
        path.write_text(text.replace("UTC", zone), "utf-8")
    before = sorted(folder.rglob("*"))
    result = ofc_run(folder, "in")
    written = sorted(set(folder.rglob("*")) - set(before))
    assert all(path.is_relative_to(folder / "out") for path in written)
    return result


def test_the_exit_status_says_that_there_are_findings_and_rejects(ran: Run) -> None:
    assert ran.status == 1


def test_money_and_points_that_appear_are_a_finding_in_every_format(ran: Run) -> None:
    assert ran.counts("24") == (6, 6, 0, 0, 0)
    found = {form: finding for form, *finding in ran.findings("24") if finding[0] != "source.copied_hand"}
    # One point or 1.00 too much: at the player who gives too little, where his rake is known to be none.
    points, net = ["score.points", "-17", "-18"], ["settle.net", "-17.00", "-18.00"]
    assert found == dict.fromkeys(("arena_jsonl", "swc_capture"), points) | dict.fromkeys(
        ("ofc_text", "ofc_jsonl", "table"), net
    ) | {"capture_hh": ["settle.conservation", "1.00", "0.00"]}


def test_a_local_hour_that_occurs_twice_keeps_both_hands_and_the_chain(ran: Run) -> None:
    assert ran.hands("27", "hand_id, strftime(ended_at, '%H:%M'), contains(unknown_keys, 'occurs twice')") == [
        ("7001", "05:30", True),
        ("7002", "06:10", True),
    ]
    assert ran.fantasyland("27") == [("unverifiable", 1), ("verified", 1)]


def test_a_cancelled_hand_is_kept_and_counts_nowhere_and_fantasyland_stays_due(ran: Run) -> None:
    assert ran.counts("30") == (9, 6, 0, 3, 0)
    assert ran.hands("30", "status") == [("complete",), ("cancelled",), ("complete",)] * 3
    assert ran.fantasyland("30") == [("not applicable", 3), ("unverifiable", 3), ("verified", 3)]
    query = "select hands, normal_hands, fouls, fantasy_hands from player_stats where player_id in ({})"
    names = ", ".join(f"'Ana {name}'" for name in VOIDS)
    assert ran.rows(query.format(names)) == [(2, 1, 0, 1)] * 3


def test_a_hand_without_an_id_is_one_hand_under_any_name_and_with_any_line_ends(ran: Run) -> None:
    assert ran.counts("39") == (9, 3, 6, 0, 0)
    assert [form for (form,) in ran.hands("39", "format")] == ["arena_jsonl", "swc_capture", "table"]


def test_hands_that_differ_in_id_or_table_alone_are_all_kept(ran: Run) -> None:
    n = sum(2 + ("tables" in form.says) for form in FORMATS.values())
    assert ran.counts("41") == (n, n, 0, 0, 0)


def test_every_odd_member_of_an_archive_is_listed_with_its_reason_and_the_good_ones_are_read(ran: Run) -> None:
    assert ran.hands("48", "hand_id, split_part(source_file, '/48/', 2)") == [
        ("1", "week.zip!week/Lotus.txt"),
        ("2", "week.zip!inner.zip!deep.txt"),
        ("6", "week.zip!Стол.txt"),
    ]
    query = (
        "select split_part(source_file, '!', 2), reason from rejects where contains(source_file, '/48/') order by all"
    )
    assert ran.rows(query) == [
        ("../up.txt", "its name leads out of the archive"),
        ("C:\\x.txt", "its name leads out of the archive"),
        ("secret.txt", "encrypted: unpack it with its password first"),
        ("week/Lotus.txt (2)", "there twice under this name: the first one is read"),
    ]


def test_nothing_but_the_folder_of_results_is_written(ran: Run) -> None:
    assert sorted(path.name for path in ran.out.parent.iterdir()) == ["in", "mapping.toml", "out"]


def test_a_hand_cut_short_and_whole_elsewhere_is_one_hand_in_either_order(tmp_path: Path) -> None:
    whole = {str(form): form.file(T0.but(number=7001 + at)) for at, form in enumerate(FORMATS.values())}
    cut = {name: text[: text.index("Qd") + 2] for name, text in whole.items()}
    put(tmp_path / "a", mapped(tmp_path, cut))
    put(tmp_path / "b", mapped(tmp_path, whole))
    one, other = ofc_run(tmp_path, "a", "b", out="ab"), ofc_run(tmp_path, "b", "a", out="ba")
    query = "select format, hand_key, status, source_file from hands order by all"
    assert one.rows(query) == other.rows(query)
    assert one.hands("b", "status") == [("complete",)] * len(FORMATS)
    for run in (one, other):
        assert run.status == 1
        assert run.counts("b") == (6, 6, 0, 0, 0)
        # Told as incomplete: neither a duplicate nor a hand that anything is said of.
        assert run.counts("a") == (6, 0, 0, 0, 6)
        assert run.rows("select count(*) from rejects where contains(source_file, '/a/')") == [(6,)]
        assert run.rows("select count(*) from scored_seats where is_foul") == [(0,)]


def dealt(n_hands: int) -> list[Hand]:
    """So many hands of which no two have the same cards: suits change places."""
    hands = []
    for number, (suits, hand) in enumerate(product(permutations("cdhs"), QUIET), 1):
        other = str.maketrans("cdhs", "".join(suits))
        boards = [" ".join(seat.board.split(" ")).translate(other) for seat in hand.seats]
        time = f"2024-03-05 21:{number % 60:02}:00"
        hands.append(hand.but(number=number, time=time).but(0, board=boards[0]).but(1, board=boards[1]))
    return hands[:n_hands]


def test_a_file_of_spoilt_hands_is_not_done_with_and_the_mended_one_is_stored(tmp_path: Path) -> None:
    right = {
        str(form): form.file(*(hand.but(table=f"{form} {hand.number}") for hand in dealt(53)))
        for form in FORMATS.values()
    }
    put(tmp_path / "in", mapped(tmp_path, {name: text.replace(*SPOILT_WORD[name]) for name, text in right.items()}))
    spoilt = ofc_run(tmp_path, "in")
    n = 53 * len(FORMATS)
    assert (spoilt.status, spoilt.counts("in")) == (1, (n, 0, 0, 0, n))
    put(tmp_path / "in", {**right})
    mended = ofc_run(tmp_path, "in")
    assert mended.counts("in") == (n, n, 0, 0, 0)
    # Three of the files tell hands of one site, under other tables: the same cards each time, and nothing else is found.
    assert {check for _, check, *_ in mended.findings("in")} == {"source.copied_hand"}
