"""Records of `ofc_jsonl` for the tests, and reading their lines without asking what format they have."""

import copy
import json
from typing import Any

from ofc_audit.read import ofc_jsonl
from ofc_audit.read.source import source_of_bytes
from read.text_hands import Read, assert_accounts

Json = dict[str, Any]


def board(top: str, middle: str, bottom: str) -> Json:
    return {"top": top.split(), "middle": middle.split(), "bottom": bottom.split()}


R0: Json = {
    "ofc": 1,
    "site": "pokerbet",
    "hand_id": "7001",
    "table": "Lotus 4",
    "rules": "pokerbet_progressive",
    "options": {"scoring": "1-6", "royalties": "american"},
    "ended_at": "2024-03-05T21:15:09Z",
    "currency": "USD",
    "point_value": "1.00",
    "seats": [
        {
            "seat": 1,
            "player": "Ana",
            "stack": "200.00",
            "fantasy": 0,
            "streets": [board("Qh Qd 4c", "9s 9c 5d 5h 2c", "Ah Kh 8h 6h 3h")],
            "claims": {"points": 17, "net": "17.00"},
        },
        {
            "seat": 2,
            "player": "Bo",
            "stack": "200.00",
            "fantasy": 0,
            "streets": [board("Jc Td 3s", "7c 7d 6s 4d 2h", "Ks Kc 8d 8c As")],
            "claims": {"points": -17, "net": "-17.00"},
        },
    ],
}
"""The hand `T0` of the text tests."""

R_FULL: Json = {
    "ofc": 1,
    "site": "pokerbet",
    "hand_id": "1842-3",
    "match_id": "1842",
    "hand_no": 3,
    "table": "Lotus 4",
    "rules": "pokerbet_progressive",
    "options": {
        "scoring": "2-4",
        "fantasyland": "progressive",
        "one_hand": True,
        "royalties": "american",
        "royalty_settlement": "winner_only",
        "match_cap": "50.00",
    },
    "ended_at": "2026-03-01T18:22:05Z",
    "currency": "EUR",
    "point_value": "0.50",
    "tournament": {"id": "77", "level": 3, "point_value_by_level": {"1": "100", "2": "200.00", "10": "1000"}},
    "status": "complete",
    "last_of_match": True,
    "seats": [
        {
            "seat": 1,
            "player": "Ana",
            "stack": "200.00",
            "fantasy": 0,
            "streets": [
                {"dealt": ["Qh", "Qd", "4c", "9s", "9c"], **board("Qh Qd", "9s 9c", "4c"), "ms": 12400},
                {
                    "dealt": ["5d", "Ah", "2c"],
                    **board("", "5d", "Ah"),
                    "discards": ["2c"],
                    "ms": 8000,
                    "auto": True,
                },
                {"dealt": ["5h", "Kh", "2d"], **board("", "5h", "Kh"), "discards": ["2d"], "auto": True},
                {"dealt": ["3c", "8h", "2s"], **board("3c", "", "8h"), "discards": ["2s"], "ms": 8000},
                {"dealt": ["6c", "6h", "2h"], **board("", "6c", "6h"), "discards": ["2h"], "auto": False},
            ],
            "claims": {
                "foul": False,
                "royalties": [7, 0, 4],
                "points": 17,
                "net": "8.50",
                "rake": "0.00",
                "stack": "208.50",
                "fantasy_next": 14,
                "bounty": "5.00",
            },
        },
        {
            "seat": 2,
            "player": "Bo",
            "stack": "85.50",
            "fantasy": 14,
            "streets": [
                {
                    "dealt": ["Jc", "Td", "3s", "7c", "7d", "6s", "4d", "7h", "Ks", "Kc", "8d", "8c", "As", "5c"],
                    **board("Jc Td 3s", "7c 7d 6s 4d 7h", "Ks Kc 8d 8c As"),
                    "discards": ["5c"],
                    "ms": 40205,
                }
            ],
            "claims": {
                "foul": True,
                "points": -17,
                "net": "-8.50",
                "rake": "0.00",
                "stack": "77.00",
                "fantasy_next": 0,
                "place": 3,
            },
        },
    ],
    "pairs": [
        {
            "a": 2,
            "b": 1,
            "rows": [-1, -1, -1],
            "bonus": -3,
            "royalties": [0, 11],
            "points": -17,
            "amount": "-8.50",
        }
    ],
    "sitting_out": [3],
    "events": [{"seat": 2, "what": "disconnected"}, {"seat": 2, "what": "connected"}],
    "rake": "0.25",
}
"""The hand `FULL` of the text tests: every key of the format."""


def record(base: Json = R0, **changes: Any) -> Json:
    """A copy of a record with keys changed; a key given as None is left out. `seats__0__stack` is a path."""
    result = copy.deepcopy(base)
    for path, value in changes.items():
        *way, last = (int(part) if part.isdecimal() else part for part in path.split("__"))
        place: Any = result
        for part in way:
            place = place.setdefault(part, {}) if isinstance(part, str) else place[part]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return result


def line(base: Json = R0, **changes: Any) -> str:
    """A record as one line, the line end included."""
    return json.dumps(record(base, **changes)) + "\n"


def hand(number: int) -> str:
    """A good line with a hand id of its own."""
    return line(hand_id=str(number))


def read_lines(data: str | bytes, chunk_bytes: int = 1 << 24) -> Read:
    """What reading some bytes gives; asserts that every byte is accounted for, and no line twice."""
    source = source_of_bytes("input.jsonl", data.encode() if isinstance(data, str) else data)
    result = Read(list(ofc_jsonl.read(source, chunk_bytes)), bytes(source.data))
    assert_accounts(result)
    return result


def only_reason(data: str | bytes) -> str:
    """The reason of the one reject, between two good hands that must be unharmed by it."""
    raw = data.encode() if isinstance(data, str) else data
    before, after = hand(1).encode(), hand(2).encode()
    result = read_lines(before + raw + after)
    assert result.ids == ["1", "2"]
    (reject,) = result.rows("rejects")
    assert reject["raw"] == raw.removesuffix(b"\n")
    assert (reject["first_byte"], reject["last_byte"]) == (len(before), len(before) + len(raw) - 2)
    assert reject["first_line"] == 2
    return str(reject["reason"])
