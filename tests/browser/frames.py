"""How long a frame takes while the map is moved: Barbarossa, or another scenario, drawn to and fro with the mouse at a desk.

``python -m tests.browser.frames`` measures the page as it is built, ``--page FOLDER`` another build of it,
``--scenario market-garden`` the corridor with all its units as Control sees them. A machine that
does something else meanwhile tells nothing: what counts is the quietest of several runs.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from sandtable import catalog

from .clicks import FIXED_DICE
from .conftest import DESKTOP
from .positions import begin_match
from .table import FLAGS, PATIENCE, TableServer, browser_program, settled

STROKES: Final = 12
STEPS: Final = 25
WATCH: Final = """
window.frames_seen = [];
const seen = (now) => { window.frames_seen.push(now); requestAnimationFrame(seen); };
requestAnimationFrame(seen);
"""


def frames_while_panning(page: Page) -> list[float]:
    """Milliseconds from frame to frame while the mouse draws the map about."""
    page.evaluate("window.frames_seen.length = 0")
    x, y = DESKTOP["width"] / 3, DESKTOP["height"] / 2
    for stroke in range(STROKES):
        away = 260 if stroke % 2 else -260
        page.mouse.move(x, y)
        page.mouse.down(button="middle")
        page.mouse.move(x + away, y + away / 2, steps=STEPS)
        page.mouse.up(button="middle")
    seen: list[float] = page.evaluate("window.frames_seen")
    return [after - before for before, after in pairwise(seen)]


def main(folder: str, runs: int, scenario: str) -> tuple[float, float]:
    """Median and 95th percentile of the quietest of several runs, in milliseconds."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = TableServer(f"sqlite:///{kept}/matches.db", before=FIXED_DICE % (folder, folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_program(), args=list(FLAGS))
        try:
            how: dict[str, Any] = {"viewport": DESKTOP}
            page = browser.new_context(**how).new_page()
            page.set_default_timeout(PATIENCE)
            seats = dict.fromkeys(catalog.rulebook_of(scenario).scenario(scenario).seats, "person")
            match = begin_match(
                page.request, server.address, scenario, seats, mode="hotseat", control="person"
            )
            page.goto(f"{server.address}/match/{match}?seat=control")
            page.locator(".table").wait_for()
            settled(page)
            page.evaluate(WATCH)
            found = []
            for _ in range(runs):
                frames = frames_while_panning(page)
                found.append((median(frames), quantiles(frames, n=20)[-1]))
            return min(found, key=lambda one: one[1])
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--page", default="", help="the folder of a built page")
    reader.add_argument("--runs", type=int, default=5, help="how often the map is moved about")
    reader.add_argument("--scenario", default="barbarossa", help="what is played on the map")
    given = reader.parse_args()
    middle, slow = main(str(Path(given.page).resolve()) if given.page else "", given.runs, given.scenario)
    print(f"median {middle:.1f} ms, 95 of 100 within {slow:.1f} ms")
