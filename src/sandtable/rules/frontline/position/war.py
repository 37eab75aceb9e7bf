"""The position of a game on the board: points by nation and hex, what stands on hexsides, Pools, hands, and the combat under way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

from sandtable.kernel import Hex, Setup, Tables, flat_names

from ..bombing import Raiding
from ..state import ATTACKER, TARGETS, Battle, Contingent, Fighting
from .campaign import Campaign
from .nations import AXIS, NATIONS, POINTS, SIDE_OF, USSR

# Pools and flags by nation, then what the Stavka has allotted to each of its fronts.
FRONT_NAMES: Final = ("north", "centre", "south")
ROWS: Final = len(NATIONS) + len(FRONT_NAMES)
# A contingent of the combat under way, as it is stored: role, nation, hex, ME, then its points and LSP.
ENGAGED: Final = 9
NAMES: Final = tuple(tuple(f"{nation}_{kind}" for kind in POINTS) for nation in NATIONS)
BY_NATION: Final = tuple(name for row in NAMES for name in row)
_AXIS_NAMES: Final = tuple(
    tuple(NAMES[nation][kind] for nation, side in enumerate(SIDE_OF) if side == AXIS)
    for kind in range(len(POINTS))
)
# In the place of a hex: the Pool, and the garrison of the hex that is attacked.
POOL: Final = -1
GARRISONED: Final = -2
_ROLES: Final = ("attacker", "defender")


class Facing(NamedTuple):
    """[Process 4] The combat under way, but for what fights in it: where, whose, and all that changes columns and dice."""

    target: int = -1
    kind: int = 0
    side: int = AXIS
    amphibious: int = 0
    craft: int = 0
    layers: int = 0
    city: int = 0
    partisans: int = 0
    die_attacker: int = 0
    die_defender: int = 0
    shift_attacker: int = 0
    shift_defender: int = 0
    winter: int = 0
    hexsides: int = 1


QUIET: Final = Facing()


class War(Fighting, Raiding):
    """A game on the board."""

    BY_HEXSIDE = (
        "layers_low",
        "layers_high",
        "building_low",
        "building_high",
        "flag_axis",
        "flag_soviet",
    )
    COLUMNS = (
        *BY_NATION,
        "holder",
        "garrison",
        "partisans",
        "security",
        "flak",
        "guard",
        *BY_HEXSIDE,
        "operation",
        "pool",
        "withdrawn",
        "losses",
        "flags",
        "naval",
        "landing_from",
        "landing_to",
        "played",
        "shut",
        "bomber_count",
        "bomber_flown",
        "new_partisans",
        "held_at_start",
        "engaged",
        "attacked",
        *Fighting.COLUMNS,
    )
    BY_HEX = (
        *BY_NATION,
        "holder",
        "garrison",
        "partisans",
        "security",
        "flak",
        "guard",
        "operation",
        "held_at_start",
    )
    NUMBERS = (
        "turn",
        "stage",
        "placed_first",
        "goes_first",
        "points",
        "terror",
        "ladoga",
        "romania_left",
        "bulgaria_left",
        "finland_left",
        "hungary_left",
        "italy_left",
        "ended",
        "level",
        "cause",
        *flat_names("fight", Facing),
        *Fighting.NUMBERS,
        *Raiding.NUMBERS,
    )
    RECORDS: ClassVar[Mapping[str, tuple[str, Any]]] = {"fight": ("facing", Facing)}

    def __init__(self, setup: Setup, campaign: Campaign) -> None:
        super().__init__(setup)
        self.campaign: Final = campaign
        self.grid: Final = campaign.grid
        board = campaign.board
        for name in self.BY_HEX:
            setattr(self, name, board.blank("hex"))
        for name in self.BY_HEXSIDE:
            setattr(self, name, board.blank("hexside"))
        self.holder: list[int]
        # By hex: nation and one of a garrison, of the man of a security zone, of a flak zone; kind of partisans; aircraft on
        # air defence; nation and one of the flag of a security operation.
        self.garrison: list[int]
        self.partisans: list[int]
        self.security: list[int]
        self.flak: list[int]
        self.guard: list[int]
        self.operation: list[int]
        # Who held a hex when the turn began, for the report.
        self.held_at_start: list[int]
        # By hexside: layers of fortification facing outward from its first and from its second hex, and the nation and one
        # of a man who builds there; nation and one of a flag of each side.
        self.layers_low: list[int]
        self.layers_high: list[int]
        self.building_low: list[int]
        self.building_high: list[int]
        self.flag_axis: list[int]
        self.flag_soviet: list[int]
        # By nation (and front of the USSR) and kind of points: Pools; by nation: points that come back next turn, and losses.
        self.pool: list[int] = [0] * ROWS * len(POINTS)
        self.withdrawn: list[int] = [0] * len(NATIONS) * len(POINTS)
        self.losses: list[int] = [0] * len(NATIONS) * len(POINTS)
        # Military flags left by nation (and front), naval flags by side, and the landing of each side.
        self.flags: list[int] = [0] * ROWS
        self.naval: list[int] = [0, 0]
        self.landing_from: list[int] = [-1, -1]
        self.landing_to: list[int] = [-1, -1]
        self.played: list[int] = [0] * len(campaign.cards)
        # Production lines that stand still in the coming turn, by nation and kind of points.
        self.shut: list[int] = [0] * len(NATIONS) * len(POINTS)
        self.bomber_count: list[int] = [0] * len(campaign.bases)
        self.bomber_flown: list[int] = [0] * len(campaign.bases)
        self.new_partisans: list[int] = [0]
        self.engaged: list[int] = []
        # Points that have attacked in this turn and stand where they attacked from: hex, nation, men, tanks, aircraft each.
        self.attacked: list[int] = []
        self.turn = campaign.first_turn - 1
        # The step of the sequence of play, 1 to 10.
        self.stage = 0
        # Side and one.
        self.placed_first = 0
        self.goes_first = 0
        # [Victory] The Axis total so far.
        self.points = 0
        # Points by terror bombing in this turn.
        self.terror = 0
        # Whether Leningrad is supplied over the lake alone.
        self.ladoga = 0
        self.romania_left = self.bulgaria_left = self.finland_left = self.hungary_left = self.italy_left = 0
        self.ended = self.level = self.cause = 0
        self.facing = QUIET
        self.men = [0, 0]
        self.tanks = [0, 0]
        self.air = [0, 0]
        self.bombers = [0, 0]
        self.column = self.attacker_die = self.defender_die = self.difference = 0
        self.advance = self.target_destroyed = 0
        self.take_off(0)

    @property
    def tables(self) -> Tables:
        """The tables of the game."""
        return self.campaign.tables

    # ---- points

    def stock(self, nation: int, kind: int) -> list[int]:
        """The points of *kind* that *nation* has, by hex."""
        found: list[int] = getattr(self, NAMES[nation][kind])
        return found

    def has(self, nation: int, hex_: int) -> tuple[int, int, int, int]:
        """Men, tanks, aircraft and LSP of *nation* in *hex_*."""
        men, tanks, air, lsp = NAMES[nation]
        fields = self.__dict__
        return fields[men][hex_], fields[tanks][hex_], fields[air][hex_], fields[lsp][hex_]

    def total(self, side: int, kind: int, hex_: int) -> int:
        """All points of *kind* that *side* has in *hex_*."""
        if side != AXIS:
            only: int = getattr(self, NAMES[USSR][kind])[hex_]
            return only
        found = 0
        for name in _AXIS_NAMES[kind]:
            found += getattr(self, name)[hex_]
        return found

    def totals(self, side: int, kind: int) -> list[int]:
        """All points of *kind* that *side* has, by hex; nobody may write into it."""
        if side != AXIS:
            return self.stock(USSR, kind)
        return list(map(sum, zip(*(getattr(self, name) for name in _AXIS_NAMES[kind]), strict=True)))

    def cv(self, nation: int, hex_: int) -> int:
        """[Process 1] The combat strength of *nation* in *hex_*, not multiplied."""
        men, tanks, air, _ = NAMES[nation]
        fields = self.__dict__
        found: int = fields[men][hex_] + fields[tanks][hex_] + fields[air][hex_]
        return found

    def nations_in(self, hex_: int) -> list[int]:
        """The nations that have anything in *hex_*, the strongest first (F-50)."""
        found = [n for n in range(len(NATIONS)) if any(self.has(n, hex_))]
        return sorted(found, key=lambda n: (-self.cv(n, hex_), n))

    def in_pool(self, row: int, kind: int) -> int:
        """What lies in the Pool of a nation, or was allotted to a front."""
        return self.pool[row * len(POINTS) + kind]

    def to_pool(self, row: int, kind: int, points: int) -> None:
        """Points come into a Pool, or with a minus leave it."""
        self.pool[row * len(POINTS) + kind] += points

    def add(self, nation: int, kind: int, hex_: int, points: int) -> None:
        """Points come into a hex, or with a minus leave it."""
        self.stock(nation, kind)[hex_] += points

    def lose(self, nation: int, kind: int, points: int) -> None:
        """[Sequence 8] Note a loss in the records."""
        self.losses[nation * len(POINTS) + kind] += points

    def effectiveness(self, nation: int) -> int:
        """[Military Effectiveness] The ME of *nation* in this year."""
        return int(self.campaign.of_year("effectiveness", nation, self.turn))

    # ---- ground

    def holds(self, side: int, hex_: int) -> bool:
        """[Front Line] Whether *side* holds *hex_*."""
        return self.holder[hex_] == side + 1

    def side_at(self, hex_: int) -> int | None:
        """The side that holds *hex_*, or None for no-man's-land and neutrals."""
        return self.holder[hex_] - 1 if self.holder[hex_] in (1, 2) else None

    def layers(self, hex_: int, faced: int) -> int:
        """[Fortified Hexside] Layers of *hex_* towards *faced*."""
        number = self.grid.side_number(Hex(hex_), Hex(faced))
        return (self.layers_low if hex_ < faced else self.layers_high)[number]

    def building(self, hex_: int) -> dict[int, int]:
        """[Fortifications] Nation and one of the men who build in *hex_*, by the hex that is faced."""
        found = {}
        for near in self.grid.neighbours(Hex(hex_)):
            number = self.grid.side_number(Hex(hex_), near)
            nation = (self.building_low if hex_ < near else self.building_high)[number]
            if nation:
                found[int(near)] = nation
        return found

    def flag(self, side: int, start: int, target: int) -> int:
        """[Military Flags] Nation and one of the flag of *side* on a hexside, or 0."""
        number = self.grid.side_number(Hex(start), Hex(target))
        return (self.flag_axis if side == AXIS else self.flag_soviet)[number]

    def set_flag(self, side: int, start: int, target: int, value: int) -> None:
        """[Military Flags] Place a flag, or with 0 take it away."""
        number = self.grid.side_number(Hex(start), Hex(target))
        (self.flag_axis if side == AXIS else self.flag_soviet)[number] = value

    # ---- the game

    @property
    def year(self) -> int:
        """The year of the turn."""
        return self.campaign.year(self.turn)

    @property
    def turn_name(self) -> str:
        """What the turn is called."""
        return self.campaign.turns[self.turn - 1] if self.turn >= self.campaign.first_turn else "set-up"

    def option(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(self.setup.options.get(name, False))

    def neutral(self, nation: int) -> bool:
        """Whether *nation* has left the war."""
        left = (0, self.finland_left, self.romania_left, self.hungary_left, self.italy_left, 0)
        return bool(left[nation])

    # ---- the combat under way: what the steps of a combat ask

    @property
    def battle(self) -> Battle:
        """What both sides have put into the combat under way."""
        return battle_of(tuple(self.engaged), self.facing, self.campaign)

    def contingents(self) -> list[tuple[int, ...]]:
        """The rows of what is engaged: role, nation, hex, ME, men, tanks, aircraft, bombers, LSP."""
        return [tuple(self.engaged[n : n + ENGAGED]) for n in range(0, len(self.engaged), ENGAGED)]


@lru_cache(maxsize=4096)
def battle_of(engaged: tuple[int, ...], facing: Facing, campaign: Campaign) -> Battle:
    """[Process 1] A battle as the steps of a combat know it, from what is engaged and what they face."""
    rows = [engaged[n : n + ENGAGED] for n in range(0, len(engaged), ENGAGED)]
    sides = tuple(
        tuple(
            Contingent(
                me=row[3],
                men=row[4],
                tanks=row[5],
                air=row[6],
                bombers=row[7],
                lsp=row[8],
                name=_contingent_name(row, campaign),
                hex=campaign.grid.name(Hex(row[2])) if row[2] >= 0 else "",
            )
            for row in rows
            if row[0] == role
        )
        for role in range(len(_ROLES))
    )
    return Battle(
        attackers=sides[ATTACKER],
        defenders=sides[1],
        terrain=campaign.ground(facing.target) if facing.target >= 0 else "open",
        amphibious=bool(facing.amphibious),
        landing_craft=bool(facing.craft),
        fortification=facing.layers,
        major_city=bool(facing.city),
        partisans_against=frozenset(role for n, role in enumerate(_ROLES) if facing.partisans >> n & 1),
        cards=(facing.die_attacker, facing.die_defender),
        card_shifts=(facing.shift_attacker, facing.shift_defender),
        target=TARGETS[facing.kind],
        winter=bool(facing.winter),
        hexsides=facing.hexsides,
    )


def _contingent_name(row: tuple[int, ...], campaign: Campaign) -> str:
    who = NATIONS[row[1]].title() if row[1] != USSR else "USSR"
    if row[2] >= 0:
        return f"{who} in {campaign.name(row[2])}"
    return f"{who}, garrison" if row[2] == GARRISONED else who
