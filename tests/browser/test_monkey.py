"""A monkey at the table: whatever it does, nothing breaks, and there is always something to go on with."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from .table import PATIENCE, TableServer, begin, open_lobby, wait_for_turn

# A longer look by hand: MONKEY_STEPS=2000 pytest tests/browser/test_monkey.py
STEPS: Final = int(os.environ.get("MONKEY_STEPS", "40"))
SEED: Final = int(os.environ.get("MONKEY_SEED", "1941"))
KEYS: Final = (
    *("Tab", "Shift+Tab", "Enter", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space"),
    *"uovkilcb,.+-0123",
)
# What answers a question: the monkey takes one of these more often than anything else, or it would never get on.
ANSWERS: Final = "[data-confirm], [data-option], [data-reserve]"
# What the page asks about a position, which may have gone meanwhile.
STUDIES: Final = ("preview?", "reach?", "odds?", "why?", "layers?", "moments/")
# What a monkey must not touch: it would leave the table.
LEAVING: Final = "[aria-label='All games'], [data-dialog] *, .menu .sheet *, [aria-label='Replay'] .button"


@pytest.mark.parametrize(
    ("title", "seat", "steps"),
    [
        ("Army Group North", "german", STEPS),
        pytest.param("Army Group South", "soviet", 5 * STEPS, marks=pytest.mark.long),
        pytest.param("Barbarossa", "german", 5 * STEPS, marks=pytest.mark.long),
    ],
)
def test_a_monkey_breaks_nothing(
    table: TableServer, visitor: Callable[..., Page], title: str, seat: str, steps: int
) -> None:
    page = visitor()
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_refusal(message):
            complaints.append(f"{message.text} {message.location}")

    page.on("console", heard)
    page.add_init_script(
        "addEventListener('unhandledrejection', e => console.error('unhandled', String(e.reason)))"
    )
    open_lobby(page, table.address)
    begin(page, title, seat)
    wait_for_turn(page)
    monkey = Monkey(page, random.Random(SEED))
    for _ in range(steps):
        done = monkey.act()
        assert not complaints, f"after {done}: {complaints}"
        assert page.locator(".prompt .who").count() == 1, f"after {done} nobody is told who acts"
    # Whatever it has left open, Escape leads back, and there is a question or somebody to wait for.
    for _ in range(6):
        page.keyboard.press("Escape")
    expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("p.why")).not_to_be_empty()


def _is_refusal(message: ConsoleMessage) -> bool:
    """A refusal is an answer like any other: to what came twice, or to a question about what has just changed."""
    asked = any(f"/{study}" in message.location["url"] for study in STUDIES)
    return "409" in message.text or (asked and "400" in message.text)


class Monkey:
    """Clicks, drags, scrolls and types at random, always in the same order for the same seed."""

    def __init__(self, page: Page, random_: random.Random) -> None:
        self._page: Final = page
        self._random: Final = random_
        self._deeds: Final[list[tuple[int, Callable[[], str]]]] = [
            (9, self._answer),
            (7, self._choose_on_map),
            (4, self._click_anywhere),
            (3, self._drag),
            (2, self._scroll),
            (5, self._press_key),
            (2, self._press_button),
        ]

    def act(self) -> str:
        """Do one thing: what it was."""
        weights = [weight for weight, _ in self._deeds]
        (_, deed) = self._random.choices(self._deeds, weights)[0]
        return deed()

    def _answer(self) -> str:
        return self._click_one_of(ANSWERS)

    def _choose_on_map(self) -> str:
        return self._click_one_of(".lit-unit, .lit-hex, [data-reach]")

    def _press_button(self) -> str:
        return self._click_one_of(f"button:not({LEAVING})")

    def _click_anywhere(self) -> str:
        x, y = self._point()
        self._page.mouse.click(x, y)
        return f"a click at {x}, {y}"

    def _drag(self) -> str:
        (x, y), (to_x, to_y) = self._point(), self._point()
        self._page.mouse.move(x, y)
        self._page.mouse.down()
        self._page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        self._page.mouse.move(to_x, to_y)
        self._page.mouse.up()
        return f"a drag from {x}, {y} to {to_x}, {to_y}"

    def _scroll(self) -> str:
        self._page.mouse.move(*self._point())
        self._page.mouse.wheel(0, by := self._random.choice((-400, -120, 120, 400)))
        return f"the wheel by {by}"

    def _press_key(self) -> str:
        self._page.keyboard.press(key := self._random.choice(KEYS))
        return f"the key {key}"

    def _point(self) -> tuple[int, int]:
        """Somewhere on the map, or at its edge."""
        size = self._page.viewport_size
        assert size is not None
        return self._random.randrange(10, size["width"] - 370), self._random.randrange(
            60, size["height"] - 10
        )

    def _click_one_of(self, what: str) -> str:
        """Click in the middle of one of these where it lies now, whether or not something lies over it."""
        boxes = self._page.evaluate(
            """what => [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect())
                .filter(b => b.width && b.x + b.width / 2 > 0 && b.x + b.width / 2 < innerWidth
                    && b.y + b.height / 2 > 50 && b.y + b.height / 2 < innerHeight)
                .map(b => [b.x + b.width / 2, b.y + b.height / 2])""",
            what,
        )
        if not boxes:
            return self._press_key()
        x, y = self._random.choice(boxes)
        self._page.mouse.click(x, y)
        return f"a click on one of {what}"
