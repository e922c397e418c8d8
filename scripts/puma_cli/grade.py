"""`puma grade`: a file of answers against the sample or a folder of tasks."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
    type=click.Choice(["refuse", "first", "last", "all"]),
    default="refuse",
    show_default=True,
    help="Two answers to one task: which counts; all only with --jobs or --ray.",
)
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
    keep_thinking: bool,
    unwrap_arrays: bool,
    fail_under: float | None,
    jobs: int | None,
    ray: str | None,
    reasons: bool,
    **shown: Any,
) -> int:
    """Grade PREDICTIONS: JSONL, JSON, CSV or Parquet with the columns `id` and `prediction`.

    Several files, or several names in a column `model`, are several models: they are printed as the paper's Table 1,
    and with --out each has a folder of its own.
    """
    _refuse_nonsense(fail_under, shown["form"], shown["as_json"])
    tasks, name = load_tasks(folder)
    options = {"keep_thinking": keep_thinking, "unwrap_arrays": unwrap_arrays}
    run = Graded(shown["out"], name, {}, {}, [])
    only = None
    if jobs or ray:
        from . import cluster
        from . import jobs as in_parts

        _refuse_in_parts(shown["out"], predictions, pairs, before, duplicates)
        work = partial(cluster.on_ray, ray) if ray else partial(in_parts.by_processes, jobs or 1)
        for results in in_parts.grade_parts(
            predictions, tasks, folder, shown["out"], work, extra, duplicates, options, reasons
        ):
            run.add(results, None)
    else:
        if duplicates == "all" or reasons:
            raise click.UsageError("--duplicates all and --reasons are for grading in parts: add --jobs N --out FOLDER")
        given = models.read_all(predictions, pairs, [task.id for task in tasks], extra, duplicates)
        for one in given:
            report = grade_all(tasks, one.answers, **options, progress=progress)
            run.add(results_of(report, one), report)
            only = report if len(given) == 1 else None
    raw = models.read_before(before, run.results, tasks, extra)
    _add_before(run, raw)
    print_graded(run, raw, only, **shown)
    lowest = min(results["overall"]["strict"] or 0.0 for results in run.results.values())
    return BELOW if fail_under is not None and lowest < fail_under else 0


def _refuse_in_parts(
    out: Path | None, answers: Sequence[Path], pairs: Sequence[str], before: Sequence[Path], duplicates: str
) -> None:
    if out is None:
        raise click.UsageError("--jobs and --ray write the scores of each answer: say where with --out FOLDER")
    if pairs or before:
        raise click.UsageError("--pair and --before are not for grading in parts: leave out --jobs and --ray")
    if duplicates in ("first", "last"):
        raise click.UsageError(f"--duplicates {duplicates} is not for grading in parts: keep one answer, or count all")
    if not answers:
        raise click.UsageError("Missing argument 'PREDICTIONS...': name Parquet files of answers.")


@dataclass(frozen=True)
class Graded:
    """What a run has graded, model by model: the reports themselves, which are large, are not kept."""

    out: Path | None
    tasks: str
    results: dict[str, dict[str, Any]]
    samples: dict[str, str]
    """The text of samples.jsonl; none of a model that was graded in parts."""
    notes: list[str]
    """What a person should know of a model's answers before trusting its scores."""

    def add(self, results: dict[str, Any], report: Report | None) -> None:
        model = results["model"]
        self.results[model] = results
        if report:
            self.notes.extend(f"{model}: {line}" for line in (*_rule_errors(report), *_contested(report, results)))
        if report and self.out:
            self.samples[model] = files.json_lines(map(sample_record, report.samples))

    @property
    def accounts(self) -> list[str]:
        return [account(results) for results in self.results.values()]

    @property
    def places(self) -> dict[str, Path]:
        """Where each model's results go: of several models each into a folder of its own."""
        assert self.out
        names = models.folders(list(self.results)) if len(self.results) > 1 else dict.fromkeys(self.results, "")
        return {model: self.out / name for model, name in names.items()}


def _refuse_nonsense(fail_under: float | None, form: str | None, as_json: bool) -> None:
    if fail_under is not None and fail_under != fail_under:
        raise click.BadParameter("nan is no percentage", param_hint="--fail-under")
    if form and as_json:
        raise click.UsageError("--json and --format both say what to print: give one")


