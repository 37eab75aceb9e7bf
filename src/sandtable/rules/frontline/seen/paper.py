"""[Pool, Military Flags, Military Effectiveness, Advantage Cards] What each command has on paper: its nations turn by turn, and its hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Handout, Paper, Seat

from ..position.campaign import Campaign
from ..position.commands import CENTRE_TO, HIGH_COMMAND, NORTH_TO, SEATS, SEATS_WITH_FRONTS, nations_of
from ..position.nations import NATIONS, USSR
from ..position.war import FRONT_NAMES
from ..position.words import KIND_NAMES, NATION_NAMES

_TURN_HEAD: Final = ("turn", "ME", "flags", *KIND_NAMES)
# What the command of a side writes besides its deployment, flags and cards.
_LEADS: Final = ("GiveUp", "Conform")
_WRITES: Final = ("Deploy", "PlaceFlags", "Commit", "Occupy")
_AREAS: Final = (
    f"rows to {NORTH_TO}",
    f"rows {NORTH_TO + 1} to {CENTRE_TO}",
    f"rows from {CENTRE_TO + 1} on",
)


def paper(campaign: Campaign, seats: Sequence[str], seat: str) -> Paper:
    """What *seat* has on paper."""
    number = tuple(seats).index(seat)
    if number > HIGH_COMMAND:
        return Paper(handouts=(_area(seat),), forms=_WRITES)
    nations = nations_of(Seat(number))
    handouts = [_by_turn(campaign, nation) for nation in nations if _is_in(campaign, nation)]
    handouts += _hand(campaign, nations)
    if tuple(seats) == SEATS_WITH_FRONTS and number == HIGH_COMMAND:
        return Paper(handouts=tuple(handouts), forms=("Allot", "Deploy", "Commit", *_LEADS))
    leads = _LEADS if seat in (SEATS[0], SEATS[HIGH_COMMAND]) else ()
    return Paper(handouts=tuple(handouts), forms=(*_WRITES, *leads))


def _is_in(campaign: Campaign, nation: int) -> bool:
    """Whether a nation has anything in the scenario, now or later."""
    name = NATIONS[nation]
    arrives = any(
        row["nation"] == name and row["turn"] >= campaign.first_turn for row in campaign.schedule["arrival"]
    )
    return name in campaign.start or arrives


def _by_turn(campaign: Campaign, nation: int) -> Handout:
    """Effectiveness, flags and what industry brings, turn by turn."""
    rows = []
    for turn in range(campaign.first_turn, campaign.last_turn + 1):
        points = list(campaign.of_year("production", nation, turn))
        for row in campaign.schedule["arrival"]:
            if (row["nation"], row["turn"]) == (NATIONS[nation], turn):
                points = [own + more for own, more in zip(points, row["points"], strict=True)]
        winter = " *" if turn in campaign.winters else ""
        figures = (
            campaign.of_year("effectiveness", nation, turn),
            campaign.of_turn("flags", nation, turn),
            *points,
        )
        rows.append((campaign.turns[turn - 1] + winter, *(str(n) for n in figures)))
    garrisons = campaign.schedule["garrisons"]["count"].get(NATIONS[nation], 0)
    name = NATION_NAMES[nation]
    return Handout(
        title=name[0].upper() + name[1:],
        rule="Sequence 1",
        head=_TURN_HEAD,
        rows=tuple(rows),
        note=f"What industry brings while no zone is lost, arrivals included; garrisons in all: {garrisons}. * Winter: an "
        "operation takes two flags.",
    )


def _hand(campaign: Campaign, nations: Sequence[int]) -> list[Handout]:
    own = [card for card in campaign.cards if card.nation in nations]
    if not own:
        return []
    return [
        Handout(
            title="Advantage Cards",
            rule="Advantage Cards",
            head=("card", "of", "value", "played in"),
            rows=tuple((card.title, NATION_NAMES[card.nation], f"+{card.value}", "") for card in own),
            note="Each once: for the die, a column, the order of play, one more flag, or what Control grants.",
        )
    ]


def _area(seat: str) -> Handout:
    return Handout(
        title=f"The front {seat}",
        rule="Pool",
        head=("front", "hexes", "Pool, flags and cards"),
        rows=((seat, _AREAS[FRONT_NAMES.index(seat)], f"as allotted by the Stavka of {NATION_NAMES[USSR]}"),),
    )
