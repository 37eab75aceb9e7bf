"""Frontline at six screens to the dice of the first combat every day; at length a whole turn at eight, and a server that is killed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable.bots import make_bot
from sandtable.rules.frontline import RULEBOOK

from .people import follow, from_menu
from .positions import HEADERS
from .table import PATIENCE, TableServer, open_lobby, settled
from .test_team_game import seal, sealed_on, write

SEATS: Final = ("germany", "axis_allies", "stavka", "north", "centre", "south")
# One person holds both commands of the Axis where somebody watches besides; every day one holds two fronts as well.
HELD_BY: Final = {"axis_allies": "germany"}
HELD_DAILY: Final = {**HELD_BY, "south": "north"}
MINUTES: Final = 30
# The first turn takes far fewer answers than this.
LONGEST: Final = 400


class Evening(NamedTuple):
    """Everybody at one match."""

    address: str
    match: str
    control: Page
    wall: Page
    seats: dict[str, Page]

    def seen(self, seat: str) -> dict[str, Any]:
        """What the server tells a seat."""
        page = self.control if seat == "control" else self.seats[seat]
        reply = page.request.get(f"{self.address}/api/matches/{self.match}/view?seat={seat}")
        assert reply.ok, reply.text()
        found: dict[str, Any] = reply.json()
        return found

    def answer(self, seat: str, option: str, version: int) -> None:
        """Answer over the wire."""
        page = self.control if seat == "control" else self.seats[seat]
        reply = page.request.post(
            f"{self.address}/api/matches/{self.match}/answer",
            data={"seat": seat, "option": option, "version": version, "key": f"{seat}-{version}"},
            headers=HEADERS,
        )
        assert reply.ok, reply.text()

    def play(self, until: Callable[[dict[str, Any]], bool], *, rolling: bool = False) -> dict[str, Any]:
        """Let bots write for every seat, over the wire, until Control's view is there: that view. Control rolls if told so."""
        for _ in range(LONGEST):
            desk = self.seen("control")
            view = desk["view"]
            asked = [seat for seat in view["asked"] if seat in SEATS]
            if until(view) or not (asked or rolling):
                return dict(view)
            if not asked:
                self.answer(
                    "control", "roll" if view.get("roll") else view["options"][0]["id"], desk["version"]
                )
                continue
            message = self.seen(asked[0])
            own = message["view"]
            bot = make_bot("greedy", RULEBOOK)
            offered = own.get("lines") or own["options"]
            self.answer(asked[0], bot.choose(own, offered), message["version"])
        raise AssertionError("the turn does not end")


def evening(
    server: TableServer, visitor: Callable[..., Page], held_by: Mapping[str, str] | None = None
) -> Evening:
    """Control begins, the commands sit down by their links, and the wall is opened; a seat may be *held_by* another's holder."""
    control = visitor()
    open_lobby(control, server.address)
    terms = {
        "scenario": "frontline-1943-fronts",
        "seats": dict.fromkeys(SEATS, "open"),
        "mode": "match",
        "options": {"wishes": True},
        "control": "person",
        "dice": "control",
        "phase_seconds": MINUTES * 60,
    }
    reply = control.request.post(f"{server.address}/api/matches", data=terms, headers=HEADERS)
    assert reply.ok, reply.text()
    begun = reply.json()
    control.goto(f"{server.address}/match/{begun['match']}?seat=control")
    also = held_by or {}
    seats = {seat: visitor() for seat in SEATS if seat not in also}
    for seat in sorted(SEATS, key=lambda seat: seat not in also):
        page = seats.setdefault(seat, seats[also.get(seat, seat)])
        follow(page, f"{server.address}{begun['links'][seat]}")
    wall = visitor()
    wall.goto(f"{server.address}/wall/{begun['match']}")
    expect(wall.locator("[data-wall][data-version]")).to_be_visible(timeout=PATIENCE)
    return Evening(server.address, begun["match"], control, wall, seats)


def test_a_turn_of_frontline_at_six_screens_from_a_missed_deadline_to_the_first_combat(
    club: TableServer, visitor: Callable[..., Page]
) -> None:
    at = evening(club, visitor, HELD_DAILY)
    _miss_the_deadline(at)
    # Germany writes at the page and seals; the wall tells that, and not what.
    germany = at.seats["germany"]
    settled(germany)
    write(germany, "men to 1509")
    seal(germany)
    expect(sealed_on(at.wall)).to_have_text(re.compile("Germany"), timeout=PATIENCE)
    expect(at.wall.locator("body")).not_to_contain_text("men to 1509")
    _plan_and_wish(at)


