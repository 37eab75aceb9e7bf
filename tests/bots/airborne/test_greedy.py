"""The greedy bot of the airborne operation: it knows what its seat may know, writes sheets that can be sealed, and beats chance."""

from __future__ import annotations

import json
from random import Random

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.kernel import asked, parse_action
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import lines, read_draft
from sandtable.lab.matches import play
from sandtable.rules.airborne import RULEBOOK
from sandtable.testing.randomplay import random_play

SEATS = ("british_airborne", "panzer_corps")


def test_what_it_does_follows_from_what_its_seat_may_know() -> None:
    setup = RULEBOOK.setup("arnhem")
    bot = make_bot("greedy", RULEBOOK)
    sheets = 0
    for n, (g, _) in enumerate(random_play(RULEBOOK, setup, seed=4, answers=60)):
        if n % 15:
            continue
        for seat in [who for who in asked(g) if who >= 0]:
            offered = lines(g, seat)
            seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))
            told = bot.choose(seen, [{"id": action.id} for action in offered])
            # With what is hidden from it drawn anew it does the same.
            other = RULEBOOK.disguise(g.copy(), seat, Random(n))
            assert bot.decide(bot.sight(RULEBOOK, other, seat), offered).id == told
            sheets += 1
    assert sheets


def test_every_line_of_its_first_sheet_may_be_written() -> None:
    game = sandtable.new("arnhem", seed=1)
    for name in SEATS:
        seen, seat = game.view(name), game.seat(name)
        written = parse_action(make_bot("greedy", RULEBOOK).choose(seen, seen["lines"]))
        assert written.is_sheet
        assert written.lines
        assert [no for _, no in read_draft(game.state, seat, written.lines) if no is not None] == []


@pytest.mark.parametrize("allied", ["greedy", pytest.param("random", marks=pytest.mark.long)])
def test_greedy_does_not_lose_to_chance(allied: str) -> None:
    german = "random" if allied == "greedy" else "greedy"
    names = dict(zip(SEATS, (allied, german), strict=True))
    result = play(RULEBOOK, RULEBOOK.setup("arnhem"), names, 3).result
    assert {"allied": allied, "german": german}.get(result.winner) == "greedy", result
