"""Captures read and written: the pretty print, other layouts, damage, and the accounts of every byte."""

import io
import json

import pytest

from ofc_audit.cards import cards_text
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.capture_hh import looks_like, read
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.write_capture_hh import write
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play

ANA = {
    "inFantasy": False,
    "result": 17,
    "playerName": "Ana",
    "orderIndex": 0,
    "hero": True,
    "dead": "Js1 4d2 2d3 4s4",
    "rows": "Qh0 Qd1 4c4/9s0 9c0 5d2 5h1 2c3/Ah0 Kh0 8h2 6h3 3h4",
    "win": 16.5,
    "playerId": "p1",
}
BO = {
    "inFantasy": False,
    "result": -17,
    "playerName": "Bo",
    "orderIndex": 1,
    "hero": False,
    "dead": "",
    "rows": "Jc0 Td1 3s4/7c0 7d0 6s2 4h1 2h3/Ks0 Kc0 8d2 8c3 As4",
    "win": -17,
    "playerId": "p2",
}


def record(*players: dict[str, object], hand_id: str = "200831074958-64802820-0000003-1", **changes: object) -> bytes:
    """One record in the pretty print."""
    data = {
        "stakes": 1,
        "handData": {hand_id: list(players or (BO, ANA))},
        "appName": "Ppp",
        "price": "0.9PHP",
        "joined": True,
        "clubId": "45083",
        "rules": "progressive17_nojokers",
        "endDateTime": "2020-08-31 00:08:26",
        "roomId": "64802820",
    } | changes
    text = json.dumps({key: value for key, value in data.items() if value is not None}, indent=4, ensure_ascii=False)
    # The capture tool opens the list of players on the line of the hand's id.
    ((key, _),) = data["handData"].items()  # type: ignore[attr-defined]
    text = text.replace('"handData": {\n        "' + key, '"handData": {"' + key).replace(
        "\n        ]\n    }", "\n    ]}"
    )
    return (text + "\n\n\n").encode()


def read_all(content: bytes, chunk_bytes: int = 1 << 24) -> list[HandBatch]:
    """All batches; every byte and line of each is accounted for."""
    source = source_of_bytes("x.hh", content)
    batches = list(read(source, chunk_bytes))
    for batch in batches:
        taken = sum(
            (last - first + 1)
            for table in (batch.hands, batch.rejects)
            for first, last in zip(table["first_byte"].to_pylist(), table["last_byte"].to_pylist(), strict=True)
        )
        assert taken + batch.blank_bytes == batch.n_bytes
        for reject in batch.rejects.to_pylist():
            assert reject["raw"] == source.data[reject["first_byte"] : reject["last_byte"] + 1]
    assert sum(batch.n_bytes for batch in batches) == source.n_bytes
    return batches


def one(content: bytes) -> HandBatch:
    """The only batch."""
    (batch,) = read_all(content)
    return batch


def reasons(content: bytes) -> list[str]:
    """Why each reject of the only batch is one."""
    return one(content).rejects["reason"].to_pylist()  # type: ignore[no-any-return]


def test_looks_like() -> None:
    assert looks_like(record())
    assert not looks_like(b'{"ofc": 1}')


def test_fields_of_a_record() -> None:
    batch = one(record())
    hand = batch.hands.to_pylist()[0]
    assert (hand["site"], hand["club_id"], hand["rules_id"]) == ("pppoker", "45083", "pppoker_progressive17")
    assert (hand["hand_no"], hand["table_id"], hand["status"], hand["n_seats"]) == (3, "64802820", "complete", 2)
    assert (str(hand["point_value"]), str(hand["chip_price"]), hand["chip_currency"]) == ("1.0000", "0.9000", "PHP")
    assert hand["ended_at"].isoformat() == "2020-08-31T00:08:26+00:00"
    assert (hand["is_observed"], hand["currency"], hand["first_line"], hand["last_line"]) == (False, "chips", 1, 34)
    ana, bo = batch.seats.to_pylist()
    assert (ana["player_name"], ana["player_id"], ana["is_hero"], ana["fantasy_cards"]) == ("Ana", "p1", True, 0)
    assert (bo["acting_order"], bo["is_hero"]) == (1, False)
    board, other = batch.boards.to_pylist()
    assert cards_text(board["cards"]) == "Qh Qd 4c 9s 9c 5h 5d 2c Ah Kh 8h 6h 3h"
    assert board["streets"] == [1, 2, 5, 1, 1, 2, 3, 4, 1, 1, 3, 4, 5]
    assert (cards_text(board["discards"]), board["discard_streets"], other["discards"]) == (
        "Js 4d 2d 4s",
        [2, 3, 4, 5],
        None,
    )
    claim = batch.claims.to_pylist()[0]
    assert (claim["points"], str(claim["net"]), claim["line"], board["line"], ana["line"]) == (
        17,
        "16.5000",
        17,
        22,
        18,
    )


