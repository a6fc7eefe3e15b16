"""A reader with a planted bug: the fuzzing finds it, keeps the input, and says how to repeat it."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fuzz import again, guided, long, slices
from fuzz.rounds import fuzz
from fuzz.targets import TARGETS
from ofc_audit.read import ofc_text
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.source import Source

READER = "ofc_text"
PLANTED = b"cancelled"
"""What some mutants have, and the short hand has not."""


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    as_ever = ofc_text.read

    def read(source: Source, chunk_bytes: int) -> Iterator[HandBatch]:
        if PLANTED in source.data[:]:
            raise IndexError("planted")
        yield from as_ever(source, chunk_bytes)

    monkeypatch.setattr(ofc_text, "read", read)


@pytest.mark.usefixtures("planted")
def test_a_failure_is_kept_with_few_mutants_and_a_line_that_repeats_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = fuzz(READER, 3, 0, 200, alone_every=1000)
    [failure] = tally.failures
    assert failure.law == "raised IndexError: planted"
    assert len(failure.numbers) == 1
    assert PLANTED in failure.content
    book = long.empty_book()
    long.add(book, tally, tmp_path)
    [kept] = book["failures"]
    assert PLANTED in Path(kept["file"]).read_bytes()
    assert again.main(arguments_of(kept["again"])) == 1
    assert "together: raised IndexError: planted" in capsys.readouterr().out


@pytest.mark.usefixtures("planted")
def test_an_input_found_under_guidance_is_kept_without_its_neighbours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "guided" / READER
    (own / "corpus").mkdir(parents=True)
    (own / "corpus" / "good-0").write_bytes(TARGETS[READER].short)
    one = slices.Slice(READER, 3, own)
    good = TARGETS[READER].short
    assert not one.read(good)
    assert one.read(slices.BETWEEN.join([good, good + b"# 1\n", good + b"# " + PLANTED + b"\n", good + b"# 3\n"]))
    # What the process leaves is read by the run that started it, or by the next where that was stopped.
    tally = guided.guide(READER, 1, 3, tmp_path)
    assert tally.inputs == 3
    book = long.empty_book()
    long.add(book, tally, tmp_path)
    [kept] = book["failures"]
    assert kept["law"] == "raised IndexError: planted"
    assert Path(kept["file"]).read_bytes() == good + b"# " + PLANTED + b"\n"
    assert again.main(arguments_of(kept["again"])) == 1
    assert "0 alone: raised IndexError: planted" in capsys.readouterr().out


def test_an_input_that_ended_the_process_is_kept(tmp_path: Path) -> None:
    own = tmp_path / "guided" / READER
    (own / "corpus").mkdir(parents=True)
    (own / "corpus" / "good-0").write_bytes(b"x")
    (own / "ended-crash-1").write_bytes(b"y")
    (own / "result.json").write_text(
        json.dumps({"inputs": 7, "hands": 1, "rejects": 2, "seconds": 1.0, "failures": {}})
    )
    tally = guided.guide(READER, 1, 100, tmp_path)
    [kept] = tally.failures
    assert (tally.inputs, kept.law, kept.content) == (7, "the process ended, or took too long or too much memory", b"y")
    assert not list(own.glob("ended-*"))
    assert not (own / "result.json").exists()


@pytest.mark.parametrize("name", ["ofc_text", "table", "sqlite"])
def test_changed_inputs_are_of_one_seed_and_not_too_long(name: str) -> None:
    good = TARGETS[name].short if name in TARGETS else guided.form_of(name).files[0]
    made = [
        slices.changed_input(name, good, slices.LONGEST, Random(seed), lambda some, most: some[:most])
        for seed in range(40)
    ]
    assert made == [
        slices.changed_input(name, good, slices.LONGEST, Random(seed), lambda some, most: some[:most])
        for seed in range(40)
    ]
    assert max(map(len, made)) <= slices.LONGEST
    assert len(set(made)) > 15
    assert (max(len(slices.parts_of(name, one)) for one in made) > 4) == (name in TARGETS)


def arguments_of(command: str) -> list[str]:
    """What stands behind the name of the module in a command."""
    words = shlex.split(command)
    return words[words.index("fuzz.again") + 1 :]
