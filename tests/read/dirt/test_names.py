"""Names are data, whatever is in them: of players, of tables, in any format."""

from collections.abc import Callable

from read.dirt.hands import T0
from read.dirt.spelling import Format
from read.text_hands import Read

NAMES = {
    "colon": "Bo: all",
    "stack": "Bo (200.00) (host)",
    "foul": "Ana fouled",
    "seat": "Seat 1",
    "section": "*** END ***",
    "header": "OFC Hand #1",
    "apostrophe": "O'Neil",
    "sql": "x'); DROP TABLE hands;--",
    "quotes": 'a "quote" and \\ a stroke',
    "group": "$1 \\1 %s {0}",
    "formula": "=cmd()",
    "plus": "+1",
    "number": "007",
    "record": '{"ofc": 1}',
    "null": "null",
    "markup": "<b>&amp;</b>",
    "comma": "Bo, jr.",
    "semicolon": "a;b|c",
    "hash": "# Bo",
    "right to left": "\u202eright to left\u202c",
    "emoji": "👩\u200d👩\u200d👧🂡",
    "separators": "a\u2028b\u0085c",
    "wide": "ＡＮＡ",
    "accents": "e\u0301é",
    "long": "N" * 1000,
    "dash": "-",
}


def test_names_of_players_are_kept_whole(form: Format, read: Callable[..., Read]) -> None:
    result = read(form.file(*(T0.but(number=n).but(1, name=name) for n, name in enumerate(NAMES.values(), 1))))
    assert result.reasons == []
    assert result.column("seats", "player_name")[1::2] == list(NAMES.values())
    assert set(result.column("seats", "player_name")[::2]) == {"Ana"}
    assert not any(result.column("claims", "is_foul"))
    assert result.column("claims", "points") == [17, -17] * len(NAMES)
    assert len(set(result.column("seats", "player_id"))) == len(NAMES) + 1


def test_names_of_tables_are_kept_whole(form: Format, read: Callable[..., Read]) -> None:
    result = read(form.file(*(T0.but(number=n, table=name) for n, name in enumerate(NAMES.values(), 1))))
    assert result.reasons == []
    # The log of the arena names no table: two logs differ by their first deal.
    (log, *others) = result.column("hands", "table_id")
    assert [log, *others] == ([log] * len(NAMES) if "tables" not in form.says else list(NAMES.values()))


def test_two_players_of_one_name_are_two_seats(form: Format, read: Callable[..., Read]) -> None:
    result = read(form.file(T0.but(1, name="Ana")))
    names = result.column("seats", "player_name")
    assert names in ([], ["Ana", "Ana"])
    assert result.n_found == 1
