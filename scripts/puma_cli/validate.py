"""`puma validate`: everything wrong with a folder of tasks."""

from pathlib import Path

import click

from puma_metrics.errors import InputError
from puma_metrics.wording import counted

from .files import say


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Refuse warnings too.")
def validate(folder: Path, strict: bool) -> None:
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
    if errors or (strict and warnings):
        raise InputError(f"{folder}: mend what is listed above, and validate again")
