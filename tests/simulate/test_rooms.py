import numpy as np

from ofc_audit.simulate.rooms import Rake, room_of


def test_pppoker_takes_3_percent_half_up_to_a_tenth() -> None:
    rake = room_of("pppoker").rake
    # 2.80 gives 0.084 → 0.10; 1.50 gives 0.045 → 0.00; 5.00 gives 0.15 → 0.20; a loser pays none.
    assert rake.take(np.array([28_000, 15_000, 50_000, -28_000])).tolist() == [1_000, 0, 2_000, 0]


def test_upoker_rounds_up_to_a_hundredth_and_spares_half_a_chip() -> None:
    rake = room_of("upoker").rake
    # 6.00 gives 0.18; 0.55 gives 0.0165 → 0.02; 0.50 is free.
    assert rake.take(np.array([60_000, 5_500, 5_000])).tolist() == [1_800, 200, 0]


def test_an_operator_takes_no_rake_unless_told() -> None:
    assert room_of("pokerbet").rake == Rake()
    assert Rake().take(np.array([1_000_000])).tolist() == [0]


def test_a_room_of_tournaments_plays_for_chips_and_an_arena_for_points() -> None:
    norway, arena = room_of("norway"), room_of("arena")
    assert norway.tournament is not None
    assert (norway.currency, norway.stack, norway.tournament.levels[:2]) == ("chips", "10000", ((1, "100"), (2, "200")))
    assert (arena.currency, arena.stack, arena.point_value, arena.rake) == ("points", None, "1", Rake())


def test_the_network_takes_its_rake_in_hundredths() -> None:
    # 5 % of 12.30 are 0.615, half up 0.62; 4 % of 12.30 are 0.492, rounded up 0.50.
    assert room_of("quadnet").rake.take(np.array([123_000])).tolist() == [6_200]
    assert room_of("pokerninja").rake.take(np.array([123_000])).tolist() == [5_000]
