"""`puma grade`: a file of answers against the sample or a folder of tasks."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from puma_metrics import Report, Task, exports, grade_all
from puma_metrics.errors import Finding, InputError
from puma_metrics.leaderboard import Results
from puma_metrics.signature import parts_of, tasks_digest
from puma_metrics.wording import counted

from . import files, models
from .main import BELOW
from .predictions import Predictions
from .records import accounted, results_of, sample_record

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
    type=click.Choice(["refuse", "first", "last"]),
    default="refuse",
    show_default=True,
    help="Two answers to one task: which counts.",
)
@click.option("--keep-thinking", is_flag=True, help="Grade a leading <think> block as part of the answer.")
@click.option(
    "--unwrap-arrays", is_flag=True, help="Extraction: an object that holds nothing but an array stands for it."
)
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
    keep_thinking: bool,
    unwrap_arrays: bool,
    fail_under: float | None,
    **shown: Any,
) -> int:
    """Grade PREDICTIONS: JSONL, JSON, CSV or Parquet with the columns `id` and `prediction`.

    Several files, or several names in a column `model`, are several models: they are printed as the paper's Table 1,
    and with --out each has a folder of its own.
    """
    _refuse_nonsense(fail_under, shown["form"], shown["as_json"])
    tasks, name = load_tasks(folder)
    given = models.read_all(predictions, pairs, [task.id for task in tasks], extra, duplicates)
    run = Graded(shown["out"], name, {}, {}, [], [])
    only = None
    for one, place in zip(given, _places(shown["out"], given), strict=True):
        report = grade_all(
            tasks, one.answers, keep_thinking=keep_thinking, unwrap_arrays=unwrap_arrays, progress=progress
        )
        run.add(report, one, place)
        only = (report, one) if len(given) == 1 else None
    raw = models.read_before(before, run.results, tasks, extra)
    _add_before(run, raw)
    print_graded(run, raw, only, **shown)
    lowest = min(results["overall"]["strict"] or 0.0 for results in run.results.values())
    return BELOW if fail_under is not None and lowest < fail_under else 0


@dataclass(frozen=True)
class Graded:
    """What a run has graded, model by model: the reports themselves, which are large, are not kept."""

    out: Path | None
    tasks: str
    results: dict[str, dict[str, Any]]
    samples: dict[Path, str]
    accounts: list[str]
    notes: list[str]
    """What a person should know of a model's answers before trusting its scores."""

    def add(self, report: Report, given: Predictions, place: Path | None) -> None:
        results = results_of(report, given)
        if place:
            results["written"] = [str(place / "results.json"), str(place / "samples.jsonl")]
            self.samples[place] = files.json_lines(map(sample_record, report.samples))
        self.results[given.model] = results
        self.accounts.append(f"{given.file}, model {given.model}, {', '.join(accounted(report, given))}")
        self.notes.extend(f"{given.model}: {line}" for line in (*_rule_errors(report), *_contested(report, given)))


def _refuse_nonsense(fail_under: float | None, form: str | None, as_json: bool) -> None:
    if fail_under is not None and fail_under != fail_under:
        raise click.BadParameter("nan is no percentage", param_hint="--fail-under")
    if form and as_json:
        raise click.UsageError("--json and --format both say what to print: give one")


def _places(out: Path | None, given: Sequence[Predictions]) -> list[Path | None]:
    """Where each model's results go: of several models each into a folder of its own."""
    if out is None or len(given) == 1:
        return [out] * len(given)
    names = models.folders([one.model for one in given])
    return [out / names[one.model] for one in given]


def _add_before(run: Graded, raw: Mapping[str, Results]) -> None:
    for model, results in raw.items():
        run.results[model]["before"] = {name: results[name] for name in ("overall", "categories")}


def print_graded(
    run: Graded,
    raw: Mapping[str, Results],
    only: tuple[Report, Predictions] | None,
    *,
    out: Path | None,
    as_json: bool,
    form: str | None,
    dataset_id: str | None,
    tags: bool,
) -> None:
    """Write what --out wants, then print in the form that was asked for."""
    texts = list(models.formatted(run.results, form, dataset_id)) if form else []
    if form in models.HUB_FORMATS and len(run.results) > 1 and not out:
        raise click.UsageError(f"--format {form} is about one model: grade one, or write a file for each with --out")
    written = write_graded(run, texts) if out else []
    if as_json:
        content = list(run.results.values()) if only is None else next(iter(run.results.values()))
        files.print_json(content)
    elif texts and len(texts) == 1:
        click.echo(files.encoded(texts[0][2]), nl=False)
    elif only and not raw and not form:
        print_report(*only, run.tasks, tags)
    elif not form:
        first = next(iter(run.results.values()))
        digest = parts_of(first["signature"])["tasks"]
        files.say(f"Tasks: {run.tasks}, {counted(first['overall']['n'], 'task')}, digest {digest}")
        models.print_models(run.results, raw, run.accounts, run.notes, tags)
    for path in [] if as_json or len(texts) == 1 else written:
        files.say(f"Written: {path}")


