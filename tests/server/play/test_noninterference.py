"""Two worlds that a seat may not tell apart: byte for byte it hears the same in both, whatever it asks.

Unlike the leak test of the rulebooks this one listens at the wire: bodies, statuses, headers, sizes, refusals, sockets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.codec import write_step
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import CONTROL, DICE, SPECTATOR, Seat
from sandtable.kernel.machine.engine import answer, asked, options, top
from sandtable.kernel.machine.steps import Together
from sandtable.rules.damos import RULEBOOK as DAMOS
from sandtable.rules.damos.series.combat.concerted import NameAttacker
from sandtable.rules.damos.series.combat.losses import AbsorbPoint
from sandtable.rules.damos.series.movement import Act
from sandtable.rules.damos.series.position.state import Front
from sandtable.server.match.change import notice
from sandtable.testing.randomplay import pick

from ..databases import sqlite_alone
from ..playing import Player, Server, attack, two_players, under_attack
from . import asking, hearing

database = sqlite_alone

# In these questions, and where an answer lies sealed, most is hidden.
TELLING = (Act, AbsorbPoint, NameAttacker)
BLUES = range(4, 9)


@pytest.fixture(autouse=True)
def _still() -> Iterator[None]:
    with hearing.still():
        yield


class Ear:
    """Everything that comes back to one player who asks about one seat of one match."""

    def __init__(self, player: Player, match: str, seat: str) -> None:
        self.player, self.match, self.seat = player, match, seat
        self.heard: hearing.Heard = []

    def get(self, path: str) -> Any:
        reply = self.player.get(f"/api/matches/{self.match}{path}")
        return self._note(f"GET {path}", reply)

    def post(self, name: str, **document: Any) -> Any:
        return self._note(f"POST {name} {document}", self.player.act(self.match, name, **document))

    def listen(self, socket: Any) -> None:
        """The next word of a socket, which comes because something has just changed."""
        self.heard.append(("socket", 0, {}, socket.receive_text().replace(self.match, "MATCH")))

    def _note(self, what: str, reply: Any) -> Any:
        headers = {name: value for name, value in reply.headers.items() if name != "set-cookie"}
        self.heard.append((what, reply.status, headers, reply.text.replace(self.match, "MATCH")))
        return reply.document if reply.text.startswith(("{", "[")) else None

    def ask_everything(self, others: tuple[str, ...], questions: tuple[str, ...]) -> None:
        """All routes about the match as it stands; nothing is changed by any."""
        seen, sheets = [self.ask(question) for question in asking.first(self.seat)]
        for question in asking.rest(
            asking.About(self.seat, others, questions, _hexes(questions)), seen, sheets
        ):
            self.ask(question)
        with self.player.watching(self.match, self.seat) as socket:
            self.listen(socket)

    def ask(self, question: asking.Question) -> Any:
        """One of the questions that there are."""
        if question.document is None:
            return self.get(question.path)
        return self.post(question.path.removeprefix("/"), **question.document)


# ---- positions of a whole campaign


def hide_and_compare(table: hearing.Table, g: Any, seat: Seat, rng: Random) -> None:
    """What *seat* hears of *g* is what it hears where everything hidden from it was drawn anew."""
    name = DAMOS.seat_name(g.setup, seat)
    others = tuple(n for n in DAMOS.scenario(g.setup.scenario).seats if n != name)
    questions = tuple(_questions(g, rng))
    about = asking.About(name, others, questions, _hexes(questions))
    worlds = (g.copy(), _disguised(g, seat, rng))
    assert hearing.differences(*(hearing.heard(table, about, seat, world) for world in worlds)) == []


def _disguised(g: Front, seat: Seat, rng: Random) -> Front:
    """A world that differs as much as it can: other strengths, and another plan or posture where one lies face down."""
    drawn = (DAMOS.disguise(g, seat, rng) for _ in range(20))
    draws = [world for world in drawn if world.digest() != g.digest()]
    return max(draws, key=lambda w: (w.sealed != g.sealed) + (_agenda(w) != _agenda(g)))


def _agenda(g: Front) -> list[list[Any]]:
    return [write_step(step) for step in g.agenda]


def _questions(g: Any, rng: Random) -> Iterator[str]:
    """Every question why not that the rulebook answers, about any units and hexes."""
    on_map = [u for u, hex_ in enumerate(g.hex_of) if hex_ >= 0]
    for verb in DAMOS.explains:
        for unit in rng.sample(on_map, 3):
            hex_ = g.grid.name(g.hex_of[rng.choice(on_map)])
            yield f"verb={verb}&unit={g.roster[unit].id}&hex={hex_}"


def _hexes(questions: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that are asked about first."""
    return tuple(re.findall(r"hex=([^&]+)", questions[0]))


