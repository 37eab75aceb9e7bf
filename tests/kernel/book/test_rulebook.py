from __future__ import annotations

from random import Random
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable.kernel.book import rulebook as module
from sandtable.kernel.book.rulebook import Rulebook, Scenario, UnknownName, register, registered, steps_in
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import CONTROL, DICE, SEAT_TITLES, SPECTATOR, Action, Seat, seat_title
from sandtable.kernel.machine.events import Edited, Event, Overruled, Revealed, Rolled
from sandtable.kernel.printed.tables import BadTable, parse_table
from sandtable.testing.ford import RULEBOOK, combat, movement
from sandtable.testing.ford.state import RED, Ford

from .. import playing

SETUP = RULEBOOK.setup("ford")


# ---- setup


def test_a_setup_has_every_switch_at_its_default() -> None:
    assert SETUP.options == {"turns": 6, "night": False}


def test_a_switch_may_be_set() -> None:
    assert RULEBOOK.setup("ford", {"night": True}).options == {"turns": 6, "night": True}


def test_an_unknown_scenario_is_named_with_those_that_exist() -> None:
    with pytest.raises(
        UnknownName, match="The Ford has no scenario 'bridge'; it has ford, ford-counterstroke"
    ):
        RULEBOOK.setup("bridge")


def test_an_unknown_option_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownName, match="scenario 'ford' has no option 'fog'; it has turns, night"):
        RULEBOOK.setup("ford", {"fog": True})


@pytest.mark.parametrize(
    ("name", "value"), [("turns", 5), ("turns", "6"), ("night", 1), ("turns", True), ("night", 0)]
)
def test_an_option_has_one_of_its_values_and_none_that_merely_equals_it(name: str, value: int | str) -> None:
    with pytest.raises(UnknownName, match=f"option '{name}' may be .*, not {value!r}"):
        RULEBOOK.setup("ford", {name: value})


def harsher() -> str:
    """The combat table in TOML, with every result of a 1 at even odds the worst."""
    return """
name = "combat"
title = "Mine"
paragraph = "2.3"
source = "my own"
provenance = "printed"
rows = {name = "die", kind = "band", labels = ["1", "2", "3", "4", "5", "6"]}
columns = {name = "odds", kind = "ratio", labels = ["1:2", "1:1", "3:2", "2:1", "3:1"], clamp = true}
[cells]
1 = ["A1", "A1", "A1", "A1", "A1"]
2 = ["A1", "A1", "A1", "A1", "A1"]
3 = ["A1", "A1", "A1", "A1", "A1"]
4 = ["A1", "A1", "A1", "A1", "A1"]
5 = ["A1", "A1", "A1", "A1", "A1"]
6 = ["A1", "A1", "A1", "A1", "A1"]
"""


def test_a_game_is_played_with_the_users_table() -> None:
    setup = RULEBOOK.setup("ford", tables=[parse_table(harsher())])
    tables = RULEBOOK.tables_for(setup)
    assert tables["combat"].look_up(row=6, column="3:1") == "A1"
    assert tables.replaced == ("combat",)
    assert RULEBOOK.tables_for(SETUP).replaced == ()


def test_a_users_table_of_the_wrong_shape_is_refused_at_once() -> None:
    with pytest.raises(BadTable):
        RULEBOOK.setup("ford", tables=[parse_table(harsher().replace('"3:1"', '"4:1"'))])


# ---- seats and names


def test_seats_have_names_and_numbers() -> None:
    assert RULEBOOK.seat(SETUP, "blue") == Seat(1)
    assert RULEBOOK.seat_name(SETUP, Seat(1)) == "blue"


@pytest.mark.parametrize(("seat", "name"), [(CONTROL, "control"), (DICE, "dice"), (SPECTATOR, "spectator")])
def test_control_dice_and_spectators_have_names_of_their_own(seat: Seat, name: str) -> None:
    assert RULEBOOK.seat_name(SETUP, seat) == name


@pytest.mark.parametrize("name", ["green", "control", "dice", "spectator", ""])
def test_an_unknown_seat_is_named_with_those_that_exist(name: str) -> None:
    with pytest.raises(UnknownName, match=f"there is no seat '{name}'; there are red, blue"):
        RULEBOOK.seat(SETUP, name)


