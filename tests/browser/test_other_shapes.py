"""A game of quite another shape is played on the same page: three seats, hexes of three digits, words of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .table import Hand, TableServer, choose_scenario, open_lobby, settled

REGISTERED = (
    "from sandtable.kernel import register\nfrom tests.testing.caravans import RULEBOOK\nregister(RULEBOOK)"
)
HOUSES = ("amber", "jade", "slate")


@pytest.fixture
def oasis(tmp_path: Path) -> Iterator[TableServer]:
    """A server that knows the caravans."""
    server = TableServer(f"sqlite:///{tmp_path}/matches.db", before=REGISTERED)
    server.start()
    yield server
    server.kill()


def test_three_caravans_race_at_one_screen(oasis: TableServer, visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_lobby(page, oasis.address)
    choose_scenario(page, "The Caravans")
    page.locator("[data-hotseat]").click()
    settled(page)
    bar = page.locator(".bar")
    expect(bar).to_contain_text("Mules")
    expect(bar).to_contain_text("Amber 6 · Jade 6 · Slate 6")
    # Its counters have one figure, in the middle of their foot, and no other.
    expect(page.locator(".counter[data-unit=amber-caravan] .number")).to_have_text("6")

    for day in (1, 2):
        for house in HOUSES:
            _sit(page, house)
            rests = (day, house) == (1, "slate")
            Hand(page, oasis.address, house).play("rest" if rests else "trek")
            if rests:
                rested = page.locator(".counter[data-unit=slate-caravan] .art")
                expect(rested).to_contain_text("R")

    end = page.get_by_role("region", name="The game is over")
    expect(end).to_contain_text(re.compile("(Amber|Jade|Slate) wins"))
    expect(end.locator("thead")).to_contain_text("mules lost")
    expect(end.locator("tbody tr")).to_have_count(3)
    page.keyboard.press("Escape")

    log = page.locator(".log")
    expect(log.locator(".heading")).to_have_text(["Dawn of day 1.", "Dawn of day 2."])
    expect(log).to_contain_text("Jade treks from 201 to ")
    expect(log.locator("li svg").first).to_be_visible()
    log.get_by_text("Jade treks from 201").first.hover()
    expect(page.locator(".board .pointed").first).to_be_attached()

    page.keyboard.press("v")
    campaign = page.get_by_role("region", name="Campaign")
    expect(campaign).to_contain_text("In the lead")
    expect(campaign).to_contain_text(re.compile("(Amber|Jade|Slate) caravan"))
    campaign.locator("[data-tab=units]").click()
    expect(campaign.locator("thead")).to_contain_text("mules on the map")


def test_its_hexes_and_units_are_read_aloud_in_its_own_words(
    oasis: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    open_lobby(page, oasis.address)
    choose_scenario(page, "The Caravans")
    page.locator("[data-hotseat]").click()
    settled(page)
    _sit(page, "amber")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("At the foot of a counter: mules in the middle.")
    expect(page.get_by_role("dialog")).to_contain_text("Hatched with L: lame. A badge with R: has rested.")


def _sit(page: Page, house: str) -> None:
    """Take the screen where it is handed over."""
    over = page.get_by_role("button", name=f"I am {house.capitalize()}")
    settled(page)
    if over.count():
        over.click()
        settled(page)
