"""[2.3, 2.2] What the counters show, and what lies beside the map, as any page can draw it."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel import (
    CONTROL,
    Appearance,
    Combat,
    CombatSide,
    CounterMark,
    Fate,
    Figure,
    Hex,
    Measure,
    Seat,
    Sighting,
    Tray,
    TrayRow,
    top,
)

from ..air_phase.weather import lift_from
from ..combat import CombatRoll
from ..fight.engaging import AdvantageRuling
from ..position.corridor import AWAITED, SIDES, Corridor, State
from ..position.sight import heard_late
from ..state import ATTACKER, DEFENDER
from ..strength import score, strength
from ..turn import ending
from .counters import side_seen_by

APPEARANCE: Final = Appearance(
    figures=(
        Figure(
            field="strength",
            printed="printed",
            place="left",
            sums=True,
            measure=Measure(short="status", one="status point", many="status points"),
        ),
        Figure(
            field="ammo",
            place="middle",
            measure=Measure(short="am", one="ammunition point", many="ammunition points"),
        ),
        Figure(
            field="fuel", place="right", measure=Measure(short="fu", one="fuel point", many="fuel points")
        ),
    ),
    marks=(
        CounterMark(field="prepared", word="prepared to attack", look="badge", letter="P"),
        CounterMark(field="aboard", word="still in the air", look="badge", letter="A"),
        CounterMark(field="ready", when=False, word="not ready yet", look="turned"),
        CounterMark(field="immobile", word="immobilised", look="hatched", letter="I", adverse=True),
        CounterMark(field="old", word="an old report", look="turned"),
    ),
    fates=(
        Fate(name="due", title="To come by road", lost=False),
        Fate(name="aboard", title="To come by air", lost=False),
        Fate(name="destroyed", title="Destroyed"),
    ),
    movement=Measure(short="turn", one="turn", many="turns"),
    sighting=Sighting(words="report", age="age"),
    concerns={"unordered": "units without orders"},
    endings=("Battalion", "Regiment", "Division"),
)


def trays(g: Corridor, known: Corridor, seat: Seat) -> list[dict[str, Any]]:
    """[11.4, 12, 14, 15.1] Points, the weather for lifts, crossings that were broken, supply on the drop zones."""
    now = g.campaign.turns[max(g.turn, 1) - 1]
    found = [
        Tray(
            title="Points of the Allies",
            rows=(TrayRow(value=int(ending.victory_points(known))),),
            rule="14",
            bar=True,
        ),
        Tray(
            title="Hours",
            rows=(TrayRow(value="night" if now.night else f"day, lifts {lift_from(g)}"),),
            rule="12",
            bar=True,
        ),
        Tray(
            title="Crossings",
            rows=tuple(
                TrayRow(
                    side=SIDES[g.bridge_holder[point]],
                    label=g.plan.bridges[point].name,
                    value=ending.crossing_words(g, point),
                )
                for point in _told_of(g)
            ),
            rule="15.1",
        ),
    ]
    side = side_seen_by(g, seat)
    late = set() if side is None else set(heard_late(g, seat))
    for number, command in enumerate(g.campaign.commands):
        if seat != CONTROL and command.side != side:
            continue
        units = [u for u, printed in enumerate(g.campaign.units) if printed.command == number]
        own = [u for u in units if known.on_map(u)]
        rows = [TrayRow(label="status on the map", value=sum(known.status[u] for u in own))]
        if to_come := sum(known.status[u] for u in units if known.hex_of[u] == AWAITED):
            rows.append(TrayRow(label="status to come", value=to_come))
        # Nobody hears of the stores of a command whose sets fail (17.7).
        if late.isdisjoint(own):
            rows.append(TrayRow(label="ammunition", value=sum(known.ammo[u] for u in own)))
            rows.append(TrayRow(label="fuel", value=sum(known.fuel[u] for u in own)))
        found.append(Tray(title=command.name, rows=tuple(rows), rule="2.2"))
    return [tray.as_json() for tray in found]


def _told_of(g: Corridor) -> list[int]:
    """Crossings that count for victory, and those that are not as the map has them."""
    counting = {name for line in g.campaign.victory for name in line.names}
    changed = (State.BLOWN, State.DAMAGED, State.BUILT)
    return [
        point
        for point, bridge in g.plan.bridges.items()
        if bridge.name in counting or (g.bridge[point] in changed and bridge.state != "blown")
    ]


def combat(g: Corridor) -> dict[str, Any] | None:
    """[2.3] The combat whose die is due, for Control: both strengths as they are reckoned."""
    step = top(g)
    if not isinstance(step, CombatRoll | AdvantageRuling):
        return None
    fight = step.fight
    here = Hex(g.hex_of[fight.defenders[0]])
    return Combat(
        hex=g.grid.name(here),
        words=(f"score before the die {int(score(g, fight))}", g.plan.board.terrain[here]),
        attacker=CombatSide(strength=int(strength(g, fight, ATTACKER))),
        defender=CombatSide(strength=int(strength(g, fight, DEFENDER))),
    ).as_json()
