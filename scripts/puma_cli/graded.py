"""What `puma grade` has graded: its results as files and on the terminal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from puma_metrics import Report, exports
from puma_metrics.errors import InputError
from puma_metrics.leaderboard import NAMES, Results
from puma_metrics.repeated import Repeated
from puma_metrics.signature import parts_of, tasks_digest
from puma_metrics.wording import counted

from . import files, models
from .predictions import SHOWN
from .records import accounted, sample_records
from .saved import RESULTS, RUN, SAMPLES, model_in


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

    def add_all(self, found: Iterable[tuple[dict[str, Any], Report | Repeated | None]]) -> Report | Repeated | None:
        """Add each model as it is graded; the last report is given back."""
        report = None
        for results, report in found:
            self.add(results, report)
        return report

    def add(self, results: dict[str, Any], report: Report | Repeated | None) -> None:
        model = results["model"]
        self.results[model] = results
        self.notes.extend(f"{model}: {note}" for note in results.get("notes", ()))
        if report:
            self.notes.extend(f"{model}: {line}" for line in (*_rule_errors(report), *_contested(report, results)))
        if report and self.out:
            self.samples[model] = files.json_lines(sample_records(report))
        if not report and (errors := results["overall"]["rule_errors"]):
            self.notes.append(f"{model}: {counted(errors, 'rule')} not judged, counted as 0; see error in the parts")
        if not report and results["input"]["duplicate"]:
            self.notes.append(
                f"{model}: answers to one task depend on each other, so that the intervals are too narrow"
            )

    def add_before(self, raw: Mapping[str, Results]) -> None:
        """The results of each recogniser's output before it was normalised."""
        for model, results in raw.items():
            self.results[model]["before"] = {name: results[name] for name in ("overall", "categories")}

    @property
    def accounts(self) -> list[str]:
        return [account(results) for results in self.results.values()]

    @property
    def places(self) -> dict[str, Path]:
        """Where each model's results go: of several models each into a folder of its own."""
        assert self.out
        names = models.folders(list(self.results)) if len(self.results) > 1 else dict.fromkeys(self.results, "")
        return {model: self.out / name for model, name in names.items()}


