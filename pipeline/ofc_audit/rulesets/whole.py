"""Values that are possible one by one and not together."""

from collections.abc import Iterator, Mapping

from ofc_audit.rulesets.values import Given, quoted

N_ROW_CARDS = 13
"""Cards of a board: a player places so many in a hand."""


def contradictions(given: Mapping[str, Given]) -> Iterator[str]:
    """What a whole set of parameters, by key, says that cannot be: `key: why`.

    Unknown values contradict nothing.
    """
    fewest, most, deck = (given[f"deal.{name}"].value for name in ("players_min", "players_max", "deck"))
    if isinstance(fewest, int) and isinstance(most, int) and fewest > most:
        yield f"deal.players_max: {most} is less than deal.players_min, {fewest}"
    dealt, placed, rows = (_numbers(given, key) for key in ("deal.streets", "deal.placed", "board.row_sizes"))
    if placed and sum(placed) != N_ROW_CARDS:
        yield f"deal.placed: places {sum(placed)} cards; allowed is {N_ROW_CARDS} in all"
    if dealt and placed and (len(dealt) != len(placed) or any(d < p for d, p in zip(dealt, placed, strict=True))):
        yield "deal.placed: each street must place cards, and no more than deal.streets deals"
    if dealt and isinstance(most, int) and isinstance(deck, int) and most * sum(dealt) > deck:
        yield f"deal.players_max: {most} players take {most * sum(dealt)} cards of {deck}"
    if rows and rows != (3, 5, 5):
        yield f"board.row_sizes: [{quoted(list(rows))}] is impossible; allowed: [3, 5, 5]"
    cards = given["fantasyland.cards"].value
    assert isinstance(cards, Mapping)
    if given["fantasyland.mode"].value == "fixed" and len(set(cards.values())) > 1:
        yield "fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all"
    if given["fantasyland.stay"].value == "allowed" and given["fantasyland.cards_on_stay"].value == "none":
        yield "fantasyland.cards_on_stay: is none, and fantasyland.stay is allowed; whoever stays is dealt cards"


def _numbers(given: Mapping[str, Given], key: str) -> tuple[int, ...]:
    """A list of whole numbers; empty where unknown."""
    value = given[key].value
    return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()
