"""Game state: columns of ints by unit or hex number, plain numbers and bitboards, and the agenda.

A rulebook subclasses ``GameState`` and names what it keeps:

- ``COLUMNS``: attributes that are lists of ints (``hex_of``, ``strength``);
- ``NUMBERS``: attributes that are ints, bitboards included (``turn``, ``red_control``);
- ``SETS``: those of the numbers that are sets of hexes, so that Control can say of one hex whether it is in them;
- ``BY_HEX``, ``BY_HEXSIDE`` and ``BY_POINT``: those of the columns that have an entry for every hex, hexside or point of
  the board (``Board.blank`` makes one), so that Control can name them; others have one for every unit, or whatever it is;
- ``DERIVED_COLUMNS`` and ``DERIVED_NUMBERS``: the same, but ``rebuild()`` can work them out from the others.

What belongs together and is cleared as one (a combat under way) may be kept in a record, a ``NamedTuple`` that is
never written into. Saved games, digests and Control know its values by flat names, which the state declares with
``inside``: ``battle_hex: int = inside("battle.hex")``. Where all of a record is numbers, ``RECORDS`` declares them at once:
``{"battle": ("declared", Declared)}`` has ``battle_hex`` for ``declared.hex``, and ``flat_names`` lists them for ``NUMBERS``.

Everything else on the object (board, roster, tables, setup) is printed matter: shared by all copies, never changed.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from .actions import Action, Seat
from .events import EVERYONE, Audience, Event, Told

if TYPE_CHECKING:
    from .engine import DraftMemo
    from .steps import Step

_COMPACT: Final = json.JSONEncoder(separators=(",", ":"))


class Setup:
    """What a game was started with: scenario, options, and tables the user brought. Enough to start it again.

    ``seats`` are the names of the scenario's seats, for sentences; they are printed, and no part of the document.
    """

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, int | str | bool] | None = None,
        tables: Mapping[str, Mapping[str, Any]] | None = None,
        seats: tuple[str, ...] = (),
    ) -> None:
        self.scenario: Final = scenario
        self.options: Final[dict[str, int | str | bool]] = dict(options or {})
        self.tables: Final[dict[str, Mapping[str, Any]]] = dict(tables or {})
        self.seats: Final = seats

    def as_json(self) -> dict[str, Any]:
        """The setup as it stands in records and saved games."""
        return {"scenario": self.scenario, "options": dict(self.options), "tables": dict(self.tables)}

    @cached_property
    def digest(self) -> bytes:
        """A fingerprint: the same columns are another position where the game ends on another turn."""
        return blake2b(json.dumps(self.as_json(), sort_keys=True).encode(), digest_size=16).digest()


@cache
def _read(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """What reads the attributes of these *names*."""
    return attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)


@cache
def _packing(length: int) -> tuple[bytes, Callable[..., bytes]]:
    """How a column of so many numbers begins in a fingerprint, and what writes them: 64 bits each, the lowest first."""
    return b"%d;" % length, struct.Struct(f"<{length}q").pack


def inside(path: str) -> Any:
    """A flat name for a value inside a record of the state; whoever writes it puts a changed record in its place."""
    record, *within = path.split(".")

    def write(g: GameState, value: int | Sequence[int]) -> None:
        held = value if isinstance(value, int) else tuple(value)
        setattr(g, record, _changed(getattr(g, record), within, held))

    return property(attrgetter(path), write)


def flat_names(prefix: str, record: Any) -> tuple[str, ...]:
    """The flat names of all that *record*, a kind of ``NamedTuple``, holds: *prefix* and the name of the value."""
    return tuple(f"{prefix}_{name}" for name in record._fields)


def _changed(record: Any, within: Sequence[str], value: int | tuple[int, ...]) -> Any:
    name, *deeper = within
    return record._replace(**{name: _changed(getattr(record, name), deeper, value) if deeper else value})


class GameState:
    """Everything that changes during a game, and nothing that does not."""

    COLUMNS: ClassVar[tuple[str, ...]] = ()
    NUMBERS: ClassVar[tuple[str, ...]] = ()
    SETS: ClassVar[tuple[str, ...]] = ()
    BY_HEX: ClassVar[tuple[str, ...]] = ()
    BY_HEXSIDE: ClassVar[tuple[str, ...]] = ()
    BY_POINT: ClassVar[tuple[str, ...]] = ()
    RECORDS: ClassVar[Mapping[str, tuple[str, Any]]] = {}
    DERIVED_COLUMNS: ClassVar[tuple[str, ...]] = ()
    DERIVED_NUMBERS: ClassVar[tuple[str, ...]] = ()
    # The columns that are lists of their own, which a copy must not share; those inside records are not.
    _lists: ClassVar[tuple[str, ...]] = ()
    # The attributes that a compiled class holds beside the dictionary in which others have all of them.
    _compiled: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for prefix, (attribute, record) in cls.__dict__.get("RECORDS", {}).items():
            for flat, name in zip(flat_names(prefix, record), record._fields, strict=True):
                setattr(cls, flat, inside(f"{attribute}.{name}"))
        every = (*cls.COLUMNS, *cls.DERIVED_COLUMNS)
        cls._lists = tuple(n for n in every if not isinstance(getattr(cls, n, None), property))
        held = cls.__dict__.get("__mypyc_attrs__", ())
        cls._compiled = tuple(n for n in held if not n.startswith("__"))

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.agenda: list[Step[Any]] = []
        # Answers to a Together step that wait for the others: (seat, action), in order of seats.
        self.sealed: tuple[tuple[Seat, Action], ...] = ()
        # What has happened since somebody last listened; None where nobody listens (search, playouts).
        self.told: list[Told] | None = []
        # Whether the latest answer uncovered something hidden, so that it may not be taken back.
        self.uncovered = False
        # The options of the step on top, once listed; forgotten with every answer.
        self.offered: dict[Seat, Sequence[Action]] = {}
        # What may follow the lines of the order sheets that were just written, for whoever judges them when they are sealed;
        # forgotten with every answer.
        self.drafts: dict[Seat, DraftMemo] = {}

    def then(self, *steps: Step[Any]) -> None:
        """Put *steps* on the agenda, to be done in the order given, before everything already there."""
        self.agenda.extend(reversed(steps))

    def tell(self, event: Event, to: Audience = EVERYONE) -> None:
        """Note that *event* happened; only the seats in *to* ever hear of it."""
        if self.told is not None:
            self.told.append(Told(event, to))

    def uncover(self) -> None:
        """Say that something hidden has just become known: undo will not go back behind this answer."""
        self.uncovered = True

    def rebuild(self) -> None:
        """Work out all derived columns and numbers afresh; rulebooks that have any override this."""

    def copy(self) -> Self:
        """A twin that can be played on without touching this one; printed matter is shared."""
        twin = self.lookalike()
        if self._compiled:
            for name in self._lists:
                setattr(twin, name, getattr(twin, name).copy())
        else:
            fields = twin.__dict__
            for name in self._lists:
                fields[name] = fields[name].copy()
        return twin

    def lookalike(self, others: Mapping[str, Any] | None = None) -> Self:
        """A twin with the same columns, not copies of them, but for the *others*, hung in by name; never to be played on."""
        fields = self.__dict__.copy()
        fields["agenda"] = self.agenda.copy()
        fields["offered"] = {}
        fields["drafts"] = {}
        if self.told is not None:
            fields["told"] = []
        twin = self.__class__.__new__(self.__class__)
        if others and not self._compiled:
            # All at once, which takes a fraction of the time of one after the other.
            fields.update(others)
        twin.__dict__ = fields
        for name in self._compiled:
            setattr(twin, name, getattr(self, name))
        if others and self._compiled:
            for name, value in others.items():
                setattr(twin, name, value)
        return twin

    def share(self, other: Self) -> None:
        """Hold the columns in common with *other* in which both are alike; nobody may play on from either any more.

        An answer changes few columns: of a row of positions that are kept, each takes a small part of the memory.
        """
        for name in self._lists:
            theirs = getattr(other, name)
            if getattr(self, name) == theirs:
                setattr(self, name, theirs)

    def digest(self) -> str:
        """A fingerprint of setup and everything that changes, derived matter excepted: equal states, equal digests."""
        ink = blake2b(self.setup.digest, digest_size=16)
        written: list[bytes] = []
        for values in _read(self.COLUMNS)(self):
            length, pack = _packing(len(values))
            try:
                written += (length, pack(*values))
            except struct.error:  # a column of bitboards
                written.append(b"%d:%s;" % (len(values), ",".join(map(str, map(index, values))).encode()))
        ink.update(b"".join(written))
        # int(), since True and 1 are equal but would be written differently
        numbers = list(map(int, _read(self.NUMBERS)(self)))
        agenda = [[type(step).__name__, step.arguments()] for step in self.agenda]
        ink.update(_COMPACT.encode([numbers, agenda, self.sealed]).encode())
        return ink.hexdigest()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, GameState):
            return NotImplemented
        return (
            all(getattr(self, n) == getattr(other, n) for n in self.COLUMNS + self.NUMBERS)
            and self.agenda == other.agenda
            and self.sealed == other.sealed
            and (self.setup is other.setup or self.setup.digest == other.setup.digest)
        )

    __hash__ = None  # type: ignore[assignment]  # states change; use digest() as a key


def cache_complaints(g: GameState) -> list[str]:
    """Which derived columns and numbers of *g* differ from a rebuild; empty when the caches are true."""
    fresh = g.copy()
    fresh.rebuild()
    return [
        f"{name} is {getattr(g, name)!r}, a rebuild gives {getattr(fresh, name)!r}"
        for name in g.DERIVED_COLUMNS + g.DERIVED_NUMBERS
        if getattr(g, name) != getattr(fresh, name)
    ]
