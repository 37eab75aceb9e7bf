"""The beginner's accidents: each is warned of before it happens, and told after; at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import sandtable
from sandtable import catalog
from sandtable.bots import make_bot
from sandtable.kernel import Seat, options, parse_action

from .conftest import BroughtIn
from .people import follow
from .positions import AGAINST_THE_BOT, HEADERS, begin_match, forked
from .table import PATIENCE, TableServer, press, press_on_map, settled, turn_to, wait_for_turn

# What brings a side through its turn without doing anything.
IDLE: Final = ("end_phase", "save", "wait", "pass", "stop")
# A German division far from home, and three Soviet corps around it.
POCKET: Final = {"ge-58-inf": "1616", "su-41-rc": "1516", "su-1-mc": "1617", "su-21-mc": "1715"}
# A fifth division in a hex for four.
CROWD: Final = {"ge-58-inf": "1826"}
# The same division alone: no line of supply, and a long way to go.
ASTRAY: Final = {"ge-58-inf": "1616"}
# A stack with a zone of influence, whose activation shuts out all that have none.
PANZER: Final = "1826"
GERMAN: Final = Seat(0)


def _at_operations(moved: dict[str, str] | None = None, *, turn: int = 2) -> Any:
    """Army Group North in the German Operations Phase, where Control has moved some units."""
    game = _idle(turn).rewound(_idle(turn).answers)
    roster, grid = game.state.roster, game.state.grid
    moves = [("hex_of", roster.numbers[unit], grid.hex(hex_)) for unit, hex_ in (moved or {}).items()]
    if moves:
        game.edit(moves, "for a lesson")
    return game


@cache
def _idle(turn: int) -> Any:
    """The German Operations Phase of a game in which nobody has done anything."""
    game = sandtable.new("agn", seed=3)
    while not (game.state.turn == turn and any(o.id.startswith("activate") for o in game.options("german"))):
        _wait(game)
    return game


@cache
def _left_alone() -> dict[str, tuple[Any, str]]:
    """Where the German is first warned of leaving railways or points: the record of a game between bots, and the option."""
    game, book = sandtable.new("agn", seed=3), catalog.rulebook_to_play("damos")
    bots = {seat: make_bot("greedy", book, 1) for seat in game.seats}
    found: dict[str, tuple[Any, str]] = {}
    while len(found) < 2:
        (seat, *_) = game.asked
        for option in game.options("german"):
            if option.id in ("leave", "save"):
                seen = book.preview(game.state, GERMAN, parse_action(option.id))
                for concern in seen.concerns if seen else ():
                    found.setdefault(concern.kind, (game.record(), option.id))
        number, bot = Seat(game.seats.index(seat)), bots[seat]
        game.choose(seat, bot.decide(bot.sight(book, game.state, number), options(game.state, number)).id)
    return found


def _wait(game: Any) -> None:
    """Whoever is asked does as little as possible."""
    seat = next(seat for seat in game.seats if game.options(seat))
    offered = game.options(seat)
    game.choose(seat, next((o.id for idle in IDLE for o in offered if o.id.startswith(idle)), offered[0].id))


@pytest.fixture
def sit_down(
    club: TableServer, bring_in: Callable[..., BroughtIn], anybody: Callable[..., Page]
) -> Callable[[str, Callable[[], Any]], Page]:
    """Somebody at the German's table, at a moment that has a name."""

    def sit(name: str, record: Callable[[], Any]) -> Page:
        found = bring_in(name, record, seats=AGAINST_THE_BOT)
        page = anybody(storage_state=found.state)
        follow(page, f"{club.address}/match/{forked(page.request, club.address, found.match)}?seat=german")
        wait_for_turn(page)
        return page

    return sit


def _end_the_phase(page: Page) -> None:
    press(page.locator("[data-option=end_phase]"))
    expect(page.locator("[data-confirm]")).to_be_visible(timeout=PATIENCE)


def test_nobody_ends_the_phase_unawares_with_forces_unused_and_a_warning_is_switched_off_by_kind(
    sit_down: Callable[..., Page],
) -> None:
    page = sit_down("operations", lambda: _at_operations().record())
    _end_the_phase(page)
    warning = page.locator("[data-concern=unused]")
    expect(warning).to_contain_text("forces have not acted")
    # Marked on the map too, as long as it is asked about.
    expect(page.locator(".board [data-shown=concerns]")).to_be_attached()
    press(page.get_by_role("button", name="Cancel"))
    expect(page.locator("[data-concern]")).to_have_count(0)
    expect(page.locator("[data-option=end_phase]")).to_be_visible()
    # Whoever knows it already is not warned of it any more, until the menu says otherwise.
    _end_the_phase(page)
    press(warning.get_by_role("button", name="Don’t warn"))
    expect(page.locator("[data-concern]")).to_have_count(0)
    press(page.get_by_role("button", name="Cancel"))
    press(page.get_by_role("button", name="Menu"))
    page.get_by_label("Warn of forces that have not acted").check()
    page.keyboard.press("Escape")
    _end_the_phase(page)
    expect(warning).to_be_visible()


def test_forces_that_were_left_unused_are_told_in_the_log(sit_down: Callable[..., Page]) -> None:
    page = sit_down("operations", lambda: _at_operations().record())
    _end_the_phase(page)
    press(page.locator("[data-confirm]"))
    turn_to(page, "Log")
    page.get_by_role("searchbox", name="Search the log").fill("not acted")
    expect(page.locator(".log li").last).to_contain_text("German forces have not acted")


