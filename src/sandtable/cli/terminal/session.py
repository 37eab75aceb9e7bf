"""A game in the terminal: people type, bots think, the log runs along."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from sandtable.bots import Bot
from sandtable.kernel.game.codec import dumps
from sandtable.kernel.game.game import Game
from sandtable.kernel.machine.actions import CONTROL_NAME, SEAL, Action, parse_action, sheet
from sandtable.kernel.machine.engine import written
from sandtable.kernel.map.hexes import Hex, UnknownHex
from sandtable.kernel.refusals import SandtableError

from ..output import write_file
from . import sights
from .menu import Option, matches, menu, show
from .outlook import outlook

HELP: Final = """A number, a hex or part of an option's text chooses it. Besides:
  why enter UNIT HEX   why a unit may not go there; 'why ?' lists what else
  odds [OPTION]        how the combat may go, or the one that an option starts
  rule PARAGRAPH       what a paragraph says, such as those in [brackets]
  map [HEX]            draw the map around a hex or a place
  units [TEXT]         list units by name, hex or side
  log [N]              the last N lines of the log
  options              list the options again
  undo                 take the last answer back, until a die has been rolled;
                       of an order sheet, its last line
  save FILE            write the record; going on: sandtable play FILE
  quit                 end here; what was played is kept"""
LOG_LINES: Final = 15
MOST_NEWS: Final = 40
# How many words a place's name has at most.
LONGEST_PLACE: Final = 3


class Leaving(Exception):
    """The player wants to leave, or there is nobody at the keyboard any more."""


class Seated:
    """The game with the people and bots around it."""

    def __init__(
        self,
        game: Game[Any],
        bots: Mapping[str, Bot],
        console: Console,
        ask: Callable[[str], str],
        seats: Sequence[str] = (),
        *,
        weighing: bool = False,
    ) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.ask = ask
        # Who sits where as it was said on the command line, for whoever goes on another time.
        self.seats = seats
        # Whether bots tell what they weigh.
        self.weighing = weighing
        self.board = game.rulebook.board(game.state.setup)
        humans = [seat for seat in game.seats if seat not in bots] + [CONTROL_NAME] * game.controlled
        # With one person at the keyboard the log is that person's; with several, or none, what everybody may read.
        self.reader = humans[0] if len(humans) == 1 else "spectator"
        self.told = 0
        self.begun = game.answers
        self.middle: Hex | None = None
        # The lines of the order sheet that is being written.
        self.draft: list[str] = []

    # ---- the loop

    def play(self) -> None:
        """Until the game is over; Leaving if somebody has had enough."""
        self.greet()
        self.tell()
        while not self.game.over:
            seat = next((s for s in self.game.asked if s in self.bots), self.game.asked[0])
            if seat in self.bots:
                decision = self.decision_of(seat)
                self.tell_weighed(seat)
                self.game.choose(seat, decision)
            else:
                self.turn_of(seat)
            self.tell()
        result = self.game.result
        if result:
            self.console.print(Rule())
            self.console.print(
                f"{result['winner']}, {result['level']}: {result['reason']}", markup=False, style="bold"
            )

    def greet(self) -> None:
        """Say what is played, and who plays which seat."""
        title = self.game.rulebook.scenario(self.game.state.setup.scenario).title
        people = [seat for seat in self.game.seats if seat not in self.bots]
        people += [CONTROL_NAME] * self.game.controlled
        who = [f"you play {' and '.join(people)}"] if people else []
        who += [f"the bot {bot.name} plays {seat}" for seat, bot in self.bots.items()]
        self.console.print(Text(f"{title}: {', '.join(who)}. 'help' tells what can be typed.", "bold"))

    def tell(self) -> None:
        """Print what has happened since the last time."""
        lines = self.game.events(self.reader)
        news = lines[self.told :]
        if len(news) > MOST_NEWS:
            self.console.print(
                f"  … {len(news) - MOST_NEWS} lines; 'log {len(news)}' shows them", style="bright_black"
            )
        for line in news[-MOST_NEWS:]:
            self.console.print(
                Text("  " + line["text"], "cyan" if "dice fall" in line["text"] else "bright_black")
            )
        self.told = len(lines)

    def tell_weighed(self, seat: str) -> None:
        """Print what the bot in *seat* has weighed, where that was asked for."""
        for line in self.bots[seat].weighed() if self.weighing else ():
            self.console.print(Text(f"  {seat} weighs {line}", "magenta"))

    def decision_of(self, seat: str) -> str:
        """What the bot in *seat* answers; it writes an order sheet line by line."""
        view, number, game = self.game.view(seat), self.game.seat(seat), self.game

        def pick(offered: Sequence[Action]) -> Action:
            listed = [
                {"id": a.id, "text": game.rulebook.wording(game.state, number, a).text} for a in offered
            ]
            return parse_action(self.bots[seat].choose(view, listed))

        if "lines" in view:
            return written(game.state, number, pick).id
        return self.bots[seat].choose(view, view["options"])

    def turn_of(self, seat: str) -> None:
        """Show *seat* what it is asked, and take lines until one of them is an answer."""
        view = self.game.view(seat)
        if "lines" in view:
            view["options"] = [vars(line) for line in self.game.lines(seat, self.draft)]
        options: list[Option] = view["options"]
        self.console.print(Rule(f"{seat}, {_when(view)}", align="left", style="bright_black"))
        self.draw_near(view)
        self.console.print(Text(view["prompt"], "bold"))
        for number, line in enumerate(self.draft, 1):
            said = self.game.rulebook.wording(self.game.state, self.game.seat(seat), parse_action(line)).text
            self.console.print(Text(f"  line {number}: {said}", "green"))
        self.console.print(menu(options))
        while True:
            line = self.ask(f"{seat}> ").strip()
            try:
                if self.command(seat, view, line):
                    return
            except SandtableError as wrong:
                self.console.print(Text(f"{wrong}.".replace("..", "."), "red"))

    # ---- what can be typed

    def command(self, seat: str, view: Mapping[str, Any], line: str) -> bool:
        """Carry a line out; True if it answered, or changed what is asked."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        options = view["options"]
        if word in ("quit", "exit", "q"):
            raise Leaving
        if word in ("help", "?", "h") or not word:
            self.console.print(HELP, markup=False)
        elif word == "undo" and self.draft:
            self.draft.pop()
            return True
        elif word == "undo":
            self.game.undo()
            self.told = len(self.game.events(self.reader))
            self.console.print("Taken back.", style="bright_black")
            return True
        elif word == "map":
            self.draw(view, self.board.hex(rest) if rest else None)
        elif word == "units":
            self.console.print(sights.units(self.board, view, rest))
        elif word == "log":
            self.log(int(rest) if rest.isdigit() else LOG_LINES)
        elif word == "options":
            self.console.print(menu(options))
        elif word == "save":
            self.save(rest)
        elif word == "why":
            self.why(seat, rest)
        elif word == "odds":
            self.odds(seat, options, rest)
        elif word == "rule":
            self.rule(rest)
        else:
            return self.choose(seat, options, line, writing="lines" in view)
        return False

    def choose(self, seat: str, options: list[Option], line: str, *, writing: bool = False) -> bool:
        """Answer with the one option that *line* means, or put it on the sheet; say which it may mean if there are several."""
        found = matches(options, line)
        if len(found) == 1:
            self.console.print(Text(f"→ {found[0][1]['text']}", "green"))
            chosen = str(found[0][1]["id"])
            if not writing:
                self.game.choose(seat, chosen)
            elif chosen != SEAL.id:
                self.draft.append(chosen)
            else:
                self.game.choose(seat, sheet(map(parse_action, self.draft)).id)
                self.draft.clear()
            return True
        if found:
            self.console.print("Which of these?", style="bold")
            show(self.console, found)
        else:
            self.console.print(
                f"Nothing here is called {line!r}; 'help' tells what can be typed.", markup=False, style="red"
            )
        return False

    def why(self, seat: str, rest: str) -> None:
        """Why something may not be done: ``enter UNIT HEX``, ``VERB HEX`` or ``VERB UNIT``."""
        verb, *words = rest.split() or ["enter"]
        unit, hex_ = self.split_hex(words)
        named = {"unit": self.unit_id(" ".join(unit))} if unit else {}
        if hex_ is not None:
            named["hex"] = self.board.hex_name(hex_)
        no = self.game.why_not(seat, verb, **named)
        self.console.print(str(no) if no else "Nothing forbids it.", markup=False)

    def odds(self, seat: str, options: list[Option], text: str) -> None:
        """How the combat at hand may go, or the one that the option meant by *text* would start."""
        found = matches(options, text) if text else []
        if text and len(found) != 1:
            self.console.print(
                "Which of these?" if found else f"Nothing here is called {text!r}.", markup=False
            )
            show(self.console, found)
            return
        action = parse_action(str(found[0][1]["id"])) if found else None
        state = self.game.state.copy()
        odds = self.game.rulebook.odds(state, self.game.seat(seat), action)
        if odds is None:
            self.console.print("No combat is at hand; 'odds OPTION' weighs the one that an option starts.")
        else:
            self.console.print(outlook(odds))

    def rule(self, number: str) -> None:
        """What a paragraph says, in our words."""
        paragraph = self.game.rulebook.paragraphs[number.strip("[]")]
        self.console.print(Text(f"{paragraph.number}  {paragraph.title}", "bold"))
        self.console.print(Text(paragraph.text or paragraph.reason))

    def save(self, name: str) -> None:
        """Write the record to the file *name*, which may stand in quotes as in a shell."""
        name = name.strip("'\"")
        if not name:
            self.console.print("save needs a file, such as: save evening.json", style="red")
            return
        save(self.game, Path(name))
        self.console.print(
            Text(f"Saved; go on with: {going_on(Path(name), self.seats)}", "bright_black"), soft_wrap=True
        )

    def split_hex(self, words: list[str]) -> tuple[list[str], Hex | None]:
        """The hex or place at the end of *words*, if one is named there, and the words before it."""
        for start in range(max(0, len(words) - LONGEST_PLACE), len(words)):
            with suppress(UnknownHex):
                return words[:start], self.board.hex(" ".join(words[start:]))
        return words, None

    def unit_id(self, text: str) -> str:
        """The id of the unit whose id or name contains *text*, or *text* itself."""
        for counter in self.game.view(self.reader)["position"].get("counters", ()):
            if text.casefold() in (counter["unit"].casefold(), counter.get("name", "").casefold()):
                return str(counter["unit"])
        return text

    # ---- what can be looked at

    def log(self, count: int) -> None:
        """The last *count* lines."""
        for line in self.game.events(self.reader)[-count:]:
            self.console.print(Text("  " + line["text"], "bright_black"))

    def draw_near(self, view: Mapping[str, Any]) -> None:
        """Draw the map where the options lie close together; whole-front questions get none."""
        if sights.lie_together(self.board, sights.targets(self.board, view), self.console.width):
            self.draw(view, None)

    def draw(self, view: Mapping[str, Any], middle: Hex | None) -> None:
        """The map around *middle*, or around what is asked about."""
        self.middle = middle if middle is not None else sights.focus(self.board, view, self.middle)
        map_, legend = sights.drawn(self.board, view, self.middle, self.console.width)
        self.console.print(map_, no_wrap=True, crop=True)
        self.console.print(legend)


def _when(view: Mapping[str, Any]) -> str:
    """The turn, and the phase where the view tells it."""
    position = view["position"]
    turn = f"turn {position['turn']}" if position.get("turn") else "set-up"
    return ", ".join(str(part) for part in (turn, position.get("turn_name"), position.get("phase")) if part)


def going_on(file: Path, seats: Sequence[str]) -> str:
    """The command that goes on with the game in *file*, everybody where he sat."""
    return shlex.join(
        ["sandtable", "play", str(file), *(word for seat in seats for word in ("--seat", seat))]
    )


def save(game: Game[Any], file: Path) -> None:
    """Write the record of *game*."""
    write_file(file, dumps(game.record()))
