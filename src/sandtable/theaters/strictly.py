"""TOML read strictly: every value is asked for by name and type, and what nobody asked for is an error."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from sandtable.kernel.refusals import SandtableError


class Table:
    """One table of a TOML file that remembers where it stands and which of its keys were read.

    Every complaint is an instance of *error* whose text names the file, the key and the reason.
    """

    def __init__(self, source: str, where: str, data: dict[str, object], error: type[SandtableError]) -> None:
        self.source: Final = source
        self.where: Final = where
        self.data: Final = data
        self._error: Final = error
        self._read: Final[set[str]] = set()

    @classmethod
    def open(cls, path: Path, error: type[SandtableError]) -> Table:
        """The top table of the file at *path*."""
        try:
            data: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as why:
            raise error(f"{path.name}: cannot be read ({why.strerror})") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as why:
            raise error(f"{path.name}: is not TOML ({why})") from None
        return cls(path.name, "", data, error)

    def complaint(self, key: str, reason: str) -> SandtableError:
        """What to raise when the value of *key* cannot be used."""
        return self._error(f"{self.source}: {self._path(key)}: {reason}")

    def finish(self) -> None:
        """Complain about the first key that nobody asked for."""
        for key in self.data:
            if key not in self._read:
                known = ", ".join(sorted(self._read)) or "none"
                raise self.complaint(key, f"is an unknown key; known here: {known}")

    # ---- single values

    def text(self, key: str, default: str | None = None) -> str:
        """A string."""
        return self.as_text(key, self._get(key, default))

    def number(self, key: str, default: float | None = None) -> float:
        """An integer or a float."""
        return self.as_number(key, self._get(key, default))

    def integer(self, key: str, default: int | None = None) -> int:
        """An integer."""
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.complaint(key, f"should be a whole number, not {value!r}")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """A boolean."""
        return self.as_flag(key, self._get(key, default))

    def word(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """One of the *allowed* words."""
        return self.one_of(key, self._get(key, default), allowed)

    # ---- lists and tables

    def items(self, key: str, *, optional: bool = True) -> list[object]:
        """A list of anything; empty when *optional* and absent."""
        value = self._get(key, [] if optional else None)
        if not isinstance(value, list):
            raise self.complaint(key, f"should be a list, not {value!r}")
        return value

    def texts(self, key: str, *, optional: bool = True) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(
            self.as_text(f"{key}[{i}]", item) for i, item in enumerate(self.items(key, optional=optional))
        )

    def numbers(self, key: str, count: int) -> tuple[float, ...]:
        """A list of exactly *count* numbers."""
        values = self.items(key, optional=False)
        if len(values) != count:
            raise self.complaint(key, f"should hold {count} numbers, not {len(values)}")
        return tuple(self.as_number(key, value) for value in values)

    def table(self, key: str) -> Table:
        """A table within this one; empty when absent."""
        return self.as_table(key, self._get(key, {}))

    def tables(self, key: str) -> list[Table]:
        """A list of tables; empty when absent."""
        return [self.as_table(f"{key}[{i}]", item) for i, item in enumerate(self.items(key))]

    def names(self) -> list[str]:
        """All keys, marked as read."""
        self._read.update(self.data)
        return list(self.data)

    # ---- values already at hand

    def as_text(self, key: str, value: object) -> str:
        """*value* if it is a string that is not empty."""
        if not isinstance(value, str) or not value:
            raise self.complaint(key, f"should be a text, not {value!r}")
        return value

    def as_number(self, key: str, value: object) -> float:
        """*value* if it is a number."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.complaint(key, f"should be a number, not {value!r}")
        return float(value)

    def as_flag(self, key: str, value: object) -> bool:
        """*value* if it is a boolean."""
        if not isinstance(value, bool):
            raise self.complaint(key, f"should be true or false, not {value!r}")
        return value

    def one_of(self, key: str, value: object, allowed: tuple[str, ...]) -> str:
        """*value* if it is one of the *allowed* words."""
        if not isinstance(value, str) or value not in allowed:
            raise self.complaint(key, f"should be one of {', '.join(allowed)}, not {value!r}")
        return value

    def as_table(self, key: str, value: object) -> Table:
        """*value* if it is a table."""
        if not isinstance(value, dict):
            raise self.complaint(key, f"should be a table, not {value!r}")
        return Table(self.source, self._path(key), value, self._error)

    def _path(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def _get(self, key: str, default: object) -> object:
        self._read.add(key)
        value = self.data.get(key, default)
        if value is None:
            raise self.complaint(key, "is missing")
        return value