def write_graded(run: Graded, texts: Sequence[tuple[str, str, str]]) -> list[str]:
    """Each model's results and samples, of several models their tables too, and what --format asks for."""
    assert run.out
    contents: dict[Path, str] = {}
    places = dict(zip(run.results, run.samples, strict=True))
    for model, place in places.items():
        contents[place / "samples.jsonl"] = run.samples[place]
        contents[place / "results.json"] = files.json_text(run.results[model])
    if len(places) > 1:
        contents |= {run.out / models.FILES[name]: table(run.results) for name, table in exports.TABLES.items()}
        contents[run.out / "tags.csv"] = exports.tags_csv(run.results)
    contents |= {(places[model] if model else run.out) / name: text for model, name, text in texts}
    alone = [run.out / "results.json", run.out / "samples.jsonl"] if len(places) > 1 else []  # of one model, before
    files.write_all({path: files.encoded(text) for path, text in contents.items()}, run.out, alone)
    if left := sorted(str(path.parent) for path in run.out.glob("*/results.json") if path not in contents):
        files.say(
            f"{run.out} also holds results of earlier runs, which compare and report read: {', '.join(left)}", err=True
        )
    written = [path for results in run.results.values() for path in results["written"]]
    return [*written, *(str(path) for path in contents if str(path) not in written)]


def progress(tasks: Sequence[Task]) -> Iterator[Task]:
    """The tasks, counted by a bar on stderr where there are many and a person looks on."""
    if len(tasks) < MANY or not sys.stderr.isatty():
        yield from tasks
        return
    with click.progressbar(tasks, label="Grading", file=sys.stderr) as bar:
        yield from bar


def load_tasks(folder: Path | None) -> tuple[list[Task], str]:
    """The tasks of a folder, or the sample's, and what to call them. Raises InputError if any has an error."""
    from puma_dataset.read import SAMPLE, read_tasks

    tasks, findings = read_tasks(folder or SAMPLE, validate=False)
    if errors := [finding for finding in findings if not finding.is_warning]:
        raise refused(folder or SAMPLE, errors)
    return tasks, str(folder) if folder else "the sample set"


def refused(folder: Path | str, errors: Sequence[Finding]) -> InputError:
    """What to say of a folder of tasks that has errors."""
    shown = "\n".join(map(str, errors[:10]))
    more = f"\nand {len(errors) - 10} more" if len(errors) > 10 else ""
    return InputError(
        f"{counted(len(errors), 'error')} in {folder}:\n{shown}{more}\nSee them all with: puma validate {folder}"
    )


def print_report(report: Report, given: Predictions, name: str, tags: bool) -> None:
    # rich takes 30 ms to import, which --json does not need
    from .tables import category_table, console, tags_table

    digest = tasks_digest([sample.task for sample in report.samples])
    files.say(f"Tasks: {name}, {len(report.samples)} tasks, digest {digest}")
    files.say(f"Answers: {given.file}, model {given.model}, {', '.join(accounted(report, given))}")
    files.say()
    console().print(category_table(report))
    files.say()
    if tags:
        console().print(tags_table({given.model: report.results()}))
        files.say()
    for line in (*_rule_errors(report), *_contested(report, given)):
        files.say(line)
    files.say(report.signature)


def _contested(report: Report, given: Predictions) -> Iterator[str]:
    """How many scores a person should read: flags never change one."""
    contested = [sample for sample in report.samples if sample.score.is_contested]
    near = sum("near miss" in sample.score.flags for sample in report.samples)
    if contested:
        counts = Counter(flag for sample in contested for flag in sample.score.flags)
        kinds = ", ".join(f"{count} {flag}" for flag, count in counts.most_common())
        yield f"{len(contested)} of {sum(s.score.strict for s in report.samples)} passes are contested: {kinds}"
    if near:
        yield f"{near} fail{'s are near misses' if near > 1 else ' is a near miss'}"
    if contested or near:
        yield f"Read them with puma review{' ' + given.file if Path(given.file).is_file() else ', file by file'}"


def _rule_errors(report: Report) -> Iterator[str]:
    """The rules that could not judge, by what they said."""
    errors = Counter(score.error for sample in report.samples for score in sample.score.rules if score.error)
    for error, count in errors.items():
        yield f"{counted(count, 'answered task')} not judged, counted as 0: {error}"
    if not report.reproducible:
        yield "Not reproducible: a pattern ran into its deadline."
