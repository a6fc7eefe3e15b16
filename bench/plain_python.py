"""The same scoring hand by hand in plain Python: pokerbet with 1-6 scoring and American royalties, written for reading.

It shares no code with the scorer, so the benchmark compares results as well as time. Amounts are ten-thousandths;
cards are rank × 4 + suit.
"""

from itertools import combinations

MIDDLE = (0, 0, 0, 2, 4, 8, 12, 20, 30, 50)
BOTTOM = (0, 0, 0, 0, 2, 4, 6, 10, 15, 25)


def strength(cards):
    """Category and ranks in the order of comparison of three or five cards."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    order = tuple(rank for n, rank in counted for _ in range(n))
    shape = [n for n, _ in counted]
    if len(cards) == 3:
        return (3 if shape[0] == 3 else 1 if shape[0] == 2 else 0, *order)
    if len(shape) == 5:
        flush = len({card & 3 for card in cards}) == 1
        straight = order[0] - order[4] == 4
        if order == (12, 3, 2, 1, 0):
            order, straight = (3, 2, 1, 0, -1), True
        if straight and flush:
            return (9 if order[0] == 12 else 8, *order)
        return (5 if flush else 4 if straight else 0, *order)
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}[tuple(shape)]
    return (category, *order)


def score_seat(cards, fantasy_cards):
    """Strengths of the rows, foul, royalties of the rows and cards of the next Fantasyland of one complete board."""
    rows = strength(cards[:3]), strength(cards[3:8]), strength(cards[8:])
    top, middle, bottom = rows
    foul = bottom < middle or top > middle[:4]
    if foul:
        return rows, True, (0, 0, 0), 0
    on_top = {0: 0, 1: max(0, top[1] - 3), 3: 10 + top[1]}[top[0]]
    stays = top[0] == 3 or bottom[0] >= 7
    goes = stays if fantasy_cards else top[:2] >= (1, 10)
    return rows, False, (on_top, MIDDLE[middle[0]], BOTTOM[bottom[0]]), 14 if goes else 0


def score_pair(first, second):
    """Rows, bonus, royalties collected by each and points, from the first's side."""
    a, a_foul, a_royalties, _ = first
    b, b_foul, b_royalties, _ = second
    if a_foul or b_foul:
        rows = (b_foul - a_foul,) * 3
        bonus = 3 * rows[0]
    else:
        rows = tuple((mine > theirs) - (mine < theirs) for mine, theirs in zip(a, b, strict=True))
        bonus = {3: 3, -3: -3}.get(sum(rows), 0)
    royalties = sum(a_royalties), sum(b_royalties)
    return rows, bonus, royalties, sum(rows) + bonus + royalties[0] - royalties[1]


def score_hand(boards, fantasy_cards, stacks, point_value):
    """Seats as `score_seat` gives them, pairs as `score_pair` does with the amount, points and net by player."""
    seats = [score_seat(cards, fantasy) for cards, fantasy in zip(boards, fantasy_cards, strict=True)]
    stacks, points, net, pairs = list(stacks), [0] * len(seats), [0] * len(seats), []
    for a, b in combinations(range(len(seats)), 2):
        rows, bonus, royalties, scored = score_pair(seats[a], seats[b])
        amount = min(abs(scored) * point_value, stacks[a], stacks[b])
        amount = amount if scored > 0 else -amount
        for player, sign in ((a, 1), (b, -1)):
            points[player] += sign * scored
            net[player] += sign * amount
            stacks[player] += sign * amount
        pairs.append((rows, bonus, royalties, scored, amount))
    return seats, pairs, points, net
