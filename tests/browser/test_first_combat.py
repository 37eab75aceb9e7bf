"""From the first visit to the first combat."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import Hand, TableServer, begin, open_lobby, wait_for_turn

# How a German gets to a fight quickly: what he would rather choose comes first.
EAGER = (
    "concerted:2:793",
    "all",
    "name",
    "attacker",
    "commit",
    "plan",
    "grand",
    "go",
    "stop",
    "done",
    "end_phase",
)


def test_two_clicks_lead_from_the_lobby_into_army_group_north_and_through_a_combat(
    table: TableServer, sightseer: Callable[..., Page]
) -> None:
    page = sightseer()
    open_lobby(page, table.address)
    begin(page, "Army Group North", "german")
    wait_for_turn(page)
    hand = Hand(page, table.address, "german")
    while hand.message()["view"]["position"]["battle"] is None:
        assert hand.play(*EAGER)["id"] != "end_phase" or hand.message()["answers"] < 5
        hand.ready()
    expect(page.locator("[data-panel=combat]")).to_be_visible()
    # Losses, retreat, exploitation: whatever is asked is answered until nothing of the combat is left.
    while hand.message()["view"]["position"]["battle"] is not None:
        hand.play("stop", "done")
        hand.ready()
    assert any("inflicts" in line["text"] for line in hand.message()["log"])