@pytest.mark.long
def test_a_whole_turn_of_frontline_with_a_killed_server_an_overruled_combat_and_reports_to_each_command(
    own_table: TableServer, visitor: Callable[..., Page]
) -> None:
    at = evening(own_table, visitor, HELD_BY)
    spectator = visitor()
    spectator.goto(f"{own_table.address}/match/{at.match}")
    settled(spectator)
    _miss_the_deadline(at)
    # Germany has sealed, the centre still writes, and the server is killed: no seal and no draft is lost.
    germany, centre = at.seats["germany"], at.seats["centre"]
    settled(germany)
    write(germany, "men to 1509")
    seal(germany)
    settled(centre)
    write(centre, "men to")
    written = centre.locator("[data-sheet] > .lines [data-line]").inner_text()
    own_table.restart()
    for page in (centre, at.wall):
        page.reload()
    expect(centre.locator("[data-sheet] > .lines [data-line]")).to_have_text(written)
    expect(sealed_on(at.wall)).to_have_text(re.compile("Germany"))
    seal(centre)
    _plan_and_wish(at)
    # The first combat: Control types the dice in, everybody hears of it; it was a mistake, and Control overrules it.
    first = at.play(lambda view: bool(view.get("roll")))
    desk = _desk(at.control)
    _type_dice(desk, ["6", "1"])
    expect(germany.locator(".log")).to_contain_text(re.compile("wins|holds|loses|pushed", re.I))
    desk.locator("[data-tab=rewind]").click()
    desk.get_by_label("Reason").fill("the die lay on the edge")
    desk.get_by_role("button", name="Go back", exact=True).click()
    for page in (germany, at.seats["stavka"], spectator):
        expect(page.locator(".log")).to_contain_text("the die lay on the edge")
    again = at.play(lambda view: bool(view.get("roll")))
    assert again["prompt"] == first["prompt"]
    _type_dice(_desk(at.control), ["1", "6"])
    # The rest of the turn; then each command has its report, Control those of all, and whoever watches none.
    at.play(lambda view: view["position"]["turn"] == 2, rolling=True)
    for seat, own, other in (("germany", "Axis", "Soviet"), ("north", "Soviet", "Axis")):
        page = at.seats[seat]
        from_menu(page, "Reports…")
        expect(page.locator("[data-reports]")).to_contain_text(f"Report to the {own} high command")
        expect(page.locator("[data-reports]")).not_to_contain_text(f"Report to the {other} high command")
    _desk(at.control).locator("[data-open-reports]").click()
    for seat, side in (
        ("germany", "Axis"),
        ("axis_allies", "Axis"),
        ("stavka", "Soviet"),
        ("south", "Soviet"),
    ):
        expect(at.control.locator(f"[data-report-of={seat}]")).to_contain_text(f"the {side} high command")
    expect(spectator.locator(".log")).to_contain_text("scores")
    expect(spectator.locator(".log")).not_to_contain_text("high command on")


def _miss_the_deadline(at: Evening) -> None:
    """The Stavka misses its time: what it has not allotted is shared out, and everybody may write."""
    desk = _desk(at.control)
    for _ in range(MINUTES // 5):
        desk.get_by_role("button", name="− 5 min").click()
    expect(at.seats["north"].locator(".log")).to_contain_text("Time is up", timeout=PATIENCE)


def _plan_and_wish(at: Evening) -> None:
    """Flags with the odds beside them, and a card for what no rule knows: until Control has granted it."""
    at.play(lambda view: view["position"]["stage"] == 4 and "centre" in view["asked"])
    # The centre plans an attack: the exact odds stand beside its sheet.
    centre = at.seats["centre"]
    settled(centre)
    planned = next(line for line in at.seen("centre")["view"]["lines"] if line["id"].startswith("flag"))
    write(centre, planned["text"])
    expect(centre.get_by_role("group", name="Odds of what is planned")).to_be_visible(timeout=PATIENCE)
    seal(centre)
    at.play(lambda view: view["position"]["stage"] == 5 and "stavka" in view["asked"])
    # The Stavka plays a card for what no rule knows: Control is asked, and grants it.
    stavka = at.seats["stavka"]
    settled(stavka)
    write(stavka, "for an advantage that Control judges")
    seal(stavka)
    at.play(lambda view: "control" in view["asked"])
    question = _desk(at.control).locator("[data-question]")
    expect(question).to_contain_text("advantage outside the rules", timeout=PATIENCE)
    question.locator("[data-decide]").filter(has_text="granted").click()
    expect(at.control.locator(".log")).to_contain_text("is granted", timeout=PATIENCE)


def _type_dice(desk: Locator, faces: list[str]) -> None:
    """Type a roll in as it fell on the table."""
    for number, face in enumerate(faces):
        desk.locator(f"[data-face='{number}']").fill(face)
    desk.locator("[data-roll]").get_by_role("button", name="Enter").click()
    expect(desk.get_by_role("status")).to_have_text("The dice are entered.")


def _desk(control: Page) -> Locator:
    """Control's desk, at the page for the evening."""
    desk = control.locator("[data-dialog=control]")
    if not desk.count():
        control.get_by_role("button", name="Control’s desk…").click()
    desk.locator("[data-tab=evening]").click()
    return desk
