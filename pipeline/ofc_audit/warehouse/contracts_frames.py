"""Expectations held against frames by Great Expectations: nothing sent anywhere, nothing printed, no exception lost."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ofc_audit.warehouse.contracts import Expectation

if TYPE_CHECKING:
    import pandas as pd

FEW = 1_000
"""Of so many rows that break an expectation each is asked for by name; of more, frames of so many rows are looked at until enough are named."""


class MissingLibraryError(ImportError):
    """Great Expectations or pandas is not installed."""


@dataclass(frozen=True)
class Seen:
    """What one expectation met in one frame: rows, how many break it, the first of those by their columns, and an exception's text."""

    n_rows: int
    n_unexpected: int = 0
    rows: tuple[Mapping[str, Any], ...] = ()
    error: str | None = None
    details: Mapping[str, Any] | None = None

    @property
    def is_met(self) -> bool:
        """Whether no row breaks it, and nothing went wrong in looking."""
        return self.n_unexpected == 0 and self.error is None


class Frames:
    """Great Expectations, ready: loaded once, with its analytics and progress bars off."""

    def __init__(self) -> None:
        """Raises MissingLibraryError where it is not installed."""
        # Both are read while the library is being imported.
        os.environ["GX_ANALYTICS_ENABLED"] = "false"
        os.environ.setdefault("TQDM_DISABLE", "1")
        try:
            import great_expectations
            import pandas
            from great_expectations.data_context.types.base import ProgressBarsConfig
            from great_expectations.execution_engine import pandas_execution_engine
        except ImportError as error:
            raise MissingLibraryError(str(error)) from None
        self._gx, self._pd = great_expectations, pandas
        # Up to this size of a frame in bytes its content is hashed, which takes longer than most suites do and which nothing here reads.
        pandas_execution_engine.HASH_THRESHOLD = 0
        context = great_expectations.get_context(mode="ephemeral")
        context.variables.progress_bars = ProgressBarsConfig(globally=False)
        asset = context.data_sources.add_pandas("tables").add_dataframe_asset("rows")
        self._batches = asset.add_batch_definition_whole_dataframe("batch")

    def see(self, data: pa.Table, expectations: Sequence[Expectation], key: Sequence[str], n_shown: int) -> list[Seen]:
        """What each expectation meets in these rows; the first rows that break one, at most `n_shown`, are named by key and columns."""
        frame = self.frame_of(data)
        form = "SUMMARY" if len(frame) <= FEW else "BASIC"
        found = self._judge(frame, expectations, form, key, n_shown)
        broken = [at for at, seen in enumerate(found) if seen.n_unexpected and n_shown and not seen.rows]
        few = [at for at in broken if found[at].n_unexpected <= FEW]
        named = (
            dict(zip(few, self._judge(frame, [expectations[at] for at in few], "SUMMARY", key, n_shown), strict=True))
            if few
            else {}
        )
        for at in broken:
            each = expectations[at]
            rows: tuple[Mapping[str, Any], ...]
            if not each.columns:
                rows = tuple(_plain(row) for row in data.slice(0, n_shown).to_pylist())
            elif at in named:
                rows = named[at].rows
            else:
                rows = self._first_rows(frame, each, key, n_shown)
            found[at] = replace(found[at], rows=rows)
        return found

    def _first_rows(
        self, frame: "pd.DataFrame", each: Expectation, key: Sequence[str], n_shown: int
    ) -> tuple[Mapping[str, Any], ...]:
        """The first rows that break an expectation which many break."""
        if each.type.endswith("_to_be_unique"):
            # The rows of one key stand together then, and so come into one piece.
            frame = frame.sort_values(list(each.columns), kind="stable")
        rows: tuple[Mapping[str, Any], ...] = ()
        for start in range(0, len(frame), FEW):
            piece = frame.iloc[start : start + FEW].reset_index(drop=True)
            rows += self._judge(piece, [each], "SUMMARY", key, n_shown)[0].rows
            if len(rows) >= n_shown:
                break
        return rows[:n_shown]

    def _judge(
        self, frame: "pd.DataFrame", expectations: Sequence[Expectation], form: str, key: Sequence[str], n_shown: int
    ) -> list[Seen]:
        """One run of Great Expectations over a frame, its results in the order of the expectations."""
        asked = [self.expectation(each, {"no": at}) for at, each in enumerate(expectations)]
        suite = self._gx.ExpectationSuite(name="rows", expectations=asked)
        wanted: dict[str, Any] = {"result_format": form, "partial_unexpected_count": n_shown}
        if form == "SUMMARY":
            shown = (*key, *(name for each in expectations for name in each.shows))
            wanted["unexpected_index_column_names"] = list(dict.fromkeys(shown))
        results = self._batches.get_batch({"dataframe": frame}).validate(suite, result_format=wanted)
        found = [Seen(len(frame), error="Great Expectations gave no result") for _ in expectations]
        for result in results.results:
            asked_for: Any = result.expectation_config
            at = int(asked_for.meta["no"])
            found[at] = _seen(result, expectations[at], len(frame), key)
        return found

    def expectation(self, each: Expectation, meta: Mapping[str, Any]) -> Any:
        """The expectation as an object of Great Expectations. Raises ValueError for arguments that it does not take."""
        words = "".join(word.capitalize() for word in each.type.split("_"))
        return getattr(self._gx.expectations, words)(**each.arguments, meta=dict(meta))

    def frame_of(self, data: pa.Table) -> "pd.DataFrame":
        """Rows as a pandas frame in which unknown stays unknown and whole numbers stay whole."""
        return data.to_pandas(types_mapper=self._pandas_type)

    def _pandas_type(self, kind: pa.DataType) -> Any:
        pd = self._pd
        kinds: Mapping[pa.DataType, Any] = {
            pa.int8(): pd.Int8Dtype(),
            pa.int16(): pd.Int16Dtype(),
            pa.int32(): pd.Int32Dtype(),
            pa.int64(): pd.Int64Dtype(),
            pa.uint16(): pd.UInt16Dtype(),
            pa.bool_(): pd.BooleanDtype(),
            pa.float64(): pd.Float64Dtype(),
            pa.string(): pd.StringDtype(),
        }
        return kinds.get(kind) or pd.ArrowDtype(kind)


