"""[Nations, Oil] Romania, Hungary and Finland leave the war; oil is counted."""

from __future__ import annotations

from sandtable.kernel import Auto, Seat

from ..events import NationLeft
from ..position.roster import AXIS, SIDES, SOVIET, Nation
from ..position.war import Status, War


class NationChecks(Auto[War]):
    """[Nations] At the end of a turn, after sudden death (B-38), nations whose cities have fallen leave."""

    rule = "Nations"

    def run(self, g: War) -> None:
        """Each by its own terms."""
        rules = g.campaign.schedule["exits"]
        if not g.romania_left and romania_leaves(g):
            lose_romania(g)
        hungary = rules["hungary"]
        held = g.controls(SOVIET, g.campaign.hex(hungary["city"]))
        g.budapest_held = g.budapest_held + 1 if held else 0
        if not g.hungary_left and g.budapest_held >= hungary["turns"]:
            g.hungary_left = g.turn
            leave(g, Nation.HUNGARIAN, "Hungary")
        if not g.finland_left and finland_leaves(g):
            g.finland_left = g.turn
            leave(g, Nation.FINNISH, "Finland")


class BucharestFallen(Auto[War]):
    """[Nations] Romania leaves at the end of the impulse in which Bucharest falls, and does not wait for the turn's (B-45)."""

    rule = "Nations"

    def run(self, g: War) -> None:
        """At once."""
        capital = g.campaign.schedule["exits"]["romania"]["at_once"]
        if not g.romania_left and g.controls(SOVIET, g.campaign.hex(capital)):
            lose_romania(g)


class CountOil(Auto[War]):
    """[Oil] A source of oil counts for its holder once he has held it at two turn ends running."""

    rule = "Oil"

    def run(self, g: War) -> None:
        """Count on, or begin again."""
        for number, oil in enumerate(g.campaign.schedule["oil"]):
            holder = Seat(SIDES.index(oil["holder"]))
            held = g.controls(holder, g.campaign.hex(oil["city"]))
            g.oil_held[number] = g.oil_held[number] + 1 if held else 0


def romania_leaves(g: War) -> bool:
    """[Nations] From turn 20 on if Iasi and Kishinev are Soviet; at any time if Bucharest is."""
    rules = g.campaign.schedule["exits"]["romania"]
    if g.controls(SOVIET, g.campaign.hex(rules["at_once"])):
        return True
    return g.turn >= rules["from_turn"] and all(g.controls(SOVIET, g.campaign.hex(c)) for c in rules["all"])


def lose_romania(g: War) -> None:
    """[Nations] Romania changes sides; a German garrison keeps the capital until it is driven out."""
    g.romania_left = g.turn
    leave(g, Nation.ROMANIAN, "Romania")
    capital = g.campaign.schedule["exits"]["romania"]["at_once"]
    g.take_control(g.campaign.hexes([capital]) & ~g.occupied[AXIS], SOVIET)


def finland_leaves(g: War) -> bool:
    """[Nations] From turn 20 on if Leningrad and Vyborg or Petrozavodsk are Soviet; on turn 21 if Leningrad is."""
    rules = g.campaign.schedule["exits"]["finland"]
    if not all(g.controls(SOVIET, g.campaign.hex(c)) for c in rules["all"]):
        return False
    near = any(g.controls(SOVIET, g.campaign.hex(c)) for c in rules["any"])
    return (g.turn >= rules["from_turn"] and near) or g.turn >= rules["last_turn"]


def leave(g: War, nation: Nation, name: str) -> None:
    """[Nations] All units of *nation* are out of the game."""
    for unit in g.roster.of_side[AXIS]:
        if g.counter(unit).nation is nation and g.status[unit] != Status.SURRENDERED:
            g.remove(unit, Status.GONE)
    g.tell(NationLeft(name))
