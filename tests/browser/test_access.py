"""Every screen against the web's accessibility rules, and what those rules do not see: fingers, zoom, focus, titles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .positions import begin_match, fights, offers, play_until
from .table import PATIENCE, TableServer, rest_on, wait_for_turn
from .test_end_of_game import given_up, panel_of

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# The rules of WCAG 2.1, levels A and AA; where only the theme differs, what depends on colour is asked again.
RULES: Final = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
COLOURS: Final = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
DESKTOP, TABLET, PHONE = (1440, 900), (834, 1112), (390, 844)
Views = tuple[tuple[Literal["light", "dark"], tuple[int, int], dict[str, Any]], ...]
# Either theme and either layout every day. At length: all rules at every size, and both themes on a screen; a tablet and a
# phone have the same sheet, so each shows it in one of the themes.
VIEWS: Final[Views] = (
    ("light", DESKTOP, RULES),
    ("dark", PHONE, RULES),
)
MORE_VIEWS: Final[Views] = (
    *VIEWS,
    ("light", PHONE, RULES),
    ("dark", TABLET, RULES),
    ("dark", DESKTOP, COLOURS),
)


class Hall:
    """A server, a browser at it, and matches at moments that are worth looking at."""

    def __init__(self, server: TableServer, context: BrowserContext) -> None:
        self.address: Final = server.address
        self.context: Final = context
        self.page: Final = context.new_page()
        self._matches: Final[dict[str, str]] = {}

    def lobby(self) -> Page:
        """The first page."""
        self.page.goto(self.address)
        expect(self.page.get_by_role("button", name="Play Army Group North")).to_be_visible()
        return self.page

    def table(self, moment: str = "opening") -> Page:
        """The German's table at that moment."""
        self.page.goto(f"{self.address}/match/{self.match(moment)}?seat=german")
        wait_for_turn(self.page)
        return self.page

    def match(self, moment: str) -> str:
        """The match at that moment; it is played there once."""
        if moment not in self._matches:
            there: dict[str, Callable[[dict[str, Any]], bool]] = {
                "opening": offers("activate"),
                "moving": offers("onward"),
                "fight": offers("commit_air"),
                "dice": lambda view: fights(view) and not offers("commit_air")(view),
            }
            request = self.context.request
            self._matches[moment] = begin_match(request, self.address)
            play_until(request, self.address, self._matches[moment], there[moment])
        return self._matches[moment]

    def waiting(self) -> Page:
        """The table of somebody whose opponent has not come."""
        match = begin_match(self.context.request, self.address, seats={"german": "open", "soviet": "person"})
        self.page.goto(f"{self.address}/match/{match}?seat=soviet")
        expect(self.page.locator(".who")).to_be_visible(timeout=PATIENCE)
        return self.page

    def umpire(self) -> Page:
        """Control's table."""
        seats = {"red": "person", "blue": "person"}
        match = begin_match(
            self.context.request, self.address, "ford", seats, mode="hotseat", control="person"
        )
        self.page.goto(f"{self.address}/match/{match}?seat=control")
        self.page.get_by_role("button", name="Control’s desk…").click()
        return self.page


@pytest.fixture(scope="module")
def hall(club: TableServer, browser: Browser) -> Iterator[Hall]:
    # The page's own policy lets no stranger's script in, and colours must not be caught while they change.
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    # The printed map is a picture without words, and takes the server seconds.
    context.route("**/api/boards/*.svg*", lambda route: route.abort())
    # Every screen is seen as if for the first time.
    context.add_init_script("localStorage.clear()")
    context.set_default_timeout(PATIENCE)
    yield Hall(club, context)
    context.close()


def _key(key: str, panel: str) -> Callable[[Hall], None]:
    def show(hall: Hall) -> None:
        page = hall.table()
        page.keyboard.press(key)
        expect(page.locator(f"[data-panel={panel}]")).to_be_visible()

    return show


def _tab(tab: str) -> Callable[[Hall], None]:
    def show(hall: Hall) -> None:
        _key("v", "campaign")(hall)
        hall.page.locator(f"[data-tab={tab}]").click()
        expect(hall.page.locator(f"[data-tab={tab}]")).to_have_attribute("aria-selected", "true")

    return show


