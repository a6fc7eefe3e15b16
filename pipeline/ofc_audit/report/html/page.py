"""What every HTML report shares: the document around it, its style and script, and the policy that allows nothing else.

A page runs the one script and has the one style that it holds itself, each allowed by its SHA-256; it loads nothing. Every name, line and
reason in it is text, whatever it spells, and isolated (`bdi`) so that its direction turns nothing around it.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ofc_audit.report.html.provenance import provenance
from ofc_audit.report.store import Store
from ofc_audit.report.text import visible

_ASSETS = Path(__file__).parent / "assets"
MAX_NAME = 80
"""Characters shown of a name."""


def cut(text: object, limit: int = MAX_NAME) -> str:
    """A text shortened to `limit` characters, with what cannot be seen made visible."""
    shown = visible(str(text))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def render_page(template: str, store: Store, files: frozenset[str] | None = None, **content: Any) -> str:
    """One report as an HTML document: a template of `assets` with its content, and where it all comes from at its end: the inputs, or
    some `files` of them, and the rule sets."""
    style, script = _style(), _script()
    return (
        _environment()
        .get_template(template)
        .render(
            style=style,
            style_digest=_digest(style),
            script=script,
            script_digest=_digest(script),
            version=store.run["version"],
            provenance=provenance(store, files),
            **content,
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_ASSETS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = lambda number: f"{number:,}"
    environment.filters["many"] = many
    return environment


def many(n: int, one: str, more: str = "") -> str:
    """A count with its noun: `1 hand`, `1,204 hands`."""
    return f"{n:,} {one if n == 1 else more or one + 's'}"


@cache
def _style() -> str:
    """The style: light, and dark where the reader's system or the switch of the page says so; paper is always light."""
    dark = _asset("dark.css")
    return (
        _asset("report.css")
        + f'@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{\n{dark}}} }}\n'
        + f'@media screen {{ :root[data-theme="dark"] {{\n{dark}}} }}\n'
    )


@cache
def _script() -> str:
    return _asset("report.js")


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")


def _digest(text: str) -> str:
    """How a policy names what it allows."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
