"""Writing `ofc_text` in bulk: the same bytes as `write_ofc_text` writes, for many hands that say all there is to say.

Every kind of line is made for all hands at once, as an Arrow array of text with the place of each line; put in order, the
text of the array is the file. Hands that leave something out, or say what few do, are left to `write_ofc_text`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import BinaryIO, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import CARD_TEXT
from ofc_audit.money import MONEY_SCALE, NULL, money_ints
from ofc_audit.read import write_ofc_text
from ofc_audit.read.batch import HAND_TABLES, Bytes, Ints, Mask
from ofc_audit.read.plain_text_hands import Spans, plain_hands, spans

_STREET, _FANTASY, _SHOWDOWN, _PAIRS, _RESULT, _END, _HAND = (
    1_000,
    90_000,
    100_000,
    200_000,
    300_000,
    400_000,
    1_000_000,
)
"""The places of the sections of a hand, and how far apart hands are."""
_SEATS, _BUTTON = 10, 100
_LEAST = 64
"""Fewer hands in a row than this are not worth the arrays."""
_CARD = pa.array([*CARD_TEXT[:52]])
_ROWS = pa.array([" top [", " middle [", " bottom ["])
_CENTS = pa.array([f"{part:04d}".rstrip("0").ljust(2, "0") for part in range(MONEY_SCALE)])
_THOUSANDTHS = pa.array([f"{part:03d}".rstrip("0") or "0" for part in range(1_000)])

Text: TypeAlias = pa.Array


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes the hands in their order, a blank line between two. Raises ValueError as `write_ofc_text` does."""
    data = {name: tables[name].combine_chunks() for name in HAND_TABLES}
    where = spans(data)
    if where is None:
        write_ofc_text.write(tables, out)
        return
    is_plain = plain_hands(data, where)
    turns = np.flatnonzero(np.diff(is_plain)) + 1
    edges = [0, *turns.tolist(), len(is_plain)]
    for first, stop in pairwise(edges):
        if first == stop:
            continue
        own = {name: data[name].slice(int(at[first]), int(at[stop] - at[first])) for name, at in where.items()}
        if first:
            out.write(b"\n")
        if is_plain[first] and stop - first >= _LEAST:
            out.write(_Lines(own).content())
        else:
            write_ofc_text.write(own, out)


def _join(*parts: Text | str) -> Text:
    """Text from its parts, element by element; a part that is not known leaves the whole unknown."""
    return pc.binary_join_element_wise(*parts, "")


def _number(values: Ints) -> Text:
    return pa.array(values).cast(pa.string())


def _signed(values: Ints) -> Text:
    return _join(_choose(values > 0, "+", ""), _number(values))


def _choose(chosen: Mask, yes: Text | str, no: Text | str) -> Text:
    return pc.if_else(pa.array(chosen), yes, no)


