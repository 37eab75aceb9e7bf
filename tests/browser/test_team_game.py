"""A team game at the page: The Dikes with two commands against one, Control, and a wall for the room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from .people import follow, from_menu
from .table import TableServer, choose_scenario, click_on_map, open_lobby, settled
from .test_access import RULES, violations

REGISTERED = (
    "from sandtable.kernel import register\nfrom sandtable.testing.dikes import RULEBOOK\nregister(RULEBOOK)"
)


@pytest.fixture
def polder(tmp_path: Path) -> Iterator[TableServer]:
    """A server that knows The Dikes."""
    server = TableServer(f"sqlite:///{tmp_path}/matches.db", before=REGISTERED)
    server.start()
    yield server
    server.kill()


class Room(NamedTuple):
    """Everybody at one match, and the wall."""

    control: Page
    north: Page
    south: Page
    duke: Page
    wall: Page


def room(
    server: TableServer,
    visitor: Callable[..., Page],
    *,
    minutes: str = "0",
    south: dict[str, Any] | None = None,
    **how: Any,
) -> Room:
    """Control begins a match and invites the three commands; the wall is opened beside it."""
    control, north, duke, wall = (visitor(**how) for _ in range(4))
    southern = visitor(**how, **(south or {}))
    open_lobby(control, server.address)
    choose_scenario(control, "The Dikes")
    control.get_by_text("Clock, umpire, lobby").click()
    control.locator("[name=control][value=person]").check(force=True)
    control.locator("[data-phase-minutes]").fill(minutes)
    control.get_by_role("button", name="Be the umpire and invite all players").click()
    links = [control.get_by_label(f"Link for {seat}").input_value() for seat in ("North", "South", "Duke")]
    control.get_by_role("button", name="To the table").click()
    for page, link in zip((north, southern, duke), links, strict=True):
        follow(page, link)
    match = re.sub(r"\?.*", "", control.url).rsplit("/", 1)[-1]
    wall.goto(f"{server.address}/wall/{match}")
    expect(wall.locator("[data-wall][data-version]")).to_be_visible()
    for page in (north, southern, duke):
        settled(page)
        expect(page.locator("[data-sheet]")).to_be_visible()
    return Room(control, north, southern, duke, wall)


def write(page: Page, text: str) -> None:
    """Write the line that reads so, from the list."""
    count = page.locator("[data-sheet] > .lines [data-line]").count()
    expect(page.locator("[data-write]").first).to_be_attached()
    find = page.get_by_placeholder("Find a line")
    if find.count():
        find.fill(text)
    page.locator("[data-write]").filter(has_text=text).first.click()
    expect(page.locator("[data-sheet] > .lines [data-line]")).to_have_count(count + 1)


def seal(page: Page) -> None:
    """Seal the sheet; the last seal opens all, and is asked about."""
    page.locator("[data-seal]").click()
    confirm = page.locator("[data-confirm]")
    reopen = page.locator("[data-reopen]")
    expect(confirm.or_(reopen).first).to_be_visible()
    if confirm.count():
        confirm.click()


def sealed_on(page: Page) -> Locator:
    """Who has sealed, as a page shows it."""
    return page.locator("[data-sealed]")


def test_a_turn_of_sealed_sheets_with_a_reopened_one_and_a_question_to_control(
    polder: TableServer, visitor: Callable[..., Page]
) -> None:
    at = room(polder, visitor)
    # North writes on the map: the party, then the hexside; the line is drawn as an arrow.
    click_on_map(at.north, "[data-unit=north-1]")
    expect(at.north.locator(".lit-hexside").first).to_be_attached()
    click_on_map(at.north, ".lit-hexside[data-hexside='0101/0102']")
    expect(at.north.locator("[data-sheet] > .lines [data-line]")).to_have_count(1)
    expect(at.north.locator("[data-shown=draft-north] .arrow.draft")).to_have_count(1)
    # South reads it, the Duke and the wall do not.
    expect(at.south.locator("[data-read-sheet=north] [data-line]")).to_have_count(1)
    expect(at.duke.locator("[data-read-sheet]")).to_have_count(0)
    assert at.wall.locator(".arrow.draft").count() == 0
    seal(at.north)
    for page in (at.south, at.duke, at.wall):
        expect(sealed_on(page)).to_have_text(re.compile("North"))
    # North thinks again while the others still write.
    at.north.locator("[data-reopen]").click()
    expect(sealed_on(at.duke)).to_have_count(0)
    write(at.north, "north-2 marches")
    seal(at.north)
    write(at.south, "south-1 seizes")
    seal(at.south)
    seal(at.duke)
    # The sheets are opened, and the next turn begins.
    for page in (at.north, at.wall):
        expect(page.locator(".log, .told").first).to_contain_text("north-2 marches")
    expect(at.wall.locator("[data-shown^=dikes] path").first).to_be_attached()
    expect(at.north.locator("[data-sheet] > .lines [data-line]")).to_have_count(0)
    # Each command has its report; Control has all, a page for each.
    for page, own, other in ((at.south, "League", "Duke"), (at.duke, "Duke", "League")):
        from_menu(page, "Reports…")
        expect(page.locator("[data-reports]")).to_contain_text(f"{own} holds")
        expect(page.locator("[data-reports]")).not_to_contain_text(f"{other} holds")
    _desk(at.control).locator("[data-open-reports]").click()
    for seat, side in (("north", "League"), ("duke", "Duke")):
        expect(at.control.locator(f"[data-report-of={seat}]")).to_contain_text(f"{side} holds")
    # A side talks among itself.
    at.north.locator("[data-tab=talk]").click()
    at.north.locator("[data-talk-to]").select_option("side")
    at.north.get_by_placeholder("Say something…").fill("The Duke sleeps.")
    at.north.locator("[data-say]").click()
    at.south.locator("[data-tab=talk]").click()
    expect(at.south.locator("[data-talk]")).to_contain_text("The Duke sleeps.")
    at.duke.locator("[data-tab=talk]").click()
    expect(at.duke.locator("[data-talk]")).to_contain_text("Nothing has been said yet.")


def test_the_screens_of_a_team_game_break_no_rule_of_access(
    polder: TableServer, visitor: Callable[..., Page]
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}}
    # The rules are asked by a script that is not the page's own.
    at = room(polder, visitor, minutes="30", south=phone, bypass_csp=True)
    at.south.emulate_media(color_scheme="dark")
    write(at.north, "north-1 seizes")
    expect(at.south.locator("[data-read-sheet=north] [data-line]")).to_have_count(1)
    _desk(at.control).locator("[data-pen=duke]").click()
    expect(at.control.locator("[data-sheet=duke]")).to_be_visible()
    assert {name: found for name, page in at._asdict().items() if (found := violations(page, RULES))} == {}
    # Nothing lies beside the phone's screen.
    assert at.south.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_control_decides_what_both_sides_seize_and_types_a_sheet_in(
    polder: TableServer, visitor: Callable[..., Page]
) -> None:
    at = room(polder, visitor)
    dike = "0202/0203"
    # What Control changes brings the list anew, and takes no words from who is typing.
    find = at.north.get_by_placeholder("Find a line")
    find.fill("north-1")
    _stand_beside_each_other(at.control)
    expect(at.north.locator("[data-write]").filter(has_text=f"north-1 seizes {dike}")).to_be_visible()
    expect(find).to_have_value("north-1")
    write(at.north, f"north-1 seizes {dike}")
    seal(at.north)
    seal(at.south)
    # The Duke plays on paper: Control writes his sheet, and seals it.
    desk = _desk(at.control)
    desk.locator("[data-pen=duke]").click()
    write(at.control, f"duke-1 seizes {dike}")
    expect(at.duke.locator("[data-sheet] > .lines [data-line]")).to_have_count(1)
    seal(at.control)
    # Both sides have seized it: Control is asked, and decides.
    question = desk.locator("[data-question]")
    expect(question).to_contain_text("whose is it?")
    question.locator("[data-decide]").filter(has_text="Duke has").click()
    for page in (at.north, at.duke):
        expect(page.locator(".log")).to_contain_text(f"Duke holds the dike {dike}")
    expect(question).to_have_count(0)


def test_when_the_time_is_up_sheets_are_sealed_as_they_stand(
    polder: TableServer, visitor: Callable[..., Page]
) -> None:
    at = room(polder, visitor, minutes="30")
    write(at.north, "north-1 marches")
    desk = _desk(at.control)
    # Control stops the clock, and takes the rest of the time away.
    desk.locator("[data-clock-stop]").click()
    expect(at.wall.locator("[data-deadline].stopped")).to_be_visible()
    desk.locator("[data-clock-run]").click()
    expect(at.wall.locator("[data-deadline]:not(.stopped)")).to_be_visible()
    for _ in range(6):
        desk.get_by_role("button", name="− 5 min").click()
    for page in (at.north, at.duke):
        expect(page.locator(".log")).to_contain_text("Time is up")
        expect(page.locator(".log")).to_contain_text("north-1 marches")
    expect(at.wall.locator(".told")).to_contain_text("Turn 2")


def _desk(control: Page) -> Locator:
    """Control's desk, at its first page."""
    desk = control.locator("[data-dialog=control]")
    if not desk.count():
        control.get_by_role("button", name="Control’s desk…").click()
    desk.locator("[data-tab=evening]").click()
    return desk


def _stand_beside_each_other(control: Page) -> None:
    """Control puts a party of each side at the same dike."""
    desk = _desk(control)
    desk.locator("[data-tab=edit]").click()
    for unit, hex_ in (("north-1", "0202"), ("duke-1", "0203")):
        click_on_map(control, f"[data-unit={unit}]")
        desk.locator(f"[data-edit={unit}]").click()
        desk.get_by_label("Hex", exact=True).fill(hex_)
        desk.get_by_role("button", name="Another").click()
    desk.get_by_label("Reason").fill("closer together")
    desk.locator("[type=submit]").click()
    expect(desk.locator("[role=status]")).to_contain_text("The position is changed.")
