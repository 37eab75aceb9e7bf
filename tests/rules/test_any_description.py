"""Whatever is described to an adjudicator: it answers, or says in one sentence why it cannot."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import catalog
from sandtable.kernel.book.adjudicator import Adjudicator, Asked
from sandtable.kernel.book.book import Book
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.refusals import SandtableError

BOOKS = [book for book in catalog.rulebooks() if book.adjudicator is not None]
# Words that somebody could mean somewhere, so that not every description ends at its first key.
WORDS = (
    *(
        "attacker",
        "defender",
        "german",
        "soviet",
        "russian",
        "Orel",
        "0101",
        "0102",
        "0101/0102",
        "Best",
        "09524",
    ),
    *(
        "open",
        "clear",
        "tanks",
        "foot",
        "corridor",
        "frontline",
        "combat",
        "flak",
        "transports",
        "recce",
        "movement",
    ),
    *("men=3,me=2", "men=9,tanks=3,air=3,me=5,lsp=2,hex=Orel", "status=4", "status=9,troop=tanks,units=3"),
    *("status=4,marks=across_river", "guns=field,status=3,km=4", "heavy=2,light=1", "open=10,bridge,wood=4"),
    *("armor:4 foot:9", "mechanized:5", "penetration", "steadfast", "bombers=4,air_defence=1,flak=1", "1/2"),
    *(
        "die",
        "order",
        "partisans",
        "amphibious",
        "none",
        "true",
        "",
        "=",
        ",",
        "a=b",
        "\n",
        "1" * 5000,
        "1e99999999",
    ),
)
LUGA = {"hex": "Luga", "men": 5, "tanks": 2, "me": 5, "lsp": 1}
PSKOV = {"hex": "Pskov", "men": 4, "air": 1, "me": 2, "name": "11 A"}
# What each rulebook can judge, for the mistakes to be made about.
BASES: dict[str, list[dict[str, Any]]] = {
    "airborne": [
        {"attacker": "status=12,factors=2", "defender": ["status=8", "status=0,troop=tanks"]},
        {
            "board": "corridor",
            "breakthrough_order": True,
            "attacker": [{"status": 5, "troop": "tanks", "hex": "09524"}],
            "defender": [{"status": 2, "hex": "Best", "marks": ["road_column"]}],
        },
        {"procedure": "air_to_air", "interceptors": 5, "escort": 12},
        {"procedure": "transports", "interceptors": 5, "escort": 3, "transports": 12, "status": 4},
        {"procedure": "flak", "flak": "heavy=1,light=2", "drop_km": "2.5", "serials": 3, "status": 4},
        {"procedure": "interdiction", "battalions": 3, "guns": "field", "km": 6, "units": 4, "status": 3},
        {"procedure": "resupply", "points": 23, "contested": True},
        {"procedure": "recce", "troop": "tanks", "units": 4, "moving": True},
        {"procedure": "movement", "troop": "tanks", "route": "open=10,bridge,wood=4", "moved": "1/9"},
    ],
    "besieged": [
        {"attacker": 25, "defender": "5", "air": 2, "weather": "mud", "steps": "attacker=3,defender=2"},
        {
            "attacker": [
                {"name": "56 Pz", "strength": 20, "steps": 3, "marks": ["armour"], "nation": "german"}
            ],
            "defender": [{"strength": 4}],
            "blitzkrieg": True,
            "side": "german",
            "turn": "Mar/Apr 1943",
        },
        {"procedure": "sudden_death", "turn": 10, "cities": 0},
    ],
    "damos": [
        {"attacker": "armor:4 foot:9", "defender": "foot:5", "plan": "penetration", "posture": "steadfast"},
        {
            "attacker": [{"kind": "armor", "sp": 8, "name": "1 Pz", "nation": "german"}],
            "defender": [{"kind": "foot", "sp": 4}],
            "plan": "penetration",
            "posture": "delay",
            "terrain": "woods+city",
        },
    ],
    "frontline": [
        {
            "attacker": "men=14,tanks=3,air=3,me=2,lsp=2",
            "defender": "men=4,tanks=1,air=3,me=5",
            "cards": "attacker=2",
        },
        {"attacker": [LUGA], "defender": [PSKOV], "terrain": "forest", "fortification": 1},
        {"bombing": {"bombers": 4, "air_defence": 1, "flak": 1, "distance": 4, "year": 1943}},
        {
            "combat": [
                {
                    "side": "german",
                    "against": "soviet",
                    "attacker": [LUGA],
                    "defender": [PSKOV],
                    "dice": [4, 2],
                },
                {"name": "b", "side": "soviet", "against": "german", "attacker": [PSKOV], "defender": [LUGA]},
            ],
            "card": [{"side": "german", "use": "die", "value": 2, "combat": "b"}],
            "flags": {"german": 2},
            "hexes": {"Luga": "men=9,tanks=9,lsp=2"},
        },
        {
            "front": {
                "grid": {"rows": 3, "columns": 4},
                "sea": ["0201/0301"],
                "nobody": ["0103"],
                "side": [
                    {"name": "german", "hexes": {"0101": 1, "0102": 3}, "pool": 1, "closes": ["0103"]},
                    {"name": "soviet", "hexes": "0104=2,0203=1", "withdraws": ["0203"], "lsp": 1},
                ],
            }
        },
    ],
}
NUMBERS = (0, 1, 2, 3, 6, 10, 25, -1, 61, 999, 10**9)
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0.5,
    float("nan"),
    float("inf"),
    1e300,
    datetime.date(1944, 9, 17),
    (),
    [],
)


def deep(levels: int) -> Any:
    """A list in a list in a list."""
    found: Any = []
    for _ in range(levels):
        found = [found]
    return found


def keys_of(adjudicator: Adjudicator) -> list[str]:
    inner = "name hex men me lsp status troop marks strength steps kind sp nation side against value use combat hexes"
    more = "grid rows columns closes withdraws follows builds partisans placed security sea out_of_play nobody dice"
    return [*(asked.name for asked in adjudicator.asked), *inner.split(), *more.split()]


class Describer:
    """Descriptions out of one number: half of what they say is of the right kind, the rest is anything at all."""

    def __init__(self, book: Book, seed: int) -> None:
        assert book.adjudicator is not None
        self.base = BASES[book.name]
        self.asked = {asked.name: asked for asked in book.adjudicator.asked}
        self.keys = keys_of(book.adjudicator)
        self.random = Random(seed)

    def description(self) -> dict[str, Any]:
        """One that could be judged, with up to three things about it changed, here or within."""
        found = deepcopy(self.random.choice(self.base))
        for _ in range(self.random.randrange(4)):
            self.change(found)
        return found

    def change(self, table: dict[str, Any]) -> None:
        """Another value for a key, a key more or one less; as often as not in a table within."""
        within = [value for value in table.values() if isinstance(value, dict)]
        within += [
            v for value in table.values() if isinstance(value, list) for v in value if isinstance(v, dict)
        ]
        if within and self.random.random() < 0.6:
            return self.change(self.random.choice(within))
        if table and self.random.random() < 0.2:
            del table[self.random.choice(sorted(table))]
            return None
        more = self.random.choice((*self.asked, self.random.choice(self.keys)))
        key = self.random.choice((*table, more))
        table[key] = self.value(key)
        return None

    def value(self, key: str) -> Any:
        asked = self.asked.get(key)
        if asked is None or self.random.random() < 0.3:
            return self.anything(2)
        one = self.right(asked)
        return [one, self.right(asked)] if asked.several and self.random.random() < 0.5 else one

    def right(self, asked: Asked) -> Any:
        """Something of the kind that is asked for."""
        if asked.choices:
            return self.random.choice(asked.choices)
        if asked.kind == "number":
            return self.random.randrange(30)
        if asked.kind == "flag":
            return self.random.random() < 0.5
        return self.random.choice(WORDS) if asked.kind == "text" else self.anything(3)

    def anything(self, levels: int) -> Any:
        """Whatever a TOML file or a program can hand over."""
        kind = self.random.randrange(8 if levels else 5)
        if kind >= 7:
            return [self.anything(levels - 1) for _ in range(self.random.randrange(3))]
        if kind >= 5:
            keys = self.random.sample(self.keys, self.random.randrange(6))
            return {key: self.anything(levels - 1) for key in keys}
        return self.random.choice((WORDS, WORDS, NUMBERS, ODD, (deep(2000), 10**5000))[kind])


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_description_is_judged_or_refused_in_one_sentence(book: Book, seed: int) -> None:
    assert book.adjudicator is not None
    described = Describer(book, seed).description()
    dice = [(seed % 11,)] if seed % 3 else []
    answers: tuple[Answer, ...] = (
        lambda judge: judge.resolve(described, book.tables, dice, SeededDice(1)),
        lambda judge: judge.odds(described, book.tables),
        lambda judge: judge.read(described, book.tables),
    )
    for answer in answers:
        assert all(
            "\n" not in sentence and len(sentence) < 2000 for sentence in said(book.adjudicator, answer)
        )


Answer = Callable[[Adjudicator], dict[str, Any] | None]


def said(adjudicator: Adjudicator, answer: Answer) -> list[str]:
    """An answer in sentences, or the one with which it is refused; what is answered can be written down."""
    try:
        found = answer(adjudicator)
    except SandtableError as no:
        return [str(no)]
    json.dumps(found)
    return adjudicator.tell(found) if found and "exact" not in found else []
