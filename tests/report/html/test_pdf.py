import shutil
from pathlib import Path

import pytest

from ofc_audit.report.html.pdf import PdfError, find_browser, write_pdf


def test_a_page_is_printed(tmp_path: Path) -> None:
    try:
        browser = find_browser()
    except PdfError as error:
        pytest.skip(str(error))
    write_pdf("<!DOCTYPE html><title>x</title><p>\u2663\ufe0e", tmp_path / "page.pdf", browser)
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF-")


def test_a_program_that_prints_nothing_is_told(tmp_path: Path) -> None:
    program = shutil.which("true")
    assert program is not None
    with pytest.raises(PdfError, match="made no PDF: exit status 0"):
        write_pdf("<p>", tmp_path / "page.pdf", program)
    assert not (tmp_path / "page.pdf").exists()
