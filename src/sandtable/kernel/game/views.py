"""Views: everything a seat may know now, and nothing else, as plain data.

The rulebook's own part (``position``) is built by inclusion; the envelope around it holds who is asked, the seat's own
options and how the game stands. A seat never gets another seat's options nor what others have sealed.
"""

from __future__ import annotations

from typing import Any, TypeVar

from ..book.rulebook import Rulebook
from ..machine.actions import Seat
from ..machine.engine import asked, options
from ..machine.state import GameState

G = TypeVar("G", bound=GameState)


def view(rulebook: Rulebook[G], g: G, seat: Seat) -> dict[str, Any]:
    """What *seat* may know: JSON-able, and equal for all positions that the seat cannot tell apart."""
    who = asked(g)
    names = rulebook.scenario(g.setup.scenario).seats
    result = rulebook.result(g)
    return {
        "rulebook": rulebook.name,
        "behaviour": rulebook.behaviour,
        "scenario": g.setup.scenario,
        "setup": {"options": dict(g.setup.options), "tables": sorted(g.setup.tables)},
        "seat": rulebook.seat_name(g.setup, seat),
        "seats": list(names),
        "asked": [rulebook.seat_name(g.setup, s) for s in who],
        "prompt": rulebook.prompt(g, seat) if seat in who else "",
        "options": option_list(rulebook, g, seat),
        "over": not g.agenda,
        "result": result.as_json() if result else None,
        "position": rulebook.view(g, seat),
    }


def option_list(rulebook: Rulebook[G], g: G, seat: Seat) -> list[dict[str, Any]]:
    """The options of *seat* as players read them; empty when it is not asked."""
    listed = []
    for action in options(g, seat) if seat in asked(g) else ():
        wording = rulebook.wording(g, seat, action)
        listed.append(
            {"id": action.id, "text": wording.text, "rule": wording.rule, "target": dict(wording.target)}
        )
    return listed
