"""Boards as rows of the tables, looked at and changed card by card."""

from collections.abc import Sequence

from ofc_audit.cards import N_CARDS
from ofc_audit.rulesets import RuleSet
from ofc_audit.simulate.edits import Card, Row, Tables, UnsuitableError, row_of
from ofc_audit.simulate.fault import Rules

ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))


def rows_of_board(board: Row) -> list[list[Card]]:
    """The cards of a board with their streets, row by row."""
    cards = list(zip(board["cards"], board["streets"], strict=True))
    return [cards[part] for part in ROW_SLICES]


def discards_of(board: Row) -> list[Card]:
    """The discards of a board. Raises UnsuitableError where they are hidden."""
    if board["discards"] is None:
        raise UnsuitableError
    return list(zip(board["discards"], board["discard_streets"], strict=True))


def set_discards(board: Row, discards: Sequence[Card]) -> None:
    """Other discards, in the order of the tables."""
    ordered = sorted(discards, key=lambda card: (card[1], -card[0]))
    board["discards"], board["discard_streets"] = [code for code, _ in ordered], [street for _, street in ordered]


def set_dealt(board: Row, dealt: Sequence[Card]) -> None:
    """The cards dealt, street by street, where the record says so."""
    if board["dealt"] is not None:
        ordered = sorted(dealt, key=lambda card: card[1])
        board["dealt"], board["dealt_streets"] = [code for code, _ in ordered], [street for _, street in ordered]


def dealt_of(board: Row) -> list[Card]:
    """The cards dealt in their order; none where the record does not say."""
    return [] if board["dealt"] is None else list(zip(board["dealt"], board["dealt_streets"], strict=True))


def unused_cards(boards: Sequence[Row]) -> list[int]:
    """The cards of the deck that nobody holds, from the lowest."""
    held = {code for board in boards for code in (*board["cards"], *(board["discards"] or ()))}
    return [code for code in range(N_CARDS) if code not in held]


def rules_named(tables: Tables, rules: Rules, hand: int) -> RuleSet:
    """The rule set that a hand names."""
    played = rules.get(row_of(tables, "hands", hand)["rules_id"])
    if played is None:
        raise UnsuitableError
    return played


def add_discard(boards: list[Row], seat: int, street: int) -> None:
    """One more card dealt to a player on a street, and discarded."""
    unused = unused_cards(boards)
    if not unused:
        raise UnsuitableError
    card = (unused[0], street)
    set_discards(boards[seat], [*discards_of(boards[seat]), card])
    set_dealt(boards[seat], [*dealt_of(boards[seat]), card])
