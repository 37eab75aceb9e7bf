"""The pictures of the table in the README, taken again: ``python -m tests.browser.portraits docs/images``."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from sandtable import catalog
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.campaign import standard_campaign

from .conftest import DESKTOP
from .positions import begin_match, fights, offers, play_until
from .table import FLAGS, PATIENCE, TableServer, browser_program, rest_on, settled

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1.5,
    "has_touch": True,
    "is_mobile": True,
}
# As many as a drawn map with text needs; with all of them a picture is three times as large.
COLOURS: Final = 256
# Two Panzer divisions and two others out of 1826 against 1825, and whatever follows.
ATTACK: Final = ("activate:792", "all", "attack:793", "plan:1", "commit_air", "stop", "done", "end_phase")
# All who stand before Brest, with two air units.
CAMPAIGN: Final = standard_campaign(RULEBOOK.tables)
BREST: Final = (f"attack:{CAMPAIGN.hex('Brest-Litovsk')}", "all", "air:2", "done")
Portrait = Callable[[Page, str], None]


def combat(page: Page, address: str) -> None:
    """A combat before its plan is chosen."""
    match = begin_match(page.request, address)
    play_until(page.request, address, match, offers("plan"), eager=ATTACK)
    _open(page, address, match)
    expect(page.get_by_role("region", name=re.compile("^Combat"))).to_be_visible()


def dice(page: Page, address: str) -> None:
    """A combat of which the dice have fallen, reopened from the log."""
    match = begin_match(page.request, address)
    play_until(page.request, address, match, offers("commit_air"), eager=ATTACK)
    play_until(page.request, address, match, lambda view: not fights(view), eager=ATTACK)
    _open(page, address, match)
    page.get_by_role("button", name="Show the combat").first.click()
    expect(page.get_by_role("region", name=re.compile("^Past combat"))).to_be_visible()


def end(page: Page, address: str) -> None:
    """The end of a game between the bots, seen by whoever watches."""
    match = begin_match(page.request, address, seats={"german": "greedy", "soviet": "greedy"})
    page.goto(f"{address}/match/{match}")
    expect(page.get_by_role("region", name="The game is over")).to_be_visible(timeout=10 * PATIENCE)


def front(page: Page, address: str) -> None:
    """The whole of Barbarossa in the dark."""
    match = begin_match(page.request, address, scenario="barbarossa")
    page.emulate_media(color_scheme="dark")
    _open(page, address, match)
    page.keyboard.press("0")


def reach(page: Page, address: str) -> None:
    """Where a force can go on the second turn, and what a way past the enemy costs and risks."""
    match = begin_match(page.request, address)

    def second(view: dict[str, Any]) -> bool:
        return bool(view["position"]["turn"] == 2 and offers("activate")(view))

    play_until(page.request, address, match, second, eager=("end_phase", "save", "wait", "pass", "stop"))
    play_until(page.request, address, match, offers("move"), eager=ATTACK)
    _open(page, address, match)
    risky = page.locator("[data-reach][data-risk='2'], [data-reach][data-risk='3']").first
    rest_on(page, f"[data-reach='{risky.get_attribute('data-reach')}']")


def phone(page: Page, address: str) -> None:
    """The odds of an attack on a phone."""
    match = begin_match(page.request, address)
    play_until(page.request, address, match, offers("commit_air"))
    _open(page, address, match)


def besieged_reach(page: Page, address: str) -> None:
    """Where a panzer corps before Brest can go on the first day of the war in the east."""
    _besieged(page, address, offers("to:"), f"move:{CAMPAIGN.roster.numbers['ge-xxiv-pz']}", "done")


def besieged_odds(page: Page, address: str) -> None:
    """Both tables for the attack on Brest, with two air units."""
    _besieged(page, address, offers("blitzkrieg"), *BREST)
    expect(page.get_by_role("region", name=re.compile("^Combat"))).to_be_visible()


def besieged_advance(page: Page, address: str) -> None:
    """After the Blitzkrieg: who advances."""
    _besieged(page, address, offers("advance:"), "blitzkrieg", *BREST, "nobody")


def _besieged(page: Page, address: str, there: Callable[[dict[str, Any]], bool], *eager: str) -> None:
    # The Soviets answer for themselves: they may be asked for a marshal or a loss before the Germans come to what is wanted.
    match = begin_match(page.request, address, "besieged-1941")
    play_until(page.request, address, match, there, eager=eager)
    _open(page, address, match)


def frontline(page: Page, address: str) -> None:
    """The front in July 1943, as the Stavka sees it while it shares out its Pool."""
    _team(page, address, "frontline-1943-fronts", "stavka")
    page.keyboard.press("0")


def market_garden(page: Page, address: str) -> None:
    """The first march of 1st Airborne Division, plotted from its drop zone step by step."""
    _team(page, address, "market-garden", "british_airborne")
    page.locator("[data-about]").first.click()
    page.locator("[data-write]").filter(has_text="Oosterbeek").first.click()
    expect(page.locator("[data-way]")).to_be_visible()
    page.keyboard.press("-")
    page.locator(".who").first.scroll_into_view_if_needed()


def _team(page: Page, address: str, scenario: str, seat: str) -> None:
    commands = catalog.rulebook_of(scenario).scenario(scenario).seats
    match = begin_match(page.request, address, scenario, dict.fromkeys(commands, "person"), mode="hotseat")
    _open(page, address, match, seat)
    ready = page.get_by_role("button", name=re.compile("^I am"))
    if ready.count():
        ready.click()
    expect(page.locator(f"[data-sheet={seat}]")).to_be_visible(timeout=10 * PATIENCE)


PORTRAITS: Final[dict[str, tuple[Portrait, dict[str, Any]]]] = {
    "table": (combat, {"viewport": DESKTOP}),
    "reach": (reach, {"viewport": DESKTOP}),
    "dice": (dice, {"viewport": DESKTOP}),
    "end": (end, {"viewport": DESKTOP}),
    "barbarossa-dark": (front, {"viewport": DESKTOP}),
    "phone": (phone, PHONE),
    "besieged-reach": (besieged_reach, {"viewport": DESKTOP}),
    "besieged-odds": (besieged_odds, {"viewport": DESKTOP}),
    "besieged-advance": (besieged_advance, {"viewport": DESKTOP}),
    "frontline": (frontline, {"viewport": DESKTOP}),
    "market-garden": (market_garden, {"viewport": DESKTOP}),
}


def main(folder: Path, wanted: list[str]) -> None:
    """Take the *wanted* portraits, or all of them, into *folder*."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = TableServer(f"sqlite:///{kept}/matches.db")
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_program(), args=list(FLAGS))
        try:
            for name in wanted or PORTRAITS:
                sit, how = PORTRAITS[name]
                page = browser.new_context(reduced_motion="reduce", **how).new_page()
                sit(page, server.address)
                _keep(page, folder / f"{name}.png")
                print(folder / f"{name}.png")
        finally:
            browser.close()
            server.kill()


def _open(page: Page, address: str, match: str, seat: str = "german") -> None:
    page.goto(f"{address}/match/{match}?seat={seat}")
    settled(page)


def _keep(page: Page, file: Path) -> None:
    page.wait_for_load_state("networkidle")
    # Tiles of the map are drawn sharp when the eye has rested; nothing on the page tells when the last one is.
    page.wait_for_timeout(3000)
    shot = Image.open(BytesIO(page.screenshot()))
    shot.convert("RGB").quantize(COLOURS).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
