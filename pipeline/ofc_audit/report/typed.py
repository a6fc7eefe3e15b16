"""Boards typed on the command line, scored and shown: drawn for people, as rows, or as the JSON that `ofc score -`
answers."""

import json
from collections.abc import Sequence

import numpy as np

from ofc_audit.cards import cards_text
from ofc_audit.report.boards import MAX_PLAYERS, TypedHand, read_boards, score_typed
from ofc_audit.report.rendering import Field, Row, render_rows
from ofc_audit.report.text import pad, signed, wrap
from ofc_audit.report.words import ROW_NAMES, row_words
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Cards
from ofc_audit.score.ranks import rank_boards, rank_tables

ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))
BOARD_FIELDS = (
    Field("board", "board", "int"),
    Field("top", "top"),
    Field("middle", "middle"),
    Field("bottom", "bottom"),
    Field("foul", "foul", "flag"),
    Field("top_royalties", "royalties top", "int"),
    Field("middle_royalties", "middle", "int"),
    Field("bottom_royalties", "bottom", "int"),
    Field("points", "points", "points"),
    Field("fantasy_next", "Fantasyland next", "int"),
)


def score_boards(boards: Sequence[str], rules: RuleSet, form: str, width: int) -> str:
    """One hand of the boards given, scored under `rules`, as text in the form asked for. Raises ValueError for boards
    that are none."""
    if len(boards) > MAX_PLAYERS:
        raise ValueError(f"{len(boards)} boards; a hand has one to {MAX_PLAYERS}")
    arrays, problems = read_boards([boards])
    cards = arrays[0]
    if cards is None:
        raise ValueError(problems[0])
    answer = score_typed([TypedHand(tuple(boards), (0,) * len(boards))], [cards], rules)[0]
    if form == "json":
        return json.dumps(answer, ensure_ascii=False) + "\n"
    if form == "table":
        return _draw(cards, answer, width)
    return render_rows(BOARD_FIELDS, _rows(cards, answer), form)


def categories_of(cards: Cards) -> list[tuple[int, int, int]]:
    """The categories of the three rows of full boards (n, 13)."""
    tables = rank_tables()
    top, middle, bottom = rank_boards(cards)
    named = (tables.three_category[top], tables.five_category[middle], tables.five_category[bottom])
    return [(int(t), int(m), int(b)) for t, m, b in np.stack(named, axis=1).tolist()]


def _rows(cards: Cards, answer: dict[str, object]) -> list[Row]:
    listed: dict[str, list[object]] = {
        name: _list(answer[name]) for name in ("foul", "royalties", "points", "fantasy_next")
    }
    rows: list[Row] = []
    for seat, codes in enumerate(cards):
        royalties = _list(listed["royalties"][seat])
        row: dict[str, object] = {"board": seat + 1}
        row |= {name: cards_text(codes[where]) for name, where in zip(ROW_NAMES, ROW_SLICES, strict=True)}
        row |= {f"{name}_royalties": points for name, points in zip(ROW_NAMES, royalties, strict=True)}
        row |= {name: listed[name][seat] for name in ("foul", "points", "fantasy_next")}
        rows.append(row)
    return rows


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _draw(cards: Cards, answer: dict[str, object], width: int) -> str:
    lines: list[str] = []
    for row, codes, categories in zip(_rows(cards, answer), cards, categories_of(cards), strict=True):
        state = "not known" if row["foul"] is None else "foul" if row["foul"] else "legal"
        lines.append(f"Board {row['board']}: {state}, points {_points(row['points'])}{_fantasy(row['fantasy_next'])}")
        for name, where, category in zip(ROW_NAMES, ROW_SLICES, categories, strict=True):
            royalties = row[f"{name}_royalties"]
            paid = "royalties not known" if royalties is None else f"royalties {royalties}" if royalties else ""
            words = row_words(codes[where].tolist(), category)
            lines.append(f"  {name:6}  {cards_text(codes[where]):14}  {pad(words, 32)}  {paid}".rstrip())
    pairs = _list(answer["pairs"])
    if pairs:
        lines.append("")
    for pair in pairs:
        assert isinstance(pair, dict)
        lines += wrap(_pair_text(pair, answer), width, "  ", "")
    return "\n".join(lines) + "\n"


def _points(points: object) -> str:
    return signed(points) if isinstance(points, int) else "not known"


def _fantasy(cards: object) -> str:
    if cards is None:
        return ", Fantasyland next: not known"
    return f", {cards} cards in Fantasyland next" if cards else ""


def _pair_text(pair: dict[str, object], answer: dict[str, object]) -> str:
    a, b = pair["a"], pair["b"]
    assert isinstance(a, int)
    assert isinstance(b, int)
    rows = " ".join(_points(row) for row in _list(pair["rows"]))
    royalties = [_list(_list(answer["royalties"])[seat]) for seat in (a, b)]
    totals = [None if None in one else sum(int(str(cell)) for cell in one) for one in royalties]
    paid = " - ".join("?" if total is None else str(total) for total in totals)
    return (
        f"Board {a + 1} v board {b + 1}: rows {rows}, bonus {_points(pair['bonus'])}, royalties {paid}, "
        f"points {_points(pair['points'])}"
    )
