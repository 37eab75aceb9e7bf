"""The whole war at random: with the sudden death of the card out of the way a game goes on to June 1945."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel import DICE, Table, answer, asked, dice_asked, options, rolled, settle
from sandtable.kernel.machine.state import cache_complaints
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.war import Status
from sandtable.rules.besieged.turn.ending import result


@pytest.mark.rule("besieged Sequence")
def test_a_random_war_lasts_twenty_five_turns_and_stays_sound() -> None:
    document = {**RULEBOOK.tables["sudden_death"].document}
    document["cells"] = {year: [0] for year in document["cells"]}
    g = RULEBOOK.start(RULEBOOK.setup("besieged", tables=[Table(document, "no sudden death")]))
    g.told = None
    settle(g)
    rng = Random(1945)
    turns = set()
    while asked(g):
        (who,) = asked(g)
        faces = tuple(rng.randint(1, sides) for sides in dice_asked(g).sides) if who == DICE else ()
        answer(g, rolled(faces) if who == DICE else rng.choice(options(g, who)), who)
        if g.turn not in turns:
            turns.add(g.turn)
            assert cache_complaints(g) == []
            assert RULEBOOK.complaints(g) == []
    assert turns == set(range(1, 26))
    assert result(g) is not None
    # The mechanised corps of 1941 are gone, and whoever surrendered never came back.
    kinds = {c.kind for u, c in enumerate(g.roster.counters) if g.status[u] == Status.ON_MAP}
    assert "mech" not in kinds
