"""Builds the part in C while the package is installed, where there is a C compiler; without one the package is the same, and slower."""

import re
import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDER = Path("pipeline/ofc_audit/compiled")


class CompiledPart(BuildHookInterface):
    """Runs before a wheel is packed, an editable one too; what was built makes the wheel one of this platform."""

    PLUGIN_NAME = "compiled"

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Builds the library beside its sources and packs it."""
        folder = Path(self.root) / _FOLDER
        problem = runpy.run_path(str(folder / "build.py"))["build"]()
        if problem:
            self.app.display_warning(problem)
            return
        built = folder / "ofc_compiled.so"
        # Nothing of Python itself is linked, so every version of it can load the library.
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
        build_data["artifacts"].append(str(built.relative_to(self.root)))
