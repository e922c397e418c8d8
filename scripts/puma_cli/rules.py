"""`puma rules`: what rules let through that they should not."""

from collections.abc import Sequence
from pathlib import Path

import click

from puma_metrics.errors import InputError
from puma_metrics.stress import Breach, Stressed, soft_scores, stress, summary
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks, progress


@click.group()
def rules() -> None:
    """Attack the rules of tasks: an author's tests, beside `puma validate`."""


@rules.command("stress")
@click.argument("folder", metavar="[TASKS]", type=click.Path(path_type=Path), required=False)
@click.option("--contested", is_flag=True, help="List too what passes with a flag, which `puma review` would show.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as one JSON object.")
def stress_rules(folder: Path | None, contested: bool, as_json: bool) -> None:
    """List the tasks of the folder TASKS, else of the sample, that a cheap answer passes.

    Cheap is what needs no look at picture, recording or page (the prompt echoed, every option, numbers 0 to 1000, every
    town), and what is made of the rules without saying which part is right (every phrase at once, the reference
    shuffled). Exit code 3 when something is listed.
    """
    tasks, name = load_tasks(folder)
    results = [stress(task) for task in progress(tasks, "Attacking")]
    if as_json:
        files.print_json({"tasks": name, **summary(results)})
    else:
        _print(results, name, contested)
    if any(breach.is_listed for result in results for breach in result.breaches):
        raise InputError(f"{name}: mend the rules of what is listed above, and stress them again")


def _print(results: Sequence[Stressed], name: str, contested: bool) -> None:
    from .tables import breaches_table, console

    breaches = [breach for result in results for breach in result.breaches]
    shown = [breach for breach in breaches if contested or breach.is_listed]
    if shown:
        console().print(breaches_table(shown))
        files.say()
    for line in (*_softly(results), *_asides(results)):
        files.say(line)
    tried = sum(result.tried for result in results)
    files.say(f"{name}: {counted(len(results), 'task')}, {counted(tried, 'cheap answer')}; {_verdict(breaches)}")


def _verdict(breaches: Sequence[Breach]) -> str:
    listed = [breach for breach in breaches if breach.is_listed]
    tasks = len({breach.task.id for breach in listed})
    rest = len(breaches) - len(listed)
    return f"{counted(tasks, 'task')} listed with {counted(len(listed), 'attack')}, {rest} contested by a flag"


def _softly(results: Sequence[Stressed]) -> list[str]:
    """What soft scores give to a reference out of order."""
    return [
        f"{name}: soft {100 * about['mean']:.1f} % in the mean of {counted(about['n'], 'task')}, "
        f"{100 * about['highest']:.1f} % at most ({about['id']})"
        for name, about in soft_scores(results).items()
    ]


def _asides(results: Sequence[Stressed]) -> list[str]:
    """What the list does not say."""
    lines = []
    if right := sum(result.names_nothing_wrong for result in results):
        lines.append(f"every phrase: no attack on {counted(right, 'task')}, whose rules name nothing that is wrong")
    for result in results:
        if result.unjudged:
            lines.append(f"'{result.task.id}': a pattern ran into its deadline on: {', '.join(result.unjudged)}")
    return lines
