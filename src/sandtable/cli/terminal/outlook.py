"""How a combat may go, as a player at the terminal reads it before he decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.kernel.book.study import Fought, Odds, follows
from sandtable.kernel.chance.distribution import Distribution


def outlook(odds: Odds) -> RenderableType:
    """Both forces, what counts for and against them, who wins how often, and what each choice would make of it."""
    parts: list[RenderableType] = [Text(line) for line in _forces(odds)]
    parts += [Text(f"  {_reason(line)}", "bright_black") for line in odds.modifiers]
    rows = [("as it stands", odds.outcomes), *((c.text, c.outcomes) for c in odds.choices)]
    rows += [(f"attacker {p.attacker}, defender {p.defender}", p.outcomes) for p in odds.matrix]
    rows += [(f"if {s.text}", s.outcomes) for s in odds.suppositions]
    parts.append(_table(rows))
    parts += [
        Text(f"  {_percent(Fraction(chance))}  {then}") for then, chance in follows(odds.outcomes).items()
    ]
    if odds.assumes:
        parts.append(Text(f"Assumed: {'; '.join(odds.assumes)}.", "bright_black"))
    return Group(*parts)


def _forces(odds: Odds) -> Iterator[str]:
    """The two sides with their units; strengths that the seat may not know are the printed ones."""
    for role, force in (("attacker", odds.attacker), ("defender", odds.defender)):
        units = ", ".join(
            f"{u.name} {f'printed {u.printed}' if u.strength is None else u.strength}" for u in force.units
        )
        yield f"{role} ({force.side}) {force.strength}: {units}"


def _reason(line: Mapping[str, Any]) -> str:
    """A contribution to a reckoning with its paragraph."""
    value = line["value"]
    signed = f"{value:+d}" if isinstance(value, int) else str(value)
    return f"{line['of']}: {line['what']} {signed} [{line['rule']}]"


def _table(rows: list[tuple[str, Distribution[Fought]]]) -> Table:
    shown = Table("", "attacker wins", "attacker loses", "defender loses", box=None, header_style="bold")
    for text, outcomes in rows:
        shown.add_row(
            Text(text),
            _percent(outcomes.chance(lambda o: o.attacker_wins)),
            _mean(outcomes.map(lambda o: o.attacker_loses)),
            _mean(outcomes.map(lambda o: o.defender_loses)),
        )
    return shown


def _percent(chance: Fraction) -> str:
    """A chance in whole per cent; only what is certain reads 0 or 100."""
    whole = round(chance * 100)
    if 0 < chance < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}%"


def _mean(numbers: Distribution[int]) -> str:
    return f"{float(numbers.mean()):.1f}"
