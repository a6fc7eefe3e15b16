"""What a capture is refused for does not depend on the road it takes: Arrow is laxer than the format, the reader is not."""

import json
import re

import numpy as np
import pytest

from ofc_audit.read import capture_records
from ofc_audit.read.capture_hh import UNSAID
from read.test_capture_hh import ANA, BO, one, record

AMOUNT = "a number of at most 14 digits and four decimals is needed"
TIME = "a time such as 2020-08-29 21:30:26 is needed"


def with_value(key: str, value: str) -> bytes:
    """A record in the pretty print in which the first value of a key is another one."""
    return re.sub(rf'"{key}": [^,\n]+'.encode(), f'"{key}": {value}'.encode(), record(), count=1)


@pytest.mark.parametrize(
    "value", ["100000000000000", "123456789012345678", "12345678901234567.5", "1.50000", "1e2", "1E-2", '"5"']
)
@pytest.mark.parametrize(("key", "where"), [("stakes", "stakes"), ("win", "player 1.win")])
def test_an_amount_that_does_not_fit_is_refused_and_never_another_amount(key: str, where: str, value: str) -> None:
    batch = one(record() + with_value(key, value) + record())
    assert batch.rejects["reason"].to_pylist() == [f"{where} is {value}; {AMOUNT}"]
    assert batch.hands.num_rows == 2


def test_the_greatest_amounts_are_exact() -> None:
    assert str(one(with_value("stakes", "99999999999999.9999")).hands["point_value"][0]) == "99999999999999.9999"
    assert str(one(with_value("win", "-99999999999999.9999")).claims["net"][1]) == "-99999999999999.9999"


def test_an_escaped_key_hides_no_amount() -> None:
    text = with_value("win", "123456789012345678").replace(b'"win"', b'"w\\u0069n"', 1)
    assert one(text).rejects["reason"].to_pylist() == [f"player 1.win is 123456789012345678; {AMOUNT}"]


def test_a_price_per_point_is_not_below_zero() -> None:
    reasons = one(with_value("stakes", "-5")).rejects["reason"].to_pylist()
    assert reasons == ["stakes is -5; a price per point is not below zero"]


@pytest.mark.parametrize(
    "value", ["", "yesterday", "2020-13-01 00:00:00", "2020-02-30 00:00:00", "2020-08-29T21:30:26"]
)
def test_a_time_that_is_none_is_named(value: str) -> None:
    batch = one(record(endDateTime=value) + record())
    assert batch.rejects["reason"].to_pylist() == [f"endDateTime is {json.dumps(value)}; {TIME}"]
    assert batch.hands.num_rows == 1


def test_both_roads_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(11)
    values = [b"1.0", b"-0", b"007", b"null", b"1e1", b'"1"', b"123456789012345678", b"0.00001", b"[]", b'"//"', b'""']
    lines = (record(ANA, BO) + record(hand_id="200831074958-64802820-0000004-1")).split(b"\n")
    changed = []
    for _ in range(160):
        text = list(lines)
        at = int(rng.integers(len(text)))
        if rng.integers(3):
            text[at] = re.sub(rb": [^,{\[]+", b": " + values[int(rng.integers(len(values)))], text[at])
        else:
            text[at : at + 1] = [text[at]] * (2 * int(rng.integers(2)))
        changed.append(b"\n".join(text))
    plain = [one(text) for text in changed]
    monkeypatch.setattr(capture_records, "_parse", lambda *_: None)
    for text, batch in zip(changed, plain, strict=True):
        alone = one(text)
        for name in ("hands", "seats", "boards", "claims", "rejects"):
            assert getattr(batch, name).equals(getattr(alone, name)), (name, text)
        assert UNSAID not in batch.rejects["reason"].to_pylist()
    assert {batch.rejects.num_rows for batch in plain} >= {0, 1}
