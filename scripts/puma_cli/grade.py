"""`puma grade`: a file of answers against the sample or a folder of tasks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from puma_metrics import Report, Task, grade_all
from puma_metrics.errors import Finding, InputError
from puma_metrics.report import Sample
from puma_metrics.rules import Extraction
from puma_metrics.signature import tasks_digest

from . import files
from .main import BELOW
from .predictions import Predictions, counted, read_predictions


@click.command()
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option("--out", type=click.Path(path_type=Path), help="Write results.json and samples.jsonl into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as one JSON object.")
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
    "--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit with 4 if the strict score is lower."
)
def grade(
    predictions: Path,
    folder: Path | None,
    out: Path | None,
    as_json: bool,
    extra: str,
    duplicates: str,
    keep_thinking: bool,
    unwrap_arrays: bool,
    fail_under: float | None,
) -> int:
    """Grade PREDICTIONS: JSONL, JSON, CSV or Parquet with the columns `id` and `prediction`."""
    if fail_under is not None and fail_under != fail_under:
        raise click.BadParameter("nan is no percentage", param_hint="--fail-under")
    tasks, name = load_tasks(folder)
    given = read_predictions(predictions, [task.id for task in tasks], extra, duplicates)
    report = grade_all(tasks, given.answers, keep_thinking=keep_thinking, unwrap_arrays=unwrap_arrays)
    results = results_of(report, given)
    if out:
        results["written"] = [str(out / "results.json"), str(out / "samples.jsonl")]
        files.write_text(out / "samples.jsonl", files.json_lines(map(sample_record, report.samples)))
        files.write_text(out / "results.json", files.json_text(results))
    if as_json:
        click.echo(files.json_text(results).encode("utf-8", "backslashreplace"), nl=False)
    else:
        print_report(report, given, name)
        for path in results["written"]:
            click.echo(f"Written: {path}")
    strict = report.overall["strict"] or 0.0
    return BELOW if fail_under is not None and strict < fail_under else 0


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


def results_of(report: Report, given: Predictions) -> dict[str, Any]:
    """What results.json holds."""
    looked = {
        "file": given.file,
        "rows": given.rows,
        "extra": given.extra,
        "duplicate": given.duplicate,
        "null": given.null,
        "cut": sum(sample.score.is_cut for sample in report.samples),
    }
    return {**report.results(), "model": given.model, "input": looked, "written": []}


def sample_record(sample: Sample) -> dict[str, Any]:
    """One line of samples.jsonl."""
    score = sample.score
    extraction = [r.rule.schema_valid(score.answer) for r in score.rules if isinstance(r.rule, Extraction)]
    return {
        "id": sample.task.id,
        "category": sample.task.category,
        "strict": score.strict,
        "soft": score.soft,
        "answer": sample.given.text if sample.given else None,
        "words": len(score.answer.words1),
        "flags": list(score.flags),
        "rules": [
            {
                "type": rule.rule.type,
                "strict": rule.strict,
                "soft": rule.soft,
                "reason": rule.reason,
                "details": rule.details,
            }
            for rule in score.rules
        ],
        **({"schema_valid": extraction[0]} if extraction else {}),
    }


def print_report(report: Report, given: Predictions, name: str) -> None:
    # rich takes 30 ms to import, which --json does not need
    from .tables import category_table, console

    digest = tasks_digest([sample.task for sample in report.samples])
    click.echo(f"Tasks: {name}, {len(report.samples)} tasks, digest {digest}")
    click.echo(f"Answers: {given.file}, model {given.model}, {', '.join(_accounted(report, given))}")
    click.echo()
    console().print(category_table(report))
    click.echo()
    for line in (*_rule_errors(report), *_contested(report, given)):
        click.echo(line)
    click.echo(report.signature)


def _accounted(report: Report, given: Predictions) -> Iterator[str]:
    yield counted(given.rows, "row")
    counts = {name: report.overall[name] for name in ("missing", "empty", "refused", "truncated")}
    counts |= {"null": given.null, "extra": given.extra, "duplicate": given.duplicate}
    counts["cut"] = sum(sample.score.is_cut for sample in report.samples)
    yield from (f"{count} {what}" for what, count in counts.items() if count)


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
