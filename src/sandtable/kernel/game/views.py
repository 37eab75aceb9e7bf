"""Views: everything a seat may know now, and nothing else, as plain data.

The rulebook's own part (``position``) is built by inclusion; the envelope around it holds who is asked, the seat's own
options and how the game stands. A seat never gets another seat's options nor what others have sealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from ..book.rulebook import Rulebook
from ..machine.actions import CONTROL, SEAL, Action, Seat, sheet
from ..machine.engine import (
    DraftMemo,
    asked,
    asks_sheet,
    dice_asked,
    draft_stands,
    lines,
    options,
    read_draft,
    take,
    top,
    unsealed,
)
from ..machine.state import GameState
from ..machine.steps import AskControl, Question, Sheets
from ..printed.order_sheets import Subject
from ..printed.scenarios import Wording

G = TypeVar("G", bound=GameState)

# By which Control lets the dice of the game fall; "roll:3:4" is a roll that is typed in.
ROLL: Final = "roll"
# So many answers are proposed at once at most.
MOST_PROPOSED: Final = 40
# A sheet that may go on with more lines than this is told subject by subject.
MANY_LINES: Final = 100
# What is left out of an option where its wording does not say it.
_SELDOM: Final = ("part", "group", "what", "amount")
# Where words have with them how they were told last.
_KEPT: Final = "_told"


def view(rulebook: Rulebook[G], g: G, seat: Seat, *, lifted: bool = False) -> dict[str, Any]:
    """What *seat* may know: JSON-able, and equal for all positions that the seat cannot tell apart.

    When the game is over the fog may be *lifted*: then every seat sees the position as Control does.
    """
    who = asked(g)
    scenario = rulebook.scenario(g.setup.scenario)
    result = rulebook.result(g)
    return {
        "rulebook": rulebook.name,
        "behaviour": rulebook.behaviour,
        "scenario": g.setup.scenario,
        "setup": {"options": dict(g.setup.options), "tables": sorted(g.setup.tables)},
        "seat": rulebook.seat_name(g.setup, seat),
        "seats": list(scenario.seats),
        **({"sides": {name: scenario.side(name) for name in scenario.seats}} if scenario.sides else {}),
        "asked": [rulebook.seat_name(g.setup, s) for s in who],
        "prompt": rulebook.prompt(g, seat) if seat in who else "",
        "options": option_list(rulebook, g, seat),
        # The first line of an order sheet; what may follow it depends on the draft, which the game does not know.
        **({"lines": line_list(rulebook, g, seat)} if asks_sheet(g, seat) else {}),
        **({"ruling": ruling(g)} if seat == CONTROL and seat in who else {}),
        **({"proposed": usual} if (usual := proposed(rulebook, g, seat)) else {}),
        "over": not g.agenda,
        "result": result.as_json() if result else None,
        "position": rulebook.view(g, CONTROL if lifted else seat),
    }


def option_list(rulebook: Rulebook[G], g: G, seat: Seat) -> list[dict[str, Any]]:
    """The options of *seat* as players read them; empty when it is not asked."""
    return worded(rulebook, g, seat, options(g, seat) if seat in asked(g) else ())


def line_list(rulebook: Rulebook[G], g: G, seat: Seat, draft: Sequence[Action] = ()) -> list[dict[str, Any]]:
    """What the next line of *seat*'s order sheet may be after *draft*, and to seal it; empty when none is asked for."""
    return worded(rulebook, g, seat, (*lines(g, seat, draft), SEAL) if asks_sheet(g, seat) else ())


def worded(rulebook: Rulebook[G], g: G, seat: Seat, actions: Sequence[Action]) -> list[dict[str, Any]]:
    """*actions*, options or lines of *seat*, as players read them."""
    return [_row(action, rulebook.wording(g, seat, action)) for action in actions]


def _row(action: Action, wording: Wording) -> dict[str, Any]:
    """*action* in those words. The same words are mostly said of the same action: nobody may write into what is kept."""
    kept: tuple[Action, dict[str, Any]] | None = wording.__dict__.get(_KEPT)
    if kept is not None and kept[0] == action:
        return kept[1]
    row = {"id": action.id, "text": wording.text, "rule": wording.rule, "target": dict(wording.target)}
    for name in _SELDOM:
        if (said := getattr(wording, name)) not in ("", None):
            row[name] = said
    wording.__dict__[_KEPT] = (action, row)
    return row


