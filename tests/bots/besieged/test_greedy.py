"""The greedy bot of the war in the east: what it sees is the view, and it plays sensibly enough to beat chance."""

from __future__ import annotations

import json

import pytest

from sandtable.bots import make_bot
from sandtable.bots.besieged import sighting
from sandtable.bots.besieged.assault import value
from sandtable.bots.besieged.situation import Situation
from sandtable.kernel import Hex
from sandtable.kernel.game.views import view
from sandtable.lab.matches import play
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.fight.attacks import able
from sandtable.rules.besieged.position.roster import AXIS
from sandtable.testing.randomplay import random_play

from ...rules.besieged.board import hex_, set_up_war


def test_what_it_reads_from_the_view_is_what_it_sees_of_the_position() -> None:
    setup = RULEBOOK.setup("besieged-1941")
    for n, (g, _) in enumerate(random_play(RULEBOOK, setup, seed=4, answers=300)):
        if n % 60 == 0:
            for seat in (0, 1):
                seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))  # type: ignore[arg-type]
                assert sighting.read(seen) == sighting.sight(g, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("sides", [("greedy", "random"), ("random", "greedy")], ids="-".join)
def test_greedy_does_not_lose_to_chance(sides: tuple[str, str]) -> None:
    setup = RULEBOOK.setup("besieged-1941")
    names = dict(zip(("german", "soviet"), sides, strict=True))
    result = play(RULEBOOK, setup, names, 3).result
    assert names.get(result.winner) != "random", result


def test_more_attackers_and_air_are_worth_more() -> None:
    g = set_up_war("besieged-1941")
    brest = hex_("Brest-Litovsk")
    units = able(g, AXIS, brest)
    s = Situation(g, AXIS)
    alone, together = (value(s, g, force, brest) for force in (units[:1], units))
    assert alone < together <= value(s, g, units, brest, air=2)


def test_the_first_move_is_one_of_the_options() -> None:
    g = next(iter(random_play(RULEBOOK, RULEBOOK.setup("besieged"), seed=1)))[0]
    seen = view(RULEBOOK, g, AXIS)
    assert make_bot("greedy", RULEBOOK).choose(seen, seen["options"]) in {o["id"] for o in seen["options"]}


def test_cities_are_worth_more_than_open_ground() -> None:
    g = set_up_war("besieged")
    s = Situation(g, AXIS)
    assert s.ground(hex_("Moscow")) > s.ground(hex_("Minsk")) > s.ground(Hex(g.hex_of[0]))
