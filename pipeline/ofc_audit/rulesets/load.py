"""Reading rule sets: the files of `schemas/rules/` and a user's own, strictly, every error with its file and key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ofc_audit.data import data_dir
from ofc_audit.rulesets.catalogue import all_parameters, parameter
from ofc_audit.rulesets.model import RuleSet, option_problem
from ofc_audit.rulesets.royalties import (
    NO_ROYALTIES,
    RoyaltyTable,
    complete_table,
    parse_cells,
    parse_entry,
    royalty_names,
    shared_tables,
)
from ofc_audit.rulesets.values import Given, Value, quoted, read_toml

_HEADER = ("id", "title", "basis", "sites", "extends")


@dataclass(frozen=True)
class _File:
    """A rule set as its file has it, before it is completed by what it extends."""

    where: str
    id: str
    title: str
    basis: str | None
    sites: tuple[str, ...] | None
    extends: str | None
    given: Mapping[str, Given]
    options: Mapping[tuple[str, str], Mapping[str, Given]]
    tables: Mapping[str, RoyaltyTable]


def load_rules(extra_dirs: Sequence[Path] = ()) -> Mapping[str, RuleSet]:
    """Every rule set by id: ours, then those of the folders given, in the order of their file names.

    A file takes what it does not say from the one rule set it extends: one of ours, or one of the same or an earlier
    folder. Within a folder that is one level; ours count as whole, so a user's file can extend each of them.
    Files whose names begin with `_` are catalogues and no rule sets. Ours are read once per process.

    Raises ValueError, naming file and key and what is allowed, for a key that is not in the catalogue, a value that
    cannot be, a parameter without value or source, an id that is taken, and an `extends` that leads nowhere, in a
    circle or over two levels; FileNotFoundError for a folder that is not there.
    """
    known = dict(_own_rules())
    for folder in extra_dirs:
        if not folder.is_dir():
            raise FileNotFoundError(f"no folder of rule sets: {folder}")
        known.update(_load_folder(folder, known, shown=str(folder) + "/"))
    return MappingProxyType(known)


@cache
def _own_rules() -> Mapping[str, RuleSet]:
    return _load_folder(data_dir("schemas") / "rules", {}, shown="")


def _load_folder(folder: Path, known: Mapping[str, RuleSet], shown: str) -> Mapping[str, RuleSet]:
    """The rule sets of one folder, completed by those `known` before; `shown` stands before file names in errors."""
    paths = [path for path in sorted(folder.glob("*.toml")) if not path.name.startswith("_")]
    if not paths:
        raise ValueError(f"{folder}: holds no rule set (a file such as my_rules.toml)")
    raws = [(path, f"{shown}{path.name}", read_toml(path, f"{shown}{path.name}")) for path in paths]
    ids = {path.stem for path in paths}
    for path, where, _ in raws:
        if path.stem in known:
            raise ValueError(f"{where}: id: {quoted(path.stem)} is taken; choose another and let it extend that one")
    extends = {path.stem: raw.get("extends") for path, _, raw in raws}
    for path, where, _ in raws:
        parent, others = extends[path.stem], sorted((ids | set(known)) - {path.stem})
        if parent is not None and (not isinstance(parent, str) or parent not in (*others, path.stem)):
            raise ValueError(f"{where}: extends: no rule set {quoted(parent)}; allowed: {quoted(others)}")
    for path, where, _ in raws:
        _check_chain(path.stem, where, extends)
    done: dict[str, RuleSet] = {}
    # Whatever extends nothing in this folder comes first, so that each finds the one it extends already complete.
    for path, where, raw in sorted(raws, key=lambda entry: extends[entry[0].stem] in ids):
        parent_id = extends[path.stem]
        parent = None if parent_id is None else done.get(parent_id) or known[parent_id]
        done[path.stem] = _complete(_parse(raw, path.stem, where, parent), parent)
    return {name: done[name] for name in sorted(done)}


def _check_chain(name: str, where: str, extends: Mapping[str, str | None]) -> None:
    """Raises ValueError where `extends` goes in a circle or over more than one link of one folder."""
    chain = [name]
    while (parent := extends.get(chain[-1])) is not None:
        chain.append(parent)
        if parent in chain[:-1]:
            raise ValueError(f"{where}: extends: goes in a circle: {' → '.join(chain)}")
    if len(chain) > 2:
        raise ValueError(
            f"{where}: extends: {quoted(chain[1])} extends {quoted(chain[2])} itself; "
            f"allowed is one level within a folder: extend {quoted(chain[2])}"
        )


def _parse(raw: dict[str, Any], name: str, where: str, parent: RuleSet | None) -> _File:
    """The content of one file, every entry checked on its own."""
    sections = list(dict.fromkeys(parameter.section for parameter in all_parameters().values()))
    allowed = [*_HEADER, *sections, "options", "royalties"]
    for key in raw:
        if key not in allowed:
            raise ValueError(f"{where}: unknown key {quoted(key)}; allowed: {quoted(allowed)}")
    for key in ("id", "title"):
        _text(raw, key, where)
    if raw["id"] != name:
        raise ValueError(f"{where}: id: is {quoted(raw['id'])}; file and rule set have one name")
    sites = raw.get("sites")
    if ("sites" in raw or parent is None) and not _is_names(sites):
        raise ValueError(f'{where}: sites: must be a list of site names, such as ["pokerbet"]')
    if "basis" in raw or parent is None:
        _text(raw, "basis", where)
    tables = _tables(raw.get("royalties", {}), where, parent)
    names = royalty_names(tables)
    given: dict[str, Given] = {}
    for section in sections:
        entries = raw.get(section, {})
        if not isinstance(entries, dict):
            raise ValueError(f"{where}: {section}: must be a table of parameters")
        for key, entry in entries.items():
            given[f"{section}.{key}"] = _given(f"{section}.{key}", entry, f"{where}: {section}.{key}", names)
    return _File(
        where,
        name,
        raw["title"],
        raw.get("basis"),
        None if sites is None else tuple(sites),
        raw.get("extends"),
        given,
        _options(raw.get("options", {}), where, names),
        tables,
    )


def _is_names(raw: Any) -> bool:
    return isinstance(raw, list) and bool(raw) and all(isinstance(item, str) and item for item in raw)


def _text(raw: Mapping[str, Any], key: str, where: str) -> None:
    if not isinstance(raw.get(key), str) or not raw[key].strip():
        raise ValueError(f"{where}: {key}: must be text")


def _given(key: str, entry: Any, place: str, names: Sequence[str]) -> Given:
    value, source, note = parse_entry(entry, place)
    try:
        return Given(parameter(key).parse(value, names), source, note)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _options(raw: Any, where: str, names: Sequence[str]) -> dict[tuple[str, str], Mapping[str, Given]]:
    """What options change beside their own parameter: `[options.fantasyland.progressive]`, with whole keys in it."""
    blocks: dict[tuple[str, str], Mapping[str, Given]] = {}
    if not isinstance(raw, dict):
        raise ValueError(f"{where}: options: must be tables such as [options.fantasyland.progressive]")
    for option, values in raw.items():
        if not isinstance(values, dict):
            raise ValueError(f"{where}: options.{option}: must be tables such as [options.fantasyland.progressive]")
        for word, entries in values.items():
            place = f"{where}: options.{option}.{word}"
            problem = option_problem(option, word)
            if problem:
                raise ValueError(f"{place}: {problem}")
            if not isinstance(entries, dict):
                raise ValueError(f"{place}: must be a table of parameters")
            blocks[option, word] = {key: _given(key, entry, f"{place}: {key}", names) for key, entry in entries.items()}
    return blocks


def _tables(raw: Any, where: str, parent: RuleSet | None) -> dict[str, RoyaltyTable]:
    """The royalty tables a rule set knows: the shared ones or its parent's, with the cells that it states itself."""
    tables = dict(parent.royalty_tables if parent else shared_tables())
    if not isinstance(raw, dict):
        raise ValueError(f"{where}: royalties: must be tables such as [royalties.russian.middle]")
    for name, rows in raw.items():
        if name in (NO_ROYALTIES, "unknown"):
            raise ValueError(
                f"{where}: royalties.{name}: this name is taken; allowed is any but {quoted([NO_ROYALTIES, 'unknown'])}"
            )
        place = f"{where}: royalties.{name}"
        base = dict(tables[name].cells) if name in tables else {}
        tables[name] = complete_table(name, base | parse_cells(rows, place), place)
    return tables


