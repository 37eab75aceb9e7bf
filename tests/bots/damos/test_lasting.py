"""What bots of DAMOS keep from one decision to the next changes no answer, and what they pass over would not have won."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.bots.damos import Greedy, assault, forecast, lasting, sighting
from sandtable.bots.damos.advance import advance_score, best_march
from sandtable.bots.damos.aims import Aims
from sandtable.bots.damos.defend import best_post, defence_score
from sandtable.bots.damos.doctrine import Doctrine
from sandtable.bots.damos.situation import Situation
from sandtable.kernel import Hex, members, numbers_in
from sandtable.kernel.map.bitboards import Bits
from sandtable.kernel.map.flood import flood
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.marching import march_range
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.supply import free_hexes

from .positions import ANSWERS, moments

SCENARIOS = sorted(ANSWERS)
LASTING = sorted(
    name
    for kind in (Aims, Situation)
    for name, what in vars(kind).items()
    if isinstance(what, lasting.lasting)
)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "_known", {})
    monkeypatch.setattr(sighting, "_latest", {})
    for name in ("_outlooks", "_allowances"):
        monkeypatch.setattr(assault, name, {})
    monkeypatch.setattr(forecast, "_forecasts", {})


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_remembers_other_positions_decides_like_who_remembers_nothing(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, other = Greedy(), Doctrined()
    # Again and again from another place of the game, by another doctrine too, so that what is kept comes from elsewhere.
    met = list(moments(scenario, every=4))
    Random(3).shuffle(met)
    remembered = []
    for g, seat, offered in met:
        other.decide(other.sight(RULEBOOK, g, seat), offered)
        remembered.append(bot.decide(bot.sight(RULEBOOK, g, seat), offered))
    for (g, seat, offered), answer in zip(met, remembered, strict=True):
        forget(monkeypatch)
        assert bot.decide(bot.sight(RULEBOOK, g, seat), offered) == answer


class Doctrined(Greedy):
    """A greedy bot that counts otherwise."""

    doctrine = Doctrine(supply=1.0, objective=10.0, gravity=0.2, own_loss=0.5, front=3, in_ring=0.0)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_lasts_follows_from_the_ground_alone(scenario: str) -> None:
    for g, seat, _ in moments(scenario, every=7):
        kept, anew = Situation(sighting.sight(g, seat)), Situation(sighting.sight(g, seat))
        anew.__dict__["found"], anew.__dict__["found_of_foes"] = {}, {}
        # Karelia is nowhere but in the north.
        for name in LASTING if g.campaign.finland else [name for name in LASTING if name != "_karelia"]:
            known = getattr(kept, name)
            if not isinstance(known, dict | list):  # those are filled as somebody asks
                assert known == getattr(anew, name), name


def test_a_ground_is_another_one_as_soon_as_an_enemy_is_weaker_or_elsewhere() -> None:
    g, seat, _ = next(moments("agn", every=1))
    enemy = next(u for u in g.roster.of_side[1 - seat] if g.hex_of[u] >= 0)
    before = lasting.found_on(g, seat)
    again = lasting.found_on(g.copy(), seat)
    assert again.of_foes is before.of_foes
    assert again.of_ground is before.of_ground
    g.demoralize(enemy)
    shaken = lasting.found_on(g, seat)
    g.demoralize(enemy, yes=False)
    g.sp[enemy] -= 1
    every = (before, shaken, lasting.found_on(g, seat))
    assert len({id(found.of_foes) for found in every}) == len({id(found.of_ground) for found in every}) == 3


def test_what_is_known_of_the_enemy_outlasts_a_move_of_ones_own() -> None:
    g, seat, _ = next(moments("agn", every=1))
    before = lasting.found_on(g, seat)
    mine = next(u for u in g.roster.of_side[seat] if g.hex_of[u] >= 0)
    g.put(mine, Hex(next(h for h in g.grid.neighbours(Hex(g.hex_of[mine])) if not g.occupied[seat] >> h & 1)))
    after = lasting.found_on(g, seat)
    assert after.of_foes is before.of_foes
    assert after.of_ground is not before.of_ground


def acting(scenario: str) -> list[tuple[Situation, tuple[int, ...], Bits]]:
    """Forces that may march, with where to."""
    found = []
    for g, seat, offered in moments(scenario, every=3):
        seen = sighting.sight(g, seat)
        moves = numbers_in(offered, "move")
        if seen.step in ("Act", "StrategicMove") and moves:
            found.append((Situation(seen), seen.units, moves))
    return found


def plainly(scores: dict[int, float], here: Hex) -> tuple[float, Hex]:
    """The first of the best, if it is better than to stay."""
    stay = scores.pop(here)
    best = max(scores.values())
    to = next(Hex(h) for h in sorted(scores) if scores[h] == best)
    return (best - stay, to) if best > stay else (0.0, here)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_best_march_is_the_best_of_all(scenario: str) -> None:
    for s, units, moves in acting(scenario):
        if s.side == AXIS:
            way: Any = march_range(s.g, units) if s.sighting.step == "Act" else None
            force, here = s.force(units), Hex(s.g.hex_of[units[0]])
            already = s.g.mp_spent if way is not None else 0
            costs = {h: (way.cost(Hex(h)) or 0) if way is not None else 0 for h in members(moves)}
            scores = {
                h: advance_score(s, force, Hex(h), costs.get(h, 0) + already) for h in (*members(moves), here)
            }
            assert best_march(s, units, moves, way) == plainly(scores, here)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_best_post_is_the_best_of_all(scenario: str) -> None:
    for s, units, moves in acting(scenario):
        if s.side == SOVIET:
            force, here = s.force(units), Hex(s.g.hex_of[units[0]])
            scores = {h: defence_score(s, force, Hex(h)) for h in (*members(moves), here)}
            assert best_post(s, units, moves) == plainly(scores, here)


def test_a_doctrine_in_which_danger_attracts_is_refused() -> None:
    with pytest.raises(ValueError, match="danger is -1"):
        Doctrine(danger=-1)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_city_is_cut_off_where_no_flood_from_it_comes_to_the_east(scenario: str) -> None:
    seen = set()
    for g, seat, _ in moments(scenario, every=7):
        s, campaign = Situation(sighting.sight(g, seat)), g.campaign
        free = free_hexes(g, SOVIET)
        for city in campaign.place_kind:
            reached = flood(g.grid, 1 << city, free | 1 << city, barred=campaign.water)
            joined = bool(reached & campaign.east_edge & (free | 1 << city))
            assert s._reaches_east(city) == joined
            seen.add(joined)
    assert seen == {True, False}