def test_a_surrender_is_warned_of_before_and_told_after(sit_down: Callable[..., Page]) -> None:
    page = sit_down("pocket", lambda: _at_operations(POCKET).record())
    _end_the_phase(page)
    expect(page.locator("[data-concern=surrender]")).to_contain_text(
        "58th Infantry Division in 1616 will surrender"
    )
    press(page.locator("[data-confirm]"))
    told = page.locator(".befallen")
    expect(told).to_contain_text("58th Infantry Division surrenders in 1616", timeout=PATIENCE)
    press(told.get_by_role("button", name="1616"))
    press(told.get_by_role("button", name="Close"))
    expect(told).to_have_count(0)


def test_who_was_away_is_told_on_return_what_has_befallen_his_units(
    club: TableServer, sit_down: Callable[..., Page]
) -> None:
    page = sit_down("pocket", lambda: _at_operations(POCKET).record())
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


def test_a_march_onto_a_full_stack_asks_for_a_second_click(sit_down: Callable[..., Page]) -> None:
    game = _at_operations()
    game.choose("german", "activate:" + str(game.state.grid.hex("1727")))
    game.choose("german", "all")
    page = sit_down("crowd", game.record)
    press_on_map(page, ".board [data-reach='1826']")
    expect(page.locator("[data-concern=overstacked]")).to_contain_text("will be lost", timeout=PATIENCE)
    press(page.get_by_role("button", name="Cancel"))
    settled(page)


def test_a_stack_that_is_too_high_is_warned_of_at_the_end_of_the_phase_and_its_loss_told(
    sit_down: Callable[..., Page],
) -> None:
    page = sit_down("crowded", lambda: _at_operations(CROWD).record())
    _end_the_phase(page)
    expect(page.locator("[data-concern=overstacked]")).to_contain_text("1 unit of 5 will be lost")
    press(page.locator("[data-confirm]"))
    press(page.locator("[data-option^=disband]").first)
    confirm, told = page.locator("[data-confirm]"), page.locator(".befallen")
    expect(confirm.or_(told).first).to_be_visible()
    if confirm.count():
        press(confirm)
    expect(told).to_contain_text("eliminated")
    turn_to(page, "Log")
    page.get_by_role("combobox", name="Which lines").select_option("Losses")
    expect(page.locator(".log li").last).to_contain_text("eliminated")


def test_a_long_march_out_of_supply_is_warned_of_while_it_can_still_be_left(
    sit_down: Callable[..., Page],
) -> None:
    game = _at_operations(ASTRAY)
    game.choose("german", "activate:" + str(game.state.grid.hex("1616")))
    book = catalog.rulebook_to_play("damos")
    tired = next(
        option
        for option in game.options("german")
        if (seen := book.preview(game.state, GERMAN, parse_action(option.id)))
        and any(concern.kind == "attrition" for concern in seen.concerns)
    )
    hex_ = game.state.grid.name(parse_action(tired.id).args[0])
    page = sit_down("astray", game.record)
    answers = page.locator(".table").get_attribute("data-answers")
    press_on_map(page, f".board [data-reach='{hex_}']")
    expect(page.locator("[data-concern=attrition]")).to_contain_text("check attrition")
    # Nothing has been answered yet.
    press(page.get_by_role("button", name="Cancel"))
    expect(page.locator(f".table[data-answers='{answers}']")).to_be_visible()


def test_who_takes_up_a_force_with_influence_is_told_whom_that_shuts_out(
    sit_down: Callable[..., Page],
) -> None:
    page = sit_down("operations", lambda: _at_operations().record())
    answers = page.locator(".table").get_attribute("data-answers")
    press_on_map(page, f".lit-hex[data-hex='{PANZER}']")
    press(page.locator("[data-set-out]"))
    warning = page.locator("[data-concern=shut_out]")
    expect(warning).to_contain_text("may not activate any more")
    # Nobody has to scroll from the warning to the button, not even on a phone.
    expect(warning).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-confirm]")).to_be_in_viewport(ratio=1)
    press(page.get_by_role("button", name="Cancel"))
    expect(page.locator(f".table[data-answers='{answers}']")).to_be_visible()


def test_nobody_seals_an_order_sheet_unawares_that_forgets_units(
    club: TableServer, anybody: Callable[..., Page]
) -> None:
    page = anybody()
    seats = {"british_airborne": "person", "panzer_corps": "person"}
    match = begin_match(page.request, club.address, "arnhem", seats, mode="hotseat")
    page.goto(f"{club.address}/match/{match}?seat=british_airborne")
    press(page.locator("[data-seal]"))
    warning = page.locator("[data-concern=unordered]")
    expect(warning).to_contain_text("have no orders")
    expect(page.locator(".board [data-shown=concerns]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(warning).to_have_count(0)
    press(page.locator("[data-seal]"))
    press(warning.get_by_role("button", name="Don’t warn"))
    expect(warning).to_have_count(0)
    press(page.locator("[data-confirm]"))
    expect(page.locator("[data-confirm]")).to_have_count(0)


@pytest.mark.parametrize(("kind", "words"), [("railheads", "could still grow"), ("points", "would be saved")])
def test_railways_that_could_grow_and_points_that_somebody_could_use_are_not_left_unawares(
    sit_down: Callable[..., Page], kind: str, words: str
) -> None:
    record, option = _left_alone()[kind]
    page = sit_down(kind, lambda: record)
    press(page.locator(f"[data-option='{option}']"))
    expect(page.locator(f"[data-concern={kind}]")).to_contain_text(words)
