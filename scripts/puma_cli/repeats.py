"""Grading answers of which a model gave one to each task, or several (`--samples`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from puma_metrics import Given, Report, Task, grade_all
from puma_metrics.errors import InputError
from puma_metrics.repeated import Repeated
from puma_metrics.report import Sample

from .predictions import Predictions
from .subset import Subset, signed

Progress = Callable[[Sequence[Task]], Iterable[Task]]


def grade_given(
    tasks: Sequence[Task],
    given: Predictions,
    options: Mapping[str, bool],
    subset: Subset | None = None,
    progress: Progress = iter,
) -> Report | Repeated:
    """The report on a model's answers to `tasks`, which `subset` has chosen; answers to other tasks are left out."""
    ids, chosen = {task.id for task in tasks}, subset or Subset()
    reports = tuple(
        chosen.report(grade_all(tasks, _known(answers, ids), **options, progress=progress)) for answers in given.samples
    )
    if len(reports) == 1:
        return reports[0]
    return Repeated(reports, signed(tasks, options, str(chosen), len(reports)))


def _known(answers: Mapping[str, Given], ids: set[str]) -> dict[str, Given]:
    return {name: answer for name, answer in answers.items() if name in ids}


def numbered(report: Report | Repeated) -> Iterable[tuple[int, Sample]]:
    """The samples of a report, each with its number among those of its task, from 1; 0 where there is one a task."""
    k = report.k if isinstance(report, Repeated) else 0
    return ((place % k + 1 if k else 0, sample) for place, sample in enumerate(report.samples))


def one_answer(report: Report | Repeated, given: Predictions, number: int) -> tuple[Report, Predictions]:
    """The `number`-th answers alone, under a name that says so; 0 where each task has one answer.

    Raises InputError where that does not fit the answers.
    """
    k = len(given.samples)
    if not isinstance(report, Repeated):
        if number > 1:
            raise InputError(f"{given.file}: holds one answer to each task, and none that --sample {number} could show")
        return report, given
    if not 1 <= number <= k:
        told = f"holds {k} answers to each task, of which one is shown"
        raise InputError(f"{given.file}: {told}: choose with --sample 1 to --sample {k}")
    answers = given.samples[number - 1]
    null = sum(one.text is None and not one.failed for one in answers.values())
    name = f"{given.model} (answer {number} of {k})"
    return report.reports[number - 1], replace(
        given, model=name, answers=answers, others=(), rows=len(answers), null=null, extra=0
    )


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that grades files of answers: `--prediction` and `--samples`, as those of puma grade."""
    named = click.option(
        "--prediction", default="", metavar="COLUMN", help="The column of the answers, where several could be."
    )
    often = click.option("--samples", type=click.IntRange(1), metavar="K", help="Each task was answered K times.")
    return named(often(command))
