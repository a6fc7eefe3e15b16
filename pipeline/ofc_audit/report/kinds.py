"""What the columns of a relation hold, told by their types and names."""

import pyarrow as pa

from ofc_audit.report.rendering import Field, Kind

_SHARES = (
    "_rate",
    "_rate_low",
    "_rate_high",
    "_frequency",
    "_frequency_low",
    "_frequency_high",
    "_share",
    "_share_low",
    "_share_high",
)


def kind_of(name: str, its: pa.DataType) -> Kind:
    """What a column holds, told by its type and name."""
    if pa.types.is_boolean(its):
        return "flag"
    if pa.types.is_decimal(its):
        return "money"
    if pa.types.is_floating(its):
        return "share" if name.endswith(_SHARES) else "number"
    if pa.types.is_temporal(its):
        return "time"
    if pa.types.is_integer(its) and not name.endswith("_key"):
        return "points" if name == "points" else "int"
    return "text"


def fields_of(schema: pa.Schema) -> list[Field]:
    """The columns of a schema as fields, each under its own name."""
    return [Field(field.name, field.name, kind_of(field.name, field.type)) for field in schema]
