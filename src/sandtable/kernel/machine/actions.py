"""Actions: what a seat, the dice or Control answers; small, immutable, the same in memory, records and on the wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, NewType, overload

from ..map.bitboards import Bits, bits_of, first, members, nth
from ..refusals import SandtableError

Seat = NewType("Seat", int)

CONTROL: Final = Seat(-1)
DICE: Final = Seat(-2)
SPECTATOR: Final = Seat(-3)
CONTROL_NAME: Final = "control"
DICE_NAME: Final = "dice"
SPECTATOR_NAME: Final = "spectator"
# Those who are no seat of any scenario.
SPECIAL_NAMES: Final = {CONTROL: CONTROL_NAME, DICE: DICE_NAME, SPECTATOR: SPECTATOR_NAME}
SHEET: Final = "sheet"
_LINE: Final = ";"


class BadAction(SandtableError):
    """An action text that cannot be read."""


class Action(NamedTuple):
    """A verb with dense numbers (units, hexes, amounts) behind it: ``Action("move", (12, 345))``."""

    verb: str
    args: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """The action as one word, "move:12:345"."""
        return ":".join((self.verb, *map(str, self.args))) if self.args else self.verb

    @property
    def is_sheet(self) -> bool:
        """Whether it is an order sheet, see ``sheet``."""
        return self.verb == SHEET or self.verb.startswith(SHEET + _LINE)

    @property
    def lines(self) -> tuple[Action, ...]:
        """The lines of an order sheet; none of any other action."""
        return tuple(map(_parsed, self.verb.split(_LINE)[1:]))


def sheet(lines: Iterable[Action] = ()) -> Action:
    """An order sheet, several lines that are one answer: "sheet;move:12:345;hold:3".

    The lines stand in its verb, so that it is sealed, stored, compared and fingerprinted like every other action.
    """
    return Action(_LINE.join((SHEET, *(line.id for line in lines))))


# The end of a sheet, where the next line is chosen from a list.
SEAL: Final = Action("seal")
# By which a seat takes its sealed sheet back while others still write.
UNSEAL: Final = Action("unseal")


# What seats are called in sentences, as the rulebooks that were registered say; one name has one title everywhere.
SEAT_TITLES: Final[dict[str, str]] = {}


def seat_title(name: str) -> str:
    """The seat called *name* as sentences call it: "red" is Red, unless a rulebook has a title for it."""
    return SEAT_TITLES.get(name) or f"{name[:1].upper()}{name[1:]}".replace("_", " ")


def parse_action(text: object) -> Action:
    """The action whose id is *text*; what comes from outside may be no text at all."""
    said = str(text)
    head, *lines = said.split(_LINE)
    try:
        found = sheet(map(_parsed, lines)) if lines and head == SHEET else _parsed(said)
    except ValueError:
        found = Action("")
    # One action has one text: "move:01" and "move: 1" would be other texts for "move:1" in a record.
    if not found.verb or found.id != text:
        raise BadAction(
            f"{text!r} is no action; an action is a verb and whole numbers, such as 'move:12:345'"
        )
    return found


def _parsed(text: str) -> Action:
    """One action, or line of a sheet; ValueError if it is none."""
    verb, *numbers = text.split(":")
    if not verb or _LINE in verb:
        raise ValueError(text)
    return Action(verb, tuple(int(n) for n in numbers))


def rolled(roll: tuple[int, ...]) -> Action:
    """The action by which the dice answer."""
    return Action("roll", roll)


@cache
def numbered(verb: str, count: int) -> tuple[Action, ...]:
    """One action for each number below *count*, made once: listing options is then picking them from a row."""
    return tuple(Action(verb, (n,)) for n in range(count))


class Offers(Sequence[Action]):
    """Options that are made only when they are looked at: some, then one for each member of a set, then some more.

    Whoever picks one of two hundred hexes, or asks whether one may be picked, does not wait for the others to be
    listed. *row* holds the action of each possible member, all with one verb, see ``numbered``.
    """

    __slots__ = ("_after", "_before", "_beyond", "_mask", "_row", "_size")

    def __init__(
        self, before: tuple[Action, ...], row: Sequence[Action], mask: Bits, after: tuple[Action, ...] = ()
    ) -> None:
        self._before: Final = before
        self._row: Final = row
        self._mask: Final = mask
        self._after: Final = after
        self._beyond: Final = len(before) + mask.bit_count()
        self._size: Final = self._beyond + len(after)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        at = index + self._size if index < 0 else index
        if not 0 <= at < self._size:
            raise IndexError(f"there are {self._size} options; number {index} is not among them")
        if at < len(self._before):
            return self._before[at]
        if at >= self._beyond:
            return self._after[at - self._beyond]
        return self._row[nth(self._mask, at - len(self._before))]

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Action) and len(action.args) == 1:
            number = action.args[0]
            if 0 <= number < len(self._row) and self._mask >> number & 1 and self._row[number] == action:
                return True
        return action in self._before or action in self._after

    def __iter__(self) -> Iterator[Action]:
        row = self._row
        return iter((*self._before, *[row[n] for n in members(self._mask)], *self._after))

    def verbs(self) -> set[str]:
        """The verbs of all of them."""
        found = {action.verb for action in (*self._before, *self._after)}
        return found | {self._row[first(self._mask)].verb} if self._mask else found

    def numbers(self, verb: str) -> Bits:
        """The numbers that stand alone behind *verb*."""
        found = numbers_in((*self._before, *self._after), verb)
        return found | self._mask if self._mask and self._row[first(self._mask)].verb == verb else found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offers | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Offers{tuple(self)!r}"


def verbs_in(offered: Sequence[Action]) -> set[str]:
    """The verbs of what is *offered*; nothing is listed for it that is not listed yet."""
    return offered.verbs() if isinstance(offered, Offers) else {action.verb for action in offered}


def numbers_in(offered: Sequence[Action], verb: str) -> Bits:
    """The set of those that may be chosen by *verb* and one number, as hexes to move to."""
    if isinstance(offered, Offers):
        return offered.numbers(verb)
    return bits_of([action.args[0] for action in offered if action.verb == verb and len(action.args) == 1])


_LISTED: Final = (1, 2, 3, 4, 6, 10, 16, 25)


class Amounts(Sequence[Action]):
    """Lines of an order sheet whose last number is an amount: any from one to the most there is may be written.

    Listed are small amounts, some larger ones and the most, so that a list stays short however much there is to share out.
    """

    __slots__ = ("_every", "_most", "_others")

    def __init__(
        self, most: Mapping[tuple[str, tuple[int, ...]], int], others: Iterable[Action] = ()
    ) -> None:
        self._most: Final = {line: many for line, many in most.items() if many > 0}
        self._others: Final = tuple(others)
        # Whoever asks whether a line is one of them needs no list.
        self._every: tuple[Action, ...] | None = None

    @property
    def _listed(self) -> tuple[Action, ...]:
        if self._every is None:
            found = list(self._others)
            for (verb, args), many in self._most.items():
                found += [Action(verb, (*args, n)) for n in _amounts(many)]
            self._every = tuple(found)
        return self._every

    def __len__(self) -> int:
        return len(self._listed)

    def __bool__(self) -> bool:
        return bool(self._most or self._others)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        return self._listed[index]

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Action) and action.args:
            most = self._most.get((action.verb, action.args[:-1]))
            if most is not None and 1 <= action.args[-1] <= most:
                return True
        return action in self._others

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)


@lru_cache(maxsize=256)
def _amounts(most: int) -> tuple[int, ...]:
    return (*(n for n in _LISTED if n < most), most)
