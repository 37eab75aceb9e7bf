"""The afterword of a game that is over: what every turn cost, what was let go by, what the dice did, where it turned.

It is worked out from the record alone, by playing it again with nothing hidden. Losses are counted by comparing who stood
on the map before and after an answer, whatever the rulebook calls it: eliminated, surrendered, disbanded, gone home. So
the sums are those of the turns, and nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

from ..book.log_facts import LogFacts
from ..book.review import (
    Afterword,
    LetGo,
    MissedAttack,
    Mustered,
    NotableRoll,
    SideCost,
    TurnCost,
    TurningPoint,
)
from ..book.rulebook import Rulebook
from ..chance.dice import SeededDice
from ..machine.actions import CONTROL, CONTROL_NAME, DICE_NAME, parse_action
from ..machine.events import Rolled, Told
from ..machine.luck import is_weighed, percentile
from ..machine.state import GameState
from .driver import Driver, Said
from .records import Record, begin

G = TypeVar("G", bound=GameState)

# So many attacks that were let go by are told, and so many of the most promising are weighed to find them.
MISSED: Final = 5
WEIGHED: Final = 20
# An attack that fails as often as not was let go by for good reasons.
WORTH_IT: Final = Fraction(1, 2)
# So many of the best and of the worst rolls are told.
ROLLS: Final = 3
# Before the first turn.
SET_UP: Final = 0


def afterword(
    rulebook: Rulebook[G], record: Record, *, enough: Callable[[], bool] = lambda: False
) -> Afterword:
    """The afterword of the game in *record*; when it is *enough*, no more odds are reckoned."""
    course = _Course(rulebook, record)
    turns = tuple(course.turns)
    return Afterword(
        turns=turns,
        sides={side: _summed(turns, side, course.returned.get(side, 0)) for side in sorted(course.sides)},
        missed=_missed(rulebook, course, enough),
        best_rolls=_notable(course.rolls, best=True),
        worst_rolls=_notable(course.rolls, best=False),
        turning_point=_turning_point(course),
    )


@dataclass
class _Missed:
    """An attack let go by, with when and by whom."""

    found: LetGo[Any]
    answer: int
    turn: int
    seat: str


class _Course:
    """A game played again, with what has to be noted on the way."""

    def __init__(self, rulebook: Rulebook[Any], record: Record) -> None:
        self.rulebook: Final = rulebook
        self.turns: Final[list[TurnCost]] = []
        self.sides: Final[set[str]] = set()
        self.returned: Final[dict[str, int]] = {}
        self.rolls: Final[list[NotableRoll]] = []
        # By turn, seat and hex the most promising of the attacks let go by; and where there was a combat after all.
        self.let_go: Final[dict[tuple[int, str, str], _Missed]] = {}
        self.fought: Final[dict[tuple[int, str], int]] = {}
        self._combat = ""
        self._lost: Final[set[str]] = set()
        self._play(record)

    @property
    def turn(self) -> TurnCost:
        """The turn under way; before the first there is the set-up, of which nobody tells unless it costs something."""
        if not self.turns:
            self.turns.append(TurnCost(SET_UP, "Set-up", 0))
        return self.turns[-1]

    def _play(self, record: Record) -> None:
        rulebook = self.rulebook
        driver: Driver[Any] = Driver(rulebook, begin(rulebook, record.setup), SeededDice(0))
        self._facts = LogFacts(rulebook, driver.state)
        stood, held = rulebook.muster(driver.state), rulebook.points_held(driver.state)
        self._hear(driver.state, 0, driver.listen())
        for entry in record.entries:
            if entry.who not in (DICE_NAME, CONTROL_NAME):
                self._note_let_go(driver, entry.who, entry.action)
            taken = driver.take(entry)
            # What an answer costs belongs to the turn in which it was given, though the next one may begin with it.
            turn = self.turn
            now = rulebook.muster(driver.state)
            self._compare(turn, stood, now)
            self._hear(driver.state, taken.number, taken.said)
            holds = rulebook.points_held(driver.state)
            for side in {*held, *holds}:
                won = holds.get(side, 0) - held.get(side, 0)
                turn.held[side] = turn.held.get(side, 0) + won
            stood, held = now, holds
        if self.turns and self.turns[0].turn == SET_UP and not self.turns[0].units:
            del self.turns[0]

    def _compare(self, turn: TurnCost, before: Mapping[str, Mustered], now: Mapping[str, Mustered]) -> None:
        for unit, (side, strength) in before.items():
            self.sides.add(side)
            left = now[unit].strength if unit in now else 0
            if unit not in now:
                turn.units[side] = turn.units.get(side, 0) + 1
                self._lost.add(unit)
            if left < strength:
                turn.points[side] = turn.points.get(side, 0) + strength - left
        for unit in now.keys() - before.keys():
            side = now[unit].side
            self.sides.add(side)
            if unit in self._lost:
                self._lost.discard(unit)
                self.returned[side] = self.returned.get(side, 0) + 1

    def _hear(self, g: GameState, answer: int, said: Iterable[Said]) -> None:
        for told, _ in said:
            document = told.event.as_json()
            facts = self._facts.of(document)
            match facts.get("role"):
                case "turn":
                    number = facts.get("turn", len(self.turns) + 1)
                    mark = self.rulebook.mark(g, document)
                    self.turns.append(TurnCost(number, mark.title if mark else f"Turn {number}", answer))
                case "combat_begins":
                    self._combat = next(iter(facts.get("hexes", ())), "")
                    self.turn.combats += 1
                    self.fought.setdefault((self.turn.turn, self._combat), 0)
                case "combat_ends":
                    if self._combat:
                        self.fought[self.turn.turn, self._combat] += facts.get("points", 0)
                    self._combat = ""
                case "roll":
                    self._weigh(g, answer, told)

    def _weigh(self, g: GameState, answer: int, told: Told) -> None:
        roll = told.event
        if isinstance(roll, Rolled) and roll.seat is not None and is_weighed(roll):
            by = g.setup.seats[roll.seat]
            self.rolls.append(
                NotableRoll(
                    answer=answer,
                    turn=self.turn.turn,
                    by=by,
                    faces=tuple(roll.faces),
                    rule=roll.paragraph,
                    percentile=percentile(roll),
                    hex=self._combat,
                )
            )

    def _note_let_go(self, driver: Driver[Any], seat: str, option: str) -> None:
        turn = self.turn.turn
        for found in self.rulebook.let_go(driver.state, driver.seat(seat), parse_action(option)):
            key = (turn, seat, found.hex)
            if key not in self.let_go or found.promise > self.let_go[key].found.promise:
                self.let_go[key] = _Missed(found, driver.answers, turn, seat)


def _summed(turns: Iterable[TurnCost], side: str, returned: int) -> SideCost:
    units = sum(turn.units.get(side, 0) for turn in turns)
    points = sum(turn.points.get(side, 0) for turn in turns)
    return SideCost(units=units, points=points, returned=returned)


def _missed(rulebook: Rulebook[Any], course: _Course, enough: Callable[[], bool]) -> tuple[MissedAttack, ...]:
    """The attacks with the best odds among the most promising: each hex once, and none that was fought for that turn."""
    open_ = [m for (turn, _, hex_), m in course.let_go.items() if (turn, hex_) not in course.fought]
    once: dict[tuple[str, str], _Missed] = {}
    for missed in sorted(open_, key=lambda m: (-m.found.promise, m.answer)):
        once.setdefault((missed.seat, missed.found.hex), missed)
    weighed: list[tuple[Fraction, MissedAttack]] = []
    for missed in list(once.values())[:WEIGHED]:
        if enough():
            break
        g, action, hex_, _, way = missed.found
        seat = rulebook.seat(g.setup, missed.seat)
        really, reckoned = (rulebook.odds(g, who, action) for who in (CONTROL, seat))
        if really is None or reckoned is None:
            continue
        wins, thought = (
            odds.outcomes.chance(lambda fought: fought.attacker_wins) for odds in (really, reckoned)
        )
        if wins > WORTH_IT:
            found = MissedAttack(
                answer=missed.answer,
                turn=missed.turn,
                seat=missed.seat,
                hex=hex_,
                text=rulebook.wording(g, seat, action).text + (f", after a march to {way}" if way else ""),
                wins=wins,
                reckoned=thought,
            )
            weighed.append((really.outcomes.map(lambda fought: fought.defender_loses).mean(), found))
    # Of attacks that are as good as certain the one that would have cost the enemy most comes first.
    weighed.sort(key=lambda one: (-one[1].wins, -one[0], one[1].answer))
    return tuple(found for _, found in weighed[:MISSED])


def _notable(rolls: Iterable[NotableRoll], *, best: bool) -> tuple[NotableRoll, ...]:
    sign = -1 if best else 1
    found = sorted(rolls, key=lambda roll: (sign * roll.percentile, roll.answer))[:ROLLS]
    return tuple(found)


def _turning_point(course: _Course) -> TurningPoint | None:
    """The turn that went otherwise than the one before it as no other did, by what each side won and lost."""
    if len(course.sides) < 2:
        return None
    best: tuple[Fraction, TurnCost, str] | None = None
    before: dict[str, Fraction] = dict.fromkeys(sorted(course.sides), Fraction(0))
    for turn in course.turns:
        gains = {side: turn.held.get(side, 0) - turn.points.get(side, 0) for side in sorted(course.sides)}
        for side, gain in gains.items():
            others = [other for name, other in gains.items() if name != side]
            ahead = gain - Fraction(sum(others), len(others))
            swing, before[side] = ahead - before[side], ahead
            if swing > 0 and (best is None or swing > best[0]):
                best = (swing, turn, side)
    if best is None:
        return None
    swing, turn, side = best
    fights = {hex_: points for (number, hex_), points in course.fought.items() if number == turn.turn}
    hardest = max(fights, key=lambda hex_: fights[hex_], default="")
    return TurningPoint(
        turn=turn.turn, title=turn.title, answer=turn.answer, side=side, swing=swing, hex=hardest
    )