def _seen(result: Any, each: Expectation, n_rows: int, key: Sequence[str]) -> Seen:
    raised = _exception(result.exception_info)
    details = dict(result.result)
    if raised is not None:
        return Seen(n_rows, error=raised, details=details)
    if result.success:
        return Seen(n_rows, details=details)
    n_unexpected = int(details.get("unexpected_count") or 0)
    if not each.columns:
        n_unexpected = n_rows
    if not n_unexpected:
        return Seen(n_rows, error=f"failed, and no row is said to break it: {details}", details=details)
    # A computed truth is false of every row that is named; what it was computed from says more.
    about = each.shows or each.columns
    named = details.get("partial_unexpected_index_list") or ()
    rows = tuple(_plain({name: row[name] for name in dict.fromkeys((*key, *about))}) for row in named)
    return Seen(n_rows, n_unexpected, rows, details=details)


def _exception(info: Mapping[str, Any] | None) -> str | None:
    """The text of an exception that Great Expectations caught, in either of the forms in which it tells them."""
    for one in (info, *(info or {}).values()):
        if isinstance(one, Mapping) and one.get("raised_exception"):
            return str(one.get("exception_message") or "an exception without a text")
    return None


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without types of numpy and pandas; what is unknown is None."""
    return {name: _plain_value(value) for name, value in row.items()}


def _plain_value(value: Any) -> Any:
    if value is None or str(value) in ("<NA>", "nan", "NaT"):
        return None
    return value.item() if hasattr(value, "item") and hasattr(value, "dtype") else value
