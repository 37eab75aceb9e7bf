"""A described raid of strategic bombers: its position, its answer, and the answer in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel import Reckoning, Roll, lines_of, settle
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.machine.playout import play_out

from ..bombing import MeetDefences, Raid, base_costs, flak_costs
from .describe import Bombing

_EFFECTS: Final = {
    "industry": "Production lines shut down for the coming turn",
    "terror": "Bombers that terrorise the population",
}


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
    found = explore(raid_of(bombing), lambda _: False, lambda g: (g.effective, g.lost))
    return {
        "exact": True,
        "results": found.map(lambda m: m[0]).as_json(),
        "attacker_loses": found.map(lambda m: m[1]).as_json(),
        "defender_loses": {"0": "1/1"},
    }


def raid_told(outcome: Mapping[str, Any]) -> list[str]:
    """[Bombing Industry, Bombing Terror] What the bombers that got through do."""
    dice = ", ".join(map(str, outcome["dice"])) or "not at all"
    lsp = outcome["lsp_spent"]
    return [
        f"The base takes {lsp['attacker']} LSP, the flak zones {lsp['defender']} if they lie together.",
        f"The dice fall {dice}: of {outcome['bombers']} bombers {outcome['lost']} shot down, {outcome['cancelled']} stopped.",
        f"{_EFFECTS[outcome['role']]}: {outcome['effective']}.",
    ]
