"""What the server answers, as described documents: the published description of the interface is made from these.

They describe and do not check: views are large and made for every answer. A test holds real answers to them. What a
rulebook puts into its ``position`` and its events is its own affair.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from sandtable.kernel import Part
from sandtable.kernel.book.standing_orders import StandingOrder, StandingQuestion
from sandtable.kernel.machine.events import Role
from sandtable.kernel.printed.concerns import Concern
from sandtable.kernel.printed.order_sheets import Tasking, Way
from sandtable.kernel.printed.scenarios import Result

from . import Answered, Free, Moment, absent
from .position import Event, Position, ReckoningLine, Told

Kind = Literal["person", "open", "bot"]


class Health(Answered):
    """How the server is; which process this is, and whether it is the one that moves bots and clocks."""

    status: Literal["ok", "troubled"]
    troubles: list[str] = Field(description="what has been wrong for a minute or longer, in sentences")
    process: int
    on_duty: bool


class Error(Answered):
    """What is wrong, in a sentence, and the paragraph of the rules if one says so."""

    error: str
    rule: str


class Refusal(Answered):
    """Why something is not allowed."""

    rule: str
    reason: str


class Why(RootModel[Refusal | None]):
    """Why not; null if it is allowed."""


# ---- matches from outside


class SeatState(Answered):
    """Who sits there, and since when he is asked."""

    kind: Kind
    bot: str | None
    waiting_since: Moment | None
    substitute: bool
    vacated: bool = Field(description="whether it is open because its player has left for good")
    claimable: Moment | None = Field(description="from when on an opponent may let a bot play for it")


class ClockState(Answered):
    """The terms of the clock, what every seat had left at a moment, and whose time runs since."""

    base: float
    increment: float
    per: Literal["answer", "turn"]
    days: float
    flag: Literal["claim", "automatic"]
    left: dict[str, float]
    at: Moment
    running: list[str]


class Pause(Answered):
    """Why and since when Control has stopped the match."""

    reason: str
    since: Moment


class PhaseClockState(Answered):
    """How much time was left at a moment to write order sheets, and whether it runs since."""

    left: float
    at: Moment
    running: bool
    stopped: bool = Field(description="whether Control has stopped it")
    deadline: Moment | None = Field(description="when all sheets are sealed as they stand, while it runs")


class PhaseState(Answered):
    """Order sheets are being written: since which version of the match, by whom, and who has sealed."""

    since: int
    seats: list[str]
    sealed: list[str]
    clock: PhaseClockState | None
    shared: bool = Field(description="whether a side reads the drafts of its own seats")


class PublicState(Answered):
    """What everybody may know of a match besides its board."""

    match: str
    version: int
    answers: int
    seats: dict[str, SeatState]
    clock: ClockState | None
    paused: Pause | None
    control: Literal["none", "open", "person"]
    phase: PhaseState | None
    over: bool
    result: Result | None


class Summary(PublicState):
    """A match from outside, and which of its seats are yours."""

    scenario: str
    rulebook: str
    sides: dict[str, str] = Field(description="seat -> the side to which it belongs")
    options: dict[str, bool | int | str]
    mode: Literal["match", "hotseat"]
    listed: bool = Field(description="whether it is shown to everybody, who may hear what is said at it")
    mine: list[str]
    unread: int
    # Why it can be neither shown nor played here: its rulebook has gone, or has changed since it began.
    unplayable: str | None
    commitment: str
    salt: str
    salts: dict[str, str]
    created: Moment
    changed: Moment


class Lobby(RootModel[list[Summary]]):
    """Matches from outside, the latest first."""


class Begun(Answered):
    """A match, and the links to its seats."""

    match: str
    links: dict[str, str]


class DeviceLink(Answered):
    """A link that brings a seat to another device, once."""

    match: str
    link: str
    until: Moment


class Custody(Answered):
    """How many devices hold a seat."""

    match: str
    seat: str
    devices: int


class Invitation(Answered):
    """What a link to a seat is, as this browser finds it; nothing has happened yet."""

    kind: Literal["invitation", "own"] = Field(
        description="for somebody else than whoever made it, or for another device of the seat's player"
    )
    scenario: str
    seat: str
    by: str | None = Field(description="the account that holds the other seats, if it is one")
    taken: bool = Field(description="whether somebody sits there already; whoever acts first keeps the seat")
    over: bool
    once: bool = Field(description="whether it leads there only once")
    mine: list[str] = Field(description="the seats of this match that this browser holds")
    match: str | None = Field(description="which match it is, for whoever holds a seat of it")
    refused: bool = Field(description="whether an umpire would play, or a player would be umpire")


class Taken(Answered):
    """The seat that is yours now."""

    match: str
    seat: str


class Record(Answered):
    """A whole match; the secret of its dice is among them when it is over."""

    format: Literal["sandtable-record"]
    version: int
    rulebook: str
    behaviour: int
    setup: Free
    dice: Free
    answers: list[list[Any]]
    result: Result | None


# ---- the board


class Target(Told):
    """Where on the board something is chosen."""

    unit: str = absent()
    hex: str = absent()
    hexside: str = absent('"0304/0305"')
    start: str = absent("the hex that an order line comes from, where it is drawn as an arrow")


class Option(Answered):
    """Something that may be chosen."""

    id: str
    text: str
    rule: str
    target: Target
    part: Part = absent("what part it plays where several answers make one choice")
    group: str = absent("the heading under which an order sheet lists it")
    what: str = absent("what is counted, where lines differ in nothing but an amount")
    amount: int = absent()


class Proposed(Answered):
    """The answers that the seat would usually give now, one after another; with one click, or unasked."""

    options: list[str]
    text: str
    asks: bool


class ViewedSetup(Answered):
    """What the game was started with: its options, and the names of the tables that the user brought."""

    options: dict[str, bool | int | str]
    tables: list[str]


class RulingDue(Answered):
    """What Control is asked: by which paragraph, what would hold without it, and the numbers beside the question."""

    rule: str
    default: str
    reckoning: list[ReckoningLine]


class RollDue(Answered):
    """The roll that Control makes: by the option "roll", or typed in as "roll:" and a face for each die."""

    dice: str
    sides: list[int]


class View(Answered):
    """What a seat may know of the board."""

    rulebook: str
    behaviour: int
    scenario: str
    setup: ViewedSetup
    seat: str
    seats: list[str]
    sides: dict[str, str] = absent("seat -> side, where a side has several seats")
    asked: list[str]
    prompt: str
    options: list[Option]
    lines: list[Option] = absent("where an order sheet is asked for: its first line, or to seal it")
    roll: RollDue = absent("to Control, where it lets the dice fall")
    ruling: RulingDue = absent("to Control, where the rules ask it")
    proposed: Proposed = absent("where the rulebook knows the usual answer")
    over: bool
    result: Result | None
    position: Position


class UnitWay(Answered):
    """The way of one of several units that went at the same time."""

    unit: str
    path: list[str]


class LogLine(Answered):
    """A line of the log: after which answer, in words, as an event of its rulebook, and what any page can use of it.

    Facts that a line does not tell are left out.
    """

    answer: int
    text: str
    rule: str
    event: Event
    role: Role = absent("what part it plays in the log; none where it goes on with what went before")
    hexes: list[str] = absent("the hexes that it speaks of")
    path: list[str] = absent("the hexes of a way, from its beginning to its end")
    units: list[str] = absent("the units that it speaks of, named as in the view")
    ways: list[UnitWay] = absent("the ways of units that went at the same time")
    step: int = absent("the number of the step in which they went")
    steps: int = absent("how many steps there are")
    turn: int = absent("the number of the turn that begins")
    points: int = absent("what a combat cost both sides together")
    faces: list[int] = absent("the faces of the dice that fell")
    by: str = absent("the seat that rolled, or brought it about")


class Log(RootModel[list[LogLine]]):
    """Lines of the log, the oldest first."""


class Report(Answered):
    """What a side was told at the end of a turn, or at another moment that its rules name."""

    answer: int
    turn: int | None = Field(description="the turn that was under way")
    rule: str
    text: str = Field(description="a line is a line on paper, too")
    event: Event


class Reports(RootModel[list[Report]]):
    """The reports that a seat may read, the oldest first."""


class _Proposed(Answered):
    """What one seat proposes, and who agrees."""

    by: str
    agreed: list[str]


class RewindProposal(_Proposed):
    """To go back to the moment after an answer."""

    kind: Literal["rewind"]
    to: int
    moment: str = Field(description="the moment in words")


class RestoreProposal(_Proposed):
    """To put the answers back that were set aside last."""

    kind: Literal["restore"]
    line: int
    answers: int = Field(description="how many they are")


class ResultProposal(_Proposed):
    """To end the match so."""

    kind: Literal["result"]
    winner: str


class Proposal(RootModel[RewindProposal | RestoreProposal | ResultProposal]):
    """What one seat proposes; it happens when all players agree."""


class SetAside(Answered):
    """The answers that were set aside last: between which two they stood, and who went back."""

    first: int = Field(alias="from", description="after so many answers")
    to: int
    by: str


class Message(PublicState):
    """Everything that a seat may know now."""

    view: View
    log: list[LogLine]
    log_lines: int
    undoable: int
    proposal: Proposal | None
    aside: SetAside | None


class Accepted(Answered):
    """It is stored: the version of the match after it. The position comes by the socket, and to whoever looks."""

    match: str
    version: int
    answers: int


class PastMoment(Answered):
    """What a seat could know after an answer."""

    match: str
    answer: int
    answers: int
    view: View
    log: list[LogLine]


# ---- order sheets


class SheetLine(Option):
    """A line of an order sheet, and why it may not be written there; null if it may."""

    refusal: Refusal | None


class ListedSubject(Answered):
    """Something that next lines are about, which are told when they are asked for."""

    key: str
    title: str
    unit: str = Field(description="the counter by which it is called up; empty where it is none")
    lines: int = Field(description="how many lines are about it")


class Sheet(Answered):
    """The order sheet of a seat: a draft that is being written, or as it was sealed."""

    match: str
    seat: str
    phase: int = Field(description="since which version of the match sheets are written")
    version: int = Field(description="how often the draft was written; 0 where nobody has begun")
    changed: Moment | None
    title: str
    rule: str
    lines: list[SheetLine]
    following: list[Option] = Field(
        alias="next",
        description="what the next line may be, of very many those about one subject; none where it is full",
    )
    subjects: list[ListedSubject] = Field(description="what the next lines are about that were not asked for")
    ways: list[Way] = Field(description="the ways that its lines come to, to be drawn on the map")
    tasking: Tasking = absent("the board on which the seat gives tasks by the score")
    concerns: list[Concern] = Field(description="what the player would regret about sealing it as it stands")
    option: str = Field(description="the answer that seals it as it stands")
    refusal: Refusal | None = Field(description="why it may not be sealed as it stands")
    sealed: bool
    writable: bool = Field(description="whether the reader may write on it")
    reopens: str | None = Field(
        description="the answer by which its seat, or Control for it, takes it back while others still write"
    )


class Sheets(Answered):
    """The order sheets that a seat may read: its own first, those of its side, for Control all."""

    match: str
    version: int
    phase: PhaseState | None = Field(description="null where no sheets are written now")
    sheets: list[Sheet]


# ---- seats, Control


class Now(Answered):
    """The time by which clocks are read."""

    now: Moment


class Question(StandingQuestion):
    """A kind of question that standing orders may answer; the first answer holds where nothing was ordered."""


class StandingOrders(Answered):
    """The standing orders of a seat, and the questions that they may answer."""

    questions: list[Question]
    orders: list[StandingOrder]


class EditableNames(Answered):
    """Which number stands for which hex in a position."""

    hexes: dict[str, int]


class EditableField(Answered):
    """A column, number or set of the position: what it is called, and how what stands there reads."""

    name: str
    title: str
    kind: Literal["number", "yes", "hex", "hexes", "word"]
    of_units: bool
    entries: list[str]
    words: list[tuple[int, str]]
    group: str


class EditablePosition(Answered):
    """Everything that Control may edit."""

    version: int
    columns: dict[str, list[int | str]]
    numbers: dict[str, int | str] = Field(
        description="very large ones, which are sets of hexes, come as text"
    )
    sets: dict[str, list[str]]
    names: EditableNames
    units: list[str]
    fields: list[EditableField]


class SeatOptions(Answered):
    """What a seat is asked, as Control sees it."""

    version: int
    prompt: str
    options: list[Option]
