"""Names are data, whatever is in them: of players, of tables, in any format."""

from collections.abc import Callable

import pytest

from read.dirt.hands import T0, T1, T2
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


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_kept_whole(form: Format, read: Callable[..., Read], name: str) -> None:
    result = read(form.file(T0, T1.but(1, name=name), T2))
    assert result.reasons == []
    assert result.column("seats", "player_name") == ["Ana", "Bo", "Ana", name, "Ana", "Bo"]
    assert not any(result.column("claims", "is_foul"))
    assert result.column("claims", "points") == [17, -17] * 3
    assert len(set(result.column("seats", "player_id"))) == 3


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_name_of_a_table_is_kept_whole(form: Format, read: Callable[..., Read], name: str) -> None:
    if "tables" not in form.says:
        # The log of the arena names no table: two logs differ by their first deal.
        assert read(form.file(T0)).column("hands", "table_id")[0].startswith("log ")
        return
    result = read(form.file(T0, T1.but(table=name)))
    assert result.reasons == []
    assert result.column("hands", "table_id") == ["Lotus 4", name]


def test_two_players_of_one_name_are_two_seats(form: Format, read: Callable[..., Read]) -> None:
    result = read(form.file(T0.but(1, name="Ana")))
    names = result.column("seats", "player_name")
    assert names in ([], ["Ana", "Ana"])
    assert result.n_found == 1
