from collections import defaultdict
from decimal import Decimal
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import keys_of, rekey
from simulate.histories import CAPTURES, RULES, options_of

OPTIONS = {"scoring": "1-6", "royalties": "american"}


@pytest.fixture(scope="module")
def matches() -> dict[str, pa.Table]:
    return play(RULES["pokerbet_progressive"], 600, 5, options=OPTIONS, hands_per_table=150, stack="15.00")


@pytest.mark.parametrize("rules_id", sorted(RULES))
def test_same_seed_same_hands(rules_id: str) -> None:
    one, two = (play(RULES[rules_id], 40, 8, options=options_of(rules_id)) for _ in range(2))
    other = play(RULES[rules_id], 40, 9, options=options_of(rules_id))
    assert all(one[name].equals(two[name]) for name in one)
    assert not one["boards"].equals(other["boards"])
    assert one["hands"].num_rows == 40


def test_claims_are_what_the_scorer_gives(matches: dict[str, pa.Table]) -> None:
    seats, pairs = score_tables(matches["hands"], matches["seats"], matches["boards"], RULES)
    for column in ("is_foul", "points", "net", "is_fantasy_next", "fantasy_next"):
        assert seats.column(column).equals(matches["claims"].column(column)), column
    for column in ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount"):
        assert pairs.column(column).equals(matches["claimed_pairs"].column(column)), column


def test_keys_are_those_of_the_content(matches: dict[str, pa.Table]) -> None:
    again = rekey(matches)
    assert again["hands"].equals(matches["hands"])
    assert len(set(keys_of(matches).tolist())) == 600


def hand_list(tables: dict[str, pa.Table]) -> list[dict[str, object]]:
    """Hands with their players as a dictionary by name: stack, claims, Fantasyland cards, seat."""
    by_key: dict[int, dict[str, dict[str, object]]] = defaultdict(dict)
    claims = {(row["hand_key"], row["acting_order"]): row for row in tables["claims"].to_pylist()}
    for seat in tables["seats"].to_pylist():
        claim = claims[seat["hand_key"], seat["acting_order"]]
        by_key[seat["hand_key"]][seat["player_id"]] = {
            "cards": seat["fantasy_cards"],
            "next": claim["fantasy_next"],
            "stack": seat["stack"],
            "after": claim["stack"],
            "order": seat["acting_order"],
            "seat_no": seat["seat_no"],
        }
    return [{**hand, "players": by_key[hand["hand_key"]]} for hand in tables["hands"].to_pylist()]


def by_match(tables: dict[str, pa.Table]) -> list[list[dict[str, object]]]:
    result: dict[str, list[dict[str, object]]] = defaultdict(list)
    for hand in hand_list(tables):
        result[str(hand["match_id"])].append(hand)
    return list(result.values())


def test_a_match_has_a_hand_per_player_and_one_more_per_fantasy_hand(matches: dict[str, pa.Table]) -> None:
    finished = early = 0
    for match in by_match(matches):
        assert [hand["hand_no"] for hand in match] == list(range(1, len(match) + 1))
        if not match[-1]["last_of_match"]:
            continue
        finished += 1
        assert not any(hand["last_of_match"] for hand in match[:-1])
        normal = [hand for hand in match if not any(p["cards"] for p in hand["players"].values())]
        with_chips = sum(p["after"] > 0 for p in match[-1]["players"].values())
        if with_chips == 1:
            early += 1
        else:
            assert len(normal) == len(match[0]["players"])
            assert not any(p["next"] for p in match[-1]["players"].values())
    assert finished > 100
    assert early > 0


def test_fantasyland_stacks_and_button_carry_over(matches: dict[str, pa.Table]) -> None:
    n_fantasy = n_bust = 0
    for match in by_match(matches):
        for before, after in pairwise(match):
            old, new = before["players"], after["players"]
            for name, player in new.items():
                assert player["cards"] == old[name]["next"]
                assert player["stack"] == old[name]["after"]
                n_fantasy += player["cards"] > 0
            for name in set(old) - set(new):
                n_bust += 1
                assert old[name]["after"] == 0
            last = max(old.values(), key=lambda p: p["order"])["seat_no"]
            seats = sorted(p["seat_no"] for p in new.values())
            button = max(new.values(), key=lambda p: p["order"])["seat_no"]
            assert button == min((s for s in seats if s > last), default=seats[0])
    assert n_fantasy > 20
    assert n_bust > 0


