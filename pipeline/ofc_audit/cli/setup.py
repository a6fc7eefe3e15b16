"""What a command needs before it can begin: rule sets, and the results of a run, kept or made for the moment."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ofc_audit.cli.config import rules_folders, waiver_files
from ofc_audit.cli.console import SetupError, say
from ofc_audit.cli.notes import notes_of
from ofc_audit.cli.stopping import stopped_cleanly

if TYPE_CHECKING:
    from ofc_audit.report.store import Store
    from ofc_audit.rulesets import RuleSet
    from ofc_audit.warehouse.build import Elsewhere, Finish
    from ofc_audit.warehouse.days import Calendar
    from ofc_audit.warehouse.summary import RunResult


def rules_of(folders: Sequence[Path] | None) -> "Mapping[str, RuleSet]":
    """Our rule sets, those of the settings and those of the folders. Raises SetupError for a folder or a file that cannot be used."""
    from ofc_audit.rulesets import load_rules

    try:
        return load_rules(rules_folders(folders))
    except (ValueError, FileNotFoundError) as error:
        raise SetupError(str(error)) from None


def one_of(rules: "Mapping[str, RuleSet]", rules_id: str) -> "RuleSet":
    """The rule set with that id. Raises SetupError with those known."""
    if rules_id not in rules:
        raise SetupError(f"no rule set {rules_id!r}; known are {', '.join(rules)}")
    return rules[rules_id]


def texts_of(settings: Sequence[str] | None) -> dict[str, str]:
    """The texts of `--set KEY=VALUE` by key. Raises SetupError for one without a value and for a key given twice."""
    return keyed_texts("--set", settings, "score.method=2-4")


def keyed_texts(option: str, settings: Sequence[str] | None, example: str) -> dict[str, str]:
    """The texts of `KEY=VALUE` of an option by key. Raises SetupError for one without a value and for a key given twice."""
    texts: dict[str, str] = {}
    for setting in settings or ():
        key, is_set, text = (part.strip() for part in setting.partition("="))
        if not is_set:
            raise SetupError(f"{option} {setting}: has no value; write KEY=VALUE, such as {example}")
        if key in texts:
            raise SetupError(f"{option} {key}: given more than once; allowed is once")
        texts[key] = text
    return texts


def changed(rules: "RuleSet", settings: Sequence[str] | None) -> "RuleSet":
    """A rule set with the parameters of `--set KEY=VALUE` changed. Raises SetupError, naming the key and what is allowed."""
    from ofc_audit.rulesets import text_value

    values: dict[str, Any] = {}
    for key, text in texts_of(settings).items():
        try:
            values[key] = text_value(key, text, rules)
        except ValueError as error:
            raise SetupError(f"--set {error}") from None
    try:
        return rules.with_values(values, "--set") if values else rules
    except ValueError as error:
        raise SetupError(f"--set {error}") from None


@contextmanager
def results_of(
    paths: Sequence[str],
    rules_dirs: Sequence[Path] | None,
    waivers: Sequence[Path] | None = None,
    rules_id: str | None = None,
    mapping: Path | None = None,
    aliases: Path | None = None,
) -> "Iterator[tuple[Store, Path | None]]":
    """The results in an output folder, with that folder, or those of files, made for the moment in a temporary folder.

    Raises SetupError where there are none, and when no file was recognised.
    """
    from tempfile import TemporaryDirectory

    from ofc_audit.report.store import NoResultsError, is_results, open_store

    if not paths:
        raise SetupError("no files; name hand histories, or the output folder of ofc run")
    try:
        if len(paths) == 1 and is_results(paths[0]):
            if rules_dirs:
                raise SetupError(f"{paths[0]} holds results made under its own rules; give --rules-dir to ofc run")
            if rules_id is not None:
                raise SetupError(f"{paths[0]} holds results made under its own rules; give --rules to ofc run")
            if mapping is not None:
                raise SetupError(
                    f"{paths[0]} holds results of tables that were read with a mapping; give --mapping to ofc run"
                )
            if waivers:
                raise SetupError(f"{paths[0]} holds results with their own waivers; give --waivers to ofc run")
            if aliases is not None:
                raise SetupError(
                    f"{paths[0]} holds statistics with the accounts as they were joined; give --aliases to ofc run"
                )
            with open_store(Path(paths[0])) as store:
                yield store, Path(paths[0])
            return
        with TemporaryDirectory(prefix="ofc-") as folder:
            build_results(
                Inputs(paths, rules_dirs, waivers, rules_id, mapping, aliases), Path(folder) / "out", require_recognised
            )
            with open_store(Path(folder) / "out", paths) as store:
                yield store, None
    except NoResultsError as error:
        raise SetupError(str(error)) from None


def require_recognised(folder: Path, run: "Mapping[str, Any]") -> None:
    """Stops a build, before anything is replaced, when no file was recognised, or nothing but mappings: raises SetupError that quotes the
    first one."""
    from ofc_audit.report.audit_rows import reject_rows
    from ofc_audit.report.store import open_database
    from ofc_audit.report.summary import is_recognised
    from ofc_audit.report.text import visible

    mappings = [one["source_file"] for one in run["inputs"] if _tells_how_only(one)]
    if mappings and len(mappings) == len(run["inputs"]):
        raise SetupError(
            f"no hands: {visible(mappings[0])} says how a table is read, and no table is there; name the table, its mapping is found beside it"
        )
    with open_database(folder, run, folder) as store:
        if is_recognised(store):
            return
        rejects, n_files = reject_rows(store, 1), store.value("select count(*) from sources")
    if not rejects:
        raise SetupError("no files: the folders given are empty")
    first, none = rejects[0], "no file was recognised" if n_files == 1 else f"none of {n_files:,} files was recognised"
    raise SetupError(f"{none}; {visible(first['source_file'])}: {visible(first['reason'])}")


def _tells_how_only(source: "Mapping[str, Any]") -> bool:
    """Whether a source is the mapping of tables: what is a table, has nothing of one and was read with no mapping."""
    has_nothing = not source["n_found"] and not source["reject_bytes"]
    return source["format"] == "table" and has_nothing and source["mapping_sha256"] is None


@dataclass(frozen=True)
class Inputs:
    """What results are made of: the words that name files, folders of own rule sets, files of waivers, the rule set of hands that name
    none, the mapping of tables, the file of aliases, and the days that statistics go by; and how many cores may be busy with it."""

    paths: Sequence[str]
    rules_dirs: Sequence[Path] | None = None
    waivers: Sequence[Path] | None = None
    rules_id: str | None = None
    mapping: Path | None = None
    aliases: Path | None = None
    calendar: "Calendar | None" = None
    threads: int | None = None


def calendar_of(
    zone: str | None, day_cut: str | None, week_end: str | None, session_gap: int | None
) -> "Calendar | None":
    """The calendar of `--zone`, `--day-cut`, `--week-end` and `--session-gap`; None where none is given. Raises SetupError, saying what is
    allowed."""
    if (zone, day_cut, week_end, session_gap) == (None, None, None, None):
        return None
    from ofc_audit.warehouse import days

    try:
        return days.calendar_of(zone, day_cut, week_end, session_gap)
    except ValueError as error:
        raise SetupError(str(error)) from None


def build_results(
    inputs: Inputs, out: Path, finish: "Finish | None" = None, elsewhere: "Elsewhere | None" = None
) -> "RunResult":
    """As `built`, and says on standard error what was left out of folders and where hands name other rules."""
    result = built(inputs, out, finish, elsewhere=elsewhere)
    for note in notes_of(result.run):
        say(f"ofc: {note}")
    return result


def built(
    inputs: Inputs,
    out: Path,
    finish: "Finish | None" = None,
    only: "Collection[str] | None" = None,
    is_locked: bool = False,
    elsewhere: "Elsewhere | None" = None,
) -> "RunResult":
    """Reads, scores and audits the files into an output folder, with progress on standard error where that is a terminal.

    `only`, `is_locked` and `elsewhere` are those of `build`. Raises SetupError for whatever the user can mend: a file that is not there, rule sets
    that cannot be, a folder that is not ours.
    """
    from ofc_audit.cli.progress import shown_progress
    from ofc_audit.warehouse.build import build
    from ofc_audit.warehouse.days import Calendar
    from ofc_audit.warehouse.engine import usual_threads
    from ofc_audit.warehouse.errors import BuildError

    known = rules_of(inputs.rules_dirs)
    if inputs.rules_id is not None:
        one_of(known, inputs.rules_id)
    try:
        with stopped_cleanly(), shown_progress() as progress:
            return build(
                inputs.paths,
                out,
                rules_dirs=rules_folders(inputs.rules_dirs),
                waiver_files=waiver_files(inputs.waivers),
                progress=progress,
                threads=inputs.threads,
                processes=inputs.threads or usual_threads(),
                finish=finish,
                rules_id=inputs.rules_id,
                mapping=inputs.mapping,
                aliases_file=inputs.aliases,
                calendar=inputs.calendar or Calendar(),
                only=only,
                is_locked=is_locked,
                elsewhere=elsewhere,
            )
    except (BuildError, FileNotFoundError, ValueError) as error:
        raise SetupError(str(error)) from None
