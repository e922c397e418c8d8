"""`puma compare`: whether one model is really better than another, and on which tasks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puma_metrics import Task, grade_all
from puma_metrics.errors import InputError
from puma_metrics.leaderboard import NAMES
from puma_metrics.report import Report
from puma_metrics.signature import tasks_digest
from puma_metrics.wording import counted

from .files import print_json, say
from .grade import load_tasks
from .models import read_pair
from .predictions import Predictions, read_models
from .saved import is_saved, read_saved
from .subset import Subset, subset_options

if TYPE_CHECKING:
    from puma_metrics.comparison import Comparison, Difference, Run

MOST_NAMED = 30
"""Tasks won by one model that the table names; --json has them all."""
MOST_PAIRS = 100


@click.command()
@click.argument("runs", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--tasks", "folder", type=click.Path(path_type=Path), help="The tasks of files to grade; else the sample's."
)
@subset_options
@click.option("--pair", "pairs", multiple=True, metavar="NAME=FILE+FILE", help="One model of several files of answers.")
@click.option("--resamples", type=click.IntRange(1), default=10_000, show_default=True, help="Draws of the bootstrap.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the draws.")
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Coverage of the intervals; one less it is the level of the tests.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as one JSON object.")
def compare(
    runs: tuple[Path, ...],
    folder: Path | None,
    pairs: tuple[str, ...],
    subset: Subset,
    resamples: int,
    seed: int,
    confidence: float,
    as_json: bool,
) -> None:
    """Compare the models of RUNS: folders that `puma grade --out` wrote, or files of answers, which are graded first.

    Two models are compared by category and task by task, more of them pair by pair. All must have been graded against
    the same tasks with the same `scoring`.
    """
    # numpy, which other commands do not need
    from puma_metrics import comparison
    from puma_metrics.rubric.statistics import Settings

    found = read_runs(runs, pairs, folder, subset)
    settings = Settings(resamples, seed, confidence)
    if len(found) == 2:
        two = comparison.compare(found[0], found[1], settings)
        print_json(_plain(two)) if as_json else print_two(two, found)
    else:
        all_pairs = comparison.compare_all(found, settings)
        rows = [{"a": a, "b": b, **_plain_difference(pair)} for (a, b), pair in all_pairs.items()]
        print_json({"confidence": confidence, "pairs": rows}) if as_json else print_pairs(all_pairs, confidence, found)


def read_runs(places: Sequence[Path], pairs: Sequence[str], folder: Path | None, subset: Subset) -> "list[Run]":
    """At least two models out of saved results and files of answers.

    Runs of one model, such as before and after it was rescored, are told apart by where they stand.
    """
    found: list[tuple[str, Run]] = []
    tasks = load_tasks(folder)[0] if pairs or not all(map(is_saved, places)) else []
    for place in places:
        if is_saved(place):
            found += [(str(saved.folder), saved.run) for saved in read_saved(place)]
        else:
            found += _graded(place, "", tasks)
    for pair in pairs:
        found += _graded(None, pair, tasks)
    if len(found) < 2:
        raise click.UsageError(
            f"{counted(len(found), 'model')} to compare: name two folders of results, or files of answers"
        )
    found = [(where, _part(run, subset)) for where, run in found]
    names = Counter(run.name for _, run in found)
    runs = [replace(run, name=f"{run.name} ({where})") if names[run.name] > 1 else run for where, run in found]
    for a, b in combinations(runs, 2):
        if a.name == b.name:
            raise InputError(f"'{a.name}' is named twice; name two different runs")
    return runs


def _part(run: "Run", subset: Subset) -> "Run":
    """The tasks of a run that count; its signature says which."""
    if not str(subset):
        return run
    wanted = subset.chosen([(name, outcome.category) for name, outcome in run.outcomes.items()])
    outcomes = {name: outcome for name, outcome in run.outcomes.items() if name in wanted}
    return replace(run, outcomes=outcomes, signature=run.signature.replace("|scoring:", f"|subset:{subset}|scoring:"))


def _graded(file: Path | None, pair: str, tasks: Sequence[Task]) -> "Iterator[tuple[str, Run]]":
    """The models of a file, or of a pair of files, and the file's name."""
    ids = [task.id for task in tasks]
    for given in read_models(file, ids) if file else [read_pair(pair, ids)]:
        yield given.file, run_of(grade_all(tasks, given.answers), given)


