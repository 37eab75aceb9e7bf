"""The rules machine: the only way a game moves on.

    settle(g)          run everything that needs no answer
    asked(g)           who must answer now: seats, or the dice, or nobody because the game is over
    options(g, seat)   what that seat may answer
    answer(g, action)  take one answer and settle
    take(g, action)    the same for an option that was just listed, without looking whether it is one
    lines(g, seat, draft)   where an order sheet is asked for: what its next line may be
    read_draft(g, seat, draft)  the lines of a draft, and why one may not be written
    written(g, seat, pick)  an answer of *seat*, a sheet line by line, as *pick* chooses among what is listed
    prompt, wording    what is asked and what may be answered, in the words of the step that asks
    outcomes(g)        when the dice are asked: every distinct outcome with its exact weight

Nobody calls ``random``. A ``Chance`` step makes the driver supply the roll: a server from its seeded source, a test
from a script, a replay from the record, the laboratory by enumerating every face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ..chance.dice import Dice, Roll, distinct_outcomes
from ..printed.scenarios import Wording
from ..refusals import Refusal, Refused
from .actions import DICE, SEAL, UNSEAL, Action, Seat, rolled, sheet
from .events import Rolled
from .state import GameState
from .steps import AskControl, Auto, Chance, Choice, Question, Sheets, Step, Together

# A rulebook that runs this many steps without asking anybody is going in circles.
ENDLESS: Final = 100_000
# A sheet this long would take a player the evening, and somebody who sends it nothing but our time.
LONGEST_SHEET: Final = 500
NO_SHEET: Final = "no order sheet is asked for"


class DeadEnd(Exception):
    """A step asks but offers nothing: a defect of the rulebook."""


class Endless(Exception):
    """The rulebook never asks again and never ends: a defect of the rulebook."""


class Outcome(NamedTuple):
    """One distinct result of a roll, with a roll that stands for it and its exact probability."""

    action: Action
    chance: Fraction


def settle(g: GameState) -> None:
    """Run steps until one asks, or none is left; what can only be answered in one way is not asked where a step is quiet."""
    for _ in range(ENDLESS):
        step = g.agenda[-1] if g.agenda else None
        if isinstance(step, Auto):
            g.agenda.pop()
            step.run(g)
            continue
        if isinstance(step, Together) and not step.seats(g):
            raise DeadEnd(f"{step!r} asks together, but asks nobody")
        if step is None or not step.quiet or not _answered_by_itself(g, step):
            return
    raise Endless(f"{ENDLESS} steps ran without asking anybody; the next would be {top(g)!r}")


def _answered_by_itself(g: GameState, step: Step[Any]) -> bool:
    """Give a quiet step the one answer it allows; False if there is something to choose."""
    if isinstance(step, Choice):
        listed = step.options(g)
        if len(listed) != 1:
            # Nothing is kept where nothing is offered: options() will say that this is a dead end.
            g.offered = (
                {step.seat(g): tuple(listed) if isinstance(listed, list) else listed} if listed else {}
            )
            return False
        g.agenda.pop()
        step.choose(g, listed[0])
        return True
    if isinstance(step, Together):
        for seat in asked(g):
            listed = step.options(g, seat)
            if len(listed) == 1 and not lines(g, seat):
                _seal(g, step, seat, listed[0])
                return True
    return False


def top(g: GameState) -> Step[Any] | None:
    """The step that asks now, or None when the game is over."""
    return g.agenda[-1] if g.agenda else None


def over(g: GameState) -> bool:
    """Whether nothing is left to do."""
    return not g.agenda


def asked(g: GameState) -> tuple[Seat, ...]:
    """Who must answer now: one seat, several for sealed answers, (DICE,) for a roll, nobody when the game is over."""
    step = top(g)
    if step is None:
        return ()
    if isinstance(step, Choice):
        return (step.seat(g),)
    if isinstance(step, Chance):
        return (DICE,)
    if isinstance(step, Together):
        done = {seat for seat, _ in g.sealed}
        return tuple(seat for seat in step.seats(g) if seat not in done)
    raise TypeError(f"{step!r} is on top of an agenda that was not settled")


def dice_asked(g: GameState) -> Dice:
    """What must be rolled now."""
    step = top(g)
    if not isinstance(step, Chance):
        raise Refused(Refusal("", "no roll is due now"))
    return step.dice(g)


def options(g: GameState, seat: Seat | None = None) -> Sequence[Action]:
    """What *seat* may answer now; without *seat*, the options of the one that is asked. Nothing for others."""
    step = top(g)
    if isinstance(step, Choice):
        who = step.seat(g)
        return _offered(g, step, who) if seat is None or seat == who else ()
    if isinstance(step, Together):
        waited_for = asked(g)
        if waited_for and (seat is None or seat in waited_for):
            return _offered(g, step, waited_for[0] if seat is None else seat)
    return ()


def _offered(g: GameState, step: Choice[Any] | Together[Any], seat: Seat) -> Sequence[Action]:
    """The options of *seat*, which *step* asks; listed once for each position."""
    found = g.offered.get(seat)
    if found is None:
        listed = step.options(g) if isinstance(step, Choice) else step.options(g, seat)
        if not listed:
            raise DeadEnd(f"{step!r} asks seat {seat} but offers nothing")
        # In a form that nobody can change.
        found = g.offered[seat] = tuple(listed) if isinstance(listed, list) else listed
    return found


def asks_sheet(g: GameState, seat: Seat) -> bool:
    """Whether *seat* is asked for an order sheet now."""
    return isinstance(top(g), Sheets) and seat in asked(g)


def lines(g: GameState, seat: Seat, draft: Sequence[Action] = ()) -> Sequence[Action]:
    """What the next line of *seat*'s order sheet may be after *draft*; nothing where it is full, or none is asked for."""
    step = top(g)
    return step.lines(g, seat, draft) if isinstance(step, Sheets) and seat in asked(g) else ()


