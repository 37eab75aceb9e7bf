"""Steps: the small immutable things a game does, one after another.

A step is popped from the agenda, does its work and may put more steps on top. It holds ints, strings, None and
tuples of them, never units or games, so that copying an agenda is copying a list and saving it is a few rows of JSON.
There are four kinds: ``Auto`` runs, ``Choice`` asks a seat, ``Chance`` asks the dice, ``Together`` asks several
seats and reveals when all have answered. ``Sheets`` is a ``Together`` whose answers are order sheets of several lines,
``AskControl`` a ``Choice`` of the umpire, ``SideChoice`` one of the side that it names, ``SideAuto`` an ``Auto`` about it. A step that asks seats owns its words: the prompt, and how its options read.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, ParamSpec, TypeAlias, TypeVar

from ..chance.dice import Dice, Roll
from ..printed.concerns import Concern
from ..printed.order_sheets import Subject, Tasking, Way
from ..printed.scenarios import Wording
from ..printed.tables import Reading
from ..reckoning import Reckoning
from ..refusals import Refusal
from .actions import CONTROL, Action, Seat, sheet
from .events import EVERYONE, Audience, Revealed

if TYPE_CHECKING:
    from .state import GameState

G = TypeVar("G", bound="GameState")
P = ParamSpec("P")
Argument: TypeAlias = "int | str | tuple[Argument, ...] | None"
# Of a step and its position: the seat that knows something about it.
Knower: TypeAlias = "Callable[[Any, Any], Seat]"


class Step(Generic[G]):
    """What all steps share: the paragraph they carry out and a name-and-arguments form."""

    rule: ClassVar[str] = ""
    # Whether a seat is spared the question when only one answer is allowed.
    quiet: ClassVar[bool] = False
    # Whether everyone may know how many answers there are: then whoever has one only is not made to press its button.
    public: ClassVar[bool] = False
    # Arguments that are hidden while the step waits on the agenda, and which seat alone knows each of them.
    hidden: ClassVar[Mapping[str, Knower]] = {}
    # The step for which this one is taken by seats from which something in it is hidden; itself, if none is named.
    looks_like: ClassVar[str] = ""
    _parameters: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__init__" in cls.__dict__:
            cls._parameters = _parameters(cls)

    def arguments(self) -> tuple[Argument, ...]:
        """What the step was made with, in the order of its ``__init__``."""
        return tuple(getattr(self, name) for name in self._parameters)

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """The names of what a step is made with, in the order of its ``__init__``."""
        return cls._parameters

    def hidden_from(self, g: G, seat: Seat) -> tuple[str, ...]:
        """The names of the arguments that *seat* may not know; Control may know everything."""
        return tuple(name for name, knower in self.hidden.items() if seat not in (CONTROL, knower(self, g)))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Step) and self.arguments() == other.arguments()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.arguments()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._parameters)
        return f"{type(self).__name__}({inside})"


def _parameters(kind: type[Step[Any]]) -> tuple[str, ...]:
    """What a step of this *kind* is made with, in the order of its ``__init__``, whether it is compiled or not."""
    held = kind.__dict__.get("__mypyc_attrs__")
    if held is not None and kind.__text_signature__ is None:
        # Compiled, with a default that is no literal: it tells only what it holds, in the same order.
        return (*kind.parameters(), *(name for name in held if not name.startswith("__")))
    return tuple(inspect.signature(kind).parameters)


class Auto(Step[G]):
    """A step that needs no answer."""

    def run(self, g: G) -> None:
        """Do the work."""
        raise NotImplementedError


class SideAuto(Auto[G]):
    """A step that needs no answer and is about the side for which it was put on the agenda."""

    def __init__(self, side: Seat) -> None:
        self.side: Final = side


class Question(Step[G]):
    """What steps that ask seats have in common: their words. Derive from ``Choice`` or ``Together``."""

    def prompt(self, g: G, seat: Seat) -> str:
        """What *seat* is asked, in a sentence: the first line of the docstring, where the step says nothing else."""
        return (type(self).__doc__ or "").strip().split("\n")[0]

    def wording(self, g: G, seat: Seat, action: Action) -> Wording:
        """*action*, an option of *seat*, as a player reads it: its id, where the step says nothing else."""
        return Wording(text=action.id, rule=self.rule)

    def proposal(self, g: G, seat: Seat) -> Action | None:
        """The option that *seat* would usually take, to be had with one click; None where that is a matter of judgement.

        It follows from what the seat may know, and from nothing else.
        """
        return None


class Choice(Question[G]):
    """A step that asks one seat to pick one of several actions."""

    def seat(self, g: G) -> Seat:
        """Who must answer."""
        raise NotImplementedError

    def options(self, g: G) -> Sequence[Action]:
        """What may be answered; never empty."""
        raise NotImplementedError

    def choose(self, g: G, action: Action) -> None:
        """Carry the answer out."""
        raise NotImplementedError

    def refusal(self, g: G, action: Action) -> Refusal:
        """Why *action*, which is not among the options, may not be chosen; override it where the rules know better."""
        return Refusal(self.rule, f"{action.id!r} is not among the things that may be chosen now")


class SideChoice(Choice[G]):
    """A step that asks the side for which it was put on the agenda."""

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: G) -> Seat:
        """That side."""
        return self.side


class AskControl(Choice[G]):
    """A step that asks the umpire; where nobody sits as Control its default is taken, and the log says so."""

    def seat(self, g: G) -> Seat:
        """Control."""
        return CONTROL

    def default(self, g: G) -> Action:
        """What holds where nobody sits as Control: one of the options."""
        raise NotImplementedError

    def reckoning(self, g: G) -> Reckoning | None:
        """What the umpire needs to know to decide, as numbers with their reasons; None where there are none."""
        return None

    def audience(self, g: G) -> Audience:
        """Who hears how it was decided; everyone, unless the question itself is a secret."""
        return EVERYONE


class Chance(Step[G]):
    """A step that asks the dice."""

    # What is rolled, where that is always the same; else override ``dice``.
    rolls: ClassVar[Dice | None] = None
    # Whether whoever rolls is glad of high faces.
    high_is_good: ClassVar[bool] = True

    def dice(self, g: G) -> Dice:
        """What is rolled."""
        if self.rolls is None:
            raise NotImplementedError
        return self.rolls

    def resolve(self, g: G, roll: Roll) -> None:
        """Carry the roll out; *roll* holds each die's face in the order of the dice."""
        raise NotImplementedError

    def roller(self, g: G) -> Seat | None:
        """Whose dice these are, for the reckoning of luck; None where they are nobody's."""
        return None

    def reading(self, g: G, roll: Roll) -> Reading | None:
        """How *roll* is read off a printed table, for all who see the faces; None where no table is read."""
        return None

    def audience(self, g: G) -> Audience:
        """Who sees the faces; everyone, unless a rule says that a roll is made in secret."""
        return EVERYONE

    def reads(self, roll: Roll) -> object:
        """What the step looks at: rolls that read the same are counted as one outcome (e.g. their sum)."""
        return roll


