"""`puma grade`: a file of answers against the sample or a folder of tasks."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from puma_metrics import Report, Task
from puma_metrics.errors import Finding, InputError, InvalidTask
from puma_metrics.repeated import Repeated
from puma_metrics.sentence import Sentence
from puma_metrics.signature import tasks_digest

from . import models
from .graded import Graded, print_graded, refuse_others
from .main import BELOW
from .normalising import Way, normalise_options, normalised
from .predictions import Predictions
from .records import results_of
from .repeats import grade_given
from .subset import OPTIONS, Subset, subset_options

MANY = 200
"""Tasks from which a progress bar shows."""


@click.command()
@click.argument("predictions", nargs=-1, type=click.Path(path_type=Path))
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option(
    "--pair",
    "pairs",
    multiple=True,
    metavar="NAME=FILE+FILE",
    help="One model whose answers stand in several files, such as vision and audio; repeat it for each.",
)
@click.option(
    "--before",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="RAW",
    help="A recogniser's output before it was normalised: adds its soft score; repeat it for each.",
)
@normalise_options
@subset_options
@click.option("--tags", is_flag=True, help="Print the scores by tag too, with the number of tasks of each.")
@click.option("--out", type=click.Path(path_type=Path), help="Write results.json and samples.jsonl into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON: an object, of several models a list.")
@click.option("--format", "form", type=click.Choice(models.FORMATS), help="Print this in place of the table.")
@click.option("--dataset-id", metavar="ORG/NAME", help="The dataset on the Hub, for model-index and eval-results.")
@click.option(
    "--extra", type=click.Choice(["refuse", "ignore"]), default="refuse", show_default=True, help="Answers to no task."
)
@click.option(
    "--duplicates",
    type=click.Choice(["refuse", "first", "last", "all"]),
    default="refuse",
    show_default=True,
    help="Two answers to one task: which counts; all only with --jobs or --ray.",
)
@click.option(
    "--samples",
    type=click.IntRange(1),
    metavar="K",
    help="Each task was answered K times: the mean, pass@k and all-of-k, with intervals clustered by task.",
)
@click.option("--prediction", default="", metavar="COLUMN", help="The column of the answers, where several could be.")
@click.option("--keep-thinking", is_flag=True, help="Grade a leading <think> block as part of the answer.")
@click.option(
    "--unwrap-arrays", is_flag=True, help="Extraction: an object that holds nothing but an array stands for it."
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Grade large Parquet files in parts, N at a time; needs --out."
)
@click.option("--ray", metavar="ADDRESS", help="The same on a Ray cluster; 'local' starts one on this machine.")
@click.option("--reasons", is_flag=True, help="With --jobs or --ray: write each answer's flags and reasons, slower.")
@click.option(
    "--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit with 4 if a strict score is lower."
)
def grade(
    predictions: tuple[Path, ...],
    folder: Path | None,
    pairs: tuple[str, ...],
    before: tuple[Path, ...],
    extra: str,
    duplicates: str,
    samples: int | None,
    prediction: str,
    way: Way | None,
    subset: Subset,
    fail_under: float | None,
    jobs: int | None,
    ray: str | None,
    reasons: bool,
    **shown: Any,
) -> int:
    """Grade PREDICTIONS: JSONL, JSON, CSV, Parquet or XLSX, also packed (.gz, .zip) or a folder of them.

    They hold `id` and `prediction`, or what an inference stack or a harness wrote: batches, responses, logs. Several
    files, or names in a column `model`, are several models: printed as Table 1, and with --out a folder for each.
    """
    _refuse_nonsense(fail_under, shown["form"], shown["as_json"])
    tasks, name = load_tasks(folder)
    refuse_sample(shown["form"], tasks)
    options = {option: shown.pop(option) for option in OPTIONS}
    run = Graded(shown["out"], name, {}, {}, [])
    if jobs or ray is not None:
        _refuse_in_parts(jobs, ray, run.out, predictions, pairs or before, duplicates, subset, samples, way)
        folder = task_folder(folder)
        found = _parts(jobs, ray, predictions, tasks, folder, run.out, extra, duplicates, options, reasons, prediction)
    else:
        _refuse_whole(duplicates, reasons, samples, before)
        given = models.read_all(predictions, pairs, [t.id for t in tasks], extra, duplicates, prediction, samples or 0)
        given = [normalised(one, tasks, way) for one in given] if way else given
        found = _whole(tasks, with_media(shown["form"], given), options, subset, run.out)
    report = run.add_all(found)
    run.add_before(raw := models.read_before(before, run.results, tasks, extra, subset))
    print_graded(run, raw, report if len(run.results) == 1 else None, **shown)
    return _code(run, fail_under)


def _code(run: Graded, fail_under: float | None) -> int:
    lowest = min(results["overall"]["strict"] or 0.0 for results in run.results.values())
    return BELOW if fail_under is not None and lowest < fail_under else 0


GradedModels = Iterator[tuple[dict[str, Any], Report | Repeated | None]]
"""The results of each model, with the report that they are of where it was graded in one piece."""


def _whole(
    tasks: Sequence[Task], given: Sequence[Predictions], options: Mapping[str, bool], subset: Subset, out: Path | None
) -> GradedModels:
    refuse_others(out, [one.model for one in given])
    tasks = subset.of(tasks)
    for one in given:
        report = grade_given(tasks, one, options, subset, progress)
        yield results_of(report, one), report


def _parts(jobs: int | None, ray: str | None, *given: Any) -> GradedModels:
    from .cluster import on_ray
    from .jobs import by_processes, grade_parts

    work = partial(on_ray, ray) if ray is not None else partial(by_processes, jobs or 1)
    yield from ((results, None) for results in grade_parts(work, *given))


def _refuse_whole(duplicates: str, reasons: bool, samples: int | None, before: Sequence[object]) -> None:
    if duplicates == "all" or reasons:
        raise click.UsageError("--duplicates all and --reasons are for grading in parts: add --jobs N --out FOLDER")
    if samples and duplicates != "refuse":
        raise click.UsageError(f"--samples counts every answer, and --duplicates {duplicates} one: give one of them")
    if (samples or 1) > 1 and before:
        raise click.UsageError("--before is about one answer to each task: leave out --samples")


def _refuse_in_parts(
    jobs: int | None,
    ray: str | None,
    out: Path | None,
    answers: Sequence[Path],
    others: Sequence[object],
    duplicates: str,
    subset: Subset,
    samples: int | None,
    way: object,
) -> None:
    if way:
        raise click.UsageError("--normalise is not for grading in parts: leave out --jobs and --ray")
    if samples:
        raise click.UsageError("--samples grades in one piece; in parts --duplicates all counts every answer")
    if str(subset):
        raise click.UsageError(
            "--category, --task and --limit are not for grading in parts: leave out --jobs and --ray"
        )
    if jobs and ray is not None:
        raise click.UsageError("--jobs grades on this machine, --ray on a cluster: give one")
    if out is None:
        raise click.UsageError("--jobs and --ray write the scores of each answer: say where with --out FOLDER")
    if others:
        raise click.UsageError("--pair and --before are not for grading in parts: leave out --jobs and --ray")
    if duplicates in ("first", "last"):
        raise click.UsageError(f"--duplicates {duplicates} is not for grading in parts: keep one answer, or count all")
    if not answers:
        raise click.UsageError("Missing argument 'PREDICTIONS...': name Parquet files of answers.")


def refuse_sample(form: str | None, tasks: Sequence[Task]) -> None:
    """Raise InputError where the bundled sample would be published as the benchmark."""
    from puma_dataset.read import SAMPLE, read_tasks

    if form not in models.HUB_FORMATS:
        return
    if tasks_digest(tasks) == tasks_digest(read_tasks(SAMPLE, validate=False)[0]):
        problem = f"--format {form} is about the benchmark, and these tasks are the bundled sample"
        raise InputError(f"{problem}; name the benchmark's with --tasks FOLDER")


def with_media(form: str | None, given: Sequence[Predictions]) -> Sequence[Predictions]:
    """What was given. Raises InputError where answers without media would be published as the benchmark's."""
    if form in models.HUB_FORMATS and (blind := next((one for one in given if one.is_blind), None)):
        raise InputError(
            f"{blind.file}: a blind run, without media, is no result of the benchmark, and --format {form} would "
            "publish it as one; ask again without --without-media"
        )
    return given


