"""The kernel: the ground every rulebook stands on. No input or output, standard library only, knows no game.

This is the front door for authors of rulebooks: one import. Mechanisms that only some games need are imported by their
own names: ``kernel.map.paths``, ``map.costs``, ``map.flood`` and ``map.stacks`` (movement and supply),
``machine.explore`` and ``machine.playout`` (odds and typed dice), ``book.describing`` (combats typed by a person),
``book.option_words`` (options about counters and hexes), ``printed.order_sheets`` (ways and tasking boards of order sheets).
"""

from __future__ import annotations

from .book.adjudicator import Adjudicator, Asked, BadDescription, Entries, Given, NotYetTold, Procedure
from .book.appearance import (
    OUT_OF_SUPPLY,
    Appearance,
    CardRow,
    Combat,
    CombatSide,
    CounterMark,
    Fate,
    Figure,
    HandCard,
    HexCard,
    Measure,
    Risk,
    Sighting,
    Tray,
    TrayRow,
    strength_and_movement,
)
from .book.book import Book
from .book.editing import HEX, HEXES, NUMBER, WORD, YES, Editable, Field
from .book.map_marks import Arrow, HexsideMark, Label
from .book.printed_matter import PrintedMatter
from .book.review import LetGo, Mustered
from .book.rulebook import Rulebook, events_in, register, steps_in
from .book.standing_orders import ALWAYS, ASK, NEVER, StandingOrder, StandingQuestion, ordered
from .book.study import (
    Alternative,
    Fighter,
    FollowUp,
    Force,
    Fought,
    Layer,
    Mark,
    NextOption,
    Odds,
    Pairing,
    PreparedAnswer,
    Preview,
    Reach,
    ReachHex,
    Supposition,
    passes_to,
)
from .chance.dice import BadDice, Dice, Roll, ScriptedDice, SeededDice
from .chance.distribution import Distribution
from .machine.actions import (
    CONTROL,
    DICE,
    SEAL,
    UNSEAL,
    Action,
    Amounts,
    Offers,
    Seat,
    numbered,
    numbers_in,
    parse_action,
    rolled,
    seat_title,
    sheet,
    verbs_in,
)
from .machine.engine import (
    answer,
    asked,
    closes,
    dice_asked,
    lines,
    options,
    over,
    prompt,
    settle,
    top,
    wording,
    written,
)
from .machine.events import EVERYONE, Audience, Event, Facts, Revealed, Rolled
from .machine.state import GameState, Setup, flat_names, inside
from .machine.steps import (
    Argument,
    AskControl,
    Auto,
    Chance,
    Choice,
    Forward,
    Sheets,
    SideAuto,
    SideChoice,
    Step,
    Together,
)
from .map.bitboards import Bits, bits_of, members
from .map.board import Board, Hexsides, Net, Place, Point, Segment
from .map.hexes import OFF_BOARD, Grid, Hex, Hexside, Numbering, Shape, UnknownHex
from .printed.axes import Axis, OffTable
from .printed.calendar import Calendar
from .printed.concerns import Concern
from .printed.glossary import Briefing, Term, parse_briefings, parse_terms
from .printed.paper import Handout, Paper
from .printed.paragraphs import Paragraphs, parse_paragraphs
from .printed.rulings import Ruling, parse_rulings
from .printed.scenarios import Part, Result, Scenario, Switch, UnknownName, Wording
from .printed.sentences import counted, enumerated
from .printed.tables import BadCell, BadTable, Cell, CellReader, Column, Reading, Table, Tables, parse_table
from .reckoning import Reckoning, lines_of
from .refusals import Refusal, Refused, SandtableError
