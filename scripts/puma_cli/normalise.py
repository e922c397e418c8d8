"""`puma normalise`: answers of recognisers in the form in which they are compared (NORMALISE, 12.6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from puma_metrics import Task
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.normal import LLM, NAMES, Normalised
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks
from .normalising import (
    Made,
    Way,
    as_row,
    made_of,
    refuse_normalised,
    refuse_nothing,
    way_options,
    what_was_read,
    with_made,
)
from .predictions import Predictions, read_models
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

    Each row keeps its `raw_prediction`, and `normaliser` says how it was made; answers to questions stay as they are.
    """
    model = _model(names)
    way = way if model else replace(way, names=_known(names))
    if out.exists() and out.samefile(predictions):
        raise click.UsageError(f"--to {out}: is the file of the answers itself; name another")
    files.refuse_unwritable(out)
    tasks, _ = load_tasks(folder)
    given = read_models(predictions, [task.id for task in tasks], prediction=prediction)
    for one in given:
        refuse_normalised(one)
    cache = cache or out.with_name(f"{out.name}.llm")
    made = rewritten(given, tasks, way, model, cache, asking) if model else _frozen(given, tasks, way)
    if isinstance(made, int):
        return made
    for one in given:
        refuse_nothing(one.file, made[one.model], tasks, way.names)
    changed = [with_made(one, made[one.model]) for one in given]
    files.write_text(out, files.json_lines(_rows(changed)))
    for line in _differences(given, made) if diff else ():
        files.say(line)
    _say(out, changed, [one for of in made.values() for one in of.values()])
    return 0


def _frozen(given: Sequence[Predictions], tasks: Sequence[Task], way: Way) -> dict[str, dict[str, Normalised]]:
    return {one.model: made_of(one, tasks, way) for one in given}


def _rows(changed: Sequence[Predictions]) -> Iterator[dict[str, Any]]:
    return (as_row(name, of.model, one) for of in changed for name, one in of.answers.items())


def _differences(given: Sequence[Predictions], made: Mapping[str, Made]) -> Iterator[str]:
    for of in given:
        for name, one in made[of.model].items():
            yield from what_was_read(name, of.answers[name].text or "", one)


def _say(out: Path, changed: Sequence[Predictions], made: Sequence[Normalised]) -> None:
    for note in (note for of in changed for note in of.notes):
        files.say(note, err=True)
    refused = sum(one.is_refused for one in made)
    kept = f", {refused} refused" if refused else ""
    rows = sum(len(of.answers) for of in changed)
    files.say(f"Written: {out}, {counted(rows, 'row')}, {len(made) - refused} normalised{kept}")


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
