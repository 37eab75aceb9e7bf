"""A game that is played by ``asked``, ``options`` and ``choose`` alone, order sheets included."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel.game import drafts
from sandtable.kernel.game.game import Game
from sandtable.kernel.game.records import read_record, replay
from sandtable.kernel.machine.actions import BadAction
from sandtable.kernel.refusals import Refused
from sandtable.testing.dikes import RULEBOOK, Dikes

from ..playing import ford_game


def dikes() -> Game[Dikes]:
    return Game(RULEBOOK, RULEBOOK.setup("dikes"))


def ids(game: Game[Dikes], seat: str) -> list[str]:
    return [option.id for option in game.options(seat)]


def line(game: Game[Dikes], seat: str, beginning: str) -> str:
    return next(option for option in ids(game, seat) if option.startswith(beginning))


def test_options_are_the_lines_that_may_be_written_next_and_to_seal() -> None:
    game = dikes()
    assert ids(game, "north") == [option.id for option in game.lines("north")]
    assert ids(game, "north")[-1] == "seal"
    first = line(game, "north", "seize:0")
    game.choose("north", first)
    assert [written.id for written in game.draft("north")] == [first]
    assert not any(option.startswith(("seize:0", "march:0")) for option in ids(game, "north"))


def test_a_draft_is_no_part_of_the_game() -> None:
    game = dikes()
    before = (game.digest(), game.answers, game.record(), game.view("north"))
    game.choose("north", line(game, "north", "march:0"))
    assert (game.digest(), game.answers, game.record(), game.view("north")) == before
    assert game.draft("south") == game.draft("duke") == []


def test_the_record_holds_one_answer_for_the_sheet() -> None:
    game = dikes()
    written = [line(game, "north", "march:0")]
    game.choose("north", written[0])
    written.append(line(game, "north", "seize:1"))
    game.choose("north", written[1])
    game.choose("north", "seal")
    assert [answer[:2] for answer in game.record()["answers"]] == [["north", ";".join(["sheet", *written])]]
    assert game.draft("north") == []
    assert game.asked == ("south", "duke")


def test_a_sheet_that_may_not_be_closed_as_it_stands_offers_no_seal_while_it_goes_on() -> None:
    game = dikes()
    game.choose("north", line(game, "north", "march:0"))
    game.choose("north", line(game, "north", "march:1"))
    # Nothing may follow, and two marches are refused: sealing completes the sheet.
    assert ids(game, "north") == ["seal"]
    game.choose("north", "seal")
    assert game.record()["answers"][0][1].count("march") == 1


def test_a_line_that_may_not_stand_there_is_refused_and_the_draft_stays() -> None:
    game = dikes()
    first = line(game, "north", "seize:0")
    game.choose("north", first)
    for wrong in (first, "march:2:0", "charge"):
        with pytest.raises(Refused):
            game.choose("north", wrong)
    with pytest.raises(BadAction):
        game.choose("north", "seize:north")
    assert [written.id for written in game.draft("north")] == [first]


def test_a_full_sheet_can_only_be_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "LONGEST_SHEET", 1)
    game = dikes()
    second = line(game, "north", "seize:1")
    game.choose("north", line(game, "north", "seize:0"))
    assert ids(game, "north") == ["seal"]
    with pytest.raises(Refused, match="no order sheet has more than 1 lines"):
        game.choose("north", second)
    game.choose("north", "seal")
    assert game.asked == ("south", "duke")


def test_a_sealed_sheet_is_reopened_with_its_lines_until_the_last_seat_has_sealed() -> None:
    game = dikes()
    first = line(game, "north", "seize:0")
    game.choose("north", first)
    game.choose("north", "seal")
    game.withdraw("north")
    assert [written.id for written in game.draft("north")] == [first]
    assert game.asked == ("north", "south", "duke")
    for seat in game.asked:
        game.choose(seat, "seal")
    with pytest.raises(Refused, match="'north' has sealed no order sheet"):
        game.withdraw("north")
    assert game.draft("north") == []


def test_a_whole_sheet_is_an_answer_whatever_stands_on_the_draft() -> None:
    game = dikes()
    game.choose("north", line(game, "north", "march:0"))
    game.choose("north", "sheet")
    assert game.record()["answers"][0][1] == "sheet"
    game.withdraw("north")
    assert game.draft("north") == []


def test_control_seals_what_stands_on_a_draft() -> None:
    game = dikes()
    game.choose("north", line(game, "north", "march:0"))
    game.choose("north", "seal", by="control", reason="time is up")
    assert game.record()["answers"][0][0] == "control"
    assert "march:0" in game.record()["answers"][0][1]


def test_a_twin_is_written_on_by_itself() -> None:
    game = dikes()
    game.choose("north", line(game, "north", "march:0"))
    twin = game.copy()
    twin.choose("north", line(twin, "north", "seize:1"))
    assert (len(game.draft("north")), len(twin.draft("north"))) == (1, 2)


@pytest.mark.parametrize("seed", range(5))
def test_whoever_knows_asked_options_and_choose_plays_every_game(seed: int) -> None:
    game, rng = dikes(), Random(seed)
    while not game.over:
        for seat in game.asked:
            game.choose(seat, rng.choice(game.options(seat)).id)
    assert replay(RULEBOOK, read_record(RULEBOOK, game.record())).digest() == game.digest()


def test_every_seat_has_its_side() -> None:
    assert dikes().sides == {"north": "league", "south": "league", "duke": "duke"}
    assert ford_game().sides == {"red": "red", "blue": "blue"}