def test_nobody_pays_more_than_he_has_and_no_money_is_made(matches: dict[str, pa.Table]) -> None:
    assert pc.min(matches["claims"].column("stack")).as_py() == Decimal(0)
    net = matches["claims"].group_by("hand_key").aggregate([("net", "sum")])
    assert set(net.column("net_sum").to_pylist()) == {Decimal(0)}


def test_a_recorded_room_takes_its_rake_from_winners_only() -> None:
    tables = play(RULES["pppoker_progressive17"], 100, 3)
    price = Decimal("0.50")
    for claim in tables["claims"].to_pylist():
        due = claim["points"] * price
        assert (
            claim["net"] == due
            if claim["points"] <= 0
            else 0 <= due - claim["net"] <= due * Decimal("0.03") + Decimal("0.05")
        )
    assert tables["claimed_pairs"].num_rows == 0
    assert tables["seats"].column("stack").null_count == tables["seats"].num_rows


def test_spartan_hides_opponents_discards_and_states_no_points() -> None:
    tables = play(RULES["spartan_refant14"], 60, 3)
    heroes = tables["seats"].column("is_hero").to_pylist()
    shown = [discards is not None for discards in tables["boards"].column("discards").to_pylist()]
    assert shown == heroes
    assert tables["claims"].column("points").null_count == tables["claims"].num_rows


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match=r"score\.method is unknown"):
        play(RULES["pokerbet"], 10, 1)
    with pytest.raises(
        ValueError, match=r"some royalties are unknown \(score\.royalties\); give --option royalties=american"
    ):
        play(RULES["openface_classic"], 10, 1, options={"scoring": "1-6"})
    with pytest.raises(ValueError, match="some royalties are unknown"):
        play(RULES["quadnet"], 10, 1, options={"scoring": "1-6", "royalties": "russian"})
    with pytest.raises(ValueError, match="no policy 'wild'"):
        play(RULES["pokerbet"], 10, 1, options=OPTIONS, policies=("wild",))
    with pytest.raises(ValueError, match="a table has two or three players, not 4"):
        play(RULES["pokerbet"], 10, 1, options=OPTIONS, n_players=(4,))
    with pytest.raises(ValueError, match="at most four decimals"):
        play(RULES["pokerbet"], 10, 1, options=OPTIONS, point_value="0.00001")


def written_and_read(tables: dict[str, pa.Table], write: object, path: Path) -> dict[str, pa.Table]:
    out = BytesIO()
    write(tables, out)  # type: ignore[operator]
    path.write_bytes(out.getvalue())
    batches = [batch for source in open_sources([str(path)]) for batch in read_source(source)]
    assert sum(batch.rejects.num_rows for batch in batches) == 0
    return {name: pa.concat_tables([batch.tables[name] for batch in batches]) for name in tables}


def test_text_written_and_read_gives_the_same_hands(matches: dict[str, pa.Table], tmp_path: Path) -> None:
    from ofc_audit.read.write_ofc_text import write

    again = written_and_read(matches, write, tmp_path / "hands.txt")
    assert keys_of(again).tolist() == keys_of(matches).tolist()


def test_jsonl_written_and_read_gives_the_same_hands(matches: dict[str, pa.Table], tmp_path: Path) -> None:
    from ofc_audit.read.write_ofc_jsonl import write

    again = written_and_read(matches, write, tmp_path / "hands.jsonl")
    assert keys_of(again).tolist() == keys_of(matches).tolist()


@pytest.mark.parametrize("rules_id", CAPTURES)
def test_capture_written_and_read_gives_the_same_hands(rules_id: str, tmp_path: Path) -> None:
    from ofc_audit.read.write_capture_hh import write

    tables = play(RULES[rules_id], 60, 6)
    again = written_and_read(tables, write, tmp_path / "hands.hh")
    assert keys_of(again).tolist() == keys_of(tables).tolist()


def test_rule_set_of_the_hands_is_named(matches: dict[str, pa.Table]) -> None:
    rules: RuleSet = RULES["pokerbet_progressive"]
    assert set(matches["hands"].column("rules_id").to_pylist()) == {rules.id}
    assert set(matches["hands"].column("option_scoring").to_pylist()) == {"1-6"}
