"""Many tasks and their answers: rates per category and tag, from counts (TASKS, "Results")."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt
from typing import Any

from .errors import InputError
from .grade import TaskScore, grade
from .signature import signature, tasks_digest
from .task import CATEGORIES, Task, parse_task

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True)
class Given:
    """What a model gave for one task: a text, or None, and how the generation ended."""

    text: str | None
    truncated: bool = False
    refused: bool = False


@dataclass(frozen=True)
class Sample:
    """One task's score within a report. `given` is None where the answer is missing."""

    score: TaskScore
    given: Given | None

    @property
    def task(self) -> Task:
        return self.score.task


@dataclass(frozen=True)
class Report:
    """The scores of a set of tasks: `samples` in the order of the tasks, and what they add up to, in percent."""

    samples: tuple[Sample, ...]
    signature: str

    @property
    def reproducible(self) -> bool:
        """Whether another run must give the same scores: no rule ran into its deadline."""
        return not any(score.error for sample in self.samples for score in sample.score.rules if _is_timed(score))

    @cached_property
    def overall(self) -> dict[str, Any]:
        return summary(self.samples)

    @cached_property
    def categories(self) -> dict[str, dict[str, Any]]:
        by_name = {name: [s for s in self.samples if s.task.category == name] for name in CATEGORIES}
        return {name: summary(samples) for name, samples in by_name.items() if samples}

    @cached_property
    def category_mean(self) -> dict[str, float | None]:
        """The mean of the category means; None while a category has not been attempted."""
        rates = self.categories.values()
        if not rates or not all(rate["attempted"] for rate in rates):
            return {"strict": None, "soft": None}
        return {score: fsum(rate[score] for rate in rates) / len(rates) for score in ("strict", "soft")}

    @cached_property
    def tags(self) -> dict[str, dict[str, Any]]:
        names = sorted({tag for sample in self.samples for tag in sample.task.tags})
        return {name: summary([s for s in self.samples if name in s.task.tags]) for name in names}

    def results(self) -> dict[str, Any]:
        """What results.json holds; whoever read the answers adds the model and how the input looked."""
        return {
            "format": 1,
            "signature": self.signature,
            "reproducible": self.reproducible,
            "overall": self.overall,
            "categories": self.categories,
            "category_mean": self.category_mean,
            "tags": self.tags,
        }


def _is_timed(score: Any) -> bool:
    return score.rule.type == "regex"


def summary(samples: Sequence[Sample]) -> dict[str, Any]:
    """Rates of a group of samples in percent, with the counts behind them; no rate where nothing was attempted."""
    n = len(samples)
    missing = sum(sample.given is None for sample in samples)
    passed = sum(sample.score.strict for sample in samples)
    attempted = n - missing
    soft = fsum(sample.score.soft for sample in samples)
    return {
        "n": n,
        "attempted": attempted,
        "strict": 100 * passed / n if attempted else None,
        "soft": 100 * soft / n if attempted else None,
        "interval": wilson(passed, n) if attempted else None,
        "missing": missing,
        "empty": sum(sample.given is not None and sample.score.answer.is_blank for sample in samples),
        "refused": sum(sample.given is not None and sample.given.refused for sample in samples),
        "truncated": sum(sample.given is not None and sample.given.truncated for sample in samples),
        "rule_errors": sum(bool(score.error) for sample in samples for score in sample.score.rules),
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


def grade_all(
    tasks: Iterable[Mapping[str, Any] | Task],
    answers: Mapping[str, str | Given | None],
    *,
    keep_thinking: bool = False,
    unwrap_arrays: bool = False,
    progress: Callable[[Sequence[Task]], Iterable[Task]] = iter,
) -> Report:
    """Grade the answers to a set of tasks; a task without an answer counts as wrong and stays in every mean.

    `answers` maps task ids to what the model wrote. Raises InvalidTask for a task that cannot be graded, InputError
    for an answer to no task and for two tasks of one id. `progress` passes the tasks on, and may count them.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"]]}]}
    >>> grade_all([task], {"t1": "Gdynia"}).overall["strict"]
    100.0
    """
    options = {"keep_thinking": keep_thinking, "unwrap_arrays": unwrap_arrays}
    parsed = [parse_task(task) for task in tasks]
    ids = {task.id for task in parsed}
    if len(ids) < len(parsed):
        raise InputError("two tasks have the same id; every id must be unique")
    if unknown := [name for name in answers if name not in ids]:
        shown = ", ".join(f"'{name}'" for name in unknown[:10])
        raise InputError(f"{len(unknown)} answers to no task ({shown}); leave them out or add their tasks")
    samples = tuple(_sample(task, answers, options) for task in progress(parsed))
    named = {name: value for name, value in options.items() if value}
    return Report(samples, signature("puma", len(parsed), tasks_digest(parsed), named))


def _sample(task: Task, answers: Mapping[str, str | Given | None], options: Mapping[str, bool]) -> Sample:
    if task.id not in answers:
        return Sample(grade(task, None, **options), None)
    found = answers[task.id]
    given = found if isinstance(found, Given) else Given(found)
    return Sample(grade(task, given.text, **options), given)