def run_of(report: Report, given: Predictions) -> "Run":
    from puma_metrics.comparison import Outcome, Run

    outcomes = {
        s.task.id: Outcome(s.task.category, s.score.strict, s.score.soft, tasks_digest([s.task]), s.given is None)
        for s in report.samples
    }
    return Run(given.model, report.signature, outcomes)


def _plain(comparison: "Comparison") -> dict[str, Any]:
    from puma_metrics.comparison import verdict

    found = comparison
    return {
        "a": found.a,
        "b": found.b,
        "confidence": found.confidence,
        "tied": found.is_tied,
        "verdict": verdict(found.a, found.b, found.overall, found.confidence),
        "overall": _plain_difference(found.overall),
        "categories": {name: _plain_difference(one) for name, one in found.categories.items()},
        "only_a": list(found.only_a),
        "only_b": list(found.only_b),
    }


def _plain_difference(difference: "Difference") -> dict[str, Any]:
    return {**asdict(difference), "strict": difference.strict}


def print_two(comparison: "Comparison", runs: "Sequence[Run]") -> None:
    from puma_metrics.comparison import verdict

    from .tables import console, differences_table

    rows = {NAMES[name]: one for name, one in comparison.categories.items()}
    console().print(differences_table(comparison.a, comparison.b, {**rows, "All tasks": comparison.overall}))
    say()
    for name, one in rows.items():
        if one.p_holm < 1 - comparison.confidence:
            say(f"{name}: {verdict(comparison.a, comparison.b, one, comparison.confidence)}")
    say(f"All tasks: {verdict(comparison.a, comparison.b, comparison.overall, comparison.confidence)}")
    say()
    for name, won in ((comparison.a, comparison.only_a), (comparison.b, comparison.only_b)):
        more = f" and {len(won) - MOST_NAMED} more, see --json" if len(won) > MOST_NAMED else ""
        say(f"Only {name} passes {len(won)}: {', '.join(won[:MOST_NAMED]) or 'no task'}{more}")
    say()
    _print_notes(runs)
    say(METHOD)


METHOD = (
    "p: exact McNemar test on the tasks that one passes and the other fails; Holm: corrected for the number of tests.\n"
    "Intervals: paired bootstrap; with few tasks they are too narrow: trust p where they disagree."
)


def _print_notes(runs: "Sequence[Run]") -> None:
    """Where the runs differ in what may matter and does not forbid to compare them."""
    from puma_metrics.rescoring import signature_changes

    for run in runs:
        if missing := sum(outcome.is_missing for outcome in run.outcomes.values()):
            tasks, count = counted(len(run.outcomes), "task"), "it counts" if missing == 1 else "they count"
            say(f"{run.name} has not answered {missing} of {tasks}; {count} as failed.")
    for run in runs[1:]:
        for change in signature_changes(runs[0].signature, run.signature):
            say(f"Note: {runs[0].name} was graded with {change.replace('now', f'{run.name} with')}", err=True)


def print_pairs(pairs: "Mapping[tuple[str, str], Difference]", confidence: float, runs: "Sequence[Run]") -> None:
    from puma_metrics.comparison import tied_with_best, verdict

    from .tables import console, pairs_table

    console().print(pairs_table(dict(list(pairs.items())[:MOST_PAIRS])))
    if len(pairs) > MOST_PAIRS:
        say(f"and {len(pairs) - MOST_PAIRS} more, see --json")
    say()
    best = next(iter(pairs))[0]
    say(f"Tied with the best, {best}: {', '.join(tied_with_best(pairs, confidence)) or 'no other'}")
    tied = [names for names, pair in pairs.items() if pair.p_holm >= 1 - confidence]
    are = "is" if len(tied) == 1 else "are"
    say(f"{len(tied)} of {counted(len(pairs), 'pair')} {are} tied: the difference can be chance.")
    (a, b), first = next(iter(pairs.items()))
    say(f"The first two: {verdict(a, b, first, confidence)}")
    say()
    _print_notes(runs)
    say(METHOD)
