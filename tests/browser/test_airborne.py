"""Airborne at the page: a march and its six steps at two screens; two turns of Market Garden at eleven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from sandtable.boards import load
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import Known, standard_plan
from sandtable.rules.airborne.scenario.pieces import BOARD

from .clicks import FIXED_DICE, SALT
from .people import follow
from .positions import HEADERS
from .table import PATIENCE, TableServer, open_lobby, settled
from .test_team_game import seal

COMMANDS: Final = RULEBOOK.scenario("market-garden").seats
NUMBERS: Final = standard_plan("market-garden", RULEBOOK.tables).campaign.number
GRID: Final = load(BOARD).grid
# Eleven screens at one small machine take their time.
LONG: Final = 2 * PATIENCE
# As many bridges as the commands in the south can blow: the charges of some fail.
BRIDGES: Final = ("Son bridge", "Best road bridge", "Lieshout bridge", "Aarle-Rixtel bridge")


class Evening(NamedTuple):
    """Everybody at one match."""

    address: str
    match: str
    control: Page
    seats: dict[str, Page]

    def edit(self, *changes: tuple[str, int, int]) -> None:
        """Control writes into the position."""
        path = f"{self.address}/api/matches/{self.match}"
        version = self.control.request.get(f"{path}/view?seat=control").json()["version"]
        given = {"version": version, "changes": changes, "reason": "the position of the rehearsal"}
        reply = self.control.request.post(f"{path}/control/edit", data=given, headers=HEADERS)
        assert reply.ok, reply.text()

    def seal_all(self, *, but: str = "") -> None:
        """Everybody seals what is written, one after another: whoever is the last knows it, and is asked again."""
        for sealed, page in enumerate(page for seat, page in self.seats.items() if seat != but):
            expect(page.locator("[data-sealed]")).to_have_count(sealed, timeout=LONG)
            _seal(page)


def _evening(server: TableServer, visitor: Callable[..., Page], scenario: str) -> Evening:
    control = visitor()
    open_lobby(control, server.address)
    commands = RULEBOOK.scenario(scenario).seats
    terms = {
        "scenario": scenario,
        "seats": dict.fromkeys(commands, "open"),
        "mode": "match",
        "control": "person",
    }
    reply = control.request.post(f"{server.address}/api/matches", data=terms, headers=HEADERS)
    assert reply.ok, reply.text()
    begun = reply.json()
    control.goto(f"{server.address}/match/{begun['match']}?seat=control")
    seats = {seat: visitor() for seat in commands}
    for page in seats.values():
        # What each adds to the dice is the same every time, too.
        page.route(
            "**/salt",
            lambda route: route.continue_(post_data={**route.request.post_data_json, "salt": SALT}),
        )
    for seat, page in seats.items():
        follow(page, f"{server.address}{begun['links'][seat]}")
    return Evening(server.address, begun["match"], control, seats)


@pytest.fixture
def field(tmp_path: Path) -> Iterator[TableServer]:
    """A server whose dice fall the same way every time."""
    server = TableServer(f"sqlite:///{tmp_path}/matches.db", before=FIXED_DICE % ("", ""))
    server.start()
    yield server
    server.kill()


def _ready(page: Page, seat: str) -> None:
    expect(page.locator(f"[data-sheet={seat}][aria-busy=false]")).to_be_visible(timeout=LONG)
    settled(page)


def _seal(page: Page) -> None:
    expect(page.locator("[data-seal]")).to_be_enabled(timeout=LONG)
    seal(page)


def _order(page: Page, unit: str, words: str) -> None:
    """Ask for the lines of a unit, and write the first that reads so."""
    written = page.locator("[data-sheet] > .lines [data-line]")
    count = written.count()
    if page.locator(f"[data-about='{unit}']").count():
        page.locator(f"[data-about='{unit}']").click()
    page.locator("[data-write]").filter(has_text=words).first.click(timeout=LONG)
    expect(written).to_have_count(count + 1, timeout=LONG)


def _tells(page: Page, words: str) -> None:
    expect(page.locator(".log")).to_contain_text(words, timeout=LONG)


def test_a_march_is_plotted_and_its_six_steps_are_looked_at_again(
    field: TableServer, visitor: Callable[..., Page]
) -> None:
    at = _evening(field, visitor, "arnhem")
    british = at.seats["british_airborne"]
    _ready(british, "british_airborne")
    expect(british.locator(".who")).to_contain_text("1st Airborne Division")
    _order(british, "br-1para", "Oosterbeek")
    # Along its cells on the map, and as a part of the turn beneath its line.
    expect(british.locator("[data-shown='draft-ways-british_airborne'] .way-line")).to_have_count(1)
    expect(british.locator("[data-way]")).to_be_visible()
    # The tasking board has the lift that is on its way, and draws its paths.
    british.locator("[data-tasking]").click()
    expect(british.locator("[data-stream]").first).to_contain_text("serials")
    expect(british.locator("[data-shown=streams] .flight").first).to_be_attached()
    british.locator("[data-tasking]").click()
    at.seal_all()
    british.locator("[data-movement]").click(timeout=LONG)
    british.get_by_label("Step of the movement").fill("6")
    expect(british.locator("[data-shown=movement] .way-line")).to_have_count(1)
    british.locator("[data-now]").click()
    expect(british.locator("[data-shown=movement]")).to_have_count(0)
    # The other side hears nothing of it.
    expect(at.seats["panzer_corps"].locator(".log")).not_to_contain_text("of the Allies on the march")


@pytest.mark.long
def test_two_turns_of_market_garden_at_eleven_screens(
    field: TableServer, visitor: Callable[..., Page]
) -> None:
    at = _evening(field, visitor, "market-garden")
    corps, paras, airborne = (at.seats[s] for s in ("thirty_corps", "parachute_army", "hundred_first"))
    # Guards and Hampshires before a weak battalion that has been seen.
    at.edit(
        *_placed("12723", "gd-2ig", "gd-2gg", "gd-1cg"),
        *_placed("12623", "ge-lwz6"),
        *_known("12623", 1, "ge-lwz6"),
    )
    _ready(corps, "thirty_corps")
    _order(corps, "gd-2ig", "attacks 12623 to break through")
    _order(corps, "gd-1cg", "attacks 12623")
    _order(corps, "n50-1hamp", "attacks 12623")
    _ready(paras, "parachute_army")
    for bridge in BRIDGES:
        _order(paras, "", f"Blow {bridge} now")
    _ready(airborne, "hundred_first")
    _order(airborne, "us-1-506", " to ")
    at.seal_all()
    # The lift, the bridges, the overrun, and the way of 1/506 in its steps.
    _tells(airborne, "land at")
    _tells(paras, "bridge is blown")
    _tells(corps, "breaks through to")
    airborne.locator("[data-movement]").click(timeout=LONG)
    expect(airborne.get_by_label("Step of the movement")).to_be_visible()
    airborne.locator("[data-now]").click()
    # To the second lift: paratroopers run into those who stand at the start line.
    at.edit(
        ("turn", -1, 5),
        *_placed("12722", "ge-fjr6-3"),
        *_known("12723", 5, "gd-2gg", "gd-1cg", "n50-1hamp", "n50-1dors", "n50-2ches"),
    )
    _ready(paras, "parachute_army")
    _order(paras, "ge-fjr6-3", "attacks 12723")
    at.seal_all()
    _tells(corps, "The Allies counter-attack")
    _tells(at.seats["allied_air"], "come down at")


def _placed(cell: str, *units: str) -> list[tuple[str, int, int]]:
    at = int(GRID.hex(cell))
    return [(column, NUMBERS[unit], at) for unit in units for column in ("hex_of", "start")]


def _known(cell: str, turn: int, *units: str) -> list[tuple[str, int, int]]:
    at, what = int(GRID.hex(cell)), int(Known.SPOTTED | Known.TYPE)
    said: dict[str, Any] = {"known_hex": at, "known_turn": turn, "known_what": what}
    return [(column, NUMBERS[unit], value) for unit in units for column, value in said.items()]
