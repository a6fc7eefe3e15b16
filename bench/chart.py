"""The page of a run of the benchmarks: ratios as bars on a scale of powers of ten, goals, and every figure below. No script, nothing fetched."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from figures import Figure, number, ratio
from goals import FEW, GOALS, Mark

WIDTH, LABEL, VALUE, STEP, BAR = 1040, 330, 250, 24, 14

LONGEST = 44
"""Letters of a label that there is room for."""
ALONE = ("ranks", "score", "read", "statistics", "cores")
"""Sections whose ratios are to others, or to one core."""

STYLE = """
:root { --paper: #fff; --ink: #1b2330; --soft: #5c6675; --rule: #d9dee5; --good: #2b6cb0; --bad: #c2571a; --mark: #7a1fa2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #151a21; --ink: #e6eaf0; --soft: #9aa5b4; --rule: #343d49; --good: #63a4e6; --bad: #eb8a4e; --mark: #d08cf0; } }
body { margin: 2rem auto; max-width: 1080px; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem } p { margin: .2rem 0; color: var(--soft) }
svg { width: 100%; height: auto; display: block } svg text { font: 13px system-ui, sans-serif; fill: var(--ink) } svg .soft { fill: var(--soft) }
.good { fill: var(--good) } .bad { fill: var(--bad) } .rule { stroke: var(--rule) }
.one { stroke: var(--ink) } .mark { stroke: var(--mark); stroke-width: 3 }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--rule) }
td.w { width: 38% } td.w div { background: var(--good); height: 12px; border-radius: 2px; min-width: 1px }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
.no { color: var(--bad); font-weight: 600 } .yes { color: var(--good) }
"""


def compact(value: float) -> str:
    """A figure in few signs: 43.3 M, 980 k, 8.3."""
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


def ratio_bars(pairs: Sequence[tuple[Figure, Figure]], label: str) -> str:
    """One bar for each (ours, other), from 1 to the ratio; right of 1 ours is better. A goal on the ratio is a mark across the bar."""
    values = [ratio(ours, other) for ours, other in pairs]
    bounds = [_bound(ours, other) for ours, other in pairs]
    known = [max(value, 1e-3) for value in (*values, *(b for b in bounds if b), 0.9, 2.0)]
    low, high = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))
    room, top = WIDTH - LABEL - VALUE, 22
    height = top + len(pairs) * STEP + 6

    def x(value: float) -> float:
        return LABEL + room * (math.log10(max(value, 1e-3)) - low) / (high - low)

    shapes = []
    for power in range(low, high + 1):
        at = x(10.0**power)
        shapes.append(
            f'<line class="{"one" if power == 0 else "rule"}" x1="{at:.1f}" x2="{at:.1f}" y1="{top - 4}" y2="{height}"/>'
        )
        shapes.append(f'<text class="soft" x="{at:.1f}" y="{top - 9}" text-anchor="middle">{10.0**power:,g} ×</text>')
    for place, ((ours, other), value, bound) in enumerate(zip(pairs, values, bounds, strict=True)):
        y = top + place * STEP + 4
        left, right = sorted((x(1.0), x(value)))
        words = f"{value:,.2f} × · {compact(ours.value)} : {compact(other.value)} {ours.unit}"
        shapes.append(f'<text x="{LABEL - 8}" y="{y + 11}" text-anchor="end">{escape(_label(ours, other))}</text>')
        shapes.append(
            f'<rect class="{"good" if value >= 1 else "bad"}" x="{left:.1f}" y="{y}" width="{max(right - left, 1):.1f}" height="{BAR}" rx="2">'
            f"<title>{escape(f'{ours.case}: {ours.side} beside {other.side}')}</title></rect>"
        )
        if bound:
            shapes.append(
                f'<line class="mark" x1="{x(bound):.1f}" x2="{x(bound):.1f}" y1="{y - 3}" y2="{y + BAR + 3}"/>'
            )
        shapes.append(f'<text x="{WIDTH - VALUE + 8}" y="{y + 11}">{escape(words)}</text>')
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'


def ratios_svg(figures: Sequence[Figure]) -> str:
    """The ratios to others as one chart that stands for itself, on white; of many cases beside the same side the best and the worst."""
    pairs = [
        (ours, other)
        for ours in figures
        if ours.is_ours and ours.section in ALONE
        for other in figures
        if (other.section, other.case) == (ours.section, ours.case) and other is not ours
    ]
    by_side: dict[tuple[str, str], list[tuple[Figure, Figure]]] = {}
    for ours, other in pairs:
        by_side.setdefault((ours.section, other.side), []).append((ours, other))
    pairs = []
    for of_side in by_side.values():
        ends = [best(of_side, key=lambda pair: ratio(*pair)) for best in (max, min)]
        pairs += of_side if len(of_side) <= FEW else ends
    style = (
        "text { font: 13px system-ui, sans-serif; fill: #1c2430 } .soft { fill: #56606f } .good { fill: #2f6db3 } .bad { fill: #b0672a }"
        " .rule { stroke: #d9dee5 } .one { stroke: #1c2430 } .mark { stroke: #87479b; stroke-width: 3 }"
    )
    head, _, rest = ratio_bars(pairs, "How many times as fast as others").partition(">")
    size = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f'{size}>\n<style>{style}</style>\n<rect width="100%" height="100%" fill="#ffffff"/>\n{rest}\n'


def _label(ours: Figure, other: Figure) -> str:
    text = f"{ours.case} beside {other.side}"
    return text if len(text) <= LONGEST else f"{ours.case[: LONGEST - len(other.side) - 9]}… beside {other.side}"


def _bound(ours: Figure, other: Figure) -> float | None:
    """The ratio that a goal asks for here, if one does."""
    return next((goal.bound for goal in GOALS if goal.is_of(ours) and goal.is_against(other)), None)


def page(record: Mapping[str, Any], figures: Sequence[Figure], held: Sequence[Mark]) -> str:
    """The whole page of a record of `bench.json`, with the goals that its figures are held to."""
    here = record["machine"]
    machine = (
        f"{here['processors']} processors ({here['processor']}), {here['memory_mb']:,} MB, Python {here['python']}"
    )
    parts = [
        "<h1>How fast ofc-audit is, beside others</h1>",
        f"<p>{escape(machine)} · commit {escape(record['commit'])} · {escape(record['at'])}</p>",
        "<p>A bar to the right: so many times as fast as the other side, or as little time or memory. A mark across a bar: what was aimed at.</p>",
        _goals(held),
    ]
    for name in dict.fromkeys(figure.section for figure in figures):
        section = [figure for figure in figures if figure.section == name]
        pairs = [
            (ours, other)
            for ours in section
            if ours.is_ours
            for other in section
            if other.case == ours.case and other is not ours
        ]
        parts.append(f"<h2>{escape(name)}</h2>")
        parts.append(ratio_bars(pairs, f"Ratios of section {name}") if pairs else "")
        parts.append(_figures([one for one in section if not any(one in pair for pair in pairs)]))
    lost = [one for section in record["sections"].values() for one in section["missing"]]
    if lost:
        words = "; ".join(f"{one['section']}: {one['missing']} ({one['why']})" for one in lost)
        parts.append(f'<h2>Not measured</h2><p class="no">{escape(words)}</p>')
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Benchmarks</title><style>{STYLE}</style>'
    return f"{head}<body>{''.join(parts)}</body></html>\n"


def _goals(found: Sequence[Mark]) -> str:
    if not found:
        return ""
    rows = []
    for mark in found:
        verdict = '<td class="yes">reached</td>' if mark.is_reached else '<td class="no">not reached</td>'
        cells = f"<td>{escape(mark.goal.section)}</td><td>{escape(mark.case)}</td>"
        rows.append(
            f'<tr>{cells}<td class="n">{number(mark.measured)}</td><td>{escape(mark.wanted)}</td>{verdict}</tr>'
        )
    head = "<tr><th>section</th><th>case</th><th>measured</th><th>wanted</th><th></th></tr>"
    return f"<h2>Goals</h2><table>{head}{''.join(rows)}</table>"


def _figures(figures: Sequence[Figure]) -> str:
    """Figures that stand for themselves; a bar beside each as long as it is among those of its unit."""
    if not figures:
        return ""
    most = {unit: max(one.value for one in figures if one.unit == unit) or 1 for unit in {one.unit for one in figures}}
    rows = [
        f'<tr><td>{escape(one.case)}</td><td class="n">{number(one.value)} {escape(one.unit)}</td>'
        f'<td class="n">{f"± {one.spread / 2:.0%} of {len(one.rounds)}" if len(one.rounds) > 1 else ""}</td>'
        f'<td class="w"><div style="width: {100 * one.value / most[one.unit]:.1f}%"></div></td></tr>'
        for one in figures
    ]
    return f"<table>{''.join(rows)}</table>"
