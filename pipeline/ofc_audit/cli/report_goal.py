"""Where a report comes from and where it goes: the arguments and options that every kind of `ofc report` has."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_audit.cli.console import Output, SetupError
from ofc_audit.cli.setup import results_of

if TYPE_CHECKING:
    from ofc_audit.report.store import Store

DEFAULT_RESULTS = "out"

WhereArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH…|DIR]",
        show_default=False,
        help="Hand histories, or the output folder of an earlier run; the folder out when left away.",
    ),
]
OutOption = Annotated[
    str | None,
    typer.Option(
        "-o", "--out", metavar="FILE.html", show_default=False, help="Where the page goes; - for standard output."
    ),
]
PdfOption = Annotated[
    Path | None,
    typer.Option(
        "--pdf",
        metavar="FILE.pdf",
        show_default=False,
        help="Where the page goes as PDF; a Chromium, Chrome or Edge that is installed prints it.",
    ),
]
BrowserOption = Annotated[
    str | None,
    typer.Option(
        "--browser", metavar="FILE", show_default=False, help="The browser that prints, where it is not found."
    ),
]
SiteOption = Annotated[
    str | None, typer.Option("--site", metavar="SITE", show_default=False, help="The site, where two use one name.")
]


class Goal:
    """Where a page goes: a file, standard output, a PDF, or several; looked at before any work is done."""

    def __init__(self, output: str | None, pdf: Path | None, browser: str | None) -> None:
        if output is None and pdf is None:
            raise SetupError("say where the report goes: -o FILE.html (- for standard output), or --pdf FILE.pdf")
        if browser is not None and pdf is None:
            raise SetupError("--browser says who prints a PDF; say --pdf FILE.pdf too")
        named = [] if output in (None, "-") else [Path(str(output))]
        for path in [*named, *([] if pdf is None else [pdf])]:
            if path.is_dir():
                raise SetupError(f"{path} is a folder; name a file")
            if not path.parent.is_dir():
                raise SetupError(f"{path.parent} is no folder; make it first")
        self.output = output
        self.pdf = pdf
        self.browser = None if pdf is None else _browser(browser)

    def write(self, page: str) -> None:
        """Writes the page, each file whole or not at all."""
        if self.output == "-":
            Output().write(page)
        elif self.output is not None:
            path = Path(self.output)
            beside = path.with_name(f".{path.name}.{os.getpid()}")
            try:
                beside.write_text(page, "utf-8", "backslashreplace")
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)
        if self.pdf is not None and self.browser is not None:
            from ofc_audit.report.html.pdf import PdfError, write_pdf

            try:
                write_pdf(page, self.pdf, self.browser)
            except PdfError as error:
                raise SetupError(str(error)) from None


def _browser(named: str | None) -> str:
    from ofc_audit.report.html.pdf import PdfError, find_browser

    try:
        return find_browser(named)
    except PdfError as error:
        raise SetupError(str(error)) from None


@contextmanager
def results_named(
    paths: Sequence[str] | None, rules_dir: Sequence[Path] | None, rules_id: str | None, mapping: Path | None
) -> "Iterator[Store]":
    """The results that a page is made of: those named, or those in `out`."""
    if not paths and not Path(DEFAULT_RESULTS).is_dir():
        raise SetupError("say of what: the output folder of ofc run, or hand histories")
    with results_of(paths or [DEFAULT_RESULTS], rules_dir, rules_id=rules_id, mapping=mapping) as (store, _):
        yield store
