"""`puma review`: a walk through the scores that a person should read."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from puma_metrics.flags import FLAGS
from puma_metrics.report import Sample
from puma_metrics.wording import counted

from . import files
from .explain import explained, question
from .grade import load_tasks
from .predictions import read_predictions
from .repeats import grade_given, reading_options
from .tables import console

VERDICTS = {"r": "right", "w": "wrong"}


@click.command()
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@reading_options
@click.option("--flag", type=click.Choice(FLAGS), help="Only answers with this flag.")
@click.option("--out", type=click.Path(path_type=Path), help="Add your verdicts to this file, one JSON object a line.")
def review(
    predictions: Path,
    folder: Path | None,
    prediction: str,
    samples: int | None,
    flag: str | None,
    out: Path | None,
) -> None:
    """Walk through the passes and fails of PREDICTIONS that carry a flag.

    On a terminal each waits for a key: r right, w wrong, q quit, any other key goes on. Scores do not change.
    """
    if out:
        files.refuse_unwritable(out)
    tasks, _ = load_tasks(folder)
    ids = [task.id for task in tasks]
    given = read_predictions(predictions, ids, "ignore", "last", prediction, samples or 0)
    verdicts = _walk([s for s in grade_given(tasks, given, {}).samples if s.given and _is_wanted(s, flag)])
    if out and verdicts:
        before = out.read_text(encoding="utf-8") if out.exists() else ""
        files.write_text(out, before + files.json_lines(verdicts))
        files.say(f"{counted(len(verdicts), 'verdict')} added: {out}", err=True)


def _is_wanted(sample: Sample, flag: str | None) -> bool:
    return flag in sample.score.flags if flag else bool(sample.score.flags)


def _walk(samples: Sequence[Sample]) -> list[dict[str, str | None]]:
    verdicts: list[dict[str, str | None]] = []
    for number, sample in enumerate(samples, 1):
        console().print(
            Text(f"\n{number} of {len(samples)}", style="dim"), question(sample.task), explained(sample.score)
        )
        if not sys.stdin.isatty():
            continue
        files.say("[r]ight  [w]rong  [q]uit  any other key: next", err=True)
        key = click.getchar().lower()
        if key == "q":
            break
        if key in VERDICTS:
            text = sample.given.text if sample.given else None
            verdicts.append({"id": sample.task.id, "answer": text, "verdict": VERDICTS[key]})
    if not samples:
        files.say("No answer carries a flag.")
    return verdicts
