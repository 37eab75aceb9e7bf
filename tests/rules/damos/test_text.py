"""The words of the game: options, prompts and the log read as sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable.kernel import counted
from sandtable.kernel.machine.actions import Action
from sandtable.kernel.machine.engine import asked, options
from sandtable.kernel.machine.events import Event, Revealed
from sandtable.kernel.machine.steps import Choice, Question, Together
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series import events
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.words import names
from sandtable.rules.damos.series.replacements import ReplacementPhase
from sandtable.rules.damos.series.sequence import ChooseCossacks
from sandtable.testing import random_play

from .exclusive.theater import theater
from .positions import activate, answers, play, position, unit, units

FIELD = """
    .  .  .  .  .
      P8+F4 .  .  p4 .
    .  .  .  .  .
"""


def test_every_event_of_the_game_has_its_sentence() -> None:
    kinds = {
        k for k in vars(events).values() if isinstance(k, type) and issubclass(k, Event) and k is not Event
    }
    assert {k for k in kinds if k.sentence is Event.sentence} == set()


def test_every_question_has_its_prompt_and_words_for_its_options() -> None:
    questions = {k for k in RULEBOOK.steps.values() if issubclass(k, Choice | Together)}
    assert {k for k in questions if k.prompt is Question.prompt or k.wording is Question.wording} == set()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("2.8", "its largest unit loses 1 SP more"),
        ("8.11", "stays so and loses 1 SP more, from its largest unit"),
        ("2.6.1", "nobody retreats by reaction from a Concerted Attack"),
        ("8.1", "nobody in the target retreats by reaction"),
        ("2.6.1", "One roll serves all units of a hex"),
        ("2.3", "before plan and posture are chosen"),
        ("7.0", "fight no more in this phase"),
        ("8.12.1", "an exploiting force has no minimum move"),
    ],
)
def test_the_paragraphs_say_what_is_easily_forgotten(number: str, words: str) -> None:
    assert words in RULEBOOK.paragraphs[number].text


@pytest.mark.parametrize("scenario", ["agn", "ags", "barbarossa"])
def test_prompts_and_options_read_well_throughout_a_random_game(scenario: str) -> None:
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=6, answers=250):
        for seat in asked(g):
            if seat < 0:
                continue
            prompt = RULEBOOK.prompt(g, seat)
            assert prompt.endswith((".", "?"))
            assert len(re.findall(r"[.?](?: |$)", prompt)) <= 2
            for action in options(g, seat):
                text = RULEBOOK.wording(g, seat, action).text
                assert text[0].isupper() or text[0].isdigit()
                assert "_" not in text
                assert text != f"{action.verb.replace('_', ' ')} {action.args}"


@pytest.mark.parametrize(
    ("units_", "text"), [("P8", "P8 moves from 0201 to 0203 by way of 0202."), ("P8+F4", "F4 and P8 move")]
)
def test_the_verb_agrees_with_the_units(units_: str, text: str) -> None:
    g = position(FIELD)
    way = tuple(g.grid.hex(name) for name in ("0201", "0202", "0203"))
    force = tuple(sorted(units(g, units_), key=lambda u: g.roster[u].name))
    assert RULEBOOK.sentence(g, events.Moved(force, way)).startswith(text)


def test_a_march_without_interruption_is_one_line_of_the_log() -> None:
    g = activate(position(FIELD, turn=1), "P8+F4")
    g.told = []
    answers(g, "move 0203")
    moves = [told.event for told in g.told if isinstance(told.event, events.Moved)]
    assert [m.path for m in moves] == [tuple(g.grid.hex(name) for name in ("0201", "0202", "0203"))]


def test_a_march_that_the_enemy_may_react_to_is_told_up_to_there() -> None:
    g = activate(position(FIELD, turn=5), "P8+F4")
    g.told = []
    answers(g, "move 0203")
    moves = [told.event for told in g.told if isinstance(told.event, events.Moved)]
    assert moves[0].path[-1] == g.hex_of[unit(g, "P8")]


@pytest.mark.parametrize(
    ("number", "thing", "text"),
    [
        (1, "attack", "1 attack"),
        (2, "attack", "2 attacks"),
        (0, "hex", "0 hexes"),
        (0.5, "point", "0.5 points"),
    ],
)
def test_numbers_agree_with_what_they_count(number: float, thing: str, text: str) -> None:
    assert counted(number, thing) == text


def test_units_and_hexes_go_by_name() -> None:
    g = theater("agn", {"ge-1-pz": "1410", "ge-6-pz": "1410"})
    force = units(g, "ge-1-pz+ge-6-pz")
    assert names(g, force) == "1st Panzer Division and 6th Panzer Division"
    told = RULEBOOK.sentence(g, events.Activated(force, g.grid.hex("1410")))
    assert told == "1st Panzer Division and 6th Panzer Division activate in 1410 Novgorod."


@pytest.mark.parametrize(("areas", "rule"), [(("north",), "AGN 4.11"), (("south",), "AGS 4.9")])
def test_options_cite_the_book_of_the_scenario(areas: tuple[str, ...], rule: str) -> None:
    g = position(FIELD, ChooseCossacks(0), turn=10, areas=areas)
    assert RULEBOOK.wording(g, SOVIET, Action("no_cossacks")).rule == rule


def test_names_of_units_in_the_orders_of_battle_begin_alike() -> None:
    for scenario in ("agn", "ags", "barbarossa"):
        g = theater(scenario, {})
        assert [c.name for c in g.roster.counters if c.name.split()[0].isdigit()] == []


def test_an_attack_says_whom_it_meets() -> None:
    g = activate(position(". P8 f4 . .", turn=5), "P8")
    texts: list[Any] = [RULEBOOK.wording(g, AXIS, a).text for a in options(g) if a.verb == "attack"]
    assert texts == ["Attack 0103: f4 (6 movement points left)"]


# ---- numbers in the log


def lines_of(g: Any, *kinds: type[Event]) -> list[str]:
    return [RULEBOOK.sentence(g, told.event) for told in g.told if isinstance(told.event, kinds)]


@pytest.mark.rule("damos 8.5")
def test_the_log_tells_columns_and_modifiers_before_the_dice_fall_and_prints_hearts() -> None:
    g = activate(position(". P8 f4 . .\n . . . . .", turn=5), "P8")
    g.told = []
    answers(g, "attack 0103", "plan standard", (1, 2), (2,))
    assert lines_of(g, events.DiceFixed, events.Inflicted, Revealed) == [
        "Plan and posture are shown: Standard Attack against Steadfast.",
        "The attacker rolls 2d6 in column 8 (+0), the defender 1d6 in column 3-4 (+1).",
        "Loss points after the Combat Matrix: the attacker inflicts 1, the defender 0♥.",
    ]


@pytest.mark.rule("damos AGN 4.5", "damos AGN 4.8.3")
@pytest.mark.parametrize(
    ("turn", "options_", "text"),
    [
        (3, {}, "The Russians receive 5 replacement points and have 5."),
        (
            5,
            {"thrust": True, "pause": True},
            "The Russians receive 8 replacement points (2 fewer for attacks not made on turn 2, "
            "1 more for the concentrated thrust, doubled after the operational pause) and have 8.",
        ),
    ],
)
def test_the_log_tells_what_replacement_points_come_in_and_why(
    turn: int, options_: dict[str, bool], text: str
) -> None:
    g = position(FIELD, turn=turn, phasing=SOVIET, options=options_)
    g.expected, g.attacks, g.paused, g.told = [3], [1], 1, []
    play(g, ReplacementPhase())
    assert lines_of(g, events.Received) == [text]


def test_germans_without_points_are_told_so() -> None:
    g = position(FIELD, turn=2)
    g.told = []
    play(g, ReplacementPhase())
    assert lines_of(g, events.Received) == ["The Germans receive no replacement points and have none."]


@pytest.mark.parametrize(("scenario", "book"), [("agn", "AGN "), ("ags", "AGS ")])
def test_the_log_cites_the_book_of_the_scenario(scenario: str, book: str) -> None:
    cited = set()
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=9, answers=600):
        for told in g.told or ():
            cited.add(told.event.paragraph_cited)
            assert told.event.paragraph_cited in RULEBOOK.paragraphs
            assert RULEBOOK.sentence(g, told.event)
        g.told = []
    exclusive = {rule for rule in cited if rule.startswith("AG")}
    assert len(exclusive) >= 4
    assert {rule[:4] for rule in exclusive} == {book}


def test_an_event_of_the_south_is_the_same_event_under_its_own_paragraph() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ags"))
    g.tell(events.AirCommitted(5))
    g.tell(events.TurnBegan(3))
    assert g.told is not None
    of_air, of_turn = (told.event for told in g.told)
    assert type(of_air) is events.AirCommitted
    assert of_air.as_json() == {"kind": "AirCommitted", "rule": "AGS 4.4", "hex": 5}
    assert events.AirCommitted(5).as_json()["rule"] == "AGN 4.4"
    assert of_turn.as_json()["rule"] == "4.0"


@pytest.mark.parametrize(("verb", "rule"), [("attack", "8.0"), ("move", "7.0")])
def test_what_a_force_may_do_cites_its_own_paragraph(verb: str, rule: str) -> None:
    g = activate(position(". P8 f4 . .", turn=5), "P8")
    assert {RULEBOOK.wording(g, AXIS, a).rule for a in options(g) if a.verb == verb} == {rule}
