"""Rules, charts and rulings one click away: at the table, in the lobby, and at an address of their own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .positions import begin_match, fights, offers, play_until
from .table import PHONE, TableServer, is_phone, open_lobby, wait_for_turn


def test_a_rulebook_is_read_searched_and_linked_at_its_own_address(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    page.goto(f"{club.address}/rules/damos")
    expect(page.get_by_role("heading", level=1)).to_have_text("Army Group North, Center, South (DAMOS)")
    page.locator("[data-search]").fill("zone of control")
    expect(page.locator("mark").first).to_be_visible()
    page.locator("[data-search]").fill("8.6")
    expect(page.locator("[data-at] .number").first).to_have_text("8.6")
    page.locator("[data-tab=rulings]").click()
    page.locator("[data-search]").fill("R-15")
    expect(page.get_by_role("tabpanel", name="Rulings")).to_contain_text("Six against fourteen is 1:3.")
    page.goto(f"{club.address}/rules/damos#table%20crt")
    expect(page.get_by_role("tab", name="Charts")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("group", name="Combat Results Table")).to_be_in_viewport()


@pytest.mark.parametrize("rulebook", ["airborne", "besieged", "damos", "ford", "frontline"])
def test_every_rulebook_shows_its_charts_with_their_provenance(
    club: TableServer, visitor: Callable[..., Page], rulebook: str
) -> None:
    page = visitor(**PHONE)
    page.goto(f"{club.address}/rules/{rulebook}")
    page.locator("[data-tab=charts]").click()
    tables = page.request.get(f"{club.address}/api/rulebooks/{rulebook}/tables").json()
    expect(page.locator("figure")).to_have_count(len(tables))
    expect(page.locator("figure [data-provenance]")).to_have_count(len(tables))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_drawer_at_the_table_lights_the_cells_that_the_dice_were_read_from(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    match = begin_match(page.request, club.address)
    play_until(
        page.request,
        club.address,
        match,
        lambda view: fights(view) and not offers("commit_air")(view),
    )
    page.goto(f"{club.address}/match/{match}?seat=german")
    wait_for_turn(page)
    page.get_by_role("button", name="Rules and charts").click()
    drawer = page.locator("[data-panel=rules]")
    drawer.locator("[data-tab=charts]").click()
    expect(drawer.locator("td.read").first).to_be_visible()
    expect(drawer.get_by_text(re.compile("^Being read: row")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


def test_a_cited_paragraph_is_read_on_in_the_drawer(club: TableServer, anybody: Callable[..., Page]) -> None:
    page = anybody()
    match = begin_match(page.request, club.address)
    play_until(page.request, club.address, match, offers("commit_air"))
    page.goto(f"{club.address}/match/{match}?seat=german")
    wait_for_turn(page)
    cited = page.locator("[data-panel=combat]").get_by_role("button", name=re.compile("^Paragraph ")).first
    number = cited.inner_text()
    cited.click()
    page.get_by_role("button", name="Read on in the rules").click()
    wanted = page.locator("[data-panel=rules] .wanted")
    expect(wanted).to_be_in_viewport()
    expect(wanted.locator(".number")).to_have_text(re.compile(rf"^{re.escape(number)}(\.0)?$"))
    # What is decided stays in sight; a phone has room for one of them, and comes back to it.
    if not is_phone(page):
        expect(page.locator("[data-panel=combat]")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("[data-panel=rules]")).to_have_count(0)
    expect(page.locator("[data-panel=combat]")).to_be_visible()


def test_the_lobby_has_the_rules_of_every_rulebook(club: TableServer, anybody: Callable[..., Page]) -> None:
    page = anybody()
    open_lobby(page, club.address)
    page.locator("[data-rules]").click()
    drawer = page.locator("[data-panel=rules]")
    expect(drawer.locator("[data-at='8.0']")).to_be_attached()
    drawer.get_by_label("Rulebook").select_option("besieged")
    expect(drawer.get_by_role("heading", level=2)).to_have_text("Russia Besieged")
    drawer.locator("[data-search]").fill("surrender")
    expect(drawer.locator("mark").first).to_be_visible()
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_have_count(0)


def test_an_unknown_address_says_that_there_is_nothing(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    for path in ("/nowhere", "/rules/chess"):
        answer = page.goto(club.address + path)
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    page.get_by_role("button", name="To all games").click()
    expect(page.get_by_role("heading", name="Sandtable")).to_be_visible()
