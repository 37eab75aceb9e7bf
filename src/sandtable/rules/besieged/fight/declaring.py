"""[Declaring] The attacker names hex, units, air, table and Field Marshal, the defender his; then the card decides (B-29)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import (
    Action,
    Auto,
    Hex,
    Offers,
    Refusal,
    Seat,
    SideAuto,
    SideChoice,
    Wording,
    counted,
    numbered,
)

from ..combat import DetermineOdds
from ..events import AirLost, CombatBegan, CombatEnded, MarshalUsed
from ..odds import is_below_the_table, odds_column
from ..position.declared import NO_COMBAT
from ..position.questions import DONE
from ..position.war import FREE, Role, War, enemy, steps_of
from ..position.words import ADJECTIVES, hex_words, names, option, unit_name
from ..position.zones import is_surrounded
from ..state import BELOW
from .attacks import (
    able,
    air_left,
    air_support_refusal,
    attacking_refusal,
    battle_of,
    blitzkrieg_attack_refusal,
    company_refusal,
    declaration,
    is_obliged,
    marshal_refusal,
    marshals_ready,
    most_air,
    still_obliged,
    target_refusal,
    targets,
)

EVERYONE: Final = Action("all")
GO: Final = Action("go")
CRT: Final = Action("crt")
BLITZKRIEG: Final = Action("blitzkrieg")
NOBODY: Final = Action("nobody")


class BeginCombat(SideAuto[War]):
    """[Attacks] When combat begins, each unit in an enemy zone must attack; a garrison of a Major City need not (B-26, B-28)."""

    rule = "Attacks"

    def run(self, g: War) -> None:
        """Note who must."""
        for unit in g.on_map(self.side):
            g.fought[unit] = 0
            g.must_attack[unit] = int(is_obliged(g, unit) or g.locked[unit] != FREE)


class NextAttack(SideAuto[War]):
    """[Attacks] Combats are fought one after another, in the attacker's order, while there is somebody to attack (B-28)."""

    rule = "Attacks"

    def run(self, g: War) -> None:
        """Ask for the next one."""
        if targets(g, self.side):
            g.then(DeclareAttack(self.side))


class DeclareAttack(SideChoice[War]):
    """[Declaring, Attacks] Attack one more hex; nobody is done while a unit must still attack (B-28)."""

    # Neither quiet nor public: an attack that must be made is still made by whoever makes it.
    rule = "Declaring"

    def prompt(self, g: War, seat: Seat) -> str:
        """What can be attacked, and who must attack."""
        waiting = still_obliged(g, self.side)
        if not waiting:
            return f"Attack with {ADJECTIVES[self.side]} units, or end the impulse."
        more = f"{names(g, waiting[:3])}{' and others' if len(waiting) > 3 else ''}"
        return f"Pick a hex to attack: {more} must still attack."

    def options(self, g: War) -> Sequence[Action]:
        """Every hex that may be attacked; and to be done, where nobody must attack any more."""
        done = () if still_obliged(g, self.side) else (DONE,)
        return Offers(done, numbered("attack", g.grid.size), targets(g, self.side))

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Whom an attack would meet."""
        if action == DONE:
            return option(g, "Attacks", "No more attacks", part="end")
        hex_ = Hex(action.args[0])
        defenders = names(g, g.units(hex_, enemy(self.side)))
        return option(g, self.rule, "Attack {hex}: " + defenders.replace("{", ""), hex_=hex_)

    def choose(self, g: War, action: Action) -> None:
        """Ask who attacks; those locked in that combat do."""
        if action == DONE:
            return
        hex_ = Hex(action.args[0])
        g.declared = NO_COMBAT._replace(hex=hex_)
        locked = [u for u in able(g, self.side, hex_) if g.locked[u] == hex_]
        for unit in locked:
            g.role[unit] = Role.ATTACKS
        g.then(ChooseAttackers(self.side, hex_), NextAttack(self.side))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that hex may not be attacked, or why nobody is done."""
        waiting = still_obliged(g, self.side)
        if action == DONE and waiting:
            return Refusal("Attacks", f"{unit_name(g, waiting[0])} is in an enemy zone and must attack")
        if action.verb == "attack" and len(action.args) == 1 and action.args[0] in g.grid:
            return attack_refusal(g, self.side, Hex(action.args[0])) or super().refusal(g, action)
        return super().refusal(g, action)


