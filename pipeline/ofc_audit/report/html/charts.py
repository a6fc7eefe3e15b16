"""Charts as inline SVG: bars that need no script, take the colours of the page and say their numbers in text."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 460
LABEL = 122
VALUE = 108
BAR, STEP = 16, 26


@dataclass(frozen=True)
class Chart:
    """A chart with its title, its SVG, and a sentence on what is counted; `legend` names the tones; a wide one has a row of the page for
    itself."""

    title: str
    svg: str
    note: str
    legend: tuple[tuple[str, str], ...] = ()
    is_wide: bool = False


@dataclass(frozen=True)
class Bar:
    """One horizontal bar: its label, its length in units of the chart, the text at its end, the class of its colour, and the ends of
    the interval around it, where it has one."""

    label: str
    size: float
    text: str
    tone: str = "a"
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Column:
    """One column of a histogram: the label below it (may be empty), its parts from the bottom up, and what it says on
    hovering."""

    label: str
    parts: tuple[int, ...]
    title: str


def share_bar(parts: Sequence[tuple[str, float]], label: str) -> str:
    """One bar over the whole width, divided by shares that add up to 1: (class, share) from the left."""
    shapes = []
    at = 0.0
    for tone, share in parts:
        if share > 0:
            shapes.append(
                f'<rect class="{escape(tone)}" x="{100 * at:.3f}%" width="{100 * share:.3f}%" y="0" height="100%"/>'
            )
        at += share
    return f'<svg class="share" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'


def bar_chart(bars: Sequence[Bar], label: str, value_room: int = VALUE) -> str:
    """Horizontal bars below one another on one scale from 0; `value_room` is kept for the text at their ends."""
    longest = max((max(bar.size, bar.high or 0) for bar in bars), default=0) or 1
    room = WIDTH - LABEL - value_room
    shapes = []
    for place, bar in enumerate(bars):
        y = place * STEP + 4
        length = max(room * bar.size / longest, 1 if bar.size > 0 else 0)
        middle = y + BAR / 2 + 4.5
        shapes.append(f'<text x="{LABEL - 8}" y="{middle}" text-anchor="end">{escape(bar.label)}</text>')
        shapes.append(f'<rect class="tone-{bar.tone}" x="{LABEL}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2"/>')
        end = length
        if bar.low is not None and bar.high is not None:
            low, end = (room * max(at, 0) / longest for at in (bar.low, bar.high))
            shapes.append(_whisker(LABEL + low, LABEL + end, y + BAR / 2))
        shapes.append(
            f'<text class="value" x="{LABEL + max(length, end) + 6:.1f}" y="{middle}">{escape(bar.text)}</text>'
        )
    return _svg(shapes, len(bars) * STEP + 8, label)


def histogram(columns: Sequence[Column], tones: Sequence[str], label: str, axis: str) -> str:
    """Columns side by side, each of stacked parts; the scale is that of the highest column, which is labelled."""
    height, foot, head = 150, 40, 18
    highest = max((sum(column.parts) for column in columns), default=0) or 1
    step = WIDTH / max(len(columns), 1)
    shapes = [f'<line class="axis" x1="0" x2="{WIDTH}" y1="{head + height}" y2="{head + height}"/>']
    for place, column in enumerate(columns):
        x = place * step
        y = float(head + height)
        pieces = []
        for tone, part in zip(tones, column.parts, strict=True):
            size = height * part / highest
            y -= size
            if part:
                pieces.append(_rect(f"tone-{tone}", x + 0.5, y, step - 1, size))
        shapes.append(f"<g><title>{escape(column.title)}</title>{''.join(pieces)}</g>")
        if column.label:
            shapes.append(_text(column.label, x + step / 2, head + height + 15))
        if sum(column.parts) == highest and not any("value" in shape for shape in shapes):
            anchor, at = (
                ("end", WIDTH) if x > WIDTH * 0.8 else ("start", 0) if x < WIDTH * 0.2 else ("middle", x + step / 2)
            )
            shapes.append(f'<text class="value" x="{at:.1f}" y="{head - 5}" text-anchor="{anchor}">{highest:,}</text>')
    shapes.append(f'<text x="{WIDTH / 2}" y="{head + height + 34}" text-anchor="middle">{escape(axis)}</text>')
    return _svg(shapes, head + height + foot, label)


def _whisker(low: float, high: float, y: float) -> str:
    """An interval as a line with ends."""
    path = f"M{low:.1f} {y - 4:g}v8M{low:.1f} {y:g}H{high:.1f}M{high:.1f} {y - 4:g}v8"
    return f'<path class="whisker" fill="none" d="{path}"/>'


def _svg(shapes: Sequence[str], height: float, label: str) -> str:
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(shapes)}</svg>"


def _rect(tone: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{tone}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def _text(text: str, x: float, y: float, anchor: str = "middle", tone: str = "") -> str:
    name = f' class="{tone}"' if tone else ""
    return f'<text{name} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
