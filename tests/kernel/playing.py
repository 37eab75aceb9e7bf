"""A tiny machine of the tests' own, and random games of The Ford, for the tests of the kernel."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from hypothesis import settings

from sandtable.kernel.chance.dice import Dice, DiceSource, Roll, SeededDice
from sandtable.kernel.game.game import Game
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.events import Audience
from sandtable.kernel.machine.state import GameState, Setup
from sandtable.kernel.machine.steps import Auto, Chance, Choice, Step, Together
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.state import Ford

WEST: Final = Seat(0)
EAST: Final = Seat(1)
LEFT: Final = Action("left")
RIGHT: Final = Action("right", (1,))

# Deadlines would be timings in tests.
some_cases = settings(deadline=None, max_examples=40)
many_cases = settings(deadline=None, max_examples=250)
few_cases = settings(deadline=None, max_examples=12)


class Tiny(GameState):
    """A state with one of everything: a column, a number, a derived column and a derived number."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("piles",)
    NUMBERS: ClassVar[tuple[str, ...]] = ("score",)
    DERIVED_COLUMNS: ClassVar[tuple[str, ...]] = ("doubled",)
    DERIVED_NUMBERS = ("total",)

    def __init__(self, *steps: Step[Tiny]) -> None:
        super().__init__(Setup("tiny"))
        self.printed = ["shared by all copies"]
        self.piles = [1, 2, 3]
        self.score = 0
        self.doubled: list[int] = []
        self.total = 0
        self.rebuild()
        self.then(*steps)

    def rebuild(self) -> None:
        self.doubled = [2 * n for n in self.piles]
        self.total = sum(self.piles)


class Add(Auto[Tiny]):
    """[1] Writes a digit behind the score."""

    rule = "1"

    def __init__(self, digit: int) -> None:
        self.digit: Final = digit

    def run(self, g: Tiny) -> None:
        g.score = 10 * g.score + self.digit


class AddThen(Auto[Tiny]):
    """[1] Writes a digit, and puts two more on top."""

    rule = "1"

    def __init__(self, digit: int, *, first: int, second: int) -> None:
        self.digit: Final = digit
        self.first: Final = first
        self.second: Final = second

    def run(self, g: Tiny) -> None:
        g.score = 10 * g.score + self.digit
        g.then(Add(self.first), Add(self.second))


class Circle(Auto[Tiny]):
    """[1] Puts itself on the agenda again, for ever."""

    def run(self, g: Tiny) -> None:
        g.then(self)


class Pick(Choice[Tiny]):
    """[2] Left scores 7, right scores 8."""

    rule = "2"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: Tiny) -> Seat:
        return self.side

    def options(self, g: Tiny) -> Sequence[Action]:
        return [LEFT, RIGHT]

    def choose(self, g: Tiny, action: Action) -> None:
        g.then(Add(7 if action == LEFT else 8))


class NoOptions(Pick):
    """[2] Asks, but has nothing to offer."""

    def options(self, g: Tiny) -> Sequence[Action]:
        return []


class Throw(Chance[Tiny]):
    """[3] The score is the sum of two dice."""

    rule = "3"

    def dice(self, g: Tiny) -> Dice:
        return Dice.of(2, 6)

    def resolve(self, g: Tiny, roll: Roll) -> None:
        g.score = sum(roll)


class ThrowForSum(Throw):
    """[3] The same, and it says that only the sum matters."""

    def reads(self, roll: Roll) -> object:
        return sum(roll)


class SecretThrow(Throw):
    """[3] A roll behind West's screen."""

    def audience(self, g: Tiny) -> Audience:
        return (WEST,)


class Sealed(Together[Tiny]):
    """[4] Both seal left or right: 1 or 2 for West, ten times that for East."""

    rule = "4"

    def seats(self, g: Tiny) -> tuple[Seat, ...]:
        return (WEST, EAST)

    def options(self, g: Tiny, seat: Seat) -> Sequence[Action]:
        return [LEFT, RIGHT]

    def reveal(self, g: Tiny, answers: Mapping[Seat, Action]) -> None:
        g.score = (1 + (answers[WEST] == RIGHT)) + 10 * (1 + (answers[EAST] == RIGHT))


class Orders(Sealed):
    """[4] Written orders: carried out, but never shown."""

    shown = False


class AskNobody(Sealed):
    """[4] Together, but alone."""

    def seats(self, g: Tiny) -> tuple[Seat, ...]:
        return ()


def heard(g: GameState, seat: Seat) -> list[str]:
    """The kinds of events that *seat* has heard of."""
    return [type(told.event).__name__ for told in g.told or () if told.heard_by(seat)]


def ford_game(scenario: str = "ford", dice: DiceSource | None = None, **options: int | bool) -> Game[Ford]:
    return Game(RULEBOOK, RULEBOOK.setup(scenario, options), dice)


def play_on(
    game: Game[Any], rng: Random, until: Callable[[Game[Any]], bool] = lambda game: game.over
) -> None:
    """Random answers by whoever is asked, until that holds or the game ends; attacks are liked, to have some."""
    while not game.over and not until(game):
        answer_at_random(game, rng)


def answer_at_random(game: Game[Any], rng: Random) -> None:
    seat = rng.choice(game.asked)
    offered = [option.id for option in game.options(seat)]
    attacks = [option for option in offered if option.startswith("attack")]
    game.choose(seat, rng.choice(attacks or offered))


def random_game(seed: int, answers: int = 10_000, **options: int | bool) -> Game[Ford]:
    """A random game of The Ford, whole or as far as so many answers; the counterstroke, where fighting comes soon."""
    game = ford_game("ford-counterstroke", SeededDice(seed), **options)
    play_on(game, Random(seed), lambda game: game.answers >= answers)
    return game


def game_with_sealed_plans(seed: int = 0) -> Game[Ford]:
    """A game in which both seats have just been asked for their plans."""
    # A random game may end without a fight; then the next one is taken.
    for attempt in range(seed, seed + 50):
        game = ford_game("ford-counterstroke", SeededDice(attempt))
        play_on(game, Random(attempt), lambda game: len(game.asked) == 2)
        if game.asked:
            break
    assert game.asked == ("red", "blue")
    return game


def everything(game: Game[Ford]) -> str:
    """All that can be read of a game, as text."""
    readers = (*game.seats, "spectator", "control")
    return json.dumps(
        [game.digest(), game.record(), [game.view(r) for r in readers], [game.events(r) for r in readers]]
    )


def a_move(game: Game[Ford], seat: str = "red") -> str:
    return next(option.id for option in game.options(seat) if option.id.startswith("move"))
