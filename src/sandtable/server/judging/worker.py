"""The worker process of judging: a described combat comes in, odds or a judgement go out.

What strangers describe may take longer than anybody should wait for; a process can be ended, a thread cannot.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable import catalog
from sandtable.judging.chances import distributions, single_chances
from sandtable.judging.description import described, parse_rolls
from sandtable.judging.log import judged
from sandtable.kernel.book.adjudicator import Adjudicator, BadDescription, NotYetTold
from sandtable.kernel.chance.dice import BadDice
from sandtable.kernel.machine.explore import TooWide
from sandtable.kernel.printed.tables import Tables
from sandtable.kernel.refusals import SandtableError

from ..worker_process import answer_questions

# More ways than these are no answer that anybody waits for.
_DEEPEST: Final = 8


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Odds ("weigh") or a judgement ("judge") of what is told, or one sentence that says why there is none."""
    try:
        book = catalog.rulebook(question["rulebook"])
        assert book.adjudicator is not None
        told = question["told"]
        require_shallow(told)
        given = described(book.adjudicator, told)
        if question["do"] == "weigh":
            return weighed(book.adjudicator, given, book.tables)
        dice = parse_rolls(question["dice"])
        return {"judged": judged(book.adjudicator, given, book.tables, dice), "behaviour": book.behaviour}
    except NotYetTold as why:
        return {"missing": str(why)}
    except BadDice as why:
        return {"wrong": str(why), "dice": True}
    except SandtableError as why:
        return {"wrong": str(why)}
    except RecursionError:
        return {"wrong": "the description has too many things within things"}
    except Exception as why:
        # A description that the rulebook trips over must not end the process: the next one may be fine.
        return {"wrong": "the rulebook cannot make sense of this description", "complaint": repr(why)}


def weighed(adjudicator: Adjudicator, given: dict[str, Any], tables: Tables) -> dict[str, Any]:
    """The reckoning and the exact odds; of what is decided without dice, its outcome."""
    try:
        odds = adjudicator.odds(given, tables)
    except TooWide:
        return {"wrong": "this has too many ways to go for exact odds; it can still be judged"}
    return {
        "reckoning": list(odds.get("reckoning", ())),
        "chances": [
            {"title": found.title, "outcomes": found.outcomes, "mean": _text(found.mean)}
            for found in (*distributions(odds), *single_chances(odds))
        ],
    }


def require_shallow(value: Any, depth: int = 0) -> None:
    """BadDescription where *value* has more things within things than any description needs."""
    if depth > _DEEPEST:
        raise BadDescription("the description has too many things within things")
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        require_shallow(one, depth + 1)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


if __name__ == "__main__":
    answer_questions(answer)
