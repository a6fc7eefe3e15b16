"""Hands cut short, glued, out of order, or with a damaged beginning: never a hand, never in silence, and no other is harmed."""

from collections.abc import Callable

import pytest

from read.dirt.hands import T0, T1, T2
from read.dirt.spelling import FORMATS, Format
from read.text_hands import Read

Reads = Callable[..., Read]
STRIDE, CUTS = 7, 15
FAR, FARTHER = T0.but(number=6900), T0.but(number=7900)
SPOILT = {
    "ofc_text": ("OFC Hand #", "OFC Hand "),
    "ofc_jsonl": ('"ofc": 1', '"ofc": 3'),
    "capture_hh": ('"stakes"', '"stake"'),
    "arena_jsonl": ('"seats"', '"names"'),
    "swc_capture": ('"hand_id"', '"hand_no"'),
    "table": ("Qh Qd", "Qx Qd"),
}
"""What a program wrote wrongly in every hand."""


def whole(form: Format) -> int:
    """From how many bytes on a record that is cut short is whole."""
    text = form.spell(T0)
    # The last cell of a row has no end of its own: what is left of it is an amount too.
    return text.rindex(",") if form.name == "table" else len(text.rstrip("\n"))


@pytest.mark.parametrize("joint", ["\n", ""], ids=["on a line of its own", "glued"])
def test_a_fragment_is_no_hand_and_harms_none(form: Format, read: Reads, joint: str) -> None:
    text = form.spell(T1)
    harmed = []
    for cut in range(1, whole(form), max(STRIDE, len(text) // CUTS)):
        result = read(form.file(FAR, T0) + text[:cut] + joint + form.spell(T2) + form.spell(FARTHER))
        if not is_unharmed(form, result):
            harmed.append((cut, result.ids, result.reasons))
    assert harmed == []


def test_the_end_of_a_hand_without_its_beginning_harms_none(form: Format, read: Reads) -> None:
    text = form.spell(T1)
    for cut in range(STRIDE, len(text) - 1, max(STRIDE, len(text) // 12)):
        result = read(form.file(FAR, T0) + text[cut:] + form.spell(T2) + form.spell(FARTHER))
        assert is_unharmed(form, result), cut


def is_unharmed(form: Format, result: Read) -> bool:
    """Whether the damage is told and costs its own hand alone."""
    wanted = [form.hand_id(hand) for hand in (FAR, T0, T2, FARTHER)]
    if form.name == "table":
        # A row that cannot be read may be a player's of the hand before it or behind it, which is then incomplete.
        return bool(result.reasons) and set(result.ids) <= set(wanted) and {wanted[0], wanted[-1]} <= set(result.ids)
    return bool(result.reasons) and result.ids == wanted


def test_a_hand_within_another_harms_that_one_alone(form: Format, read: Reads) -> None:
    if form.name == "table":
        # Rows of one hand in several places: whole, but nothing says in which order the players acted.
        rows = [form.spell(hand).splitlines(keepends=True) for hand in (T0, T1)]
        mixed = read(form.head + rows[0][0] + "".join(rows[1]) + rows[0][1])
        assert (mixed.ids, mixed.n_found) == (["7002"], 2)
        return
    text, inner = form.spell(T0), form.spell(T1)
    lines = [at + 1 for at, char in enumerate(text[:-1]) if char == "\n"] or [
        text.index('"seats"' if form.name == "ofc_jsonl" else '"rounds"')
    ]
    for at in lines:
        result = read(text[:at] + inner + text[at:] + form.spell(T2))
        assert form.hand_id(T2) in result.ids, at
        assert form.hand_id(T0) not in result.ids, at
        assert len(result.reasons) >= 1, at
        assert result.n_found >= 2, at


def test_a_beginning_spelt_otherwise_is_counted(form: Format, read: Reads) -> None:
    if not form.header:
        return
    second = form.spell(T1).replace(form.header, form.lower, 1)
    result = read(form.file(T0) + second + form.spell(T2))
    assert result.n_found == 3
    assert result.ids == [form.hand_id(T0), form.hand_id(T2)]
    assert len(result.reasons) == 1


def test_a_file_of_spoilt_hands_counts_them_all(form: Format, read: Reads) -> None:
    old, new = SPOILT[form.name]
    hands = [T0.but(number=n) for n in range(1, 54)]
    text = form.file(*hands)
    assert text.count(old) == 53
    spoilt = read(text.replace(old, new))
    assert (spoilt.ids, spoilt.n_found, len(spoilt.reasons)) == ([], 53, 53)
    # The same file once it is put right.
    right = read(text)
    assert (len(right.ids), right.reasons) == (53, [])


def test_results_before_the_header_are_two_fragments() -> None:
    from read.text_hands import read as read_text

    form = FORMATS["ofc_text"]
    text = form.spell(T0)
    at = text.index("*** RESULT")
    results = text[at : text.index("*** END")]
    result = read_text(results + text.replace(results, "") + form.spell(T1))
    assert result.ids == ["7002"]
    assert [row["n_hands"] for row in result.rows("rejects")] == [0, 1]


def test_an_empty_file_of_each_kind_is_told(form: Format, read: Reads) -> None:
    for text in (form.head, "", "\n\n", "\ufeff", "\x1a"):
        result = read(text)
        assert result.ids == []
        assert len(result.reasons) == (0 if text and text == form.head else 1), text
