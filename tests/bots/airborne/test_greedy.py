"""The greedy bot of the airborne operation: it knows what its seat may know, writes sheets that can be sealed, and beats chance."""

from __future__ import annotations

import json
from random import Random

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.bots.airborne import air
from sandtable.bots.airborne.sighting import Sighting
from sandtable.kernel import Action, Hex, asked, parse_action
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import lines, read_draft
from sandtable.lab.matches import play
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.air_phase.fighters import zone_of
from sandtable.rules.airborne.air_phase.orders import GROUND_ATTACK, HEAVY, SUPPRESS
from sandtable.rules.airborne.position.corridor import AWAITED, Corridor
from sandtable.testing.randomplay import random_play
from tests.rules.airborne.board import ALLIES, corridor

SEATS = ("british_airborne", "panzer_corps")
AFTERNOON = 5


def test_what_it_does_follows_from_what_its_seat_may_know() -> None:
    setup = RULEBOOK.setup("arnhem")
    bot = make_bot("greedy", RULEBOOK)
    sheets = 0
    for n, (g, _) in enumerate(random_play(RULEBOOK, setup, seed=4, answers=60)):
        if n % 15:
            continue
        for seat in [who for who in asked(g) if who >= 0]:
            offered = lines(g, seat)
            seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))
            told = bot.choose(seen, [{"id": action.id} for action in offered])
            # With what is hidden from it drawn anew it does the same.
            other = RULEBOOK.disguise(g.copy(), seat, Random(n))
            assert bot.decide(bot.sight(RULEBOOK, other, seat), offered).id == told
            sheets += 1
    assert sheets


def test_every_line_of_its_first_sheet_may_be_written() -> None:
    game = sandtable.new("arnhem", seed=1)
    for name in SEATS:
        seen, seat = game.view(name), game.seat(name)
        written = parse_action(make_bot("greedy", RULEBOOK).choose(seen, seen["lines"]))
        assert written.is_sheet
        assert written.lines
        assert [no for _, no in read_draft(game.state, seat, written.lines) if no is not None] == []


def bombed(g: Corridor) -> list[Action]:
    """Where the airborne division, which is due this turn, has flak suppressed."""
    return [line for line in air.plan(Sighting(g, ALLIES), []) if line.verb == SUPPRESS]


def landing() -> tuple[Corridor, Hex]:
    """Nobody on the map, in the afternoon of the second lift, and where it lands."""
    g = corridor(turn=AFTERNOON)
    unit, flights = next(iter(g.campaign.serials_of.items()))
    g.hex_of[unit], g.aboard[unit], g.due[unit] = AWAITED, 1, AFTERNOON
    return g, zone_of(g, flights[0])


def test_flak_that_is_known_and_reaches_a_drop_zone_is_bombed_before_the_lift() -> None:
    g, zone = landing()
    assert bombed(g) == []
    flak = next(unit for unit, printed in enumerate(g.campaign.units) if printed.flak)
    g.hex_of[flak] = g.grid.neighbours(zone)[0]
    assert [line.args[:2] for line in bombed(g)] == [(g.hex_of[flak], GROUND_ATTACK)]
    g.silenced[flak] = 1
    assert bombed(g) == []


def test_heavy_bombers_go_to_the_busiest_drop_zone() -> None:
    g = sandtable.new("market-garden", seed=1).state
    seat = RULEBOOK.seat(g.setup, "allied_air")
    known = make_bot("greedy", RULEBOOK).sight(RULEBOOK, g, seat)
    sent = [line for line in air.plan(known, []) if line.verb == SUPPRESS]
    assert [line.args[1] for line in sent] == [HEAVY]
    assert sent[0].args[0] in {int(zone) for zone in g.campaign.drop_zones.values()}


@pytest.mark.parametrize("allied", ["greedy", pytest.param("random", marks=pytest.mark.long)])
def test_greedy_does_not_lose_to_chance(allied: str) -> None:
    german = "random" if allied == "greedy" else "greedy"
    names = dict(zip(SEATS, (allied, german), strict=True))
    result = play(RULEBOOK, RULEBOOK.setup("arnhem"), names, 3).result
    assert {"allied": allied, "german": german}.get(result.winner) == "greedy", result
