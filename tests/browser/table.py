"""A server in a process of its own, browsers at it, and what people do with the page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from time import monotonic, sleep
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable.server import Settings
from tests.server.databases import free_port

# The headless shell is Chromium without a window's frame: it draws the same pages with a fifth less of the processor.
PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Chromium as root in a container has no sandbox to offer, and it must not call home.
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# What is waited for comes at once on a quiet machine; on a busy one nothing fails because it took longer.
PATIENCE: Final = 120_000
# A server that has to share a machine with many others comes up late; one that has failed is noticed at once.
START_SECONDS: Final = 240
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
# Where a phone's map can be taken hold of, how far it is drawn at a stroke, and how far off the sheet a finger goes.
OPEN_COUNTRY: Final = (30, 220)
STROKE: Final = 120
FINGER: Final = 12
# What a browser is opened with: everything that the page can do is done at a desk and with a finger.
SIZES: Final[dict[str, dict[str, Any]]] = {"desktop": {}, "phone": PHONE}
# What is shown at a desk every day, and is laid out no differently, is shown on a phone at length.
ON_A_PHONE: Final = (pytest.mark.phone, pytest.mark.long)
# A table on which a position is laid out, and nothing is under way.
SETTLED: Final = ".table[data-version]:not([data-busy])"
# The camera glides, and so do counters. Where a mark lies when all of them have come to rest for some frames, and whether
# it is a counter, or lies under one, in a pile that opens beneath the pointer.
AT_REST: Final = """mark => {
    const board = document.querySelector('.board');
    const found = board?.querySelector(mark)?.getBoundingClientRect();
    const moves = !found || board.matches('[data-turning]') || board.querySelector('.world.moving')
        || board.getAnimations({ subtree: true }).length;
    const now = moves ? '' : [mark, found.x, found.y, found.width].join();
    window.still = now && window.still?.now === now ? { now, frames: window.still.frames + 1 } : { now, frames: 0 };
    if (window.still.frames < 3) return false;
    const x = found.x + found.width / 2, y = found.y + found.height / 2;
    const here = [...board.querySelectorAll('.counters .counter')].map(c => c.getBoundingClientRect())
        .filter(c => Math.hypot(c.x + c.width / 2 - x, c.y + c.height / 2 - y) < c.width / 2);
    return [x, y, here.length > 1];
}"""


def browser_program() -> str | None:
    """The machine's own Chromium; None where Playwright has brought one."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class TableServer:
    """``sandtable serve`` with a database of its own; it can be killed and started again at the same address."""

    def __init__(self, database: str, *, before: str = "", **settings: Any) -> None:
        # What the process does before it serves: it may register rulebooks that are not installed.
        self._before: Final = before
        self.port: Final = free_port()
        self.address: Final = f"http://127.0.0.1:{self.port}"
        # Processes that study would not know those rulebooks.
        studying = {"study_workers": 0} if before else {}
        self._environment: Final = Settings(
            database=database,
            **{
                "rate": 0,
                "bot_seconds": PATIENCE / 1000,
                "import_seconds": PATIENCE // 1000,
                "study_seconds": PATIENCE // 1000,
                "bots_ready": False,
                **studying,
                **settings,
            },
        ).to_environment()
        self._database: Final = database
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-c", f"{self._before}\nfrom sandtable.cli import main; main()", "serve"]
        command += ["--port", str(self.port), "--database", self._database]
        self._process = subprocess.Popen(
            command, env={**os.environ, **self._environment}, stdout=subprocess.DEVNULL
        )
        end = monotonic() + START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, "the server did not start"
            if monotonic() > end:
                self.kill()
                raise AssertionError("the server does not answer")
            sleep(0.1)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/healthz", timeout=30).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """End it as a power failure would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Kill it, and start it again."""
        self.kill()
        self.start()


# ---- what people do


def open_lobby(page: Page, address: str) -> None:
    """Come to the first page."""
    page.goto(address)
    expect(page.get_by_role("heading", name="Sandtable")).to_be_visible()


def choose_scenario(page: Page, title: str) -> None:
    """The first click: the scenario with exactly this title."""
    page.get_by_role("button").filter(has=page.get_by_text(title, exact=True)).first.click()


def begin(page: Page, title: str, seat: str) -> None:
    """Two clicks: the scenario, and a seat against the bot."""
    choose_scenario(page, title)
    page.locator(f"[data-play={seat}]").click()
    expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)


def settled(page: Page) -> None:
    """Until the position is laid out with all that is known of it, and nothing that was chosen is under way."""
    expect(page.locator(SETTLED)).to_be_visible(timeout=PATIENCE)


def wait_for_turn(page: Page) -> None:
    """Until this seat is asked, and can act."""
    expect(page.locator(f"{SETTLED} .who.you")).to_be_visible(timeout=PATIENCE)


def at_table(page: Page, match: str) -> None:
    """Until the table of this match is laid out, whatever was on the screen before."""
    expect(page.locator(f"{SETTLED}[data-match='{match}'] .who")).to_be_visible(timeout=PATIENCE)


def tab_to(page: Page, what: str) -> None:
    """Press Tab until the focus is on such an element."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
    raise AssertionError(f"Tab does not lead to {what}")


