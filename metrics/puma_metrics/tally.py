"""What graded answers add up to: counts until the last line, rates only there (TASKS, "Results")."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt
from operator import add
from typing import Any

from .lazy import made_once
from .task import CATEGORIES, Task

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True)
class Tally:
    """The counts of some answers. They add up in any order to the same, however the answers are divided."""

    n: int = 0
    passed: int = 0
    soft: Fraction = Fraction(0)
    """The exact sum of the soft scores: a sum of floats would depend on how they are grouped."""
    missing: int = 0
    empty: int = 0
    refused: int = 0
    truncated: int = 0
    null: int = 0
    cut: int = 0
    rule_errors: int = 0
    timed_out: int = 0
    """Of the rule errors those of patterns that ran into their deadline, which another run may judge."""
    failed: int = 0
    """Of the missing answers those whose request failed."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(add, vars(self).values(), vars(other).values()))

    @property
    def rates(self) -> dict[str, Any]:
        """Rates in percent, with the counts behind them; no rate where nothing was attempted."""
        attempted = self.n - self.missing
        return {
            "n": self.n,
            "attempted": attempted,
            "strict": 100 * self.passed / self.n if attempted else None,
            "soft": 100 * float(self.soft) / self.n if attempted else None,
            "interval": wilson(self.passed, self.n) if attempted else None,
            "missing": self.missing,
            "empty": self.empty,
            "refused": self.refused,
            "truncated": self.truncated,
            "rule_errors": self.rule_errors,
            "failed": self.failed,
        }


def exact_sum(values: Iterable[float]) -> Fraction:
    """The sum without rounding, which as a float is what math.fsum gives.

    >>> float(exact_sum([0.1] * 10))
    1.0
    """
    # few scores are different, and a Fraction is slow to make
    return sum((count * Fraction(value) for value, count in Counter(values).items()), Fraction(0))


@dataclass(frozen=True)
class Totals:
    """What a set of tasks adds up to, by the counts of each task."""

    tasks: tuple[Task, ...]
    tallies: Mapping[str, Tally]
    """By the task's id."""

    def _of(self, tasks: Iterable[Task]) -> Tally:
        return sum((self.tallies[task.id] for task in tasks), Tally())

    @made_once
    def all(self) -> Tally:
        return self._of(self.tasks)

    @made_once
    def categories(self) -> dict[str, dict[str, Any]]:
        by_name = {name: [task for task in self.tasks if task.category == name] for name in CATEGORIES}
        return {name: self._of(tasks).rates for name, tasks in by_name.items() if tasks}

    @made_once
    def category_mean(self) -> dict[str, float | None]:
        """The mean of the category means; None while a category has not been attempted."""
        rates = self.categories.values()
        if not rates or not all(rate["attempted"] for rate in rates):
            return {"strict": None, "soft": None}
        return {score: fsum(rate[score] for rate in rates) / len(rates) for score in ("strict", "soft")}

    @made_once
    def tags(self) -> dict[str, dict[str, Any]]:
        names = sorted({tag for task in self.tasks for tag in task.tags})
        return {name: self._of(task for task in self.tasks if name in task.tags).rates for name in names}

    def results(self, signature: str) -> dict[str, Any]:
        """What results.json holds; whoever read the answers adds the model and how the input looked."""
        return {
            "format": 1,
            "signature": signature,
            "reproducible": not self.all.timed_out,
            "overall": self.all.rates,
            "categories": self.categories,
            "category_mean": self.category_mean,
            "tags": self.tags,
        }


def wilson(passed: int, n: int) -> list[float]:
    """The 95 % Wilson score interval of a rate, in percent.

    >>> [round(bound, 1) for bound in wilson(41, 52)]
    [66.0, 87.8]
    """
    rate, square = passed / n, Z95**2
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = Z95 * sqrt(rate * (1 - rate) / n + square / (4 * n * n)) / (1 + square / n)
    # the formula gives 0 and 1 at the ends, but for the dust of binary floats
    return [100 * (middle - half) if passed else 0.0, 100 * (middle + half) if passed < n else 100.0]
