"""Does Market Garden go as history went? Greedy against greedy, beside the hours and points of history.

    python -m tools.plausibility_airborne --games 4 --folder docs

writes ``plausibility-airborne.md``. The page is a measurement, made again when what is reconstructed or the bot changes;
what was adjusted to bring play nearer to history stands in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Hex, counted
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor
from sandtable.rules.airborne.position.crossings import ends
from sandtable.rules.airborne.state import Troop
from sandtable.rules.airborne.turn.ending import holds, holds_line
from sandtable.rules.airborne.turn.supplying import road_is_open

from .courses import adjusted_table, course_command, greedy_game, spread, when

SCENARIO: Final = "market-garden"
ENTRY: Final = "XXX Corps"
# The crossing in Allied hands and bearing something: the turn at whose end it was so first, and the hour.
BRIDGES: Final[dict[str, tuple[int, str]]] = {
    "Veghel canal bridge": (1, "17 September, taken whole"),
    "Grave bridge": (2, "17 September, evening"),
    "Heumen lock bridge (No. 7)": (2, "17 September, evening"),
    "Son bridge": (7, "19 September, dawn: blown, a Bailey laid"),
    "Nijmegen road bridge": (14, "20 September, evening"),
    "Arnhem road bridge": (0, "only its north end, to the morning of the 21st"),
}
# The armour of XXX Corps as far north as the place.
PLACES: Final[dict[str, tuple[int, str]]] = {
    "Valkenswaard": (2, "17 September, evening"),
    "Eindhoven": (6, "18 September, evening"),
    "Veghel": (8, "19 September, morning"),
    "Grave": (8, "19 September, morning"),
    "Nijmegen": (8, "19 September, noon"),
    "Elst": (21, "22 September, evening"),
    "Arnhem": (0, "never"),
}
ARMOUR: Final = ("gds", "8armd")
CUT: Final = ("22", "23", "24", "25")
POINTS: Final = 11
# From the evening of the 17th to the night of the 20th.
NORTH_END: Final = 13
ADJUSTED: Final[tuple[tuple[str, str, str], ...]] = ()
REMARKS: Final[tuple[str, ...]] = (
    "- **What was mended is the bot, not the scenario.** Germans left the border for the landings, so that XXX Corps was at "
    "Eindhoven on the first evening; now they bar the road in depth. Airborne divisions leave a unit at zones where more is "
    "to land, and guns do not drive ahead. With three units at each zone the 82nd never took Grave; and a bot to which ground "
    "far from all objectives was worth little let the tanks stand at Eindhoven. Both were tried on one "
    "game (seed 1944), which is among those below.",
    "- **The first evening is slow now**: tanks pass Valkenswaard and Eindhoven together, between history's two dates.",
    "- **Nijmegen falls two days early.** The 82nd's bot goes for the bridge at once; history's division was ordered to the "
    "heights first, which are worth no points.",
    "- **The bridge at Son is in Allied hands in one game of four**; elsewhere the armour finds another way north, and comes "
    "no farther than Grave. So Arnhem is fought for by those who landed there.",
    "- **The road is hardly ever cut.** The Germans have two thirds of their strength left on the fourth day, and "
    "spend it on bridges. The switch `replacements` is meant for that.",
)


class Course(NamedTuple):
    """What one game gave."""

    winner: str
    level: str
    points: int
    last_turn: int
    held: dict[str, int]
    reached: dict[str, int]
    # Turns that ended with the Allies on the north end of the Arnhem bridge; dates with a cut road, and of those beyond Son.
    arnhem: int
    cut: frozenset[str]
    cut_beyond_son: frozenset[str]
    # turn -> status on the map, Allied and German
    strength: dict[int, tuple[int, int]]


def fight(seed: int) -> Course:
    """Play one operation."""
    g, answers = greedy_game(RULEBOOK, SCENARIO, seed)
    course = Course("", "", 0, 0, {}, {}, 0, frozenset(), frozenset(), {})
    for turn in answers:
        if turn and (g.turn != turn or not g.agenda):
            course = _noted(g, turn, course)
    result = RULEBOOK.result(g)
    assert result is not None
    return course._replace(winner=result.winner, level=result.level, points=g.final_points, last_turn=g.turn)


def _noted(g: Corridor, turn: int, course: Course) -> Course:
    """How it stands at the end of *turn*."""
    date = g.campaign.turns[turn - 1].date[-2:]
    for name in BRIDGES:
        if name not in course.held and holds(g, g.plan.points[name]):
            course.held[name] = turn
    armour = [
        at
        for at, printed in zip(g.hex_of, g.campaign.units, strict=True)
        if at >= 0 and printed.formation in ARMOUR and printed.troop == Troop.TANKS
    ]
    # From the south to the north the centres of cells have ever smaller second co-ordinates.
    farthest = min((g.grid.centre(Hex(at))[1] for at in armour), default=float("inf"))
    for name in PLACES:
        there = g.grid.centre(g.plan.board.places[name].hex)[1]
        if name not in course.reached and farthest <= there:
            course.reached[name] = turn
    course.strength[turn] = (_status(g, ALLIED), _status(g, GERMAN))
    north = next(holds_line(g, line) for line in g.campaign.victory if line.kind == "bridge_end")
    cut, beyond = course.cut, course.cut_beyond_son
    if g.linked and not _open_to(g, "Grave bridge"):
        cut |= {date}
        beyond |= {date} if _open_to(g, "Son bridge") else set()
    return course._replace(arnhem=course.arnhem + north, cut=cut, cut_beyond_son=beyond)


def _open_to(g: Corridor, crossing: str) -> bool:
    start = int(g.campaign.points_of_the_map[ENTRY].hex)
    return road_is_open(g, ALLIED, start, ends(g, g.plan.points[crossing]))


def _status(g: Corridor, side: int) -> int:
    return sum(g.status[unit] for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) == side)


def page(courses: Sequence[Course], first_seed: int) -> str:
    """The page as Markdown."""
    turns = RULEBOOK.start(RULEBOOK.setup(SCENARIO)).campaign.turns
    last = first_seed + len(courses) - 1
    adjusted = (
        (
            "## What was adjusted",
            "",
            "The sheet is printed and was left alone. Of what is reconstructed these were changed:",
            "",
            *adjusted_table(ADJUSTED),
            "",
        )
        if ADJUSTED
        else ("No number of the scenario was adjusted to these games.", "")
    )
    return "\n".join(
        (
            "# Plausibility of Market Garden",
            "",
            f"The bot `greedy` in all ten seats, {counted(len(courses), 'game')} of `{SCENARIO}` (seeds {first_seed} to {last}), all "
            "switches as they are set. It is one opponent of modest skill, and so few games tell the direction and no more.",
            "",
            *adjusted,
            *(("## What is not as it was", "", *REMARKS, "") if REMARKS else ()),
            "## Who won",
            "",
            "| result | games |",
            "|---|---|",
            *(
                f"| {winner}, {level} | {n} |"
                for (winner, level), n in Counter((c.winner, c.level) for c in courses).most_common()
            ),
            "",
            f"Points of the Allies: {spread([c.points for c in courses])}; history's are {POINTS}.",
            "",
            "## Bridges in Allied hands",
            "",
            "| crossing | history | held in | earliest turn | median turn |",
            "|---|---|---|---|---|",
            *(_row(name, BRIDGES[name], [c.held for c in courses]) for name in BRIDGES),
            "",
            f"Turns that ended with an Allied status of 2 or more at the north end of the Arnhem road bridge: "
            f"{spread([c.arnhem for c in courses])}; history's are {NORTH_END}.",
            "",
            "## The armour of XXX Corps",
            "",
            "| place | history | reached in | earliest turn | median turn |",
            "|---|---|---|---|---|",
            *(_row(name, PLACES[name], [c.reached for c in courses]) for name in PLACES),
            "",
            "A place counts as reached in the first turn at whose end a tank unit of the Guards or of the 8th Armoured Brigade was "
            "as far north as it; medians are over the games in which it was. Turn 1 is the afternoon of 17 September, turn 14 "
            "the evening of the 20th, turn 34 that of the 25th.",
            "",
            "## The road",
            "",
            f"Dates on which the road to Grave was cut after the link-up: {spread([len(c.cut) for c in courses])}; history's "
            f"are {len(CUT)} ({', '.join(CUT)} September, at Veghel and Koevering). "
            f"Beyond Son: {spread([len(c.cut_beyond_son) for c in courses])}.",
            "",
            "## Status on the map at the end of a day, means",
            "",
            "| end of | Allies | Germans |",
            "|---|---|---|",
            *(_standing(turn.number, turn.name, courses) for turn in turns if turn.hours == "18-24"),
            "",
        )
    )


def _row(name: str, history: tuple[int, str], courses: Sequence[Mapping[str, int]]) -> str:
    turn, hour = history
    found = [course[name] for course in courses if name in course]
    date = f"turn {turn} ({hour})" if turn else hour
    return f"| {name} | {date} | {when(found, len(courses))} |"


def _standing(turn: int, name: str, courses: Sequence[Course]) -> str:
    had = [c.strength[turn] for c in courses if turn in c.strength]
    if not had:
        return f"| {name} | - | - |"
    sides = (f"{sum(game[side] for game in had) / len(had):.0f}" for side in (ALLIED, GERMAN))
    return f"| {name} | " + " | ".join(sides) + " |"


main = course_command(
    Course,
    fight,
    page,
    file="plausibility-airborne.md",
    line=lambda course: f"{course.winner} {course.level}, {course.points} points",
    games=4,
    seed=1944,
)

if __name__ == "__main__":
    main()