# ---- sentences


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Rolled("2.2", (3, 5)), "The dice fall 3, 5 [2.2]."),
        (Revealed("2.1", ((0, "assault"), (1, "yield"))), "The sealed choices are opened: Red: assault; Blue: yield [2.1]."),
        (Edited((), "a slip"), "Control changes the position: a slip."),
        (Edited((("turn", -1, 3), ("moved", 2, 0)), "a slip"), "The changes by Control: turn 3; red-c: has moved no."),
        (Overruled(0, "", "late"), "Control answers for Red: late."),
        (Overruled(0, "probe", "late"), "The answer by Control for Red: probe."),
        (Event(), "Event []."),
    ],
)  # fmt: skip
def test_what_the_kernel_tells_reads_as_a_sentence(event: Event, sentence: str) -> None:
    assert RULEBOOK.sentence(RULEBOOK.start(SETUP), event) == sentence


def test_a_prompt_is_the_first_line_of_the_steps_docstring() -> None:
    assert RULEBOOK.prompt(begin(RULEBOOK, SETUP), RED) == "[1] Move one more unit, or be done."


# ---- what a rulebook need not have


class Plain(Rulebook[Ford]):
    """A rulebook that adds nothing to what it must have."""

    name = "plain"
    title = "Plain"
    behaviour = 1
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(name="plain", title="Plain", summary="", seats=("red", "blue")),
    )
    steps = RULEBOOK.steps

    tables = RULEBOOK.tables
    paragraphs = RULEBOOK.paragraphs
    board = RULEBOOK.board
    start = RULEBOOK.start
    result = RULEBOOK.result
    view = RULEBOOK.view


def test_a_rulebook_that_explains_nothing_says_so() -> None:
    with pytest.raises(UnknownName, match="Plain does not explain 'fly'"):
        Plain().why_not(begin(RULEBOOK, SETUP), RED, "fly", {})


def test_a_rulebook_that_cannot_be_guessed_says_so() -> None:
    with pytest.raises(UnknownName, match="Plain cannot be guessed from a view"):
        Plain().guess({}, Random(0))


def test_without_secrets_the_disguise_is_a_copy() -> None:
    g = begin(RULEBOOK, SETUP)
    twin = Plain().disguise(g, RED, Random(0))
    assert twin == g
    assert twin is not g


def test_without_a_check_there_are_no_complaints() -> None:
    assert Plain().complaints(begin(RULEBOOK, SETUP)) == []


# ---- steps and the registry


def test_steps_are_found_in_the_modules_that_define_them() -> None:
    assert set(steps_in(movement)) == {"Move"}
    assert steps_in(combat)["Retreat"] is combat.Retreat
    assert "Auto" not in steps_in(playing)


def test_two_steps_of_one_name_are_a_defect() -> None:
    other = ModuleType("other")
    other.Move = type("Move", (movement.Move,), {"__module__": "other"})  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="two steps are called Move; the second is in other"):
        steps_in(movement, other)


def test_rulebooks_are_known_once_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_registered", {})
    register(RULEBOOK)
    register(Plain())
    assert [book.name for book in registered()] == ["ford", "plain"]


def test_no_two_rulebooks_have_a_scenario_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_registered", {})
    register(RULEBOOK)

    class Copycat(Plain):
        name = "copycat"
        scenarios = RULEBOOK.scenarios

    with pytest.raises(ValueError, match="belongs to 'ford' already"):
        register(Copycat())


@pytest.mark.parametrize("seat", ["control", "dice", "spectator"])
def test_no_seat_takes_the_name_of_control_dice_or_spectators(seat: str) -> None:
    class Confusing(Plain):
        scenarios = (Scenario(name="confusing", title="", summary="", seats=("red", seat)),)

    with pytest.raises(ValueError, match=f"no seat of scenario 'confusing' can be called '{seat}'"):
        register(Confusing())


def test_an_option_without_words_of_its_own_is_shown_by_its_id() -> None:
    assert RULEBOOK.wording(begin(RULEBOOK, SETUP), RED, Action("dance", (3,))).text == "dance:3"


def test_a_seat_has_one_title_in_all_rulebooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_registered", {})
    monkeypatch.delitem(SEAT_TITLES, "second_corps", raising=False)

    def corps(name: str, title: str) -> Scenario:
        return Scenario(
            name=name, title="", summary="", seats=("second_corps",), titles={"second_corps": title}
        )

    class First(Plain):
        name = "first"
        scenarios = (corps("one", "II Corps"),)

    class Second(Plain):
        name = "second"
        scenarios = (corps("two", "2nd Corps"),)

    register(First())
    assert seat_title("second_corps") == "II Corps"
    with pytest.raises(ValueError, match="'second_corps' is called 'II Corps' already"):
        register(Second())
    monkeypatch.delitem(SEAT_TITLES, "second_corps")
