"""The sequential probability ratio test, as engines for chess are tested: play on until the games tell who is stronger.

Two games with the same seed and the sides swapped are one sample, so neither the better side nor a lucky seed counts. The
test weighs two hypotheses about the difference in Elo, by the mean and the scatter of the samples (the generalised test,
with the normal approximation), and stops when one is so much likelier that a wrong verdict is as rare as was asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel.refusals import SandtableError

STRONGER: Final = "stronger"
NOT_STRONGER: Final = "not stronger"
OPEN: Final = "open"
# As if half a sample had been won and half a sample lost: without it a run of equal samples would have no scatter.
IMAGINED: Final = 0.5


class BadTest(SandtableError):
    """Hypotheses between which no game could decide."""


class Sprt(NamedTuple):
    """Whether a bot is stronger than another by ``elo1`` points rather than by ``elo0``."""

    elo0: float = 0.0
    elo1: float = 50.0
    # How often "stronger" may be wrong, and "not stronger".
    alpha: float = 0.05
    beta: float = 0.05

    def likelihood_ratio(self, samples: Sequence[float]) -> float:
        """The logarithm of how much likelier ``elo1`` is than ``elo0``; each sample is a score from 0 to 1."""
        return self._ratio(len(samples), sum(samples), sum(one * one for one in samples))

    def stops(self, samples: Sequence[float]) -> tuple[int, str]:
        """After how many *samples* the test was over, and its verdict; all of them where it is still open."""
        lower, upper = math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)
        total = squares = 0.0
        for count, one in enumerate(samples, start=1):
            total += one
            squares += one * one
            ratio = self._ratio(count, total, squares)
            if ratio >= upper:
                return count, STRONGER
            if ratio <= lower:
                return count, NOT_STRONGER
        return len(samples), OPEN

    def _ratio(self, count: int, total: float, squares: float) -> float:
        """Of so many samples, by their sum and the sum of their squares."""
        if not count:
            return 0.0
        mean = total / count
        scatter = squares - count * mean**2 + IMAGINED * (mean**2 + (1 - mean) ** 2)
        low, high = expected(self.elo0), expected(self.elo1)
        return count * (high - low) * (2 * mean - low - high) / (2 * scatter / (count + 2 * IMAGINED))


def expected(elo: float) -> float:
    """The score to be expected of whoever is so many points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def parse_test(text: str) -> Sprt:
    """A test by its two hypotheses, such as ``0,50``."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadTest(f"--sprt {text!r} should be two differences in Elo, such as 0,50") from None
    if not low < high:
        raise BadTest(f"--sprt {text!r} should begin with the smaller difference, such as 0,50")
    return Sprt(low, high)
