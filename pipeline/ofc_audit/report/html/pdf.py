"""A page as PDF: printed by a browser that is installed, without its head and foot; nothing else here needs one."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
"""Browsers that are looked for, the first that is there prints."""
SECONDS = 180
"""How long a browser may take to print."""


class PdfError(Exception):
    """A page that could not be printed: one line that says why, and what to do."""


def find_browser(named: str | None = None) -> str:
    """The browser named, or the first of `BROWSERS` that is installed. Raises PdfError, with what to do, where there is none."""
    if named is not None:
        found = shutil.which(named)
        if found is None:
            raise PdfError(f"{named} is no program; --browser names a Chromium, Chrome or Edge")
        return found
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise PdfError(
        "a PDF is printed by Chromium, Chrome or Edge, and none is found; install one, name it with --browser FILE, or write"
        " the page with -o FILE.html and print it from any browser"
    )


def flags(profile: Path) -> Sequence[str]:
    """What a browser is started with that shows nothing and knows nothing of its user."""
    shared = ["--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", f"--user-data-dir={profile}"]
    # A browser refuses to run as root behind its own walls; the page is ours, and holds no foreign script.
    return [*shared, "--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else shared


def write_pdf(page: str, out: Path, browser: str) -> None:
    """Prints a page into a PDF file. Raises PdfError where the browser does not make one."""
    with TemporaryDirectory(prefix="ofc-") as folder:
        source, made = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(page, "utf-8", "backslashreplace")
        told = [f"--print-to-pdf={made}", "--no-pdf-header-footer", source.as_uri()]
        try:
            done = subprocess.run(
                [browser, *flags(Path(folder) / "profile"), *told], capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise PdfError(f"{browser} did not print within {SECONDS} seconds") from None
        if not made.is_file():
            said = done.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
            raise PdfError(f"{browser} made no PDF: {said[-1] if said else f'exit status {done.returncode}'}")
        shutil.move(made, out)
