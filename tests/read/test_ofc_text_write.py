"""Writing `ofc_text`: exact text, the same hands when it is read back, and ValueError for what it has no words for."""

import io
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ofc_audit.cards import CARD_TEXT
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.write_ofc_text import write
from ofc_audit.tables import conform, schema
from read.text_hands import FULL, T0, Read, read

T0_WRITTEN = (
    T0.replace("5d 5h 2c", "5h 5d 2c").replace("7c 7d 6s", "7d 7c 6s").replace("[Ks Kc 8d 8c As]", "[As Ks Kc 8d 8c]")
)


def tables(result: Read) -> dict[str, pa.Table]:
    return {name: pa.concat_tables([batch.tables[name] for batch in result.batches]) for name in HAND_TABLES}


def written(of: Mapping[str, pa.Table]) -> str:
    out = io.BytesIO()
    write(of, out)
    return out.getvalue().decode()


def changed(table: str, column: str, value: Any, base: str = T0) -> dict[str, pa.Table]:
    """The tables of a hand with one column's first value changed."""
    found = tables(read(base))
    rows = found[table].to_pylist()
    rows[0][column] = value
    found[table] = conform(table, pa.Table.from_pylist(rows, schema(table)))
    return found


def test_the_text_is_exactly_this() -> None:
    assert written(tables(read(T0))) == T0_WRITTEN


def test_two_hands_are_parted_by_a_blank_line() -> None:
    assert written(tables(read(T0 + T0))) == T0_WRITTEN + "\n" + T0_WRITTEN


def test_all_parts_of_the_format_are_written() -> None:
    text = written(tables(read(FULL)))
    for line in FULL.splitlines():
        known = ("Seat 3: Cy", "# a note", "Seat 2 v Seat 1", "Options", "Seat 2: top", "Levels")
        if line and not line.startswith(known):
            assert line.replace("(8 s)", "(8.0 s)") in text.splitlines()
    assert 'Seat 3: "", sitting out' in text
    assert "Seat 1 v Seat 2: rows +1 +1 +1, bonus +3, royalties 11 - 0, points +17, amount 8.50" in text
    assert "Levels: 1 100, 2 200, 10 1000" in text
    options = (
        "Options: scoring 2-4, royalties american, royalties settle winner_only, progressive, one hand, match cap 50.00"
    )
    assert options in text


@pytest.mark.parametrize("text", [T0, FULL, FULL + T0])
def test_text_to_tables_to_text_to_tables_is_the_same(text: str) -> None:
    first = read(text)
    again = read(written(tables(first)))
    assert again.column("hands", "hand_key") == first.column("hands", "hand_key")
    ours, theirs = again.content(), first.content()
    for pair in (*ours["claimed_pairs"], *theirs["claimed_pairs"]):
        del pair["is_swapped"]
    assert ours == theirs
    assert written(tables(again)) == written(tables(first))


