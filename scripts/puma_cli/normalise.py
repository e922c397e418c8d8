"""`puma normalise`: answers of recognisers in the form in which they are compared (NORMALISE, 12.6)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.normal import LLM, NAMES
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks
from .normalising import Way, as_row, differences, made_of, refuse_normalised, refuse_nothing, way_options, with_made
from .predictions import read_models
from .rewriting import rewritten
from .servers import pace_options, server_options


@click.command()
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("--to", "out", required=True, type=click.Path(path_type=Path), help="Write them into this file (JSONL).")
@click.option(
    "--with",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only spoken1 (speech) or structure1 (documents), or llm:MODEL.",
)
@way_options("--format", "--shape")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option("--prediction", default="", metavar="COLUMN", help="The column of the answers, where several could be.")
@click.option("--diff", is_flag=True, help="Print what was read how.")
@click.option(
    "--cache", type=click.Path(path_type=Path), metavar="FOLDER", help="Of llm: keep question and answer here."
)
@server_options
@pace_options
def normalise(
    predictions: Path,
    out: Path,
    names: tuple[str, ...],
    way: Way,
    folder: Path | None,
    prediction: str,
    diff: bool,
    cache: Path | None,
    **asking: Any,
) -> int:
    """Normalise the answers of a recogniser: numbers as they are spoken, documents tidied; nothing else is touched.

    Each row keeps what it was as `raw_prediction`, and `normaliser` says how it was made; puma grade scores both.
    Answers to questions stay as they are.
    """
    model = _model(names)
    way = way if model else replace(way, names=_known(names))
    if out.exists() and out.samefile(predictions):
        raise click.UsageError(f"--to {out}: is the file of the answers itself; name another")
    files.refuse_unwritable(out)
    tasks, _ = load_tasks(folder)
    given_all = read_models(predictions, [task.id for task in tasks], prediction=prediction)
    for given in given_all:
        refuse_normalised(given)
    if model:
        found = rewritten(given_all, tasks, way, model, cache or out.with_name(f"{out.name}.llm"), asking)
        if isinstance(found, int):
            return found
    else:
        found = {given.model: made_of(given, tasks, way) for given in given_all}
    rows, normalised, refused, notes = [], 0, 0, list[str]()
    for given in given_all:
        made = found[given.model]
        refuse_nothing(given.file, made, tasks, way.names)
        changed = with_made(given, made)
        rows += [as_row(name, given.model, one) for name, one in changed.answers.items()]
        refused += sum(one.is_refused for one in made.values())
        normalised += len(made)
        notes += changed.notes
        for name, one in made.items() if diff else ():
            for line in differences(name, given.answers[name].text or "", one):
                files.say(line)
    files.write_text(out, files.json_lines(rows))
    for note in notes:
        files.say(note, err=True)
    kept = f", {refused} refused" if refused else ""
    files.say(f"Written: {out}, {counted(len(rows), 'row')}, {normalised - refused} normalised{kept}")
    return 0


def _model(names: tuple[str, ...]) -> str:
    """The language model that is asked; "" for the frozen normalisers."""
    asked = [name.removeprefix(LLM) for name in names if name.startswith(LLM)]
    if asked and (len(names) > 1 or not asked[0].strip()):
        raise click.UsageError(f"--with {LLM}MODEL: expected one model, and nothing beside it")
    return asked[0] if asked else ""


def _known(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in NAMES:
            raise InputError(f"--with: unknown normaliser '{name}'; {did_you_mean(name, NAMES)}")
    return names or NAMES
