"""The promises every rulebook keeps, as functions: each returns nothing when it holds and a sentence when it does not.

The conformance battery runs them over random games; the fuzzer runs the cheap ones for as long as it is told to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from sandtable.kernel import (
    CONTROL,
    DICE,
    Action,
    Concern,
    GameState,
    Hex,
    Odds,
    Preview,
    Reach,
    Refused,
    Rulebook,
    Seat,
    Sheets,
    Together,
    answer,
    asked,
    lines,
    members,
    options,
    parse_action,
    sheet,
    written,
)
from sandtable.kernel.game.codec import decode, dumps, encode, loads
from sandtable.kernel.game.control import misplaced
from sandtable.kernel.game.game import Game
from sandtable.kernel.game.records import first_divergence, read_record
from sandtable.kernel.game.views import line_list, view
from sandtable.kernel.machine.actions import SPECTATOR
from sandtable.kernel.machine.engine import asks_sheet, outcomes, refusal
from sandtable.kernel.machine.state import cache_complaints

G = TypeVar("G", bound=GameState)

# Into about so many options of a position a study is made; every question why not is asked about so many units and hexes.
STUDIED = 3
WONDERED = 2
# So many order sheets are drawn where one is asked for.
SHEETS = 4
# Every text in a document, keys included, but for those with quotation marks in them.
_TEXT = re.compile(r'"([^"\\]*)"')
# Words as short as this are in every sentence.
_TELLING = 12
# Actions that no rulebook offers: what it says when it refuses them must not betray anything either.
_NONSENSE = (Action("nonsense"), Action("move", (0, 0)), Action("attack", (0,)), Action("roll", (1,)))


def round_trip(rulebook: Rulebook[G], g: G) -> str | None:
    """decode(encode(g)) == g, through JSON text."""
    twin = decode(rulebook, loads(dumps(encode(rulebook, g))))
    if twin != g or twin.digest() != g.digest():
        return "the saved position does not come back the same"
    return None


def true_caches(rulebook: Rulebook[G], g: G) -> str | None:
    """What is kept up incrementally equals a rebuild."""
    wrong = cache_complaints(g)
    return wrong[0] if wrong else None


def sound(rulebook: Rulebook[G], g: G) -> str | None:
    """The rulebook itself finds nothing impossible, and what the state says of the map fits it."""
    wrong = rulebook.complaints(g)
    return wrong[0] if wrong else misplaced(rulebook, g)


def declared(rulebook: Rulebook[G], g: G) -> str | None:
    """Every list the state keeps is declared as a column: one that is not would be shared by copies and lost in saves."""
    known = {*g.COLUMNS, *g.DERIVED_COLUMNS, "agenda", "told"}
    stray = [
        name for name, value in vars(g).items() if isinstance(value, list | dict | set) and name not in known
    ]
    stray = [name for name in stray if name not in ("offered", "drafts")]
    return f"{stray[0]!r} changes with the game but is no declared column" if stray else None


def copies(rulebook: Rulebook[G], g: G) -> str | None:
    """A copy is equal, and playing it on leaves the original alone."""
    before = g.digest()
    twin = g.copy()
    if twin != g or twin.digest() != before:
        return "a copy differs from its original"
    if who := asked(twin):
        action = outcomes(twin)[0].action if who[0] == DICE else options(twin, who[0])[-1]
        answer(twin, action, who[0])
    return None if g.digest() == before else "playing a copy on has changed the original"


def refuses(rulebook: Rulebook[G], g: G) -> str | None:
    """An answer that is not allowed is refused and changes nothing."""
    before = g.digest()
    for action in _NONSENSE:
        for seat in (*asked(g), SPECTATOR, CONTROL):
            if refusal(g, action, seat) is None:
                continue
            try:
                answer(g, action, seat)
            except Refused:
                if g.digest() != before:
                    return f"refusing {action.id!r} has changed the position"
            else:
                return f"{action.id!r} was refused and taken all the same"
    return None


def explained(rulebook: Rulebook[G], g: G) -> str | None:
    """Every option has a text and a paragraph that the rulebook lists; every log line is a sentence."""
    for seat in asked(g):
        if seat == DICE:
            continue
        for action in (*options(g, seat), *lines(g, seat)):
            wording = rulebook.wording(g, seat, action)
            if not wording.text or wording.text == action.id:
                return f"option {action.id!r} has no words"
            if wording.rule not in rulebook.paragraphs:
                return (
                    f"option {action.id!r} cites paragraph {wording.rule!r}, which the rulebook does not list"
                )
    for told in g.told or ():
        if not rulebook.sentence(g, told.event).endswith((".", "!")):
            return f"{told.event!r} is not told in a sentence"
    return None


def seats_of(rulebook: Rulebook[Any], g: GameState) -> tuple[Seat, ...]:
    """Every seat of the game, and the spectators."""
    return (*(Seat(n) for n in range(len(rulebook.scenario(g.setup.scenario).seats))), SPECTATOR)


def _seen(rulebook: Rulebook[G], g: G, seat: Seat) -> str:
    """All that *seat* can read now, as text: its view with options, its log, and the refusals it could provoke."""
    heard = [rulebook.sentence(g, told.event) for told in g.told or () if told.heard_by(seat)]
    refused = [str(refusal(g, action, seat)) for action in _NONSENSE] if seat in asked(g) else []
    return dumps({"view": view(rulebook, g, seat), "log": heard, "refused": refused})


Questions = Sequence[tuple[str, Mapping[str, str]]]


def questions(rulebook: Rulebook[G], g: G, rng: Random) -> Questions:
    """Every question why not that the rulebook answers, about a few units and hexes: any of the map, and some in sight."""
    board = rulebook.board(g.setup)
    names = {
        "unit": list(rulebook.unit_ids(g)),
        "hex": [board.hex_name(Hex(h)) for h in members(board.in_play)],
    }
    everywhere = set(names["hex"])
    # Where something stands is in the view; most of the map is empty, and says little.
    seen = [text for text in _TEXT.findall(dumps(rulebook.view(g, SPECTATOR))) if text in everywhere]
    found: list[tuple[str, Mapping[str, str]]] = []
    for verb, wanted in rulebook.explains.items():
        for number in range(WONDERED):
            hexes = seen if seen and number % 2 == 0 else names["hex"]
            found.append((verb, {key: rng.choice(hexes if key == "hex" else names[key]) for key in wanted}))
    return found


def _why(rulebook: Rulebook[G], g: G, seat: Seat, asking: Questions) -> list[Any]:
    """What *seat* is answered; spectators have nothing to ask."""
    if seat == SPECTATOR:
        return []
    return [no.as_json() if (no := rulebook.why_not(g, seat, *question)) else None for question in asking]


def _studied(rulebook: Rulebook[G], g: G, seat: Seat, asking: Questions) -> str:
    """All that *seat* can learn by studying the position, as text; of many options some are looked into."""
    offered = options(g, seat)
    some = offered[:: max(1, len(offered) // STUDIED)]
    looked: list[Any] = [layer.as_json() for layer in rulebook.layers(g, seat)]
    for action in (None, *some):
        looked += [_plain(rulebook.reach(g, seat, action)), _plain(rulebook.odds(g, seat, action))]
    looked += [_plain(rulebook.preview(g, seat, action)) for action in some]
    first = lines(g, seat)
    looked += [
        _plain(rulebook.draft_odds(g, seat, (line,), line))
        for line in first[:: max(1, len(first) // STUDIED)]
    ]
    looked += [concern.as_json() for concern in _of_a_sheet(g, seat)]
    return dumps({"studied": looked, "why": _why(rulebook, g, seat, asking)})


def _plain(found: Reach | Preview | Odds | None) -> Any:
    return None if found is None else found.as_json()


def _of_a_sheet(g: GameState, seat: Seat) -> list[Concern]:
    """What *seat* would regret about sealing an order sheet, empty and with a first line."""
    step = g.agenda[-1] if g.agenda else None
    if not isinstance(step, Sheets) or not asks_sheet(g, seat):
        return []
    drafts = [(), *((line,) for line in lines(g, seat)[:1])]
    return [concern for draft in drafts for concern in step.concerns(g, seat, draft)]


def drawable(rulebook: Rulebook[G], g: G) -> str | None:
    """Whatever layers, cards, lines of order sheets and concerns name on the map is there: hexes, hexsides, rows, liveries."""
    board = rulebook.board(g.setup)
    places = {*board.entries("hex"), *board.entries("hexside")} - {""}
    rows = {row.field for row in rulebook.appearance.card}
    for seat in seats_of(rulebook, g):
        for layer in rulebook.layers(g, seat):
            named = [
                *layer.hexes,
                *(mark.hexside for mark in layer.hexsides),
                *(label.at for label in layer.labels),
            ]
            named += [place for arrow in layer.arrows for place in (arrow.start, arrow.to)]
            named += [hex_ for line in layer.lines for hex_ in line]
            if strange := [place for place in named if place not in places]:
                return f"layer {layer.name!r} draws {strange[0]!r}, which is not on the map"
        for card in view(rulebook, g, seat)["position"].get("cards", ()):
            if card["hex"] not in places:
                return f"a card stands in {card['hex']!r}, which is not on the map"
            if strange := [name for name in card["values"] if name not in rows]:
                return f"a card tells {strange[0]!r}, which no row of the appearance shows"
        for line in line_list(rulebook, g, seat):
            aims = (line["target"].get(key) for key in ("hex", "hexside", "start"))
            if strange := [place for place in aims if place is not None and place not in places]:
                return f"the line {line['text']!r} points at {strange[0]!r}, which is not on the map"
        for concern in _of_a_sheet(g, seat):
            if concern.kind not in rulebook.appearance.concerns:
                return f"the concern {concern.text!r} is of the kind {concern.kind!r}, which nobody can switch off"
            if strange := [hex_ for hex_ in concern.hexes if hex_ not in places]:
                return f"the concern {concern.text!r} is about {strange[0]!r}, which is not on the map"
    return None


def studied(rulebook: Rulebook[G], g: G) -> str | None:
    """Whoever studies the position changes nothing, and every answer is plain data that cites known paragraphs."""
    before = g.digest()
    asking = questions(rulebook, g, Random(before))
    for seat in seats_of(rulebook, g):
        text = _studied(rulebook, g, seat, asking)
        strange = [rule for rule in _cited(loads(text)) if rule not in rulebook.paragraphs]
        if strange:
            return f"a study for seat {seat} cites paragraph {strange[0]!r}, which the rulebook does not list"
    return None if g.digest() == before else "studying the position has changed it"


def _cited(document: Any) -> Iterator[str]:
    """Every paragraph cited anywhere in *document*."""
    if isinstance(document, dict):
        if "rule" in document:
            yield document["rule"]
        for value in document.values():
            yield from _cited(value)
    elif isinstance(document, list):
        for value in document:
            yield from _cited(value)


def no_leak(rulebook: Rulebook[G], g: G, rng: Random) -> str | None:
    """A seat reads byte for byte the same in a position that differs only in what is hidden from it."""
    asking = questions(rulebook, g, rng)
    for seat in seats_of(rulebook, g):
        twin = rulebook.disguise(g, seat, rng)
        # Where nothing is hidden from the seat, both are the same position, and would be read alike for that.
        if twin.digest() == g.digest():
            continue
        twin.told = list(g.told or ())
        if _seen(rulebook, twin, seat) != _seen(rulebook, g, seat):
            return f"seat {seat} can tell two positions apart that differ only in what is hidden from it"
        if _studied(rulebook, twin, seat, asking) != _studied(rulebook, g, seat, asking):
            return f"seat {seat} can tell two positions apart by studying them"
    return None


def not_overheard(rulebook: Rulebook[G], g: G, rng: Random) -> str | None:
    """Nobody is answered in the words of a question that is put to another: what it asks may be a secret (and its options)."""
    asking, who = questions(rulebook, g, rng), asked(g)
    for other in who:
        if other == DICE:
            continue
        said = [part for part in rulebook.prompt(g, other).rstrip(".?!").split(". ") if len(part) > _TELLING]
        for seat in seats_of(rulebook, g):
            if seat in who:
                continue
            if rulebook.prompt(g, seat) or options(g, seat):
                return f"seat {seat}, which is not asked, gets a prompt or options"
            for question, no in zip(asking, _why(rulebook, g, seat, asking), strict=seat != SPECTATOR):
                if no and any(part in no["reason"] for part in said):
                    return f"the question {question} answers seat {seat} with what seat {other} is asked"
    return None


def disguises(rulebook: Rulebook[G], g: G, rng: Random) -> bool:
    """Whether something is hidden from some seat here: the leak test needs positions where it is."""
    return any(rulebook.disguise(g, seat, rng).digest() != g.digest() for seat in seats_of(rulebook, g))


def sealed_stays_sealed(rulebook: Rulebook[G], g: G) -> str | None:
    """Whatever one seat seals, all others read the same until everything is opened."""
    step = g.agenda[-1] if g.agenda else None
    if not isinstance(step, Together) or len(asked(g)) < 2:
        return None
    first = asked(g)[0]
    read: dict[Seat, str] = {}
    studies: dict[Seat, str] = {}
    asking = questions(rulebook, g, Random(0))
    for action in answers_of(g, first, Random(0)):
        twin = g.copy()
        answer(twin, action, first)
        for seat in seats_of(rulebook, g):
            if seat == first:
                continue
            seen = _seen(rulebook, twin, seat)
            if read.setdefault(seat, seen) != seen:
                return f"seat {seat} can tell what seat {first} has sealed"
            learnt = _studied(rulebook, twin, seat, asking)
            if studies.setdefault(seat, learnt) != learnt:
                return f"seat {seat} can tell by studying what seat {first} has sealed"
    return None


def answers_of(g: GameState, seat: Seat, rng: Random) -> list[Action]:
    """What *seat* may answer: all of its options and, where it writes an order sheet, some sheets of different lengths."""
    if not lines(g, seat):
        return list(options(g, seat))
    drawn = [written(g, seat, rng.choice) for _ in range(SHEETS)]
    longest = written(g, seat, lambda listed: rng.choice(listed[:-1]))
    return list(dict.fromkeys((*options(g, seat), *drawn, longest)))


def sheets_are_sound(rulebook: Rulebook[G], g: G, rng: Random) -> str | None:
    """Whatever a seat has drafted can be completed and sealed, and a sheet comes back the same from its text."""
    for seat in asked(g):
        if seat == DICE:
            continue
        for action in answers_of(g, seat, rng):
            if no := refusal(g, action, seat):
                return f"{action.id!r} was written from what is listed, but may not be sealed: {no}"
            if parse_action(action.id) != action or (action.is_sheet and sheet(action.lines) != action):
                return f"{action.id!r} does not come back the same from its text"
    return None


def guesses_fit(rulebook: Rulebook[G], g: G, rng: Random) -> str | None:
    """A position guessed from a view gives that view again."""
    for seat in asked(g):
        if seat == DICE:
            continue
        seen = view(rulebook, g, seat)
        again = view(rulebook, rulebook.guess(seen, rng), seat)
        if dumps(again) != dumps(seen):
            return f"the position guessed from the view of seat {seat} looks different to it"
    return None


def replays(rulebook: Rulebook[Any], game: Game[Any]) -> str | None:
    """The record plays again to the same position."""
    wrong = first_divergence(rulebook, read_record(rulebook, loads(dumps(game.record()))))
    return None if wrong is None else wrong[1]


def undo_restores(game: Game[Any], digests: Mapping[int, str]) -> str | None:
    """Taking answers back gives exactly the positions that were; *digests* holds one for each number of answers."""
    trial = game.copy()
    while trial.undoable:
        trial.undo()
        if trial.digest() != digests[trial.answers]:
            return f"undo to answer {trial.answers} gives another position than there was"
    try:
        trial.undo()
    except Refused:
        return None
    return "undo went on where nothing may be taken back"


def never_across_a_roll(game: Game[Any]) -> str | None:
    """No roll of the dice lies among the answers that may be taken back."""
    latest = game.entries(game.answers - game.undoable)
    return "undo would take a roll back" if any(entry.who == "dice" for entry in latest) else None


CHEAP: tuple[Callable[[Rulebook[Any], Any], str | None], ...] = (true_caches, sound)


def check_position(rulebook: Rulebook[G], g: G, rng: Random) -> Iterator[str]:
    """Every broken promise of one position."""
    checks: list[str | None] = [
        check(rulebook, g) for check in (*CHEAP, explained, declared, round_trip, copies, refuses)
    ]
    checks += [no_leak(rulebook, g, rng), not_overheard(rulebook, g, rng), sealed_stays_sealed(rulebook, g)]
    checks.append(sheets_are_sound(rulebook, g, rng))
    yield from (wrong for wrong in checks if wrong)
