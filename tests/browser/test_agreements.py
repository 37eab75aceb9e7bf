"""What players settle among themselves: a result, resignation, somebody who stays away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from .people import from_menu, invite
from .table import PATIENCE, Hand, TableServer, wait_for_turn

# A bot may take the seat of whoever keeps the others waiting for two seconds.
SOON = 2 / 86400


def _propose(page: Page, how: str) -> None:
    from_menu(page, "Offer a draw")
    page.get_by_label(how).check()
    page.locator("[data-dialog=result] [type=submit]").click()
    expect(page.locator("[data-proposal=result]")).to_contain_text("You have proposed")


def test_a_result_is_proposed_declined_proposed_again_and_agreed_to(
    club: TableServer, member: Callable[..., Page]
) -> None:
    host, guest = member(), member()
    invite(host, guest, club.address)
    _propose(host, "As a draw")
    asked = guest.locator("[data-proposal=result]")
    expect(asked).to_contain_text("Red proposes a draw")
    asked.get_by_role("button", name="Decline").click()
    # The proposer is told, and plays on.
    expect(host.locator(".note")).to_contain_text("Blue does not agree.")
    expect(host.locator("[data-proposal=result]")).to_have_count(0)
    wait_for_turn(host)
    _propose(host, "Red has won")
    expect(asked).to_contain_text("that Red has won")
    asked.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.locator("p.why")).to_contain_text("Red wins (agreement)")


def test_resigning_is_asked_twice(club: TableServer, member: Callable[..., Page]) -> None:
    host, guest = member(), member()
    invite(host, guest, club.address)
    from_menu(host, "Resign")
    host.locator("[data-dialog=resign]").get_by_role("button", name="Play on").click()
    wait_for_turn(host)
    from_menu(host, "Resign")
    host.locator("[data-resign]").click()
    for page in (host, guest):
        expect(page.locator("p.why")).to_contain_text("Blue wins (resignation)")
        expect(page.locator(".log")).to_contain_text("Red resigned.")


def test_the_end_says_what_it_means_to_each_and_leads_to_a_new_game(
    club: TableServer, member: Callable[..., Page]
) -> None:
    host, guest = member(), member()
    invite(host, guest, club.address)
    from_menu(host, "Resign")
    host.locator("[data-resign]").click()
    for page, means in ((host, "You have lost"), (guest, "You have won")):
        expect(page.locator("[data-panel=end]")).to_contain_text(means)
        expect(page.locator("[data-panel=end]")).to_contain_text("Blue wins (resignation)")
    host.locator("[data-panel=end]").get_by_role("button", name="New game").click()
    expect(host.locator("[data-dialog=begin]")).to_contain_text("The Ford")


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[TableServer]:
    """A server at which nobody is waited for long."""
    server = TableServer(f"sqlite:///{tmp_path}/matches.db", absent_days=SOON)
    server.start()
    yield server
    server.kill()


def test_a_bot_plays_on_for_whoever_stays_away_until_he_comes_back(
    impatient: TableServer, member: Callable[..., Page]
) -> None:
    absent, waiting = member(), member()
    invite(absent, waiting, impatient.address)
    table = absent.url
    absent.goto("about:blank")
    waiting.locator("[data-substitute=red]").click(timeout=PATIENCE)
    expect(waiting.locator(".note-box")).to_contain_text("A bot plays for Red")
    # The bot goes on with the game.
    blue, end = Hand(waiting, impatient.address, "blue"), monotonic() + PATIENCE / 1000
    while blue.message()["answers"] == 0:
        assert monotonic() < end, "the bot does not play"
        waiting.wait_for_timeout(100)
    absent.goto(table)
    absent.locator("[data-reclaim=red]").click(timeout=PATIENCE)
    expect(waiting.locator(".log")).to_contain_text("The player of Red is back.", timeout=PATIENCE)
    expect(absent.locator("[data-reclaim=red]")).to_have_count(0)