def telling_positions(seed: int) -> Iterator[Front]:
    """The first position of each telling kind, once losses have been taken: there is something to hide."""
    wanted: set[object] = {Together, *TELLING}
    for g in _attacks_whenever_possible(seed):
        step = top(g)
        kind: object = type(step)
        if isinstance(step, Together) and any(len(step.options(g, seat)) > 1 for seat, _ in g.sealed):
            kind = Together
        if kind in wanted and _hides_strength(g):
            wanted.discard(kind)
            yield g.copy()
        if not wanted:
            return
    raise AssertionError(f"no position was found with {wanted}")


def _attacks_whenever_possible(seed: int) -> Iterator[Front]:
    """A random game in which nobody lets an attack go by."""
    rng, dice, rolls = Random(seed), SeededDice(seed), 0
    g = begin(DAMOS, DAMOS.setup("agn"))
    while g.agenda:
        yield g
        seat, action = pick(g, rng, dice, rolls)
        rolls += seat == DICE
        attacks = [option for option in options(g, seat) if option.verb == "attack"] if seat != DICE else []
        answer(g, rng.choice(attacks) if attacks else action, seat)


def _hides_strength(g: Front) -> bool:
    """Both sides have a unit of which not everybody knows what is left."""
    least, most = g.bounds.least, g.bounds.most
    return all(
        any(least[u] < most[u] for u, hex_ in enumerate(g.hex_of) if hex_ >= 0 and g.side_of[u] == side)
        for side in (0, 1)
    )


def test_the_wire_tells_no_side_of_a_campaign_what_is_hidden_from_it(server: Server) -> None:
    rng = Random(1941)
    german, soviet = server.player(), server.player()
    begun = german.begin(scenario="agn", seats={"german": "person", "soviet": "open"})
    assert soviet.join(begun["links"]["soviet"]).status == 200
    cookies = {"german": german.cookie, "soviet": soviet.cookie, "spectator": ""}
    table = hearing.Table(server, begun["match"], cookies)
    for g in telling_positions(seed=2):
        for seat in (Seat(0), Seat(1), SPECTATOR):
            hide_and_compare(table, g, seat, rng)


def test_control_who_may_know_everything_hears_the_difference(server: Server) -> None:
    """The comparison itself can fail: two worlds that differ are told apart by whoever may."""
    player = server.player()
    match = player.begin(scenario="agn", mode="hotseat", control="person")["match"]
    g = next(telling_positions(seed=2))
    views = []
    for world in (g.copy(), _disguised(g, Seat(0), Random(1))):
        with server.service.authority.holding(match) as hot:
            hot.play.state = world
            world.told = []
            hot._seen.clear()
        views.append(player.view(match, DAMOS.seat_name(g.setup, CONTROL)))
    assert views[0] != views[1]
    assert options(g, asked(g)[0])


# ---- a match played on


