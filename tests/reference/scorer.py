"""The rules of a hand once more, one hand at a time, in plain Python: what `scored_seats` and `scored_pairs` must say.

Written from the rules alone, without a look at the scorer it is held against. None is unknown throughout; what rests on
an unknown rule stands where every reading of the rule gives the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ofc_audit.rulesets import RuleSet
from reference.reading import Reading, agreed, read_rules
from reference.settling import Pair, pairs_of, settle, total
from reference.strength import ACE, FULL_HOUSE, KING, PAIR, QUADS, QUEEN, TRIPS, Row, is_out_of_order, rank_row

EMPTY = 255
RANK_LETTERS = "23456789TJQKA"
FIVE_CARD_ROYALTIES = ("", "", "", "trips", "straight", "flush", "full_house", "quads", "straight_flush", "royal_flush")
ROW_NAMES = ("top", "middle", "bottom")
SEAT_COLUMNS = (
    *("is_foul", "top_value", "middle_value", "bottom_value", "top_category", "middle_category", "bottom_category"),
    *("top_rank", "top_royalties", "middle_royalties", "bottom_royalties", "points", "net"),
    *("is_fantasy_next", "fantasy_next", "is_stay_qualified"),
)
PAIR_COLUMNS = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount")

Values = tuple[int | bool | None, ...]


class Board(NamedTuple):
    """What one player laid: three ranked rows, None where cards are missing, and whether it is a foul.

    The latter where equal rows are legal and where they are a foul; None on an incomplete board.
    """

    rows: tuple[Row | None, Row | None, Row | None]
    is_foul: bool | None
    is_foul_if_equal_is: bool | None


class Judged(NamedTuple):
    """A board under a rule set that says whether it is a foul, with its royalties."""

    rows: tuple[Row, Row, Row]
    is_foul: bool
    royalties: tuple[int | None, int | None, int | None]


class Hand(NamedTuple):
    """One hand as it was played: per player in acting order, amounts in ten-thousandths, None where unknown."""

    boards: tuple[Board, ...]
    is_fantasy: tuple[bool, ...]
    fantasy_cards: tuple[int | None, ...]
    stacks: tuple[int | None, ...]
    point_value: int | None


def look_at(cards: Sequence[int]) -> Board:
    """A board of thirteen cards, top, middle, bottom."""
    top, middle, bottom = (None if EMPTY in row else rank_row(row) for row in (cards[:3], cards[3:8], cards[8:]))
    if top is None or middle is None or bottom is None:
        return Board((top, middle, bottom), None, None)
    fouls = (is_out_of_order(top, middle, bottom, equal_is_legal) for equal_is_legal in (True, False))
    return Board((top, middle, bottom), *fouls)


@lru_cache(maxsize=4096)
def reading_of(rules: RuleSet) -> Reading:
    """The rule set as read, once for each."""
    return read_rules(rules)


def score_hand(hand: Hand, rules: RuleSet | None) -> tuple[list[Values], list[Values]]:
    """The columns of `scored_seats` for each player and of `scored_pairs` for each pair, in order.

    Without a rule set rows and fouls are judged by what is common to all; with one player, or more than four, only
    ranks and fouls are told.
    """
    pairs = pairs_of(len(hand.boards)) if 2 <= len(hand.boards) <= 4 else ()
    reading = reading_of(rules) if rules is not None and pairs else None
    judged = [judge(board, reading) for board in hand.boards]
    compared = [compare(judged[a], judged[b], reading) for a, b in pairs]
    points = [columns[6] for columns in compared]
    amounts: Sequence[int | None] = [None] * len(pairs)
    if reading is not None:
        amounts = settle(points, hand.stacks, hand.point_value, reading)
    seats = []
    for player, (board, seen) in enumerate(zip(hand.boards, judged, strict=True)):
        following: Values = (None, None, None)
        royalties: Values = (None, None, None)
        if reading is not None and seen is not None:
            royalties = seen.royalties
            following = next_hand(seen, hand.is_fantasy[player], hand.fantasy_cards[player], reading)
        won, net = (of_player(player, pairs, values) for values in (points, amounts))
        seats.append((is_foul(board, reading), *ranked(board), *royalties, won, net, *following))
    return seats, [(*columns, amount) for columns, amount in zip(compared, amounts, strict=True)]


def is_foul(board: Board, rules: Reading | None) -> bool | None:
    """Whether the board is a foul; None where cards are missing, or where it hangs on whether equal rows are legal."""
    if rules is None or rules.equal_is_legal:
        return board.is_foul
    if rules.equal_is_legal is False:
        return board.is_foul_if_equal_is
    return agreed((board.is_foul, board.is_foul_if_equal_is))


def judge(board: Board, rules: Reading | None) -> Judged | None:
    """The board under the rule set; None where it cannot be told whether it is a foul, and nothing else therefore."""
    foul = is_foul(board, rules)
    top, middle, bottom = board.rows
    if foul is None or top is None or middle is None or bottom is None:
        return None
    if rules is None:
        return Judged((top, middle, bottom), foul, (None, None, None))
    if foul:
        return Judged((top, middle, bottom), foul, (0, 0, 0))
    # A row that a table does not list pays nothing.
    royalties = (
        rules.royalties["top"].get(top_name(top), 0),
        rules.royalties["middle"].get(FIVE_CARD_ROYALTIES[middle.category], 0),
        rules.royalties["bottom"].get(FIVE_CARD_ROYALTIES[bottom.category], 0),
    )
    return Judged((top, middle, bottom), foul, royalties)


def of_player(player: int, pairs: Sequence[Pair], values: Sequence[int | None]) -> int | None:
    """What one player wins in all pairs together; None where a part is unknown, or where there is no pair."""
    mine = [
        _signed(value, 1 if a == player else -1)
        for (a, b), value in zip(pairs, values, strict=True)
        if player in (a, b)
    ]
    return total(mine) if mine else None


def _signed(value: int | None, sign: int) -> int | None:
    return None if value is None else sign * value


def ranked(board: Board) -> Values:
    """The strength and the category of the rows, and the rank of the top."""
    top, middle, bottom = board.rows
    return (
        top and top.value,
        middle and middle.value,
        bottom and bottom.value,
        top and top.category,
        middle and middle.category,
        bottom and bottom.category,
        top and top.ranks[0],
    )


def top_name(top: Row) -> str:
    """A top as rules name it: QQ, 777; empty for a high card."""
    return RANK_LETTERS[top.ranks[0]] * {PAIR: 2, TRIPS: 3}.get(top.category, 0)


def compare(a: Judged | None, b: Judged | None, rules: Reading | None) -> Values:
    """The pair of two players from the first one's side: three rows, bonus, royalties of each, points."""
    if a is None or b is None:
        return (None,) * 7
    rows = rows_won(a, b)
    if rules is None:
        return (*rows, None, None, None, None)
    bonus = agreed([bonus_of(rows, a.is_foul, b.is_foul, method, rules) for method in rules.methods])
    royalties_a = agreed([collected(a.royalties, rows, 1, way) for way in rules.royalty_settlement])
    royalties_b = agreed([collected(b.royalties, rows, -1, way) for way in rules.royalty_settlement])
    row_points = None if rules.row_points is None else rules.row_points * sum(rows)
    points = total([row_points, bonus, royalties_a, _signed(royalties_b, -1)])
    return (*rows, bonus, royalties_a, royalties_b, points)


