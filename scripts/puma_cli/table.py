"""`puma table`: tables of the paper, of saved results or of files of answers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from puma_metrics import Task, grade_all
from puma_metrics import recognisers as tables_of
from puma_metrics.errors import InputError
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks
from .models import read_all
from .normalising import Way, normalised, way_options
from .records import results_of
from .saved import is_saved, read_saved
from .tables import console, recogniser_tables


@click.group()
def table() -> None:
    """Print a table of the paper."""


@table.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@way_options("--shape")
@click.option("--format", "form", type=click.Choice(list(tables_of.FORMATS)), help="Print this in place of the table.")
def recognisers(runs: tuple[Path, ...], folder: Path | None, way: Way, form: str | None) -> None:
    """Tables 2 and 3: each recogniser's strict and soft, soft before normalisation (BN), and best, in speech.

    RUN is a folder that `puma grade --normalise --out` or `puma run` wrote, or a file of answers.
    """
    tasks, name = load_tasks(folder)
    models: dict[str, dict[str, Any]] = {}
    for run in runs:
        found = [dict(one.results) for one in read_saved(run)] if is_saved(run) and not _is_run(run) else None
        for results in found if found is not None else _graded(run, tasks, way):
            if results["model"] in models:
                raise InputError(f"{run}: the model '{results['model']}' stands in another of these too; name it once")
            models[results["model"]] = results
    rows = tables_of.tables(models)
    if form:
        files.print_text(tables_of.FORMATS[form](rows))
        return
    files.say(f"Tasks: {name}, {counted(len(tasks), 'task')}; strict and soft in percent, BN before normalisation")
    for shown in recogniser_tables(rows):
        files.say()
        console().print(shown)
    files.say()
    for signature in dict.fromkeys(results["signature"] for results in models.values()):
        files.say(signature)


def _is_run(place: Path) -> bool:
    """Whether a folder holds answers that were not graded there."""
    return place.is_dir() and not any(place.glob("results.json")) and not any(place.glob("*/results.json"))


def _graded(run: Path, tasks: Sequence[Task], way: Way) -> list[dict[str, Any]]:
    given = read_all([run], [], [task.id for task in tasks])
    ready = [one if any(a.normaliser for a in one.answers.values()) else normalised(one, tasks, way) for one in given]
    return [results_of(grade_all(tasks, one.answers), one) for one in ready]
