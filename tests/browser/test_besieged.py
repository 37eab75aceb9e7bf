"""The war in the east on the page: at one screen, marches on the map and attacks with their dice, at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import sandtable
from sandtable.bots import make_bot
from sandtable.kernel import Seat, options
from sandtable.kernel.game.game import Game
from sandtable.rules.besieged import RULEBOOK

from .positions import HEADERS
from .table import PATIENCE, SIZES, Hand, TableServer, choose_scenario, open_lobby, settled

# What is answered on the way to the die, the first that is offered.
DECLARING = ("all", "go", "air:0", "crt", "nobody")
# And until an impulse is over: nobody moves any more, but whoever must attack does.
FIGHTING: Final = ("attack:", *DECLARING, "lose:", "stay", "stop", "done", "advance:")
# A record of hundreds of answers is played again before the table is laid.
LONG: Final = 3 * PATIENCE
# So many moves of the impulse are left to be made by hand.
BY_HAND: Final = 2


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


@pytest.fixture(scope="module")
def turn_1() -> dict[str, Any]:
    """Turn 1, played by the bot until the surprised Soviets have drawn back all but the last few."""
    game = sandtable.new("besieged-1941", seed=4)
    bots = {seat: make_bot("greedy", RULEBOOK) for seat in game.seats}
    marches: list[int] = []
    while not (game.asked == ("soviet",) and asks(game, "attack:")):
        (seat,) = game.asked
        if seat == "soviet" and asks(game, "move:"):
            marches.append(game.answers)
        number = Seat(game.seats.index(seat))
        bot = bots[seat]
        game.choose(seat, bot.decide(bot.sight(RULEBOOK, game.state, number), options(game.state, number)).id)
    return game.rewound(marches[-1 - BY_HAND]).record()


def asks(game: Game[Any], beginning: str) -> bool:
    """Whether something that begins so may be answered."""
    return any(option.id.startswith(beginning) for option in game.options(game.asked[0]))


@pytest.mark.parametrize("screen", ["phone", pytest.param("desktop", marks=pytest.mark.long)])
def test_an_impulse_is_played_by_both_at_one_screen(
    table: TableServer, visitor: Callable[..., Page], turn_1: dict[str, Any], screen: str
) -> None:
    """The surprised Soviets draw back, attack where they must, and the Axis is asked for its Field Marshals between."""
    page = visitor(**SIZES[screen])
    wanted = {"record": turn_1, "seats": {"german": "person", "soviet": "person"}, "mode": "hotseat"}
    begun = page.request.post(
        f"{table.address}/api/matches/import", data=wanted, headers=HEADERS, timeout=LONG
    )
    assert begun.ok, begun.text()
    page.goto(f"{table.address}/match/{begun.json()['match']}?seat=soviet")
    settled(page)
    hands = {seat: Hand(page, table.address, seat) for seat in ("german", "soviet")}
    for _ in range(BY_HAND):
        hands["soviet"].play("move:")
        hands["soviet"].play("to:")
    hands["soviet"].play("done")
    asked = {"soviet"}
    # Railways are extended when both sides are through with the turn.
    while not extends(hands[seat := hands["soviet"].message()["view"]["asked"][0]]):
        asked.add(seat)
        take_the_screen(page)
        hands[seat].play(*FIGHTING)
    assert asked == {"german", "soviet"}
    if screen == "phone":
        page.get_by_role("tab", name="Log").tap()
    expect(page.locator(".log")).to_contain_text("Combat in")


def extends(hand: Hand) -> bool:
    """Whether somebody is asked for railways."""
    return "Extend the railway" in hand.message()["view"]["prompt"]


def take_the_screen(page: Page) -> None:
    """Whoever is asked next sits down: between two players at one screen there is a curtain."""
    settled(page)
    curtain = page.locator(".curtain button")
    if curtain.count():
        curtain.first.click()
        settled(page)
