"""Dice: what is rolled, every way it can fall, and where the faces come from.

A source is asked for faces one roll at a time. ``SeededDice`` is counter-based: roll number n depends on the seed and
n alone, so a game can be resumed, forked or rewound without keeping a generator's state.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from hashlib import blake2b, sha256
from itertools import groupby, product
from math import prod
from typing import Any, Final, NamedTuple, Protocol

from ..refusals import SandtableError

Roll = tuple[int, ...]


class BadDice(SandtableError):
    """Dice or faces that cannot be used."""


class Dice:
    """A handful of dice, each with its own number of sides: ``Dice.of(2, 6)``, ``Dice((6, 10))``."""

    def __init__(self, sides: tuple[int, ...]) -> None:
        if not sides or min(sides) < 2 or max(sides) > 1000:
            raise BadDice(f"dice need at least one die, each of 2 to 1000 sides, not {sides}")
        self.sides: Final = sides

    @staticmethod
    def of(count: int, sides: int) -> Dice:
        """*count* dice of *sides* sides."""
        return Dice((sides,) * count)

    @staticmethod
    def parse(text: str) -> Dice:
        """Dice as written: "2d6", "d10", "1d3 + 1d6"."""
        sides: list[int] = []
        for part in text.replace(" ", "").split("+"):
            found = re.fullmatch(r"([0-9]{0,3})d([0-9]{1,4})", part)
            if found is None:
                raise BadDice(f"{text!r} is no handful of dice; '2d6' and 'd10' are")
            sides += [int(found[2])] * int(found[1] or 1)
        return Dice(tuple(sides))

    def fits(self, roll: Roll) -> bool:
        """Whether *roll* could be a roll of these dice."""
        return len(roll) == len(self.sides) and all(
            1 <= face <= n for face, n in zip(roll, self.sides, strict=True)
        )

    def rolls(self) -> Iterator[Roll]:
        """Every way the dice can fall, each as likely as any other."""
        return product(*(range(1, n + 1) for n in self.sides))

    def ways(self) -> int:
        """In how many ways the dice can fall."""
        return prod(self.sides)

    def __str__(self) -> str:
        # Runs, not totals: the faces of a roll stand in the order of the dice.
        return " + ".join(f"{len(list(run))}d{n}" for n, run in groupby(self.sides))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and self.sides == other.sides

    def __hash__(self) -> int:
        return hash(self.sides)


def distinct_outcomes(dice: Dice, reads: Callable[[Roll], object]) -> list[tuple[Roll, Fraction]]:
    """The rolls of *dice* grouped by what *reads* makes of them: a roll for each group and its probability."""
    if dice.ways() > 1_000_000:
        raise BadDice(f"{dice} can fall in {dice.ways()} ways, too many to list")
    first: dict[object, Roll] = {}
    weight: dict[object, int] = {}
    for roll in dice.rolls():
        key = reads(roll)
        first.setdefault(key, roll)
        weight[key] = weight.get(key, 0) + 1
    return [(roll, Fraction(weight[key], dice.ways())) for key, roll in first.items()]


def sums(dice: Dice) -> dict[int, int]:
    """In how many ways each sum of *dice* comes up, by convolution."""
    return dict(_sums(dice))


@cache
def _sums(dice: Dice) -> dict[int, int]:
    found = {0: 1}
    for n in dice.sides:
        after: dict[int, int] = {}
        for total, ways in found.items():
            for face in range(1, n + 1):
                after[total + face] = after.get(total + face, 0) + ways
        found = after
    return found


class DiceSource(Protocol):
    """Whoever supplies faces. *number* counts the rolls of the game from 0."""

    def roll(self, dice: Dice, number: int) -> Roll:
        """The faces of roll *number*."""

    def describe(self) -> dict[str, Any]:
        """What a record says of the source; never a secret that is still needed."""


class SeededDice:
    """Faces from a seed by a counter-based generator: the same seed and number give the same roll, for ever."""

    def __init__(self, seed: int) -> None:
        self.seed: Final = seed
        self._key: Final = sha256(f"sandtable dice {seed}".encode()).digest()

    def roll(self, dice: Dice, number: int) -> Roll:
        """The faces of roll *number*."""
        return _faces(dice, lambda block: blake2b(b"%d.%d" % (number, block), key=self._key).digest())

    def describe(self) -> dict[str, Any]:
        """Kind and seed."""
        return {"source": "seeded", "seed": self.seed}


class ScriptedDice:
    """Faces from a list, for tests and for the player who rolls real dice.

    The list begins with the first roll that is asked for, and goes on by number from there: copies of a game and
    rewound games meet the same faces, and none uses up another's.
    """

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self.rolls: Final = list(rolls)
        self._first: int | None = None
        self._used = 0

    def roll(self, dice: Dice, number: int) -> Roll:
        """The scripted faces of roll *number*; they must fit the dice."""
        if self._first is None:
            self._first = number
        at = number - self._first
        if at < 0:
            raise BadDice(
                f"the script begins with roll {self._first + 1}; roll {number + 1} ({dice}) is earlier"
            )
        if at >= len(self.rolls):
            raise BadDice(f"the script of {len(self.rolls)} rolls is used up; {dice} are to be rolled")
        faces = self.rolls[at]
        if not dice.fits(faces):
            raise BadDice(f"roll {at + 1} of the script is {faces}, but {dice} are to be rolled")
        self._used = max(self._used, at + 1)
        return faces

    @property
    def left(self) -> int:
        """How many scripted rolls have not been used."""
        return len(self.rolls) - self._used

    def describe(self) -> dict[str, Any]:
        """Kind alone: the rolls stand in the record itself."""
        return {"source": "scripted"}


class RecordedDice:
    """Faces by their number in a record, then from another source where the record ends."""

    def __init__(self, rolls: Iterable[Roll], afterwards: DiceSource | None = None) -> None:
        self.rolls: Final = tuple(rolls)
        self._afterwards: Final = afterwards

    def roll(self, dice: Dice, number: int) -> Roll:
        """The recorded faces of roll *number*."""
        if number >= len(self.rolls):
            if self._afterwards is None:
                raise BadDice(
                    f"the record holds {len(self.rolls)} rolls; roll {number + 1} ({dice}) is not among them"
                )
            return self._afterwards.roll(dice, number)
        if not dice.fits(self.rolls[number]):
            raise BadDice(
                f"roll {number + 1} of the record is {self.rolls[number]}, but {dice} are to be rolled"
            )
        return self.rolls[number]

    def describe(self) -> dict[str, Any]:
        """The source that goes on after the record, or "recorded"."""
        return self._afterwards.describe() if self._afterwards else {"source": "recorded"}


class Salt(NamedTuple):
    """A random text that a player added after the commitment was shown, mixed into every roll from *first* on."""

    first: int
    seat: str
    text: str


class CommitRevealDice:
    """Faces that nobody could choose and everybody can check.

    The host picks a secret and publishes its ``commitment`` before the game; the players add ``salts`` that the host
    could not foresee, each when its player sits down. After the game the secret is revealed and ``verify`` repeats
    every roll.
    """

    def __init__(self, secret: bytes, salt: str, salts: Iterable[Salt] = ()) -> None:
        if len(secret) < 16:
            raise BadDice("the secret of commit-reveal dice needs at least 16 bytes")
        self._secret: Final = secret
        self.salt: Final = salt
        self.salts: Final = tuple(salts)
        self.commitment: Final = sha256(b"sandtable commitment" + secret).hexdigest()

    def roll(self, dice: Dice, number: int) -> Roll:
        """The faces of roll *number*."""
        mixed = ":".join([self.salt, *(added.text for added in self.salts if added.first <= number)])
        return _faces(
            dice, lambda block: hmac.digest(self._secret, f"{mixed}.{number}.{block}".encode(), "sha512")
        )

    def describe(self) -> dict[str, Any]:
        """Kind, commitment and salts; the secret is added by whoever reveals it."""
        described = {"source": "commit-reveal", "commitment": self.commitment, "salt": self.salt}
        return described | ({"salts": [list(added) for added in self.salts]} if self.salts else {})

    def reveal(self) -> dict[str, Any]:
        """The description with the secret, to be published when the game is over."""
        return {**self.describe(), "secret": self._secret.hex()}


def verify(
    commitment: str,
    secret: bytes,
    salt: str,
    rolls: Iterable[tuple[Dice, Roll | None]],
    *,
    salts: Iterable[Salt] = (),
    first: int = 0,
) -> str | None:
    """What is wrong with the *rolls* of a commit-reveal game from number *first* on, or None if all were honest.

    None stands for a roll that was made by other dice.
    """
    source = CommitRevealDice(secret, salt, salts)
    if source.commitment != commitment:
        return "the revealed secret does not belong to the commitment"
    for number, (dice, faces) in enumerate(rolls, first):
        honest = source.roll(dice, number)
        if faces is not None and faces != honest:
            return f"roll {number + 1} should have been {honest}, but {faces} was played"
    return None


def _faces(dice: Dice, block: Callable[[int], bytes]) -> Roll:
    """Fair faces from blocks of random bytes: values that would favour low faces are thrown away."""
    faces: list[int] = []
    number = 0
    stream = block(0)
    at = 0
    for n in dice.sides:
        fair = 0x1_0000 - 0x1_0000 % n
        while True:
            if at + 2 > len(stream):
                number += 1
                stream, at = block(number), 0
            value = stream[at] << 8 | stream[at + 1]
            at += 2
            if value < fair:
                faces.append(value % n + 1)
                break
    return tuple(faces)
