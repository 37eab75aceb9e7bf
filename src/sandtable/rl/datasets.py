"""Records as data sets: a row of a Parquet file for every decision, with what its seat might know and how the game ended.

A file holds games of one scenario with the same setup, so that all its arrays have one shape; what they hold by name stands
in the file itself. An order sheet is as many rows as it has lines, and one for sealing it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from sandtable.catalog import rulebook_to_play
from sandtable.kernel import SEAL, UNSEAL, Action, Rulebook, SandtableError, Seat, Setup, parse_action
from sandtable.kernel.game.records import Record, read_record, walk
from sandtable.kernel.machine.actions import CONTROL_NAME, DICE_NAME
from sandtable.kernel.printed.scenarios import DRAW

from . import missing
from .episode import SLOTS, listed, page_of, rewards, seat_view
from .observation import Arrays, Layout

try:
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as why:
    raise missing(why) from why

# In the place of a slot: what was answered was allowed, but is on no list (an amount between those that are).
NOT_LISTED: Final = -1
_ABOUT: Final = b"sandtable"
_SAID: Final = ("game", "number", "seat", "action", "slot", "reward")
_FIXED: Final = ("planes", "units", "globals")
# A file is read and written by so many rows at a time.
_ROWS: Final = 64


class BadDataset(SandtableError):
    """Records that make no data set together, or a file that is none."""


class Decision(NamedTuple):
    """What a seat decided: the *slot* it picked with the *arrays* before it, and the reward that its game brought it."""

    game: int
    number: int
    seat: str
    action: str
    slot: int
    reward: float
    arrays: Arrays


class Dataset:
    """A file of decisions, to be read as often as one likes: ``for decision in Dataset(path): ...``."""

    def __init__(self, path: Path | str) -> None:
        self.path: Final = Path(path)
        about = (pq.read_schema(self.path).metadata or {}).get(_ABOUT)
        if about is None:
            raise BadDataset(f"{self.path} holds no decisions; write_dataset makes such files of records")
        # Scenario, slots and shapes, and what planes, columns and numbers are called.
        self.about: Final[dict[str, Any]] = json.loads(about)
        self._shapes: Final = {name: tuple(shape) for name, shape in self.about["shapes"].items()}

    def __len__(self) -> int:
        return int(pq.read_metadata(self.path).num_rows)

    def __iter__(self) -> Iterator[Decision]:
        with pq.ParquetFile(self.path) as file:
            for batch in file.iter_batches(batch_size=_ROWS):
                for row in range(batch.num_rows):
                    yield self._decision({name: batch.column(name)[row] for name in batch.schema.names})

    def _decision(self, row: Mapping[str, Any]) -> Decision:
        arrays = {
            name: row[name].values.to_numpy(zero_copy_only=False).reshape(self._shapes[name])
            for name in _FIXED
        }
        slots, columns = self._shapes["options"]
        options, mask = np.zeros((slots, columns), np.float32), np.zeros(slots, np.int8)
        offered = row["offered"].as_py()
        rows = row["options"].values.to_numpy(zero_copy_only=False).reshape(-1, columns)
        # The page is turned in the last slot, wherever what is offered ends.
        options[:offered], mask[:offered] = rows[:offered], 1
        if len(rows) > offered:
            options[-1], mask[-1] = rows[-1], 1
        said = {name: row[name].as_py() for name in _SAID}
        return Decision(**said, arrays={**arrays, "options": options, "action_mask": mask})


def write_dataset(records: Iterable[Mapping[str, Any]], path: Path | str, *, slots: int = SLOTS) -> int:
    """Write the decisions of *records*, documents as games and the laboratory keep them, to *path*; how many they are."""
    documents = iter(records)
    first = next(documents, None)
    if first is None:
        raise BadDataset("no record was given; a data set needs at least one")
    book = rulebook_to_play(str(first.get("rulebook")))
    setup = read_record(book, first).setup
    layout = Layout(book, setup, slots)
    # Under another name until it is whole, so that nobody takes a half for the whole.
    unfinished = Path(path).with_name(Path(path).name + ".part")
    count = 0
    with pq.ParquetWriter(unfinished, _schema(layout, book, setup), compression="zstd") as writer:
        for number, document in enumerate(chain([first], documents)):
            record = read_record(book, document)
            if record.setup.as_json() != setup.as_json():
                raise BadDataset(
                    f"record {number + 1} is of {record.setup.as_json()}, the first of {setup.as_json()}; a file holds one setup"
                )
            found = decisions(book, record, layout, number)
            while rows := list(islice(found, _ROWS)):
                writer.write_batch(_batch(rows, writer.schema))
                count += len(rows)
    unfinished.replace(path)
    return count


def decisions(book: Rulebook[Any], record: Record, layout: Layout, game: int = 0) -> Iterator[Decision]:
    """What the seats decided in *record*, one after another; what Control wrote or answered for others is left out."""
    winner = str(record.result["winner"]) if record.result else DRAW
    reward = rewards(book.scenario(record.setup.scenario), winner)
    number = 0
    # The position before each answer; the one after the last is nobody's to decide about.
    for entry, g in zip(record.entries, walk(book, record), strict=False):
        action = parse_action(entry.action) if entry.who not in (DICE_NAME, CONTROL_NAME) else UNSEAL
        if action == UNSEAL:
            continue
        seat = book.seat(record.setup, entry.who)
        for draft, picked in _picks(action):
            slot, arrays = _before(book, g, seat, draft, picked, layout)
            yield Decision(game, number, entry.who, picked.id, slot, reward[entry.who], arrays)
            number += 1


def _picks(action: Action) -> Iterator[tuple[tuple[Action, ...], Action]]:
    """An answer as picks: a sheet line by line, each with those before it, then sealed."""
    if not action.is_sheet:
        yield (), action
        return
    for number, line in enumerate(action.lines):
        yield action.lines[:number], line
    yield action.lines, SEAL


def _before(
    book: Rulebook[Any], g: Any, seat: Seat, draft: tuple[Action, ...], picked: Action, layout: Layout
) -> tuple[int, Arrays]:
    """The slot of what was *picked*, and what the seat had before it: the page where that stands."""
    actions = tuple(listed(g, seat, draft))
    at = actions.index(picked) if picked in actions else NOT_LISTED
    page, slot = divmod(at, layout.slots - 1) if at != NOT_LISTED else (0, NOT_LISTED)
    return slot, layout.read(seat_view(book, g, seat, page_of(actions, page, layout.slots), draft))


def _schema(layout: Layout, book: Rulebook[Any], setup: Setup) -> pa.Schema:
    about = {
        "rulebook": book.name,
        "behaviour": book.behaviour,
        "setup": setup.as_json(),
        "shapes": layout.shapes,
        "planes": layout.plane_names,
        "units": layout.unit_names,
        "unit_columns": layout.unit_columns,
        "globals": layout.global_names,
        "option_columns": layout.option_columns,
    }
    columns = [
        pa.field("game", pa.int32()),
        pa.field("number", pa.int32()),
        pa.field("seat", pa.dictionary(pa.int32(), pa.string())),
        pa.field("action", pa.string()),
        pa.field("slot", pa.int32()),
        pa.field("reward", pa.float32()),
        pa.field("offered", pa.int32()),
        pa.field("options", pa.list_(pa.float32())),
        *(pa.field(name, pa.list_(pa.float32())) for name in _FIXED),
    ]
    return pa.schema(columns, metadata={_ABOUT: json.dumps(about).encode()})


def _batch(rows: list[Decision], schema: pa.Schema) -> pa.RecordBatch:
    found: dict[str, list[Any]] = {name: [] for name in schema.names}
    for row in rows:
        mask = row.arrays["action_mask"].astype(bool)
        for name in _SAID:
            found[name].append(getattr(row, name))
        found["offered"].append(int(mask[:-1].sum()))
        found["options"].append(row.arrays["options"][mask].ravel())
        for name in _FIXED:
            found[name].append(row.arrays[name].ravel())
    return pa.record_batch([pa.array(found[name], schema.field(name).type) for name in schema.names], schema)
