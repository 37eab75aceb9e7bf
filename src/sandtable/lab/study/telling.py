"""The findings of a study as a report: the points, what each factor changes, and plots of both."""

from __future__ import annotations

import math

from ..report import Grid, Heading, Interval, Picture, Report, Sentence, intervals_plot
from ..statistics import median
from .findings import Effect, Findings, Measure, mean


def told(found: Findings, name: str) -> Report:
    """The report; *name* is what its pictures are called after."""
    plan = found.plan
    bots = ", ".join(f"{seat} {bot}" for seat, bot in plan.seated(found.rulebook).items())
    last = plan.seed + plan.games - 1
    report = Report(plan.title)
    if plan.about:
        report.parts.append(Sentence(plan.about))
    report.parts += [
        Sentence(
            f"{plan.games} games of `{plan.scenario}` at each of {len(found.points)} points ({plan.design}; {bots}; seeds "
            f"{plan.seed} to {last} at every point). Intervals are of 95 percent. What is found is a statement about these bots "
            "first."
        ),
        Heading("Results"),
        points_grid(found),
    ]
    if plan.places:
        report.parts += [Heading("When places fell"), places_grid(found)]
    report.parts += [
        Heading("What each factor changes"),
        effects_grid(found),
        Sentence(
            "An effect is clear where its interval does not reach across zero. Of twenty effects that are none, one looks clear."
        ),
        *_plots(found, name),
    ]
    return report


def points_grid(found: Findings) -> Grid:
    """A row a point: its levels, wins of the first side, and losses."""
    first = found.sides[0]
    losing = [measure for measure in found.measures if measure.name.endswith(" loses")]
    rows = []
    for number, point in enumerate(found.points):
        share = found.at(number).share(first)
        rows.append(
            [
                *(level.name for level in point.levels.values()),
                str(len(found.games[number])),
                f"{share.share:.0%} ({share.low:.0%} to {share.high:.0%})",
                *(_at(found, measure, number) for measure in losing),
            ]
        )
    headings = [factor.name for factor in found.plan.factor]
    return Grid([*headings, "games", f"{first} wins", *(measure.name for measure in losing)], rows)


def places_grid(found: Findings) -> Grid:
    """A row for each point and place: in how many games it fell, the earliest and the median turn."""
    rows = []
    for number, point in enumerate(found.points):
        fallen = found.at(number).captured
        for place in found.plan.places:
            turns = fallen.get(place, [])
            rows.append(
                [
                    *(level.name for level in point.levels.values()),
                    place,
                    f"{len(turns)} of {len(found.games[number])}",
                    str(min(turns)) if turns else "-",
                    str(median(turns)) if turns else "-",
                ]
            )
    headings = [factor.name for factor in found.plan.factor]
    return Grid([*headings, "place", "fell in", "earliest turn", "median turn"], rows)


def effects_grid(found: Findings) -> Grid:
    """A row an effect."""
    return Grid(
        ["factor", "from", "to", "measure", "change", "95% interval", "clear"],
        [
            [
                effect.factor,
                effect.start,
                effect.end,
                effect.measure,
                *_change(effect),
                "yes" if effect.clear else "",
            ]
            for effect in found.effects()
        ],
    )


def _change(effect: Effect) -> tuple[str, str]:
    change = effect.change
    if math.isnan(change.mean):
        return "-", "too few games"
    # Shares are read as percent, strength and turns as numbers.
    form = "{:+.0%}" if effect.measure.endswith((" wins", " falls")) else "{:+.1f}"
    return form.format(change.mean), f"{form.format(change.low)} to {form.format(change.high)}"


def _at(found: Findings, measure: Measure, number: int) -> str:
    values = [value for match in found.games[number] if (value := measure.of(match)) is not None]
    sample = mean(values)
    return f"{sample.mean:.1f} ({sample.low:.1f} to {sample.high:.1f})" if values else "-"


def _plots(found: Findings, name: str) -> list[Picture]:
    first = found.sides[0]
    wins = [
        Interval(point.name, *(100 * number for number in found.at(at).share(first)))
        for at, point in enumerate(found.points)
    ]
    made = [
        intervals_plot(
            f"{name}-wins", f"{first} wins by point", [(first, wins)], axis=f"{first} wins, percent", line=50
        )
    ]
    turns = [
        (
            point.name,
            [
                Interval(place, sample.mean, sample.low, sample.high)
                for place in found.plan.places
                if (sample := mean([t for m in games if (t := m.chronicle.captured.get(place))])).games
            ],
        )
        for point, games in zip(found.points, found.games, strict=True)
    ]
    if any(rows for _, rows in turns):
        made.append(
            intervals_plot(f"{name}-dates", "turns of capture by point", turns, axis="turn of capture, mean")
        )
    return made
