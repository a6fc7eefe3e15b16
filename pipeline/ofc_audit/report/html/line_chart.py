"""Lines over the hands of a player or a table as inline SVG, with a band where something is uncertain."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 920, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 14, 44


@dataclass(frozen=True)
class Track:
    """One line: its name, the class of its colour, and its points (hand number from 1, height)."""

    name: str
    tone: str
    points: Sequence[tuple[int, float]]


@dataclass(frozen=True)
class Tick:
    """A mark below the chart: a hand number with its text and, below that, a date."""

    hand: int
    text: str
    below: str = ""


def line_chart(
    tracks: Sequence[Track], n: int, ticks: Sequence[Tick], label: str, spread: float | None = None, places: int = 0
) -> str:
    """Lines that begin at 0 before hand 1; `spread` draws the band from −spread·√k to +spread·√k at hand k."""
    heights = [y for track in tracks for _, y in track.points] + [0.0]
    if spread is not None:
        heights += [spread * math.sqrt(n), -spread * math.sqrt(n)]
    steps = steps_between(min(heights), max(heights))
    low, high = min(steps[0], min(heights)), max(steps[-1], max(heights))
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(hand: float) -> float:
        return LEFT + width * hand / max(n, 1)

    def y(value: float) -> float:
        return TOP + height * (high - value) / ((high - low) or 1)

    shapes = []
    if spread is not None:
        at = sorted({round(n * (k / 48) ** 2) for k in range(49)})
        upper = [f"{x(hand):.1f},{y(spread * math.sqrt(hand)):.1f}" for hand in at]
        lower = [f"{x(hand):.1f},{y(-spread * math.sqrt(hand)):.1f}" for hand in reversed(at)]
        shapes.append(f'<polygon class="tone-band" points="{" ".join(upper + lower)}"/>')
    for step in steps:
        kind = "zero" if step == 0 else "axis"
        shapes.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(step):.1f}" y2="{y(step):.1f}"/>')
        text = f"{step:+,.{places}f}" if step else "0"
        shapes.append(f'<text x="{LEFT - 8}" y="{y(step) + 4:.1f}" text-anchor="end">{text}</text>')
    for tick in ticks:
        anchor = "end" if tick.hand > 0.94 * n else "middle"
        shapes.append(
            f'<text x="{x(tick.hand):.1f}" y="{HEIGHT - 26}" text-anchor="{anchor}">{escape(tick.text)}</text>'
        )
        if tick.below:
            shapes.append(
                f'<text class="small" x="{x(tick.hand):.1f}" y="{HEIGHT - 10}" text-anchor="{anchor}">{escape(tick.below)}</text>'
            )
    for track in tracks:
        line = " ".join(f"{x(hand):.1f},{y(value):.1f}" for hand, value in [(0, 0.0), *track.points])
        shapes.append(
            f'<polyline class="line-{track.tone}" points="{line}"><title>{escape(track.name)}</title></polyline>'
        )
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(shapes)}</svg>"


def steps_between(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers (1, 2 or 5 times a power of ten apart) from at or below `low` to at or above `high`, 0 among them where it lies
    between."""
    span = (high - low) or 1.0
    size = 10.0 ** math.floor(math.log10(span / wanted))
    apart = next(size * factor for factor in (1, 2, 5, 10) if span / (size * factor) <= wanted)
    first, last = math.floor(low / apart + 1e-9), math.ceil(high / apart - 1e-9)
    return [round(apart * k, 10) for k in range(first, last + 1)]