def _complete(file: _File, parent: RuleSet | None) -> RuleSet:
    """The rule set of a file with what its parent adds, checked as a whole, under each of its options too."""
    given: dict[str, Given] = {}
    for key in all_parameters():
        if key in file.given:
            given[key] = file.given[key]
        elif parent is not None:
            given[key] = _inherited(Given(parent.value(key), parent.source(key), parent.note(key)), parent)
        else:
            raise ValueError(f'{file.where}: {key}: is missing; give it a value and a source, or "unknown" and why')
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
        _options=options,
        _tables=file.tables,
    )
    _check_whole(rules, file.where)
    for (option, word), block in options.items():
        switched = replace(rules, _given={**given, **block, **_decided(option, word)})
        _check_whole(switched, f"{file.where}: options.{option}.{word}")
    return rules


def _decided(option: str, word: str) -> dict[str, Given]:
    return {"fantasyland.mode": Given(word, "")} if option == "fantasyland" else {}


def _inherited(entry: Given, parent: RuleSet) -> Given:
    value: Value = dict(entry.value) if isinstance(entry.value, Mapping) else entry.value
    return Given(value, f"as in {parent.id}: {entry.source}", entry.note)


def _check_whole(rules: RuleSet, where: str) -> None:
    for contradiction in rules.contradictions():
        raise ValueError(f"{where}: {contradiction}")
