"""Exact tests of two models on the same tasks: could the difference be chance?"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np


def mcnemar(only_a: int, only_b: int) -> float:
    """The exact two-sided McNemar test: could so uneven a split of the discordant tasks be chance?

    `only_a` and `only_b` count the tasks that one model passes and the other fails.

    >>> mcnemar(10, 2), mcnemar(3, 3), mcnemar(0, 0)
    (0.03857421875, 1.0, 1.0)
    """
    total, fewer = only_a + only_b, min(only_a, only_b)
    tail = term = 1
    for successes in range(fewer):
        term = term * (total - successes) // (successes + 1)
        tail += term
    return min(1.0, 2 * tail / 2**total)


def sign_flips(differences: Sequence[int]) -> float:
    """The exact two-sided test of a sum of differences, each of which could as well have the other sign.

    `differences` are those of each task, in whole units of one answer. The p value is the share of all 2^n choices of
    signs whose sum is at least as far from 0; it is counted by sums, and so takes no drawing.

    >>> sign_flips([1] * 10 + [-1] * 2), sign_flips([2, 1, 0])
    (0.03857421875, 0.5)
    """
    sizes = [abs(one) for one in differences if one]
    total, middle = abs(sum(differences)), sum(sizes)
    chances = np.zeros(2 * middle + 1)
    chances[middle] = 1.0
    for size in sizes:
        moved = np.zeros_like(chances)
        moved[size:] += chances[: len(chances) - size] / 2
        moved[: len(chances) - size] += chances[size:] / 2
        chances = moved
    return min(1.0, 2 * float(chances[middle + total :].sum())) if total else 1.0


def detectable(confidence: float) -> int:
    """How many tasks must tell two models apart before any split of them can be significant.

    >>> detectable(0.95)
    6
    """
    tasks = 1
    while mcnemar(tasks, 0) >= 1 - confidence:
        tasks += 1
    return tasks


def in_units(a: Sequence[int | Fraction], b: Sequence[int | Fraction]) -> list[int]:
    """The differences of two models' shares as whole numbers of the largest unit in which all of them are whole."""
    differences = [Fraction(one) - other for one, other in zip(a, b, strict=True)]
    unit = lcm(*(one.denominator for one in differences))
    return [int(one * unit) for one in differences]
