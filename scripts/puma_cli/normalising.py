"""Answers of recognisers, normalised as their tasks ask for it (NORMALISE, 12.6)."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from puma_metrics import Given, Task
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.grade import cut
from puma_metrics.normal import NAMES, Normalised, normalise, normaliser_for
from puma_metrics.rules.fields import shown
from puma_metrics.shapes import ORDERS, SHAPES
from puma_metrics.wording import counted

from .predictions import SHOWN, Predictions, single

LINES = 20
"""Lines that are shown of one document's changes; how many more there are is said."""


@dataclass(frozen=True)
class Way:
    """How answers are normalised: by which of the normalisers, and with which options."""

    names: tuple[str, ...] = NAMES
    digits_only: bool = False
    format: str | None = None
    order: str = "given"

    def of(self, task: Task, raw: str) -> Normalised | None:
        """An answer to a task normalised; None where its task has no normaliser, or another one than was asked for."""
        name = normaliser_for(task.rules)
        if name not in self.names:
            return None
        # what is beyond the bound is not graded either
        return normalise(cut(raw), name, digits_only=self.digits_only, format=self.format, order=self.order)


def way_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of a command that say how answers are normalised; it is called with the `way` that they choose.

    `names` are those of the option for what recognisers write: `--format` is another one of some commands.
    """

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(digits_only: bool, shape: str | None, order: str, **given: Any) -> Any:
            if shape is not None and shape not in SHAPES:
                raise click.BadParameter(f"'{shape}' is none; {did_you_mean(shape, SHAPES)}", param_hint=names[0])
            return command(way=Way(digits_only=digits_only, format=shape, order=order), **given)

        digits = click.option("--digits-only", is_flag=True, help="Speech: only answers that have a digit.")
        form = click.option(
            *names, "shape", metavar="NAME", help="Documents: what they are; else found by their marks."
        )
        which = click.Choice(ORDERS)
        order = click.option(
            "--order", type=which, default=ORDERS[0], show_default=True, help="Documents: lines in boxes."
        )
        return digits(form(order(called)))

    return added


def normalise_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--normalise`, and how; the command is called with the `way`, None where answers stay as they are."""

    @wraps(command)
    def called(normalise: bool, way: Way, **given: Any) -> Any:
        if way != Way() and not normalise:
            raise click.UsageError("--digits-only, --shape and --order say how to normalise: add --normalise")
        return command(way=way if normalise else None, **given)

    about = "Normalise the answers to speech and document recognition first."
    return click.option("--normalise", is_flag=True, help=about)(way_options("--shape")(called))


def refuse_normalised(given: Predictions) -> None:
    """Raise UsageError where answers were normalised already: twice would be another measure."""
    done = [name for name, one in given.answers.items() if one.raw is not None]
    if done:
        names = ", ".join(f"'{name}'" for name in done[:SHOWN]) + (" …" if len(done) > SHOWN else "")
        how = given.answers[done[0]].normaliser or "they have a raw_prediction"
        raise click.UsageError(
            f"{given.file}: {counted(len(done), 'answer')} normalised already ({how}): {names}; grade the file as it is"
        )


Made = Mapping[str, Normalised]
"""By task what was made of an answer; without those that were left alone."""


def made_of(given: Predictions, tasks: Iterable[Task], way: Way) -> dict[str, Normalised]:
    """What is made of each answer that has a text and whose task asks for it."""
    found = {}
    for task in tasks:
        one = given.answers.get(task.id)
        if one and one.text is not None and (made := way.of(task, one.text)):
            found[task.id] = made
    return found


def with_made(given: Predictions, made: Made) -> Predictions:
    """The answers with what was made of them in their place, and what a user should know of it."""
    answers = dict(given.answers)
    for name, one in made.items():
        answers[name] = replace(answers[name], text=one.text, raw=answers[name].text, normaliser=one.normaliser)
    return replace(given, answers=answers, notes=(*given.notes, *_notes(made)))


def _notes(made: Made) -> Iterator[str]:
    by_note: dict[str, list[str]] = {}
    for name, one in made.items():
        for note in one.notes:
            by_note.setdefault(note, []).append(f"'{name}'")
    for note, names in by_note.items():
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        yield f"{', '.join(names[:SHOWN])}{more}: {note}"


def normalised(given: Predictions, tasks: Sequence[Task], way: Way) -> Predictions:
    """The answers of a recogniser normalised.

    Raises UsageError where they are that already, InputError where none can be.
    """
    refuse_normalised(single(given, "--normalise"))
    made = made_of(given, tasks, way)
    refuse_nothing(given.file, made, tasks, way.names)
    return with_made(given, made)


def refuse_nothing(file: str, made: Made, tasks: Sequence[Task], names: Sequence[str]) -> None:
    """Raise InputError where no answer could be normalised at all."""
    if not made:
        kinds = " and ".join(names)
        raise InputError(
            f"{file}: has no answer to a task that {kinds} is for (speech or document recognition), of "
            f"{counted(len(tasks), 'task')}; answers to questions are never normalised"
        )


def as_row(name: str, model: str, given: Given) -> dict[str, Any]:
    """A line of a file of answers, from which the same is read again."""
    row: dict[str, Any] = {"id": name, "model": model, "prediction": given.text}
    if given.normaliser:
        row |= {"raw_prediction": given.raw, "normaliser": given.normaliser}
    if given.failed:
        row["error"] = "failed"
    if given.truncated or given.refused:
        row["finish_reason"] = "length" if given.truncated else "content_filter"
    return row


def what_was_read(name: str, raw: str, made: Normalised) -> Iterator[str]:
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