def what_red_hears(server: Server, strength: int, plan: str, *, by_control: bool = False) -> hearing.Heard:
    """A whole attack of red, while blue is as strong as Control says and has sealed *plan*; up to the moment it is opened.

    It is sealed by blue himself or, if *by_control*, by Control for him.
    """
    red, blue, control = (server.player() for _ in range(3))
    begun = red.begin(
        scenario="ford-counterstroke",
        seats={"blue": "open"},
        control="open",
        salt="s",
        clock={"base": 600, "increment": 30},
    )
    match = begun["match"]
    blue.join(begun["links"]["blue"])
    control.join(begun["links"]["control"])
    ear = Ear(red, match, "red")
    stranger = Ear(server.player(), match, "spectator")
    with red.watching(match, "red") as reds, stranger.player.watching(match, "spectator") as strangers:

        def everybody_hears() -> None:
            ear.listen(reds)
            stranger.listen(strangers)

        everybody_hears()
        changes = [["strength", unit, strength] for unit in BLUES]
        edit = {"version": red.head(match)["version"], "changes": changes, "reason": "dysentery"}
        assert control.act(match, "control/edit", **edit).status == 200
        everybody_hears()
        blue.act(match, "reminders", seat="blue", webhook=f"https://example.org/{plan}", email=None)
        for option in ("move:2:20", "done", "attack:9"):
            ear.post("answer", seat="red", option=option, version=red.head(match)["version"], key=option)
            everybody_hears()
        if by_control:
            given = {
                "version": red.head(match)["version"],
                "seat": "blue",
                "option": plan,
                "reason": "asleep",
            }
            assert control.act(match, "control/answer", **given).status == 200
        else:
            assert blue.choose(match, "blue", plan)["view"]["asked"] == ["red"]
        everybody_hears()
        for one in (ear, stranger):
            one.get(f"/view?seat={one.seat}")
            one.get(f"/moments/3?seat={one.seat}")
            one.get("/moments/5?seat=blue")
        ear.ask_everything(("blue",), ("verb=attack&unit=red-c&hex=0107",))
        ear.post("rewind", seat="red", to=1, version=red.head(match)["version"])
        everybody_hears()
        listed = [m for m in red.get("/api/matches").document if m["match"] == match]
    return [*ear.heard, *stranger.heard, ("lobby", 0, {}, str(listed).replace(match, "MATCH"))]


def test_red_hears_the_same_however_strong_blue_is_and_whatever_blue_has_sealed(server: Server) -> None:
    first = what_red_hears(server, strength=1, plan="stand")
    for strength, plan in ((2, "stand"), (1, "yield"), (2, "yield")):
        assert hearing.differences(first, what_red_hears(server, strength=strength, plan=plan)) == []


def test_red_does_not_hear_what_control_has_sealed_for_blue(server: Server) -> None:
    first = what_red_hears(server, strength=1, plan="stand", by_control=True)
    assert hearing.differences(first, what_red_hears(server, strength=2, plan="yield", by_control=True)) == []


def test_a_line_of_the_log_does_not_say_who_else_reads_it(server: Server) -> None:
    red, _, match = two_players(server)
    attack(red, match)
    seen = red.view(match, "red")["log"] + red.get(f"/api/matches/{match}/log?seat=red").document
    always, facts = (
        {"answer", "event", "rule", "text"},
        {"role", "hexes", "path", "units", "turn", "faces", "by"},
    )
    assert all(always <= set(line) <= always | facts for line in seen)


def test_a_study_of_one_seat_is_not_given_to_another(server: Server) -> None:
    red, blue, match = under_attack(server)
    for path in ("odds", "reach", "layers"):
        alone = []
        for player, seat in ((blue, "blue"), (red, "red"), (server.player(), "spectator")):
            server.service.studies.forget()
            alone.append(player.get(f"/api/matches/{match}/{path}?seat={seat}").document)
        server.service.studies.forget()
        for number, (player, seat) in enumerate(
            ((blue, "blue"), (red, "red"), (server.player(), "spectator"))
        ):
            assert player.get(f"/api/matches/{match}/{path}?seat={seat}").document == alone[number]


def test_neither_luck_nor_marks_count_what_was_told_to_another_alone(server: Server) -> None:
    red, blue, match = two_players(server)
    paths = ("luck?seat=red", "marks?seat=red")
    before = [red.get(f"/api/matches/{match}/{path}").document for path in paths]
    roll = {"paragraph": "2.2", "faces": [6], "seat": 1, "sides": [6], "high_is_good": True}
    with server.service.authority.holding(match) as hot:
        for line in (
            notice("Rolled", "The dice fall 6.", [1], **roll),
            notice("TurnBegan", "Turn 2 begins.", [1], turn=2),
        ):
            server.service.authority.say(hot, line, None)
    assert [red.get(f"/api/matches/{match}/{path}").document for path in paths] == before
    assert len(blue.get(f"/api/matches/{match}/luck?seat=blue").document["rolls"]) == 1
