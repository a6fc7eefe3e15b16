"""The audit of a batch: unknown keys, order, verdicts of the match, and batches that hold nothing."""

import json

from audit.hands import ANA, BO, audit, hand, points, rules, short
from ofc_audit.audit.hands import audit_tables
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import empty


def record() -> dict[str, object]:
    """The hand as a JSON record, with a key that the format does not define."""
    rows = [("Ana", "Qh Qd 4c|9s 9c 5d 5h 2c|Ah Kh 8h 6h 3h"), ("Bo", "Jc Td 3s|7c 7d 6s 4d 2h|Ks Kc 8d 8c As")]
    seats = []
    for number, (name, board) in enumerate(rows, 1):
        placed = dict(zip(("top", "middle", "bottom"), (row.split() for row in board.split("|")), strict=True))
        seats.append({"seat": number, "player": name, "fantasy": 14, "streets": [placed]})
    return {
        "ofc": 1, "site": "pokerbet", "hand_id": "7", "rules": "pokerbet", "ended_at": "2026-03-01T18:22:05Z",
        "options": {"scoring": "1-6"}, "currency": "EUR", "point_value": "0.50", "seats": seats, "weather": "rain",
    }  # fmt: skip


def test_unknown_keys_are_noted() -> None:
    audited = audit(json.dumps(record()) + "\n")
    (finding,) = [f for f in audited.findings if f["check_id"] == "source.unknown_key"]
    assert short(finding) == ("source.unknown_key", finding["claimed"], None, None, None)
    assert "weather" in finding["claimed"]
    assert finding["severity"] == "note"
    assert finding["message"] == (
        "The record has keys that its format does not define, kept as they are and not looked at: "
        + finding["claimed"]
        + "."
    )
    assert (finding["first_line"], finding["last_line"]) == (1, 1)


def test_findings_stand_in_the_order_of_the_hands() -> None:
    wrong = {"result": points("+15", "-15")}
    texts = [hand(hand_id="3", **wrong), hand(hand_id="1"), hand((ANA, BO.replace("Jc", "Qh")), hand_id="2", **wrong)]  # type: ignore[arg-type]
    audited = audit("".join(texts))
    assert audited.checks == ["score.points", "layout.duplicate_card", "score.points"]
    assert [f["finding_no"] for f in audited.findings] == [1, 2, 3]
    assert audit("".join(texts)).findings == audited.findings


def test_every_hand_has_a_verdict_in_each_dimension() -> None:
    audited = audit(hand(hand_id="1") + hand(hand_id="2"))
    assert [v["dimension"] for v in audited.verdicts] == ["layout", "points", "money", "match"] * 2
    assert len(audited.seat_verdicts) == 4
    assert all(v["reason"] for v in audited.verdicts if v["verdict"] != "verified")


def test_match() -> None:
    assert audit(hand()).verdict("match") == ("unverifiable", "chain broken: match unknown")
    room = audit(hand(rules_id="pppoker_progressive17", options=""))
    assert room.verdict("match") == ("not applicable", "no matches under these rules")


def test_no_hands() -> None:
    tables = {name: empty(name) for name in (*HAND_TABLES, "scored_seats", "scored_pairs")}
    found = audit_tables(tables, rules())
    assert (found.findings.num_rows, found.verdicts.num_rows, found.seat_verdicts.num_rows) == (0, 0, 0)