def _menu(name: str, inside: str) -> Callable[[Hall], None]:
    def show(hall: Hall) -> None:
        page = hall.table()
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_text(inside).first).to_be_visible()

    return show


def _entry(entry: str, shown: str) -> Callable[[Hall], None]:
    def show(hall: Hall) -> None:
        page = hall.table()
        page.get_by_role("button", name="Menu", exact=True).click()
        page.locator(".item").filter(has_text=entry).click()
        expect(page.locator(shown)).to_be_visible()

    return show


def _begin(hall: Hall) -> None:
    page = hall.lobby()
    page.get_by_role("button", name="Play Army Group North").click()
    for more in ("Clock, umpire, lobby", "Briefing"):
        page.locator("summary").filter(has_text=more).click()


def _account(hall: Hall) -> None:
    hall.lobby().locator("[data-account]").click()
    expect(hall.page.locator("[data-dialog=account]")).to_be_visible()


def _asked(hall: Hall) -> None:
    hall.table()


def _fanned(hall: Hall) -> None:
    page = hall.table()
    rest_on(page, "[data-unit=ge-6-pz]")
    expect(page.locator(".fan .counter").first).to_be_attached()


def _listed(hall: Hall) -> None:
    page = hall.table()
    page.keyboard.press("c")
    page.get_by_role("button", name=re.compile("^Where it can go")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Go to ")).first).to_be_visible()


def _moving(hall: Hall) -> None:
    expect(hall.table("moving").locator("[data-reach]").first).to_be_attached()


def _fight(hall: Hall) -> None:
    expect(hall.table("fight").locator("[data-panel=combat] [data-odds-bar]").first).to_be_visible()


def _dice(hall: Hall) -> None:
    expect(hall.table("dice").locator("[data-panel=combat] .dice").first).to_be_attached()


def _luck(hall: Hall) -> None:
    _dice(hall)
    page = hall.page
    page.keyboard.press("k")
    expect(page.get_by_role("img", name=re.compile("of such rolls")).first).to_be_visible()


def _replay(hall: Hall) -> None:
    _dice(hall)
    page = hall.page
    page.keyboard.press(",")
    expect(page.get_by_role("toolbar", name="Replay")).to_be_visible()


def _note(hall: Hall) -> None:
    _fight(hall)
    page = hall.page
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_be_visible()


def _help(hall: Hall) -> None:
    hall.table().keyboard.press("?")
    expect(hall.page.get_by_role("dialog", name="How to use the table")).to_be_visible()


def _waiting(hall: Hall) -> None:
    hall.waiting()


def _desk(hall: Hall) -> None:
    hall.umpire().locator("[data-tab=edit]").click()
    expect(hall.page.get_by_text("The game as a whole")).to_be_visible()


def _invitation(hall: Hall) -> None:
    """A friend's invitation, in a browser that holds the other seat already: the card with both its buttons."""
    seats = {"german": "person", "soviet": "open"}
    begun = hall.context.request.post(
        f"{hall.address}/api/matches", data={"scenario": "agn", "seats": seats}, headers={"X-Sandtable": "1"}
    ).json()
    hall.page.goto(hall.address + begun["links"]["soviet"])
    expect(hall.page.locator("[data-invitation]")).to_be_visible()


def _failed(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/match/nowhere")
    expect(hall.page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()


def _rules(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/rules/damos")
    hall.page.locator("[data-tab=charts]").click()
    expect(hall.page.get_by_role("group", name="Combat Results Table")).to_be_visible()


def _rulings(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/rules/airborne#A-12")
    expect(hall.page.locator(".wanted")).to_be_visible()


def _drawer(hall: Hall) -> None:
    _dice(hall)
    hall.page.keyboard.press("r")
    hall.page.locator("[data-panel=rules] [data-tab=charts]").click()
    expect(hall.page.locator("td.read").first).to_be_visible()


def _lobby_rules(hall: Hall) -> None:
    hall.lobby().locator("[data-rules]").click()
    expect(hall.page.locator("[data-panel=rules] [data-at]").first).to_be_visible()


def _judging(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/judge/besieged")
    for side in ("attacker", "defender"):
        hall.page.locator(f"[data-field='{side}.0.strength']").fill("9")
    hall.page.locator("[data-judge]").click()
    expect(hall.page.locator("[data-entry='1']")).to_be_visible()
    hall.page.locator("[data-correct='1']").click()


def _judging_units(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/judge/airborne")
    hall.page.locator("summary").first.click()
    expect(hall.page.locator("[data-field='attacker.0.ammo']")).to_be_visible()


def _watch(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/watch")
    expect(hall.page.get_by_role("heading", name="Games to watch")).to_be_visible()


def _watching(hall: Hall) -> None:
    match = begin_match(hall.context.request, hall.address)
    hall.page.goto(f"{hall.address}/match/{match}?seat=spectator")
    expect(hall.page.locator("[data-pause]")).to_be_visible()


def _judging_front(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/judge/frontline")
    hall.page.get_by_text("Front line", exact=True).first.click()
    expect(hall.page.locator("[data-field='front.0.side.1.name']")).to_be_visible()


def _end(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/match/{given_up(hall.page, hall.address)}?seat=german")
    panel_of(hall.page)


def _nowhere(hall: Hall) -> None:
    hall.page.goto(f"{hall.address}/nowhere")
    expect(hall.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()


SCREENS: Final[dict[str, Callable[[Hall], Any]]] = {
    "lobby": Hall.lobby,
    "begin": _begin,
    "account": _account,
    "waiting": _waiting,
    "asked": _asked,
    "fanned": _fanned,
    "list": _listed,
    "moving": _moving,
    "fight": _fight,
    "dice": _dice,
    "standing": _tab("standing"),
    "units": _tab("units"),
    "calendar": _tab("calendar"),
    "briefing": _key("i", "briefing"),
    "luck": _luck,
    "replay": _replay,
    "layers": _menu("Layers", "Hex numbers"),
    "menu": _menu("Menu", "Help and keys"),
    "help": _help,
    "orders": _entry("Standing orders", "[data-dialog=orders]"),
    "resign": _entry("Resign", "[data-dialog=resign]"),
    "control": _desk,
    "note": _note,
    "failed": _failed,
    "invitation": _invitation,
    "rules": _rules,
    "rulings": _rulings,
    "drawer": _drawer,
    "lobby rules": _lobby_rules,
    "nowhere": _nowhere,
    "watch": _watch,
    "watching": _watching,
    "judging": _judging,
    "judging units": _judging_units,
    "judging front": _judging_front,
    "end": _end,
}


def violations(page: Page, rules: dict[str, Any]) -> list[str]:
    """What breaks the rules: which rule, where, and why."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.add_script_tag(path=AXE)
        # The drawing of the map is hidden from readers and has tests of its own; without it this is twice as quick.
        page.evaluate("document.querySelector('.world')?.replaceChildren()")
    found: list[str] = page.evaluate(
        """async (rules) => (await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })).violations
            .flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary}`))""",
        rules,
    )
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_breaks_no_rule_large_or_small_in_light_or_dark(hall: Hall, screen: str) -> None:
    assert _wrong_in(hall, screen, VIEWS) == {}


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_breaks_no_rule_at_any_size_in_light_or_dark(hall: Hall, screen: str) -> None:
    assert _wrong_in(hall, screen, MORE_VIEWS) == {}


def _wrong_in(hall: Hall, screen: str, views: Views) -> dict[str, list[str]]:
    hall.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    hall.page.emulate_media(color_scheme="light")
    SCREENS[screen](hall)
    wrong: dict[str, list[str]] = {}
    for scheme, (width, height), rules in views:
        hall.page.emulate_media(color_scheme=scheme)
        expect(hall.page.locator("html")).to_have_attribute("data-theme", scheme)
        hall.page.set_viewport_size({"width": width, "height": height})
        if found := violations(hall.page, rules):
            wrong[f"{screen} {width} {scheme}"] = found
    return wrong
