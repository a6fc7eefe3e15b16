"""Writes `docs/speed.json`, `docs/speed.md` and its two charts from what was measured: `python bench/publish.py [--before FOLDER]`.

Takes `bench.json`, `growth.json` and `profile.json` out of `bench/out/`. `--before` is a folder with a `bench.json` and a
`growth.json` of an earlier commit, to be shown beside; without it those of the page as it is stay.
`--page` writes the page and the charts anew from the record as it is.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chart import ratios_svg
from growth_chart import growth_svg
from hands import OUT
from speed_page import figures_of, speed_markdown

DOCS = Path(__file__).resolve().parents[1] / "docs"
RECORD = "speed.json"


def pages(record: dict[str, Any]) -> dict[str, str]:
    """What follows from the record, by file name."""
    return {
        "speed.md": speed_markdown(record),
        "speed-growth.svg": growth_svg(record["growth"]["sizes"].values()),
        "speed-ratios.svg": ratios_svg(figures_of(record["now"])),
    }


def main(given: Sequence[str]) -> int:
    """Writes all; 2 where something was not measured yet, or only in short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", type=Path, help="a folder with bench.json and growth.json of an earlier commit")
    parser.add_argument("--page", action="store_true", help="only the page and the charts, of the record that is there")
    options = parser.parse_args(given)
    if options.page:
        return write(json.loads((DOCS / RECORD).read_text("utf-8")))
    names = ("bench.json", "growth.json", "profile.json")
    lost = [name for name in names if not (OUT / name).exists()]
    if lost:
        print(f"{OUT / lost[0]} is not there: run make bench, make growth and make profile first", file=sys.stderr)
        return 2
    now, growth, profile = (json.loads((OUT / name).read_text("utf-8")) for name in names)
    brief = [name for name, section in now["sections"].items() if section["is_brief"]]
    if brief:
        print(
            f"section {brief[0]} was measured in short, which is not for a document: make bench ONLY={brief[0]}",
            file=sys.stderr,
        )
        return 2
    if options.before:
        before, growth_before = (json.loads((options.before / name).read_text("utf-8")) for name in names[:2])
    else:
        kept = json.loads((DOCS / RECORD).read_text("utf-8"))
        before, growth_before = kept["before"], kept["growth_before"]
    record = {"now": now, "growth": growth, "profile": profile, "before": before, "growth_before": growth_before}
    (DOCS / RECORD).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return write(record)


def write(record: dict[str, Any]) -> int:
    """Writes what follows from the record."""
    for name, text in pages(record).items():
        (DOCS / name).write_text(text, "utf-8")
        print(DOCS / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
