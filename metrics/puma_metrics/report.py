"""Many tasks and their answers: rates per category and tag, from counts (TASKS, "Results")."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import InputError
from .grade import TaskScore, grade, is_missing
from .lazy import made_once
from .signature import signature, tasks_digest
from .tally import Tally, Totals, exact_sum
from .task import Task, parse_task
from .wording import counted


@dataclass(frozen=True)
class Given:
    """What a model gave for one task: a text, or None, and how the generation ended."""

    text: str | None
    truncated: bool = False
    refused: bool = False
    failed: bool = False
    """The request failed: there is no answer, and the task counts as missing."""


@dataclass(frozen=True)
class Sample:
    """One task's score within a report. `given` is None where the answer is missing."""

    score: TaskScore
    given: Given | None
    failed: bool = False
    """The answer is missing since its request failed."""

    @classmethod
    def of(cls, score: TaskScore, given: Given) -> "Sample":
        """The sample of what stands in a file: of a failed request nothing was answered."""
        return cls(score, None, failed=True) if given.failed else cls(score, given)

    @property
    def task(self) -> Task:
        return self.score.task


@dataclass(frozen=True)
class Report:
    """The scores of a set of tasks: `samples` in the order of the tasks, and what they add up to, in percent."""

    samples: tuple[Sample, ...]
    signature: str

    @made_once
    def totals(self) -> Totals:
        return Totals(tuple(s.task for s in self.samples), {s.task.id: tally([s]) for s in self.samples})

    @property
    def reproducible(self) -> bool:
        """Whether another run must give the same scores: no rule ran into its deadline."""
        return not self.totals.all.timed_out

    @property
    def overall(self) -> dict[str, Any]:
        return self.totals.all.rates

    @property
    def categories(self) -> dict[str, dict[str, Any]]:
        return self.totals.categories

    @property
    def category_mean(self) -> dict[str, float | None]:
        """The mean of the category means; None while a category has not been attempted."""
        return self.totals.category_mean

    @property
    def tags(self) -> dict[str, dict[str, Any]]:
        return self.totals.tags

    def results(self) -> dict[str, Any]:
        """What results.json holds; whoever read the answers adds the model and how the input looked."""
        return self.totals.results(self.signature)


def tally(samples: Iterable[Sample]) -> Tally:
    """The counts of graded answers."""
    samples = list(samples)
    given = [(sample, sample.given) for sample in samples if sample.given is not None]
    errors = [rule for sample in samples for rule in sample.score.rules if rule.error]
    return Tally(
        n=len(samples),
        passed=sum(sample.score.strict for sample in samples),
        soft=exact_sum(sample.score.soft for sample in samples),
        missing=len(samples) - len(given),
        failed=sum(sample.failed for sample in samples),
        empty=sum(sample.score.answer.is_blank for sample, _ in given),
        refused=sum(answer.refused for _, answer in given),
        truncated=sum(answer.truncated for _, answer in given),
        null=sum(answer.text is None for _, answer in given),
        cut=sum(sample.score.is_cut for sample in samples),
        rule_errors=len(errors),
        timed_out=sum(rule.rule.type == "regex" for rule in errors),
    )


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
        way_out = "leave them out or add their tasks" if len(unknown) > 1 else "leave it out or add its task"
        raise InputError(f"{counted(len(unknown), 'answer')} to no task ({shown}); {way_out}")
    samples = tuple(_sample(task, answers, options) for task in progress(parsed))
    named = {name: value for name, value in options.items() if value}
    return Report(samples, signature("puma", len(parsed), tasks_digest(parsed), named))


def _sample(task: Task, answers: Mapping[str, str | Given | None], options: Mapping[str, bool]) -> Sample:
    if task.id not in answers:
        return Sample(grade(task, None, **options), None)
    found = answers[task.id]
    given = found if isinstance(found, Given) else Given(None if is_missing(found) else found)
    return Sample.of(grade(task, None if given.failed else given.text, **options), given)