def _amount(values: Ints, known: Mask, sign: str = "") -> Text:
    """Amounts as `amount_text` writes them, null where not known; with `sign` before those above zero."""
    size = np.abs(np.where(known, values, 0))
    signs = _choose(values < 0, "-", _choose(values > 0, sign, ""))
    text = _join(signs, _number(size // MONEY_SCALE), ".", _CENTS.take(pa.array(size % MONEY_SCALE)))
    return _choose(known, text, pa.scalar(None, pa.string()))


def _labelled(label: str, text: Text) -> Text:
    """Text after its label, and nothing where it is not known."""
    return pc.fill_null(_join(label, text), "")


def _groups(keys: Ints) -> tuple[Ints, pa.Array]:
    """The first place of each run of equal keys, and the offsets of the runs."""
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else np.empty(0, np.int64)
    return starts, pa.array(np.r_[starts, len(keys)].astype(np.int32))


def _gather(text: Text, keys: Ints, between: str) -> tuple[Ints, Text]:
    """The text of each run of equal keys in one, with its key."""
    starts, offsets = _groups(keys)
    return keys[starts], pc.binary_join(pa.ListArray.from_arrays(offsets, text), between)


def _ints(column: pa.ChunkedArray) -> Ints:
    return np.asarray(pc.fill_null(column, 0), np.int64)


@dataclass
class _Lines:
    """The lines of some hands: what they say, and where each stands."""

    tables: Mapping[str, pa.Table]
    at: list[Ints] = field(default_factory=list)
    text: list[Text] = field(default_factory=list)

    def __post_init__(self) -> None:
        where: Spans | None = spans(self.tables)
        assert where is not None
        n = self.tables["hands"].num_rows
        self.hands = np.arange(n) * _HAND
        self.owner, self.pair_owner = (
            np.repeat(np.arange(n), np.diff(where[name])) for name in ("seats", "claimed_pairs")
        )
        self.first_seat = where["seats"][:-1]
        seats = self.tables["seats"]
        self.number = _ints(seats.column("seat_no"))
        self.acting = np.arange(len(self.number)) - self.first_seat[self.owner]
        self.name = _join("Seat ", _number(self.number), ": ")

    def column(self, table: str, name: str) -> pa.Array:
        return self.tables[table].column(name).combine_chunks()

    def money(self, table: str, name: str) -> tuple[Ints, Mask]:
        values = money_ints(self.column(table, name))
        return values, values != NULL

    def add(self, at: Ints, text: Text, only: Mask | None = None) -> None:
        if only is not None:
            at, text = at[only], text.filter(pa.array(only))
        self.at.append(at)
        self.text.append(text)

    def same(self, at: Ints, line: str) -> None:
        self.add(at, pa.repeat(line, len(at)))

    def content(self) -> pa.Buffer:
        self._head()
        self._seats()
        self._streets()
        self._showdown()
        self._pairs()
        self._results()
        self.same(self.hands + _END, "*** END ***")
        self.same(self.hands[1:] - 1, "")
        order = np.argsort(np.concatenate(self.at), kind="stable")
        text = pa.concat_arrays([text.cast(pa.large_string()) for text in self.text])
        ended = pc.binary_join_element_wise(text, *(pa.scalar(end, pa.large_string()) for end in ("\n", "")))
        lines = ended.take(pa.array(order))
        start, stop = np.frombuffer(lines.buffers()[1], np.int64)[[0, len(lines)]]
        return lines.buffers()[2].slice(int(start), int(stop - start))

    def _head(self) -> None:
        def text(name: str) -> pa.Array:
            return self.column("hands", name)

        price = _amount(*self.money("hands", "point_value"))
        time = pc.strftime(text("ended_at").cast(pa.timestamp("s", tz="UTC")), format="%Y-%m-%d %H:%M:%S UTC")
        self.add(
            self.hands,
            _join("OFC Hand #", text("hand_id"), ": ", text("rules_id"), ", ", price, " ", text("currency"), " per point - ", time),
        )  # fmt: skip
        one_hand = _choose(
            np.asarray(pc.fill_null(text("option_one_hand"), False)), "one hand", pa.scalar(None, pa.string())
        )
        options = pc.binary_join_element_wise(
            _join("scoring ", text("option_scoring")),
            _join("royalties ", text("option_royalties")),
            _join("royalties settle ", text("option_royalty_settlement")),
            text("option_fantasyland"),
            one_hand,
            _join("match cap ", _amount(*self.money("hands", "match_cap"))),
            ", ",
            null_handling="skip",
        )
        self.add(self.hands + 1, _join("Options: ", options), np.asarray(pc.binary_length(options)) > 0)
        in_match = np.asarray(text("match_id").is_valid())
        match = _join("Match #", pc.fill_null(text("match_id"), ""), ", hand ", _number(_ints(text("hand_no"))))
        self.add(self.hands + 2, match, in_match)
        is_last = np.asarray(pc.fill_null(text("last_of_match"), False))
        self.add(self.hands + 3, pa.repeat("Last hand of the match", len(is_last)), is_last)
        self.add(self.hands + 4, _join("Table '", text("table_id"), "', site ", text("site")))

    def _seats(self) -> None:
        stack = _labelled(" (", _join(_amount(*self.money("seats", "stack")), ")"))
        cards = _ints(self.column("seats", "fantasy_cards"))
        there = _choose(cards > 0, _join(", Fantasyland ", _number(cards), " cards"), "")
        self.add(
            self.hands[self.owner] + _SEATS + self.number,
            _join(self.name, self.column("seats", "player_name"), stack, there),
        )
        last = np.r_[self.first_seat[1:], len(self.number)] - 1
        self.add(self.hands + _BUTTON, _join("Seat ", _number(self.number[last]), " is the button"))

    def _streets(self) -> None:
        """Two lines for each player and street: what he was dealt, and where he put it."""
        auto = self.column("boards", "street_auto")
        seat = np.asarray(pc.list_parent_indices(auto))
        place = np.arange(len(seat)) - np.asarray(auto.offsets)[seat] + np.asarray(auto.offsets)[0]
        there = _ints(self.column("seats", "fantasy_cards"))[seat] > 0
        street = np.where(there, 0, place + 1)
        key = seat * _STREET + street
        dealt = self._cards("dealt", "dealt_streets")
        thrown = self._cards("discards", "discard_streets")
        keys, placed = self._placed()
        assert np.array_equal(keys, key)
        assert np.array_equal(dealt[0], key)
        discards = _join(" discards [", thrown[1], "]").take(_places(thrown[0], key))
        ms = np.asarray(self.column("boards", "street_ms").flatten(), np.int64)
        seconds = _join(" (", _number(ms // 1000), ".", _THOUSANDTHS.take(pa.array(ms % 1000)), " s")
        end = _choose(np.asarray(auto.flatten()), ", auto)", ")")
        section = self.hands[self.owner[seat]] + np.where(there, _FANTASY, street * _STREET)
        name = self.name.take(pa.array(seat))
        at = section + 10 * self.acting[seat]
        self.add(at + 1, _join(name, "dealt [", dealt[1], "]"))
        name = pc.utf8_slice_codeunits(name, 0, -1)
        self.add(at + 2, _join(name, placed, pc.fill_null(discards, ""), seconds, end))
        sections = np.unique(section)
        number = sections % _HAND // _STREET
        is_street = sections % _HAND != _FANTASY
        self.add(sections, _choose(is_street, _join("*** STREET ", _number(number), " ***"), "*** FANTASYLAND ***"))

    def _cards(self, cards: str, streets: str) -> tuple[Ints, Text]:
        """The cards of a list by player and street, in their order."""
        lists = self.column("boards", cards)
        seat = np.asarray(pc.list_parent_indices(lists))
        key = seat * _STREET + np.asarray(self.column("boards", streets).flatten(), np.int64)
        order = np.argsort(key, kind="stable")
        return _gather(_CARD.take(lists.flatten()).take(pa.array(order)), key[order], " ")

    def _placed(self) -> tuple[Ints, Text]:
        """The rows to which cards were put, by player and street."""
        n = len(self.number)
        street = _board(self.column("boards", "streets")).astype(np.int64)
        row = np.repeat([0, 1, 2], [3, 5, 5])
        key = ((np.arange(n)[:, None] * _STREET + street) * 3 + row[None, :]).reshape(-1)
        order = np.argsort(key, kind="stable")
        codes = _board(self.column("boards", "cards")).reshape(-1)[order]
        keys, cards = _gather(_CARD.take(pa.array(codes)), key[order], " ")
        return _gather(_join(_ROWS.take(pa.array(keys % 3)), cards, "]"), keys // 3, "")

    def _showdown(self) -> None:
        at = self.hands[self.owner] + _SHOWDOWN + 10 * self.acting
        self.same(self.hands + _SHOWDOWN, "*** SHOWDOWN ***")
        board = _board(self.column("boards", "cards"))
        rows = [self._row(board[:, part]) for part in (slice(0, 3), slice(3, 8), slice(8, 13))]
        name = self.name
        self.add(at + 1, _join(name, "top [", rows[0], "] middle [", rows[1], "] bottom [", rows[2], "]"))
        fouls = np.asarray(self.column("claims", "is_foul"))
        royalties = [_number(_ints(self.column("claims", f"{row}_royalties"))) for row in ("top", "middle", "bottom")]
        paid = _join("royalties ", royalties[0], " + ", royalties[1], " + ", royalties[2])
        self.add(at + 2, _join(name, _choose(fouls, "foul", paid)))

    def _row(self, codes: Bytes) -> Text:
        offsets = np.arange(len(codes) + 1, dtype=np.int32) * codes.shape[1]
        return pc.binary_join(pa.ListArray.from_arrays(pa.array(offsets), _CARD.take(pa.array(codes.reshape(-1)))), " ")

    def _pairs(self) -> None:
        names = ("a", "b", "top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points")
        value = {name: _ints(self.column("claimed_pairs", name)) for name in names}
        first = self.first_seat[self.pair_owner]
        a, b = (_number(self.number[first + value[side]]) for side in "ab")
        rows = [_signed(value[row]) for row in ("top", "middle", "bottom")]
        own = [_number(value[f"royalties_{side}"]) for side in "ab"]
        amount = _labelled(", amount ", _amount(*self.money("claimed_pairs", "amount")))
        text = _join(
            "Seat ", a, " v Seat ", b, ": rows ", rows[0], " ", rows[1], " ", rows[2], ", bonus ", _signed(value["bonus"]),
            ", royalties ", own[0], " - ", own[1], ", points ", _signed(value["points"]), amount,
        )  # fmt: skip
        at = self.hands[self.pair_owner] + _PAIRS
        self.same(np.unique(at), "*** PAIRS ***")
        self.add(at + 1 + _ints(self.column("claimed_pairs", "pair_no")), text)

    def _results(self) -> None:
        self.same(self.hands + _RESULT, "*** RESULT ***")
        at = self.hands[self.owner] + _RESULT + self.acting
        net = _labelled(", net ", _amount(*self.money("claims", "net"), sign="+"))
        rest = [_labelled(f", {name} ", _amount(*self.money("claims", name))) for name in ("rake", "stack")]
        self.add(at + 1, _join(self.name, "points ", _signed(_ints(self.column("claims", "points"))), net, *rest))
        cards = _ints(self.column("claims", "fantasy_next"))
        due = _choose(cards > 0, _join("Fantasyland ", _number(cards), " cards next"), "no Fantasyland next")
        self.add(at + 101, _join(self.name, due))
        rake, known = self.money("hands", "rake")
        self.add(self.hands + _RESULT + 201, _join("Rake ", _amount(rake, known)), known)


def _board(column: pa.Array) -> Bytes:
    return np.asarray(column.flatten()).reshape(-1, 13)


def _places(keys: Ints, wanted: Ints) -> pa.Array:
    """Where each wanted key stands among keys in rising order; null where it does not."""
    at = np.searchsorted(keys, wanted)
    found = np.zeros(len(wanted), bool)
    inside = at < len(keys)
    found[inside] = keys[at[inside]] == wanted[inside]
    return pa.array(np.where(found, at, 0), mask=~found)
