"""Mutants of a module: its source with one small change each, by the operators of mutmut, in every place it has.

mutmut itself changes only plain functions, by a switch in front of each: what a decorator keeps (`@cache`, `@property`),
and tables and constants of a module stay as they are. Here the whole module is written anew for every mutant, so that
those are changed as well.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

NOT_CALLED_OTHERWISE = {"len", "isinstance"}
"""Calls whose arguments stay, as mutmut has it: with another one they only fail."""


@dataclass(frozen=True)
class Mutant:
    """One change to a module: in which definition, what stood there, what stands there now, and the whole new source.

    `function` is the function or method whose body holds the change, empty where the module itself does.
    """

    module: str
    where: str
    before: str
    after: str
    source: str
    function: str
    lines: tuple[int, int]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What the file of argued survivors names a mutant by; line numbers, which move, are no part of it."""
        return self.module, self.where, self.before, self.after


@dataclass(frozen=True)
class _Place:
    """A node that an operator changes, where it stands, and whether that is run when its function is called."""

    names: tuple[str, ...]
    is_in_body: bool
    node: cst.CSTNode
    changed: cst.CSTNode
    lines: tuple[int, int]


def less_one(node: cst.Integer) -> Iterator[cst.CSTNode]:
    """A whole number one lower: mutmut only raises numbers, and a limit can be off by one to either side."""
    if node.evaluated_value > 0:
        yield node.with_changes(value=repr(node.evaluated_value - 1))


_OPERATORS = (*mutation_operators, (cst.Integer, less_one))


class _Places(cst.CSTVisitor):
    """Collects the places of a statement of a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Place] = []
        self._names: list[str] = []
        self._functions = 0
        self._heads = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom) or _is_text(node):
            return False
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in NOT_CALLED_OTHERWISE:
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._names.append(node.name.value)
        self._functions += isinstance(node, cst.FunctionDef)
        self._heads += isinstance(node, cst.Parameters)
        for kind, operator in _OPERATORS:
            if isinstance(node, kind):
                span = self.get_metadata(PositionProvider, node)
                lines = (span.start.line, span.end.line)
                is_in_body = self._functions > 0 and (self._heads == 0 or self._functions > 1)
                for changed in operator(node):
                    self.found.append(_Place(tuple(self._names), is_in_body, node, changed, lines))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._names.pop()
        self._functions -= isinstance(original_node, cst.FunctionDef)
        self._heads -= isinstance(original_node, cst.Parameters)


def _is_text(node: cst.CSTNode) -> bool:
    """A docstring, or the text under a constant."""
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString)


def changed_lines(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, without their indentation, as one text each."""
    old, new = before.splitlines(), after.splitlines()
    one: list[str] = []
    other: list[str] = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            one += [line.strip() for line in old[i:j]]
            other += [line.strip() for line in new[k:m]]
    return " ".join(one), " ".join(other)


def _outer_function(tree: cst.Module, place: _Place) -> str:
    """The function or method of the module that runs the place; one defined within it is a part of it."""
    if not place.is_in_body:
        return ""
    classes = {node.name.value for node in tree.body if isinstance(node, cst.ClassDef)}
    return ".".join(place.names[: 2 if place.names[0] in classes else 1])


def mutants_of(path: Path, module: str) -> Iterator[Mutant]:
    """The mutants of one file in the order of its text; a change that leaves the text as it was is none."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    tree = wrapper.module
    places = _Places()
    wrapper.visit(places)
    statements = {id(node): number for number, top in enumerate(tree.body) for node in _nodes(top)}
    texts = [tree.code_for_node(top) for top in tree.body]
    head, foot = ("".join(tree.code_for_node(line) for line in lines) for lines in (tree.header, tree.footer))
    for place in places.found:
        number = statements[id(place.node)]
        changed = cst.ensure_type(tree.body[number].deep_replace(place.node, place.changed), cst.CSTNode)
        text = tree.code_for_node(changed)
        if text != texts[number]:
            source = "".join([head, *texts[:number], text, *texts[number + 1 :], foot])
            where, lines = ".".join(place.names) or "<module>", changed_lines(texts[number], text)
            yield Mutant(module, where, *lines, source, _outer_function(tree, place), place.lines)


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        yield from _nodes(child)
