"""Strict reading of the scenario files: every key is known, everything needed is there, and every type is right."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from sandtable.kernel import SandtableError

_FILES: Final = files(__package__)
_Row = TypeVar("_Row")


class BadScenario(SandtableError):
    """A scenario file that says something which cannot be."""


@cache
def read_file(name: str) -> Mapping[str, Any]:
    """The scenario file *name* as TOML has it."""
    return tomllib.loads((_FILES / name).read_text(encoding="utf-8"))


def rows(kind: type[_Row], listed: Any, where: str) -> tuple[_Row, ...]:
    """The tables of a list as rows of *kind*."""
    if not isinstance(listed, list):
        raise BadScenario(f"{where}: a list of tables is wanted, not {listed!r}")
    return tuple(row(kind, table, f"{where}, entry {number}") for number, table in enumerate(listed, start=1))


def row(kind: type[_Row], table: Any, where: str) -> _Row:
    """One table as a row of *kind*, a dataclass: unknown, missing and mistyped keys are complained of by name."""
    if not isinstance(table, dict):
        raise BadScenario(f"{where}: a table is wanted, not {table!r}")
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(table) - set(known)):
        raise BadScenario(f"{where}: {', '.join(unknown)} is not known; known are {', '.join(known)}")
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name not in table:
            if field.default is MISSING and field.default_factory is MISSING:
                raise BadScenario(f"{where}: {name} is missing")
            continue
        values[name] = _typed(table[name], hints[name], f"{where}: {name}")
    return kind(**values)


def _typed(value: Any, hint: Any, where: str) -> Any:
    origin = get_origin(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return row(hint, value, where)
    if origin is tuple and isinstance(value, list):
        inner = get_args(hint)[0]
        return tuple(_typed(one, inner, where) for one in value)
    if (
        origin is not None
        and isinstance(origin, type)
        and issubclass(origin, Mapping)
        and isinstance(value, dict)
    ):
        return {key: _typed(one, get_args(hint)[1], where) for key, one in value.items()}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(hint, type) and type(value) is hint:
        return value
    raise BadScenario(f"{where} should be {getattr(hint, '__name__', hint)}, not {value!r}")


def known(name: str, among: Mapping[str, Any], where: str) -> str:
    """*name*, which is one of those *among* which it has to be."""
    if name not in among:
        raise BadScenario(f"{where}: the board has no {name!r}")
    return name