class ChooseAttackers(SideChoice[War]):
    """[Declaring] Who attacks the hex: one unit after another, or all that can."""

    rule = "Declaring"
    public = True
    quiet = True

    def __init__(self, side: Seat, hex_: Hex) -> None:
        super().__init__(side)
        self.hex_: Final = hex_

    def prompt(self, g: War, seat: Seat) -> str:
        """Who is in it so far."""
        chosen = g.in_combat(Role.ATTACKS)
        far = f" So far: {names(g, chosen)}." if chosen else ""
        return f"Who attacks {hex_words(g, self.hex_)}?{far}"

    def options(self, g: War) -> Sequence[Action]:
        """Each further unit that can, all of them, or to go with those chosen."""
        chosen = g.in_combat(Role.ATTACKS)
        others = [u for u in able(g, self.side, self.hex_) if g.role[u] != Role.ATTACKS]
        found = [Action("join", (u,)) for u in others]
        if chosen and company_refusal(g, chosen, self.hex_) is None:
            found.insert(0, GO)
        if len(others) > 1:
            found.append(EVERYONE)
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit, all or enough."""
        if action == GO:
            return option(g, self.rule, "Attack with those chosen")
        if action == EVERYONE:
            return option(g, self.rule, "All of them together")
        return option(g, self.rule, "{unit} attacks", unit=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """Take them in; then air, table and leaders."""
        if action == GO:
            g.then(
                ChooseAir(self.side),
                ChooseTable(self.side),
                ChooseMarshal(self.side, self.side),
                ChooseMarshal(enemy(self.side), self.side),
                OpenCombat(),
                DetermineOdds(),
                CloseCombat(),
            )
            return
        joined = able(g, self.side, self.hex_) if action == EVERYONE else [action.args[0]]
        for unit in joined:
            g.role[unit] = Role.ATTACKS
        g.then(self)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that unit may not attack."""
        if action.verb == "join" and len(action.args) == 1 and 0 <= action.args[0] < len(g.roster):
            if g.side_of[action.args[0]] != self.side:
                return Refusal(self.rule, "that is an enemy unit")
            no = target_refusal(g, action.args[0], self.hex_)
            if no is not None:
                return no
        if action == GO:
            no = company_refusal(g, g.in_combat(Role.ATTACKS), self.hex_)
            return no or Refusal(self.rule, "nobody has been chosen yet")
        return super().refusal(g, action)


class ChooseAir(SideChoice[War]):
    """[Air Pool, Air Support, Air Limit] How many air units support the attack: one column each (B-8)."""

    rule = "Air Pool"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """How many are left."""
        left = counted(air_left(g, self.side), "air unit")
        return (
            f"How many air units support the attack on {hex_words(g, g.battle_hex)}? There are {left} left."
        )

    def options(self, g: War) -> Sequence[Action]:
        """None, or as many as weather, units and pool allow."""
        return [
            Action("air", (n,)) for n in range(most_air(g, g.in_combat(Role.ATTACKS), Hex(g.battle_hex)) + 1)
        ]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """The number, and the odds that it makes."""
        air = action.args[0]
        column = odds_words(g, air=air)
        text = f"{counted(air, 'air unit')}: {column}" if air else f"No air units: {column}"
        return option(g, "Air Support" if air else self.rule, text)

    def choose(self, g: War, action: Action) -> None:
        """They fly."""
        g.battle_air = action.args[0]
        g.air_used[self.side] += action.args[0]

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why so many may not fly."""
        if action.verb == "air" and len(action.args) == 1 and action.args[0] > 0:
            units = g.in_combat(Role.ATTACKS)
            no = air_support_refusal(g, units, Hex(g.battle_hex), action.args[0], g.charts)
            return no or super().refusal(g, action)
        return super().refusal(g, action)


class ChooseTable(SideChoice[War]):
    """[Blitzkrieg, Declaring] The Combat Results Table, or the Blitzkrieg Attack Table where it may be used (B-3)."""

    rule = "Blitzkrieg"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Which table."""
        return f"Which table is used against {hex_words(g, g.battle_hex)}?"

    def options(self, g: War) -> Sequence[Action]:
        """The CRT, and the other one where units, date and odds allow it."""
        units, hex_ = g.in_combat(Role.ATTACKS), Hex(g.battle_hex)
        no = blitzkrieg_attack_refusal(g, units, hex_, g.battle_air)
        return [CRT] if no else [CRT, BLITZKRIEG]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """The table and its column."""
        blitzkrieg = action == BLITZKRIEG
        column = odds_words(g, air=g.battle_air, blitzkrieg=blitzkrieg)
        name = "Blitzkrieg Attack Table" if blitzkrieg else "Combat Results Table"
        return option(g, "Blitzkrieg" if blitzkrieg else "CRT", f"{name}, {column}")

    def choose(self, g: War, action: Action) -> None:
        """Keep it in mind."""
        g.battle_blitzkrieg = int(action == BLITZKRIEG)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why it may be no Blitzkrieg."""
        units, hex_ = g.in_combat(Role.ATTACKS), Hex(g.battle_hex)
        no = blitzkrieg_attack_refusal(g, units, hex_, g.battle_air) if action == BLITZKRIEG else None
        return no or super().refusal(g, action)


class ChooseMarshal(SideChoice[War]):
    """[Field Marshals, Declaring] Whether a Field Marshal is used, each once a year; the defender decides after the attacker."""

    rule = "Field Marshals"
    public = True
    quiet = True

    def __init__(self, side: Seat, attacker: Seat) -> None:
        super().__init__(side)
        self.attacker: Final = attacker

    def prompt(self, g: War, seat: Seat) -> str:
        """For which combat."""
        doing = "attack on" if self.side == self.attacker else "defence of"
        return f"Is a Field Marshal used in the {doing} {hex_words(g, g.battle_hex)}?"

    def options(self, g: War) -> Sequence[Action]:
        """Nobody, or one who is ready."""
        return [NOBODY, *(Action("marshal", (n,)) for n in marshals_ready(g, self.side, Hex(g.battle_hex)))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """His name, and what he is worth."""
        if action == NOBODY:
            return option(g, self.rule, "No Field Marshal")
        worth = "+1" if self.side == self.attacker else "-1"
        return option(g, "Field Marshal", f"{g.campaign.marshals[action.args[0]].name}: {worth} to the die")

    def choose(self, g: War, action: Action) -> None:
        """He is used for this year."""
        if action == NOBODY:
            return
        number = action.args[0]
        g.marshal_used[number] = 1
        if self.side == self.attacker:
            g.battle_attacker_marshal = number
        else:
            g.battle_defender_marshal = number
        g.tell(MarshalUsed(number))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why he may not be used."""
        if action.verb == "marshal" and len(action.args) == 1 and 0 <= action.args[0] < len(g.marshal_used):
            no = marshal_refusal(g, action.args[0], self.side, Hex(g.battle_hex))
            return no or super().refusal(g, action)
        return super().refusal(g, action)