class Hand:
    """Somebody who plays one seat with the mouse. What is possible he reads from the server, as the page does."""

    def __init__(self, page: Page, address: str, seat: str) -> None:
        self.page: Final = page
        self.seat: Final = seat
        expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)
        self.match: Final = re.sub(r"\?.*", "", page.url).rsplit("/", 1)[-1]
        self._address: Final = address

    def message(self) -> dict[str, Any]:
        """What the server tells the seat now."""
        reply = self.page.request.get(f"{self._address}/api/matches/{self.match}/view?seat={self.seat}")
        assert reply.ok, reply.text()
        found: dict[str, Any] = reply.json()
        return found

    def options(self) -> list[dict[str, Any]]:
        """What the seat may choose now."""
        found: list[dict[str, Any]] = self.message()["view"]["options"]
        return found

    def preferred(self, *beginnings: str) -> dict[str, Any]:
        """The option whose id begins with the first of *beginnings* that any begins with; else the first of all."""
        return _preferred(self.options(), beginnings)

    def ready(self) -> dict[str, Any]:
        """Until the page asks the seat what the server asks it now: that message."""
        end = monotonic() + PATIENCE / 1000
        while True:
            wait_for_turn(self.page)
            message = self.message()
            if self.seat in message["view"]["asked"] and self._shows(message["version"]):
                return message
            assert monotonic() < end, f"the page does not come to version {message['version']}"
            self.page.wait_for_timeout(50)

    def choose(self, option: dict[str, Any]) -> None:
        """Take *option* by clicking: on its button, or on its unit and its hex on the map; wait until it is taken."""
        self._choose(option, self.ready()["answers"])

    def play(self, *beginnings: str) -> dict[str, Any]:
        """Choose the preferred option: which it was."""
        message = self.ready()
        option = _preferred(message["view"]["options"], beginnings)
        self._choose(option, message["answers"])
        return option

    def _choose(self, option: dict[str, Any], answers: int) -> None:
        self._click(option, answers)
        later = self.page.locator(f"{SETTLED}:not([data-answers='{answers}'])")
        expect(later, f"the page did not send {option['id']}").to_be_visible(timeout=PATIENCE)

    def _shows(self, version: int) -> bool:
        """Whether the page has laid out this version."""
        return self.page.locator(f"{SETTLED}[data-version='{version}']").count() > 0

    def _is_open(self, answers: int) -> bool:
        """Whether what was asked after so many answers is still to be answered."""
        return self.page.locator(f".table[data-answers='{answers}']").count() > 0

    def _click(self, option: dict[str, Any], answers: int) -> None:
        button = self.page.locator(f"[data-option='{option['id']}']")
        target = option["target"]
        if not button.count() and "unit" in target:
            reserve = self.page.locator(f"[data-reserve='{target['unit']}']")
            if reserve.count():
                reserve.click()
            else:
                click_on_map(self.page, f".lit-unit[data-unit='{target['unit']}']")
            settled(self.page)
        if not button.count() and "hex" in target and self._is_open(answers):
            click_on_map(self.page, f".lit-hex[data-hex='{target['hex']}']")
            settled(self.page)
        # Where several things can be done in one place, where a force is only taken up, and where a choice could not be
        # taken back, the page asks again.
        asking = (button, self.page.locator("[data-set-out]"), self.page.locator("[data-confirm]"))
        for again in asking:
            if self._is_open(answers) and again.count():
                again.first.click()
                settled(self.page)


