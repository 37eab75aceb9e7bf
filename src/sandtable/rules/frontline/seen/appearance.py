"""[Resources] The cards that stand in hexes, what lies beside the map, and the combat under way, as any page can draw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.kernel import (
    Appearance,
    CardRow,
    Combat,
    CombatSide,
    HandCard,
    Hex,
    HexCard,
    Measure,
    Seat,
    Tray,
    TrayRow,
)

from ..odds import final_column, strength
from ..position.nations import NATIONS, OF_SIDE, POINTS, SIDE_OF, SIDES, STRENGTH
from ..position.war import War
from ..position.words import NATION_NAMES, SIDE_NAMES, points_words
from ..state import ATTACKER, DEFENDER
from ..turn.ending import city_points

APPEARANCE: Final = Appearance(
    card=(
        CardRow(
            field="men", measure=Measure(short="men", short_one="man", one="man", many="men"), leads=True
        ),
        CardRow(field="tanks", measure=Measure(short="tank", one="tank point", many="tank points")),
        CardRow(field="air", measure=Measure(short="air", one="air point", many="air points")),
        CardRow(field="lsp", measure=Measure(short="LSP", one="LSP", many="LSP")),
        CardRow(field="cv", measure=Measure(short="CV", one="CV", many="CV")),
    ),
    concerns={"pool": "points left in the Pool", "flags": "flags that are not placed"},
)


def cards(g: War, sees: Callable[[int, int], bool], cv_class: Callable[[int], str]) -> list[dict[str, Any]]:
    """[Men, Tanks, Aircraft, LSP] One card for each hex that has anything; in fog an enemy's tells its class of CV (F-45)."""
    found = []
    for hex_ in g.campaign.hexes:
        words = _words(g, hex_)
        for side in range(len(SIDES)):
            points = [g.total(side, kind, hex_) for kind in range(len(POINTS))]
            own_words = words if g.side_at(hex_) == side else ()
            if not any(points) and not own_words:
                continue
            strongest = next((n for n in g.nations_in(hex_) if n in OF_SIDE[side]), OF_SIDE[side][0])
            if sees(side, hex_):
                values: dict[str, int | str] = {
                    name: many for name, many in zip(POINTS, points, strict=True) if many
                }
                nation = NATIONS[strongest]
            else:
                cv = sum(points[kind] for kind in STRENGTH)
                values, nation = ({"cv": cv_class(cv)} if cv else {}), NATIONS[OF_SIDE[side][0]]
                if not cv and not own_words:
                    continue
            card = HexCard(
                hex=g.grid.name(hex_),
                side=SIDES[side],
                nation=nation,
                values=values,
                words=own_words,
                title=g.campaign.names.get(hex_, ""),
            )
            found.append(card.as_json())
    return found


def _words(g: War, hex_: int) -> tuple[str, ...]:
    marks = (
        (g.garrison[hex_], "Gar"),
        (g.partisans[hex_], "PAG"),
        (g.security[hex_], "Sec"),
        (g.flak[hex_], "Flak"),
    )
    return tuple(word for there, word in marks if there)


def trays(g: War, seat: Seat, knows: Callable[[Seat, int], bool]) -> list[dict[str, Any]]:
    """[Pool, Advantage Cards, Military Flags, Victory] What lies beside the map, as far as *seat* may know it."""
    found = [
        Tray(
            title="Axis points",
            rows=(TrayRow(value=f"{g.points} (+{int(city_points(g))} now)"),),
            rule="Victory",
            bar=True,
        ),
        Tray(
            title="Offensive Flags",
            rows=tuple(
                TrayRow(side=SIDES[side], value=sum(g.flags[n] for n in _rows(side)))
                for side in range(len(SIDES))
            ),
            rule="Military Flags",
            bar=True,
        ),
        Tray(
            title="Effectiveness",
            rows=tuple(
                TrayRow(label=NATION_NAMES[n].removeprefix("the "), value=g.effectiveness(n))
                for n in range(len(NATIONS))
                if not g.neutral(n)
            ),
            rule="Military Effectiveness",
        ),
    ]
    for side in range(len(SIDES)):
        if not knows(seat, side):
            continue
        found.append(
            Tray(
                title=f"Pools of {SIDE_NAMES[side].lower()}",
                rows=tuple(
                    TrayRow(
                        label=NATION_NAMES[n].removeprefix("the "),
                        value=points_words([g.in_pool(n, kind) for kind in range(len(POINTS))]),
                    )
                    for n in OF_SIDE[side]
                    if not g.neutral(n)
                ),
                rule="Pool",
            )
        )
        found.append(
            Tray(
                title=f"Losses of {SIDE_NAMES[side].lower()}",
                rows=tuple(
                    TrayRow(
                        label=NATION_NAMES[n].removeprefix("the "),
                        value=points_words(g.losses[n * len(POINTS) : (n + 1) * len(POINTS)]),
                    )
                    for n in OF_SIDE[side]
                ),
                rule="Sequence 8",
            )
        )
    for side in range(len(SIDES)):
        hand = [c for n, c in enumerate(g.campaign.cards) if not g.played[n] and SIDE_OF[c.nation] == side]
        found.append(
            Tray(
                title=f"Advantage Cards of {SIDE_NAMES[side].lower()}",
                cards=tuple(
                    HandCard(
                        title=f"{card.title} +{card.value}",
                        text=f"{NATION_NAMES[card.nation].removeprefix('the ')}: for the order of play, a flag, the die, or a column",
                        rule="Advantage Cards",
                        side=SIDES[side],
                    )
                    for card in hand
                ),
                rows=() if hand else (TrayRow(value="none left"),),
                rule="Advantage Cards",
            )
        )
    return [tray.as_json() for tray in found]


def _rows(side: int) -> tuple[int, ...]:
    """Flags of a side, those allotted to fronts included."""
    return OF_SIDE[side] if side == 0 else (*OF_SIDE[side], *range(len(NATIONS), len(NATIONS) + 3))


def combat(g: War) -> dict[str, Any] | None:
    """[Sequence 7] The combat under way."""
    if g.facing.target < 0 or not g.engaged:
        return None
    battle = g.battle
    return Combat(
        hex=g.grid.name(Hex(g.facing.target)),
        words=(f"column {final_column(battle, g.tables).label}", battle.terrain),
        attacker=CombatSide(strength=int(strength(battle, ATTACKER))),
        defender=CombatSide(strength=int(strength(battle, DEFENDER))),
    ).as_json()
