"""Frontline at eight screens: six commands, Control and the wall, until the dice of the first combat are due."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, Page, expect

from sandtable.bots import make_bot
from sandtable.rules.frontline import RULEBOOK

from .people import follow
from .positions import HEADERS
from .table import PATIENCE, TableServer, open_lobby, settled
from .test_team_game import seal, sealed_on, write

SEATS: Final = ("germany", "axis_allies", "stavka", "north", "centre", "south")
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

    def play(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Let bots write for every seat, over the wire, until Control's view is there: that view."""
        for _ in range(LONGEST):
            view = self.seen("control")["view"]
            asked = [seat for seat in view["asked"] if seat in SEATS]
            if until(view) or not asked:
                return dict(view)
            message = self.seen(asked[0])
            own = message["view"]
            bot = make_bot("greedy", RULEBOOK)
            offered = own.get("lines") or own["options"]
            self.answer(asked[0], bot.choose(own, offered), message["version"])
        raise AssertionError("the turn does not end")


def evening(server: TableServer, visitor: Callable[..., Page]) -> Evening:
    """Control begins, the commands sit down by their links, and the wall is opened."""
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
    seats = {seat: visitor() for seat in SEATS}
    for seat, page in seats.items():
        follow(page, f"{server.address}{begun['links'][seat]}")
    wall = visitor()
    wall.goto(f"{server.address}/wall/{begun['match']}")
    expect(wall.locator("[data-wall][data-version]")).to_be_visible(timeout=PATIENCE)
    return Evening(server.address, begun["match"], control, wall, seats)


def test_a_turn_of_frontline_at_eight_screens_from_a_missed_deadline_to_the_first_combat(
    club: TableServer, visitor: Callable[..., Page]
) -> None:
    at = evening(club, visitor)
    # The Stavka misses its time: what it has not allotted is shared out, and everybody may write.
    desk = _desk(at.control)
    for _ in range(MINUTES // 5):
        desk.get_by_role("button", name="− 5 min").click()
    expect(at.seats["north"].locator(".log")).to_contain_text("Time is up", timeout=PATIENCE)
    # Germany writes at the page and seals; the wall tells that, and not what.
    germany = at.seats["germany"]
    settled(germany)
    write(germany, "men to 1509")
    seal(germany)
    expect(sealed_on(at.wall)).to_have_text(re.compile("Germany"), timeout=PATIENCE)
    expect(at.wall.locator("body")).not_to_contain_text("men to 1509")
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
    # It is told, and the first combat waits for its dice.
    expect(at.control.locator(".log")).to_contain_text("is granted", timeout=PATIENCE)


def _desk(control: Page) -> Locator:
    """Control's desk, at the page for the evening."""
    desk = control.locator("[data-dialog=control]")
    if not desk.count():
        control.get_by_role("button", name="Control’s desk…").click()
    desk.locator("[data-tab=evening]").click()
    return desk
