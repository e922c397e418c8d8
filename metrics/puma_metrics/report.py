"""Many tasks and their answers: rates per category and tag, from counts (TASKS, "Results")."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import InputError
from .grade import TaskScore, grade, grade_normalised, is_missing
from .lazy import made_once
from .sentence import Sentence
from .signature import signature, tasks_digest
from .tally import Tally, Totals, exact_sum
from .task import Task, parse_task


@dataclass(frozen=True)
class Given:
    """What a model gave for one task: a text, or None, and how the generation ended."""

    text: str | None
    truncated: bool = False
    refused: bool = False
    failed: bool = False
    """The request failed: there is no answer, and the task counts as missing."""
    error: str = ""
    """What was said of the failure."""
    raw: str | None = None
    """What a recogniser wrote, where `text` is that normalised."""
    normaliser: str = ""
    """How, as `puma_metrics.normal.normalise` says it."""


@dataclass(frozen=True)
class Sample:
    """One task's score within a report. `given` is None where the answer is missing."""

    score: TaskScore
    given: Given | None
    failed: bool = False
    """The answer is missing since its request failed."""
    error: str = ""
    """What was said of the failure."""

    @classmethod
    def of(cls, score: TaskScore, given: Given) -> "Sample":
        """The sample of what stands in a file: of a failed request nothing was answered."""
        return cls(score, None, True, given.error) if given.failed else cls(score, given)

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
        return self.totals.overall

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
        """What results.json holds; whoever read the answers adds the model and how the input looked.

        A category with normalised answers has its scores before (`raw`) too, and in speech those of the best readings
        (`best`), in percent of all its tasks (NORMALISE, 12.6).
        """
        found = self.totals.results(self.signature)
        found["categories"] = {name: rates | self.beside(name) for name, rates in found["categories"].items()}
        return found

    def beside(self, category: str) -> dict[str, dict[str, float]]:
        """What stands beside the scores of a category with normalised answers; nothing where there is none."""
        scores = [sample.score for sample in self.samples if sample.task.category == category]
        if not any(score.raw for score in scores):
            return {}
        raw = [score.raw or score for score in scores]
        found = {"raw": _percent([(score.strict, score.soft) for score in raw])}
        if any(score.best is not None for score in scores):
            best = [(s.strict, s.soft) if s.best is None else (s.best_strict, s.best) for s in scores]
            found["best"] = _percent(best)
        return found


def _percent(scores: Sequence[tuple[float, float]]) -> dict[str, float]:
    return {
        "strict": 100 * sum(strict for strict, _ in scores) / len(scores),
        "soft": 100 * float(exact_sum(soft for _, soft in scores)) / len(scores),
    }


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
        timed_out=sum(bool(rule.rule.pattern_field) for rule in errors),
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
        kind = "no-task-for" if len(unknown) > 1 else "no-task-for-one"
        raise InputError(Sentence(kind, answers=len(unknown), names=tuple(unknown[:10])))
    samples = tuple(_sample(task, answers, options) for task in progress(parsed))
    named: dict[str, Any] = {name: value for name, value in options.items() if value}
    if normalisers := {given.normaliser for given in answers.values() if isinstance(given, Given) and given.normaliser}:
        from .normal import signature_parts

        named |= signature_parts(normalisers)
    return Report(samples, signature("puma", len(parsed), tasks_digest(parsed), named))


def _sample(task: Task, answers: Mapping[str, str | Given | None], options: Mapping[str, bool]) -> Sample:
    if task.id not in answers:
        return Sample(grade(task, None, **options), None)
    found = answers[task.id]
    given = found if isinstance(found, Given) else Given(None if is_missing(found) else found)
    if given.raw is not None and given.normaliser and not given.failed:
        return Sample.of(grade_normalised(task, given.text or "", given.raw, **options), given)
    return Sample.of(grade(task, None if given.failed else given.text, **options), given)