def test_oldest_records_say_less() -> None:
    old = [{k: v for k, v in player.items() if k not in ("result", "win")} for player in (ANA, BO)]
    batch = one(record(*old, appName=None, price=None))
    assert batch.hands["site"].to_pylist() == ["pppoker"]
    assert batch.hands["chip_price"].to_pylist() == [None]
    assert batch.claims.select(["points", "net"]).to_pylist() == [{"points": None, "net": None}] * 2


def test_result_of_spartan_is_no_count_of_points() -> None:
    batch = one(record(appName="Spartan", hand_id="296445479", rules="progressive16_refant14_nojokers"))
    assert batch.hands["rules_id"].to_pylist() == ["spartan_refant14"]
    assert batch.hands["hand_no"].to_pylist() == [None]
    assert batch.claims["points"].to_pylist() == [None, None]
    assert [str(net) for net in batch.claims["net"].to_pylist()] == ["16.5000", "-17.0000"]


def test_fantasyland_seats() -> None:
    cards = "Qc0 Qs0 Ad0/2h0 2c0 8d0 8s0 Jd0/Th0 Jh0 Qh0 Kh0 Ah0"
    own = ANA | {"inFantasy": True, "rows": cards, "dead": "Ts0 5s1 4h2"}
    hidden = BO | {"inFantasy": True, "rows": "3s0 3c0 4c0/5c0 6c0 7c0 8c0 9c0/5d0 6d0 7d0 9d0 Td0"}
    batch = one(record(own, hidden))
    assert batch.seats["fantasy_cards"].to_pylist() == [16, None]
    assert batch.seats["is_fantasy"].to_pylist() == [True, True]
    assert batch.boards["streets"].to_pylist() == [[0] * 13] * 2
    assert batch.boards["discard_streets"].to_pylist() == [[0, 0, 0], None]


def test_few_cards_are_an_incomplete_hand() -> None:
    short = [player | {"rows": "Qh0//Ah0 Kh0", "dead": "", "result": 0, "win": 0} for player in (ANA, BO)]
    short[1]["rows"] = "//"
    batch = one(record(*short))
    assert batch.hands["status"].to_pylist() == ["incomplete"]
    assert batch.rejects.num_rows == 0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"rules": "progressive17_jokers"},
            'rules "progressive17_jokers": a 54-card deck with jokers is not supported',
        ),
        ({"stakes": "1"}, 'stakes is "1"; a number of at most 14 digits and four decimals is needed'),
        ({"stakes": 0.00001}, "stakes is 1e-05; a number of at most 14 digits and four decimals is needed"),
        ({"stakes": None}, "the record has no stakes"),
        ({"appName": "Other"}, 'appName is "Other"; known are Ppp, Upoker, Spartan'),
        ({"price": "cheap"}, 'price is "cheap"; an amount with its currency, such as 0.9PHP, is needed'),
        ({"clubId": 7}, "clubId is 7; text is needed"),
        ({"handData": {"1": [], "2": []}}, "handData holds 2 hands; a record has one"),
        ({"handData": {"1": []}}, 'hand "1" has no list of 1 to 4 players'),
        ({"handData": {"1": [ANA, ANA]}}, "the players' orderIndex are not 0 to 1, each once"),
        ({"handData": {"1": [{"rows": "//"}]}}, "player 1 has no inFantasy"),
        (
            {"handData": {"1": [ANA | {"rows": "Qh0 Qd1 4c4 5s1/9s0/Ah0"}, BO]}},
            "player 1.rows: the top holds 4 cards; 3 fit",
        ),
        (
            {"handData": {"1": [ANA | {"rows": "Qh0 Zd1/9s0/Ah0"}, BO]}},
            'player 1.rows is "Qh0 Zd1/9s0/Ah0"; three rows of cards with their street, such as Ks1, are needed',
        ),
        ({"handData": {"1": [ANA | {"rows": "Qh7//"}, BO]}}, "player 1.rows names a street above 4"),
    ],
)
def test_reasons(changes: dict[str, object], reason: str) -> None:
    if "handData" in changes:
        data = {"stakes": 1, **changes}
        content = json.dumps(data, indent=4).encode()
    else:
        content = record(**changes)
    batch = one(record() + content + record())
    assert batch.rejects["reason"].to_pylist() == [reason]
    assert batch.rejects["n_hands"].to_pylist() == [1]
    assert batch.hands.num_rows == 2


