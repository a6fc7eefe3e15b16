"""Being told to end while results are written."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stopped_cleanly() -> Iterator[None]:
    """Within it SIGTERM is what Ctrl-C is: KeyboardInterrupt is raised, and whatever is half done is cleared away.

    Signals belong to the main thread; elsewhere this changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
