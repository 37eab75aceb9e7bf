"""A log of many hundred lines: only a stretch of it is on the page, and all of it can be reached."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import sandtable

from .positions import HEADERS
from .table import ON_A_PHONE, TableServer, settled
from .test_any_device import PHONE

ANSWERS: Final = 420
# So many lines are laid out at most.
MOST: Final = 240


@pytest.fixture(scope="module")
def long_game() -> dict[str, Any]:
    """Hundreds of answers by chance."""
    game, chance = sandtable.new("agn", seed=5), random.Random(5)
    while game.answers < ANSWERS:
        (seat, *_) = game.asked
        game.choose(seat, chance.choice(game.options(seat)).id)
    record: dict[str, Any] = game.record()
    return record


@pytest.mark.parametrize("how", [{}, pytest.param(PHONE, marks=ON_A_PHONE)], ids=["desk", "phone"])
def test_a_long_log_is_laid_out_in_part_and_read_from_end_to_end(
    club: TableServer, member: Callable[..., Page], long_game: dict[str, Any], how: dict[str, Any]
) -> None:
    page = member(**how)
    wanted = {"record": long_game, "seats": {"german": "person", "soviet": "person"}, "mode": "hotseat"}
    begun = page.request.post(f"{club.address}/api/matches/import", data=wanted, headers=HEADERS).json()
    match = f"{club.address}/api/matches/{begun['match']}"
    # Whoever is not asked would have a curtain before the table: the screen is to be handed over.
    (seat,) = page.request.get(f"{match}/view?seat=german").json()["view"]["asked"]
    page.goto(f"{club.address}/match/{begun['match']}?seat={seat}")
    settled(page)
    if how:
        page.get_by_role("tab", name="Log").tap()
    lines = page.locator(".log li")
    expect(lines.last).to_be_in_viewport()
    total = int(lines.last.get_attribute("aria-setsize") or 0)
    assert total > MOST
    expect(lines.last).to_have_attribute("aria-posinset", str(total))
    # Backwards, page by page, as somebody does who scrolls: each time earlier lines come in, and the old ones go.
    while (first := int(lines.first.get_attribute("aria-posinset") or 0)) > 1:
        page.locator(".log ol").evaluate("list => { list.scrollTop = 0 }")
        earlier = f".log li:first-child:not([aria-posinset='{first}'])"
        expect(page.locator(earlier)).to_be_attached()
        assert lines.count() <= MOST
    page.get_by_role("button", name="Newest").click()
    expect(lines.last).to_have_attribute("aria-posinset", str(total))
    expect(lines.last).to_be_in_viewport()
    page.locator(".log ol").press("Home")
    expect(lines.first).to_have_attribute("aria-posinset", "1")
    expect(lines.first).to_be_in_viewport()
    page.locator(".log ol").press("End")
    expect(lines.last).to_have_attribute("aria-posinset", str(total))
