"""What is between people: accounts, clocks, agreements, an umpire."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import PATIENCE, TableServer, choose_scenario, click_on_map, open_lobby, wait_for_turn


def _invite(host: Page, guest: Page, address: str, *terms: str) -> None:
    """The host is Red by these terms (what to tick), the guest comes by the link as Blue."""
    open_lobby(host, address)
    choose_scenario(host, "The Ford")
    if terms:
        host.get_by_text("Clock, umpire, lobby").click()
    for term in terms:
        host.locator(term).check(force=True)
    host.locator("[data-invite=red]").click()
    link = host.get_by_label("Link for Blue").input_value()
    host.get_by_role("button", name="To the table").click()
    guest.goto(link)
    expect(guest.locator(".who")).to_be_visible(timeout=PATIENCE)
    wait_for_turn(host)


def _from_menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator(".item").filter(has_text=entry).click()


def test_a_name_is_registered_and_a_short_password_refused_beside_its_field(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    open_lobby(page, table.address)
    page.locator("[data-account]").click()
    page.get_by_text("I am new here").click()
    dialog = page.locator("[data-dialog=account]")
    dialog.get_by_label("Name").fill("Anna")
    dialog.get_by_label("Password").fill("short")
    dialog.get_by_role("button", name="Register").click()
    expect(dialog.get_by_role("alert")).to_contain_text("10 to 200 characters")
    dialog.get_by_label("Password").fill("a long one at last")
    dialog.get_by_role("button", name="Register").click()
    expect(page.get_by_role("button", name="Account of Anna")).to_be_visible()


def test_a_draw_is_offered_and_agreed_to(table: TableServer, visitor: Callable[..., Page]) -> None:
    host, guest = visitor(), visitor()
    _invite(host, guest, table.address, "[name=clock][value=days]")
    expect(host.locator("[data-clock=red].running")).to_have_text(re.compile("2 d 23 h|3 d 0 h"))
    _from_menu(host, "Offer a draw")
    host.locator("[data-dialog=result] [type=submit]").click()
    guest.locator("[data-proposal=result]").get_by_role("button", name="Agree").click()
    expect(host.locator(".why").first).to_contain_text("Draw (agreement)")


def test_resigning_is_asked_twice(table: TableServer, visitor: Callable[..., Page]) -> None:
    host, guest = visitor(), visitor()
    _invite(host, guest, table.address)
    _from_menu(host, "Resign")
    host.locator("[data-dialog=resign]").get_by_role("button", name="Play on").click()
    wait_for_turn(host)
    _from_menu(host, "Resign")
    host.locator("[data-resign]").click()
    expect(guest.locator(".why").first).to_contain_text("Blue wins (resignation)")


def test_whoever_is_alone_corrects_the_position_as_control(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    open_lobby(page, table.address)
    choose_scenario(page, "The Ford")
    page.get_by_text("Clock, umpire, lobby").click()
    page.locator("[name=control][value=person]").check(force=True)
    page.get_by_role("button", name="Two at this screen").click()
    wait_for_turn(page)
    _from_menu(page, "Sit as Control")
    page.get_by_role("button", name="Control’s desk…").click()
    page.locator("[data-tab=edit]").click()
    click_on_map(page, "[data-unit=red-a]")
    desk = page.locator("[data-dialog=control]")
    desk.get_by_role("button", name="red-a").click()
    desk.get_by_label("Strength").fill("1")
    desk.get_by_label("Reason").fill("a slip of the pen")
    desk.get_by_role("button", name="Change the position").click()
    expect(desk.get_by_role("status")).to_have_text("The position is changed.")
    expect(page.locator("body")).to_contain_text("Control changes the position: a slip of the pen.")
