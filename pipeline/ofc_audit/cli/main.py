"""The command `ofc`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ofc_audit import __version__
from ofc_audit.cli.audit import audit
from ofc_audit.cli.check_data import check_data
from ofc_audit.cli.checks import checks
from ofc_audit.cli.config import choose_config
from ofc_audit.cli.console import INTERRUPTED, OK, REFUSED, SetupError, say
from ofc_audit.cli.convert import convert
from ofc_audit.cli.explain import explain
from ofc_audit.cli.export import export
from ofc_audit.cli.map import propose_mapping
from ofc_audit.cli.report import report_app
from ofc_audit.cli.rescore import rescore
from ofc_audit.cli.rules import rules_app
from ofc_audit.cli.run import run
from ofc_audit.cli.score import score
from ofc_audit.cli.simulate import simulate
from ofc_audit.cli.stats import stats
from ofc_audit.cli.watch import watch

HELP = """Audits hand histories of Open Face Chinese Pineapple: was everybody paid right, and how does everybody play?

Exit status: 0 nothing wrong; 1 findings or rejected hands; 2 wrong use, or no file recognised; 130 interrupted."""

app = typer.Typer(
    help=HELP,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(is_asked: bool) -> None:
    if is_asked:
        from ofc_audit.cli.console import Output

        Output().write(f"ofc-audit {__version__}\n")
        raise typer.Exit(OK)


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            show_default=False,
            help="Your settings (rules_dir: folders of your own rule sets; waivers: files of waivers); ofc.toml of the working"
            " directory when left away.",
        ),
    ] = None,
) -> None:
    choose_config(config)


for command in (run, watch, audit, stats, explain, score, rescore, convert, export, simulate, checks):
    app.command()(command)
app.command("map")(propose_mapping)
app.add_typer(report_app, name="report")
app.command("check-data")(check_data)
app.add_typer(rules_app, name="rules")


def run_command(arguments: list[str] | None = None) -> int:
    """Runs `ofc` with the arguments given, or the process's own, and returns its exit status; errors are said on
    standard error."""
    try:
        status = app(args=arguments, standalone_mode=False, prog_name="ofc")
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except typer.TyperException as error:
        _complain(error, sys.argv[1:] if arguments is None else arguments)
        return REFUSED
    except SetupError as error:
        say(f"ofc: {error}")
        return REFUSED
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        say(f"ofc: {where}{error.strerror or error}")
        return REFUSED
    if status == INTERRUPTED:
        say("ofc: interrupted")
    return OK if status is None else int(status)


def _complain(error: typer.TyperException, words: Sequence[str]) -> None:
    """One line on what is wrong with the command line, and where help is; the help itself when nothing was asked for. A file whose name
    looks like an option is told how to name it."""
    message = error.format_message().replace("Value error, ", "")
    context = getattr(error, "ctx", None)
    if message.startswith("Usage:"):
        say(message)
        return
    command = context.command_path if context is not None else "ofc"
    files = (word for word in words if word.startswith("-") and word != "-" and Path(word).exists())
    file = next(files, None) if message.startswith("No such option") else None
    hint = "" if file is None else f"; the file is named as ./{file}."
    say(f"ofc: {message}{hint} See: {command} --help")


def main() -> None:
    """The entry point of the command `ofc`."""
    sys.exit(run_command())