def rows_won(a: Judged, b: Judged) -> tuple[int, ...]:
    """+1, 0, -1 for each row; a foul loses all three to a legal board, two fouls exchange nothing."""
    if a.is_foul or b.is_foul:
        return (b.is_foul - a.is_foul,) * 3
    return tuple(
        [(mine.value > other.value) - (mine.value < other.value) for mine, other in zip(a.rows, b.rows, strict=True)]
    )


def bonus_of(won: tuple[int, ...], is_foul_a: bool, is_foul_b: bool, method: str, rules: Reading) -> int | None:
    """What is paid beside rows and royalties: for a scoop, for most of the rows, or the rest of the fine for a foul."""
    if is_foul_a and is_foul_b:
        return rules.both_foul
    if is_foul_a or is_foul_b:
        fine = rules.fine[method]
        if fine is None or rules.row_points is None:
            return None
        return (is_foul_b - is_foul_a) * (fine - 3 * rules.row_points)
    for side in (1, -1):
        if won.count(side) >= (3 if method == "1-6" else 2):
            bonus = rules.bonus[method]
            return None if bonus is None else side * bonus
    return 0


def collected(royalties: Sequence[int | None], won: tuple[int, ...], side: int, settlement: str) -> int | None:
    """The royalties that one player collects in a pair: all of his own, or those of the rows that he won."""
    if settlement == "winner_only":
        return total([points for points, winner in zip(royalties, won, strict=True) if winner == side])
    return total(royalties)


def next_hand(board: Judged, is_fantasy: bool, cards: int | None, rules: Reading) -> Values:
    """Whether the player is in Fantasyland in his next hand, with how many cards, and whether he met a condition to stay."""
    top = board.rows[0]
    if not is_fantasy:
        enters = False if board.is_foul else None if rules.entry is None else enters_with(top, rules.entry)
        count = rules.cards.get("trips" if top.category == TRIPS else top_name(top))
        return (enters, None if enters is None else count if enters else 0, False)
    conditions = product(rules.stay, rules.stay_top, rules.stay_middle, rules.stay_bottom)
    qualified = agreed([not board.is_foul and stays_with(board, *each) for each in conditions])
    # A limit needs the number of stays before this one, which one hand does not tell.
    stays = None if qualified and rules.stay_limit != 0 else qualified
    on_stay = cards if rules.cards_on_stay == "as_before" else rules.cards_on_stay
    return (stays, None if stays is None else _number(on_stay) if stays else 0, qualified)


def _number(count: int | str | None) -> int | None:
    """A number of cards; None where nobody says one."""
    return count if isinstance(count, int) else None


def enters_with(top: Row, entry: str) -> bool:
    """Whether the top is at least the one that enters Fantasyland."""
    least = {"QQ": QUEEN, "KK": KING, "AA": ACE, "222": ACE + 1}[entry]
    return top.category == TRIPS or (top.category == PAIR and top.ranks[0] >= least)


def stays_with(board: Judged, stay: str, stay_top: str, stay_middle: str, stay_bottom: str) -> bool:
    """Whether any one of the conditions for staying in Fantasyland is met by a board that is no foul."""
    top, middle, bottom = board.rows
    if stay == "none":
        return False
    least_middle = {"full_house_or_better": FULL_HOUSE, "better_than_full_house": QUADS, "none": 99}[stay_middle]
    return (
        (stay_top == "trips" and top.category == TRIPS)
        or middle.category >= least_middle
        or (stay_bottom == "quads_or_better" and bottom.category >= QUADS)
    )
