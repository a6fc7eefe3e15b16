"""Reading rule sets: the files of `schemas/rules/` and a user's own, strictly, every error with its file and key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ofc_audit.data import data_dir
from ofc_audit.rulesets.catalogue import all_parameters
from ofc_audit.rulesets.dates import period_problems
from ofc_audit.rulesets.model import RuleSet
from ofc_audit.rulesets.parse import RuleFile, parse_file
from ofc_audit.rulesets.values import Given, Value, quoted, read_toml

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class RulesError(ValueError):
    """Rule sets that cannot be: `problems` are all of them, each as `file: key: what is wrong, and what is allowed`."""

    def __init__(self, folder: Path, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        n = len(self.problems) - 1
        more = f" (and {n} more; see: ofc rules validate {folder})" if n else ""
        super().__init__(f"{self.problems[0]}{more}")


@dataclass
class FolderRead:
    """A folder of rule sets: those that are whole by id, and the files and errors of all by id, without the file's name.

    `blocked` are the files that only lack the one they extend, which has errors of its own.
    """

    folder: Path
    shown: str
    rules: dict[str, RuleSet] = field(default_factory=dict)
    files: dict[str, RuleFile] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=dict)
    blocked: dict[str, str] = field(default_factory=dict)

    def where(self, name: str) -> str:
        """The file of a rule set, as errors name it."""
        return f"{self.shown}{name}.toml"

    def all_problems(self) -> list[str]:
        """Every error with its file, by file name."""
        return [f"{self.where(name)}: {text}" for name in sorted(self.problems) for text in self.problems[name]]


def load_rules(extra_dirs: Sequence[Path] = ()) -> Mapping[str, RuleSet]:
    """Every rule set by id: ours, then those of the folders given, in the order of their file names.

    A file takes what it does not say from the one rule set it extends: one of ours, or one of the same or an earlier
    folder. Within a folder that is one level; ours count as whole, so a user's file can extend each of them.
    Files whose names begin with `_` are catalogues and no rule sets. Ours are read once per process.

    Raises RulesError (a ValueError) with all errors of the first folder that has any, naming file and key and what is
    allowed: a key that is not in the catalogue, a value that cannot be, a parameter without value or source, an id that
    is taken, an `extends` that leads nowhere, in a circle or over two levels, and periods that overlap;
    FileNotFoundError for a folder that is not there.
    """
    known = dict(_own_rules())
    for folder in extra_dirs:
        known.update(_whole(folder, known, shown=f"{folder}/"))
    return MappingProxyType(known)


@cache
def _own_rules() -> Mapping[str, RuleSet]:
    return _whole(data_dir("schemas") / "rules", {}, shown="")


def _whole(folder: Path, known: Mapping[str, RuleSet], shown: str) -> Mapping[str, RuleSet]:
    read = read_folder(folder, known, shown)
    problems = read.all_problems()
    if problems:
        raise RulesError(folder, problems)
    if not read.rules:
        raise RulesError(folder, [f"{folder}: holds no rule set (a file such as my_rules.toml)"])
    return read.rules


def read_folder(folder: Path, known: Mapping[str, RuleSet], shown: str) -> FolderRead:
    """The rule sets of one folder, completed by those `known` before; `shown` stands before file names in errors.

    Raises FileNotFoundError for a folder that is not there.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"no folder of rule sets: {folder}")
    read = FolderRead(folder, shown)
    raws = dict(_raws(read))
    ids = {path.stem for path in _paths(folder)}
    extends = {name: raw.get("extends") for name, raw in raws.items()}
    for name in raws:
        read.problems[name] = list(_naming_problems(name, extends, ids, known))
    # Whatever extends nothing in this folder comes first, so that each finds the one it extends already complete.
    for name in sorted(raws, key=lambda name: isinstance(extends[name], str) and extends[name] in ids):
        _read_file(read, name, raws[name], known, sorted(ids | set(known)))
    for name, problems in period_problems({**known, **read.rules}).items():
        if name in read.rules:
            read.problems[name] += problems
    read.rules = {name: read.rules[name] for name in sorted(read.rules) if not read.problems[name]}
    return read