def completed(g: GameState, seat: Seat, draft: Sequence[Action] = ()) -> Action:
    """The sheet that *seat* seals where nobody goes on with *draft*."""
    step = top(g)
    if not isinstance(step, Sheets) or seat not in asked(g):
        raise Refused(Refusal("", NO_SHEET))
    return sheet(step.completed(g, seat, draft))


def written(g: GameState, seat: Seat, pick: Callable[[Sequence[Action]], Action]) -> Action:
    """An answer of *seat*: *pick* takes one of the options or, of an order sheet, line after line until it takes ``SEAL``.

    Whoever plans a sheet as a whole may hand all of it over when asked for a line. What has been written then is
    completed, lines that may not be written left out, so there is always something that may be sealed.
    """
    if not asks_sheet(g, seat):
        return pick(options(g, seat))
    step = top(g)
    assert isinstance(step, Sheets), "a sheet is asked for"
    memo = g.drafts[seat] = DraftMemo()
    draft: list[Action] = []
    while listed := memo.listed(g, step, seat, draft):
        line = pick((*listed, SEAL))
        if line == SEAL:
            break
        if line.is_sheet:
            draft = [one for one, no in read_draft(g, seat, line.lines, memo) if no is None]
            break
        draft.append(line)
        if len(draft) > LONGEST_SHEET:
            raise Endless(f"{top(g)!r} lists a next line even after {LONGEST_SHEET}")
    return completed(g, seat, draft)


def _sheet_refusal(g: GameState, step: Sheets[Any], seat: Seat, action: Action) -> Refusal | None:
    """Why *seat* may not seal *action*: a line that was not listed after those before it, or the step's own reason."""
    if not action.is_sheet:
        return Refusal(step.rule, f"{action.id!r} is no order sheet")
    # Whoever has just written it line by line has listed already what may follow each.
    judged = _judged(g, step, seat, action.lines, g.drafts.get(seat) or DraftMemo())
    return _too_long(step, action.lines) or _judged_refusal(g, step, seat, judged)


def _too_long(step: Sheets[Any], draft: Sequence[object]) -> Refusal | None:
    if len(draft) <= LONGEST_SHEET:
        return None
    return Refusal(step.rule, f"no order sheet has more than {LONGEST_SHEET} lines")


def _judged_refusal(
    g: GameState, step: Sheets[Any], seat: Seat, judged: Iterable[DraftLine]
) -> Refusal | None:
    draft: list[Action] = []
    for line, no in judged:
        draft.append(line)
        if no is not None:
            return Refusal(no.rule, f"line {len(draft)} of the sheet: {no.reason}")
    return step.refusal(g, seat, sheet(draft))


class DraftLine(NamedTuple):
    """A line of a draft, and why it may not be written where it stands; None if it may."""

    line: Action
    refusal: Refusal | None


class DraftMemo:
    """What may follow the lines of a draft, kept from one look at it to the next; it is good for one position and seat.

    Whoever writes line after line is told after each how the whole stands: without it, every line would be judged anew
    each time.
    """

    def __init__(self) -> None:
        self._written: Final[list[Action]] = []
        # What may follow so many of them; of the last perhaps not listed yet.
        self._listed: Final[list[Sequence[Action]]] = []

    def listed(self, g: GameState, step: Sheets[Any], seat: Seat, kept: Sequence[Action]) -> Sequence[Action]:
        """What may follow *kept*, of which all but the last line were written here before."""
        before = len(kept) - 1
        if kept and (before >= len(self._written) or self._written[before] != kept[-1]):
            del self._written[before:], self._listed[len(kept) :]
            self._written.append(kept[-1])
        if len(self._listed) == len(kept):
            found = step.lines(g, seat, tuple(kept))
            # In a form that nobody can change.
            self._listed.append(tuple(found) if isinstance(found, list) else found)
        return self._listed[len(kept)]


