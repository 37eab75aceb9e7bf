"""What the adjudicator must or may be told, question by question."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Asked

from ..state import IMPULSES, NATIONS, ROLES, TERRAINS, WEATHERS

COMBAT: Final = "combat"
SUDDEN_DEATH: Final = "sudden_death"
PROCEDURES: Final = (COMBAT, SUDDEN_DEATH)


def _strength(name: str, text: str) -> Asked:
    return Asked(name=name, help=text, of=(COMBAT,), required=True)


def _number(name: str, text: str) -> Asked:
    return Asked(name=name, help=text, kind="number", of=(COMBAT,))


def _flag(name: str, text: str) -> Asked:
    return Asked(name=name, help=text, kind="flag", of=(COMBAT,))


def _one_of(choices: tuple[str, ...], name: str, text: str) -> Asked:
    return Asked(name=name, help=text, kind="choice", choices=choices, of=(COMBAT,))


def _some_of(choices: tuple[str, ...], name: str, text: str) -> Asked:
    return Asked(name=name, help=text, kind="choice", choices=choices, several=True, of=(COMBAT,))


ASKED: Final = (
    Asked(
        name="procedure",
        help="What is to be judged; a combat if not given.",
        kind="choice",
        choices=PROCEDURES,
    ),
    Asked(
        name="cities",
        help="Major Cities under German control at the end of --turn.",
        kind="number",
        of=(SUDDEN_DEATH,),
        required=True,
    ),
    _strength("attacker", "Attacking strength."),
    _strength("defender", "Defending strength."),
    Asked(
        name="drm",
        title="DRM",
        help="Modifiers of the die besides those named by other options.",
        kind="number",
        of=(COMBAT,),
    ),
    _number("air", "Air units that support the attack."),
    _one_of(WEATHERS, "weather", "Weather of the impulse; clear if not given."),
    _number("units", "Attacking corps and armies: no more air units than these."),
    _flag("blitzkrieg", "Use the Blitzkrieg Attack Table."),
    _one_of(NATIONS, "side", "Who attacks, for the date of a Blitzkrieg."),
    Asked(
        name="turn",
        help="Turn 1 to 25 or 'Jul/Aug 1943': the date of a Blitzkrieg, or of the check for sudden death.",
        kind="text",
    ),
    _some_of(ROLES, "field_marshal", "Who uses a Field Marshal."),
    _one_of(ROLES, "armour", "Who alone has armor-type units."),
    _some_of(ROLES, "mountain_units", "Who has mountain units."),
    _flag("river", "All defenders are behind a river."),
    _one_of(TERRAINS, "terrain", "Ground of the defender; clear if not given."),
    _flag("major_city", "The defender is in a Major City."),
    Asked(name="steps", help="Steps in the combat: attacker=4,defender=2.", of=(COMBAT,)),
    _some_of(ROLES, "surrounded", "Who is surrounded."),
    _one_of(IMPULSES, "impulse", "The impulse, for units locked by Battle Rages."),
)