def _paths(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.toml")) if not path.name.startswith("_")]


def _raws(read: FolderRead) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files that are TOML, by id; what is wrong with the others goes to the problems."""
    for path in _paths(read.folder):
        where = read.where(path.stem)
        try:
            raw = read_toml(path, where)
        except ValueError as error:
            read.problems[path.stem] = [str(error).removeprefix(f"{where}: ")]
            continue
        if raw:
            yield path.stem, raw
        else:
            read.problems[path.stem] = ["is empty; a rule set has an id, a title, and mostly what it extends"]


def _naming_problems(
    name: str, extends: Mapping[str, Any], ids: set[str], known: Mapping[str, RuleSet]
) -> Iterator[str]:
    """An id that is taken, and an `extends` that leads nowhere, in a circle or over more than one link of one folder."""
    if name in known:
        yield f"id: {quoted(name)} is taken; choose another and let it extend that one"
        return
    if not _ID.fullmatch(name):
        yield f"id: {quoted(name)} is impossible; allowed: letters from a to z, digits, _ and -, a letter or digit first"
    parent, others = extends[name], sorted((ids | set(known)) - {name})
    if parent is not None and (not isinstance(parent, str) or parent not in (*others, name)):
        yield f"extends: no rule set {quoted(parent)}; allowed: {quoted(others)}"
        return
    chain = [name]
    while isinstance(link := extends.get(chain[-1]), str):
        chain.append(link)
        if link in chain[:-1]:
            # Said once for a circle, of the first of its files.
            if link == name and name == min(chain):
                yield f"extends: goes in a circle: {' → '.join(chain)}"
            return
    if len(chain) > 2 and chain[2] in (*ids, *known):
        yield (
            f"extends: {quoted(chain[1])} extends {quoted(chain[2])} itself; "
            f"allowed is one level within a folder: extend {quoted(chain[2])}"
        )


def _read_file(
    read: FolderRead, name: str, raw: dict[str, Any], known: Mapping[str, RuleSet], ids: Sequence[str]
) -> None:
    """Reads one file into `read`, as a whole rule set where nothing is wrong with it or with what it extends."""
    parent_id = raw.get("extends")
    parent = None
    if isinstance(parent_id, str):
        parent = read.rules.get(parent_id) or known.get(parent_id)
    is_lost = parent is None and parent_id is not None
    if is_lost and not read.problems[name]:
        read.blocked[name] = f"extends: {quoted(parent_id)} has errors of its own"
        return
    if is_lost:
        # Any whole rule set will do to find what else is wrong, but for what depends on its royalty tables.
        parent = next(iter(known.values()), None)
    file = parse_file(raw, name, read.where(name), parent, ids)
    rules = _complete(file, parent)
    read.files[name] = file
    read.problems[name] += [text for text in file.problems if not (is_lost and _is_about_tables(text))]
    if not read.problems[name]:
        read.rules[name] = rules


def _is_about_tables(problem: str) -> bool:
    """Whether an error may come from not knowing the royalty tables of what a file extends."""
    return problem.startswith("score.royalties:") or (problem.startswith("royalties.") and ": is missing" in problem)


def _complete(file: RuleFile, parent: RuleSet | None) -> RuleSet:
    """The rule set of a file with what its parent adds, checked as a whole, under each of its options too."""
    given: dict[str, Given] = {}
    for key, asked in all_parameters().items():
        if key in file.given:
            given[key] = file.given[key]
        elif parent is not None:
            given[key] = _inherited(Given(parent.value(key), parent.source(key), parent.note(key)), parent)
        else:
            file.problems.append(f'{key}: is missing; give it a value and a source, or "unknown" and why')
            given[key] = Given(asked.parse("unknown"), "")
    options: dict[tuple[str, str], Mapping[str, Given]] = {}
    if parent is not None:
        for place, block in parent.options.items():
            options[place] = {key: _inherited(entry, parent) for key, entry in block.items()}
    for place, block in file.options.items():
        options[place] = {**options.get(place, {}), **block}
    rules = RuleSet(
        id=file.id,
        title=file.title,
        basis=file.basis or (parent.basis if parent else ""),
        extends=file.extends,
        sites=file.sites or (parent.sites if parent else ()),
        _given=given,
        period=file.period,
        file=file.where,
        _options=options,
        _tables=file.tables,
    )
    found = list(rules.contradictions())
    file.problems += found
    for (option, word), block in options.items():
        switched = replace(rules, _given={**given, **block, **_decided(option, word)})
        # What is wrong without the option too has been said.
        file.problems += [f"options.{option}.{word}: {text}" for text in switched.contradictions() if text not in found]
    return rules


def _decided(option: str, word: str) -> dict[str, Given]:
    return {"fantasyland.mode": Given(word, "")} if option == "fantasyland" else {}


def _inherited(entry: Given, parent: RuleSet) -> Given:
    value: Value = dict(entry.value) if isinstance(entry.value, Mapping) else entry.value
    return Given(value, f"as in {parent.id}: {entry.source}", entry.note)
