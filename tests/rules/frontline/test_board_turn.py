"""The turn on the board: Pools, sheets, flags, cards, works, partisans, nations and the count of cities."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action, Hex, Seat, asked, lines, settle, sheet
from sandtable.kernel.machine.engine import refusal
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.fight.aftermath import Occupy, Survivors
from sandtable.rules.frontline.position.line import fill_all, front, front_gaps, routes, take
from sandtable.rules.frontline.position.nations import (
    AXIS,
    FINLAND,
    GERMANY,
    LSP,
    MEN,
    POINTS,
    ROMANIA,
    SOVIET,
    TANKS,
    USSR,
)
from sandtable.rules.frontline.position.war import POOL
from sandtable.rules.frontline.seen.soundness import complaints
from sandtable.rules.frontline.turn.closing import CloseLine, MoveUp
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.deployment import Deploy
from sandtable.rules.frontline.turn.ending import Report, city_points, judged
from sandtable.rules.frontline.turn.flagging import PlaceFlags
from sandtable.rules.frontline.turn.industry import Industry
from sandtable.rules.frontline.turn.raids import FlyRaid, ShutLine
from sandtable.rules.frontline.turn.straightening import BeginStraightening, GiveUp
from sandtable.rules.frontline.turn.update import change_nations, finish_works

from .board import (
    ALLIED,
    GERMAN,
    ask,
    choose,
    flag,
    hex_,
    in_hex,
    is_asked,
    points,
    roll,
    seal,
    start,
    told,
    verbs,
)
from .board import USSR as SOVIETS


@pytest.mark.rule("frontline Set-up")
def test_the_scenario_starts_with_the_front_of_july_1943() -> None:
    g = start()
    assert sum(g.stock(USSR, MEN)) == 128
    assert in_hex(g, "ussr", "1609") == (27, 13, 8, 4)
    assert g.layers(hex_("1609"), hex_("1509")) == 2
    assert not complaints(g)


@pytest.mark.rule("frontline Sequence 1", "frontline Sequence")
def test_industry_fills_the_pools_and_awards_flags() -> None:
    g = start()
    ask(g, Industry(), Deploy())
    assert [g.in_pool(GERMANY, kind) for kind in range(4)] == [8, 3, 2, 10]
    assert g.flags[GERMANY] == 3
    assert g.flags[USSR] == 5


@pytest.mark.rule("frontline Sequence 1")
def test_a_lost_industrial_zone_costs_its_part_of_production() -> None:
    g = start()
    take(g, hex_("1418"), SOVIET)
    ask(g, Industry(), Deploy())
    assert g.in_pool(GERMANY, LSP) == 2 + 8 * 2 // 3


@pytest.mark.rule("frontline Pool")
def test_the_pool_reaches_only_where_a_route_leads() -> None:
    g = start()
    assert routes(g, GERMANY) >> hex_("1509") & 1
    assert not routes(g, GERMANY) >> hex_("0411") & 1
    ask(g, Deploy())
    assert Action("place", (GERMANY, MEN, hex_("1509"), 2)) in lines(g, GERMAN)
    assert Action("place", (GERMANY, MEN, hex_("1412"), 1)) not in lines(g, GERMAN)


@pytest.mark.rule("frontline Sequence 2", "frontline Front Line")
def test_a_sheet_without_a_man_for_every_front_hex_is_refused_with_the_hexes_named() -> None:
    g = start()
    points(g, "germany", "1710")
    ask(g, Deploy())
    no = refusal(g, sheet([Action("place", (GERMANY, MEN, hex_("1509"), 1))]), GERMAN)
    assert no is not None
    assert "1710" in no.reason
    assert no.rule == "Sequence 2"
    seal(g, GERMAN, Action("place", (GERMANY, MEN, hex_("1710"), 1)))
    assert asked(g) == (ALLIED, SOVIETS)


@pytest.mark.rule("frontline Pool")
def test_before_a_sheet_is_sealed_it_says_what_stays_in_the_pool() -> None:
    g = start()
    g.pool = [0] * len(g.pool)
    g.to_pool(GERMANY, MEN, 2)
    ask(g, Deploy())
    (concern,) = Deploy().concerns(g, GERMAN, ())
    assert (concern.kind, concern.text) == ("pool", "2 men that could be deployed would stay in the Pool")
    assert not Deploy().concerns(g, GERMAN, [Action("place", (GERMANY, MEN, hex_("1509"), 2))])


@pytest.mark.rule("frontline Military Flags")
def test_before_a_sheet_is_sealed_it_says_which_flags_would_lapse() -> None:
    g = start()
    g.flags = [0] * len(g.flags)
    g.flags[USSR] = 1
    ask(g, PlaceFlags(SOVIET))
    (concern,) = PlaceFlags(SOVIET).concerns(g, SOVIETS, ())
    assert (concern.kind, concern.text.split(" would")[0]) == ("flags", "1 Offensive Flag")
    flag_ = Action("flag", (USSR, hex_("1508"), hex_("1509")))
    assert not PlaceFlags(SOVIET).concerns(g, SOVIETS, [flag_])


@pytest.mark.rule("frontline Sequence 2")
def test_an_empty_sheet_is_completed_with_the_minimum() -> None:
    g = start()
    points(g, "germany", "1710")
    ask(g, Deploy())
    assert Deploy().completed(g, GERMAN, ()) == [Action("place", (GERMANY, MEN, hex_("1710"), 1))]


@pytest.mark.rule("frontline Front Line")
def test_a_gap_without_any_man_becomes_no_mans_land() -> None:
    g = start()
    points(g, "germany", "0312")
    g.pool = [0] * len(g.pool)
    fill_all(g)
    assert not front_gaps(g, AXIS)


@pytest.mark.rule("frontline Fortifications")
def test_a_man_and_an_lsp_build_a_layer_and_the_man_is_free_again() -> None:
    g = start()
    points(g, "germany", "1509", 5, 0, 0, 1)
    before = g.layers(hex_("1509"), hex_("1508"))
    ask(g, Deploy(), Commit())
    seal(g, GERMAN, Action("build", (GERMANY, hex_("1509"), hex_("1508"))))
    seal(g, ALLIED)
    seal(g, SOVIETS)
    assert in_hex(g, "germany", "1509") == (4, 0, 0, 0)
    finish_works(g)
    assert in_hex(g, "germany", "1509") == (5, 0, 0, 0)
    assert g.layers(hex_("1509"), hex_("1508")) == before + 1


@pytest.mark.rule("frontline PAG Deployment", "frontline New PAGs", "frontline Security Zone")
def test_partisans_appear_in_the_ussr_behind_the_line_and_not_on_security_zones() -> None:
    g = start()
    g.new_partisans = [1]
    ask(g, Deploy())
    placed = {line.args[0] for line in lines(g, SOVIETS) if line.verb == "pag"}
    assert hex_("1413") in placed
    assert hex_("1412") not in placed, "a security zone"
    assert hex_("1511") not in placed, "next to the front"
    assert hex_("1615") not in placed, "not in the USSR"


@pytest.mark.rule("frontline Security Zone")
def test_a_security_zone_takes_a_man_and_an_lsp_from_the_pool() -> None:
    g = start()
    ask(g, Deploy())
    seal(g, GERMAN, Action("zone", (GERMANY, hex_("1413"))))
    seal(g, ALLIED)
    seal(g, SOVIETS)
    assert g.security[hex_("1413")] == GERMANY + 1
    assert g.in_pool(GERMANY, MEN) == 1
    assert g.in_pool(GERMANY, LSP) == 1


@pytest.mark.rule("frontline Military Flags", "frontline Winter")
def test_flags_stand_on_hexsides_in_contact_and_winter_takes_two() -> None:
    g = start()
    g.flags[USSR] = 1
    ask(g, PlaceFlags(SOVIET))
    assert Action("flag", (USSR, hex_("1508"), hex_("1509"))) in lines(g, SOVIETS)
    g.turn = 8
    assert Action("flag", (USSR, hex_("1508"), hex_("1509"))) not in lines(g, SOVIETS)


@pytest.mark.rule("frontline Front Line")
def test_an_army_without_men_loses_the_hexes_beside_the_enemy_and_not_its_country() -> None:
    g = start()
    for nation in range(USSR):
        for kind in range(len(POINTS)):
            g.stock(nation, kind)[:] = [0] * len(g.holder)
            g.pool[nation * len(POINTS) + kind] = 0
    g.garrison = [0] * len(g.garrison)
    before = set(front(g, AXIS))
    fill_all(g)
    assert not any(g.holds(AXIS, h) for h in before)
    assert g.holds(AXIS, hex_("1418"))
    assert not complaints(g)


@pytest.mark.rule("frontline Naval Flags")
def test_a_landing_takes_a_naval_flag_besides() -> None:
    g = start()
    g.flags[USSR], g.naval = 1, [0, 1]
    ask(g, PlaceFlags(SOVIET))
    assert Action("landing", (USSR, hex_("2108"), hex_("2109"))) in lines(g, SOVIETS)
    g.naval = [0, 0]
    assert "landing" not in verbs(g, SOVIETS)


@pytest.mark.rule("frontline Naval Flags")
def test_a_landing_may_embark_out_of_the_pool_in_a_port_with_a_route() -> None:
    g = start()
    points(g, "ussr", "2405")
    points(g, "germany", "2208", 1)
    g.flags[USSR], g.naval = 1, [0, 1]
    g.pool[USSR * len(POINTS) : (USSR + 1) * len(POINTS)] = [20, 5, 3, 8]
    ask(g, PlaceFlags(SOVIET), Commit())
    seal(g, SOVIETS, Action("landing", (USSR, hex_("2405"), hex_("2208"))))
    seal(g, GERMAN)
    seal(g, ALLIED)
    seal(
        g,
        SOVIETS,
        Action("send", (USSR, POOL, MEN, hex_("2208"), 20)),
        Action("send", (USSR, POOL, LSP, hex_("2208"), 8)),
        Action("lsp", (USSR, hex_("2405"), hex_("2208"), 8)),
    )
    assert [g.in_pool(USSR, kind) for kind in range(4)] == [0, 5, 3, 0]
    roll(g, 6, 1)
    assert is_asked(g, Occupy)
    assert in_hex(g, "ussr", "2405")[MEN] == 20
    assert not complaints(g)


@pytest.mark.rule("frontline Naval Flags")
def test_nobody_embarks_where_no_route_leads() -> None:
    g = start()
    points(g, "ussr", "2405")
    for near in g.campaign.around[hex_("2405")]:
        take(g, near, AXIS)
    g.flags[USSR], g.naval = 1, [0, 1]
    ask(g, PlaceFlags(SOVIET))
    assert not [a for a in lines(g, SOVIETS) if a.verb == "landing" and a.args[1] == hex_("2405")]


@pytest.mark.rule("frontline Security Operation")
def test_partisans_may_be_hunted_in_a_hex_that_the_enemy_lands_on() -> None:
    g = start()
    points(g, "germany", "2209")
    g.partisans[hex_("2209")] = 1
    g.operation[hex_("2209")] = GERMANY + 1
    g.landing_from, g.landing_to = [-1, hex_("2207")], [-1, hex_("2209")]
    g.pool[:2] = [3, 0]
    g.pool[USSR * len(POINTS) + LSP] = 2
    ask(g, Commit())
    seal(g, GERMAN, Action("send", (GERMANY, POOL, MEN, hex_("2209"), 2)))
    seal(g, ALLIED)
    seal(g, SOVIETS, Action("send", (USSR, POOL, LSP, hex_("2209"), 2)))
    assert told(g, "CombatBegan")[0].startswith("The Axis attacks 2209")
    roll(g, 6, 1)
    assert told(g, "CombatBegan")[1].startswith("The Soviets attack 2209")


@pytest.mark.rule("frontline Sequence 8")
def test_survivors_may_go_to_several_hexes() -> None:
    g = start()
    points(g, "germany", "1709", 3, 1, 0, 2)
    before = in_hex(g, "germany", "1809"), in_hex(g, "germany", "1710")
    ask(g, Survivors(AXIS, hex_("1709"), -1))
    choose(g, "part", hex_("1809"), TANKS)
    choose(g, "part", hex_("1809"), MEN)
    choose(g, "retreat", hex_("1710"))
    assert in_hex(g, "germany", "1809") == tuple(a + b for a, b in zip(before[0], (1, 1, 0, 0), strict=True))
    assert in_hex(g, "germany", "1710") == tuple(a + b for a, b in zip(before[1], (2, 0, 0, 2), strict=True))


@pytest.mark.rule("frontline Advantage Cards", "frontline Card Flag")
def test_a_card_is_played_once_and_may_bring_a_flag() -> None:
    g = start()
    ask(g, Commit())
    extra = Action("extra", (0, GERMANY, hex_("1509"), hex_("1508")))
    assert extra in lines(g, GERMAN)
    assert all(
        line.args[0] != 0 for line in lines(g, GERMAN, [extra]) if line.verb in ("die", "order", "extra")
    )
    seal(g, GERMAN, extra)
    seal(g, ALLIED)
    seal(g, SOVIETS)
    assert g.played[0] == 1
    assert told(g, "FlagPlaced") == ["A German flag from 1509 Orel towards 1508 Yelets."]


@pytest.mark.rule("frontline Card Other")
def test_a_wish_goes_to_control_and_comes_back_where_nobody_grants_it() -> None:
    g = start(wishes=True)
    ask(g, Commit())
    seal(g, GERMAN, Action("wish", (0,)))
    seal(g, ALLIED)
    seal(g, SOVIETS)
    assert g.played[0] == 1
    choose(g, "refused")
    assert g.played[0] == 0


@pytest.mark.rule("frontline Card Order")
def test_the_higher_bid_decides_who_goes_first() -> None:
    g = start()
    flag(g, AXIS, "1509", "1508")
    flag(g, SOVIET, "1608", "1709")
    ask(g, Commit())
    seal(g, GERMAN)
    seal(g, ALLIED)
    seal(g, SOVIETS, Action("order", (4, 1)))
    assert g.goes_first == SOVIET + 1
    assert told(g, "OrderSet")[0].endswith("1709 Kharkov, 1508 Yelets.")


@pytest.mark.rule("frontline Sequence 6")
def test_points_taken_out_of_the_line_come_back_at_the_next_deployment() -> None:
    g = start()
    ask(g, Commit())
    seal(g, GERMAN, Action("withdraw", (GERMANY, hex_("1509"), MEN, 4)))
    seal(g, ALLIED)
    seal(g, SOVIETS)
    assert in_hex(g, "germany", "1509")[0] == 7
    assert g.withdrawn[GERMANY * len(POINTS) + MEN] == 4
    assert g.in_pool(GERMANY, MEN) == 2


@pytest.mark.rule("frontline Sequence 6")
def test_what_attacks_is_not_withdrawn_and_every_hex_keeps_a_man() -> None:
    g = start()
    flag(g, AXIS, "1509", "1508")
    ask(g, Commit())
    out = [line for line in lines(g, GERMAN) if line.verb == "withdraw"]
    assert not [line for line in out if line.args[1] == hex_("1509") and line.args[2] == MEN]
    assert Action("withdraw", (GERMANY, hex_("1111"), MEN, 6)) not in lines(g, GERMAN)


@pytest.mark.rule("frontline Process 1")
def test_a_hex_with_two_targets_divides_its_points() -> None:
    g = start()
    flag(g, AXIS, "1509", "1508")
    flag(g, AXIS, "1509", "1408")
    ask(g, Commit())
    seal(g, GERMAN, Action("divide", (GERMANY, hex_("1509"), hex_("1508"), MEN, 9)))
    seal(g, ALLIED)
    seal(g, SOVIETS)
    assert sum(row[4] for row in g.contingents() if row[0] == 0) in (10, 1, 9, 2)


@pytest.mark.rule("frontline Sequence 8", "frontline Terrain Results")
def test_a_red_result_pushes_the_attackers_out_and_the_defender_may_follow() -> None:
    g = start()
    points(g, "germany", "1509", 2)
    flag(g, AXIS, "1509", "1508")
    points(g, "ussr", "1508", 12, 2, 2)
    ask(g, Commit())
    seal(g, GERMAN)
    seal(g, ALLIED)
    seal(g, SOVIETS)
    roll(g, 1, 6)
    assert any("pushed out" in line for line in told(g, "CombatEnded"))


@pytest.mark.rule("frontline Line Straightening", "frontline Sequence 9")
def test_a_hex_that_is_given_up_may_be_followed_into() -> None:
    g = start()
    ask(g, BeginStraightening())
    assert is_asked(g, GiveUp)
    seal(g, GERMAN, Action("give", (hex_("1509"),)))
    assert g.holder[hex_("1509")] == 0
    assert Action("follow", (hex_("1509"),)) in lines(g, SOVIETS)
    seal(g, SOVIETS, Action("follow", (hex_("1509"),)))
    assert g.holds(SOVIET, hex_("1509"))


@pytest.mark.rule("frontline PAG Absorbed")
def test_partisans_join_the_line_that_reaches_them() -> None:
    g = start()
    take(g, hex_("1513"), SOVIET)
    assert in_hex(g, "ussr", "1513")[0] == 1
    assert not g.partisans[hex_("1513")]


@pytest.mark.rule("frontline Security Operation")
def test_a_security_operation_destroys_partisans_and_its_forces_return_to_the_pool() -> None:
    g = start()
    g.operation[hex_("1513")] = 1
    ask(g, Commit())
    seal(
        g,
        GERMAN,
        Action("send", (GERMANY, -1, MEN, hex_("1513"), 2)),
        Action("lsp", (GERMANY, -1, hex_("1513"), 1)),
    )
    seal(g, ALLIED)
    seal(g, SOVIETS)
    roll(g, 6, 1)
    assert not g.partisans[hex_("1513")]
    assert g.in_pool(GERMANY, MEN) == 2


@pytest.mark.rule("frontline Garrisons")
def test_a_garrison_holds_its_hex_like_a_man() -> None:
    g = start()
    take(g, hex_("2209"), SOVIET)
    assert hex_("2210") in front(g, AXIS)
    assert hex_("2210") not in front_gaps(g, AXIS)


@pytest.mark.rule("frontline Nations")
def test_romania_changes_sides_when_the_soviets_stand_before_ploesti() -> None:
    g = start()
    take(g, hex_("2113"), SOVIET)
    change_nations(g)
    assert g.romania_left == g.turn
    assert not any(g.stock(ROMANIA, MEN))
    assert g.holds(SOVIET, hex_("2213"))


@pytest.mark.rule("frontline Nations")
def test_finland_makes_peace_and_its_ground_is_out_of_play() -> None:
    g = start()
    g.turn = 11
    change_nations(g)
    assert g.finland_left == 11
    assert g.holder[hex_("0913")] == 3
    assert g.holds(SOVIET, hex_("0810"))
    assert not any(g.stock(FINLAND, MEN))
    assert not complaints(g)


@pytest.mark.rule("frontline Leningrad")
def test_only_little_comes_over_the_lake_while_leningrad_is_cut_off() -> None:
    g = start("frontline")
    ask(g, Deploy())
    into = [
        line.args[3]
        for line in lines(g, SOVIETS)
        if line.verb == "place" and line.args[1:3] == (MEN, hex_("1011"))
    ]
    assert max(into) == 2
    g.ladoga = 0
    into = [
        line.args[3]
        for line in lines(g, SOVIETS)
        if line.verb == "place" and line.args[1:3] == (MEN, hex_("1011"))
    ]
    assert max(into) == 7


@pytest.mark.rule("frontline Victory", "frontline Sequence 10")
def test_cities_are_counted_and_each_high_command_hears_its_own_report() -> None:
    g = start()
    g.stage = 9
    ask(g, Report(), Deploy())
    assert g.points == int(city_points(g)) == 60
    reports = [t for t in g.told or () if type(t.event).__name__ == "Reported"]
    assert [t.audience for t in reports] == [(GERMAN, ALLIED), (SOVIETS,)]
    # It is kept as a report, to be read again and printed.
    assert {t.event.facts.role for t in reports} == {"report"}


@pytest.mark.rule("frontline Victory")
def test_the_total_of_the_axis_decides() -> None:
    g = start()
    assert judged(g, 350)[0].name == "DRAW"
    assert judged(g, 371)[0].name == "AXIS"
    assert judged(g, 339)[0].name == "SOVIET"
    assert judged(g, 273)[1].name == "DECISIVE"


@pytest.mark.rule("frontline Bombing Industry", "frontline Bomber Bases", "frontline Air Defence")
def test_a_raid_shuts_down_lines_that_their_owner_names_unless_fighters_stop_it() -> None:
    g = start(bombing=True)
    g.bomber_count[1] = 3
    g.guard[hex_("1418")] = 1
    g.stage = 3
    ask(g, FlyRaid(1, 2, (int(hex_("1418")),), 0), Deploy())
    roll(g, 1)
    assert is_asked(g, ShutLine)
    choose(g, "shut", LSP)
    assert g.shut[GERMANY * len(POINTS) + LSP] == 1


@pytest.mark.rule("frontline Bombing Terror")
def test_unopposed_terror_takes_points_from_the_axis() -> None:
    g = start(bombing=True)
    g.bomber_count[1] = 3
    g.stage = 3
    ask(g, FlyRaid(1, 2, (int(hex_("1418")),), 1), Deploy())
    assert g.points == -2


@pytest.mark.rule("frontline Bombing Support")
def test_bombers_support_a_combat_within_range_where_their_base_is_paid_for() -> None:
    g = start()
    flag(g, SOVIET, "1508", "1509")
    ask(g, Commit())
    line = Action("bombers", (0, hex_("1509"), 3))
    assert line in lines(g, SOVIETS)
    g.pool[USSR * len(POINTS) + LSP] = 0
    assert line not in lines(g, SOVIETS)


@pytest.mark.rule("frontline Flak Costs")
def test_flak_zones_are_paid_for_each_turn_or_given_up() -> None:
    g = start(bombing=True)
    g.flak[hex_("1418")] = GERMANY + 1
    before = g.in_pool(GERMANY, LSP)
    ask(g, Industry(), Deploy())
    assert g.in_pool(GERMANY, LSP) == before + 8 + 2 - 1
    assert g.flak[hex_("1418")]


@pytest.mark.rule("frontline Sequence 2")
def test_the_stavka_allots_pool_and_flags_and_the_fronts_write_their_sheets() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("frontline-1943-fronts"))
    settle(g)
    assert asked(g) == (Seat(2),)
    seal(g, Seat(2), Action("allot", (1, MEN, 5)))
    assert set(asked(g)) == {Seat(n) for n in range(6)}
    placed = [line for line in lines(g, Seat(4)) if line.verb == "place" and line.args[1] == MEN]
    assert placed
    assert all(13 <= int(g.grid.name(Hex(line.args[2]))[:2]) <= 16 for line in placed)


@pytest.mark.rule("frontline Sequence 2")
def test_men_who_cannot_reach_a_gap_need_not_fill_it() -> None:
    g = start()
    for kind in range(len(POINTS)):
        g.stock(FINLAND, kind)[hex_("0810")] = g.stock(FINLAND, kind)[hex_("0912")] = 0
    for nation, men in ((GERMANY, 0), (FINLAND, 1), (ROMANIA, 4)):
        g.pool[nation * len(POINTS) + MEN] = men
    g.garrison = [0] * len(g.garrison)
    ask(g, Deploy())
    assert refusal(g, sheet(), ALLIED) is not None
    assert refusal(g, sheet([Action("place", (FINLAND, MEN, hex_("0810"), 1))]), ALLIED) is None


@pytest.mark.rule("frontline Sequence 3", "frontline Front Line")
def test_a_hex_that_faced_nobody_has_its_man_as_soon_as_the_enemy_moves_up_to_it() -> None:
    g = start()
    for name in ("1508", "1608", "1408", "1409", "1609"):
        points(g, "ussr", name)
        g.holder[hex_(name)] = 0
    ask(g, MoveUp(AXIS, hex_("1508")), CloseLine(AXIS, (hex_("1509"),)))
    assert is_asked(g, CloseLine)
    assert g.holds(AXIS, hex_("1508"))
    beside = [h for h in g.campaign.around[hex_("1508")] if g.holds(SOVIET, h)]
    assert beside
    assert all(g.total(SOVIET, MEN, h) for h in beside)
