"""The values a parameter can have, `UNKNOWN` among them, and how they stand in TOML, in text and in a digest."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final


class Unknown(Enum):
    """The type of `UNKNOWN`: an enumeration of one, so that `is UNKNOWN` holds after copying and pickling too."""

    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        raise TypeError("UNKNOWN is neither true nor false: ask `value is UNKNOWN` first")


UNKNOWN: Final = Unknown.UNKNOWN
"""What no source says. Written "unknown" in TOML."""

MAX_SHOWN, MAX_SHOWN_NUMBER = 80, 10**30
"""How much of a value an error message shows: characters, and the largest number."""

Cell = int | Unknown
Value = bool | int | str | tuple[int, ...] | tuple[str, ...] | Mapping[str, Cell] | Unknown


@dataclass(frozen=True)
class Given:
    """A value with where it comes from and what else is known of it."""

    value: Value
    source: str
    note: str = ""


def read_toml(path: Path, where: str) -> dict[str, Any]:
    """A TOML file as a dictionary. Raises ValueError, naming the file, when it cannot be read, is no UTF-8 or no TOML."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{where}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{where}: not readable as TOML: {error}") from None
    except RecursionError:
        raise ValueError(f"{where}: not readable as TOML: tables or lists are nested too deeply") from None


def quoted(values: object) -> str:
    """Values for an error message, as they are written in TOML: `"1-6", "2-4"`; what is very long is cut short."""
    items = values if isinstance(values, (list, tuple)) else [values]
    return ", ".join(map(_quoted, items))


def _quoted(item: object) -> str:
    if isinstance(item, bool):
        return str(item)
    if isinstance(item, int) and abs(item) > MAX_SHOWN_NUMBER:
        return "a number of more than 30 digits"
    try:
        text = f'"{item}"' if isinstance(item, str) else str(item)
    except ValueError:
        # Python refuses to write numbers of thousands of digits, also where they stand inside a list.
        return "a value too long to show"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def value_text(value: Value) -> str:
    """A value in a few words: `5, 3, 3, 3, 3` · `QQ 14, KK 15, AA 16, trips unknown` · `yes` · `unknown`."""
    if isinstance(value, Unknown):
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {value_text(cell)}" for name, cell in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(item).replace("_", " ") for item in value)
    return str(value)


def value_json(value: Value) -> object:
    """A value as JSON can hold it; UNKNOWN is null, which no known value is."""
    if isinstance(value, Unknown):
        return None
    if isinstance(value, Mapping):
        return {name: value_json(cell) for name, cell in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return value