class Together(Question[G]):
    """A step that asks several seats at once: answers are sealed, and revealed when the last has come."""

    # Whether the opened answers are shown to everyone (chits turned face up) or only acted upon (written orders).
    shown: ClassVar[bool] = True
    # What is told of shown answers: this, or an event below it that has a sentence of its own.
    revealed: ClassVar[type[Revealed]] = Revealed

    def seats(self, g: G) -> tuple[Seat, ...]:
        """Who must answer."""
        raise NotImplementedError

    def options(self, g: G, seat: Seat) -> Sequence[Action]:
        """What *seat* may answer; it may not depend on what others have sealed."""
        raise NotImplementedError

    def reveal(self, g: G, answers: Mapping[Seat, Action]) -> None:
        """Carry all answers out."""
        raise NotImplementedError

    def refusal(self, g: G, seat: Seat, action: Action) -> Refusal | None:
        """Why *seat* may not seal *action*, which is not among the options; None if it may all the same."""
        return Refusal(self.rule, f"{action.id!r} is not among the things that may be chosen now")


class Sheets(Together[G]):
    """A step that asks several seats for order sheets: lists of lines, each sheet one sealed answer.

    A sheet is written line by line from what ``lines`` lists, and judged as a whole by ``refusal``. What is being written
    is a draft: whoever holds the pen keeps it, and the game knows nothing of it.
    """

    shown = False

    def lines(self, g: G, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """What the next line of *seat*'s sheet may be after *draft*; nothing where it is full, as it must be some time.

        It may not depend on what others have sealed.
        """
        raise NotImplementedError

    def line_refusal(self, g: G, seat: Seat, draft: Sequence[Action], line: Action) -> Refusal:
        """Why *line*, which is not listed after *draft*, may not be written there; override it where the rules know better.

        *line* is anything that can be read as an action, also what no such game ever lists.
        """
        return Refusal(self.rule, f"{line.id!r} is not among the lines that may be written there")

    def about(self, g: G, seat: Seat, line: Action) -> Subject | None:
        """What *line* is about, where a long list is told subject by subject; None of lines that are always told."""
        return None

    def ways(self, g: G, seat: Seat, draft: Sequence[Action]) -> Sequence[Way]:
        """The ways that lines of *draft* come to, to be drawn along their hexes."""
        return ()

    def tasking(self, g: G, seat: Seat, draft: Sequence[Action]) -> Tasking | None:
        """The board on which *seat* gives tasks by the score, as it stands with *draft*; None where it has none."""
        return None

    def refusal(self, g: G, seat: Seat, action: Action) -> Refusal | None:
        """Why *seat* may not seal the sheet *action*, whose lines are all allowed one after another; None if it may."""
        return None

    def concerns(self, g: G, seat: Seat, draft: Sequence[Action]) -> Sequence[Concern]:
        """What *seat* would regret about sealing *draft* as it stands and the rules know: whom it forgets, what it leaves over."""
        return ()

    def completed(self, g: G, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """The lines that are sealed where nobody goes on with *draft*; they may be sealed whatever the draft is.

        As it stands, where every draft may be sealed.
        """
        return draft

    def options(self, g: G, seat: Seat) -> Sequence[Action]:
        """The one sheet that can be sealed without writing: the sheets that can be written are too many to list."""
        return (sheet(self.completed(g, seat, ())),)


class Forward(Generic[P]):
    """A forward declaration: a function that puts steps on the agenda which a module further on defines.

    Play goes round in circles, imports must not. The earlier module declares the function, with what it does as its
    docstring, and calls it; the later one, which has the steps, gives its body: ``@go_on.body``.
    """

    def __init__(self, declared: Callable[P, None]) -> None:
        self._body: Callable[P, None] | None = None
        self.__doc__ = declared.__doc__

    def body(self, defined: Callable[P, None]) -> Callable[P, None]:
        """Say what the function does."""
        self._body = defined
        return defined

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Do it."""
        assert self._body is not None, "the module that has the body is not imported"
        self._body(*args, **kwargs)
