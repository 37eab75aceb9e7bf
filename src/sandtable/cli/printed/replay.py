"""``sandtable replay``: play a recorded game again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import sandtable
from sandtable import catalog
from sandtable.kernel.book.review import Afterword
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.afterword import afterword as look_back
from sandtable.kernel.game.codec import BadDocument, loads
from sandtable.kernel.game.records import (
    Diverged,
    Record,
    first_divergence,
    read_record,
    rolls_before,
    salts_of,
    unverifiable,
    verify_dice,
    verify_result,
)
from sandtable.kernel.machine.actions import CONTROL_NAME, DICE_NAME, SPECTATOR_NAME, seat_title

from ..output import console, json_option, print_json, read_file


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--verify", is_flag=True, help="Check every answer against its digest and every roll against its source."
)
@click.option(
    "--commitment",
    metavar="HEX",
    help="The commitment that was shown when the match began; implies --verify.",
)
@click.option(
    "--salt",
    metavar="TEXT",
    help="What your browser added to the dice when you sat down; implies --verify.",
)
@click.option("--to", type=click.IntRange(min=0), help="Stop after so many answers.")
@click.option(
    "--seat",
    help="Whose log to print; 'control' knows everything, and is who reads it of a game that is over, else a spectator.",
)
@click.option(
    "--afterword",
    is_flag=True,
    help="Look back at the whole game: losses by turn, attacks not made, rolls, the turning point.",
)
@json_option
def replay(
    file: Path,
    to: int | None,
    seat: str | None,
    *,
    commitment: str | None,
    salt: str | None,
    verify: bool,
    afterword: bool,
    as_json: bool,
) -> None:
    """Play the record in FILE again and print its log, the final position's digest and the result."""
    document = loads(read_file(file), str(file))
    name = document.get("rulebook")
    if not isinstance(name, str):
        raise BadDocument(f"{file} is no record of a game: it names no rulebook")
    book = catalog.rulebook_to_play(name)
    record = read_record(book, document)
    dice = None
    verify = verify or commitment is not None or salt is not None
    if verify:
        _require_shown(record, commitment, salt, str(file))
        dice = verified(book, record, str(file))
    game = sandtable.replay(document, to=to)
    # Every moment of a game that is over is open to all.
    looked_back = look_back(book, record) if afterword else None
    seat = seat or (CONTROL_NAME if record.result else SPECTATOR_NAME)
    if as_json:
        answer = {
            "answers": game.answers,
            "digest": game.digest(),
            "result": game.result,
            "log": game.events(seat),
        } | ({"afterword": looked_back.as_json()} if looked_back else {})
        print_json(answer | ({"verified": True, "dice": dice} if verify else {}))
        return
    for line in game.events(seat):
        console.print(f"{line['answer']:5}  {line['text']}", markup=False)
    console.print(f"{game.answers} answers, digest {game.digest()}", markup=False)
    if game.result:
        console.print(
            f"{game.result['winner']}, {game.result['level']}: {game.result['reason']}", markup=False
        )
    if dice:
        console.print(f"every answer leads where the record says; {dice}", markup=False)
    for text in _retold(looked_back) if looked_back else ():
        console.print(text, markup=False)


def _retold(told: Afterword) -> Iterator[str]:
    """The afterword, line by line."""
    for side, cost in told.sides.items():
        came_back = f", {cost.returned} of them came back" if cost.returned else ""
        yield f"{seat_title(side)} lost {cost.units} units{came_back}, {cost.points} points of strength"
    if turned := told.turning_point:
        yield f"The turning point: {turned.title}, {float(turned.swing):.0f} points better for {seat_title(turned.side)}"
    for missed in told.missed:
        chance = f"{float(missed.wins):.1%}, reckoned {float(missed.reckoned):.1%}"
        yield f"Not made by {seat_title(missed.seat)} before answer {missed.answer + 1}: {missed.text} ({chance})"
    for what, rolls in (("Best", told.best_rolls), ("Worst", told.worst_rolls)):
        for roll in rolls:
            faces = ", ".join(map(str, roll.faces))
            better = f"better than {float(roll.percentile):.1%} of such rolls"
            yield f"{what} roll, answer {roll.answer}: {seat_title(roll.by)} rolled {faces} [{roll.rule}], {better}"


def _require_shown(record: Record, commitment: str | None, salt: str | None, file: str) -> None:
    """Diverged unless the record has the dice that the player saw before the game, and his salt in them.

    A record that was forged as a whole has a commitment and salts too, but others.
    """
    if commitment is not None and (its := record.dice.get("commitment")) != commitment.strip().lower():
        raise Diverged(f"{file}: its dice were committed to {its}, which is not what was shown")
    if salt is not None and salt not in (added.text for added in salts_of(record)):
        raise Diverged(f"{file}: {salt} was not added to its dice")


def verified(book: Rulebook[Any], record: Record, file: str) -> str:
    """What could be said of the dice; Diverged if an answer, a roll or the result is not what it has to be."""
    if wrong := first_divergence(book, record):
        raise Diverged(f"{file}: {wrong[1]}")
    if false := verify_result(book, record):
        raise Diverged(f"{file}: {false}")
    if unknown := unverifiable(record):
        return unknown
    if cheat := verify_dice(book, record):
        raise Diverged(f"{file}: {cheat}")
    rolls, before = sum(entry.who == DICE_NAME for entry in record.entries), rolls_before(record)
    mixed = "".join(
        f", {seat_title(added.seat)} added to them from roll {added.first + 1} on"
        for added in salts_of(record)
    )
    if before:
        own = rolls - before
        return f"{own} of {rolls} rolls are those its source had to give, other dice made the first {before}{mixed}"
    return f"every roll is the one its source had to give{mixed}"
