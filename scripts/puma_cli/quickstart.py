"""`puma quickstart`: everything once, from the caches to a graded table."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from puma_metrics import Given, grade_all

from .grade import load_tasks, print_report
from .offline import go_offline
from .predictions import Predictions, read_predictions

PREDICTIONS = ("predictions_written.jsonl", "predictions_whisper_base.jsonl")


@click.command()
def quickstart() -> None:
    """Prepare this machine, load dataset and metric by their names, and grade the bundled answers."""
    go_offline()
    from puma_dataset import prepare
    from puma_dataset.read import SAMPLE

    click.echo("Preparing the caches and importing datasets and evaluate (some seconds) ...", err=True)
    done = prepare()
    with _elsewhere():
        _load_by_name()
    tasks, name = load_tasks(None)
    given = _joined([SAMPLE / "predictions" / file for file in PREDICTIONS], [task.id for task in tasks])
    report = grade_all(tasks, given.answers)
    click.echo()
    print_report(report, given, name)
    click.echo()
    click.echo(f"Tasks and media:   {SAMPLE}")
    click.echo(f"Bundled answers:   {SAMPLE / 'predictions'}")
    click.echo(f"Prepared dataset:  {done.dataset}")
    click.echo("Next: puma explain sm_006 --answer 'Skrzpyce, Wieniawski', or grade your own file with puma grade FILE")


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Work in an empty directory, where no folder of the dataset's name can be read in its place."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as empty:
        os.chdir(empty)
        try:
            yield
        finally:
            os.chdir(before)


def _load_by_name() -> None:
    import datasets
    import evaluate
    from datasets import load_dataset

    datasets.logging.set_verbosity_error()  # that the Hub was not asked is what was wanted
    evaluate.logging.set_verbosity_error()

    dataset = load_dataset("puma")
    click.echo(f'load_dataset("puma")         -> {dataset["test"].num_rows} tasks in split "test"')
    metric = evaluate.load("puma_rules")
    row = dataset["test"][0]
    result = metric.compute(predictions=["To herb Leliwa."], references=[row["rules"]])
    click.echo(f'evaluate.load("puma_rules")  -> "To herb Leliwa." to {row["id"]}: {result["reasons"][0]}')


def _joined(files: list[Path], ids: list[str]) -> Predictions:
    """The bundled files as one: real recognisers for their categories, written answers for the questions."""
    parts = [read_predictions(file, ids) for file in files]
    answers: dict[str, Given] = {name: given for part in parts for name, given in part.answers.items()}
    models = " + ".join(part.model for part in parts)
    return Predictions("the bundled answers", answers, models, sum(part.rows for part in parts), 0, 0, 0)
