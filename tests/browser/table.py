"""A server in a process of its own, browsers at it, and what people do with the page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from time import monotonic, sleep
from typing import Any, Final

from playwright.sync_api import Page, expect

from sandtable.server import Settings
from tests.server.databases import free_port

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
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
PATIENCE: Final = 60_000


def browser_program() -> str | None:
    """The machine's own Chromium; None where Playwright has brought one."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class TableServer:
    """``sandtable serve`` with a database of its own; it can be killed and started again at the same address."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.port: Final = free_port()
        self.address: Final = f"http://127.0.0.1:{self.port}"
        self._environment: Final = Settings(database=database, **{"rate": 0, **settings}).to_environment()
        self._database: Final = database
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-c", "from sandtable.cli import main; main()", "serve"]
        command += ["--port", str(self.port), "--database", self._database]
        self._process = subprocess.Popen(
            command, env={**os.environ, **self._environment}, stdout=subprocess.DEVNULL
        )
        end = monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
            except (urllib.error.URLError, OSError):
                assert self._process.poll() is None, "the server did not start"
                assert monotonic() < end, "the server does not answer"
                sleep(0.1)
            else:
                return

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


def wait_for_turn(page: Page) -> None:
    """Until this seat is asked."""
    expect(page.locator(".who.you")).to_be_visible(timeout=PATIENCE)


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
        offered = self.options()
        for beginning in beginnings:
            for option in offered:
                if option["id"].startswith(beginning):
                    return option
        return offered[0]

    def choose(self, option: dict[str, Any]) -> None:
        """Take *option* by clicking: on its button, or on its unit and its hex on the map; wait until it is taken."""
        wait_for_turn(self.page)
        before = self.message()["version"]
        self._click(option)
        end = monotonic() + PATIENCE / 1000
        while self.message()["version"] == before:
            assert monotonic() < end, f"the page did not send {option['id']}"
            self.page.wait_for_timeout(50)

    def play(self, *beginnings: str) -> dict[str, Any]:
        """Choose the preferred option: which it was."""
        wait_for_turn(self.page)
        option = self.preferred(*beginnings)
        self.choose(option)
        return option

    def _click(self, option: dict[str, Any]) -> None:
        button = self.page.locator(f"[data-option='{option['id']}']")
        target = option["target"]
        if not button.count() and "unit" in target:
            reserve = self.page.locator(f"[data-reserve='{target['unit']}']")
            if reserve.count():
                reserve.click()
            else:
                click_on_map(self.page, f".lit-unit[data-unit='{target['unit']}']")
        if not button.count() and "hex" in target:
            click_on_map(self.page, f".lit-hex[data-hex='{target['hex']}']")
        # Where several things can be done in one place, and where a roll would follow, the page asks again.
        self.page.wait_for_timeout(150)
        if button.count():
            button.first.click()
        confirm = self.page.locator("[data-confirm]")
        self.page.wait_for_timeout(50)
        if confirm.count():
            confirm.first.click()


def click_on_map(page: Page, mark: str) -> None:
    """Click in the middle of something lit, with the map zoomed out so far that it can be seen."""
    page.keyboard.press("0")
    lit = page.locator(mark)
    expect(lit).to_be_attached()
    # The camera glides, and so do counters.
    page.wait_for_timeout(500)
    box = lit.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
