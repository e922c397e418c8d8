"""`puma quickstart`: everything once, from the caches to a graded table."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from puma_metrics import grade_all
from puma_metrics.signature import tasks_digest
from puma_metrics.wording import counted

from .files import say
from .grade import load_tasks
from .offline import go_offline
from .predictions import Predictions, read_predictions
from .tables import console, models_table, recognisers_table

QUESTIONS = "predictions_written.jsonl"
SPEECH = "predictions_whisper_base.jsonl"
DOCUMENTS = ("predictions_tesseract.jsonl", "predictions_rapidocr.jsonl")


@click.command()
def quickstart() -> None:
    """Prepare this machine, load dataset and metric by their names, and grade the bundled answers."""
    go_offline()
    from puma_dataset import prepare
    from puma_dataset.read import SAMPLE

    say("Preparing the caches and importing datasets and evaluate (some seconds) ...", err=True)
    done = prepare()
    with _elsewhere():
        _load_by_name()
    _show([SAMPLE / "predictions" / file for file in (QUESTIONS, SPEECH, *DOCUMENTS)])
    say()
    say(f"Tasks and media:   {SAMPLE}")
    say(f"Bundled answers:   {SAMPLE / 'predictions'}")
    say(f"Prepared dataset:  {done.dataset}")
    say("Next: puma explain sm_006 --answer 'Skrzpyce, Wieniawski', or grade your own file with puma grade FILE")


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
    say(f'load_dataset("puma")         -> {dataset["test"].num_rows} tasks in split "test"')
    metric = evaluate.load("puma_rules")
    row = dataset["test"][0]
    result = metric.compute(predictions=["To herb Leliwa."], references=[row["rules"]])
    say(f'evaluate.load("puma_rules")  -> "To herb Leliwa." to {row["id"]}: {result["reasons"][0]}')


def _show(files: list[Path]) -> None:
    """Tables like the paper's Table 1, of what was put together, and like its Tables 2 and 3, of recognisers alone.

    No model answered the questions: a column says by whom each part of it was given.
    """
    tasks, name = load_tasks(None)
    ids = [task.id for task in tasks]
    written, speech, *documents = [read_predictions(file, ids) for file in files]
    say(f"\nTasks: {name}, {counted(len(tasks), 'task')}, digest {tasks_digest(tasks)}")
    say("Answers, put together to show every category; no model gave them all:")
    say("  questions and structured extraction: written by hand for this sample")
    say(f"  speech recognition: {speech.model}")
    say(f"  document recognition: {' or '.join(read.model for read in documents)}\n")
    out = console()
    together = {
        f"by hand + {_kind(speech)} + {_kind(read)}": {**written.answers, **speech.answers, **read.answers}
        for read in documents
    }
    models = {model: grade_all(tasks, answers).results() for model, answers in together.items()}
    out.print(models_table(models))
    say()
    alone = {_short(read): grade_all(tasks, read.answers).results() for read in (speech, *documents)}
    out.print(recognisers_table(alone))
    say(f"\n{next(iter(models.values()))['signature']}")


def _kind(read: Predictions) -> str:
    """The recogniser without its version, for the head of a column."""
    return read.model.partition("-")[0]


def _short(read: Predictions) -> str:
    return read.model.partition(" ")[0]
