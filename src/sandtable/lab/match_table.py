"""Games between bots as rows of a table: what decided each of them, how it ended, and what happened on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any

from sandtable.kernel.book.rulebook import Result

from .chronicle import Chronicle
from .matches import Fixture, Match, at_hand


class MatchRows:
    """A row a game: ``key``, what it was played with, and the match. Old rows keep their meaning; new columns may come."""

    @cached_property
    def schema(self) -> Any:
        """The columns."""
        import pyarrow as pa

        words, turns = pa.map_(pa.string(), pa.string()), pa.map_(pa.string(), pa.int32())
        return pa.schema(
            [
                ("key", pa.string()),
                ("rulebook", pa.string()),
                ("behaviour", pa.int32()),
                ("scenario", pa.string()),
                ("options", words),
                # What is printed otherwise, each as JSON.
                ("changes", pa.list_(pa.string())),
                ("seed", pa.int64()),
                # seat -> bot
                ("bots", words),
                ("winner", pa.string()),
                ("level", pa.string()),
                ("reason", pa.string()),
                ("answers", pa.int32()),
                # place -> turn of its first capture
                ("captured", turns),
                # level of victory -> the first turn that ended so
                ("standings", turns),
                # by turn: side -> strength lost
                ("losses", pa.list_(pa.struct([("turn", pa.int32()), ("lost", turns)]))),
            ]
        )

    def key(self, fixture: Fixture) -> str:
        """A fingerprint of all that a game depends on, but for the bots' own code."""
        return blake2b(json.dumps(_given(fixture), sort_keys=True).encode(), digest_size=16).hexdigest()

    def row(self, fixture: Fixture, match: Match) -> Mapping[str, Any]:
        """One game."""
        given = _given(fixture)
        return {
            "key": self.key(fixture),
            **given,
            "options": {name: json.dumps(value) for name, value in fixture.setup.options.items()},
            "changes": [json.dumps(change) for change in given["changes"]],
            "winner": match.result.winner,
            "level": match.result.level,
            "reason": match.result.reason,
            "answers": match.answers,
            "captured": match.chronicle.captured,
            "standings": match.chronicle.standings,
            "losses": [{"turn": turn, "lost": lost} for turn, lost in match.chronicle.losses.items()],
        }

    def result(self, row: Mapping[str, Any]) -> Match:
        """The match as it was played."""
        losses = {entry["turn"]: entry["lost"] for entry in row["losses"]}
        return Match(
            seed=row["seed"],
            bots=row["bots"],
            result=Result(winner=row["winner"], level=row["level"], reason=row["reason"]),
            answers=row["answers"],
            chronicle=Chronicle.written(losses, row["captured"], row["standings"]),
        )


def _given(fixture: Fixture) -> dict[str, Any]:
    book = at_hand(fixture.kind)
    return {
        "rulebook": book.name,
        "behaviour": book.behaviour,
        **fixture.setup.as_json(),
        "changes": [change.as_json() for change in fixture.changes],
        "bots": dict(fixture.bots),
        "seed": fixture.seed,
    }
