"""The Dikes: sides, order sheets, questions to Control and state by hexside, under random play and by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.bots import RandomBot
from sandtable.kernel import Action, Seat, SeededDice, asked, sheet
from sandtable.kernel.game.codec import BadDocument, decode, dumps, encode
from sandtable.kernel.game.game import Game
from sandtable.kernel.game.records import read_record, replay
from sandtable.kernel.refusals import Refused
from sandtable.lab.arena import arena
from sandtable.lab.matches import play
from sandtable.testing import conformance, fuzz
from sandtable.testing.dikes import BOARD, PARTIES, RULEBOOK, SEATS, Dikes
from sandtable.testing.randomplay import random_answer

TestConformance = conformance.battery(RULEBOOK, games=4, guesses=False)
SETUP = RULEBOOK.setup("dikes")
OTHERS = ("south", "duke", "spectator")


def game(*, controlled: bool = False) -> Game[Dikes]:
    return Game(RULEBOOK, SETUP, SeededDice(1), controlled=controlled)


def seizing(played: Game[Dikes], seat: str, *texts: str) -> str:
    """The id of the sheet whose lines read so."""
    draft: list[str] = []
    for text in texts:
        draft.append(next(o.id for o in played.lines(seat, draft) if text in o.text))
    return sheet(Action(v, tuple(map(int, a))) for v, *a in (line.split(":") for line in draft)).id


def read_by(played: Game[Dikes], seat: str) -> str:
    """All that *seat* can read, as bytes would go over the wire."""
    return dumps({"view": played.view(seat), "log": played.events(seat)})


def disputed() -> Game[Dikes]:
    """A game in which both sides seize a dike between the first party of North and one of the Duke's."""
    played = game(controlled=True)
    here, there = BOARD.hex("0202"), BOARD.hex("0203")
    played.edit([("hex_of", 0, int(here)), ("hex_of", 4, int(there))], "closer together")
    dike = BOARD.grid.side_number(here, there)
    played.choose("north", sheet((Action("seize", (0, dike)),)).id)
    played.choose("south", sheet().id)
    played.choose("duke", sheet((Action("seize", (4, dike)),)).id)
    return played


def test_a_result_is_a_side_s() -> None:
    rng, played = Random(1), game()
    while not played.over:
        random_answer(played, rng)
    assert played.result is not None
    assert played.result["winner"] in ("league", "duke", "draw")


def test_a_sheet_of_several_lines_is_one_answer_of_the_record() -> None:
    played = game()
    before = played.answers
    played.choose("north", seizing(played, "north", "north-1 seizes", "north-2 marches"))
    assert played.answers == before + 1
    assert played.record()["answers"][-1][1].count(";") == 2


def test_the_sheet_as_a_whole_is_judged() -> None:
    played = game()
    with pytest.raises(Refused, match="one party of a command marches"):
        played.choose("north", seizing(played, "north", "north-1 marches", "north-2 marches"))


@pytest.mark.parametrize("texts", [(), ("north-1 seizes",), ("north-1 seizes", "north-2 marches")])
def test_others_read_who_has_sealed_and_neither_what_nor_how_many_lines(texts: tuple[str, ...]) -> None:
    empty, played = game(), game()
    empty.choose("north", sheet().id)
    played.choose("north", seizing(played, "north", *texts))
    assert played.view("duke")["asked"] == ["south", "duke"]
    for seat in OTHERS:
        assert read_by(played, seat) == read_by(empty, seat)


def test_a_draft_leaves_no_trace() -> None:
    played = game()
    before = (played.digest(), played.answers, [read_by(played, seat) for seat in (*SEATS, "control")])
    played.lines("north", [played.lines("north")[0].id])
    assert (played.digest(), played.answers, [read_by(played, s) for s in (*SEATS, "control")]) == before


def test_a_sealed_sheet_is_its_writer_s_and_control_s() -> None:
    played = game()
    wanted = seizing(played, "north", "north-1 seizes")
    played.choose("north", wanted)
    assert wanted in read_by(played, "north")
    assert wanted in read_by(played, "control")


def test_sealing_cannot_be_taken_back_in_the_record() -> None:
    played = game()
    played.choose("north", sheet().id)
    assert not played.undoable


