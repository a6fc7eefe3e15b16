"""On which street each card of a player was placed, as far as the tracker's steps tell.

Steps are numbered over all players and say nothing of streets: those follow from how many cards a player has placed by then. A step that
spans two streets (the tracker missed what lay between) leaves the streets of its cards unknown, and so do steps that do not add up to the
board. Nothing is completed by a guess.
"""

from dataclasses import dataclass, field

from ofc_audit.read.json_strict import Damage, shown
from ofc_audit.read.swc_spec import ROWS, Record, Round

UNKNOWN_STREET = 255
FIRST_STREET, BOARD = 5, 13
FEWEST_FANTASY, MOST_FANTASY = 14, 17


@dataclass
class Play:
    """What is known of how a player set his cards. None is unknown.

    `streets`: by card; `discards`, `dealt`: (street, card) in order; `fantasy_cards`: 0 outside Fantasyland; `first_step`: where in the
    record he places his first street, outside Fantasyland.
    """

    is_fantasy: bool | None = None
    fantasy_cards: int | None = None
    streets: dict[int, int] = field(default_factory=dict)
    discards: list[tuple[int, int]] | None = None
    dealt: list[tuple[int, int]] | None = None
    first_step: int | None = None
    shows_hand: bool = False
    """Whether cards are shown that only he sees: dealt, discarded or not yet placed."""


def play_of(record: Record, player: int, is_announced: bool) -> Play:
    """The play of a player, by his index; `is_announced`: whether the dealer says that he is in Fantasyland. Raises Damage."""
    own = [(at, one) for at, one in enumerate(record.rounds) if one.player == player]
    board = {code: row for row, cards in enumerate(record.players[player].cards) for code in cards}
    _agree(record, player, board, [one for _, one in own])
    play = Play(shows_hand=bool(record.players[player].active) or any(r.dealt or r.discarded for _, r in own))
    steps = [(at, one) for at, one in own if one.placed]
    dealt_at_once = max((len(one.dealt) for _, one in own), default=0)
    if is_announced or FEWEST_FANTASY <= dealt_at_once <= MOST_FANTASY:
        play.is_fantasy = True
        play.streets = dict.fromkeys(board, 0)
        if FEWEST_FANTASY <= dealt_at_once <= MOST_FANTASY:
            play.fantasy_cards = dealt_at_once
    elif steps and len(steps[0][1].placed) <= FIRST_STREET:
        play.is_fantasy, play.fantasy_cards = False, 0
        play.first_step = steps[0][0]
        _place(record, [one for _, one in steps], board, play)
    _hidden(record, [one for _, one in own], board, play)
    return play


def _agree(record: Record, player: int, board: dict[int, int], rounds: list[Round]) -> None:
    for one in rounds:
        for row, code in one.placed:
            if board.get(code) != row:
                name = shown(record.players[player].name)
                raise Damage(f"rounds place a card in the {ROWS[row]} of {name} that his board does not hold there")


def _place(record: Record, steps: list[Round], board: dict[int, int], play: Play) -> None:
    codes = [code for one in steps for _, code in one.placed]
    if len(codes) != len(set(codes)) or set(codes) != set(board):
        return
    n = 0
    for one in steps:
        first, last = (_street(record, at) for at in (n, n + len(one.placed) - 1))
        street = first if first == last else None
        play.streets |= {code: street or UNKNOWN_STREET for _, code in one.placed}
        n += len(one.placed)


def _street(record: Record, n_before: int) -> int | None:
    """The street on which a card is placed when so many lie: the first five together, then two a street in Pineapple."""
    if n_before < FIRST_STREET:
        return 1
    return 2 + (n_before - FIRST_STREET) // 2 if record.is_pineapple else None


def _hidden(record: Record, rounds: list[Round], board: dict[int, int], play: Play) -> None:
    """Cards dealt and discarded, where all of them are shown: those dealt are those of the board and the discards, each once."""
    dealt = [code for one in rounds for code in one.dealt]
    thrown = [code for one in rounds for code in one.discarded]
    if len(board) < BOARD or not dealt or sorted(dealt) != sorted([*board, *thrown]):
        return
    want = play.fantasy_cards or (BOARD + 4 if record.is_pineapple and play.is_fantasy is False else None)
    if len(dealt) != want:
        return
    n, discards, shown_cards = 0, [], []
    for one in rounds:
        street = 0 if play.is_fantasy else _street(record, n) or UNKNOWN_STREET
        shown_cards += [(street, code) for code in one.dealt]
        if one.placed:
            n += len(one.placed)
            street = 0 if play.is_fantasy else _street(record, n - 1) or UNKNOWN_STREET
        elif not play.is_fantasy:
            # Discarded in a step of its own: after the street that was placed last.
            street = _street(record, max(n - 1, 0)) or UNKNOWN_STREET
        discards += [(street, code) for code in one.discarded]
    play.discards, play.dealt = discards, shown_cards
