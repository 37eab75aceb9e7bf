"""A hex is pointed out with a finger where a paper asks for one; and an umpire who comes by a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .people import follow
from .positions import HEADERS
from .table import AT_REST, TableServer, settled, wait_for_turn
from .test_any_device import PHONE


def tap_on_map(page: Page, mark: str) -> None:
    """Tap in the middle of something on the map when everything has come to rest."""
    x, y, _ = page.wait_for_function(AT_REST, arg=mark).json_value()
    page.touchscreen.tap(x, y)


@pytest.fixture
def umpired(club: TableServer, member: Callable[..., Page]) -> tuple[Page, Page, dict[str, str]]:
    """Red at a table whose umpire is invited; the umpire's telephone; the links."""
    red, umpire = member(), member(**PHONE)
    wanted = {"scenario": "ford", "seats": {"red": "person", "blue": "open"}, "control": "open"}
    begun = red.request.post(f"{club.address}/api/matches", data=wanted, headers=HEADERS).json()
    links = {seat: f"{club.address}{path}" for seat, path in begun["links"].items()}
    follow(red, f"{club.address}/match/{begun['match']}")
    wait_for_turn(red)
    return red, umpire, links


def _edit(umpire: Page) -> Locator:
    """The umpire's desk, turned up where the position is changed."""
    umpire.get_by_role("button", name="Control’s desk…").tap()
    desk = umpire.locator("[data-dialog=control]")
    desk.locator("[data-tab=edit]").tap()
    return desk


def test_an_umpire_by_a_link_sees_both_sides_and_moves_a_unit_with_a_finger(
    umpired: tuple[Page, Page, dict[str, str]],
) -> None:
    red, umpire, links = umpired
    follow(umpire, links["control"])
    settled(umpire)
    expect(umpire.locator("[data-unit=blue-d]")).not_to_contain_text("?")
    expect(red.locator("[data-unit=blue-d]")).to_contain_text("?")
    desk = _edit(umpire)
    folded = umpire.locator("[data-panel=control].folded")
    # The map is behind the desk: it is folded to reach the map, and comes back with the hex, also with the same one again.
    for which in ("a hex", "another hex"):
        desk.get_by_role("button", name=f"Choose {which} on the map").tap()
        expect(folded).to_be_visible()
        tap_on_map(umpire, "[data-unit=red-a]")
        expect(desk.locator("[data-edit=red-a]")).to_be_visible()
    desk.locator("[data-edit=red-a]").tap()
    desk.get_by_role("button", name="Hex: pick on the map").tap()
    expect(folded).to_be_visible()
    tap_on_map(umpire, "[data-unit=red-b]")
    expect(desk.get_by_label("Hex", exact=True)).to_have_value("0201")
    desk.get_by_label("Hex", exact=True).fill("0102")
    desk.get_by_label("Reason").fill("a slip of the pen")
    desk.get_by_role("button", name="Change the position").tap()
    expect(desk.get_by_role("status")).to_have_text("The position is changed.")
    expect(red.locator(".log")).to_contain_text("Control changes the position: a slip of the pen.")


def test_whoever_plays_does_not_become_the_umpire_of_his_own_match(
    umpired: tuple[Page, Page, dict[str, str]],
) -> None:
    red, umpire, links = umpired
    red.goto(links["control"])
    expect(red.get_by_role("main")).to_contain_text("umpire")
    expect(red.locator("[data-sit-down]")).to_have_count(0)
    # His own link leads him to his own seat, and the umpire's still waits for the umpire.
    red.goto(links["red"])
    wait_for_turn(red)
    expect(red.locator(".who.you")).to_contain_text("Red")
    expect(red.get_by_role("button", name="Control’s desk…")).to_have_count(0)
    follow(umpire, links["control"])
    expect(umpire.get_by_role("button", name="Control’s desk…")).to_be_visible()
