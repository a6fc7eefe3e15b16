"""`ofc score -`: one hand a line in, one answer a line out, in order; a line that is no hand is answered by its number
and the reason."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ofc_audit.money import NULL
from ofc_audit.report.boards import FANTASY_COUNTS, MAX_PLAYERS, TypedHand, read_amount, read_boards, score_typed
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Cards

KEYS = ("boards", "rules", "fantasy", "stacks", "point_value")
"""What a line may say; only `boards` must be there."""

MAX_LINE = 1 << 20
"""Bytes of a line from which on it is no hand: the rest of it is passed over, so that memory stays bounded."""


def split_stream(pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Whole lines, without their ends, as far as they have arrived with each piece; a last line needs no end.

    A line longer than `MAX_LINE` is cut to one byte more, which tells it apart.
    """
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        rest = rest[: MAX_LINE + 1]
        yield [line[: MAX_LINE + 1] for line in lines]
    if rest:
        yield [rest]


def answer_stream(
    blocks: Iterable[list[bytes]],
    rules: Mapping[str, RuleSet],
    default: RuleSet,
    change: Callable[[RuleSet], RuleSet],
) -> Iterator[tuple[str, int]]:
    """For each block of lines the answers as one text, and how many of the lines were no hand.

    `default` is for lines that name no rules; `change` makes of the rule set that a line names the one in force, or raises ValueError,
    which is then the line's answer.
    """
    in_force: dict[str, RuleSet] = {}

    def named(rules_id: str) -> RuleSet:
        if rules_id not in rules:
            raise ValueError(f"unknown rules {rules_id!r}; known are {', '.join(rules)}")
        if rules_id not in in_force:
            in_force[rules_id] = change(rules[rules_id])
        return in_force[rules_id]

    at = 1
    for lines in blocks:
        answers, n_bad = _answer_block(lines, at, named, default)
        at += len(lines)
        if answers:
            yield "\n".join(answers) + "\n", n_bad


def _answer_block(
    lines: list[bytes], first_no: int, named: Callable[[str], RuleSet], default: RuleSet
) -> tuple[list[str], int]:
    problems: dict[int, str] = {}
    hands: list[TypedHand] = []
    places: list[tuple[int, RuleSet]] = []
    for index, line in enumerate(lines):
        try:
            hand, rules_id = _parse(line, is_first=first_no + index == 1)
            chosen = default if rules_id is None else named(rules_id)
        except ValueError as error:
            problems[index] = str(error)
            continue
        hands.append(hand)
        places.append((index, chosen))
    arrays, bad_boards = read_boards([hand.boards for hand in hands])
    groups: dict[tuple[str, int], list[tuple[int, TypedHand, Cards]]] = {}
    sets: dict[str, RuleSet] = {}
    for at, (index, chosen) in enumerate(places):
        array = arrays[at]
        if array is None:
            problems[index] = bad_boards[at]
            continue
        key = ("" if chosen is default else chosen.id, len(hands[at].boards))
        sets[key[0]] = chosen
        groups.setdefault(key, []).append((index, hands[at], array))
    answers: dict[int, dict[str, object]] = {
        index: {"line": first_no + index, "error": reason} for index, reason in problems.items()
    }
    for (name, _), members in groups.items():
        scored = score_typed([hand for _, hand, _ in members], [array for _, _, array in members], sets[name])
        answers.update(zip((index for index, _, _ in members), scored, strict=True))
    return [json.dumps(answers[index], ensure_ascii=False) for index in range(len(lines))], len(problems)


def _parse(line: bytes, is_first: bool) -> tuple[TypedHand, str | None]:
    """One line as a hand whose boards are still text, and the rules it names. Raises ValueError with the reason."""
    if len(line) > MAX_LINE:
        raise ValueError(f"the line is longer than {MAX_LINE} bytes")
    try:
        text = line.decode("utf-8-sig" if is_first else "utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start + 1}") from None
    if not text.strip():
        raise ValueError("the line is empty")
    try:
        said = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError("not JSON that can be read: nested too deeply") from None
    if not isinstance(said, dict):
        raise ValueError('a line is an object such as {"boards": ["…", "…"]}')
    for key in said:
        if key not in KEYS:
            raise ValueError(f"unknown key {key!r}; known are {', '.join(KEYS)}")
    boards = _boards(said.get("boards"))
    rules_id = said.get("rules")
    if rules_id is not None and not isinstance(rules_id, str):
        raise ValueError("rules is the id of a rule set as text (see ofc rules list)")
    hand = TypedHand(
        boards,
        _fantasy(said.get("fantasy"), len(boards)),
        _stacks(said.get("stacks"), len(boards)),
        _value(said.get("point_value")),
    )
    return hand, rules_id


def _no_constant(name: str) -> object:
    raise ValueError(f"not JSON: {name}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} is there twice")
    return said


def _boards(said: object) -> tuple[str, ...]:
    if not isinstance(said, list) or not all(isinstance(board, str) for board in said):
        raise ValueError("boards is a list of boards as text, in acting order")
    if not 1 <= len(said) <= MAX_PLAYERS:
        raise ValueError(f"{len(said)} boards; a hand has one to {MAX_PLAYERS}")
    return tuple(said)


def _fantasy(said: object, n: int) -> tuple[int, ...]:
    if said is None:
        return (0,) * n
    low, high = FANTASY_COUNTS
    if not isinstance(said, list) or len(said) != n:
        raise ValueError(f"fantasy is a list with a number for each of the {n} boards")
    counts = []
    for one in said:
        if one is True:
            counts.append(-1)
        elif isinstance(one, int) and not isinstance(one, bool) and (one == 0 or low <= one <= high):
            counts.append(one)
        else:
            raise ValueError(f"fantasy has {one!r}; possible are 0, {low} to {high}, and true for a number not known")
    return tuple(counts)


def _stacks(said: object, n: int) -> tuple[int, ...] | None:
    if said is None:
        return None
    if not isinstance(said, list) or len(said) != n:
        raise ValueError(f"stacks is a list with an amount for each of the {n} boards")
    return tuple(NULL if one is None else _amount("stacks", one) for one in said)


def _value(said: object) -> int | None:
    return None if said is None else _amount("point_value", said)


def _amount(key: str, said: object) -> int:
    if not isinstance(said, str):
        raise ValueError(f'{key}: amounts are text, such as "0.50", so that no place is lost')
    try:
        return read_amount(said)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
