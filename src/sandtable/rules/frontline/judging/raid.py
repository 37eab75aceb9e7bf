"""A described raid of strategic bombers: its position, its answer, and the answer in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from sandtable.kernel import Chance, Distribution, Reckoning, Roll, lines_of, settle
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.chance.distribution import chained
from sandtable.kernel.machine.explore import explore_apart
from sandtable.kernel.machine.playout import play_out

from ..bombing import MeetDefences, Raid, base_costs, flak_costs
from .describe import Bombing

_EFFECTS: Final = {
    "industry": "Production lines shut down for the coming turn",
    "terror": "Bombers that terrorise the population",
}


# Bombers with effect, and bombers lost.
Bombers = tuple[int, int]


def raid_of(bombing: Bombing) -> Raid:
    """The raid about to fly."""
    g = Raid(bombing.bombers, bombing.air_defence, bombing.flak)
    g.then(MeetDefences(bombing.air_defence, bombing.flak))
    settle(g)
    return g


def resolve_raid(bombing: Bombing, typed: Sequence[Roll], source: DiceSource) -> dict[str, Any]:
    """The raid with a die for each shot."""
    raid = raid_of(bombing)
    dice = [face for roll in play_out(raid, typed, source) for face in roll]
    reckoning = Reckoning("bombers with effect").add("bombers", bombing.bombers, "Air Defence")
    reckoning.add_if(raid.cancelled, "stopped by air defence", -raid.cancelled, "Air Defence")
    reckoning.add_if(raid.lost, "shot down", -raid.lost, "Air Defence Casualties")
    return {
        "bombers": bombing.bombers,
        "role": bombing.role,
        "dice": dice,
        "effective": raid.effective,
        "cancelled": raid.cancelled,
        "lost": raid.lost,
        "lsp_spent": {"attacker": base_costs(), "defender": flak_costs(bombing.flak)},
        "reckoning": lines_of([reckoning]),
    }


def weigh_raid(bombing: Bombing) -> dict[str, Any]:
    """All dice: bombers with effect, and bombers lost."""
    found = chances_of(bombing)
    return {
        "exact": True,
        "results": found.map(lambda m: m[0]).as_json(),
        "attacker_loses": found.map(lambda m: m[1]).as_json(),
        "defender_loses": {"0": "1/1"},
    }


def chances_of(bombing: Bombing) -> Distribution[Bombers]:
    """Bombers with effect and bombers lost, exactly: one defence after another, and of a flak zone each shot by itself."""

    def place(g: Raid) -> tuple[int, ...]:
        return g.effective, g.cancelled, g.lost

    @cache
    def meeting(air_defence: int, flak: int, at: tuple[int, ...]) -> Distribution[tuple[int, ...]]:
        """From the bombers that come to one defence to those that leave it."""
        g = Raid(bombing.bombers, air_defence, flak)
        g.effective, g.cancelled, g.lost = at
        g.then(MeetDefences(air_defence, flak))
        settle(g)
        shots = [step for step in g.agenda if isinstance(step, Chance)]
        came = place(g)
        # The dice of a defence are each for another bomber, and none changes what another is rolled for.
        lost = explore_apart(g, shots, place)
        return lost.map(lambda change: tuple(was + more for was, more in zip(came, change, strict=True)))

    fighters, zone = partial(meeting, 1, 0), partial(meeting, 0, 1)
    start: tuple[int, ...] = (bombing.bombers, 0, 0)
    after = chained(start, [fighters] * bombing.air_defence + [zone] * bombing.flak)
    return after.map(lambda at: (at[0], at[2]))


def raid_told(outcome: Mapping[str, Any]) -> list[str]:
    """[Bombing Industry, Bombing Terror] What the bombers that got through do."""
    dice = ", ".join(map(str, outcome["dice"])) or "not at all"
    lsp = outcome["lsp_spent"]
    return [
        f"The base takes {lsp['attacker']} LSP, the flak zones {lsp['defender']} if they lie together.",
        f"The dice fall {dice}: of {outcome['bombers']} bombers {outcome['lost']} shot down, {outcome['cancelled']} stopped.",
        f"{_EFFECTS[outcome['role']]}: {outcome['effective']}.",
    ]
