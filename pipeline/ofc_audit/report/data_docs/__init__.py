"""Data Docs of the contracts: a page for each suite, drawn by Great Expectations, and one that leads to them.

Its own pages fetch their style and script from half a dozen places; these have their style in them, no script, and ask nobody for anything.
"""

import html
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ofc_audit.report.contracts import example_text
from ofc_audit.warehouse.contracts_run import Outcome, SuiteOutcome

TEMPLATES = Path(__file__).resolve().parent


def write_data_docs(found: Sequence[SuiteOutcome], folder: Path, shown: str) -> None:
    """Writes the pages into a new folder; `shown` is the output folder that was looked at. Raises FileExistsError where it is there."""
    pages = dict(_pages(found, shown))
    folder.mkdir(parents=True)
    for name, text in pages.items():
        (folder / name).write_text(text, "utf-8")


def _pages(found: Sequence[SuiteOutcome], shown: str) -> Iterator[tuple[str, str]]:
    from great_expectations.render.renderer.page_renderer import ValidationResultsPageRenderer
    from great_expectations.render.view.view import DefaultJinjaPageView

    draw: Any = ValidationResultsPageRenderer()
    view: Any = DefaultJinjaPageView(custom_views_directory=str(TEMPLATES))
    suites = [
        {
            "name": one.suite.name,
            "file": f"{one.suite.name}.html",
            "title": one.suite.title,
            "kind": one.suite.kind,
            "rows": one.n_rows,
            "expectations": len(one.outcomes),
            "broken": sum(not outcome.is_met for outcome in one.outcomes),
        }
        for one in found
    ]
    yield "index.html", view.env.get_template("index.html.j2").render(suites=suites, shown=shown)
    for one, told in zip(found, suites, strict=True):
        document = draw.render(_result(one))
        yield str(told["file"]), view.render(document, template="suite.html.j2", suite=told, shown=shown)


def _result(one: SuiteOutcome) -> Any:
    """What came of a suite as Great Expectations tells it."""
    from great_expectations.core import ExpectationSuiteValidationResult

    results = [_outcome(outcome) for outcome in one.outcomes]
    n_met = sum(outcome.is_met for outcome in one.outcomes)
    n = len(results)
    return ExpectationSuiteValidationResult(
        success=n_met == n,
        results=results,
        suite_name=one.suite.name,
        statistics={
            "evaluated_expectations": n,
            "successful_expectations": n_met,
            "unsuccessful_expectations": n - n_met,
            "success_percent": 100 * n_met / n if n else None,
        },
        meta={"active_batch_definition": {}, "batch_markers": {}, "batch_spec": {}, "checkpoint_id": None},
    )


def _outcome(outcome: Outcome) -> Any:
    from great_expectations.core import ExpectationValidationResult
    from great_expectations.expectations.expectation_configuration import ExpectationConfiguration

    meta: Mapping[str, Any] = {"notes": {"format": "string", "content": [outcome.expectation.phrase]}}
    error = None if outcome.error is None else html.escape(outcome.error)
    raised = {"raised_exception": error is not None, "exception_message": error, "exception_traceback": error}
    n, n_unexpected = outcome.n_rows, outcome.n_unexpected
    result: dict[str, Any] = {
        "element_count": n,
        "unexpected_count": n_unexpected,
        "unexpected_percent": 100 * n_unexpected / n if n else 0.0,
        # What a record says is data of other people, and the library puts it into the page as it is.
        "partial_unexpected_list": [html.escape(example_text(outcome, row)) for row in outcome.rows],
    }
    if not outcome.expectation.columns:
        result = {"observed_value": n_unexpected}
    return ExpectationValidationResult(
        success=outcome.is_met,
        expectation_config=ExpectationConfiguration(
            type=outcome.expectation.type, kwargs=dict(outcome.expectation.arguments), meta=dict(meta)
        ),
        result=result,
        exception_info=raised,
    )