def _refuse_nonsense(fail_under: float | None, form: str | None, as_json: bool) -> None:
    if fail_under is not None and fail_under != fail_under:
        raise click.BadParameter("nan is no percentage", param_hint="--fail-under")
    if form and as_json:
        raise click.UsageError("--json and --format both say what to print: give one")


def progress(tasks: Sequence[Task], label: str = "Grading") -> Iterator[Task]:
    """The tasks, counted by a bar on stderr where there are many and a person looks on."""
    if len(tasks) < MANY or not sys.stderr.isatty():
        yield from tasks
        return
    with click.progressbar(tasks, label=label, file=sys.stderr) as bar:
        yield from bar


def load_tasks(folder: Path | None) -> tuple[list[Task], str]:
    """The tasks of a folder, of a published set, or the sample's, and what to call them.

    Raises InputError if any has an error.
    """
    from puma_dataset.published import is_published, published, read_published
    from puma_dataset.read import SAMPLE, read_tasks

    if folder and is_published(folder):
        found = published(folder)
        try:
            return read_published(found), found.name
        except InvalidTask as error:
            raise refused(found.name, error.findings) from error
    tasks, findings = read_tasks(folder or SAMPLE, validate=False)
    if errors := [finding for finding in findings if not finding.is_warning]:
        raise refused(folder or SAMPLE, errors)
    return tasks, str(folder) if folder else "the sample set"


def task_folder(folder: Path | None) -> Path | None:
    """Where the tasks are with their media: the folder itself, or of a published set one that is made for it."""
    from puma_dataset.published import is_published, lay_out, published

    return lay_out(published(folder)) if folder and is_published(folder) else folder


def refused(folder: Path | str, errors: Sequence[Finding]) -> InputError:
    """What to say of a folder of tasks that has errors."""
    shown = tuple(error.sentence for error in errors[:10])
    more = Sentence("more-lines", more=len(errors) - 10) if len(errors) > 10 else ""
    return InputError(Sentence("tasks-refused", errors=len(errors), folder=str(folder), lines=shown, more=more))
