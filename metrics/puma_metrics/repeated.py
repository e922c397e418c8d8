"""Several answers to each task: the mean, pass@k and all-of-k, with intervals clustered by task.

Answers to one task depend on each other, so that no number of them makes up for few tasks: what is drawn at random is
the tasks, and each counts once, with the share of its answers that pass.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from .lazy import made_once
from .report import Report, Sample
from .tally import Tally, Totals, wilson


@dataclass(frozen=True)
class Repeated:
    """The scores of a set of tasks that was answered several times: a report on the first answers, the second, ..."""

    reports: tuple[Report, ...]
    signature: str

    @property
    def k(self) -> int:
        """Answers to each task, those that are missing included."""
        return len(self.reports)

    @property
    def samples(self) -> tuple[Sample, ...]:
        """All answers to the first task, then all to the second, and so on."""
        by_task = zip(*(report.samples for report in self.reports), strict=True)
        return tuple(sample for of_task in by_task for sample in of_task)

    @made_once
    def totals(self) -> Totals:
        tallies = [report.totals.tallies for report in self.reports]
        tasks = self.reports[0].totals.tasks
        return Totals(tasks, {task.id: sum((of[task.id] for of in tallies), Tally()) for task in tasks}, rates)

    @property
    def reproducible(self) -> bool:
        """Whether another run must give the same scores: no rule ran into its deadline."""
        return not self.totals.all.timed_out

    def results(self) -> dict[str, Any]:
        """What results.json holds, as that of a report; `rates` says what a rate means."""
        return self.totals.results(self.signature)


def pass_at(k: int, passed: int, n: int) -> Fraction:
    """The chance that at least one of `k` answers passes: the unbiased estimate from `n` of which `passed` pass.

    It is the share of the ways to take `k` of the `n` answers in which one passes, and needs `k` of at most `n`.

    >>> pass_at(1, 2, 5), pass_at(2, 2, 5), pass_at(4, 2, 5)
    (Fraction(2, 5), Fraction(7, 10), Fraction(1, 1))
    """
    return 1 - all_of(k, n - passed, n)


def all_of(k: int, passed: int, n: int) -> Fraction:
    """The chance that all of `k` answers pass: the unbiased estimate from `n` of which `passed` pass.

    >>> all_of(1, 2, 5), all_of(2, 2, 5), all_of(3, 2, 5)
    (Fraction(2, 5), Fraction(1, 10), Fraction(0, 1))
    """
    if not 1 <= k <= n:
        raise ValueError(f"k is {k}; expected 1 to {n}, the number of answers")
    return Fraction(comb(passed, k), comb(n, k))


def clustered(values: Sequence[Fraction], k: int) -> list[float]:
    """The 95 % interval of the mean of one value a task, in percent.

    It is Wilson's, for as many independent answers as have the variance that is seen between the tasks: with one answer
    a task that is the number of tasks, and it never exceeds that of all answers.

    Args:
        values: of each task, from 0 to 1.
        k: answers to each task.

    >>> [round(bound, 1) for bound in clustered([Fraction(1)] * 41 + [Fraction(0)] * 11, 1)]
    [66.0, 87.8]
    >>> [round(bound, 1) for bound in clustered([Fraction(1, 2)] * 52, 4)]
    [43.3, 56.7]
    """
    n = len(values)
    mean = sum(values, Fraction(0)) / n
    square = sum(((value - mean) ** 2 for value in values), Fraction(0)) / n**2
    independent = min(mean * (1 - mean) / square, Fraction(n * k)) if square else Fraction(n * k)
    if mean in (0, 1):  # where nothing varies, nothing shows that answers to one task are independent
        independent = Fraction(n)
    return wilson(float(mean * independent), float(independent))


def shown_k(k: int) -> list[int]:
    """For which numbers of answers, of `k` that there are, pass@k and all-of-k are given.

    >>> shown_k(1), shown_k(5), shown_k(8)
    ([], [2, 4, 5], [2, 4, 8])
    """
    powers = [2**power for power in range(1, k.bit_length()) if 2**power < k]
    return [*powers, k] if k > 1 else []


def rates(tallies: Iterable[Tally]) -> dict[str, Any]:
    """What tasks add up to, each with the counts of its answers, of which all tasks have the same number.

    As of a report `n` and `attempted` count tasks, of which one that was answered once was attempted, and `strict` and
    `soft` are means; `missing`, `empty`, `refused`, `truncated`, `failed` and `rule_errors` count answers.
    """
    tallies = list(tallies)
    total = sum(tallies, Tally())
    attempted = sum(one.missing < one.n for one in tallies)
    k = tallies[0].n if tallies else 0
    found = {**total.rates, "n": len(tallies), "attempted": attempted, "samples": k}
    if not attempted:
        return {**found, "pass_at": {}, "all_of": {}}
    return {
        **found,
        "interval": clustered([Fraction(one.passed, one.n) for one in tallies], k),
        "pass_at": {str(m): _rated([pass_at(m, one.passed, one.n) for one in tallies], k) for m in shown_k(k)},
        "all_of": {str(m): _rated([all_of(m, one.passed, one.n) for one in tallies], k) for m in shown_k(k)},
    }


def _rated(values: Sequence[Fraction], k: int) -> dict[str, Any]:
    mean = sum(values, Fraction(0)) / len(values)
    return {"rate": 100 * float(mean), "interval": clustered(values, k)}
