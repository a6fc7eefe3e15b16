"""Python's search for objects that only point at each other, put off while a chunk is read.

Each search looks at all young objects again. A chunk of a million tiny damaged lines makes millions that live until it is read and none
that point at each other, and searching them took half of its time.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
_OBJECTS = 100_000
"""Objects that are made before they are searched: 700 are usual."""


@contextmanager
def rare_searches() -> Iterator[None]:
    """Within it, objects are searched rarely; behind it as before."""
    young, *older = gc.get_threshold()
    # A caller who switched it off or made it rarer still has his reasons.
    if 0 < young < _OBJECTS:
        gc.set_threshold(_OBJECTS, *older)
    try:
        yield
    finally:
        gc.set_threshold(young, *older)


def with_rare_searches(items: Iterable[T]) -> Iterator[T]:
    """The same items, each made with rare searches; not what is done with them."""
    iterator = iter(items)
    while True:
        with rare_searches():
            try:
                item = next(iterator)
            except StopIteration:
                return
        yield item
