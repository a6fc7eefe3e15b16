"""What other rules would have changed in the play: from which hand on later ones are hypothetical, and what cannot be dealt."""

from pathlib import Path
from typing import Any

import pytest

from warehouse.histories import hand
from warehouse.test_rescore import hands_by_id, rescored, results


def game(*deals: int, table: str = "A", start: int = 1, **said: Any) -> str:
    """Hands of Ana and Bo at one table, a minute apart; in deal 0 Ana has queens on top, in deal 1 Bo has kings."""
    return "".join(
        hand(f"{table}{n}", deal, table=table, time=f"2024-03-05 21:{n:02d}:00", rules="pppoker_progressive17", **said)
        for n, deal in enumerate(deals, start)
    ).replace("Options: scoring 1-6, royalties american\n", "")


def bases(tables: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    hands = hands_by_id(tables)
    names = {row["hand_key"]: hand_id for hand_id, row in hands.items()}
    return {i: (row["basis"], names.get(row["basis_hand_key"]), row["play_change"]) for i, row in hands.items()}


def in_fantasy(text: str, hand_id: str, name: str, cards: int = 14) -> str:
    before, mark, after = text.partition(f"OFC Hand #{hand_id}:")
    return before + mark + after.replace(f"{name} (200.00)", f"{name} (200.00), Fantasyland {cards} cards", 1)


def test_a_fantasy_hand_less_makes_what_follows_at_the_table_hypothetical(tmp_path: Path) -> None:
    text = in_fantasy(game(1, 1, 0, 1), "A2", "Bo", 15) + game(1, 1, table="B")
    tables = rescored(results(tmp_path, {"a": text}), tmp_path / "out", fantasyland__entry="AA")
    found = bases(tables)
    assert found["A1"] == ("as played", None, "fantasyland")
    assert found["A2"] == ("hypothetical", "A1", None)
    assert found["A3"] == ("hypothetical", "A1", None)
    assert found["A4"] == ("hypothetical", "A1", "fantasyland")
    # At the other table Bo is not in Fantasyland after his kings: as the new rules have it.
    assert found["B1"] == ("as played", None, None)
    assert found["B2"] == ("as played", None, "fantasyland")
    by_table = {row["table_id"]: row for row in tables["rescore_tables"]}
    assert [by_table["A"][name] for name in ("hands", "played_hands", "hypothetical_hands", "changes")] == [4, 1, 3, 2]
    assert by_table["B"]["first_change_hand_key"] == hands_by_id(tables)["B2"]["hand_key"]


def test_play_that_followed_the_new_rules_anyway_is_no_change(tmp_path: Path) -> None:
    # Bo had kings and is not in Fantasyland in the next hand: as under an entry of aces.
    tables = rescored(results(tmp_path, {"a": game(1, 1, 1)}), tmp_path / "out", fantasyland__entry="AA")
    assert [row[0] for row in bases(tables).values()] == ["as played"] * 3
    assert bases(tables)["A2"] == ("as played", None, None)
    # The last hand of the table has no next one: a fantasy hand less would have followed it.
    assert bases(tables)["A3"] == ("as played", None, "fantasyland")


@pytest.mark.parametrize(("cards", "change"), [(15, "cards"), (14, None)])
def test_another_number_of_cards_is_a_change_unless_it_was_dealt(
    tmp_path: Path, cards: int, change: str | None
) -> None:
    text = in_fantasy(game(1, 1), "A2", "Bo", cards)
    set_cards = {"fantasyland__cards": "QQ 14, KK 14, AA 14, trips 14"}
    tables = rescored(results(tmp_path, {"a": text}), tmp_path / "out", **set_cards)
    assert bases(tables)["A1"][2] == change
    # Fifteen cards are none that the new rules deal at all.
    assert bases(tables)["A2"][0] == ("other deal" if change else "as played")


def test_what_cannot_be_told_makes_later_hands_uncertain_not_hypothetical(tmp_path: Path) -> None:
    text = in_fantasy(game(1, 0, 1), "A2", "Bo", 15)
    tables = rescored(results(tmp_path, {"a": text}), tmp_path / "out", fantasyland__cards="unknown")
    assert bases(tables)["A1"] == ("as played", None, "unknown")
    assert bases(tables)["A2"][:2] == ("uncertain", "A1")


def test_a_button_that_stands_still_in_fantasyland_changes_the_play(tmp_path: Path) -> None:
    text = in_fantasy(game(1, 1), "A2", "Bo", 15)
    tables = rescored(results(tmp_path, {"a": text}), tmp_path / "out", fantasyland__button="stays")
    assert bases(tables) == {"A1": ("as played", None, "button"), "A2": ("hypothetical", "A1", None)}


def test_nothing_is_due_to_a_player_who_has_nothing_left(tmp_path: Path) -> None:
    text = game(1).replace("Bo (200.00)", "Bo (9.00)").replace("points +9, net +9.00", "points +9, net -9.00")
    tables = rescored(results(tmp_path, {"a": text}), tmp_path / "out", fantasyland__entry="AA")
    assert bases(tables)["A1"] == ("as played", None, None)


def test_a_hand_that_the_new_rules_never_deal_is_named_so(tmp_path: Path) -> None:
    text = in_fantasy(game(1, 0), "A2", "Bo", 16)
    made = results(tmp_path, {"a": text})
    fixed = {"fantasyland__cards": "QQ 14, KK 15, AA 15, trips 15", "fantasyland__cards_on_stay": "14"}
    tables = rescored(made, tmp_path / "cards", **fixed)
    assert hands_by_id(tables)["A2"]["other_deal"] == "fantasy cards"
    assert bases(tables)["A2"][:2] == ("other deal", None)
    tables = rescored(made, tmp_path / "players", deal__players_min="3", deal__players_max="3")
    assert [row["other_deal"] for row in tables["rescore_hands"]] == ["players", "players"]
    tables = rescored(made, tmp_path / "streets", "arena_classic")
    assert hands_by_id(tables)["A1"]["other_deal"] == "streets"
    [row] = tables["rescore_tables"]
    assert (row["other_deal_hands"], row["played_hands"], row["hands"]) == (2, 0, 2)