class OpenCombat(Auto[War]):
    """[Declaring, Rule 10.68] Everything is declared: strengths are counted, and who is surrounded is judged before the die (B-23)."""

    rule = "Declaring"

    def run(self, g: War) -> None:
        """Put the numbers of the card together."""
        hex_ = Hex(g.battle_hex)
        attackers = g.in_combat(Role.ATTACKS)
        side = Seat(g.phasing)
        defenders = g.units(hex_, enemy(side))
        was = g.declared
        g.declared = declaration(
            g,
            attackers,
            hex_,
            air=was.air,
            blitzkrieg=bool(was.blitzkrieg),
            attacker_marshal=was.attacker_marshal,
            defender_marshal=was.defender_marshal,
        )
        for unit in attackers:
            g.trapped[unit] = int(is_surrounded(g, Hex(g.hex_of[unit]), side))
            g.fought[unit], g.must_attack[unit] = 1, 0
        for unit in defenders:
            g.role[unit] = Role.DEFENDS
            g.trapped[unit] = int(is_surrounded(g, hex_, enemy(side)))
        now = g.declared
        g.tell(
            CombatBegan(
                hex_, tuple(attackers), tuple(defenders), now.attack, now.defence, now.air, now.blitzkrieg
            )
        )


class CloseCombat(Auto[War]):
    """[CRT, Air Pool, Locked] The combat is over: a bad roll costs an air unit, and whoever was locked in it is free."""

    rule = "CRT"

    def run(self, g: War) -> None:
        """Clear away what belonged to it."""
        was, side = g.declared, Seat(g.phasing)
        attackers = [*g.in_combat(Role.ATTACKS), *g.in_combat(Role.ADVANCED)]
        left = steps_of(g, attackers), steps_of(g, g.in_combat(Role.DEFENDS))
        g.tell(CombatEnded(was.hex, g.result, was.attacker_steps - left[0], was.defender_steps - left[1]))
        lost_on = g.campaign.schedule["air"]["lost_on"]
        if was.air and not was.blitzkrieg and g.column != BELOW and g.adjusted <= lost_on:
            g.air_lost[side] += 1
            g.tell(AirLost(side))
        rages = g.result == "BR" and g.impulse == 1
        for unit in range(len(g.role)):
            if g.locked[unit] == was.hex and not rages:
                g.locked[unit] = FREE
            g.role[unit] = Role.NONE
            g.trapped[unit] = 0
        g.declared = NO_COMBAT
        g.column, g.die, g.adjusted = BELOW, 0, 0


def attack_refusal(g: War, side: Seat, hex_: Hex) -> Refusal | None:
    """[Attacks, Locked] Why *side* may not attack *hex_* now, or None."""
    if targets(g, side) >> hex_ & 1:
        return None
    if not g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal("Attacks", "there is no enemy in that hex")
    units = able(g, side, hex_)
    if not units:
        near = [u for u in g.on_map(side) if g.grid.distance(Hex(g.hex_of[u]), hex_) == 1]
        no = next((no for u in near if (no := attacking_refusal(g, u)) is not None), None)
        return no or Refusal("Attacks", "no unit that could attack is next to that hex")
    no = company_refusal(g, units, hex_)
    return no or Refusal("Locked", "a combat that rages on is fought before all others")


def odds_words(g: War, *, air: int, blitzkrieg: bool = False) -> str:
    """The odds that the attack now declared would have, in words: "at 5-1"."""
    units, hex_ = g.in_combat(Role.ATTACKS), Hex(g.battle_hex)
    battle = battle_of(g, declaration(g, units, hex_, air=air, blitzkrieg=blitzkrieg))
    if is_below_the_table(battle):
        return "worse than 1-5"
    table = g.charts["blitzkrieg" if blitzkrieg else "crt"]
    return f"at {odds_column(table, battle).label}"
