"""[AGN 6.0, AGS 6.0] Set-up: as history had it, and by the players (R-62, R-76)."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import Action
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.kernel.map.bitboards import bits_of, members
from sandtable.kernel.map.hexes import Hex
from sandtable.kernel.refusals import Refused
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.exclusive.closed import may_act
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Kind, Nation
from sandtable.rules.damos.series.position.state import Fate, Front, Origin
from sandtable.rules.damos.series.position.supply import in_supply
from sandtable.rules.damos.series.position.zones import stacking_excess
from sandtable.rules.damos.series.replacements import ReplacementPhase, arrive, entry_hexes
from sandtable.rules.damos.series.setup import (
    PickUnit,
    PlaceUnit,
    border_hexes,
    chain_needed,
    chains_of,
    hold_back,
    islands,
    open_stretches,
    placeable,
    set_up_hexes,
    still_needed,
    to_place,
)

from ..positions import answers, asking, at, names_of, options_of, play, unit

SCENARIOS = ["agn", "ags", "barbarossa"]


def historical(scenario: str) -> Front:
    return begin(RULEBOOK, RULEBOOK.setup(scenario))


def free(scenario: str) -> Front:
    return begin(RULEBOOK, RULEBOOK.setup(scenario, {"setup": "free"}))


def soundly_stacked(g: Front) -> bool:
    return not any(
        stacking_excess(g, g.units(Hex(h), side))
        for side in (AXIS, SOVIET)
        for h in members(g.occupied[side])
    )


# ---- as history had it


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_history_places_every_unit_and_stacks_no_hex_too_high(scenario: str) -> None:
    g = historical(scenario)
    assert to_place(g, AXIS) == to_place(g, SOVIET) == []
    assert soundly_stacked(g)
    assert RULEBOOK.complaints(g) == []


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_history_holds_the_border_chain_and_keeps_off_the_islands(scenario: str) -> None:
    g = historical(scenario)
    assert chain_needed(g) == 0
    assert not (g.occupied[AXIS] | g.occupied[SOVIET]) & islands(g.campaign)


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_history_puts_everyone_on_the_right_side_of_the_border(scenario: str) -> None:
    g = historical(scenario)
    assert not g.occupied[AXIS] & g.campaign.soviet_side
    assert not g.occupied[SOVIET] & ~g.campaign.soviet_side
    for number in g.roster.of_side[AXIS]:
        if g.hex_of[number] >= 0:
            country = g.campaign.board.country[Hex(g.hex_of[number])]
            home = {Nation.FINNISH: "FI", Nation.HUNGARIAN: "HU", Nation.ROMANIAN: "RO"}
            assert country == home.get(g.nation(number), country)


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_history_leaves_russians_in_supply_hanko_apart(scenario: str) -> None:
    g = historical(scenario)
    g.turn = 2
    cut = [u for u in g.roster.of_side[SOVIET] if g.hex_of[u] >= 0 and not in_supply(g, u)]
    assert [g.roster[u].id for u in cut if u != g.roster.hanko] == []


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_history_every_german_panzer_division_stands_next_to_an_enemy(scenario: str) -> None:
    g = historical(scenario)
    beside = g.grid.expand(g.occupied[SOVIET])
    panzers = [u for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0 and g.roster[u].kind is Kind.ARMOR]
    behind = [g.roster[u].id for u in panzers if not beside >> g.hex_of[u] & 1]
    assert [unit_id for unit_id in behind if unit_id.startswith("ge-")] == []


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize(
    ("city", "strength"), [("Kaunas", 3), ("Pskov", 4), ("Minsk", 7), ("Kiev", 11), ("Riga", 1)]
)
def test_in_history_the_cities_have_the_garrisons_of_june(city: str, strength: int) -> None:
    g = historical("barbarossa")
    assert sum(g.sp[u] for u in g.units(g.campaign.board.places[city].hex, SOVIET)) == strength


@pytest.mark.rule("damos AGN 6.0")
def test_two_german_units_begin_in_finland_and_know_it() -> None:
    g = historical("agn")
    germans = [
        u for u in g.roster.of_side[AXIS] if g.origin[u] == Origin.FINLAND and g.nation(u) is Nation.GERMAN
    ]
    assert len(germans) == 2


@pytest.mark.rule("damos AGN 6.0")
def test_the_hanko_garrison_stands_in_hanko_whoever_sets_up() -> None:
    assert at(historical("agn"), "su-hanko") == "0520"
    assert at(free("agn"), "su-hanko") == "0520"


# ---- the chain along the border


@pytest.mark.rule("damos AGN 6.0")
@pytest.mark.parametrize(
    ("held", "missing"), [("", 5), ("1", 4), ("2", 4), ("13579", 0), ("12345", 2), ("1357", 1), ("2468", 1)]
)
def test_in_the_north_the_first_hex_and_every_other_one_must_be_held(held: str, missing: int) -> None:
    walk = tuple(Hex(n) for n in range(1, 10))
    assert still_needed(walk, bits_of(int(n) for n in held), every=False) == missing


@pytest.mark.rule("damos AGS 6.0")
def test_in_the_south_all_eight_border_hexes_must_be_held() -> None:
    g = free("ags")
    ((walk, every),) = chains_of(g.campaign)
    assert len(walk) == 8
    assert every
    assert chain_needed(g) == 8


@pytest.mark.rule("damos AGN 6.0")
def test_the_northern_chains_begin_at_1626_and_run_along_finland() -> None:
    g = free("agn")
    walks = [[g.grid.name(h) for h in walk] for walk, _ in chains_of(g.campaign)]
    assert walks[0][0] == "1626"
    assert [len(walk) for walk in walks] == [9, 9]
    assert chain_needed(g) == 10


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
def test_the_russian_player_sets_up_first_on_the_border_or_in_towns_and_cities_of_russia() -> None:
    g = free("agn")
    assert asked(g) == (SOVIET,)
    found = set_up_hexes(g, unit(g, "su-41-rc"))
    inland = (g.campaign.towns | g.campaign.cities) & g.campaign.soviet_side
    assert found == (border_hexes(g.campaign) | inland) & ~(1 << g.campaign.hanko) & ~islands(g.campaign)
    assert {"1626", "0910"} <= set(names_of(g, found))
    assert not {"1022", "0520"} & set(names_of(g, found))


def set_up(g: Front, places: dict[int, str]) -> None:
    """Place these units in this order."""
    for number, hex_ in places.items():
        answers(g, f"unit {g.roster[number].id}", f"set_up {g.roster[number].id} {hex_}")


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_a_lawful_set_up_may_be_placed_in_any_order(scenario: str, seed: int) -> None:
    wanted, g = historical(scenario), free(scenario)
    order = to_place(g, SOVIET)
    Random(seed).shuffle(order)
    set_up(g, {number: wanted.grid.name(Hex(wanted.hex_of[number])) for number in order})
    assert [g.hex_of[u] for u in order] == [wanted.hex_of[u] for u in order]
    assert options_of(g) == ["ready"]


@pytest.mark.rule("damos AGN 6.0")
def test_inland_units_may_be_placed_before_the_chain() -> None:
    wanted, g = historical("agn"), free("agn")
    border = border_hexes(g.campaign)
    order = sorted(to_place(g, SOVIET), key=lambda u: border >> wanted.hex_of[u] & 1)
    set_up(g, {number: wanted.grid.name(Hex(wanted.hex_of[number])) for number in order})
    assert chain_needed(g) == 0


@pytest.mark.rule("damos AGN 6.0")
def test_more_units_than_the_chain_needs_may_stand_on_the_border() -> None:
    g = free("agn")
    set_up(g, {unit(g, "su-41-rc"): "1626", unit(g, "su-11-rc"): "1626"})
    assert at(g, "su-41-rc") == at(g, "su-11-rc") == "1626"


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
def test_units_that_the_chain_needs_are_refused_inland_with_the_hexes_that_are_open() -> None:
    g = free("ags")
    border = [h for walk, _ in chains_of(g.campaign) for h in walk]
    for number in to_place(g, SOVIET)[2:]:
        g.fate[number] = Fate.GONE
    for hex_ in border[2:]:
        g.occupied[SOVIET] |= 1 << hex_
    first = to_place(g, SOVIET)[0]
    play(g, PlaceUnit(first))
    inland = next(h for h in members(g.campaign.cities & g.campaign.soviet_side))
    with pytest.raises(
        Refused,
        match=r"needs all 2 units that are left: it is open at 3327 Vladimir-Volynsky, 3427 \[AGS 6\.0\]",
    ):
        answer(g, Action("set_up", (first, inland)), SOVIET)


@pytest.mark.rule("damos AGN 6.0")
def test_a_set_up_with_a_gap_in_the_chain_cannot_be_ended() -> None:
    g = free("agn")
    with pytest.raises(Refused, match=r"32 units must still be set up.* open at 1626.* or .*\[AGN 6\.0\]"):
        answer(g, Action("ready"), SOVIET)


@pytest.mark.rule("damos AGN 6.0")
@pytest.mark.parametrize(
    ("held", "missing"),
    [("", "1 2|3 3|4"), ("1", "2|3 3|4"), ("2", "1 3|4"), ("24", "1"), ("13", ""), ("14", "2|3")],
)
def test_open_stretches_of_the_northern_chain_are_named(held: str, missing: str) -> None:
    walk = tuple(Hex(n) for n in range(1, 5))
    found = open_stretches(walk, bits_of(int(n) for n in held), every=False)
    assert " ".join("|".join(map(str, stretch)) for stretch in found) == missing


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
def test_with_no_unit_to_spare_only_hexes_that_shorten_the_gap_are_open() -> None:
    g = free("ags")
    border = [h for walk, _ in chains_of(g.campaign) for h in walk]
    for number in to_place(g, SOVIET)[8:]:
        g.fate[number] = Fate.GONE
    first = to_place(g, SOVIET)[0]
    g.bring(first, border[0], 1)
    assert set_up_hexes(g, to_place(g, SOVIET)[0]) == bits_of(border[1:])


@pytest.mark.rule("damos AGN 6.0")
def test_finns_and_the_two_germans_set_up_in_finland_and_other_germans_in_germany() -> None:
    g = free("agn")
    finland = g.campaign.finland & ~islands(g.campaign)
    assert set_up_hexes(g, unit(g, "fi-2-inf")) == finland
    assert set_up_hexes(g, unit(g, "ge-163-inf")) == finland
    assert set_up_hexes(g, unit(g, "ge-1-pz")) == g.campaign.board.country_bits["DE"] & g.campaign.land


@pytest.mark.rule("damos AGN 6.0")
def test_aland_is_barred_at_set_up() -> None:
    g = free("agn")
    assert "0324" in names_of(g, islands(g.campaign))
    assert "0324" not in names_of(g, set_up_hexes(g, unit(g, "fi-2-inf")))


@pytest.mark.rule("damos AGS 6.0")
def test_only_hungarians_begin_in_hungary_and_germans_may_begin_in_romania() -> None:
    g = free("ags")
    country = g.campaign.board.country_bits
    assert not set_up_hexes(g, unit(g, "hu-viii")) & ~country["HU"]
    assert not set_up_hexes(g, unit(g, "ro-ii")) & ~country["RO"]
    germans = set_up_hexes(g, unit(g, "ge-1-geb"))
    assert not germans & country["HU"]
    assert germans & country["RO"]
    assert germans & country["DE"]


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
def test_a_player_may_take_the_historical_set_up_before_placing_anything() -> None:
    g = free("ags")
    answers(g, "as_history")
    assert to_place(g, SOVIET) == []
    assert asked(g) == (AXIS,)
    answer(g, options(g)[1])
    answer(g, options(g)[0])
    assert "as_history" not in {a.verb for a in options(g)}


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(4))
def test_every_random_set_up_comes_to_a_lawful_end(scenario: str, seed: int) -> None:
    rng = Random(seed)
    g = free(scenario)
    while g.turn == 0:
        # Mostly foolish: the same corner of the map as often as it is offered.
        choices = [a for a in options(g) if a.verb != "as_history"]
        answer(g, rng.choice(choices[:3] if seed % 2 else choices))
    assert to_place(g, AXIS) == to_place(g, SOVIET) == []
    assert chain_needed(g) == 0
    assert soundly_stacked(g)
    assert not (g.occupied[AXIS] | g.occupied[SOVIET]) & islands(g.campaign)
    assert not g.occupied[AXIS] & g.campaign.soviet_side
    assert not g.occupied[SOVIET] & g.campaign.axis_side


@pytest.mark.rule("damos AGN 6.0")
def test_equal_units_have_equal_room() -> None:
    g = free("barbarossa")
    for side in (AXIS, SOVIET):
        assert placeable(g, side) == [u for u in to_place(g, side) if set_up_hexes(g, u)]
    assert asking(g) == "PickUnit"


# ---- no room


def no_room(scenario: str, *names: str) -> Front:
    """All is set up but these units, for which the towns and countries have no room."""
    g = historical(scenario)
    for name in names:
        g.remove(unit(g, name), Fate.DUE)
        g.fate[unit(g, name)] = Fate.SET_UP
        g.origin[unit(g, name)] = Origin.ELSEWHERE
        hold_back(g, unit(g, name))
        g.due[unit(g, name)] = 1
    g.turn = 1
    return g


@pytest.mark.rule("damos AGN 6.0", "damos AGN 4.6")
def test_a_german_of_the_finnish_army_that_found_no_room_enters_in_finland_and_belongs_there() -> None:
    g = no_room("agn", "ge-163-inf", "ge-1-inf")
    play(g, ReplacementPhase())
    while asking(g) == "PlaceReinforcement":
        answers(g, next(o for o in options_of(g) if o.startswith("place")))
    assert g.campaign.finland >> g.hex_of[unit(g, "ge-163-inf")] & 1
    assert g.origin[unit(g, "ge-163-inf")] == Origin.FINLAND
    assert not g.campaign.finland >> g.hex_of[unit(g, "ge-1-inf")] & 1
    assert g.origin[unit(g, "ge-1-inf")] == Origin.ELSEWHERE


@pytest.mark.rule("damos AGS 6.0", "damos AGS 4.8")
def test_allies_that_found_no_room_wait_as_long_as_those_who_did() -> None:
    g = no_room("ags", "ro-1-arm", "hu-1-mot")
    for name, origin in (("ro-1-arm", Origin.ROMANIA), ("hu-1-mot", Origin.HUNGARY)):
        assert g.origin[unit(g, name)] == origin
        arrive(g, unit(g, name), Hex(members(entry_hexes(g, unit(g, name)))[0]), 1)
        refusal = may_act(g, unit(g, name))
        assert refusal is not None
        assert refusal.rule == "AGS 4.8"


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
def test_where_nothing_fits_any_more_the_rest_is_held_back() -> None:
    g = historical("ags")
    late = next(u for u in g.roster.of_side[AXIS] if g.nation(u) is Nation.HUNGARIAN)
    g.remove(late, Fate.DUE)
    g.fate[late] = Fate.SET_UP
    # As if enemies stood everywhere in Hungary.
    g.occupied[SOVIET] |= g.campaign.board.country_bits["HU"]
    play(g, PickUnit(AXIS))
    assert options_of(g) == ["hold_back"]
    answers(g, "hold_back")
    assert g.fate[late] == Fate.DUE
    assert g.origin[late] == Origin.HUNGARY
