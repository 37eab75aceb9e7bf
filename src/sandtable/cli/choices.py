"""What a user says about a game to be played: who sits where, and the scenario's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from sandtable.bots import bot_names, make_bot
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.machine.state import Setup
from sandtable.kernel.refusals import SandtableError

HUMAN = "human"

seat_option = click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=WHO",
    help="Who sits in a seat, e.g. german=greedy; repeat it.",
)
switch_option = click.option(
    "--option",
    "switches",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the scenario, e.g. turns=13; repeat it.",
)


class BadChoice(SandtableError):
    """A seat or an option that was not given as it should be."""


def chosen_setup(book: Rulebook[Any], scenario: str, given: Sequence[str]) -> Setup:
    """The setup with the options given as ``name=value``."""
    values = {str(v).lower(): v for s in book.scenario(scenario).switches for v in s.values}
    pairs = _pairs(given, "--option", "turns=13")
    return book.setup(scenario, {name: values.get(text.lower(), text) for name, text in pairs.items()})


def chosen_bots(book: Rulebook[Any], scenario: str, given: Sequence[str]) -> dict[str, str]:
    """A bot for every seat; those not named get the usual one, which answers at once."""
    seats = chosen_seats(book, scenario, given, default=bot_names(book)[0])
    for name in seats.values():
        make_bot(name, book)
    return seats


def chosen_seats(book: Rulebook[Any], scenario: str, given: Sequence[str], *, default: str) -> dict[str, str]:
    """Who sits in every seat, by what was given as ``seat=who``."""
    setup = book.setup(scenario)
    named = _pairs(given, "--seat", f"{book.scenario(scenario).seats[0]}={default}")
    for seat in named:
        book.seat(setup, seat)
    return {seat: named.get(seat, default) for seat in book.scenario(scenario).seats}


def _pairs(given: Sequence[str], option: str, example: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadChoice(f"{option} {text!r} should name two things, such as {example}")
        found[name] = value
    return found
