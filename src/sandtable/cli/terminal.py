"""A game in the terminal: people type, bots think, the log runs along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sandtable.bots import Bot
from sandtable.kernel.codec import dumps
from sandtable.kernel.game import Game
from sandtable.kernel.hexes import Hex, UnknownHex
from sandtable.kernel.refusals import SandtableError

from . import hexmap
from .menu import Option, matches, menu, show
from .output import write_file

HELP: Final = """A number, a hex or part of an option's text chooses it. Besides:
  why enter UNIT HEX   why a unit may not go there (or: why attack HEX, why supply UNIT; 'why ?' lists the verbs)
  undo                 take the last answer back, as far as no die has been rolled since
  map [HEX]            draw the map around a hex or a place      units [TEXT]   list units by name, hex or side
  log [N]              the last N lines of the log               options        list the options again
  save FILE            write the record, to be resumed with: sandtable play FILE
  quit                 end here"""
LOG_LINES: Final = 15
MOST_NEWS: Final = 40
# How many words a place's name has at most.
LONGEST_PLACE: Final = 3


class Leaving(Exception):
    """The player wants to leave, or there is nobody at the keyboard any more."""


class Seated:
    """The game with the people and bots around it."""

    def __init__(
        self, game: Game[Any], bots: Mapping[str, Bot], console: Console, ask: Callable[[str], str]
    ) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.ask = ask
        self.board = game.rulebook.board(game.state.setup)
        humans = [seat for seat in game.seats if seat not in bots]
        # With one person at the keyboard the log is that person's; with several, or none, what everybody may read.
        self.reader = humans[0] if len(humans) == 1 else "spectator"
        self.told = 0
        self.middle: Hex | None = None

    # ---- the loop

    def play(self) -> None:
        """Until the game is over; Leaving if somebody has had enough."""
        self.tell()
        while not self.game.over:
            seat = next((s for s in self.game.asked if s in self.bots), self.game.asked[0])
            if seat in self.bots:
                view = self.game.view(seat)
                self.game.choose(seat, self.bots[seat].choose(view, view["options"]))
            else:
                self.turn_of(seat)
            self.tell()
        result = self.game.result
        if result:
            self.console.print(Rule())
            self.console.print(
                f"{result['winner']}, {result['level']}: {result['reason']}", markup=False, style="bold"
            )

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

    def turn_of(self, seat: str) -> None:
        """Show *seat* what it is asked, and take lines until one of them is an answer."""
        view = self.game.view(seat)
        options: list[Option] = view["options"]
        self.console.print(Rule(f"{seat}, {_when(view)}", align="left", style="bright_black"))
        self.draw_near(view)
        self.console.print(Text(view["prompt"], "bold"))
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
        elif word == "undo":
            self.game.undo()
            self.told = len(self.game.events(self.reader))
            self.console.print("Taken back.", style="bright_black")
            return True
        elif word == "map":
            self.draw(view, self.board.hex(rest) if rest else self.focus(view))
        elif word == "units":
            self.units(view, rest)
        elif word == "log":
            self.log(int(rest) if rest.isdigit() else LOG_LINES)
        elif word == "options":
            self.console.print(menu(options))
        elif word == "save" and rest:
            save(self.game, Path(rest))
            self.console.print(
                f"Saved; go on with: sandtable play {rest}", markup=False, style="bright_black"
            )
        elif word == "why":
            self.why(seat, rest)
        else:
            return self.choose(seat, options, line)
        return False

    def choose(self, seat: str, options: list[Option], line: str) -> bool:
        """Answer with the one option that *line* means; say which it may mean if there are several."""
        found = matches(options, line)
        if len(found) == 1:
            self.console.print(Text(f"→ {found[0][1]['text']}", "green"))
            self.game.choose(seat, str(found[0][1]["id"]))
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

    def units(self, view: Mapping[str, Any], text: str) -> None:
        """The counters whose name, hex, side or id contains *text*."""
        folded = text.casefold()
        table = Table("hex", "unit", "side", "strength", "moves", "", box=None, header_style="bold")
        for c in sorted(view["position"].get("counters", ()), key=lambda c: (c["side"], c["hex"])):
            words = " ".join((c["unit"], c.get("name", ""), c["hex"], c["side"])).casefold()
            if folded in words:
                marks = [m for m in ("demoralized", "spent", "cossack") if c.get(m)]
                if c.get("supplied") is False:
                    marks.append("out of supply")
                known = f"{c['strength']} of {c['printed']}" if "strength" in c else f"printed {c['printed']}"
                where = self.board.describe(self.board.hex(c["hex"]))
                table.add_row(
                    where,
                    c.get("name", c["unit"]),
                    c["side"],
                    known,
                    str(c.get("movement", "")),
                    ", ".join(marks),
                )
        self.console.print(table)

    def log(self, count: int) -> None:
        """The last *count* lines."""
        for line in self.game.events(self.reader)[-count:]:
            self.console.print(Text("  " + line["text"], "bright_black"))

    def draw_near(self, view: Mapping[str, Any]) -> None:
        """Draw the map where the options lie close together; whole-front questions get none."""
        hexes = self.targets(view)
        if not hexes:
            return
        rows = [self.board.grid.row_column(h)[0] for h in hexes]
        columns = [self.board.grid.row_column(h)[1] for h in hexes]
        wide = hexmap.columns_that_fit(self.console.width)
        if max(rows) - min(rows) < hexmap.ROWS + 4 and max(columns) - min(columns) < wide:
            self.draw(view, self.focus(view))

    def draw(self, view: Mapping[str, Any], middle: Hex) -> None:
        """The map around *middle*."""
        self.middle = middle
        window = hexmap.Window(self.board.grid, middle, hexmap.columns_that_fit(self.console.width))
        names = [self.board.hex_name(h) for h in self.targets(view)]
        position = view["position"]
        self.console.print(
            hexmap.draw_window(self.board, position, view["seats"], window, names), no_wrap=True, crop=True
        )
        self.console.print(hexmap.legend(view["seats"], position))

    def targets(self, view: Mapping[str, Any]) -> list[Hex]:
        """The hexes that the options point at."""
        names = {str(o["target"]["hex"]) for o in view["options"] if o.get("target", {}).get("hex")}
        return [self.board.hex(name) for name in sorted(names)]

    def focus(self, view: Mapping[str, Any]) -> Hex:
        """The middle of what the options point at; else where one looked last."""
        hexes = self.targets(view) or [
            self.board.hex(c["hex"])
            for c in view["position"].get("counters", ())
            if c["side"] == view["seat"]
        ]
        if not hexes:
            return (
                self.middle
                if self.middle is not None
                else self.board.grid.cells[len(self.board.grid.cells) // 2]
            )
        cells = [self.board.grid.row_column(h) for h in hexes]
        row, column = (sum(part) // len(cells) for part in zip(*cells, strict=True))
        return self.board.grid.at(row, column)


def _when(view: Mapping[str, Any]) -> str:
    """The turn, and the phase where the view tells it."""
    position = view["position"]
    turn = f"turn {position['turn']}" if position.get("turn") else "set-up"
    return ", ".join(str(part) for part in (turn, position.get("turn_name"), position.get("phase")) if part)


def save(game: Game[Any], file: Path) -> None:
    """Write the record of *game*."""
    write_file(file, dumps(game.record()))
