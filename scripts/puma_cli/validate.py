"""`puma validate`: everything wrong with a folder of tasks."""

from collections.abc import Sequence
from pathlib import Path

import click

from puma_metrics import Task
from puma_metrics.errors import InputError
from puma_metrics.wording import counted

from .files import say


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Refuse warnings too.")
@click.option(
    "--blind",
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="List the tasks that a run with --without-media passes: they can be answered from the question alone.",
)
def validate(folder: Path, strict: bool, blind: Path | None) -> None:
    """Check FOLDER: its tasks.jsonl, its media, and that every task grades its own answers as it says."""
    from puma_dataset import read_tasks
    from puma_metrics.signature import tasks_digest

    tasks, findings = read_tasks(folder)
    for finding in findings:
        say(f"{'warning' if finding.is_warning else 'error'}  {finding}")
    errors = sum(not finding.is_warning for finding in findings)
    warnings = len(findings) - errors
    counts = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    digest = f", digest {tasks_digest(tasks)}" if tasks else ""
    say(f"{folder}: {counted(len(tasks), 'sound task')}{digest}; {counts}")
    if blind:
        _say_blind(blind, tasks)
    if errors or (strict and warnings):
        raise InputError(f"{folder}: mend what is listed above, and validate again")


def _say_blind(out: Path, tasks: Sequence[Task]) -> None:
    """The tasks that were passed without their media (the paper's appendix H.1). Raises InputError for another run."""
    from puma_metrics import grade
    from puma_run.journal import ANSWERS, rows_of
    from puma_run.records import of_run

    if not of_run(out).get("blind"):
        raise InputError(f"{out}: was asked with its media; ask again with puma run --without-media, into a new folder")
    by_id = {task.id: task for task in tasks}
    passed: dict[str, list[int]] = {}
    for row in rows_of(out / ANSWERS):
        if row["id"] in by_id:
            passed.setdefault(row["id"], []).append(grade(by_id[row["id"]], row.get("prediction")).strict)
    found = {name: scores for name, scores in passed.items() if any(scores)}
    for name in (name for name in by_id if name in found):
        scores = found[name]
        say(f"blind    '{name}': {sum(scores)} of {counted(len(scores), 'answer')} without its media passes")
    say(f"{out}: {len(found)} of {counted(len(passed), 'task')} answered there can be passed without media")