def print_graded(
    run: Graded,
    raw: Mapping[str, Results],
    only: Report | Repeated | None,
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
        files.print_text(texts[0][2])
    elif only and not raw and not form:
        print_report(only, next(iter(run.results.values())), run.tasks, tags)
    elif not form:
        first = next(iter(run.results.values()))
        named = parts_of(first["signature"])
        files.say(f"Tasks: {run.tasks}, {counted(int(named['n']), 'task')}, digest {named['tasks']}")
        models.print_models(run.results, raw, run.accounts, run.notes, tags)
    for path in [] if as_json or len(texts) == 1 else written:
        files.say(f"Written: {path}")


def write_graded(run: Graded, texts: Sequence[tuple[str, str, str]]) -> list[str]:
    """Each model's results and samples, of several models their tables too, and what --format asks for."""
    assert run.out
    contents: dict[Path, str] = {}
    places = run.places
    for model, place in places.items():
        if model in run.samples:
            contents[place / SAMPLES] = run.samples[model]
        written = [RESULTS, *([SAMPLES] if model in run.samples else [])]
        run.results[model]["written"] = [*(str(place / name) for name in written), *run.results[model]["written"]]
        contents[place / RESULTS] = files.json_text(run.results[model])
    if len(places) > 1:
        contents |= {run.out / models.FILES[name]: table(run.results) for name, table in exports.TABLES.items()}
        contents[run.out / "tags.csv"] = exports.tags_csv(run.results)
    contents |= {(places[model] if model else run.out) / name: text for model, name, text in texts}
    alone = [run.out / RESULTS, run.out / SAMPLES] if len(places) > 1 else []  # of one model, before
    files.write_all({path: files.encoded(text) for path, text in contents.items()}, run.out, alone)
    left = sorted(str(path.parent) for path in run.out.glob(f"*/{RESULTS}") if path not in contents)
    if left and len(places) > 1:
        files.say(
            f"{run.out} also holds results of earlier runs, which compare and report read: {', '.join(left)}", err=True
        )
    written = [path for results in run.results.values() for path in results["written"]]
    return [*written, *(str(path) for path in contents if str(path) not in written)]


def refuse_others(out: Path | None, names: Sequence[str]) -> None:
    """Raise InputError where results of another model would be lost, or no longer be read."""
    if out is None:
        return
    if (out / RUN).exists():
        raise InputError(f"{out}: holds a run in parts; grade into a new folder")
    alone = model_in(out)
    if alone is not None and alone not in names:
        raise InputError(f"{out}: holds the results of '{alone}', which would be lost; grade into another folder")
    inside = {path.parent.name: model_in(path.parent) for path in sorted(out.glob(f"*/{RESULTS}"))}
    if len(names) == 1 and (others := [f"'{model}'" for model in inside.values() if model is not None]):
        problem = f"holds results of {', '.join(others[:SHOWN])}, which nothing would read beside those of one model"
        raise InputError(f"{out}: {problem}; grade into another folder")
    for model, folder in models.folders(names).items():
        if len(names) > 1 and inside.get(folder, model) not in (model, None):
            problem = f"holds the results of '{inside[folder]}', which those of '{model}' would replace"
            raise InputError(f"{out / folder}: {problem}; grade into another folder")


def account(results: Results) -> str:
    """Whose answers were graded, and how they looked."""
    return f"{results['input']['file']}, model {results['model']}, {', '.join(accounted(results))}"


def print_report(report: Report | Repeated, results: Results, name: str, tags: bool) -> None:
    # rich takes 30 ms to import, which --json does not need
    from .tables import category_table, console, samples_table, tags_table

    tasks = report.totals.tasks
    files.say(f"Tasks: {name}, {counted(len(tasks), 'task')}, digest {tasks_digest(tasks)}")
    files.say(f"Answers: {account(results)}")
    files.say()
    console().print(samples_table(results) if isinstance(report, Repeated) else category_table(report))
    files.say()
    for line in beside(results):
        files.say(line)
    if tags:
        console().print(tags_table({results["model"]: results}))
        files.say()
    for line in (*results.get("notes", ()), *_rule_errors(report), *_contested(report, results)):
        files.say(line)
    files.say(report.signature)


def beside(results: Results) -> Iterator[str]:
    """What normalised answers scored before, and what their best readings score."""
    for category, rates in results["categories"].items():
        if raw := rates.get("raw"):
            line = f"{NAMES[category]} before it was normalised: strict {raw['strict']:.1f}, soft {raw['soft']:.2f}"
            if best := rates.get("best"):
                line += f"; by the best reading of each number: strict {best['strict']:.1f}, soft {best['soft']:.2f}"
            yield line


def _contested(report: Report | Repeated, results: Results) -> Iterator[str]:
    """How many scores a person should read: flags never change one."""
    contested = [sample for sample in report.samples if sample.score.is_contested]
    near = sum("near miss" in sample.score.flags for sample in report.samples)
    if contested:
        counts = Counter(flag for sample in contested for flag in sample.score.flags)
        kinds = ", ".join(f"{count} {flag}" for flag, count in counts.most_common())
        passes = counted(sum(s.score.strict for s in report.samples), "pass", "passes")
        yield f"{len(contested)} of {passes} {'is' if len(contested) == 1 else 'are'} contested: {kinds}"
    if near:
        yield f"{near} fail{'s are near misses' if near > 1 else ' is a near miss'}"
    if contested or near:
        file = results["input"]["file"]
        yield f"Read them with puma review{' ' + file if Path(file).is_file() else ', file by file'}"


def _rule_errors(report: Report | Repeated) -> Iterator[str]:
    """The rules that could not judge, with task and number, by what they said."""
    errors: dict[str, list[str]] = {}
    for sample in report.samples:
        for number, score in enumerate(sample.score.rules, 1):
            if score.error:
                errors.setdefault(score.error, []).append(f"'{sample.task.id}', rule {number}")
    for error, places in errors.items():
        more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
        yield f"{'; '.join(places[:SHOWN])}{more}: not judged, counted as 0: {error}"
    if not report.reproducible:
        yield "Not reproducible: a pattern ran into its deadline."
