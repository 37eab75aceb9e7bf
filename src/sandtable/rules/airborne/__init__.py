"""Airborne: the operational playsheet of an airborne operation in 1944, adjudicated procedure by procedure."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from sandtable.kernel import PrintedMatter, steps_in

from . import air, combat, flak, interdiction, recce, resupply, supply
from .judging.adjudicate import AirborneAdjudicator

_TABLES: Final = (
    "movement",
    "factors",
    "artillery",
    "air_ground",
    "results",
    "recce",
    "air_to_air",
    "air_losses",
    "flak",
    "interdiction",
    "resupply",
    "resupply_factors",
)


class AirborneRulebook(PrintedMatter):
    """The playsheet with our rulings."""

    name = "airborne"
    title = "Airborne: the operational playsheet"
    behaviour = 2
    folder = files(__name__)
    table_names = _TABLES
    steps = steps_in(air, combat, flak, interdiction, recce, resupply, supply)
    adjudicator = AirborneAdjudicator()


RULEBOOK: Final = AirborneRulebook()
