"""The end of a game: the fog lifts, the sums are those of the chart, and the afterword shows what was let go by."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ..rules.damos.golden import file_of
from .positions import HEADERS
from .table import ON_A_PHONE, TableServer, at_table, press_on_map, turn_to

# A whole game is played again and looked back on before the panel is complete.
LONG = 180_000
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


def finished(page: Page, address: str) -> str:
    """A game of Army Group North that was played to its end: its name."""
    return _brought_in(page, address, json.loads(file_of("agn").read_text(encoding="utf-8")))


def given_up(page: Page, address: str) -> str:
    """The same game, ended by the German when the fourth turn begins: there is less to be played again, and as much to be told."""
    record = json.loads(file_of("agn").read_text(encoding="utf-8"))
    name = _brought_in(page, address, {**record, "answers": record["answers"][:315], "result": None})
    wanted = {"seat": "german"}
    reply = page.request.post(f"{address}/api/matches/{name}/resign", data=wanted, headers=HEADERS)
    assert reply.ok, reply.text()
    return name


def _brought_in(page: Page, address: str, record: dict[str, Any]) -> str:
    wanted = {"record": record, "mode": "hotseat"}
    reply = page.request.post(f"{address}/api/matches/import", data=wanted, headers=HEADERS, timeout=LONG)
    assert reply.ok, reply.text()
    name: str = reply.json()["match"]
    return name


def panel_of(page: Page) -> Locator:
    panel = page.locator(".end")
    expect(panel.get_by_role("heading", name="Where it turned")).to_be_visible(timeout=LONG)
    return panel


def bars(panel: Locator, side: str) -> int:
    """How many units a side lost, by all turns of the chart."""
    words = [
        button.get_attribute("aria-label") or ""
        for button in panel.locator(".turns button").element_handles()
    ]
    return sum(int(found[1]) for text in words if (found := re.search(rf"{side} lost (\d+)", text)))


@pytest.mark.parametrize("how", [{}, pytest.param(PHONE, marks=ON_A_PHONE)], ids=["desktop", "phone"])
def test_the_end_is_told_with_open_units_sums_that_agree_and_an_afterword(
    club: TableServer, member: Callable[..., Page], how: dict[str, Any]
) -> None:
    page = member(**how)
    match = finished(page, club.address)
    page.goto(f"{club.address}/match/{match}?seat=german")
    if how:
        page.get_by_role("button", name="How it ended").click()
    panel = panel_of(page)
    for side in ("German", "Soviet"):
        row = panel.locator("tbody tr", has_text=side)
        lost = re.match(r"\d+", row.locator("td").first.inner_text())
        assert lost
        assert int(lost[0]) == bars(panel, side) > 0
    # Nothing has to be scrolled sideways.
    assert page.evaluate("document.querySelector('.end').scrollWidth <= innerWidth")
    missed = panel.locator("section", has=page.get_by_role("heading", name="Attacks that nobody made"))
    expect(missed.locator("li").first).to_contain_text("it would have won with")
    expect(panel.get_by_role("heading", name="Best rolls")).to_be_visible()
    # A click leads to the moment, and to the place on the map, with all units open.
    missed.get_by_role("button").first.click()
    expect(page.get_by_role("toolbar", name="Replay")).to_be_visible()
    with page.expect_response(re.compile("/moments/")) as past:
        page.get_by_role("button", name="One answer forward").click()
    counters = past.value.json()["view"]["position"]["counters"]
    assert all("strength" in counter for counter in counters)


def test_while_a_game_goes_on_the_panel_of_a_hex_tells_what_everybody_has_seen(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    record = json.loads(file_of("agn").read_text(encoding="utf-8"))
    match = _brought_in(page, club.address, {**record, "answers": record["answers"][:700], "result": None})
    seen = page.request.get(f"{club.address}/api/matches/{match}/view?seat=german").json()["view"]
    position = seen["position"]
    worn = [c for c in position["counters"] if "strength" not in c and c["strength_most"] < c["printed"]]
    assert worn
    unit = worn[0]
    least, most = unit["strength_least"], unit["strength_most"]
    page.goto(f"{club.address}/match/{match}?seat=german")
    at_table(page, match)
    press_on_map(page, f'[data-unit="{unit["unit"]}"]')
    turn_to(page, "Hex")
    shown = page.get_by_role("region", name="Selected hex")
    expect(shown).to_contain_text(f"{least} to {most}" if most > least else str(most))
    expect(shown).to_contain_text(f"{unit['printed']} printed")
    page.keyboard.press("v")
    whole = next(row for row in position["strengths"] if row["hex"] == "")
    oob = page.locator(".sums tr", has_text="Soviet")
    if not oob.count():
        page.get_by_role("tab", name="Order of battle").click()
    expect(oob).to_contain_text(f"{whole['least']} to {whole['most']}")
