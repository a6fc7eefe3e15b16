"""A rule set in words, as a player reads it."""

import pytest

from ofc_audit.rulesets import all_parameters, describe
from rulesets.files import SHIPPED, rules


@pytest.mark.parametrize("name", SHIPPED)
def test_describe_covers_every_parameter(name: str) -> None:
    rows = describe(rules(name))
    keys = [row.key for row in rows if row.key in all_parameters()]
    assert keys == list(all_parameters())
    for row in rows:
        assert all((row.section, row.value, row.sentence, row.source)), row
        assert "{" not in row.sentence, row
        assert row.sentence.endswith("."), row
    assert len({row.key for row in rows}) == len(rows)


def test_describe_in_words() -> None:
    rows = {row.key: row for row in describe(rules("pokerbet"))}
    assert rows["score.scoop_bonus"] == (
        "score",
        "score.scoop_bonus",
        "3",
        "Under 1-6 scoring, winning all three rows adds 3 points; two wins and a tie add none.",
        "document 000, The points calculating rules, second method",
        "",
    )
    assert rows["score.method"].value == "unknown"
    assert rows["score.method"].sentence == (
        "Not known: whether rows are scored 1-6 (a bonus for all three rows) or 2-4 (a bonus for most of the rows)."
    )
    assert rows["board.equal_rows_legal"].value == "yes"
    assert rows["royalties.american.bottom"].sentence == (
        "Royalties on the bottom: straight=2, flush=4, full house=6, quads=10, straight flush=15, "
        "royal flush=25; nothing for less."
    )
    assert rows["fantasyland progressive: fantasyland.cards"].sentence == (
        "Where the hand states progressive Fantasyland: "
        "Cards dealt in Fantasyland by the top that earned it: QQ 14, KK 15, AA 16, trips 17."
    )


def test_describe_says_what_no_check_looks_at() -> None:
    said = {row.key: row.sentence for row in describe(rules("spartan_refant14")) if "Not audited" in row.sentence}
    assert said == {
        "fantasyland.order_of_play": "Not known: in which order players set their cards in a fantasy hand. "
        "Not audited: who set his cards when leaves no trace in a record.",
        "settlement.minimum_buy_in": "Not known: what a player must bring to the table at least. "
        "Not audited: what was brought to the table leaves no trace in a record.",
    }


def test_describe_of_unknown_and_absent_royalties() -> None:
    russian = {row.key: row for row in describe(rules("pokerbet").with_options(royalties="russian"))}
    assert russian["royalties.russian.bottom"].value == (
        "straight=unknown, flush=unknown, full house=unknown, quads=10, straight flush=15, royal flush=25"
    )
    assert russian["royalties.russian.bottom"].sentence.endswith(
        "nothing for less. What is unknown here cannot be verified."
    )
    for royalties in ("none", "finnish"):
        rows = describe(rules("pokerbet").with_options(royalties=royalties))
        assert not [row for row in rows if row.key.startswith("royalties.")]
    assert not [
        row for row in describe(rules("quadnet").with_options(royalties="finnish")) if "royalties." in row.key[:10]
    ]
    off = {row.key: row for row in describe(rules("pokerbet").with_options(royalties="none"))}
    assert off["score.royalties"].sentence == "No royalties are paid."


def test_where_the_hand_must_name_the_royalties_each_table_is_shown() -> None:
    rows = {row.key: row.sentence for row in describe(rules("quadnet"))}
    assert rows["score.royalties"] == "Not known: which royalty table is in force, or none."
    assert rows["royalties.russian.middle"] == (
        "Where the hand states russian royalties: Royalties in the middle: trips=unknown, straight=unknown, "
        "flush=unknown, full house=unknown, quads=20, straight flush=30, royal flush=50; nothing for less. "
        "What is unknown here cannot be verified."
    )
    assert rows["royalties.american.bottom"].startswith(
        "Where the hand states american royalties: Royalties on the bottom: "
    )
    american = {
        row.key for row in describe(rules("quadnet").with_options(royalties="american")) if "royalties." in row.key[:10]
    }
    assert american == {f"royalties.american.{row}" for row in ("top", "middle", "bottom")}


def test_sentences_fit_games_of_four_of_single_cards_and_without_matches() -> None:
    rows = {row.key: row.sentence for row in describe(rules("arena_classic"))}
    assert rows["deal.placed"] == "Of these 5, 1, 1, 1, 1, 1, 1, 1, 1 are placed; what is left over is discarded."
    assert rows["settlement.pair_order"] == (
        "Pairs are settled from the left of the button: the first player with each of the others in turn, "
        "then the second with those after him, and so on."
    )
    assert rows["match.fantasy_after_end"] == "There is no match that could end before a Fantasyland is played."
    assert rows["settlement.price"] == "The game is played for points; they have no price."
    quadnet = {row.key: row.sentence for row in describe(rules("quadnet"))}
    assert quadnet["settlement.cap"] == (
        "Nobody wins more from an opponent than that opponent has; whether his own stack limits him too is not known."
    )
    assert quadnet["one_hand true: fantasyland.mode"] == (
        "Where the hand states a match of one hand: Progressive Fantasyland: a better top earns more cards."
    )


def test_every_possible_word_has_a_sentence() -> None:
    for parameter in all_parameters().values():
        assert parameter.meaning.endswith(".")
        values: list[object] = [*parameter.values, *([True, False] if parameter.type == "bool" else [])]
        for value in values:
            if isinstance(parameter.words, dict) and parameter.type != "choices":
                word = str(value).lower() if isinstance(value, bool) else str(value)
                assert word in parameter.words or "*" in parameter.words, (parameter.key, value)
