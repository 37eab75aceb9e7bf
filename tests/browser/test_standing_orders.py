"""A standing order is given on the map and answers for its player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import sandtable

from .people import follow, from_menu
from .table import TableServer, click_on_map, wait_for_turn

# How the Germans come within reach of the Soviets in Siauliai; by the last step they may react.
TRAIL = (
    *("end_phase", "end_phase", "place:28:833", "place:29:878", "place:30:878", "strategic:833", "move:925"),
    *("end_phase", "activate:792", "all"),
)
STEP = "move:747"
IN_SIAULIAI = "su-12-mc"


def _before_siauliai(german: Page, soviet: Page, address: str) -> str:
    """A match that goes on where the Germans stand before Siauliai."""
    game = sandtable.new("agn", seed=140)
    for option in TRAIL:
        game.choose("german", option)
    seats = {"german": "person", "soviet": "open"}
    begun = _post(german, f"{address}/api/matches/import", record=game.record(), seats=seats, mode="match")
    follow(german, f"{address}/match/{begun['match']}")
    follow(soviet, f"{address}{begun['links']['soviet']}")
    wait_for_turn(german)
    return f"{address}/api/matches/{begun['match']}"


def _post(page: Page, path: str, **document: Any) -> Any:
    reply = page.request.post(path, data=document, headers={"x-sandtable": "1"})
    assert reply.ok, reply.text()
    return reply.json()


def _enter(german: Page, match: str) -> Any:
    """The Germans take the step; what they see then."""
    version = german.request.get(match).json()["version"]
    _post(german, f"{match}/answer", seat="german", option=STEP, version=version, key="into-reach")
    return german.request.get(f"{match}/view?seat=german").json()


def test_a_stack_that_is_ordered_never_to_react_does_not_keep_the_enemy_waiting(
    club: TableServer, member: Callable[..., Page]
) -> None:
    german, soviet = member(), member()
    match = _before_siauliai(german, soviet, club.address)
    click_on_map(soviet, f"[data-unit={IN_SIAULIAI}]")
    soviet.get_by_text("Standing orders for this hex").click()
    for question in ("react", "slip_away"):
        with soviet.expect_response("**/orders"):
            soviet.locator(f"[data-order^={question}] label").filter(has_text="Never").click()
    assert _enter(german, match)["view"]["asked"] == ["german"]
    expect(soviet.locator(".log")).to_contain_text("By your standing order: No (further) reaction.")
    wait_for_turn(german)
    expect(german.locator(".log")).not_to_contain_text("standing order")
    # What was ordered on the map is in the list of all orders, and can be dropped there.
    from_menu(soviet, "Standing orders")
    orders = soviet.locator("[data-dialog=orders]")
    orders.get_by_role("button", name="Drop the order for Whoever stands in 1724 Siauliai").first.click()
    expect(orders.get_by_role("status")).to_have_text("Kept.")
    expect(orders.locator(".other")).to_have_count(1)


def test_without_an_order_the_player_is_asked(club: TableServer, member: Callable[..., Page]) -> None:
    german, soviet = member(), member()
    match = _before_siauliai(german, soviet, club.address)
    assert _enter(german, match)["view"]["asked"] == ["soviet"]
    wait_for_turn(soviet)
    expect(soviet).to_have_title("(1) Your turn · Army Group North · Sandtable")
    expect(german.locator(".who")).to_contain_text("Soviet to act")
