"""The player sees to what the dice are bound, and what his own browser has added to them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import PATIENCE, TableServer, begin, open_lobby, wait_for_turn


def test_the_seal_of_the_dice_and_what_the_player_added_are_shown_with_the_command_that_checks_them(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    open_lobby(page, club.address)
    begin(page, "The Ford", "red")
    wait_for_turn(page)
    match = page.url.partition("?")[0].rsplit("/", 1)[-1]
    head = page.request.get(f"{club.address}/api/matches/{match}").json()
    page.keyboard.press("k")
    luck = page.get_by_role("region", name="Luck", exact=True)
    luck.get_by_text("Are these dice honest?").click()
    honest = luck.locator("[data-honest]")
    expect(honest).to_contain_text(head["commitment"], timeout=PATIENCE)
    assert list(head["salts"]) == ["red"]
    salt = head["salts"]["red"]
    expect(honest.get_by_role("definition")).to_have_text([salt])
    command = f"sandtable replay ford-{match}.json --commitment {head['commitment']} --salt {salt}"
    expect(honest).to_contain_text(command)