def _add_before(run: Graded, raw: Mapping[str, Results]) -> None:
    for model, results in raw.items():
        run.results[model]["before"] = {name: results[name] for name in ("overall", "categories")}


def print_graded(
    run: Graded,
    raw: Mapping[str, Results],
    only: Report | None,
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
        content = list(run.results.values()) if len(run.results) > 1 else next(iter(run.results.values()))
        files.print_json(content)
    elif texts and len(texts) == 1:
        click.echo(files.encoded(texts[0][2]), nl=False)
    elif only and not raw and not form:
        print_report(only, next(iter(run.results.values())), run.tasks, tags)
    elif not form:
        first = next(iter(run.results.values()))
        named = parts_of(first["signature"])
        click.echo(f"Tasks: {run.tasks}, {counted(int(named['n']), 'task')}, digest {named['tasks']}")
        models.print_models(run.results, raw, run.accounts, run.notes, tags)
    for path in [] if as_json or len(texts) == 1 else written:
        click.echo(f"Written: {path}")


def write_graded(run: Graded, texts: Sequence[tuple[str, str, str]]) -> list[str]:
    """Each model's results and samples, of several models their tables too, and what --format asks for."""
    assert run.out
    contents: dict[Path, str] = {}
    places = run.places
    for model, place in places.items():
        if model in run.samples:
            contents[place / "samples.jsonl"] = run.samples[model]
        written = ["results.json", *(["samples.jsonl"] if model in run.samples else [])]
        run.results[model]["written"] = [*(str(place / name) for name in written), *run.results[model]["written"]]
        contents[place / "results.json"] = files.json_text(run.results[model])
    if len(places) > 1:
        contents |= {run.out / models.FILES[name]: table(run.results) for name, table in exports.TABLES.items()}
        contents[run.out / "tags.csv"] = exports.tags_csv(run.results)
    contents |= {(places[model] if model else run.out) / name: text for model, name, text in texts}
    # what an earlier run has left: the results of one model, or the samples of one that was not graded in parts
    old = [run.out / "results.json", *(place / "samples.jsonl" for place in (run.out, *places.values()))]
    gone = [path for path in old if path not in contents]
    files.write_all({path: files.encoded(text) for path, text in contents.items()}, run.out, gone)
    if left := sorted(str(path.parent) for path in run.out.glob("*/results.json") if path not in contents):
        click.echo(
            f"{run.out} also holds results of earlier runs, which compare and report read: {', '.join(left)}", err=True
        )
    written = [path for results in run.results.values() for path in results["written"]]
    return [*written, *(str(path) for path in contents if str(path) not in written)]


def progress(tasks: Sequence[Task], label: str = "Grading") -> Iterator[Task]:
    """The tasks, counted by a bar on stderr where there are many and a person looks on."""
    if len(tasks) < MANY or not sys.stderr.isatty():
        yield from tasks
        return
    with click.progressbar(tasks, label=label, file=sys.stderr) as bar:
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


def account(results: Results) -> str:
    """Whose answers were graded, and how they looked."""
    return f"{results['input']['file']}, model {results['model']}, {', '.join(accounted(results))}"


def print_report(report: Report, results: Results, name: str, tags: bool) -> None:
    # rich takes 30 ms to import, which --json does not need
    from .tables import category_table, console, tags_table

    digest = tasks_digest([sample.task for sample in report.samples])
    click.echo(f"Tasks: {name}, {len(report.samples)} tasks, digest {digest}")
    click.echo(f"Answers: {account(results)}")
    click.echo()
    console().print(category_table(report))
    click.echo()
    if tags:
        console().print(tags_table({results["model"]: results}))
        click.echo()
    for line in (*_rule_errors(report), *_contested(report, results)):
        click.echo(line)
    click.echo(report.signature)


def _contested(report: Report, results: Results) -> Iterator[str]:
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
        file = results["input"]["file"]
        yield f"Read them with puma review{' ' + file if Path(file).is_file() else ', file by file'}"


def _rule_errors(report: Report) -> Iterator[str]:
    """The rules that could not judge, by what they said."""
    errors = Counter(score.error for sample in report.samples for score in sample.score.rules if score.error)
    for error, count in errors.items():
        yield f"{counted(count, 'answered task')} not judged, counted as 0: {error}"
    if not report.reproducible:
        yield "Not reproducible: a pattern ran into its deadline."