def read_draft(
    g: GameState, seat: Seat, draft: Sequence[Action], memo: DraftMemo | None = None
) -> list[DraftLine]:
    """The lines of a draft of *seat* one by one, each judged after those before it that may be written."""
    step = top(g)
    if not isinstance(step, Sheets) or seat not in asked(g):
        raise Refused(Refusal("", NO_SHEET))
    return list(_judged(g, step, seat, draft, DraftMemo() if memo is None else memo))


def draft_stands(
    g: GameState, seat: Seat, judged: Sequence[DraftLine], memo: DraftMemo
) -> tuple[Sequence[Action], Refusal | None]:
    """What may follow a draft that was *judged* with the *memo*, and why it may not be sealed as it is."""
    step = top(g)
    assert isinstance(step, Sheets), "it was judged as a draft of a sheet"
    kept = [line for line, no in judged if no is None]
    wrong = _too_long(step, judged) or _judged_refusal(g, step, seat, judged)
    return memo.listed(g, step, seat, kept), wrong


def _judged(
    g: GameState, step: Sheets[Any], seat: Seat, draft: Iterable[Action], memo: DraftMemo
) -> Iterator[DraftLine]:
    kept: list[Action] = []
    for line in draft:
        if line in memo.listed(g, step, seat, kept):
            yield DraftLine(line, None)
            kept.append(line)
        else:
            yield DraftLine(line, step.line_refusal(g, seat, tuple(kept), line))


def sheets_asked(g: GameState) -> tuple[Seat, ...]:
    """The seats that write order sheets now, those included that have sealed theirs."""
    step = top(g)
    return step.seats(g) if isinstance(step, Sheets) else ()


def unsealed(g: GameState, seat: Seat) -> GameState:
    """The position as it was before *seat* sealed its order sheet; Refused if it has sealed none that can be taken back."""
    if not may_unseal(g, seat):
        raise Refused(Refusal("", NO_SHEET))
    twin = g.copy()
    take(twin, UNSEAL, seat)
    return twin


def may_unseal(g: GameState, seat: Seat) -> bool:
    """Whether *seat* has sealed an order sheet that it may take back, as somebody else still writes."""
    return isinstance(top(g), Sheets) and any(who == seat for who, _ in g.sealed)


def prompt(g: GameState, seat: Seat) -> str:
    """What *seat* is asked now, in a sentence; the step on top says it.

    Nothing is said to a seat that is not asked: the question to another may tell what is secret.
    """
    step = top(g)
    return step.prompt(g, seat) if isinstance(step, Question) and seat in asked(g) else ""


def wording(g: GameState, seat: Seat, action: Action) -> Wording:
    """An option of *seat* as a player reads it, in the words of the step on top; its id alone if the seat is not asked."""
    step = top(g)
    if not isinstance(step, Question) or seat not in asked(g):
        return Wording(text=action.id)
    if isinstance(step, Sheets) and (action.is_sheet or action == SEAL):
        said = "; ".join(step.wording(g, seat, line).text for line in action.lines)
        text = (
            "Seal the sheet"
            if action == SEAL
            else f"Seal this sheet: {said}"
            if said
            else "Seal an empty sheet"
        )
        return Wording(text=text, rule=step.rule)
    return step.wording(g, seat, action)


def control_default(g: GameState) -> Action | None:
    """What holds where nobody sits as Control, if Control alone is asked now; None where it is not."""
    step = top(g)
    return step.default(g) if isinstance(step, AskControl) else None


def stuck(g: GameState) -> str | None:
    """Why nobody can answer what is asked now, or None; for positions that were typed in rather than played."""
    try:
        step = top(g)
        if g.sealed and not isinstance(step, Together):
            return "sealed answers wait although none are asked for"
        if isinstance(step, Auto):
            return None
        if step is not None and not asked(g):
            return "nobody is left who could answer"
        for seat in asked(g):
            options(g, seat)
        if isinstance(step, Together):
            who = [seat for seat, _ in g.sealed]
            if who != sorted(set(who) & set(step.seats(g))):
                return "answers are sealed by seats that are not asked, twice, or out of order"
            for seat, action in g.sealed:
                if _sealing_refusal(g, step, seat, action, step.options(g, seat)):
                    return f"seat {seat} has sealed {action.id!r}, which it could not choose any more"
        elif isinstance(step, Chance):
            step.dice(g)
    except Exception as why:  # whatever a rulebook trips over here, the typed-in position is the cause
        return f"{step!r} cannot be asked ({why or type(why).__name__})"
    return None


