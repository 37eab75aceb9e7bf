"""Views: everything a seat may know now, and nothing else, as plain data.

The rulebook's own part (``position``) is built by inclusion; the envelope around it holds who is asked, the seat's own
options and how the game stands. A seat never gets another seat's options nor what others have sealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from ..book.rulebook import Rulebook
from ..machine.actions import CONTROL, SEAL, Action, Seat
from ..machine.engine import asked, asks_sheet, lines, options, take, top
from ..machine.state import GameState
from ..machine.steps import Question

G = TypeVar("G", bound=GameState)

# So many answers are proposed at once at most.
MOST_PROPOSED: Final = 40
# What is left out of an option where its wording does not say it.
_SELDOM: Final = ("part", "group", "what", "amount")


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
        **({"proposed": usual} if (usual := proposed(rulebook, g, seat)) else {}),
        "over": not g.agenda,
        "result": result.as_json() if result else None,
        "position": rulebook.view(g, CONTROL if lifted else seat),
    }


def option_list(rulebook: Rulebook[G], g: G, seat: Seat) -> list[dict[str, Any]]:
    """The options of *seat* as players read them; empty when it is not asked."""
    return _worded(rulebook, g, seat, options(g, seat) if seat in asked(g) else ())


def line_list(rulebook: Rulebook[G], g: G, seat: Seat, draft: Sequence[Action] = ()) -> list[dict[str, Any]]:
    """What the next line of *seat*'s order sheet may be after *draft*, and to seal it; empty when none is asked for."""
    return _worded(rulebook, g, seat, (*lines(g, seat, draft), SEAL) if asks_sheet(g, seat) else ())


def _worded(rulebook: Rulebook[G], g: G, seat: Seat, actions: Sequence[Action]) -> list[dict[str, Any]]:
    listed = []
    for action in actions:
        wording = rulebook.wording(g, seat, action)
        option = {"id": action.id, "text": wording.text, "rule": wording.rule, "target": dict(wording.target)}
        seldom = {name: said for name in _SELDOM if (said := getattr(wording, name)) not in ("", None)}
        listed.append({**option, **seldom})
    return listed


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
