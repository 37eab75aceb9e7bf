"""Builds the searches in C with the package, where there is a compiler; without one the package is the same but slower.

An editable install keeps the built module beside its source, where Python looks for it; a wheel gets it from a temporary
folder, so that no build for others changes the working tree. ``SANDTABLE_PURE`` leaves it out.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("src", "sandtable", "kernel", "map", "_boards.c")
MODULE = "sandtable.kernel.map._boards"


class SearchesInC(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """[tool.hatch.build.targets.wheel.hooks.custom] of pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what the wheel is to contain."""
        if os.environ.get("SANDTABLE_PURE"):
            return
        root = Path(self.root)
        folder = root / SOURCE.parent if version == "editable" else Path(tempfile.mkdtemp())
        try:
            built = _compiled(root / SOURCE, folder)
        except Exception as no:  # whatever a compiler can do wrong: without it everything works
            self.app.display_warning(f"No searches in C ({no}); those in Python are used.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            build_data["force_include"][str(built)] = f"sandtable/kernel/map/{built.name}"


def _compiled(source: Path, folder: Path) -> Path:
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    # Relative names would make setuptools put the object files beside the source.
    extension = Extension(MODULE, [str(source)], extra_compile_args=["-O3"])
    command = build_ext(Distribution({"name": "sandtable", "ext_modules": [extension]}))
    with tempfile.TemporaryDirectory() as scratch:
        command.build_temp = scratch
        command.build_lib = scratch
        command.ensure_finalized()
        command.run()
        made = Path(command.get_ext_fullpath(MODULE))
        target = folder / made.name
        # Put in place whole: a Python that has the old one open keeps reading the old one.
        fresh = target.with_suffix(".fresh")
        fresh.write_bytes(made.read_bytes())
        fresh.replace(target)
    return target
