"""The war in the east on the page: at one screen, a march on the map and an attack with its die."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import Hand, TableServer, choose_scenario, open_lobby, settled

# What is answered on the way to the die, the first that is offered.
DECLARING = ("all", "go", "air:0", "crt", "nobody")


def test_a_corps_marches_and_an_attack_is_fought(table: TableServer, visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_lobby(page, table.address)
    choose_scenario(page, "Besieged 1941")
    page.locator("[data-hotseat]").click()
    settled(page)
    bar = page.locator(".bar")
    expect(bar).to_contain_text("Weather")
    expect(bar).to_contain_text("Major Cities of the Axis")

    hand = Hand(page, table.address, "german")
    # Nobody goes by rail.
    hand.play("done")
    hand.play("move:")
    hand.play("to:")
    log = page.locator(".log")
    expect(log).to_contain_text("moves to")
    hand.play("done")
    hand.play("attack:")
    while hand.message()["view"]["options"][0]["id"].split(":")[0] in (
        "all",
        "go",
        "join",
        "air",
        "crt",
        "nobody",
    ):
        hand.play(*DECLARING)
    expect(log).to_contain_text("Combat in")
    expect(log).to_contain_text("Combat Results Table")
