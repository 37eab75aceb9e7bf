from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from sandtable.kernel import CONTROL, Action, AskControl, Audience, Seat, SeededDice, Setup, Step, Wording
from sandtable.kernel.chance.distribution import Distribution
from sandtable.kernel.game.game import Game, resume
from sandtable.kernel.game.records import Diverged, read_record, replay
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.refusals import Refused
from tests.testing.caravans import CaravanRulebook, Caravans

YES, NO = Action("yes"), Action("no")


class Ferry(AskControl[Caravans]):
    """[2] Is there a ferry?"""

    rule = "2"

    def options(self, g: Caravans) -> Sequence[Action]:
        return [YES, NO]

    def default(self, g: Caravans) -> Action:
        return NO

    def wording(self, g: Caravans, seat: Seat, action: Action) -> Wording:
        return Wording(text="There is a ferry" if action == YES else "There is no ferry", rule="2")

    def choose(self, g: Caravans, action: Action) -> None:
        g.mules[0] += action == YES


class SecretFerry(Ferry):
    """[2] The same, and Amber alone hears of it."""

    def audience(self, g: Caravans) -> Audience:
        return (Seat(0),)


class FerryRulebook(CaravanRulebook):
    """The Caravans, before which Control is asked."""

    name = "ferry"
    asks: ClassVar[type[Ferry]] = Ferry
    steps: ClassVar[dict[str, type[Step[Any]]]] = {
        **CaravanRulebook.steps,
        "Ferry": Ferry,
        "SecretFerry": SecretFerry,
    }

    def start(self, setup: Setup) -> Caravans:
        g = super().start(setup)
        g.then(self.asks())
        return g


class SecretFerryRulebook(FerryRulebook):
    """The same in secret."""

    asks = SecretFerry


def game(*, controlled: bool, book: FerryRulebook | None = None) -> Game[Caravans]:
    rules = book or FerryRulebook()
    return Game(rules, rules.setup("caravans"), SeededDice(1), controlled=controlled)


def heard(played: Game[Any], seat: str) -> list[str]:
    return [line["text"] for line in played.events(seat)]


def test_where_nobody_sits_as_control_the_default_is_taken_and_logged() -> None:
    played = game(controlled=False)
    assert played.asked == ("amber",)
    assert played.record()["answers"][0][:2] == ["control", "no"]
    assert heard(played, "jade")[0] == "Nobody sits as Control, so this holds: There is no ferry [2]."


def test_where_somebody_sits_as_control_he_is_asked_and_nobody_else_reads_the_question() -> None:
    played = game(controlled=True)
    assert played.asked == ("control",)
    assert [option.text for option in played.options("control")] == ["There is a ferry", "There is no ferry"]
    assert played.view("control")["prompt"] == "[2] Is there a ferry?"
    assert (played.options("amber"), played.view("amber")["prompt"]) == ([], "")


def test_what_control_decides_is_carried_out_and_logged() -> None:
    played = game(controlled=True)
    played.choose("control", "yes")
    assert played.state.mules[0] == 7
    assert heard(played, "jade")[0] == "Control decides: There is a ferry [2]."
    assert not played.undoable


def test_a_decision_of_a_secret_question_is_told_to_those_who_may_know_of_it() -> None:
    for controlled in (False, True):
        played = game(controlled=controlled, book=SecretFerryRulebook())
        if controlled:
            played.choose("control", "yes")
        assert any("ferry" in text for text in heard(played, "amber"))
        assert not any("ferry" in text for text in heard(played, "jade"))


@pytest.mark.parametrize("controlled", [False, True])
def test_decisions_of_control_replay(controlled: bool) -> None:
    played = game(controlled=controlled)
    if controlled:
        played.choose("control", "yes", reason="the river is low")
    record = read_record(played.rulebook, played.record())
    assert replay(played.rulebook, record).digest() == played.digest()
    assert heard(resume(played.rulebook, record, SeededDice(1)), "jade") == heard(played, "jade")


def test_a_record_that_names_another_default_than_the_rules_does_not_replay() -> None:
    document = game(controlled=False).record()
    document["answers"][0][1] = "yes"
    with pytest.raises(Diverged, match="not what holds without Control"):
        replay(FerryRulebook(), read_record(FerryRulebook(), document))


def test_nobody_answers_for_control_and_control_answers_only_what_it_may() -> None:
    played = game(controlled=True)
    before = played.digest()
    with pytest.raises(Refused, match="only Control may"):
        played.choose("control", "yes", by="amber")
    with pytest.raises(Refused, match="may be chosen now"):
        played.choose("control", "perhaps")
    with pytest.raises(Refused, match="another seat"):
        played.choose("amber", "yes")
    assert played.digest() == before


def test_rewinding_asks_control_again() -> None:
    played = game(controlled=True)
    played.choose("control", "yes")
    assert played.rewound(0).asked == ("control",)


def test_odds_are_reckoned_with_what_holds_without_control() -> None:
    g = game(controlled=True).state.copy()
    g.agenda = g.agenda[-1:]
    assert explore(g, lambda _: False, lambda end: end.mules[0]) == Distribution.certain(6)


def test_the_question_to_control_is_in_no_other_view() -> None:
    g = game(controlled=True).state
    for seat in (Seat(0), Seat(1)):
        assert "a ferry" not in str(view(FerryRulebook(), g, seat))
    assert "a ferry" in str(view(FerryRulebook(), g, CONTROL))