def sheet_view(
    rulebook: Rulebook[G],
    g: G,
    seat: Seat,
    draft: Sequence[Action],
    memo: DraftMemo | None = None,
    *,
    about: str = "",
) -> dict[str, Any]:
    """The order sheet of *seat* with the lines of *draft*: what is asked, what is wrong with it, and how it can go on.

    A sheet that is sealed reads as it did before; *draft* is what stands on it then. With a *memo* of this position only
    what is new on it is judged. Where it may go on with very many lines, those *about* one subject are told, and of the
    others how many there are.
    """
    here: Any = g if asks_sheet(g, seat) else unsealed(g, seat)
    known = DraftMemo() if memo is None else memo
    judged = read_draft(here, seat, draft, known)
    following, wrong = draft_stands(here, seat, judged, known)
    words = [_line_words(rulebook, here, seat, line, listed=no is None) for line, no in judged]
    answer = sheet(line for line, _ in judged)
    told, subjects = _about(here, seat, following, about)
    step, kept = top(here), [line for line, no in judged if no is None]
    assert isinstance(step, Sheets), "a sheet is asked for, or was sealed"
    tasking = step.tasking(here, seat, kept)
    at = [number for number, (_, no) in enumerate(judged) if no is None]
    return {
        "title": rulebook.prompt(here, seat),
        "rule": here.agenda[-1].rule,
        "lines": [
            {**said, "refusal": no.as_json() if no else None}
            for said, (_, no) in zip(words, judged, strict=True)
        ],
        "next": worded(rulebook, here, seat, told),
        "subjects": subjects,
        "ways": [{**way.as_json(), "line": at[way.line]} for way in step.ways(here, seat, kept)],
        **({"tasking": tasking.as_json()} if tasking else {}),
        "concerns": [concern.as_json() for concern in step.concerns(here, seat, kept)],
        "option": answer.id,
        "refusal": wrong.as_json() if wrong else None,
    }


def _about(
    g: GameState, seat: Seat, following: Sequence[Action], about: str
) -> tuple[Sequence[Action], list[dict[str, Any]]]:
    """The lines that are told where *about* is asked for, and the subjects of the others with their number of lines."""
    step = top(g)
    if len(following) <= MANY_LINES or not isinstance(step, Sheets):
        return following, []
    told: list[Action] = []
    others: dict[str, tuple[Subject, int]] = {}
    for line in following:
        subject = step.about(g, seat, line)
        if subject is None or subject.key == about:
            told.append(line)
        else:
            others[subject.key] = (subject, others[subject.key][1] + 1 if subject.key in others else 1)
    return told, [{**subject.as_json(), "lines": many} for subject, many in others.values()]


def _line_words(rulebook: Rulebook[G], g: G, seat: Seat, line: Action, *, listed: bool) -> dict[str, Any]:
    """A line of a draft as players read it; one that was never *listed* may be nothing that the rulebook has words for."""
    try:
        return worded(rulebook, g, seat, [line])[0]
    except Exception:
        if listed:
            raise
        return {"id": line.id, "text": line.id, "rule": "", "target": {}}


def roll_question(g: GameState) -> dict[str, Any]:
    """What Control is asked where it lets the dice fall: which roll is due, and to make it."""
    step, dice = top(g), dice_asked(g)
    rule = step.rule if step is not None else ""
    return {
        "prompt": (type(step).__doc__ or "").strip().split("\n")[0],
        "options": [{"id": ROLL, "text": f"Let the dice fall ({dice})", "rule": rule, "target": {}}],
        "roll": {"dice": str(dice), "sides": list(dice.sides)},
    }


def ruling(g: GameState) -> dict[str, Any]:
    """What Control is asked besides its words: the paragraph, what would hold without it, and the reckoning."""
    step = top(g)
    assert isinstance(step, AskControl), "nothing else asks Control"
    known = step.reckoning(g)
    return {
        "rule": step.rule,
        "default": step.default(g).id,
        "reckoning": known.as_json() if known else [],
    }


def proposed(rulebook: Rulebook[G], g: G, seat: Seat) -> dict[str, Any] | None:
    """The answers that *seat* would usually give now, one after another, and whether it must be asked before; or None.

    They answer the question and what it unfolds into, never what lies beneath it on the agenda: whether that comes to
    pass may hang on what the seat does not know.
    """
    step = top(g)
    if seat not in asked(g) or not isinstance(step, Question):
        return None
    offered = options(g, seat)
    if step.public and len(offered) == 1 and not lines(g, seat):
        text = rulebook.wording(g, seat, offered[0]).text
        return {"options": [offered[0].id], "text": text, "asks": False}
    action = step.proposal(g, seat)
    if action is None:
        return None
    twin, beneath = g.copy(), g.agenda[:-1]
    twin.told = None
    answers: list[str] = []
    texts: list[str] = []
    while action is not None and len(answers) < MOST_PROPOSED:
        answers.append(action.id)
        texts.append(rulebook.wording(twin, seat, action).text)
        take(twin, action, seat)
        step = top(twin)
        unfolds = len(twin.agenda) > len(beneath) and twin.agenda[: len(beneath)] == beneath
        goes_on = unfolds and not twin.uncovered and asked(twin) == (seat,)
        action = step.proposal(twin, seat) if goes_on and isinstance(step, Question) else None
    return {"options": answers, "text": _counted(texts), "asks": True}


def _counted(texts: list[str]) -> str:
    """Sentences in a row, each told once: "3rd Division loses a point (2 times), 4th Division loses a point"."""
    return ", ".join(
        f"{text} ({count} times)" if (count := texts.count(text)) > 1 else text
        for text in dict.fromkeys(texts)
    )
