"""The models of `sql/`: relations described by the queries themselves, in the order in which they read one another.

A model is one `select` in one file, named as the file. Its head is comment lines: the first says what the relation is,
`-- grain: a, b` names its key, `-- column x: …` what a column means, `-- scope: hand` that a check looks at one hand at a time, `-- min: x`
and its like how parts of a sum are added up; all others are notes. A column that says nothing itself has the meaning of the column of that
name in the relations the model reads, down to the declared tables.

Models of staging and intermediate relate rows of one hand only, so they can be made for some hands at a time. Sums group those rows by what is
not a hand; they are made for some hands at a time, too, and the parts are added up (see `adding`), so that marts, which are about all hands, read
them and no rows of hands. `ofc_audit.warehouse.run` makes the relations and runs the checks, which must return no rows.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import duckdb

from ofc_audit.data import data_dir
from ofc_audit.tables import all_tables

LAYERS = ("staging", "intermediate", "sums", "marts", "checks")
BY_HAND_LAYERS = ("staging", "intermediate")
OF_RUN = frozenset({"sources", "rejects"})
"""Declared tables that are about files, not hands: a model that works hand by hand cannot read them."""

_COLUMN = re.compile(r"column ([a-z_0-9]+): (.+)")
_WAY = re.compile(r"(min|max|any|all|at (?:min|max) [a-z_0-9]+): ([a-z_0-9]+(?:, [a-z_0-9]+)*)")
_NO_CODE = re.compile(r"--[^\n]*|'(?:[^']|'')*'")
_READ = re.compile(r"(?<!distinct )\b(?:from|join)\s+([a-z_][a-z_0-9]*)\b(?!\.)")
_STEP = re.compile(r"^(?:with )?([a-z_][a-z_0-9]*) as (?:materialized )?\($", re.MULTILINE)


class ModelError(Exception):
    """A model that cannot be run: the message names its file."""


@dataclass(frozen=True)
class Model:
    """One file of `sql/`: what it says of itself, its query and the relations it reads."""

    name: str
    layer: str
    file: str
    sql: str
    title: str
    grain: tuple[str, ...]
    columns: Mapping[str, str]
    notes: tuple[str, ...]
    reads: tuple[str, ...]
    is_by_hand: bool
    """Whether it relates rows of one hand only."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """Of sums: how two parts of a column make one, where they are not added (see `adding`)."""

    @property
    def is_made_by_hand(self) -> bool:
        """Whether it is made for some hands at a time."""
        return self.is_by_hand or self.layer == "sums"


def parse_model(name: str, layer: str, file: str, text: str) -> Model:
    """A model from the text of its file. Raises ModelError when it is not one described `select`."""
    head: list[str] = []
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        head.append(line[2:].strip())
    if not head or not head[0] or head[0].startswith("grain:"):
        raise ModelError(f"{file}: the first line must say what the relation is, as a comment")
    grain: tuple[str, ...] = ()
    columns: dict[str, str] = {}
    notes = []
    ways: dict[str, str] = {}
    is_by_hand = layer in BY_HAND_LAYERS
    for line in head[1:]:
        if line.startswith("grain:"):
            grain = tuple(word.strip() for word in line.removeprefix("grain:").split(","))
        elif line == "scope: hand":
            is_by_hand = True
        elif match := _COLUMN.fullmatch(line):
            columns[match[1]] = match[2]
        elif layer == "sums" and (match := _WAY.fullmatch(line)):
            ways |= dict.fromkeys(match[2].split(", "), match[1])
        else:
            notes.append(line)
    if not grain and layer != "checks":
        raise ModelError(f"{file}: no line `-- grain: …` names the key of the relation")
    try:
        statements = duckdb.extract_statements(text)
    except duckdb.Error as error:
        raise ModelError(f"{file}: {str(error).splitlines()[0]}") from None
    if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
        raise ModelError(f"{file}: a model is one select")
    return Model(name, layer, file, text, head[0], grain, columns, tuple(notes), relations_read(text), is_by_hand, ways)


def relations_read(sql: str) -> tuple[str, ...]:
    """The relations that a query reads, by name: what stands after `from` and `join` and is no step of its own.

    They come from the form of the text (steps named `x as (` at the beginning of a line) and not from a parser of all of SQL, which takes
    longer to load than a model takes to run.
    """
    code = _NO_CODE.sub("''", sql)
    return tuple(sorted(set(_READ.findall(code)) - set(_STEP.findall(code))))


def load_models(root: Path | None = None) -> list[Model]:
    """Every model below `sql/` (or `root`), each after those it reads.

    Raises ModelError, naming the file, for a model that cannot be parsed, a name that is taken, a relation that nobody makes, a check or
    mart read from a layer below it, and a circle of models.
    """
    return list(_ours()) if root is None else _load(root)


@cache
def _ours() -> tuple[Model, ...]:
    """Our own models, which are the same as long as the program runs."""
    return tuple(_load(data_dir("sql")))


def _load(root: Path) -> list[Model]:
    models: dict[str, Model] = {}
    for layer in LAYERS:
        for path in sorted((root / layer).glob("*.sql")):
            file = f"{layer}/{path.name}"
            if path.stem in models or path.stem in all_tables():
                raise ModelError(f"{file}: there is a relation {path.stem} already")
            models[path.stem] = parse_model(path.stem, layer, file, path.read_text("utf-8"))
    for model in models.values():
        for name in model.reads:
            if name not in models and name not in all_tables():
                raise ModelError(f"{model.file}: reads {name}, which is neither a table nor a model")
            if name in models and LAYERS.index(models[name].layer) > LAYERS.index(model.layer):
                raise ModelError(
                    f"{model.file}: reads {name} of the layer {models[name].layer}, which comes after its own"
                )
            if model.is_made_by_hand and (name in OF_RUN or (name in models and not models[name].is_by_hand)):
                raise ModelError(f"{model.file}: works hand by hand and reads {name}, which does not")
    graph = {name: [r for r in model.reads if r in models] for name, model in models.items()}
    try:
        order = list(TopologicalSorter({name: graph[name] for name in sorted(graph)}).static_order())
    except CycleError as error:
        circle = " → ".join(reversed(error.args[1]))
        raise ModelError(f"{models[error.args[1][0]].file}: models read one another in a circle: {circle}") from None
    ranked = sorted(order, key=lambda name: LAYERS.index(models[name].layer))
    return [models[name] for name in ranked]
