"""`ofc.toml`: the user's own settings, from the working directory or as `--config` names them."""

from collections.abc import Sequence
from pathlib import Path

from ofc_audit.cli.console import SetupError

CONFIG_FILE = "ofc.toml"
KEYS = ("rules_dir",)

_named: Path | None = None


def choose_config(path: Path | None) -> None:
    """Sets the file that `--config` names for this run of the command; None for `ofc.toml` of the working directory, if there is one."""
    global _named
    _named = path


def rules_folders(given: Sequence[Path] | None) -> tuple[Path, ...]:
    """The folders of own rule sets in the order in which they are read: those of the settings, then those `given`; each once.

    Raises SetupError, naming the file and the key, for settings that cannot be.
    """
    folders = {folder.resolve(): folder for folder in (*_configured(), *(given or ()))}
    return tuple(folders.values())


def _configured() -> Sequence[Path]:
    """`rules_dir` of the settings: folders, relative to the file they are named in."""
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
    for key in settings:
        if key not in KEYS:
            raise SetupError(f"{path}: unknown key {quoted(key)}; allowed: {quoted(KEYS)}")
    names = settings.get("rules_dir", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise SetupError(
            f'{path}: rules_dir: {quoted(names)} is impossible; allowed: a list of folders, such as ["my_rules"]'
        )
    for name in names:
        if not (path.parent / name).is_dir():
            raise SetupError(f"{path}: rules_dir: no folder {quoted(name)} beside this file")
    return [path.parent / name for name in names]
