"""The league as a page: standings by scenario and by side, every pair, and a plot."""

from __future__ import annotations

from itertools import combinations

from .arena import Arena
from .league import Division, League
from .report import Grid, Heading, Interval, Report, Sentence, intervals_plot
from .statistics import Rating


def told(found: League, command: str) -> Report:
    """The league as a report, which *command* makes again."""
    report = Report("Strength of the bots")
    report.parts += [
        Sentence(
            f"Every two bots of a scenario on both sides, and each against itself, with the seeds from {found.seed} on. Ratings "
            "are of one scenario: 400 points are ten to one, the average is 1500; intervals are of 95 percent. As a side is "
            "rated too, a bot may be worth more with one than with the other. Whoever won or lost all games is rated by the "
            f"convention that everybody has drawn once with an average bot. Made by `{command}`."
        ),
    ]
    for division in found.divisions:
        table = division.arena(found.seed, found.test)
        report.parts += [
            Heading(division.rulebook.scenario(division.scenario).title),
            standings_grid(table),
            pairs_grid(table, found, division),
            intervals_plot(
                f"strength-{division.scenario}",
                f"{division.scenario}: ratings by side",
                [
                    (side, [Interval(bot, *table.side_ratings()[bot, side]) for bot in division.bots])
                    for side in division.sides
                ],
                axis="rating",
                line=1500,
            ),
        ]
    return report


def standings_grid(table: Arena) -> Grid:
    """A row a bot: its rating in all and by side, and its score against the others."""
    rated, by_side = table.ratings(), table.side_ratings()
    rows = []
    for bot in sorted(table.bots, key=lambda bot: (-rated[bot].rating, bot)):
        share = table.share(bot)
        rows.append(
            [
                bot,
                *(_rating(one) for one in (rated[bot], *(by_side[bot, side] for side in table.seats))),
                f"{share.share:.0%} ({share.low:.0%} to {share.high:.0%})",
            ]
        )
    return Grid(["bot", "rating", *(f"as {side}" for side in table.seats), "score"], rows)


def pairs_grid(table: Arena, found: League, division: Division) -> Grid:
    """A row for each two bots: the score of the first on both sides, and the verdict of the test if there is one."""
    rows = []
    verdicts = {(row["bot"], row["against"]): row["verdict"] for row in found.tests(division)}
    for bot, other in combinations(table.bots, 2):
        score, games = table.against(bot, other)
        as_first, first_games = table.table.get((bot, other), (0.0, 0))
        rows.append(
            [
                f"{bot} against {other}",
                str(games),
                f"{as_first:g} of {first_games}",
                f"{score - as_first:g} of {games - first_games}",
                *([verdicts[bot, other]] if verdicts else []),
            ]
        )
    headings = ["pair", "games", *(f"first scores as {side}" for side in table.seats)]
    return Grid([*headings, *(["test"] if verdicts else [])], rows)


def _rating(one: Rating) -> str:
    return f"{one.rating:.0f} ({one.low:.0f} to {one.high:.0f})"
