"""`puma normalise`: answers of recognisers in the form in which they are compared (NORMALISE, 12.6)."""

import difflib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.normal import NAMES, Normalised
from puma_metrics.rules.fields import shown
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks
from .normalising import Way, as_row, made_of, refuse_normalised, refuse_nothing, way_options, with_made
from .predictions import read_models

LINES = 20
"""Lines that --diff shows of one document; how many more there are is said."""


@click.command()
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("--to", "out", required=True, type=click.Path(path_type=Path), help="Write them into this file (JSONL).")
@click.option("--with", "names", multiple=True, metavar="NAME", help="Only spoken1 (speech) or structure1 (documents).")
@way_options("--format", "--shape")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option("--prediction", default="", metavar="COLUMN", help="The column of the answers, where several could be.")
@click.option("--diff", is_flag=True, help="Print what was read how.")
def normalise(
    predictions: Path, out: Path, names: tuple[str, ...], way: Way, folder: Path | None, prediction: str, diff: bool
) -> None:
    """Normalise the answers of a recogniser: numbers as they are spoken, documents tidied; nothing else is touched.

    Each row keeps what it was as `raw_prediction`, and `normaliser` says how it was made; puma grade scores both.
    Answers to questions stay as they are.
    """
    way = replace(way, names=_known(names))
    if out.exists() and out.samefile(predictions):
        raise click.UsageError(f"--to {out}: is the file of the answers itself; name another")
    tasks, _ = load_tasks(folder)
    rows, normalised, notes = [], 0, list[str]()
    for given in read_models(predictions, [task.id for task in tasks], prediction=prediction):
        refuse_normalised(given)
        made = made_of(given, tasks, way)
        refuse_nothing(given.file, made, tasks, way.names)
        changed = with_made(given, made)
        rows += [as_row(name, given.model, one) for name, one in changed.answers.items()]
        normalised += len(made)
        notes += changed.notes
        for name, one in made.items() if diff else ():
            for line in differences(name, given.answers[name].text or "", one):
                files.say(line)
    files.write_text(out, files.json_lines(rows))
    for note in notes:
        files.say(note, err=True)
    files.say(f"Written: {out}, {counted(len(rows), 'row')}, {normalised} normalised")


def _known(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in NAMES:
            raise InputError(f"--with: unknown normaliser '{name}'; {did_you_mean(name, NAMES)}")
    return names or NAMES


def differences(name: str, raw: str, made: Normalised) -> Iterator[str]:
    """What was read how: of speech each expression, of a document the lines that changed."""
    yield f"{name}  {made.normaliser}" + ("" if made.text != raw else "  unchanged")
    for start, end, reading in made.readings:
        yield f"  {start}-{end}  {shown(raw[start:end])} → {shown(reading.strip())}"
    if made.readings or made.text == raw:
        return
    lines = [
        line
        for line in difflib.unified_diff(raw.splitlines(), made.text.splitlines(), n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]
    yield from (f"  {line}" for line in lines[:LINES])
    if len(lines) > LINES:
        yield f"  and {counted(len(lines) - LINES, 'line')} more"