def refusal(g: GameState, action: Action, seat: Seat | None = None) -> Refusal | None:
    """Why *action* may not be answered now by *seat*, or None if it may."""
    step = top(g)
    if step is None:
        return Refusal("", "the game is over")
    if isinstance(step, Choice):
        who = step.seat(g)
        if seat is not None and seat != who:
            return Refusal(step.rule, "another seat is asked now")
        return None if action in _offered(g, step, who) else step.refusal(g, action)
    if isinstance(step, Chance):
        if seat not in (None, DICE):
            return Refusal(step.rule, "a roll of the dice is due first")
        if action.verb != "roll" or not step.dice(g).fits(action.args):
            return Refusal(step.rule, f"{action.id!r} is no roll of {step.dice(g)}")
        return None
    assert isinstance(step, Together)
    if action == UNSEAL and seat is not None and may_unseal(g, seat):
        return None
    waited_for = asked(g)
    if seat is None and len(waited_for) > 1:
        return Refusal(step.rule, "several seats are asked: say which one answers")
    acting = waited_for[0] if seat is None else seat
    if acting not in waited_for:
        return Refusal(step.rule, "another seat is asked now")
    # A sheet is judged line by line; what could be sealed instead of it matters to nobody.
    listed = () if isinstance(step, Sheets) else _offered(g, step, acting)
    return _sealing_refusal(g, step, acting, action, listed)


def _sealing_refusal(
    g: GameState, step: Together[Any], seat: Seat, action: Action, listed: Sequence[Action]
) -> Refusal | None:
    """Why *seat* may not seal *action*, or None if it may."""
    if isinstance(step, Sheets):
        return _sheet_refusal(g, step, seat, action)
    return None if action in listed else step.refusal(g, seat, action)


def answer(g: GameState, action: Action, seat: Seat | None = None) -> None:
    """Take *action* as the answer to what is asked, then settle; Refused, and nothing changed, if it is not allowed."""
    no = refusal(g, action, seat)
    if no is not None:
        raise Refused(no)
    take(g, action, seat)


def take(g: GameState, action: Action, seat: Seat | None = None) -> None:
    """Like ``answer``, for those who took *action* from the options themselves: nobody asks whether it is allowed."""
    step = g.agenda[-1]
    g.offered = {}
    if g.drafts:
        g.drafts = {}
    g.uncovered = False
    if isinstance(step, Choice):
        g.agenda.pop()
        step.choose(g, action)
    elif isinstance(step, Chance):
        g.agenda.pop()
        if g.told is not None:
            # Where nobody listens nobody needs to know whose dice these were.
            _tell_roll(g, step, action.args)
        step.resolve(g, action.args)
    elif isinstance(step, Together) and action == UNSEAL:
        g.sealed = tuple(sealed for sealed in g.sealed if sealed[0] != seat)
        return
    elif isinstance(step, Together):
        _seal(g, step, asked(g)[0] if seat is None else seat, action)
    settle(g)


def closes(g: GameState, action: Action, seat: Seat) -> bool:
    """Whether *action* cannot be taken back: a roll, a reveal or another seat's turn follows. *g* goes there.

    Ask it of a copy that holds nothing which *seat* may not know.
    """
    before = asked(g)
    answer(g, action, seat)
    return g.uncovered or asked(g) != before


def _tell_roll(g: GameState, step: Chance[Any], faces: Roll) -> None:
    """Tell of a roll that is about to be carried out."""
    found = step.reading(g, faces)
    reading = found.as_json() if found is not None else None
    event = Rolled(step.rule, faces, step.roller(g), step.dice(g).sides, step.high_is_good, reading)
    g.tell(event, step.audience(g))


def _seal(g: GameState, step: Together[Any], seat: Seat, action: Action) -> None:
    """Keep one sealed answer; open all when it was the last."""
    g.sealed = tuple(sorted((*g.sealed, (seat, action))))
    if asked(g):
        return
    answers = dict(g.sealed)
    g.sealed = ()
    g.agenda.pop()
    g.uncover()
    if step.shown:
        g.tell(step.revealed(step.rule, tuple((who, what.id) for who, what in answers.items())))
    step.reveal(g, answers)


def outcomes(g: GameState) -> list[Outcome]:
    """Every distinct result of the roll that is due, with its exact probability; they sum to one."""
    step = top(g)
    if not isinstance(step, Chance):
        raise Refused(Refusal("", "no roll is due now"))
    return [Outcome(rolled(roll), chance) for roll, chance in distinct_outcomes(step.dice(g), step.reads)]
