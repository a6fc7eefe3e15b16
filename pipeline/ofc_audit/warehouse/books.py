"""The books of what is read: how the records, lines and bytes of each file divide, and which hands were given a rule set."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import HandBatch
from ofc_audit.warehouse.errors import InternalError

Progress = Callable[[str, int, int | None], None]
"""Called with the name of a stage, what is done of it and, where it is known, of how much."""


@dataclass(frozen=True)
class ReadSource:
    """One file as it was read: what it is, and how its records, lines and bytes divide."""

    source_no: int
    name: str
    sha256: str
    format: str | None
    encoding: str | None
    n_bytes: int
    n_lines: int = 0
    n_hands: int = 0
    n_rejected: int = 0
    hand_bytes: int = 0
    reject_bytes: int = 0
    blank_bytes: int = 0
    mapping_sha256: str | None = None
    """SHA-256 of the mapping that a table was read with."""
    same_as: int | None = None
    """The number of the source with the same bytes that was read in its stead."""

    def plus(self, batch: HandBatch) -> "ReadSource":
        """These counts with those of one batch of the file added."""
        return replace(
            self,
            n_lines=self.n_lines + batch.n_lines,
            n_hands=self.n_hands + batch.hands.num_rows,
            n_rejected=self.n_rejected + _total(batch.rejects, "n_hands"),
            hand_bytes=self.hand_bytes + _stretches(batch.hands),
            reject_bytes=self.reject_bytes + _stretches(batch.rejects),
            blank_bytes=self.blank_bytes + batch.blank_bytes,
        )

    def with_part(self, part: "ReadSource") -> "ReadSource":
        """These counts with those of a part of the file added."""
        names = ("n_lines", "n_hands", "n_rejected", "hand_bytes", "reject_bytes", "blank_bytes")
        counts: dict[str, Any] = {name: getattr(self, name) + getattr(part, name) for name in names}
        return replace(self, **counts)

    def decoded(self, form: str, n_bytes: int) -> "ReadSource":
        """The book of a source that its reader brought to text, whose size then counts."""
        return replace(self, encoding=form, n_bytes=n_bytes)

    def require_balance(self) -> None:
        """Raises InternalError when the bytes of hands, rejects and blanks are not those of the file."""
        accounted = self.hand_bytes + self.reject_bytes + self.blank_bytes
        if accounted != self.n_bytes:
            raise InternalError(
                f"{self.name}: {self.n_bytes} bytes were read and {accounted} are accounted for "
                f"(hands {self.hand_bytes}, rejects {self.reject_bytes}, blanks {self.blank_bytes})"
            )


def _total(data: pa.Table, name: str) -> int:
    total = pc.sum(data.column(name)).as_py()
    return int(total or 0)


def _stretches(data: pa.Table) -> int:
    """Bytes from first_byte to last_byte, summed; both are within the stretch."""
    return _total(data, "last_byte") - _total(data, "first_byte") + int(data.num_rows)


@dataclass
class DefaultRules:
    """The rule set for hands that name none and whose play does not tell it; those that name one keep it."""

    rules_id: str
    n_given: int = 0
    """Hands that are held against it."""
    others: dict[str, int] = field(default_factory=dict)
    """Hands that name another, or tell another by their play, by rule set."""

    def add(self, other: "DefaultRules") -> None:
        """Takes what was met elsewhere."""
        self.n_given += other.n_given
        for rules_id, n in other.others.items():
            self.others[rules_id] = self.others.get(rules_id, 0) + n

    def given_to(self, batch: HandBatch) -> HandBatch:
        """The batch with this rule set in every hand that has none."""
        named = batch.hands.column("rules_id")
        self.n_given += named.null_count
        for each in pc.value_counts(named.drop_null()).to_pylist():
            if each["values"] != self.rules_id:
                self.others[each["values"]] = self.others.get(each["values"], 0) + each["counts"]
        at = batch.hands.column_names.index("rules_id")
        filled = batch.hands.set_column(at, batch.hands.schema.field(at), pc.fill_null(named, self.rules_id))
        return replace(batch, hands=filled)
