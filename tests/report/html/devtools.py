"""A browser without a window, spoken to over two pipes in the protocol of its developer tools: what the tests of pages need of it."""

import base64
import fcntl
import json
import os
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ofc_audit.report.html.pdf import flags

PATIENCE = 120.0
"""Seconds that any one answer may take, on a machine that is busy."""
Message = dict[str, Any]


class Browser:
    """One process of a browser; `open` gives pages of it."""

    def __init__(self, program: str) -> None:
        self._profile = TemporaryDirectory(prefix="ofc-browser-", ignore_cleanup_errors=True)
        to_browser, self._out = _pipe()
        self._in, from_browser = _pipe()

        def place() -> None:
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        words = [program, *flags(Path(self._profile.name)), "--remote-debugging-pipe", "--hide-scrollbars"]
        nowhere = subprocess.DEVNULL
        self._process = subprocess.Popen(
            words, close_fds=False, preexec_fn=place, stdin=nowhere, stdout=nowhere, stderr=nowhere
        )
        os.close(to_browser)
        os.close(from_browser)
        self._rest = b""
        self._last_id = 0
        self.told: list[Message] = []

    def close(self) -> None:
        """Ends the process."""
        self.call("Browser.close")
        self._process.wait(PATIENCE)
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()

    def call(self, method: str, session: str | None = None, **parameters: Any) -> Message:
        """Asks for something and gives the answer; what is told meanwhile is kept in `told`."""
        self._last_id += 1
        asked: Message = {"id": self._last_id, "method": method, "params": parameters}
        if session is not None:
            asked["sessionId"] = session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        answer = self.until(lambda message: message.get("id") == asked["id"])
        assert "error" not in answer, answer["error"]
        result: Message = answer["result"]
        return result

    def until(self, is_wanted: Callable[[Message], bool]) -> Message:
        """The first message of a kind, of those already told or to come."""
        for message in self.told:
            if is_wanted(message):
                return message
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self._in], [], [], end - time.monotonic())
            if not ready:
                break
            *whole, self._rest = (self._rest + os.read(self._in, 1 << 20)).split(b"\0")
            messages = [json.loads(one) for one in whole]
            self.told += messages
            for message in messages:
                if is_wanted(message):
                    return message
        raise TimeoutError("the browser does not answer")

    def open(self, page: Path, *, width: int = 1280, scheme: str = "light", script: bool = True) -> "Tab":
        """A page of its own for a file, loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        tab = Tab(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"], target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.call(f"{domain}.enable")
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        tab.call("Emulation.setScriptExecutionDisabled", value=not script)
        tab.call("Page.navigate", url=page.as_uri())
        self.until(
            lambda message: message.get("method") == "Page.loadEventFired" and message["sessionId"] == tab.session
        )
        return tab


class Tab:
    """One page in a browser."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self._browser = browser
        self._target = target
        self.session = session

    def call(self, method: str, **parameters: Any) -> Message:
        """Asks something about this page."""
        return self._browser.call(method, self.session, **parameters)

    def told(self, *methods: str) -> list[Message]:
        """What the browser has told of this page."""
        own = [message for message in self._browser.told if message.get("sessionId") == self.session]
        return [message["params"] for message in own if message.get("method") in methods]

    def value(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key pressed and let go."""
        text = {"Enter": "\r"}.get(key, "")
        code = {"Enter": 13, "Tab": 9}[key]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text)

    def pdf(self) -> bytes:
        """The page as it is printed."""
        return base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])

    def close(self) -> None:
        """Closes the page."""
        self._browser.call("Target.closeTarget", targetId=self._target)


def _pipe() -> tuple[int, int]:
    """A pipe with numbers that are in nobody's way: a browser listens on 3 and answers on 4."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
