"""The beginner's accidents: each is warned of before it happens, and told after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import sandtable

from .people import follow
from .positions import HEADERS
from .table import PATIENCE, TableServer, click_on_map, settled, wait_for_turn

# What brings a side through its turn without doing anything.
IDLE = ("end_phase", "save", "wait", "pass", "stop")
# A German division far from home, and three Soviet corps around it.
POCKET = {"ge-58-inf": "1616", "su-41-rc": "1516", "su-1-mc": "1617", "su-21-mc": "1715"}


def _at_operations(moved: dict[str, str] | None = None, *, turn: int = 2) -> Any:
    """Army Group North in the German Operations Phase, where Control has moved some units."""
    game = sandtable.new("agn", seed=3)
    while not (game.state.turn == turn and any(o.id.startswith("activate") for o in game.options("german"))):
        seat = next(seat for seat in game.seats if game.options(seat))
        offered = game.options(seat)
        game.choose(
            seat, next((o.id for idle in IDLE for o in offered if o.id.startswith(idle)), offered[0].id)
        )
    roster, grid = game.state.roster, game.state.grid
    moves = [("hex_of", roster.numbers[unit], grid.hex(hex_)) for unit, hex_ in (moved or {}).items()]
    if moves:
        game.edit(moves, "for a lesson")
    return game


def _sit_down(page: Page, address: str, game: Any) -> None:
    terms = {"record": game.record(), "seats": {"german": "person", "soviet": "random"}, "mode": "match"}
    reply = page.request.post(f"{address}/api/matches/import", data=terms, headers={"x-sandtable": "1"})
    assert reply.ok, reply.text()
    follow(page, f"{address}/match/{reply.json()['match']}")
    wait_for_turn(page)


def _end_the_phase(page: Page) -> None:
    page.locator("[data-option=end_phase]").click()
    expect(page.locator("[data-confirm]")).to_be_visible(timeout=PATIENCE)


def test_nobody_ends_the_phase_unawares_with_forces_unused(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    _sit_down(page, club.address, _at_operations())
    _end_the_phase(page)
    expect(page.locator("[data-concern=unused]")).to_contain_text("forces have not acted")
    # Marked on the map too, as long as it is asked about.
    expect(page.locator(".board [data-shown=concerns]")).to_be_attached()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-concern]")).to_have_count(0)
    expect(page.locator("[data-option=end_phase]")).to_be_visible()


def test_a_kind_of_warning_is_switched_off_and_comes_back_from_the_menu(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    _sit_down(page, club.address, _at_operations())
    _end_the_phase(page)
    page.locator("[data-concern=unused]").get_by_role("button", name="Don’t warn").click()
    expect(page.locator("[data-concern]")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Warn of forces that have not acted").check()
    page.keyboard.press("Escape")
    _end_the_phase(page)
    expect(page.locator("[data-concern=unused]")).to_be_visible()


def test_a_surrender_is_warned_of_before_and_told_after(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    game = _at_operations(POCKET)
    _sit_down(page, club.address, game)
    _end_the_phase(page)
    expect(page.locator("[data-concern=surrender]")).to_contain_text(
        "58th Infantry Division in 1616 will surrender"
    )
    page.locator("[data-confirm]").click()
    told = page.locator(".befallen")
    expect(told).to_contain_text("58th Infantry Division surrenders in 1616", timeout=PATIENCE)
    told.get_by_role("button", name="1616").click()
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


def test_who_was_away_is_told_on_return_what_has_befallen_his_units(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    game = _at_operations(POCKET)
    _sit_down(page, club.address, game)
    seat = page.url
    match = seat.rpartition("/")[2].partition("?")[0]
    page.goto(f"{club.address}/rules")
    # From another device the phase is ended; the division surrenders while nobody looks.
    table = f"{club.address}/api/matches/{match}"
    sight = page.request.get(f"{table}/view?seat=german").json()
    body = {"seat": "german", "option": "end_phase", "version": sight["version"], "key": "while-away"}
    assert page.request.post(f"{table}/answer", data=body, headers=HEADERS).ok
    page.goto(seat)
    wait_for_turn(page)
    expect(page.locator(".befallen")).to_contain_text("58th Infantry Division surrenders in 1616")


def test_a_march_onto_a_full_stack_asks_for_a_second_click(
    club: TableServer, member: Callable[..., Page]
) -> None:
    page = member()
    game = _at_operations()
    game.choose("german", "activate:" + str(game.state.grid.hex("1727")))
    game.choose("german", "all")
    _sit_down(page, club.address, game)
    click_on_map(page, "[data-hex='1826']")
    expect(page.locator("[data-concern=overstacked]")).to_contain_text("will be lost", timeout=PATIENCE)
    page.get_by_role("button", name="Cancel").click()
    settled(page)
