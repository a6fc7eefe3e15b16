"""Seconds and memory of whole runs over hands, as one SVG: both scales of the seconds in powers of ten, with the line of proportion."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT = 920, 360
PANELS = ((70, 430), (550, 880))
TOP, BOTTOM = 56, 306
INK, SOFT, RULE = "#1c2430", "#56606f", "#d9dee5"
WALL, WORK, PEAK = "#2f6db3", "#b0672a", "#87479b"

Point = tuple[float, float]


def growth_svg(sizes: Collection[Mapping[str, Any]]) -> str:
    """The chart of some sizes: `hands`, `seconds`, `cpu_seconds` and `peak_mb` of each."""
    hands = [float(one["hands"]) for one in sizes]
    low, high = (
        math.floor(math.log10(min(hands))),
        max(math.ceil(math.log10(max(hands))), math.floor(math.log10(min(hands))) + 1),
    )
    seconds, work, peak = (
        [(float(one["hands"]), float(one[name])) for one in sizes] for name in ("seconds", "cpu_seconds", "peak_mb")
    )
    shapes = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *_seconds(seconds, work, (low, high)),
        *_memory(peak, (low, high)),
    ]
    words = "; ".join(f"{one['hands']:,} hands {one['seconds']:g} s, {one['peak_mb']:g} MB" for one in sizes)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(words)}" font-family="system-ui, sans-serif" font-size="12" fill="{INK}">'
    )
    return head + "\n" + "\n".join(shapes) + "\n</svg>\n"


def _seconds(seconds: Sequence[Point], work: Sequence[Point], powers: tuple[int, int]) -> list[str]:
    left, right = PANELS[0]
    values = [value for _, value in (*seconds, *work)]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    x = _by_power(powers, left, right)
    y = _by_power((low, max(high, low + 1)), BOTTOM, TOP)
    # Proportion, through the largest size: what is above it at the left is what a run costs however small it is.
    n, most = seconds[-1]
    ends = [(10.0**power, most * 10.0**power / n) for power in powers]
    cut = [(h, s) if s >= 10.0**low else (n * 10.0**low / most, 10.0**low) for h, s in ends]
    shapes = _axes(
        "Time", left, right, x, powers, [(10.0**power, f"{10.0**power:,g} s") for power in range(low, high + 1)], y
    )
    shapes.append(_line(cut, x, y, SOFT, ' stroke-dasharray="4 4"'))
    shapes += [*_track(work, x, y, WORK), *_track(seconds, x, y, WALL)]
    shapes += _legend(
        left,
        ((WALL, "seconds", ""), (WORK, "processor seconds", ""), (SOFT, "in proportion", ' stroke-dasharray="4 4"')),
    )
    return shapes


def _memory(peak: Sequence[Point], powers: tuple[int, int]) -> list[str]:
    left, right = PANELS[1]
    step = next(
        size for size in (100, 200, 500, 1000, 2000, 5000, 10_000) if max(value for _, value in peak) <= 5 * size
    )
    x = _by_power(powers, left, right)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * value / (5 * step)

    ticks = [(float(step * k), f"{step * k:,} MB") for k in range(6)]
    shapes = _axes("Peak memory", left, right, x, powers, ticks, y)
    return [*shapes, *_track(peak, x, y, PEAK), *_legend(left, ((PEAK, "all processes of the run", ""),))]


def _by_power(powers: tuple[int, int], start: float, stop: float) -> Callable[[float], float]:
    low, high = powers
    return lambda value: start + (stop - start) * (math.log10(value) - low) / (high - low)


def _axes(
    title: str,
    left: int,
    right: int,
    x: Callable[[float], float],
    powers: tuple[int, int],
    ticks: Sequence[tuple[float, str]],
    y: Callable[[float], float],
) -> list[str]:
    shapes = [f'<text x="{left}" y="18" font-size="15" font-weight="600">{title}</text>']
    for value, text in ticks:
        shapes.append(f'<line x1="{left}" x2="{right}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="{RULE}"/>')
        shapes.append(f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end" fill="{SOFT}">{text}</text>')
    for power in range(powers[0], powers[1] + 1):
        at = x(10.0**power)
        shapes.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="{RULE}"/>')
        text = f"{10 ** (power - 6)} M" if power >= 6 else f"{10**power:,}"
        shapes.append(f'<text x="{at:.1f}" y="{BOTTOM + 18}" text-anchor="middle" fill="{SOFT}">{text}</text>')
    shapes.append(f'<text x="{(left + right) / 2}" y="{BOTTOM + 38}" text-anchor="middle" fill="{SOFT}">hands</text>')
    return shapes


def _track(points: Sequence[Point], x: Callable[[float], float], y: Callable[[float], float], colour: str) -> list[str]:
    marks = [
        f'<circle cx="{x(hands):.1f}" cy="{y(value):.1f}" r="3.5" fill="{colour}"><title>{hands:,.0f} hands: {value:,.1f}</title></circle>'
        for hands, value in points
    ]
    return [_line(points, x, y, colour), *marks]


def _line(
    points: Sequence[Point], x: Callable[[float], float], y: Callable[[float], float], colour: str, more: str = ""
) -> str:
    path = " ".join(f"{x(hands):.1f},{y(value):.1f}" for hands, value in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"{more}/>'


def _legend(left: int, names: Sequence[tuple[str, str, str]]) -> list[str]:
    shapes, at = [], left
    for colour, name, more in names:
        shapes.append(f'<line x1="{at}" x2="{at + 18}" y1="38" y2="38" stroke="{colour}" stroke-width="2"{more}/>')
        shapes.append(f'<text x="{at + 24}" y="42">{name}</text>')
        at += 34 + 7 * len(name)
    return shapes
