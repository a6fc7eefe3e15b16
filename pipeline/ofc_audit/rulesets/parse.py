"""One file of a rule set, entry by entry: what it says, and all that is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ofc_audit.rulesets.catalogue import all_parameters, parameter
from ofc_audit.rulesets.dates import Period, parse_period
from ofc_audit.rulesets.model import OptionBlocks, RuleSet, option_problem
from ofc_audit.rulesets.royalties import (
    NO_ROYALTIES,
    RoyaltyTable,
    complete_table,
    parse_entry,
    read_cells,
    royalty_names,
    shared_tables,
    uniform_table,
)
from ofc_audit.rulesets.values import UNKNOWN, Given, quoted

HEADER = ("id", "title", "basis", "sites", "extends")
OTHER_TABLES = ("options", "royalties", "dates")


@dataclass
class RuleFile:
    """A rule set as its file has it, before it is completed by what it extends.

    `problems` are all that is wrong with it, each as `key: why`. A parameter whose entry cannot be is in `given` and
    unknown, so that what depends on it is not called wrong as well.
    """

    where: str
    id: str
    title: str
    basis: str | None
    sites: tuple[str, ...] | None
    extends: str | None
    given: Mapping[str, Given] = field(default_factory=dict)
    options: OptionBlocks = field(default_factory=dict)
    tables: Mapping[str, RoyaltyTable] = field(default_factory=dict)
    own_tables: frozenset[str] = frozenset()
    """The royalty tables of which the file states cells itself."""
    period: Period | None = None
    problems: list[str] = field(default_factory=list)


def parse_file(raw: dict[str, Any], name: str, where: str, parent: RuleSet | None, known: Sequence[str]) -> RuleFile:
    """The content of the file `where` of rule set `name`, which extends `parent`; `known` are the ids of all others."""
    sections = list(dict.fromkeys(one.section for one in all_parameters().values()))
    allowed = [*HEADER, *sections, *OTHER_TABLES]
    file = RuleFile(where, name, "", None, None, raw.get("extends"))
    problems = file.problems
    problems += [f"unknown key {quoted(key)}; allowed: {quoted(allowed)}" for key in raw if key not in allowed]
    _head(raw, file, parent)
    if "dates" in raw:
        file.period, wrong = parse_period(raw["dates"], name, known)
        problems += wrong
    file.tables = _tables(raw.get("royalties", {}), parent, problems)
    file.own_tables = frozenset(raw["royalties"]) if isinstance(raw.get("royalties"), dict) else frozenset()
    names = royalty_names(file.tables)
    given: dict[str, Given] = {}
    for section in sections:
        entries = raw.get(section, {})
        if not isinstance(entries, dict):
            problems.append(f"{section}: must be a table of parameters")
            continue
        given |= _entries({f"{section}.{key}": entry for key, entry in entries.items()}, "", names, problems)
    file.given = given
    file.options = _options(raw.get("options", {}), names, problems)
    return file


def _head(raw: Mapping[str, Any], file: RuleFile, parent: RuleSet | None) -> None:
    """Id, title, basis and sites."""
    problems = file.problems
    problems += [f"{key}: must be text" for key in ("id", "title") if not _is_text(raw.get(key))]
    if _is_text(raw.get("id")) and raw["id"] != file.id:
        problems.append(f"id: is {quoted(raw['id'])}; file and rule set have one name")
    file.title = str(raw.get("title"))
    sites = raw.get("sites")
    if "sites" in raw or parent is None:
        if not isinstance(sites, list) or not sites or not all(map(_is_text, sites)):
            problems.append('sites: must be a list of site names, such as ["pokerbet"]')
        elif len(set(sites)) < len(sites):
            twice = next(site for site in sites if sites.count(site) > 1)
            problems.append(f"sites: names {quoted(twice)} more than once; allowed is each once")
        else:
            file.sites = tuple(sites)
    if "basis" in raw or parent is None:
        if _is_text(raw.get("basis")):
            file.basis = raw["basis"]
        else:
            problems.append("basis: must be text")


def _is_text(raw: Any) -> bool:
    return isinstance(raw, str) and bool(raw.strip())


def _entries(raw: Mapping[str, Any], place: str, names: Sequence[str], problems: list[str]) -> dict[str, Given]:
    """Parameters by whole key; `place` stands before the keys in errors."""
    given = {}
    for key, entry in raw.items():
        try:
            given[key] = _given(key, entry, names)
        except ValueError as error:
            problems.append(f"{place}{error}")
            if key in all_parameters():
                given[key] = Given(all_parameters()[key].parse("unknown"), "")
    return given


def _given(key: str, entry: Any, names: Sequence[str]) -> Given:
    try:
        asked = parameter(key)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
    value, source, note = parse_entry(entry, key)
    try:
        return Given(asked.parse(value, names), source, note)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def _options(raw: Any, names: Sequence[str], problems: list[str]) -> OptionBlocks:
    """What options change beside their own parameter: `[options.fantasyland.progressive]`, with whole keys in it."""
    blocks: dict[tuple[str, str], Mapping[str, Given]] = {}
    if not isinstance(raw, dict):
        problems.append("options: must be tables such as [options.fantasyland.progressive]")
        return blocks
    for option, values in raw.items():
        if not isinstance(values, dict):
            problems.append(f"options.{option}: must be tables such as [options.fantasyland.progressive]")
            continue
        for word, entries in values.items():
            place = f"options.{option}.{word}"
            problem = option_problem(option, word)
            if problem:
                problems.append(f"{place}: {problem}")
            elif not isinstance(entries, dict):
                problems.append(f"{place}: must be a table of parameters")
            else:
                blocks[option, word] = _entries(entries, f"{place}: ", names, problems)
    return blocks


def _tables(raw: Any, parent: RuleSet | None, problems: list[str]) -> dict[str, RoyaltyTable]:
    """The royalty tables a rule set knows: the shared ones or its parent's, with the cells that it states itself."""
    tables = dict(parent.royalty_tables if parent else shared_tables())
    if not isinstance(raw, dict):
        problems.append("royalties: must be tables such as [royalties.russian.middle]")
        return tables
    for name, rows in raw.items():
        place = f"royalties.{name}"
        if name in (NO_ROYALTIES, "unknown"):
            taken = quoted([NO_ROYALTIES, "unknown"])
            problems.append(f"{place}: this name is taken; allowed is any but {taken}")
            continue
        cells, wrong = read_cells(rows, place)
        problems += wrong
        base = dict(tables[name].cells) if name in tables else {}
        if wrong and not base:
            base = dict(uniform_table(name, UNKNOWN, "").cells)
        try:
            tables[name] = complete_table(name, base | cells, place)
        except ValueError as error:
            problems.append(str(error))
            tables[name] = uniform_table(name, UNKNOWN, "")
    return tables
