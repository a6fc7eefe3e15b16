"""`ofc.toml`: the user's own settings, from the working directory or as `--config` names them."""

from collections.abc import Sequence
from pathlib import Path

from ofc_audit.cli.console import SetupError

CONFIG_FILE = "ofc.toml"
KEYS = ("rules_dir", "waivers")

_named: Path | None = None


def choose_config(path: Path | None) -> None:
    """Sets the file that `--config` names for this run of the command; None for `ofc.toml` of the working directory, if there is one."""
    global _named
    _named = path


def rules_folders(given: Sequence[Path] | None) -> tuple[Path, ...]:
    """The folders of own rule sets in the order in which they are read: those of the settings, then those `given`; each once.

    Raises SetupError, naming the file and the key, for settings that cannot be.
    """
    named = _named_paths("rules_dir", "folders", "my_rules")
    for folder, name, path in named:
        if not folder.is_dir():
            raise SetupError(f"{path}: rules_dir: no folder {_quoted(name)} beside this file")
    return _each_once([*(folder for folder, _, _ in named), *(given or ())])


def waiver_files(given: Sequence[Path] | None) -> tuple[Path, ...]:
    """The files of waivers, likewise."""
    named = _named_paths("waivers", "files", "waivers.toml")
    for file, name, path in named:
        if not file.is_file():
            raise SetupError(f"{path}: waivers: no file {_quoted(name)} beside this file")
    return _each_once([*(file for file, _, _ in named), *(given or ())])


def _each_once(paths: Sequence[Path]) -> tuple[Path, ...]:
    return tuple({path.resolve(): path for path in paths}.values())


def _quoted(value: object) -> str:
    from ofc_audit.rulesets.values import quoted

    return quoted(value)


def _named_paths(key: str, what: str, example: str) -> Sequence[tuple[Path, str, Path]]:
    """The paths that a key of the settings lists, relative to their file: each as path, as it is written, and the file."""
    path = _named or Path(CONFIG_FILE)
    if not path.exists():
        if _named is None:
            return ()
        raise SetupError(f"no file of settings: {path}")
    from ofc_audit.rulesets.values import quoted, read_toml

    try:
        settings = read_toml(path, str(path))
    except ValueError as error:
        raise SetupError(str(error)) from None
    for name in settings:
        if name not in KEYS:
            raise SetupError(f"{path}: unknown key {quoted(name)}; allowed: {quoted(KEYS)}")
    names = settings.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise SetupError(
            f'{path}: {key}: {quoted(names)} is impossible; allowed: a list of {what}, such as ["{example}"]'
        )
    return [(path.parent / name, name, path) for name in names]
