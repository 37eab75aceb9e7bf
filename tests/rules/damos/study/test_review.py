"""[8.0] A look back: which attacks somebody lets go by who ends his phase."""

from __future__ import annotations

import pytest

from sandtable.kernel import Hex, LetGo, options, top
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.movement import Act
from sandtable.rules.damos.series.operations import END_PHASE
from sandtable.rules.damos.series.position.roster import AXIS
from sandtable.rules.damos.series.position.state import Front

from ..positions import choose, position

FAR = """
    .  P9 .  .  .
      .  .  .  f4 .
    .  .  .  .  .
"""


def let_go(g: Front) -> list[LetGo[Front]]:
    return list(RULEBOOK.let_go(g, AXIS, END_PHASE))


@pytest.mark.rule("damos 8.0")
def test_an_attack_at_the_end_of_a_march_is_let_go_by_too() -> None:
    g = position(FAR, turn=3)
    (found,) = let_go(g)
    assert (found.hex, bool(found.way)) == ("0204", True)


@pytest.mark.rule("damos 8.0")
def test_an_attack_that_was_let_go_by_could_have_been_made_where_the_march_ends() -> None:
    (found,) = let_go(position(FAR, turn=3))
    step = top(found.g)
    assert isinstance(step, Act)
    assert found.g.grid.name(Hex(found.g.hex_of[step.units[0]])) == found.way
    assert found.action in list(options(found.g, AXIS))


@pytest.mark.rule("damos 8.0")
def test_from_beside_the_enemy_no_march_is_needed() -> None:
    (found,) = let_go(position(". P9 f4 . .\n . . . . .", turn=3))
    assert found.way == ""


@pytest.mark.rule("damos 7.0")
def test_a_force_that_has_acted_lets_nothing_go_by() -> None:
    g = position(FAR, turn=3)
    choose(g, "activate 0102")
    choose(g, "stop")
    assert let_go(g) == []