def test_control_seals_a_sheet_for_a_seat_and_others_do_not_hear_what_is_on_it() -> None:
    played = game()
    wanted = seizing(played, "duke", "duke-1 seizes", "duke-2 marches")
    played.choose("duke", wanted, by="control", reason="typed in from paper")
    assert "typed in from paper" in read_by(played, "north")
    assert "seize:" not in dumps({"log": played.events("north")})
    assert wanted in read_by(played, "duke")


def test_allies_know_each_other_s_stores_and_the_enemy_s_they_do_not() -> None:
    played = game()
    assert set(played.view("north")["position"]["stores"]) == {"north", "south"}
    assert set(played.view("duke")["position"]["stores"]) == {"duke"}
    assert not played.view("spectator")["position"]["stores"]


def test_control_decides_about_what_both_sides_have_seized() -> None:
    played = disputed()
    assert played.asked == ("control",)
    played.choose("control", "award:1")
    assert played.view("north")["position"]["held"] == {"0202/0203": "duke"}


def test_a_record_with_sheets_and_decisions_replays() -> None:
    played = disputed()
    played.choose("control", "award:0")
    assert replay(RULEBOOK, read_record(RULEBOOK, played.record())).digest() == played.digest()


def test_a_position_with_sealed_sheets_is_saved_and_read_back() -> None:
    played = game()
    played.choose("south", seizing(played, "south", "south-2 seizes", "south-1 marches"))
    document = encode(RULEBOOK, played.state)
    assert decode(RULEBOOK, document).digest() == played.digest()
    document["sealed"][0][1] = "sheet;seize:0:1"
    with pytest.raises(BadDocument, match="could not choose any more"):
        decode(RULEBOOK, document)


def test_fuzzing_finds_nothing_with_and_without_control() -> None:
    report = fuzz(RULEBOOK, SETUP, seconds=60, games=6, thorough=4)
    assert (report.games, report.findings) == (6, [])


def test_a_bot_writes_its_sheets_and_the_record_of_its_game_replays() -> None:
    match = play(RULEBOOK, SETUP, dict.fromkeys(SEATS, "random"), 5, keep_record=True)
    assert match.record is not None
    assert any(";" in entry.action for entry in match.record.entries)
    replay(RULEBOOK, match.record)


def test_an_arena_is_for_two_sides_and_a_bot_has_all_seats_of_its_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for place in ("sandtable.lab.arena.make_bot", "sandtable.lab.matches.make_bot"):
        monkeypatch.setattr(place, lambda name, book, seed=0: RandomBot(seed))
    found = arena(RULEBOOK, SETUP, ("one", "other"), games=2)
    assert (found.seats, found.games) == (("league", "duke"), 4)
    assert set(found.table) == {("one", "other"), ("other", "one")}


# ---- state by hexside


def test_control_writes_of_a_hexside_by_its_number_and_reads_its_name() -> None:
    played = game()
    dike = BOARD.grid.side_number(BOARD.hex("0302"), BOARD.hex("0303"))
    played.edit([("held", dike, 2)], "the Duke was there before")
    assert played.view("north")["position"]["held"] == {"0302/0303": "duke"}
    assert "0302/0303: held by Duke" in played.events("control")[-1]["text"]


@pytest.mark.parametrize("change", [("held", 999, 1), ("held", -1, 1), ("held", 0, 3)])
def test_no_hexside_is_written_that_the_map_or_the_rules_have_not(change: tuple[str, int, int]) -> None:
    played = game()
    with pytest.raises(Refused):
        played.edit([change], "a slip")


def test_a_saved_column_by_hexside_has_an_entry_for_each() -> None:
    document: dict[str, Any] = encode(RULEBOOK, game().state)
    document["columns"]["held"].append(0)
    with pytest.raises(BadDocument, match=r"the map has .* of its hexsides"):
        decode(RULEBOOK, document)


def test_who_holds_a_hexside_is_part_of_the_fingerprint() -> None:
    g = game().state
    twin = g.copy()
    twin.held[3] = 1
    assert twin.digest() != g.digest()
    assert g.held[3] == 0
    assert asked(twin) == tuple(Seat(n) for n in range(len(SEATS)))
    assert len(PARTIES) == len(g.hex_of)
