"""How many clicks a turn costs: the first turn of Army Group North, the same answers to the same dice, click by click.

``python -m tests.browser.clicks`` counts on the page as it is built; ``--page FOLDER`` on another build of it, and
``--plain`` as one had to click before the page took several answers for one gesture (101, on a build of that time).
What was counted last stands in ``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from playwright.sync_api import APIRequestContext, Locator, Page, sync_playwright

from sandtable import catalog
from sandtable.bots import make_bot

from .conftest import DESKTOP, PAPER
from .positions import HEADERS, begin_match
from .table import FLAGS, PATIENCE, Hand, TableServer, browser_program, click_on_map, rest_on, settled

# A corner of the map where nothing stands.
ASIDE: Final = (60, 120)
# Nothing is under way a few frames before it is painted where a force can go.
PAINTED: Final = """async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
}"""
SEAT: Final = "german"
BOARD: Final = "agn"
SALT: Final = "00" * 16
SEATS: Final = {SEAT: "person", "soviet": "greedy"}
# The dice of every match are the same, and the page comes from where it is told.
FIXED_DICE: Final = """
import secrets, types
from pathlib import Path
import sandtable.server.app as app
import sandtable.server.play.create as create
create.secrets = types.SimpleNamespace(**{name: getattr(secrets, name) for name in secrets.__all__})
create.secrets.token_bytes = lambda size: bytes(size)
create.secrets.token_hex = lambda size: "00" * size if size == 16 else secrets.token_hex(size)
if %r:
    app.PAGE = Path(%r)
