"""By which doctrine the bots of the airborne operation attack: greedy by one, planning Allies by another."""

from __future__ import annotations

from sandtable.bots.airborne.doctrine import ALLIES as PLANNING_ALLIES
from sandtable.bots.airborne.doctrine import GREEDY, Doctrine
from sandtable.bots.airborne.greedy import Greedy
from sandtable.bots.airborne.ground import attacks, weigh
from sandtable.bots.airborne.objectives import objectives
from sandtable.bots.airborne.planner import AirbornePlaybook
from sandtable.bots.airborne.sighting import Sighting
from sandtable.kernel import Hex
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import Corridor
from tests.rules.airborne.board import ALLIES, GERMANS, corridor, number


def before_weak_germans() -> Corridor:
    """A battalion next to an alarm company that everybody sees."""
    g = corridor("br-1para 01616", "ge-krafft 01617")
    krafft = number(g, "ge-krafft")
    g.status[krafft] = 1
    g.known_hex[krafft] = g.hex_of[krafft]
    g.prepared[number(g, "br-1para")] = 1
    return g


def attacked(g: Corridor, doctrine: Doctrine) -> list[int]:
    """The cells that a side of Allies would attack, or prepare for."""
    return [target for target, _, _ in attacks(Sighting(g, ALLIES, doctrine), [number(g, "br-1para")])]


def test_only_units_that_are_fit_attack() -> None:
    g = before_weak_germans()
    assert attacked(g, Doctrine(fit=3)) == [g.hex_of[number(g, "ge-krafft")]]
    g.status[number(g, "br-1para")] = 2
    assert attacked(g, Doctrine(fit=3)) == []
    assert attacked(g, Doctrine(fit=2)) != []


def test_an_attack_is_worth_more_at_what_counts_for_victory() -> None:
    g = before_weak_germans()
    bridge = Hex(objectives(g, ALLIES)[0].cell)
    next_to_it = g.grid.neighbours(bridge)[0]
    attacker, defender = number(g, "br-1para"), number(g, "ge-krafft")

    def more(target: Hex, from_: Hex) -> float:
        g.hex_of[attacker], g.hex_of[defender] = int(from_), int(target)
        worths = [
            weigh(Sighting(g, ALLIES, Doctrine(at_objective=points)), int(target), (attacker,))
            for points in (0.0, 0.5)
        ]
        assert None not in worths
        return float(worths[1] or 0.0) - float(worths[0] or 0.0)

    assert round(more(next_to_it, g.grid.neighbours(next_to_it)[0]), 6) == 0.5
    assert more(Hex(g.grid.hex("01617")), Hex(g.grid.hex("01616"))) == 0.0


def test_the_planner_plays_the_allies_by_a_doctrine_of_their_own() -> None:
    g = before_weak_germans()
    usual = AirbornePlaybook().usual()
    assert usual.sight(RULEBOOK, g, ALLIES).doctrine == PLANNING_ALLIES != GREEDY
    assert usual.sight(RULEBOOK, g, GERMANS).doctrine == GREEDY
    assert Greedy().sight(RULEBOOK, g, ALLIES).doctrine == GREEDY