def test_other_layouts_are_the_same_hand() -> None:
    plain = one(record())
    data = json.loads(record())
    for text in (json.dumps(data), json.dumps(data, indent=1), json.dumps(data, sort_keys=True, indent=4)):
        other = one(text.encode())
        assert other.rejects.num_rows == 0
        assert other.hands["hand_key"].to_pylist() == plain.hands["hand_key"].to_pylist()


def test_marks_line_ends_and_control_characters() -> None:
    key = one(record()).hands["hand_key"].to_pylist()
    for content in (
        b"\xef\xbb\xbf" + record(),
        record().replace(b"\n", b"\r\n"),
        record() + b"\x1a",
        b"\x00\x10" + record(),
    ):
        batch = one(content)
        assert batch.rejects.num_rows == 0
        assert batch.hands["hand_key"].to_pylist() == key
    glued = one(record() + b"\xef\xbb\xbf" + record(hand_id="200831074958-64802820-0000004-1"))
    assert glued.hands.num_rows == 2


def test_names_are_data() -> None:
    names = ["Ana: [x] {y}", 'q"uote', "=cmd()", "'; drop table hands;--", "Đông 🂡", '": [', "null", "x" * 1000]
    for name in names:
        batch = one(record(ANA | {"playerName": name}, BO))
        assert batch.rejects.num_rows == 0
        assert batch.seats["player_name"].to_pylist() == [name, "Bo"]


def test_truncated_record_costs_no_other() -> None:
    cut = record()[:400]
    batch = one(cut + b"\n" + record() + record()[:90])
    assert batch.hands.num_rows == 1
    assert batch.rejects["n_hands"].to_pylist() == [1, 1]
    assert batch.rejects["reason"].to_pylist()[1] == "line 5: the text ends within the object"


def test_garbage_between_records() -> None:
    batch = one(record() + b"what is this\nand this\n" + record())
    assert batch.hands.num_rows == 2
    assert batch.rejects.select(["reason", "n_hands", "first_line", "last_line"]).to_pylist() == [
        {"reason": "text that is no record stands here", "n_hands": 0, "first_line": 37, "last_line": 38}
    ]


def test_unknown_keys_are_kept() -> None:
    batch = one(record(ANA | {"mood": "good"}, BO, tide=[1, 2]))
    assert batch.rejects.num_rows == 0
    assert json.loads(batch.hands["unknown_keys"].to_pylist()[0]) == {"tide": [1, 2], "players": [{"mood": "good"}, {}]}
    assert batch.hands["hand_key"].to_pylist() == one(record()).hands["hand_key"].to_pylist()


def test_doubled_key_is_damage() -> None:
    content = record().replace(b'"stakes": 1,', b'"stakes": 1, "stakes": 2,')
    assert reasons(content) == ['key "stakes" stands twice in one object']


def test_chunks_do_not_matter() -> None:
    content = b"".join(record(hand_id=f"200831074958-64802820-{n:07}-1") for n in range(50))
    whole = one(content).hands
    parts = [batch.hands for batch in read_all(content, 3000)]
    assert len(parts) > 5
    assert [key for part in parts for key in part["hand_key"].to_pylist()] == whole["hand_key"].to_pylist()
    assert [line for part in parts for line in part["first_line"].to_pylist()] == whole["first_line"].to_pylist()


def test_a_chunk_ends_with_a_line_also_before_a_record_that_is_indented() -> None:
    content = record() + b"   " + record(hand_id="200831074958-64802820-0000004-1")
    whole, parts = read_all(content), read_all(content, 1)
    assert [batch.n_bytes for batch in parts] == [len(record()) - 2, len(content) - len(record()) + 2]
    assert sum(batch.n_lines for batch in parts) == whole[0].n_lines
    assert [batch.hands["first_line"].to_pylist() for batch in parts] == [[1], [37]]
    assert whole[0].hands["first_line"].to_pylist() == [1, 37]


def test_an_unknown_key_with_half_of_a_surrogate_pair_is_damage() -> None:
    content = record().replace(b'"stakes": 1,', b'"stakes": 1, "mood\\ud800": 2,')
    assert reasons(content) == ["an escape (\\ud800 to \\udfff) is half of a surrogate pair"]


def test_written_and_read_again() -> None:
    for rules_id in ("pppoker_progressive17", "upoker_refant14", "spartan_refant14"):
        tables = play(load_rules()[rules_id], 300, 7)
        out = io.BytesIO()
        write(tables, out)
        batch = one(out.getvalue())
        assert batch.rejects.num_rows == 0
        assert batch.hands["hand_key"].to_pylist() == tables["hands"]["hand_key"].to_pylist()


def test_writer_refuses_what_a_capture_cannot_say() -> None:
    tables = play(load_rules()["pokerbet"], 4, 1, options={"scoring": "1-6"})
    with pytest.raises(ValueError, match=r"capture_hh cannot hold hands of other rooms"):
        write(tables, io.BytesIO())
