"""Does the game go as history went? Greedy against greedy, many games a scenario, beside the dates of 1941.

    python -m sandtable.lab.plausibility --games 100 --workers 2 --folder docs

writes ``plausibility.md`` and its plots. The page is a measurement: it is made again when ratings, terrain effects or
the bots change, and says what was changed to bring play nearer to history.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import click
from rich.progress import Progress

from sandtable import catalog

from .simulate import Simulation, simulate
from .statistics import median

# place -> (turn of its fall, the date); turns are half-months from 22 June 1941.
HISTORY: Final[dict[str, dict[str, tuple[int, str]]]] = {
    "agn": {
        "Kaunas": (1, "24 June"),
        "Daugavpils": (1, "26 June"),
        "Riga": (1, "1 July"),
        "Pskov": (1, "9 July"),
        "Novgorod": (4, "16 August"),
        "Velikie Luki": (4, "26 August"),
        "Tallinn": (4, "28 August"),
        "Vyborg": (4, "29 August"),
        "Petrozavodsk": (7, "1 October"),
    },
    "ags": {
        "Lvov": (1, "30 June"),
        "Tarnopol": (1, "2 July"),
        "Zhitomir": (1, "9 July"),
        "Kishinev": (2, "16 July"),
        "Nikolaev": (4, "16 August"),
        "Dnepropetrovsk": (4, "25 August"),
        "Poltava": (6, "18 September"),
        "Kiev": (6, "19 September"),
        "Odessa": (8, "16 October"),
        "Stalino": (8, "20 October"),
        "Kharkov": (8, "24 October"),
        "Rostov": (10, "21 November"),
    },
    "barbarossa": {
        "Riga": (1, "1 July"),
        "Minsk": (1, "28 June"),
        "Pskov": (1, "9 July"),
        "Smolensk": (2, "16 July"),
        "Novgorod": (4, "16 August"),
        "Gomel": (4, "19 August"),
        "Kiev": (6, "19 September"),
        "Orel": (7, "3 October"),
        "Kalinin": (7, "14 October"),
        "Odessa": (8, "16 October"),
        "Kharkov": (8, "24 October"),
        "Rostov": (10, "21 November"),
    },
}
STANDING: Final = {"agn": ("minor", "Leningrad isolated", 5, "8 September")}
TURNS: Final = 12
REMARKS: Final = (
    "What the games show: the first days go too slowly. Riga falls on its turn, but no game took Pskov, Lvov, Tarnopol, "
    "Zhitomir, Minsk or Smolensk as early as history did, and Petrozavodsk, Kalinin and Rostov never fell (nor Kharkov "
    "in Army Group South); Vyborg, on the other hand, falls three turns too early in every game. The combined game was "
    "never won by the Germans.\n\n"
    "What they do not show is why. One bot played both sides, so its skill, the reconstructed ratings and terrain "
    "effects, and the rules cannot be told apart here; no run has yet varied one of them alone. Against the `random` "
    "player the same bot takes Kiev and, in most games, Rostov, so these are in reach of a weak defence at least; that "
    "says nothing of a good one. No rating and no terrain effect has been adjusted, and whether they should be is "
    "an open question. Rail conversion is slow by the print (about 21 hexes by turn 12) and is kept so.\n\n"
    "A place counts as fallen in the first turn in which it was in German hands, for however short a time; medians "
    "are over the games in which it fell, so a median beside a small count describes few games."
)


def page(found: dict[str, Simulation]) -> str:
    """The page as Markdown."""
    games = min(s.games for s in found.values())
    parts = [
        "# Historical plausibility",
        "",
        f"The bot `greedy` against itself, {games} games a scenario, historical set-up, all options off. It is one "
        "opponent of modest skill, not the best play: read the page as a check whether history is possible on these boards "
        "with these ratings, and where it is not.",
        "",
        REMARKS,
    ]
    for scenario, simulation in found.items():
        parts += ["", *_section(scenario, simulation)]
    return "\n".join(parts) + "\n"


def _section(scenario: str, simulation: Simulation) -> list[str]:
    title = catalog.rulebook_of(scenario).scenario(scenario).title
    lines = [f"## {title}", "", "| result | games |", "|---|---|"]
    lines += [f"| {winner}, {level} | {n} |" for (winner, level), n in simulation.results.most_common()]
    lines += ["", "| place | history | fell in | earliest turn | median turn |", "|---|---|---|---|---|"]
    for place, (turn, date) in HISTORY[scenario].items():
        lines.append(
            f"| {place} | turn {turn} ({date}) | {_fell(simulation.captured.get(place, []), simulation.games)} |"
        )
    if scenario in STANDING:
        level, words, turn, date = STANDING[scenario]
        reached = simulation.standings.get(level, [])
        lines.append(f"| {words} | turn {turn} ({date}) | {_fell(reached, simulation.games)} |")
    lines += ["", f"![{title}: turns of capture and losses by turn](images/plausibility-{scenario}.svg)"]
    return lines


def _fell(turns: list[int], games: int) -> str:
    if not turns:
        return f"0 of {games} | - | -"
    return f"{len(turns)} of {games} | {min(turns)} | {median(turns):g}"


def plot(scenario: str, simulation: Simulation, file: Path) -> None:
    """When the cities fell (each game a dot, history a line) and what each side lost turn by turn."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "sandtable"
    import matplotlib.pyplot as plt

    places = list(HISTORY[scenario])
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 0.34 * len(places) + 1.6), width_ratios=(3, 2))
    for row, place in enumerate(reversed(places)):
        for turn, games in sorted(Counter(simulation.captured.get(place, [])).items()):
            left.scatter(
                turn, row, s=12 + 400 * games / simulation.games, color="#6f7a66", alpha=0.75, linewidths=0
            )
        left.plot([HISTORY[scenario][place][0]] * 2, [row - 0.4, row + 0.4], color="#8a4030", linewidth=2.5)
    left.set_yticks(range(len(places)), list(reversed(places)))
    left.set_xticks(range(1, TURNS + 1))
    left.set_xlim(0.4, TURNS + 0.6)
    left.set_xlabel("turn of capture (size: share of games; red: history)")
    for side, colour in (("german", "#6f7a66"), ("soviet", "#8a4030")):
        lost = simulation.mean_losses(side)
        right.plot(list(lost), list(lost.values()), marker="o", color=colour, label=side)
    right.set_xticks(range(1, TURNS + 1))
    right.set_xlabel("turn")
    right.set_ylabel("strength points lost, mean")
    right.legend(frameon=False)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", alpha=0.25)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def measure(scenario: str, games: int, workers: int, seed: int, bar: Progress) -> Simulation:
    """Play the games of one scenario."""
    book = catalog.rulebook_of(scenario)
    task = bar.add_task(scenario, total=games)
    bots = {"german": "greedy", "soviet": "greedy"}

    def step(_: Any) -> None:
        bar.advance(task)

    return simulate(book, book.setup(scenario), bots, games=games, seed=seed, workers=workers, progress=step)


@click.command()
@click.option("--games", default=100, show_default=True)
@click.option("--workers", default=2, show_default=True)
@click.option("--seed", default=1941, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("docs"), show_default=True)
@click.option("--scenario", "scenarios", multiple=True, default=tuple(HISTORY), show_default=True)
def main(games: int, workers: int, seed: int, folder: Path, scenarios: tuple[str, ...]) -> None:
    """Measure and write the page."""
    with Progress() as bar:
        found = {name: measure(name, games, workers, seed, bar) for name in scenarios}
    (folder / "images").mkdir(parents=True, exist_ok=True)
    for name, simulation in found.items():
        plot(name, simulation, folder / "images" / f"plausibility-{name}.svg")
    (folder / "plausibility.md").write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
