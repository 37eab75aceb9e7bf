"""An example of learning: a small policy is taught to win The Ford by playing it against the random bot.

    python -m tools.learning --seed 1

It is plain policy gradient: games are drawn from the policy, and what led to more than the average of its batch becomes
likelier. Every slot is scored by the same small network from its row of features, the units and planes it points at and the
turn; nobody tells it what the game is about. Then games on other seeds, none of which it learnt from, are played by drawing
from the policy, beside as many by the random bot. It needs the extras ``research`` and ``training``, and runs on the
processor. The same seed gives the same policy on the same machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from sandtable.lab.statistics import wilson
from sandtable.rl.gymnasium_games import OneSeat
from sandtable.rl.observation import Arrays, Layout

SCENARIO: Final = "ford"
SEAT: Final = "red"
# The Ford never offers more at once.
SLOTS: Final = 128
HIDDEN: Final = 64
GAMES_A_BATCH: Final = 48
# Seeds of games: learning draws from below this one, evaluation from above.
HELD_OUT: Final = 1_000_000
# Decisions that are differentiated at once; the last of a batch are filled up with ones that weigh nothing.
CHUNK: Final = 512
LEARNING_RATE: Final = 2e-2
# How much it is worth to stay undecided, so that the policy goes on trying.
ENTROPY: Final = 0.01

Floats = NDArray[np.float32]


class Decision(NamedTuple):
    """What a policy decided: what it saw of each slot, which were offered, and which it took."""

    features: Floats
    mask: NDArray[np.int8]
    slot: int


class Game(NamedTuple):
    """A game that was played: its decisions and what it brought."""

    decisions: Sequence[Decision]
    reward: float


# ---- what the network sees


def features(layout: Layout, arrays: Arrays) -> Floats:
    """A row for each slot: its own features, one place a hex and a unit, and what is known of both."""
    rows, units, planes = arrays["options"], arrays["units"], arrays["planes"]
    column = {name: number for number, name in enumerate(layout.option_columns)}
    unit = rows[:, column["unit"]].astype(int)
    row, col = rows[:, column["row"]].astype(int), rows[:, column["column"]].astype(int)
    height, width = planes.shape[1:]
    slots = np.arange(len(rows))
    here = np.zeros((len(rows), height * width), np.float32)
    here[slots[row >= 0], (row * width + col)[row >= 0]] = 1
    who = np.zeros((len(rows), len(units)), np.float32)
    who[slots[unit >= 0], unit[unit >= 0]] = 1
    of_unit = np.where((unit >= 0)[:, None], units[unit], 0)
    of_hex = np.where((row >= 0)[:, None], planes[:, row, col].T, 0)
    plain = np.delete(
        rows, [column[name] for name in ("number 1", "number 2", "number 3", "number 4")], axis=1
    )
    turn = np.full((len(rows), 1), arrays["globals"][layout.global_names.index("turn")], np.float32)
    return np.concatenate([plain / 4, of_unit / 4, of_hex, turn / 4, here, who], axis=1).astype(np.float32)


# ---- the policy


def fresh(rng: np.random.Generator, width: int) -> dict[str, Any]:
    """A network that has learnt nothing: two layers, and a number for each slot."""
    return {
        "in": jnp.asarray(rng.normal(0, 1 / np.sqrt(width), (width, HIDDEN)), jnp.float32),
        "in_bias": jnp.zeros(HIDDEN),
        "out": jnp.asarray(rng.normal(0, 0.1 / np.sqrt(HIDDEN), (HIDDEN, 1)), jnp.float32),
    }


def log_chances(policy: Any, seen: Any, mask: Any) -> Any:
    """The logarithm of the chance of each slot; those that are not offered have none."""
    hidden = jnp.tanh(seen @ policy["in"] + policy["in_bias"])
    scores = (hidden @ policy["out"])[..., 0]
    return jax.nn.log_softmax(jnp.where(mask > 0, scores, -1e9))


def loss(policy: Any, seen: Any, mask: Any, slot: Any, weight: Any, counted: Any) -> Any:
    """What is made small: the chances of what went badly, and certainty."""
    logs = log_chances(policy, seen, mask)
    taken = jnp.take_along_axis(logs, slot[:, None], axis=1)[:, 0]
    undecided = -jnp.sum(jnp.where(mask > 0, jnp.exp(logs) * logs, 0), axis=1)
    return -jnp.sum(weight * taken + ENTROPY * counted * undecided)


_chances: Final = jax.jit(log_chances)
_gradient: Final = jax.jit(jax.grad(loss))


def play(policy: Any, seeds: Sequence[int], rng: np.random.Generator) -> list[Game]:
    """A game on each of *seeds*, all at once, what to do drawn from *policy*."""
    tables = [OneSeat(SCENARIO, SEAT, slots=SLOTS) for _ in seeds]
    seen = [table.reset(seed=seed)[0] for table, seed in zip(tables, seeds, strict=True)]
    taken: list[list[Decision]] = [[] for _ in seeds]
    rewards = [0.0] * len(seeds)
    going = list(range(len(seeds)))
    layout = tables[0].layout
    width = features(layout, seen[0]).shape[1]
    while going:
        # As many rows as ever, so that the network is compiled once.
        rows, masks = np.zeros((len(seeds), SLOTS, width), np.float32), np.ones((len(seeds), SLOTS), np.int8)
        for n in going:
            rows[n], masks[n] = features(layout, seen[n]), seen[n]["action_mask"]
        logs = np.asarray(_chances(policy, rows, masks))
        slots = np.argmax(logs + rng.gumbel(size=logs.shape), axis=1)
        for n in tuple(going):
            taken[n].append(Decision(rows[n], masks[n], int(slots[n])))
            seen[n], rewards[n], over, _, _ = tables[n].step(int(slots[n]))
            if over:
                going.remove(n)
    return [Game(decisions, reward) for decisions, reward in zip(taken, rewards, strict=True)]


def learn(policy: Any, optimiser: Any, memory: Any, games: Sequence[Game]) -> tuple[Any, Any]:
    """The policy after *games*: what a game brought beyond the average of all weighs each of its decisions."""
    rewards = np.array([game.reward for game in games], np.float32)
    worth = (rewards - rewards.mean()) / (rewards.std() + 1e-3)
    rows = [(one, w / len(games)) for game, w in zip(games, worth, strict=True) for one in game.decisions]
    total: Any = None
    for first in range(0, len(rows), CHUNK):
        chunk = rows[first : first + CHUNK]
        width = chunk[0][0].features.shape[1]
        seen, mask = np.zeros((CHUNK, SLOTS, width), np.float32), np.ones((CHUNK, SLOTS), np.int8)
        slot, weight, counted = (
            np.zeros(CHUNK, np.int32),
            np.zeros(CHUNK, np.float32),
            np.zeros(CHUNK, np.float32),
        )
        for n, (one, w) in enumerate(chunk):
            seen[n], mask[n], slot[n], weight[n], counted[n] = (
                one.features,
                one.mask,
                one.slot,
                w,
                1 / len(games),
            )
        found = _gradient(policy, seen, mask, slot, weight, counted)
        total = found if total is None else jax.tree.map(jnp.add, total, found)
    change, memory = optimiser.update(total, memory, policy)
    return optax.apply_updates(policy, change), memory


# ---- learning and looking


def won(games: Sequence[Game]) -> int:
    """How many of *games* were won."""
    return sum(game.reward > 0 for game in games)


def fingerprint(policy: Any) -> str:
    """What two policies that are alike to the last bit have in common, and no others."""
    return blake2b(b"".join(np.asarray(leaf).tobytes() for leaf in jax.tree.leaves(policy))).hexdigest()[:16]


def by_the_random_bot(seeds: Sequence[int]) -> int:
    """How many games the random bot wins in the same seat on the same seeds."""
    wins = 0
    for seed in seeds:
        table = OneSeat(SCENARIO, SEAT, slots=SLOTS)
        table.reset(seed=seed)
        table.action_space.seed(seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, _ = table.step(table.action_space.sample())
        wins += reward > 0
    return wins


def main() -> None:
    """Learn, play on seeds that were held out, and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of the policy and its games (1)")
    parser.add_argument("--batches", type=int, default=30, help=f"of {GAMES_A_BATCH} games each (30)")
    parser.add_argument("--games", type=int, default=100, help="to play on held-out seeds (100)")
    parser.add_argument("--to", type=Path, help="a file for the figures, as JSON")
    given = parser.parse_args()
    started = perf_counter()
    rng = np.random.default_rng(given.seed)
    table = OneSeat(SCENARIO, SEAT, slots=SLOTS)
    policy: Any = fresh(rng, features(table.layout, table.reset(seed=0)[0]).shape[1])
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(LEARNING_RATE))
    memory = optimiser.init(policy)
    curve = []
    for batch in range(given.batches):
        games = play(policy, [int(n) for n in rng.integers(HELD_OUT, size=GAMES_A_BATCH)], rng)
        policy, memory = learn(policy, optimiser, memory, games)
        curve.append(won(games))
        print(
            f"batch {batch + 1}: {curve[-1]} of {GAMES_A_BATCH} won, {perf_counter() - started:.0f} s",
            flush=True,
        )
    held_out = [HELD_OUT + given.seed * 10_000 + n for n in range(given.games)]
    learnt, blind = won(play(policy, held_out, rng)), by_the_random_bot(held_out)
    for who, wins in (("the policy", learnt), ("the random bot", blind)):
        share = wilson(wins, given.games)
        print(
            f"{who} won {wins} of {given.games} games on held-out seeds ({share.low:.0%} to {share.high:.0%})"
        )
    print(f"the policy is {fingerprint(policy)}")
    if given.to is not None:
        figures = {"seed": given.seed, "won": learnt, "random": blind, "games": given.games, "curve": curve}
        given.to.write_text(json.dumps(figures) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
