"""Finished games on disk: a folder of Parquet files that goes on where it stopped, and that others read as a table.

    games-000001.parquet     finished games; every tool that reads Parquet reads the folder as one table
    _games.jsonl             while a run lasts: what was finished since the last file was closed, a line each

Each game has a key, made of all that it depends on. A game that is in the folder is not played again, so the same command
goes on where it was stopped, and one with more games adds to those that are there. One run writes into a folder at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sandtable.kernel.refusals import SandtableError

from .executors import Executor

J = TypeVar("J")
R = TypeVar("R")
J_contra = TypeVar("J_contra", contravariant=True)

# What begins with an underscore is passed over by those who read the folder.
JOURNAL: Final = "_games.jsonl"
UNFINISHED: Final = "_unfinished.parquet"
PART: Final = "games-{:06}.parquet"
PARTS: Final = "games-*.parquet"
KEY: Final = "key"
# So many games make a file; Parquet is slow to read in small pieces.
GAMES_PER_PART: Final = 1000
BATCH: Final = 1000


class BadStore(SandtableError):
    """A folder that games cannot be kept in or read from."""


class Rows(Protocol[J_contra, R]):
    """How results stand in a table: a row each, of plain data, and back again."""

    @property
    def schema(self) -> Any:
        """The columns, as pyarrow has them; ``key`` is a must."""
        ...

    def key(self, job: J_contra) -> str:
        """What the result depends on."""
        ...

    def row(self, job: J_contra, result: R) -> Mapping[str, Any]:
        """The row of a result, key included, of what JSON knows."""
        ...

    def result(self, row: Mapping[str, Any]) -> R:
        """The result that the row holds."""
        ...


class Store:
    """A folder of finished games."""

    def __init__(self, folder: Path, schema: Any) -> None:
        self.folder: Final = folder
        self._schema: Final = schema
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise BadStore(f"{folder} cannot be the folder of finished games: {why.strerror}") from None
        self._fresh: list[Mapping[str, Any]] = []
        self._fold_what_was_left()
        self._journal = (folder / JOURNAL).open("a", encoding="utf-8")

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """All rows that were kept before this run."""
        pa, parquet = _pyarrow()
        for part in self._parts():
            try:
                file = parquet.ParquetFile(part)
                if missing := [name for name in self._schema.names if name not in file.schema_arrow.names]:
                    raise BadStore(
                        f"{part} is a table of something else: it has no column {missing[0]!r}; give --out another folder"
                    )
                for batch in file.iter_batches(BATCH, columns=self._schema.names):
                    yield from batch.to_pylist(maps_as_pydicts="strict")
            except (OSError, pa.ArrowInvalid) as why:
                raise BadStore(f"{part} cannot be read as Parquet: {why}") from None

    def add(self, row: Mapping[str, Any]) -> None:
        """Keep *row*: it is on disk when this returns."""
        self._journal.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._journal.flush()
        self._fresh.append(row)
        if len(self._fresh) == GAMES_PER_PART:
            self._close_part()

    def close(self) -> None:
        """Put what is left into a file of its own."""
        self._close_part()
        self._journal.close()
        (self.folder / JOURNAL).unlink()

    def _close_part(self) -> None:
        if self._fresh:
            self._write_part(self._fresh)
            self._fresh = []
            self._journal.truncate(0)

    def _fold_what_was_left(self) -> None:
        """A run that was killed left a journal; its last line may be torn."""
        journal = self.folder / JOURNAL
        if not journal.exists():
            return
        left = []
        for line in journal.read_text(encoding="utf-8").splitlines():
            try:
                left.append(json.loads(line))
            except json.JSONDecodeError:
                break
        if left:
            self._write_part(left)
        journal.unlink()

    def _write_part(self, rows: Sequence[Mapping[str, Any]]) -> None:
        pa, parquet = _pyarrow()
        last = max((int(part.stem.removeprefix("games-")) for part in self._parts()), default=0)
        part = self.folder / PART.format(last + 1)
        # Under its own name only when it is whole: whoever is killed here leaves the journal behind.
        unfinished = self.folder / UNFINISHED
        parquet.write_table(
            pa.Table.from_pylist([dict(row) for row in rows], schema=self._schema), unfinished
        )
        unfinished.replace(part)

    def _parts(self) -> list[Path]:
        return sorted(self.folder.glob(PARTS))


class Kept:
    """An executor that looks into a folder first, and keeps there what it had to do."""

    def __init__(self, inner: Executor, folder: Path, rows: Rows[Any, Any]) -> None:
        self._inner: Final = inner
        self._folder: Final = folder
        self._rows: Final = rows

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """What is in the folder, then what is not."""
        wanted: dict[str, list[int]] = {}
        for place, job in enumerate(jobs):
            wanted.setdefault(self._rows.key(job), []).append(place)
        store = Store(self._folder, self._rows.schema)
        try:
            for row in store.rows():
                for place in wanted.pop(row[KEY], ()):
                    yield place, self._rows.result(row)
            left = list(wanted.values())
            for number, result in self._inner.run(task, [jobs[places[0]] for places in left]):
                store.add(self._rows.row(jobs[left[number][0]], result))
                for place in left[number]:
                    yield place, result
        finally:
            store.close()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise BadStore(
            "games are kept as Parquet by pyarrow, which is not installed; pip install 'sandtable[lab]' brings it"
        ) from None
    return pa, pyarrow.parquet