"""


class Answer(NamedTuple):
    """What the player chooses after so many answers: an option, with its part in a longer choice and its place."""

    id: str
    part: str
    target: dict[str, str]

    @property
    def kind(self) -> str:
        """The verb."""
        return self.id.partition(":")[0]


def planned(request: APIRequestContext, address: str, turns: int = 1) -> dict[int, Answer]:
    """A match played by the bot, over the wire: what it chose, by the number of answers that went before."""
    match = begin_match(request, address, seats=SEATS)
    request.post(f"{address}/api/matches/{match}/salt", data={"seat": SEAT, "salt": SALT}, headers=HEADERS)
    bot = make_bot("greedy", catalog.rulebook("damos"), 1)
    plan: dict[int, Answer] = {}
    moved: set[str] = set()
    while True:
        message = request.get(f"{address}/api/matches/{match}/view?seat={SEAT}").json()
        view = message["view"]
        if view["position"]["turn"] > turns:
            return plan
        if SEAT not in view["asked"]:
            continue
        usual = view.get("proposed")
        chosen = usual["options"][0] if usual else _busy(view, bot.choose(view, view["options"]), moved)
        option = next(o for o in view["options"] if o["id"] == chosen)
        plan[message["answers"]] = Answer(chosen, option.get("part", ""), option["target"])
        answer = {"seat": SEAT, "option": chosen, "version": message["version"]}
        reply = request.post(
            f"{address}/api/matches/{match}/answer",
            data={**answer, "key": f"key-{message['version']}"},
            headers=HEADERS,
        )
        assert reply.ok, reply.text()


def _busy(view: dict[str, Any], chosen: str, moved: set[str]) -> str:
    """A player leaves no force without orders: whom the bot would leave standing goes one hex, and the turn is a full one."""
    options = {option["id"]: option for option in view["options"]}
    if chosen.startswith("end_phase"):
        idle = [name for name in options if name.startswith("activate") and name not in moved]
        chosen = idle[0] if idle else chosen
    elif chosen == "stop" and not moved.isdisjoint({"going"}):
        marches = [name for name in options if name.startswith("move")]
        chosen = marches[0] if marches else chosen
    moved.discard("going")
    if chosen.startswith("activate"):
        moved |= {chosen}
    if chosen == "all" or chosen.startswith("activate"):
        moved.add("going")
    return chosen


class Player:
    """Somebody who follows the plan with the mouse, and counts."""

    def __init__(self, page: Page, address: str, plan: dict[int, Answer], *, plain: bool, drag: bool) -> None:
        self.hand: Final = Hand(page, address, SEAT)
        self.page: Final = page
        self.plan: Final = plan
        self.plain: Final = plain
        self.drag: Final = drag
        self.clicks: Final[Counter[str]] = Counter()
        board = page.request.get(f"{address}/api/boards/{BOARD}").json()
        self._cells: Final = {cell["id"]: cell for cell in board["hexes"]}

    def play(self) -> None:
        """The whole plan."""
        last = max(self.plan)
        while True:
            message = self.hand.ready()
            at = message["answers"]
            if at > last:
                return
            answer = self.plan[at]
            offered = {option["id"] for option in message["view"]["options"]}
            assert answer.id in offered, f"after {at} answers {answer.id} is not among {sorted(offered)}"
            before = self.clicks.copy()
            self._answer(answer, at)
            # What was clicked may have to be confirmed, and is answered by and by.
            end = monotonic() + PATIENCE / 4000
            while self._is_open(at):
                assert monotonic() < end, f"after {at} answers {answer.id} was not taken"
                if self.page.locator("[data-confirm]").count():
                    self._confirm(answer, at)
                settled(self.page)
            spent = self.clicks - before
            told = " + ".join(f"{many} {kind}" for kind, many in spent.items())
            print(f"{at:4} {answer.id:24} {spent.total()}  {told}", flush=True)

    def _answer(self, answer: Answer, at: int) -> None:
        ahead = [self.plan[n] for n in sorted(self.plan) if n >= at]
        if not self.plain and answer.part == "stop" and len(ahead) > 1 and ahead[1].part == "force":
            # Another force is clicked, and the one that acts is done.
            return self._march(ahead[1:])
        if not self.plain and answer.part == "stop" and len(ahead) > 1 and self._passes_to(ahead[1]):
            return self._choose(ahead[1], at)
        if not self.plain and answer.part == "force":
            return self._march(ahead)
        if not self.plain and answer.part in ("add", "all"):
            return self._send(ahead)
        wanted = self.page.locator("[data-confirm]")
        if not self.plain and wanted.count() and self._proposes(answer):
            return None
        return self._choose(answer, at)

    def _passes_to(self, answer: Answer) -> bool:
        """Whether a click on what comes next also says that the force now acting is done: on a button, or on the map."""
        button = self.page.locator(f".ends [data-option='{answer.id}']").count() > 0
        return button or (answer.part == "" and answer.target.keys() == {"hex"})

    def _confirm(self, answer: Answer, at: int) -> None:
        """The second click: with what follows as the plan has it, and losses from now on as they are proposed."""
        following = [self.plan[n].id for n in sorted(self.plan) if n > at]
        for asked in self.page.locator("[data-follow-up]").all():
            offered = [one.get_attribute("data-answers") or "" for one in asked.locator("button").all()]
            wanted = max((o for o in offered if following[: len(o.split())] == o.split()), key=len)
            if wanted not in (asked.locator("[aria-checked=true]").get_attribute("data-answers") or "",):
                self.clicks["follow-up"] += 1
                asked.locator(f"[data-answers='{wanted}']").click()
            following = following[len(wanted.split()) :]
            if not wanted:
                break
        always = self.page.locator("[data-unasked]")
        self._press("[data-unasked]" if always.count() else "[data-confirm]", answer.kind)

    def _march(self, ahead: list[Answer]) -> None:
        """Click the stack, or those of it who go, and where they go."""
        force, *rest = ahead
        if self.drag and self._drag(force, rest):
            return
        self._on_map(force.target["hex"], "force")
        settled(self.page)
        self._send(rest)

    def _drag(self, force: Answer, rest: list[Answer]) -> bool:
        """Press on the stack, draw it to its goal and let it go; not where only some of it go."""
        joined = rest[: self._joined(rest)]
        goals = rest[len(joined) :][:2]
        if any(answer.part == "add" for answer in joined) or not goals or "hex" not in goals[0].target:
            return False
        self.page.mouse.move(*ASIDE)
        self.page.keyboard.press("0")
        settled(self.page)
        x, y = self._middle(force.target["hex"])
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 10, y + 10, steps=3)
        to_x, to_y = self._middle(goals[0].target["hex"])
        self.page.mouse.move(to_x, to_y, steps=4)
        self.page.mouse.up()
        self.clicks["drag"] += 1
        settled(self.page)
        return True

    def _send(self, ahead: list[Answer]) -> None:
        """Those who go are picked, if not all of them go, and then their goal: as far as one click can send them."""
        picked = [answer for answer in ahead[: self._joined(ahead)] if answer.part == "add"]
        rest = ahead[self._joined(ahead) :]
        units = {answer.target["unit"] for answer in picked}
        pace = next(
            (p for p in self.page.locator("[data-pace]").all() if units and self._goes_at(p) == units), None
        )
        if pace:
            self.clicks["take"] += 1
            pace.click()
        for unit in sorted(units) if not pace else ():
            self._unit(unit, "take")
        goal = rest[0].target.get("hex") if rest else None
        self.page.evaluate(PAINTED)
        if len(rest) > 1 and rest[1].kind in ("attack", "assault"):
            # Of some that were picked the page knows the way when they are on it.
            target = rest[1].target["hex"]
            goal = target if picked or self._by(target) == goal else goal
        if goal is not None and (picked or self.page.locator(f"[data-reach='{goal}']").count()):
            self._on_map(goal, rest[0].kind)
        else:
            self._press("[data-set-out], [data-option='all']", "all")
        settled(self.page)

    def _goes_at(self, pace: Locator) -> set[str]:
        """The units that a button for all of one pace would pick."""
        return set((pace.get_attribute("data-units") or "").split())

    def _joined(self, ahead: list[Answer]) -> int:
        """How many answers say who goes."""
        return next(
            (n for n, answer in enumerate(ahead) if answer.part not in ("add", "all", "go")), len(ahead)
        )

    def _by(self, hex_: str) -> str | None:
        """From where the force would attack, as the page tells; nothing where it is out of reach as yet."""
        if not self.page.locator(f"[data-reach='{hex_}']").count():
            return None
        x, y = rest_on(self.page, f"[data-reach='{hex_}']")
        self.page.mouse.move(x, y)
        told = self.page.locator(".preview").inner_text()
        found = re.search(r"attack from (\S+?)[;\s]", f"{told} ")
        return found[1] if found else None

    def _choose(self, answer: Answer, at: int) -> None:
        """As one clicks an option: its button, or its unit and its hex."""
        button = f"[data-option='{answer.id}']"
        target = answer.target
        if not self.page.locator(button).count() and "unit" in target:
            reserve = f"[data-reserve='{target['unit']}']"
            if self.page.locator(reserve).count():
                self._press(reserve, answer.kind)
            else:
                self._unit(target["unit"], answer.kind)
            settled(self.page)
        if not self.page.locator(button).count() and "hex" in target and self._is_open(at):
            self._on_map(target["hex"], answer.kind)
            settled(self.page)
        if self._is_open(at) and self.page.locator(button).count():
            self._press(button, answer.kind)
            settled(self.page)

    def _proposes(self, answer: Answer) -> bool:
        """Whether what the page proposes is what the plan says."""
        proposed = self.hand.message()["view"].get("proposed")
        if proposed is not None:
            return bool(proposed["options"][0] == answer.id)
        waiting = f"[data-pending='{answer.id}'], [data-option='{answer.id}'][aria-pressed=true]"
        return self.page.locator(waiting).count() > 0

    def _is_open(self, at: int) -> bool:
        return self.page.locator(f".table[data-answers='{at}']").count() > 0

    def _press(self, what: str, kind: str) -> None:
        self.clicks[kind] += 1
        self.page.locator(what).first.click()

    def _unit(self, unit: str, kind: str) -> None:
        self.clicks[kind] += 1
        click_on_map(self.page, f".counter[data-unit='{unit}']")

    def _on_map(self, hex_: str, kind: str) -> None:
        self.clicks[kind] += 1
        # A fan that lies over the hex closes when the pointer has gone elsewhere.
        self.page.mouse.move(*ASIDE)
        marks = (f".lit-hex[data-hex='{hex_}']", f"[data-reach='{hex_}']")
        lit = [mark for mark in marks if self.page.locator(mark).count()]
        if lit:
            click_on_map(self.page, lit[0])
        else:
            self.page.keyboard.press("0")
            settled(self.page)
            self.page.mouse.click(*self._middle(hex_))

    def _middle(self, hex_: str) -> tuple[float, float]:
        """Where the middle of a hex lies in the window."""
        at = self._cells[hex_]
        found: list[float] = self.page.locator(".board .ground").evaluate(
            "(map, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(map.getScreenCTM()); return [at.x, at.y] }",
            [at["x"], at["y"]],
        )
        return found[0], found[1]


def main(folder: str, *, plain: bool, drag: bool, turns: int) -> Counter[str]:
    """Play the turn on the page in *folder*, or on the one that is built in: how many clicks of each kind it took."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = TableServer(f"sqlite:///{kept}/matches.db", before=FIXED_DICE % (folder, folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_program(), args=list(FLAGS))
        try:
            how: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce"}
            context = browser.new_context(**how)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.route(
                "**/api/boards/*.svg*",
                lambda route: route.fulfill(content_type="image/svg+xml", body=PAPER),
            )
            page.route(
                "**/salt", lambda route: route.continue_(post_data={**_body(route.request), "salt": SALT})
            )
            plan = planned(page.request, server.address, turns)
            match = begin_match(page.request, server.address, seats=SEATS)
            page.goto(f"{server.address}/match/{match}?seat={SEAT}")
            player = Player(page, server.address, plan, plain=plain, drag=drag)
            try:
                player.play()
            except AssertionError:
                page.screenshot(path=str(Path(tempfile.gettempdir()) / "clicks.png"))
                raise
            return player.clicks
        finally:
            browser.close()
            server.kill()


def _body(request: Any) -> dict[str, Any]:
    body: dict[str, Any] = request.post_data_json
    return body


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--page", default="", help="the folder of a built page")
    reader.add_argument("--plain", action="store_true", help="click every answer of its own")
    reader.add_argument("--drag", action="store_true", help="draw stacks to where they go")
    reader.add_argument("--turns", type=int, default=1, help="how many turns are played")
    given = reader.parse_args()
    counted = main(
        str(Path(given.page).resolve()) if given.page else "",
        plain=given.plain,
        drag=given.drag,
        turns=given.turns,
    )
    for kind, clicks in counted.most_common():
        print(f"{clicks:4} {kind}")
    print(f"{counted.total():4} clicks in all")