@pytest.mark.parametrize(
    ("table", "column", "value", "what"),
    [
        ("hands", "club_id", "77", "the club"),
        ("hands", "unknown_keys", '{"x": 1}', "keys of others"),
        ("hands", "rules_id", None, "a hand without a rule set"),
        ("hands", "point_value", None, "a hand without a point value"),
        ("hands", "ended_at", None, "a hand without the time at which it ended"),
        ("hands", "hand_id", "a: b", "a hand id that would read otherwise"),
        ("hands", "hand_id", "a\nb", "a hand id that would read otherwise"),
        ("hands", "currency", "gold coins", "a currency that would read otherwise"),
        ("hands", "table_id", "a\rb", "a table with a line break in its name"),
        ("hands", "site", "", "a site that would read otherwise"),
        ("hands", "match_id", "9", "a match of which it is unknown whether it goes on"),
        ("hands", "tournament_id", "9, level 3", "a tournament id that would read otherwise"),
        ("hands", "hand_no", 3, "a number of the hand without a match"),
        ("hands", "level", 3, "a level without a tournament"),
        ("hands", "option_one_hand", False, "that a match is of more than one hand"),
        ("hands", "option_royalties", "my own", "a royalty table whose name is no plain word"),
        ("hands", "events", '[{"seat": 1, "what": "moved"}]', "events other than disconnects of players"),
        ("hands", "sitting_out", "[1]", "a seat that sits out and plays"),
        ("seats", "seat_no", None, "a player without a seat number"),
        ("seats", "seat_no", 2, "one seat number for two players"),
        ("seats", "player_id", "p1", "a name beside the account"),
        ("seats", "is_hero", True, "whose recording it is"),
        ("claims", "is_foul", False, "a board claimed legal without royalties"),
        ("claims", "top_royalties", 7, "royalties of some rows only"),
        ("claims", "place", -1, "a place below 1"),
        ("boards", "streets", [1] * 13, "that it is unknown whether a street was placed automatically"),
        ("boards", "street_ms", [1], "what is told by street of a board of unknown streets"),
    ],
)
def test_what_the_format_has_no_words_for_is_refused_by_name(table: str, column: str, value: Any, what: str) -> None:
    with pytest.raises(ValueError) as refusal:
        written(changed(table, column, value))
    assert str(refusal.value).startswith("hand ")
    assert f": ofc_text cannot hold {what}" in str(refusal.value)


@pytest.mark.parametrize(
    ("table", "column", "value", "base", "what"),
    [
        ("hands", "match_id", "9, hand 3", FULL, "a match id that would read otherwise"),
        ("claimed_pairs", "top", None, FULL, "a pair with some rows only"),
        ("claimed_pairs", "royalties_a", -1, FULL, "a pair with royalties of one side only, or below zero"),
        ("claimed_pairs", "pair_no", 1, FULL, "pairs that are not numbered from 0 on"),
    ],
)
def test_what_only_a_full_hand_says_wrong_is_refused(table: str, column: str, value: Any, base: str, what: str) -> None:
    with pytest.raises(ValueError) as refusal:
        written(changed(table, column, value, base))
    assert f": ofc_text cannot hold {what}" in str(refusal.value)


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "Bo (5)",
        'q"uote',
        "a, b",
        "a: b",
        " x",
        "x ",
        "",
        "Seat 1",
        "# n",
        "*** END ***",
        "foul",
        "\\u0041",
        "x (1.00)",
        "a\u2028b",
        "\x7f",
    ]
)
amounts = st.integers(0, 10**8).map(lambda n: f"{n // 10_000}.{n % 10_000:04d}")


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    """What a hand says, drawn freely: two to four players, each on streets, in Fantasyland or shown only."""
    n = draw(st.integers(2, 4))
    numbers = sorted(draw(st.sets(st.integers(1, 40), min_size=n, max_size=n)))
    turn = draw(st.integers(0, n - 1))
    deck = draw(st.permutations(range(52)))
    players = []
    for place, number in enumerate(numbers[turn:] + numbers[:turn]):
        cards = deck[place * 13 : place * 13 + 13]
        players.append((number, draw(names), cards, draw(st.sampled_from(["streets", "fantasy", "shown"]))))
    return {
        "players": players,
        "id": draw(st.text(st.characters(categories=["L", "N", "Pd"]), min_size=1, max_size=9)),
        "value": draw(amounts),
        "stacks": [draw(st.none() | amounts) for _ in players],
        "points": [draw(st.none() | st.integers(-500, 500)) for _ in players],
        "nets": [draw(st.none() | amounts) for _ in players],
        "ms": [draw(st.none() | st.integers(0, 10**6)) for _ in range(5)],
        "auto": [draw(st.booleans()) for _ in range(5)],
        "with_dealt": draw(st.booleans()),
        "cancelled": draw(st.booleans()),
    }


