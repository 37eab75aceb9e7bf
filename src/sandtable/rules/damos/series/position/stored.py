"""Under which names a position is stored, fingerprinted and written by Control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.kernel import GameState, Setup, inside

from .campaign import Campaign


class Stored(GameState):
    """The names of what changes in a game; ``Placed`` and ``Front`` have the values.

    It stays interpreted where those are compiled: a compiled class has no flat names for what stands inside a record, and
    is made by its constructor alone, where a copy is made without.
    """

    COLUMNS = (
        "hex_of",
        "sp",
        "fate",
        "due",
        "spent",
        "demoralized",
        "origin",
        "attempted",
        "cossack",
        "air",
        "air_failures",
        "expected",
        "attacks",
        "start_sp",
        "sidelined",
        "marched",
        "dropped",
        "attacker_dice",
        "defender_dice",
        "known_least",
        "known_most",
        "known_band",
        "known_band_least",
        "known_band_most",
    )
    NUMBERS = (
        "turn",
        "phasing",
        "axis_control",
        "converted",
        "axis_rp",
        "soviet_rp",
        "order_closed",
        "finns_from",
        "shipped",
        "paused",
        "mp_spent",
        "mp_initial",
        "mp_first",
        "picked_in",
        "exploiting",
        "force_los",
        "battle_hex",
        "battle_from",
        "battle_plan",
        "battle_posture",
        "battle_attacker_los",
        "battle_defender_los",
        "battle_air",
        "battle_attacker_sp",
        "battle_defender_sp",
        "battle_attacker_drm",
        "battle_defender_drm",
        "battle_attacker_rung",
        "battle_defender_rung",
        "battle_attacker_cat",
        "battle_defender_cat",
        "battle_attacker_paid",
        "battle_defender_paid",
        "battle_surplus",
        "battle_demoralized",
    )
    DERIVED_COLUMNS = ("first_in", "next_in", "occupied", "steady", "mixed", "fresh")
    DERIVED_NUMBERS = ("finns_only",)
    SETS = ("axis_control", "converted", "shipped")
    # [2.4] What the owner of a unit alone may know of it.
    HIDDEN: ClassVar[tuple[str, ...]] = ("sp", "start_sp")
    # Under which names the combat is stored, and Control writes it.
    battle_hex: int = inside("battle.hex")
    battle_from: int = inside("battle.entered_from")
    battle_plan: int = inside("battle.plan")
    battle_posture: int = inside("battle.posture")
    battle_attacker_los: int = inside("battle.attacker.los")
    battle_defender_los: int = inside("battle.defender.los")
    battle_air: int = inside("battle.air")
    battle_attacker_sp: int = inside("battle.attacker.sp")
    battle_defender_sp: int = inside("battle.defender.sp")
    battle_attacker_drm: int = inside("battle.attacker.drm")
    battle_defender_drm: int = inside("battle.defender.drm")
    battle_attacker_rung: int = inside("battle.attacker.rung")
    battle_defender_rung: int = inside("battle.defender.rung")
    battle_attacker_cat: int = inside("battle.attacker.cat")
    battle_defender_cat: int = inside("battle.defender.cat")
    battle_attacker_paid: int = inside("battle.attacker.paid")
    battle_defender_paid: int = inside("battle.defender.paid")
    battle_surplus: int = inside("battle.surplus")
    battle_demoralized: int = inside("battle.demoralized")
    attacker_dice: Sequence[int] = inside("battle.attacker.dice")
    defender_dice: Sequence[int] = inside("battle.defender.dice")
    # Under which names the bounds of hidden strength are stored.
    known_least: Sequence[int] = inside("bounds.least")
    known_most: Sequence[int] = inside("bounds.most")
    known_band: Sequence[int] = inside("bounds.band")
    known_band_least: Sequence[int] = inside("bounds.band_least")
    known_band_most: Sequence[int] = inside("bounds.band_most")

    def __init__(self, setup: Setup, campaign: Campaign) -> None:
        super().__init__(setup)
        self.lay_out(campaign)

    def lay_out(self, campaign: Campaign) -> None:
        """Make every column and number, as they are before a game begins."""
        raise NotImplementedError
