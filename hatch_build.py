"""Builds the searches in C with the package, where there is a compiler; without one the package is the same but slower.

An editable install keeps the built module beside its source, where Python looks for it; a wheel gets it from a temporary
folder, so that no build for others changes the working tree. ``SANDTABLE_PURE`` leaves it out.

``SANDTABLE_COMPILED`` compiles the hot modules of kernel and rules too, by mypyc, for a wheel only: in a working tree a
stale library would hide the source that somebody edits. Their sources stay in the wheel, for docstrings and tracebacks.
"""

from __future__ import annotations

import ast
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# By mypyc, which lets its C compiler take warnings for errors: that has kept a miscompiled module out.
COMPILED = (
    "kernel/map/bitboards.py",
    "kernel/map/board.py",
    "kernel/map/costs.py",
    "kernel/map/flood.py",
    "kernel/map/hexes.py",
    "kernel/map/paths.py",
    "kernel/map/stacks.py",
    "kernel/machine/actions.py",
    "kernel/machine/engine.py",
    "kernel/reckoning.py",
    "rules/damos/series/**/*.py",
)
# A compiled class can have no flat names for what stands in records; events and records are made by name.
INTERPRETED = ("__init__", "combat", "events", "stored")
# Those that make something of what stands in them.
_KEEP = {"NamedTuple", "IntEnum", "Protocol"}
MYPYC = "mypy[mypyc]>=2.4"
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
            if os.environ.get("SANDTABLE_COMPILED"):
                compiled = Path(tempfile.mkdtemp())
                _mypyc(root / "src", compiled)
                for library in compiled.rglob("*.so" if os.name == "posix" else "*.pyd"):
                    build_data["force_include"][str(library)] = library.relative_to(compiled).as_posix()

    def dependencies(self) -> list[str]:
        """What only a compiled wheel needs to be built."""
        return [MYPYC] if os.environ.get("SANDTABLE_COMPILED") else []


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


def _mypyc(source: Path, folder: Path) -> None:
    """Compile the hot modules under *source* into *folder*."""
    from mypyc.build import mypycify  # type: ignore[import-untyped, unused-ignore]
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    found = sorted({path for pattern in COMPILED for path in (source / "sandtable").glob(pattern)})
    hot = [str(path.relative_to(source)) for path in found if path.stem not in INTERPRETED]
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        settings = Path(scratch, "mypy.ini")
        # A docstring that is written as a value hides that of the class below it, of which mypy complains. The libraries of
        # researchers are not there when a wheel is built.
        settings.write_text(
            "[mypy]\nmypy_path = .\ndisable_error_code = misc\n"
            "[mypy-sandtable.kernel]\nimplicit_reexport = True\n"
            "[mypy-sandtable.rl.*]\nfollow_imports = skip\n"
        )
        copy = Path(scratch, "src")
        shutil.copytree(source / "sandtable", copy / "sandtable", ignore=lambda _, names: _no_sources(names))
        for name in hot:
            (copy / name).write_text(_with_docstrings((copy / name).read_text()))
        # Modules are named by their paths from where mypyc is called.
        os.chdir(copy)
        try:
            extensions = mypycify(
                ["--config-file", str(settings), "--cache-dir", str(Path(scratch, "cache")), *hot],
                opt_level="2",
                multi_file=True,
                target_dir=scratch,
            )
            command = build_ext(Distribution({"name": "sandtable", "ext_modules": extensions}))
            command.build_temp = scratch
            command.build_lib = str(folder)
            command.ensure_finalized()
            command.run()
        finally:
            os.chdir(before)


def _no_sources(names: list[str]) -> list[str]:
    return [name for name in names if "." in name and not name.endswith(".py")]


def _with_docstrings(text: str) -> str:
    """*text* with the docstrings of its classes as values, line for line: mypyc leaves docstrings out, and pages show them."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.ClassDef)
            and ast.get_docstring(node)
            and not _KEEP.intersection(map(ast.unparse, node.bases))
        ):
            at = node.body[0]
            line = lines[at.lineno - 1]
            lines[at.lineno - 1] = f"{line[: at.col_offset]}__doc__: _ClassVar[str] = {line[at.col_offset :]}"
    head = "from __future__ import annotations"
    return "".join(lines).replace(head, f"{head}; from typing import ClassVar as _ClassVar", 1)
