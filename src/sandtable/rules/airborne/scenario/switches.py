"""The switches of the scenarios: rules of the operation that may be left out, and optional ones that may be taken in (A-65)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Switch

SWITCHES: Final = (
    Switch(
        name="rulings",
        values=(False, True),
        text="Control is asked before each combat who has the clear tactical advantage",
        rule="2.4.1",
    ),
    Switch(
        name="demolition",
        values=(True, False),
        text="Crossings that the scenario has charged can be blown",
        rule="15.2",
    ),
    Switch(
        name="traffic",
        values=(True, False),
        text="A road takes only so many columns in a turn",
        rule="1.8",
    ),
    Switch(
        name="readiness",
        values=(True, False),
        text="Units that history surprised neither move nor attack before they are ready",
        rule="16.4",
    ),
    Switch(
        name="working_sets",
        values=(False, True),
        text="A die says each turn whether the radio sets about Arnhem work",
        rule="17.6",
    ),
    Switch(
        name="late_reports",
        values=(False, True),
        text="Units whose radio sets fail are seen by the other commands of their side as they were a turn ago",
        rule="17.7",
    ),
    Switch(
        name="random_weather",
        values=(False, True),
        text="From 18 September on a die says each day what the weather lets fly",
        rule="17.5",
    ),
    Switch(
        name="attachments",
        values=(False, True),
        text="Units that history attached to another formation count as of it from that turn on",
        rule="16.6",
    ),
    Switch(
        name="artillery_cap",
        values=(False, True),
        text="Artillery adds at most twice the status of the units in contact",
        rule="3.3",
    ),
    Switch(
        name="reorganising",
        values=(False, True),
        text="Units that rest in supply for a day regain a status point, two in the game",
        rule="19.1",
    ),
    Switch(
        name="replacements",
        values=(False, True),
        text="German commands get men for their units every day",
        rule="19.2",
    ),
    Switch(
        name="merging",
        values=(False, True),
        text="Two units of a formation in one cell may merge",
        rule="19.3",
    ),
    Switch(
        name="standing",
        values=(False, True),
        text="Defenders of towns and woods may stand at 5 to 7 for a further point each",
        rule="5.10",
    ),
    Switch(
        name="quiet_nights",
        values=(False, True),
        text="Where nobody has ordered an attack at dusk the rest of the night is not played",
        rule="12.1",
    ),
)
_DEFAULTS: Final = {switch.name: switch.values[0] for switch in SWITCHES}


def default_of(name: str) -> bool:
    """What a switch is set to where nobody says anything."""
    return bool(_DEFAULTS[name])
