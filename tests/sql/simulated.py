"""Results of a run over simulated hands: a recorded room and a site that states stacks, times and who placed, with joined accounts."""

import io
from importlib import import_module
from pathlib import Path

from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.days import Calendar

ALIASES = 'person,site,account\n"Ana, of two names",pokerbet,Ana\n"Ana, of two names",pokerbet,Bo\n'


def simulated(folder: Path, n_hands: int) -> Path:
    """The output folder of a run over about so many hands, half of them of each site."""
    rules = load_rules()
    played = {
        "capture_hh": play(rules["pppoker_progressive17"], n_hands // 2, 7),
        "ofc_text": play(
            rules["pokerbet_progressive"],
            n_hands // 2,
            8,
            options={"scoring": "1-6"},
            timeouts=0.05,
            names=("Ana", "Bo", "Cy"),
        ),
    }
    (folder / "hands").mkdir(parents=True)
    for name, tables in played.items():
        out = io.BytesIO()
        import_module(f"ofc_audit.read.write_{name}").write(tables, out)
        (folder / "hands" / f"{name}.txt").write_bytes(out.getvalue())
    aliases = folder / "aliases.csv"
    aliases.write_text(ALIASES, "utf-8")
    calendar = Calendar("Europe/Berlin", 360, 10080, 30)
    return build([str(folder / "hands")], folder / "out", aliases_file=aliases, calendar=calendar).out_dir
