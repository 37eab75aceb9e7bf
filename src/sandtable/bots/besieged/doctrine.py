"""How a bot of the war in the east plays: what its judgements count for what, in one place, so that one may play otherwise than another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Doctrine:
    """What counts for how much; as it stands here ``greedy`` plays. Fights and places are weighed in combat factors, ways in hexes."""

    # ---- places

    # What holding a place is worth.
    major: float = 7.0
    city: float = 1.5
    ground: float = 0.6
    # Places whose fall counts more than that of others.
    moscow: float = 5.0
    leningrad: float = 4.0
    berlin: float = 9.0
    stalingrad: float = 1.5
    # On the last turn only cities count.
    at_the_end: float = 2.5
    # How far from a place its neighbours begin to fear for it, and which part of what may come a garrison must stand.
    alarm: int = 7
    fear: float = 0.5
    # Whether the enemy is thought to come with the longer marches of a first impulse, which his next one is after our second.
    foresees: bool = False
    # What the defender thinks of taking a city back, against holding one.
    retake: float = 0.6
    # So many hexes a turn an army makes at best.
    pace: int = 5
    # So many tenths of the enemy's strength make a side the one that presses on.
    presses: int = 11
    # So many times as strong as the enemy is who has beaten him; and so few turns are left when cities count more than armies.
    beaten: int = 3
    late: int = 2
    # How bad it is to stand without supply: as a rule, in a Major City, on the turn before the last.
    hunger: float = 5.0
    hunger_city: float = 1.5
    hunger_late: float = 0.8

    # ---- what a unit is meant for

    # The strength that an objective wants, and beside it so many times what its defenders have.
    wanted: float = 14.0
    times_held: float = 1.5
    # What a hex of way takes off an objective's worth.
    far: float = 1.0
    # How much an objective is worth less when as much as it wants is meant for it once more; it begins before it is full.
    crowd: float = 8.0
    almost_full: float = 0.7
    # Against which cities so many corps of armor are massed while the enemy holds them: those that are nearest.
    massed: tuple[tuple[str, int], ...] = ()

    # ---- attacks

    # What one hex of a Blitzkrieg advance is worth, for each of so many units.
    advance: float = 1.2
    most_driving: int = 3
    # So much of that an advance is worth which leads away from what the armor is meant for.
    astray: float = 1.0
    # What a unit that surrenders is worth beyond one that may be rebuilt.
    for_good: float = 1.3
    # How much dearer our own losses are than the enemy's: for the side that presses on, for the other, and on the last turn,
    # when nobody needs his units any more.
    caution: float = 0.9
    caution_holding: float = 1.15
    caution_end: float = 0.5
    # So much must an attack bring that nobody has to make; so much before units move up for it.
    worthwhile: float = 1.0
    promising: float = 0.9
    # Whether it is reckoned exactly when a Major City falls: its garrison stays for a step more, and nobody follows those who
    # retreat from it but a Blitzkrieg, which leads nowhere on the last turn. So much of its worth a city has that is left
    # without anybody in the first impulse.
    storms: bool = False
    ajar: float = 0.7
    # So many air units an attack on a Major City counts on while others want some, too.
    city_air: int = 1
    # What an air unit and a Field Marshal must bring: others may want them.
    air_price: float = 0.3
    marshal_price: float = 0.9
    # A Major City is held against the enemy while so many steps are left in it.
    last_stand: int = 2

    # ---- movement

    # What a unit must add to an attack to be sent, and for each hex that it takes the unit off its way; armor has more to do
    # than others.
    slow_price: float = 0.25
    fast_price: float = 1.0
    slow_detour: float = 0.1
    fast_detour: float = 0.3
    # A garrison of a Major City is enough against so many times its strength; the defender leaves so many units in one that
    # the enemy could reach.
    enough: float = 2.0
    garrison: int = 2
    # Whether one who has advanced into a Major City stays in it while it would else stand empty.
    stays_in_cities: bool = False
    # With no more turns to come than these a city beyond supply is gone into.
    ventures: int = 99
    # What it costs to end a move in an enemy zone.
    in_zone: float = 6.0
    # What good ground is worth, for each modifier of the die.
    cover: float = 0.6
    # An attacker fears what may strike him with more than so many times his strength, so much; a defender likewise.
    exposed_from: float = 2.0
    exposed: float = 0.8
    alone_from: float = 3.0
    alone: float = 1.0
    # What it is worth to a defender that friends stand beside him, so that zones meet.
    in_line: float = 1.2
    # Who stands farther than this from any enemy may as well go by train, if he is wanted elsewhere by so much more.
    rear: int = 7
    a_train: float = 0.1

    def __post_init__(self) -> None:
        """Refuse what could not be played by."""
        if any(corps < 1 for _, corps in self.massed):
            raise ValueError("armor is massed by one corps and more")
        if not 0.0 <= self.astray <= 1.0:
            raise ValueError("of an advance that leads astray from nothing to all of its worth counts")
        if self.ventures < 0:
            raise ValueError("the last turn has 0 turns to come, and none has fewer")

    def prize(self, place: str) -> float:
        """What a Major City is worth beyond others."""
        return {
            "Moscow": self.moscow,
            "Leningrad": self.leningrad,
            "Berlin": self.berlin,
            "Stalingrad": self.stalingrad,
        }.get(place, 0.0)


GREEDY: Final = Doctrine()
# How the planner plays the Axis, and how the Soviets: in the whole war, and in 1941, where it was found what beats greedy.
WHOLE_WAR: Final = (Doctrine(stays_in_cities=True), Doctrine(cover=2.0))
SEASONED: Final = (
    Doctrine(
        stays_in_cities=True,
        massed=(("Leningrad", 4),),
        astray=0.0,
        ventures=1,
        hunger_city=4.0,
        hunger_late=3.0,
        storms=True,
        city_air=3,
    ),
    Doctrine(cover=2.0, foresees=True, alarm=11, fear=1.0, storms=True, city_air=2),
)
