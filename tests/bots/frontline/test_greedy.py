"""The greedy bot of Frontline: it knows what its seat may know, writes sheets that can be sealed, and beats chance."""

from __future__ import annotations

import json
from random import Random

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.kernel import asked, parse_action, sheet
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import asks_sheet, lines, options, read_draft
from sandtable.lab.matches import play
from sandtable.rules.frontline import RULEBOOK
from sandtable.testing.randomplay import random_play

SEATS = ("germany", "axis_allies", "soviets")


def test_what_it_does_follows_from_what_its_seat_may_know() -> None:
    setup = RULEBOOK.setup("frontline-1943", {"fog": True})
    bot = make_bot("greedy", RULEBOOK)
    sheets = questions = 0
    for n, (g, _) in enumerate(random_play(RULEBOOK, setup, seed=4, answers=120)):
        if n % 6:
            continue
        for seat in [who for who in asked(g) if who >= 0]:
            offered = lines(g, seat) if asks_sheet(g, seat) else options(g, seat)
            if not offered:
                continue
            seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))
            told = bot.choose(seen, [{"id": action.id} for action in offered])
            # With what is hidden from it drawn anew it does the same.
            other = RULEBOOK.disguise(g.copy(), seat, Random(n))
            assert bot.decide(bot.sight(RULEBOOK, other, seat), offered).id == told
            sheets, questions = sheets + asks_sheet(g, seat), questions + 1
    assert sheets
    assert questions > sheets


def test_every_line_of_its_first_sheet_may_be_written() -> None:
    game = sandtable.new("frontline-1943", seed=1)
    for name in SEATS:
        seen, seat = game.view(name), game.seat(name)
        written = parse_action(make_bot("greedy", RULEBOOK).choose(seen, seen["lines"]))
        assert written.is_sheet
        assert written.lines
        assert [no for _, no in read_draft(game.state, seat, written.lines) if no is not None] == []


def test_a_sheet_of_its_own_can_be_sealed_on_the_table() -> None:
    game = sandtable.new("frontline-1943", seed=1)
    seen = game.view("germany")
    game.choose("germany", make_bot("greedy", RULEBOOK).choose(seen, seen["lines"]))
    assert "germany" not in game.asked
    assert sheet().id == "sheet"


@pytest.mark.parametrize("axis", ["greedy", pytest.param("random", marks=pytest.mark.long)])
def test_greedy_does_not_lose_to_chance(axis: str) -> None:
    soviet = "random" if axis == "greedy" else "greedy"
    names = {"germany": axis, "axis_allies": axis, "soviets": soviet}
    result = play(RULEBOOK, RULEBOOK.setup("frontline-1943"), names, 3).result
    assert {"axis": axis, "soviet": soviet}.get(result.winner) == "greedy", result


def test_it_puts_flak_over_works_and_a_security_zone_where_partisans_would_help_most() -> None:
    game = sandtable.new("frontline-1943", seed=1, options={"bombing": True})
    g = game.state
    seen = game.view("germany")
    written = parse_action(make_bot("greedy", RULEBOOK).choose(seen, seen["lines"]))
    placed = {
        line.verb: g.campaign.name(line.args[1]) for line in written.lines if line.verb in ("zone", "flak")
    }
    assert set(placed) == {"zone", "flak"}
    # It is paid for out of the Pool before the line is.
    spent = [line for line in written.lines if line.verb in ("zone", "flak")]
    assert [no for _, no in read_draft(g, game.seat("germany"), spent) if no is not None] == []
    hidden = sandtable.new("frontline-1943", seed=1).view("germany")
    quiet = parse_action(make_bot("greedy", RULEBOOK).choose(hidden, hidden["lines"]))
    assert not [line for line in quiet.lines if line.verb == "flak"], "nobody bombs there"
