"""A user's own files, looked at before they are used: every error, and what is no error and yet hardly meant."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ofc_audit.rulesets.catalogue import all_parameters
from ofc_audit.rulesets.load import FolderRead, load_rules, read_folder
from ofc_audit.rulesets.model import RuleSet
from ofc_audit.rulesets.parse import RuleFile
from ofc_audit.rulesets.royalties import shared_tables
from ofc_audit.rulesets.values import Given, quoted, value_text

_SAYS_NOTHING = re.compile(r"\W*(\w{0,2}|none|nothing|unknown|todo|tbd|xxx+|source|test|nobody)\W*", re.IGNORECASE)


@dataclass(frozen=True)
class FileReport:
    """What became of one file, read as from its folder: its rule set, or errors; and warnings. Texts begin with the key.

    `n_changed` parameters and `n_cells` royalties are not as in what it extends; `n_unknown` parameters are not known.
    """

    file: str
    rules: RuleSet | None = None
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    n_changed: int = 0
    n_cells: int = 0
    n_unknown: int = 0


def check_files(paths: Sequence[Path], folders: Sequence[Path] = ()) -> list[FileReport]:
    """Reports on files, and on all files of folders, each as if its folder came where `folders` has it, or after them.

    Raises FileNotFoundError for a path that is not there, and RulesError where a folder before has errors.
    """
    reports: list[FileReport] = []
    reads: dict[Path, tuple[FolderRead, Mapping[str, RuleSet]]] = {}
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"no file or folder of rule sets: {path}")
        folder = path if path.is_dir() and path.suffix != ".toml" else path.parent
        if folder.resolve() not in reads:
            known = load_rules(_before(folder, folders))
            reads[folder.resolve()] = (read_folder(folder, known, f"{folder}/" if folder != Path() else ""), known)
        read, known = reads[folder.resolve()]
        if path == folder:
            names = sorted({*read.rules, *read.problems, *read.blocked})
            reports += [_report(read, known, name) for name in names]
            if not names:
                reports.append(FileReport(str(path), errors=("holds no rule set (a file such as my_rules.toml)",)))
        elif path.suffix != ".toml" or path.name.startswith("_"):
            why = "is not read: rule sets are files whose names end in .toml and do not begin with _"
            reports.append(FileReport(str(path), errors=(why,)))
        else:
            reports.append(_report(read, known, path.stem))
    return reports


def _before(folder: Path, folders: Sequence[Path]) -> list[Path]:
    """The folders that are read before this one."""
    earlier = []
    for other in folders:
        if other.resolve() == folder.resolve():
            break
        earlier.append(other)
    return earlier


def _report(read: FolderRead, known: Mapping[str, RuleSet], name: str) -> FileReport:
    where, errors = read.where(name), tuple(read.problems.get(name, ()))
    if name in read.blocked:
        errors = (*errors, read.blocked[name])
    if errors or name not in read.rules:
        return FileReport(where, errors=errors)
    rules, file = read.rules[name], read.files[name]
    others = {**known, **read.rules}
    parent = None if rules.extends is None else others[rules.extends]
    changed = [key for key in all_parameters() if parent is None or parent.value(key) != rules.value(key)]
    n_cells = sum(
        1 for _, table_cells in _own_cells(file, parent) for before, now in table_cells if before != now.value
    )
    unknown = [key for key in all_parameters() if not rules.is_known(key)]
    warnings = tuple(_warnings(rules, file, parent, others))
    return FileReport(where, rules, (), warnings, len(changed), n_cells, len(unknown))


def _own_cells(file: RuleFile, parent: RuleSet | None) -> Iterator[tuple[str, list[tuple[object, Given]]]]:
    """The royalty cells of the tables that a file speaks of: by table, what each was before, None for a new table, and is."""
    before = shared_tables() if parent is None else parent.royalty_tables
    for name in sorted(file.own_tables):
        cells = file.tables[name].cells
        yield name, [(before[name].cells[place].value if name in before else None, cells[place]) for place in cells]


def _warnings(rules: RuleSet, file: RuleFile, parent: RuleSet | None, others: Mapping[str, RuleSet]) -> Iterator[str]:
    for key, given in file.given.items():
        if parent is not None and parent.value(key) == given.value:
            yield f"{key}: {value_text(given.value)} is what {parent.id} has anyway; only the source differs"
        yield from _idle_source(key, given)
    for (option, word), block in file.options.items():
        before = {} if parent is None else parent.options.get((option, word), {})
        for key, given in block.items():
            place = f"options.{option}.{word}: {key}"
            if parent is not None and key in before and before[key].value == given.value:
                yield f"{place}: {value_text(given.value)} is what {parent.id} has anyway; only the source differs"
            yield from _idle_source(place, given)
    tables = shared_tables() if parent is None else parent.royalty_tables
    for name in sorted(file.own_tables):
        for (row, cell), given in file.tables[name].cells.items():
            if name not in tables or given is not tables[name].cells[row, cell]:
                place = f"royalties.{name}.{row}.{cell}"
                if name in tables and tables[name].cells[row, cell].value == given.value:
                    yield f"{place}: {value_text(given.value)} is what the table has anyway; only the source differs"
                yield from _idle_source(place, given)
        if name not in tables and rules.value("score.royalties") != name:
            in_force = quoted(value_text(rules.value("score.royalties")))
            yield f"royalties.{name}: is used only where a hand states these royalties; score.royalties is {in_force}"
    if rules.period is not None and rules.digest == others[rules.period.instead_of].digest:
        yield f"dates: plays exactly as {rules.period.instead_of}, which it stands in for"


def _idle_source(place: str, given: Given) -> Iterator[str]:
    if _SAYS_NOTHING.fullmatch(given.source):
        yield f"{place}: its source, {quoted(given.source)}, is nothing that a reader could look up"
