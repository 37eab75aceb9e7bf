"""The lines of the playsheet, each where it happens on the board; its procedures by themselves are tested beside it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Action, Hex, Seat
from sandtable.rules.airborne.air_phase.bombing import Interdiction
from sandtable.rules.airborne.air_phase.fighters import FightersByZone
from sandtable.rules.airborne.air_phase.lifts import FlakAtTheZone, FlakOnTheWay
from sandtable.rules.airborne.air_phase.lines import take_orders
from sandtable.rules.airborne.air_phase.resupplying import ResupplyDrops
from sandtable.rules.airborne.air_phase.scouting import targets
from sandtable.rules.airborne.fight.engaging import guns_for, planned_fight
from sandtable.rules.airborne.fight.forming import Combats
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor
from sandtable.rules.airborne.position.sight import look_around
from sandtable.rules.airborne.position.ways import march, ticks_for
from sandtable.rules.airborne.state import ATTACKER, DEFENDER, Ground, Mode, Troop
from sandtable.rules.airborne.strength import Attack, Fight, factors, strength

from .board import ALLIES, at, cell, corridor, move, number, order, run
from .judging import TABLES

MOVES = [
    (troop, ground, mode, km)
    for troop in Troop
    if troop
    for ground in Ground
    for mode in Mode
    if isinstance(km := TABLES["movement"].look_up(row=f"{troop.word} {ground.word}", column=mode.word), int)
    and km > 0
]
PLAIN, NEXT = "01616", "01615"


def on_plain(*placed: str, **more: Any) -> Corridor:
    """Units on the plain in the whole operation."""
    return corridor(*placed, scenario="market-garden", **more)


def planned(g: Corridor, target: str, *units: str) -> Fight:
    """The attack of *units* on a cell as it would be fought now."""
    numbers = [number(g, unit) for unit in units]
    found = planned_fight(g, g.side_of(numbers[0]), cell(g, target), numbers, int(Attack.PLANNED))
    assert found is not None
    return found


# ---- 1, 2.2: movement and what it costs


@pytest.mark.rule("airborne 1.1", "airborne 1.2")
@pytest.mark.parametrize(("troop", "ground", "mode", "km"), MOVES)
def test_every_line_of_the_movement_table_is_a_turn_on_the_board(
    troop: Troop, ground: Ground, mode: Mode, km: int
) -> None:
    plan = corridor().plan
    here = next(int(h) for h, word in plan.board.terrain.items() if word == ground.word)
    assert km * ticks_for(plan, troop, mode, here) == plan.ticks


@pytest.mark.rule("airborne 1.2")
def test_nobody_goes_farther_in_a_turn_than_the_uninterrupted_maximum() -> None:
    g = corridor("br-1para 01616")
    found = march(g, number(g, "br-1para"), Mode.TACTICAL, cell(g, PLAIN))
    assert found is not None
    farthest = max(
        g.grid.distance(g.grid.hex(PLAIN), Hex(h)) for h in g.plan.board.terrain if found.all >> h & 1
    )
    assert farthest == TABLES["movement"].look_up(row="foot open", column="tactical")


@pytest.mark.rule("airborne 2.2")
def test_wheels_and_tracks_pay_a_point_of_fuel_for_the_first_kilometre_of_a_turn_and_foot_none() -> None:
    g = on_plain("gd-2ig 01616", "br-1para 01610")
    tanks, foot = number(g, "gd-2ig"), number(g, "br-1para")
    fuel = g.fuel[tanks]
    order(g, "move gd-2ig tactical", "to gd-2ig 01619", "move br-1para tactical", "to br-1para 01612")
    move(g)
    assert (at(g, "gd-2ig"), g.fuel[tanks], g.fuel[foot]) == ("01619", fuel - 1, 0)


@pytest.mark.rule("airborne 2.2")
def test_an_attack_costs_each_attacker_and_each_gun_a_point_of_ammunition_and_the_defender_none() -> None:
    g = corridor("br-1para 01615", "br-light 01609", "ge-krafft 01616")
    look_around(g)
    order(g, "attack br-1para 01616", "support br-light 01616")
    had = [g.ammo[number(g, unit)] for unit in ("br-1para", "br-light", "ge-krafft")]
    run(g, [Combats()], 1)
    left = [g.ammo[number(g, unit)] for unit in ("br-1para", "br-light", "ge-krafft")]
    assert [a - b for a, b in zip(had, left, strict=True)] == [1, 1, 0]


# ---- 2.4: factors


@pytest.mark.rule("airborne 2.4.2")
def test_tanks_and_infantry_that_attack_together_are_combined_arms() -> None:
    g = on_plain("gd-2ig 01615", "gd-3ig 01615", "ge-krafft 01616")
    assert factors(g, planned(g, PLAIN, "gd-2ig", "gd-3ig"), ATTACKER)["combined_arms"] == 2
    assert factors(g, planned(g, PLAIN, "gd-2ig"), ATTACKER)["combined_arms"] == 0


@pytest.mark.rule("airborne 2.4.3")
def test_parachutists_attack_as_light_infantry_and_do_not_defend_as_such() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    assert factors(g, planned(g, PLAIN, "br-1para"), ATTACKER)["light_infantry"] == 1
    assert factors(g, planned(g, NEXT, "ge-krafft"), DEFENDER)["light_infantry"] == 0


@pytest.mark.rule("airborne 2.4.4")
def test_who_has_not_prepared_attacks_unprepared() -> None:
    g = corridor("br-1para 01615", "br-2para 01615", "ge-krafft 01616")
    g.prepared[number(g, "br-2para")] = 1
    assert factors(g, planned(g, PLAIN, "br-1para", "br-2para"), ATTACKER)["unprepared"] == 1


@pytest.mark.rule("airborne 2.4.5")
def test_a_unit_of_another_division_suffers_and_one_of_corps_troops_does_not() -> None:
    g = on_plain("gd-2ig 01615", "us-2-505 01615", "b8-sry 01615", "ge-krafft 01616")
    found = planned(g, PLAIN, "gd-2ig", "us-2-505", "b8-sry")
    assert factors(g, found, ATTACKER)["other_formation"] == 1


@pytest.mark.rule("airborne 2.4.6")
def test_a_column_is_attacked_in_non_tactical_order() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    g.mode[number(g, "ge-krafft")] = int(Mode.ROAD_COLUMN)
    assert factors(g, planned(g, PLAIN, "br-1para"), DEFENDER)["non_tactical"] == 1


@pytest.mark.rule("airborne 2.4.7")
def test_armour_without_fuel_fights_worse_and_foot_does_not_need_any() -> None:
    g = on_plain("gd-2ig 01615", "br-1para 01615", "ge-krafft 01616")
    g.fuel[number(g, "gd-2ig")] = 0
    assert factors(g, planned(g, PLAIN, "gd-2ig", "br-1para"), ATTACKER)["no_fuel"] == 1


@pytest.mark.rule("airborne 2.4.8")
@pytest.mark.parametrize("ground", [Ground.CLOSE, Ground.WOOD, Ground.TOWN, Ground.MARSH])
def test_close_country_helps_whoever_is_attacked_by_tanks_in_it(ground: Ground) -> None:
    g = on_plain()
    there, beside = next(
        (h, other)
        for h, word in g.plan.board.terrain.items()
        if word == ground.word
        for other in g.grid.neighbours(h)
        if other in g.plan.board.terrain and _dry(g, int(h), int(other))
    )
    for unit, at_ in (("gd-2ig", beside), ("ge-krafft", there)):
        g.hex_of[number(g, unit)] = int(at_)
    assert factors(g, planned(g, g.grid.name(there), "gd-2ig"), DEFENDER)["close_country"] == 1


def _dry(g: Corridor, one: int, other: int) -> bool:
    side = g.grid.side(Hex(one), Hex(other))
    return not any(side in g.plan.board.hexsides[kind] for kind in ("river", "canal"))


@pytest.mark.rule("airborne 2.4.9")
def test_infantry_in_the_open_is_unsupported_against_tanks_unless_guns_fire_for_it() -> None:
    g = on_plain("gd-2ig 01615", "ge-krafft 01616")
    assert factors(g, planned(g, PLAIN, "gd-2ig"), DEFENDER)["unsupported_infantry"] == 1
    g.hex_of[number(g, "ge-art10")] = cell(g, "01618")
    assert factors(g, planned(g, PLAIN, "gd-2ig"), DEFENDER)["unsupported_infantry"] == 0


# ---- 2.5, 3, 4: support


@pytest.mark.rule("airborne 2.5", "airborne 4")
@pytest.mark.parametrize(
    ("side", "kind", "squadrons", "adds"),
    [
        *((ALLIED, 0, n, adds) for n, adds in ((1, 4), (2, 6), (3, 6), (4, 8), (7, 8), (8, 10))),
        *((GERMAN, 0, n, adds) for n, adds in ((1, 4), (2, 4), (3, 6), (5, 6), (6, 8), (9, 8), (10, 10))),
        *((ALLIED, 1, n, adds) for n, adds in ((1, 8), (2, 8), (3, 10))),
    ],
)
def test_every_level_of_air_support_counts_once_in_its_combat(
    side: int, kind: int, squadrons: int, adds: int
) -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    attackers = ("br-1para", PLAIN) if side == ALLIED else ("ge-krafft", NEXT)
    alone = int(strength(g, planned(g, attackers[1], attackers[0]), ATTACKER))
    g.support = [side, kind, squadrons, cell(g, attackers[1])]
    assert int(strength(g, planned(g, attackers[1], attackers[0]), ATTACKER)) - alone == adds


@pytest.mark.rule("airborne 3.1")
@pytest.mark.parametrize(
    ("guns", "near", "long"),
    [("field", 8, 12), ("medium", 12, 20), ("rocket", 6, 6)],
)
def test_every_kind_of_gun_of_the_order_of_battle_fires_as_far_as_its_line_says(
    guns: str, near: int, long: int
) -> None:
    g = on_plain("br-1para 01615", "ge-krafft 01616")
    battery = next(
        n
        for n, u in enumerate(g.campaign.units)
        if u.guns == guns and u.side == (GERMAN if guns != "medium" else ALLIED)
    )
    side, target = g.side_of(battery), Hex(cell(g, PLAIN if g.side_of(battery) == ALLIED else NEXT))
    g.task[battery], g.target[battery] = 3, int(target)
    fires = {}
    for km in range(1, long + 2):
        ring = g.grid.ring(target, km) & g.plan.board.in_play
        g.hex_of[battery] = ring.bit_length() - 1
        close, far = guns_for(g, side, int(target), attacking=True)
        fires[km] = 1 if battery in close else 2 if battery in far else 0
    assert fires == {km: 1 if km <= near else 2 if km <= long else 0 for km in fires}


# ---- 5: results


@pytest.mark.rule("airborne 5", "airborne 5.6")
@pytest.mark.parametrize(
    ("paragraph", "status", "dice", "lost", "retires", "supply"),
    [
        pytest.param("5.1", 14, (3, 1, 2), (1, 2), 3, 2, marks=pytest.mark.rule("airborne 5.1")),
        pytest.param("5.2", 10, (3, 4), (1, 1), 4, 1, marks=pytest.mark.rule("airborne 5.2")),
        pytest.param("5.3", 7, (3,), (1, 1), 2, 1, marks=pytest.mark.rule("airborne 5.3")),
        pytest.param("5.4", 4, (3,), (1, 1), 0, 0, marks=pytest.mark.rule("airborne 5.4")),
        pytest.param("5.5", 1, (1,), (1, 0), 0, 0, marks=pytest.mark.rule("airborne 5.5")),
    ],
)
def test_every_line_of_the_results_on_the_board(
    paragraph: str, status: int, dice: tuple[int, ...], lost: tuple[int, int], retires: int, supply: int
) -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    one, other = number(g, "br-1para"), number(g, "ge-krafft")
    g.prepared[one] = 1
    g.status[one], g.status[other], g.ammo[other] = status, 4, 3
    look_around(g)
    order(g, "attack br-1para 01616")
    order(g, "no_counter ge-krafft")
    run(g, [Combats()], *dice)
    assert (status - g.status[one], 4 - g.status[other]) == lost
    assert g.grid.distance(g.grid.hex(PLAIN), Hex(g.hex_of[other])) == retires
    assert 3 - g.ammo[other] == supply
    assert (at(g, "br-1para") != NEXT) is (paragraph == "5.5")


# ---- 6 to 11: in the air


@pytest.mark.rule("airborne 6.4")
def test_more_than_three_units_in_a_square_are_seen_more_easily() -> None:
    g = corridor("ge-krafft 01616", "ge-spindler 01616", "ge-harder 01617")
    zone = g.campaign.air_zone[g.grid.hex(PLAIN)]
    assert {added for _, _, added in targets(g, ALLIED, zone)} == {0}
    g.hex_of[number(g, "ge-allwoerden")] = cell(g, "01617")
    assert {added for _, _, added in targets(g, ALLIED, zone)} == {1}


@pytest.mark.rule("airborne 7.2")
def test_fighters_over_a_zone_lose_the_shares_of_their_result() -> None:
    g = corridor(turn=5, scenario="market-garden")
    sides = [
        next(Seat(n) for n, c in enumerate(g.campaign.commands) if c.air and c.side == s) for s in (0, 1)
    ]
    take_orders(g, sides[0], [Action("cover", (3, 12))])
    take_orders(g, sides[1], [Action("cover", (3, 6))])
    run(g, [FightersByZone()], 6)
    left = [g.strength[g.campaign.fighters(side)] for side in (ALLIED, GERMAN)]
    assert (12 - left[0], 6 - left[1]) == (1, 2)


@pytest.mark.rule("airborne 9.2")
def test_the_second_damage_takes_a_serial_and_its_load_out_of_the_stream() -> None:
    g = corridor(turn=1)
    unit = number(g, "br-1para")
    g.aboard[unit], g.hex_of[unit] = 1, -1
    flights = g.campaign.serials_of[unit]
    for flight in flights:
        g.flying[flight] = 1
    battery = number(g, "fk-arn-h1")
    g.hex_of[battery], g.silenced[battery] = int(g.landing[unit]), 0
    run(g, [FlakAtTheZone()], *([4] * len(flights)))
    assert all(g.damage[flight] == 1 and g.strength[flight] for flight in flights)
    run(g, [FlakAtTheZone()], *([4] * len(flights)))
    assert not any(g.strength[flight] for flight in flights)


@pytest.mark.rule("airborne 9.1")
def test_flak_under_the_way_fires_before_the_zone() -> None:
    g = corridor(turn=1)
    unit = number(g, "br-1para")
    g.aboard[unit], g.hex_of[unit] = 1, -1
    flight = g.campaign.serials_of[unit][0]
    g.flying[flight] = 1
    battery = number(g, "fk-bos-h")
    g.hex_of[battery] = int(g.campaign.routes[g.campaign.route_of[flight]][-1])
    g.silenced[battery] = 0
    run(g, [FlakOnTheWay()], 5)
    assert g.damage[flight] == 1


@pytest.mark.rule("airborne 10.1")
@pytest.mark.parametrize(
    ("squadrons", "die", "immobile", "lost"),
    [
        (1, 4, 0, 0),
        (2, 5, 1, 0),
        (2, 6, 1, 1),
        (4, 4, 1, 0),
        (6, 5, 1, 1),
        (8, 2, 1, 0),
        (12, 4, 1, 1),
        (13, 3, 1, 1),
    ],
)
def test_the_lines_of_interdiction_strike_a_unit_on_the_board(
    squadrons: int, die: int, immobile: int, lost: int
) -> None:
    g = corridor("ge-krafft 01616")
    unit = number(g, "ge-krafft")
    take_orders(g, ALLIES, [Action("interdict", (cell(g, NEXT), 0, squadrons))])
    had = g.status[unit]
    run(g, [Interdiction()], die)
    assert (g.immobile[unit], had - g.status[unit]) == (immobile, lost)


@pytest.mark.rule("airborne 11.2")
@pytest.mark.parametrize(("die", "arrives"), [(1, 5), (3, 7), (6, 10)])
def test_what_comes_down_on_a_quiet_zone_is_in_the_ready_reckoner(die: int, arrives: int) -> None:
    g = corridor(turn=9, scenario="market-garden")
    lift = next(lift for lift in g.campaign.resupplies if lift.points >= 10 and _open_ground(g, lift.zone))
    for flight in lift.flights:
        g.flying[flight] = 1
    rows = [min(lift.points - done, 10) for done in range(0, lift.points, 10)]
    run(g, [ResupplyDrops()], *(die for _ in rows))
    found = [int(TABLES["resupply"].look_up(row=points, column=die)) for points in rows]
    assert found[0] == arrives
    assert g.dropped[g.campaign.zone_number(lift.zone)] == sum(found)


def _open_ground(g: Corridor, zone: str) -> bool:
    return g.plan.board.terrain[g.campaign.drop_zones[zone]] == Ground.OPEN.word
