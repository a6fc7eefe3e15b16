"""What the trial shows: lies by kind, format and rule set, and how much could be told of true hands, as text and as Markdown."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ofc_audit.simulate.faults import FAULTS
from trial.clean import DIMENSIONS, CleanSeen
from trial.lies import Told

WIDTH = 100
NAMED_SHARE = 0.95
"""The share of visible lies of which the cause must be named."""
LIE_HEADINGS = ("planted", "visible", "found", "named", "missed", "more", "hidden", "seen")
REASONS_SHOWN = 4

Row = tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """A table with its title: the first column is words, and so is the last where `ends_in_words`."""

    title: str
    headings: Row
    rows: Sequence[Row]
    ends_in_words: bool = False

    def as_text(self) -> str:
        """The table in columns."""
        lines = [self.headings, *self.rows]
        sizes = [max(len(line[at]) for line in lines) for at in range(len(self.headings))]
        last = len(sizes) - 1

        def cell(at: int, value: str) -> str:
            words = at == 0 or (at == last and self.ends_in_words)
            return value.ljust(sizes[at]) if words else value.rjust(sizes[at])

        shown = ["  ".join(cell(at, value) for at, value in enumerate(line)).rstrip() for line in lines]
        return "\n".join([self.title, "", *shown, ""])

    def as_markdown(self) -> str:
        """The table as Markdown."""
        last = len(self.headings) - 1
        rules = ["---" if at == 0 or (at == last and self.ends_in_words) else "---:" for at in range(last + 1)]
        lines = [self.headings, tuple(rules), *self.rows]
        return "\n".join([f"## {self.title}", "", *("| " + " | ".join(line) + " |" for line in lines), ""])


def lie_counts(told: Iterable[Told]) -> Row:
    """How many were planted, visible, found and named; missed; findings beyond the one; hidden, and found all the same."""
    seen = Counter[str]()
    for one in told:
        seen["planted"] += 1
        if one.hidden is None:
            seen["visible"] += 1
            seen["found"] += one.is_found
            seen["named"] += one.is_named
            seen["missed"] += not one.is_found
            seen["more"] += one.n_extra
        else:
            seen["hidden"] += 1
            seen["seen"] += one.is_found
    return tuple(f"{seen[name]:,}" for name in LIE_HEADINGS)


def lie_pages(told: Sequence[Told]) -> list[Page]:
    """The lies by kind, by format and by rule set."""
    by_kind = [(name, *lie_counts(mine)) for name in FAULTS if (mine := [one for one in told if one.kind == name])]
    pages = [Page("Lies by kind", ("kind", *LIE_HEADINGS), [*by_kind, _all(told)])]
    groups: tuple[tuple[str, Callable[[Told], str]], ...] = (
        ("format", lambda one: one.file_format),
        ("rule set", lambda one: one.rules_id),
        ("size", lambda one: one.size or "no size"),
        ("acting order", lambda one: "nobody" if one.seat is None else str(one.seat)),
    )
    for heading, group in groups:
        names = sorted({group(one) for one in told})
        rows = [(name, *lie_counts(one for one in told if group(one) == name)) for name in names]
        pages.append(Page(f"Lies by {heading}", (heading, *LIE_HEADINGS), [*rows, _all(told)]))
    hidden = Counter((one.kind, one.hidden) for one in told if one.hidden)
    if hidden:
        rows = [(kind, f"{n:,}", str(why)) for (kind, why), n in sorted(hidden.items())]
        pages.append(Page("Lies that nobody can see, as declared", ("kind", "planted", "why"), rows, True))
    return pages


def _all(told: Sequence[Told]) -> Row:
    return ("all", *lie_counts(told))


def clean_pages(seen: Mapping[str, CleanSeen]) -> list[Page]:
    """What was said of true hands: findings and wrong verdicts, and by dimension the share that was verified."""
    everything = CleanSeen()
    for one in seen.values():
        everything.add(one)
    headings = ("rule set", "hands", "findings", "wrong", *DIMENSIONS)
    rows = [_clean_row(name, one) for name, one in (*sorted(seen.items()), ("all", everything))]
    reasons = []
    for name, one in sorted(seen.items()):
        for dimension in DIMENSIONS:
            told = _shares(one, dimension)
            most = Counter({why: n for (d, v, why), n in one.verdicts.items() if (d, v) == (dimension, "unverifiable")})
            reasons += [
                (f"{name}, {dimension}", f"{n:,}", f"{n / told:.1%}", why) for why, n in most.most_common(REASONS_SHOWN)
            ]
    return [
        Page(
            "True hands: findings, wrong verdicts, and the share of applicable verdicts that are verified",
            headings,
            rows,
        ),
        Page(
            "True hands: why the rest cannot be told",
            ("rule set, dimension", "hands", "share", "reason"),
            reasons,
            True,
        ),
    ]


def _shares(seen: CleanSeen, dimension: str) -> int:
    """Verdicts in a dimension that is applicable."""
    return sum(n for (d, v, _), n in seen.verdicts.items() if d == dimension and v != "not applicable")


def _clean_row(name: str, seen: CleanSeen) -> Row:
    shares = []
    for dimension in DIMENSIONS:
        n = _shares(seen, dimension)
        verified = sum(m for (d, v, _), m in seen.verdicts.items() if (d, v) == (dimension, "verified"))
        shares.append(f"{verified / n:.2%}" if n else "–")
    return name, f"{seen.n_hands:,}", f"{seen.accused.total():,}", f"{seen.n_wrong:,}", *shares


def broken_bounds(told: Sequence[Told], seen: Mapping[str, CleanSeen]) -> list[str]:
    """What does not hold of: every visible lie found, 95 in 100 named, nothing said against true hands."""
    visible = [one for one in told if one.hidden is None]
    missed, named = sum(not one.is_found for one in visible), sum(one.is_named for one in visible)
    accused = sum(one.accused.total() + one.n_wrong for one in seen.values())
    broken = [f"{missed:,} of {len(visible):,} visible lies were not found"] if missed else []
    if named < NAMED_SHARE * len(visible):
        broken.append(
            f"the cause of {named:,} of {len(visible):,} visible lies was named, fewer than {NAMED_SHARE:.0%}"
        )
    return broken + ([f"{accused:,} times something was said against true hands"] if accused else [])


def unexplained(told: Iterable[Told]) -> Iterable[str]:
    """Every lie missed, named wrongly, or found though declared invisible, with what was found, in lines."""
    for one in told:
        if one.hidden is None and not one.is_named:
            yield f"{'wrong cause' if one.is_found else 'MISSED'}: {one.line()}"
        elif one.hidden is not None and one.is_found:
            yield f"found though hidden ({one.hidden}): {one.line()}"
        else:
            continue
        yield from (
            f"    {check}{'' if in_place else ' elsewhere'}: {message}" for check, in_place, message in one.found
        )