def click_on_map(page: Page, mark: str) -> None:
    """Click in the middle of something, with the map zoomed out so far that it can be seen."""
    page.keyboard.press("0")
    x, y = rest_on(page, mark)
    page.mouse.click(x, y)


def is_phone(page: Page) -> bool:
    """Whether the page is as narrow as a phone."""
    return page.viewport_size is not None and page.viewport_size["width"] < 600


def press_on_map(page: Page, mark: str) -> None:
    """Click in the middle of something on the map, or tap on it where the screen is a phone's; until nothing is under way."""
    if is_phone(page):
        page.keyboard.press("0")
        expect(page.locator(mark)).to_be_attached()
        page.touchscreen.tap(*_out_from_under_the_sheet(page, mark))
    else:
        x, y = rest_on(page, mark)
        page.mouse.click(x, y)
    settled(page)


def _out_from_under_the_sheet(page: Page, mark: str) -> tuple[float, float]:
    """Draw the map up until something on it is seen above the sheet of a phone: where it is then."""
    for _ in range(6):
        x, y, _ = page.wait_for_function(AT_REST, arg=mark).json_value()
        sheet = page.locator("aside.sheet").bounding_box()
        assert sheet is not None
        if y < sheet["y"] - FINGER:
            return x, y
        page.mouse.move(*OPEN_COUNTRY)
        page.mouse.down()
        page.mouse.move(OPEN_COUNTRY[0], OPEN_COUNTRY[1] - STROKE, steps=5)
        page.mouse.up()
    raise AssertionError(f"{mark} does not come out from under the sheet")


def press(button: Locator) -> None:
    """Click a button, or tap on it where the screen is a phone's."""
    if is_phone(button.page):
        button.tap()
    else:
        button.click()


def turn_to(page: Page, tab: str) -> None:
    """On a phone, turn the sheet to one of its pages; on a large screen all of them are in sight."""
    if is_phone(page):
        page.get_by_role("tab", name=tab, exact=True).tap()


def rest_on(page: Page, mark: str) -> tuple[float, float]:
    """Lead the pointer to the middle of something on the map, and wait until a stack there has opened: where it is then."""
    expect(page.locator(mark)).to_be_attached()
    x, y, piled = page.wait_for_function(AT_REST, arg=mark).json_value()
    # A pointer that is there already would not be noticed.
    page.mouse.move(x - 4, y)
    page.mouse.move(x, y)
    if piled:
        opened = f".fan {mark}" if "data-unit" in mark else ".fan .counter"
        expect(page.locator(opened).first).to_be_attached()
        x, y, _ = page.wait_for_function(AT_REST, arg=mark).json_value()
        page.mouse.move(x, y)
    return x, y


def _preferred(offered: list[dict[str, Any]], beginnings: tuple[str, ...]) -> dict[str, Any]:
    for beginning in beginnings:
        for option in offered:
            if option["id"].startswith(beginning):
                return option
    return offered[0]
