"""How a bot of DAMOS plays: what its judgements count for what, in one place, so that one bot may play otherwise than another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .ground import FAR


@dataclass(frozen=True)
class Doctrine:
    """What counts for how much; as it stands here ``greedy`` plays. Marches and posts are weighed in movement points, fights in strength points."""

    # ---- marches of the Germans

    # What it is worth to end in supply, on foot and for mobile forces, which may run ahead a little.
    supply: float = 4.0
    supply_mobile: float = 2.5
    # From this turn on the objectives count more than supply.
    late: int = 8
    # What a long march without supply costs for each strength point.
    attrition: float = 0.2
    # What a point of strength already there is worth, up to the strength of the best column.
    company: float = 0.15
    massed: int = 24
    # What it is worth to go after enemies who cut the railway, less with every point of the way there.
    raiders: float = 3.0
    raiders_fall: float = 0.6
    # To stand where the line is to be converted next.
    rail_ahead: float = 1.5
    # To walk into a city that the enemy has left.
    city_taken: float = 3.0
    # To stand around an objective where nobody does yet.
    in_ring: float = 3.0
    # What was taken is guarded while enemies are as near as this, by so much strength.
    threat_range: int = 6
    garrison: int = 1
    # To join those in an objective that was taken, while they are fewer than that.
    relief: float = 0.0
    # What each point costs by which a neighbouring enemy is stronger.
    exposed: float = 0.1

    # ---- posts of the Russians

    # What it is worth to hold an objective, and a hex around it.
    objective: float = 40.0
    ring: float = 14.0
    # So many times as much where the objective is cut off.
    sealing: float = 3.0
    # So much strength fills a post; the objectives want more.
    full: int = 8
    full_objective: int = 16
    # What each point of the way home costs.
    gravity: float = 0.5
    # What it costs to stand without supply.
    unsupplied: float = 3.0
    # What a strength point costs in danger for each time the enemy is stronger than a stack can bear, up to the worst.
    danger: float = 0.6
    holds_at: float = 2.0
    worst: float = 5.0
    # Hexes farther from the enemy than this are behind the front.
    front: int = 6
    # An objective farther from the enemy than this is in no danger yet; it is worth this share until then.
    alarm: int = 60
    calm: float = 1.0
    # A lost objective is worth going back for while fewer enemies than this hold it.
    retake: int = 0
    # What it is worth to hold a hex on the way from a threatened objective to the east, and how much fills it.
    lifeline: float = 0.0
    full_lifeline: int = 8

    # ---- attacks

    # What a beaten attacker pays for being demoralized and driven back, and for each of his points.
    shaken: float = 1.0
    shaken_per_sp: float = 0.2
    # A point of one's own against one of the enemy's.
    own_loss: float = 1.15
    # What it is worth to win a hex, an objective, a hex around one, a hex beside the railway.
    hex_won: float = 1.0
    objective_won: float = 25.0
    ring_won: float = 4.0
    rail_freed: float = 2.0
    # Until the end of this turn a Russian city is worth so much more, and fast forces are sent for them.
    early: int = 0
    early_city: float = 0.0
    # The same for each movement point by which it leads those on who are sent for it.
    early_progress: float = 0.0
    # What better ground for going on is worth, and what can be reached by exploiting.
    progress: float = 0.5
    exploiting: float = 0.7
    # From so many turns before the last on losses do not count before an objective.
    siege: int = 0
    # So much must an attack be worth to be made: by Germans, by Russians, with a concerted plan, where it is due (4.8.3).
    worth_attacking: float = 0.8
    worth_counterattacking: float = 1.2
    worth_a_concerted_attack: float = 1.0
    compulsory: float = -6.0
    # So good must an attack of foot and fast units together be to keep the foot units waiting for it.
    worth_waiting: float = 4.0
    # An attack must be worth this share of the march that it prevents, on foot and for mobile forces.
    spared: float = 0.3
    spared_mobile: float = 0.6

    # ---- other questions

    # Whether who guards an objective stays in it instead of attacking, alone or together with others.
    guards_stay: bool = False
    # Whether a force leaves a stack that is too high, and attacks from none: what is too much is lost (2.3).
    keeps_room: bool = False

    # A Russian force that is stronger by so much relieves the weakest of a full stack where the game is decided; 0: none does.
    relieving: int = 0
    # Whether Russians who keep a city from being cut off stay where they are in the turns in which losses would not count, and
    # those before a city that is not cut off are spared even then.
    holds_open: bool = False
    # What it is worth on the last turn to join a city that is cut off to the east again; losses do not count for it.
    opening: float = 0.0

    # So much better must another hex be to march there, and to take the railway to it.
    worth_marching: float = 0.4
    worth_the_railway: float = 2.0
    # A force that is outnumbered by this much slips away if it can.
    crushed: float = 3.0
    # Help comes to a place that matters while its garrison is weaker than this.
    matters: int = 8
    # A new unit on the map is worth so much more than a point for one that is there.
    new_unit: float = 0.3
    # A replacement point is worth so much more for each point that is printed on the unit: such stacks are strong one day.
    cadre: float = 0.0
    # A replacement point for a Russian unit in a threatened objective is worth so much more.
    refill: float = 0.0

    @property
    def raid(self) -> float:
        """So far away enemies who cut the railway still draw somebody."""
        return self.raiders / self.raiders_fall if self.raiders_fall > 0 else FAR

    def __post_init__(self) -> None:
        """What is against a hex must not speak for it: a hex is passed over where its distance alone is against it."""
        for name in ("supply", "supply_mobile", "attrition", "exposed", "unsupplied", "danger", "ring"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; nothing that counts so may be below 0")


GREEDY: Final = Doctrine()