PLACED = ((0, 3, 3, 6, 8, 9), (3, 4, 9, 10), (4, 5, 10, 11), (5, 6, 11, 12), (6, 8, 12, 13))


def rows_of(hand: Mapping[str, Any]) -> dict[str, pa.Table]:
    """The drawn hand as tables, made without any text: only the keys are those of a hand that was read."""
    base = {name: table.to_pylist()[0] for name, table in tables(read(T0)).items() if table.num_rows}
    blank = {"hand_key": 1}
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in HAND_TABLES}
    status = "cancelled" if hand["cancelled"] else "complete"
    rows["hands"].append(
        base["hands"] | blank | {"hand_id": hand["id"], "point_value": dec(hand["value"]), "status": status}
    )
    for order, (number, name, cards, kind) in enumerate(hand["players"]):
        seat = {"acting_order": order, "seat_no": number, "player_id": name, "player_name": name}
        is_fantasy = kind == "fantasy"
        seat |= {
            "is_fantasy": is_fantasy,
            "fantasy_cards": 13 if is_fantasy else 0,
            "stack": dec(hand["stacks"][order]),
        }
        rows["seats"].append(base["seats"] | blank | seat)
        rows["boards"].append(base["boards"] | blank | {"acting_order": order} | board_of(hand, cards, kind))
        claim = {"acting_order": order, "points": hand["points"][order], "net": dec(hand["nets"][order])}
        rows["claims"].append(base["claims"] | blank | claim)
    return {name: conform(name, pa.Table.from_pylist(found, schema(name))) for name, found in rows.items()}


def dec(text: str | None) -> Any:
    return None if text is None else pa.scalar(text).cast(pa.decimal128(18, 4)).as_py()


def board_of(hand: Mapping[str, Any], cards: list[int], kind: str) -> dict[str, Any]:
    if kind == "shown":
        ordered = [card for part in (cards[:3], cards[3:8], cards[8:]) for card in sorted(part, reverse=True)]
        return {"cards": ordered, "streets": [255] * 13}
    if kind == "fantasy":
        board = board_of(hand, cards, "shown") | {"streets": [0] * 13, "street_auto": hand["auto"][:1]}
        return board | {"street_ms": None if hand["ms"][0] is None else hand["ms"][:1]}
    streets = [1, 1, 1, 1, 1, 2, 3, 4, 2, 3, 4, 5, 5]
    ordered = sorted(range(13), key=lambda k: (k >= 3, k >= 8, streets[k], -cards[k]))
    board = {
        "cards": [cards[k] for k in ordered],
        "streets": [streets[k] for k in ordered],
        "street_auto": hand["auto"],
    }
    board["street_ms"] = None if all(ms is None for ms in hand["ms"]) else hand["ms"]
    if hand["with_dealt"]:
        board["dealt"] = sorted(cards, key=lambda card: streets[cards.index(card)])
        board["dealt_streets"] = sorted(streets)
        board |= {"discards": [], "discard_streets": []}
    return board


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hands())
def test_random_hands_written_read_back_equal(hand: Mapping[str, Any]) -> None:
    of = rows_of(hand)
    text = written(of)
    result = read(text)
    assert result.reasons == [], text
    ignored = {
        "hand_key",
        "deal_key",
        "line",
        "showdown_line",
        "first_line",
        "last_line",
        "first_byte",
        "last_byte",
        "source_file",
    }
    for name in HAND_TABLES:
        ours = [{k: v for k, v in row.items() if k not in ignored} for row in result.rows(name)]
        theirs = [{k: v for k, v in row.items() if k not in ignored} for row in of[name].to_pylist()]
        for row in theirs:
            row |= {"n_seats": len(hand["players"])} if name == "hands" else {}
        assert ours == theirs, text
    assert read(written(tables(result))).column("hands", "hand_key") == result.column("hands", "hand_key")


def test_cards_of_the_drawn_hands_are_a_deck() -> None:
    assert len(set(CARD_TEXT)) == 52
