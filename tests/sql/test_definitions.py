"""The page of definitions follows from the models: what is divided by what, and how sure each measure is."""

from ofc_audit.warehouse.definitions import Measure, least_sample, meaning_of, measures, selected, statistics_markdown
from ofc_audit.warehouse.models import load_models

MARTS = {model.name: model for model in load_models() if model.layer == "marts"}


def test_a_measure_is_read_off_its_model() -> None:
    found = {one.name: one for one in measures(MARTS["player_stats"])}
    meaning = "Fouls outside Fantasyland per hand outside Fantasyland."
    assert found["foul_rate"] == Measure("foul_rate", meaning, "fouls", "normal_hands", "Wilson, 95 %")
    assert (found["points_per_hand"].numerator, found["points_per_hand"].denominator) == ("points", "points_hands")
    assert found["net_per_hand"].uncertainty == "standard error, SD/√n"
    assert least_sample(MARTS["player_stats"]) == "hands < 100"


def test_every_measure_says_how_sure_it_is() -> None:
    unsure = {(name, one.name) for name, model in MARTS.items() for one in measures(model) if not one.uncertainty}
    assert unsure == {("player_entries", "run_points_per_entry"), ("player_placements", "cards_per_hand")}


def test_every_column_of_a_mart_has_a_meaning_and_is_on_the_page() -> None:
    page = statistics_markdown()
    for name, model in MARTS.items():
        section = page.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]
        for column in selected(model):
            assert meaning_of(model, column), (name, column)
            assert f"`{column}`" in section or column.endswith(("_low", "_high", "_se")), (name, column)
