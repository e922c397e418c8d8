"""Reading a file of answers from any inference stack (TASKS, "Predictions"; RUN, section 6)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from puma_answers import Row
from puma_answers.formats import WANTED, ending
from puma_answers.values import EXAMPLE
from puma_metrics import Given
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.wording import counted, one_name

from .answer_files import read_answers

SHOWN = 10
"""How many ids a message names."""


@dataclass(frozen=True)
class Predictions:
    """What a file holds: its answers by id, and how it looked."""

    file: str
    answers: Mapping[str, Given]
    model: str
    rows: int
    extra: int
    duplicate: int
    null: int
    read_as: str = "rows"
    """The shape of the file."""
    notes: tuple[str, ...] = ()
    """What the user should know of how it was read."""


def read_predictions(
    file: Path, ids: Sequence[str], extra: str = "refuse", duplicates: str = "refuse", prediction: str = ""
) -> Predictions:
    """The answers of one model to the tasks named by `ids`. Raises InputError with the address of what is wrong."""
    found = read_models(file, ids, extra, duplicates, prediction)
    if len(found) > 1:
        names = ", ".join(f"'{given.model}'" for given in found[:SHOWN])
        raise InputError(f"{file}: answers of {len(found)} models ({names}); write one file for each")
    return found[0]


def read_models(
    file: Path, ids: Sequence[str], extra: str = "refuse", duplicates: str = "refuse", prediction: str = ""
) -> list[Predictions]:
    """The answers in a file, model by model where its column `model` names several; raises as `read_predictions`.

    `prediction` names the column of the answers; without it, it must be the only one that can be meant.
    """
    found = read_answers(file, prediction)
    rows = found.answers.rows
    if not rows:
        expected = WANTED.get(ending(file.name), f"one object a line, such as {EXAMPLE}")
        raise InputError(f"{file}: holds no answer; expected {expected}")
    wanted = set(ids)
    if extra == "refuse" and (unknown := [row for row in rows if row.id not in wanted]):
        places = {row.id: _place(row) for row in reversed(unknown)}  # the first of each, from the last id to the first
        raise InputError(extra_message(file, len(unknown), dict(reversed(places.items())), ids))
    models = list(dict.fromkeys(row.model for row in rows if row.model))
    nameless = next((row for row in rows if not row.model), None)
    ignored = ", ".join(f"'{column}'" for column in found.answers.ignored)
    notes = (*found.notes, *([f"not read beside 'prediction': {ignored}"] if ignored else []))
    about = (found.answers.read_as, notes)
    if only := only_model(file, models, f"{nameless.line}, '{nameless.id}'" if nameless else ""):
        return [_predictions(file, only, rows, wanted, duplicates, *about)]
    by_model: dict[str, list[Row]] = {model: [] for model in models}
    for row in rows:
        by_model[row.model].append(row)
    return [_predictions(file, model, found, wanted, duplicates, *about) for model, found in by_model.items()]


def _place(row: Row) -> str:
    return f"{row.file}, line {row.line}" if row.file else f"line {row.line}"


def only_model(file: Path, models: Sequence[str], nameless: str) -> str:
    """The one model of a file, named by some of its rows, or by its own name; "" if its rows name several.

    `nameless` says where the first row without a name is, if there is one. Raises InputError if others name several.
    """
    if len(models) < 2:
        return models[0] if models else one_name(_stem(file)) or "standard input"
    if nameless:
        problem = f"is missing, and the file holds answers of {len(models)} models; name each row's model"
        raise InputError(f"{file}:{nameless}, model: {problem}")
    return ""


def _stem(file: Path) -> str:
    """A file's name without its ending and what packed it."""
    name = file.name if file.is_dir() or ending(file.name) not in (".gz", ".zip") else file.stem
    return (name if file.is_dir() else Path(name).stem).strip("-")


def _predictions(
    file: Path, model: str, rows: Sequence[Row], wanted: set[str], duplicates: str, read_as: str, notes: tuple[str, ...]
) -> Predictions:
    known = [row for row in rows if row.id in wanted]
    repeated = [name for name, count in Counter(row.id for row in known).items() if count > 1]
    if duplicates == "refuse" and repeated:
        places = {name: _places([row for row in known if row.id == name]) for name in repeated[:SHOWN]}
        raise InputError(duplicate_message(file, len(repeated), places))
    kept = {row.id: row for row in (reversed(known) if duplicates == "first" else known)}
    return Predictions(
        file=str(file),
        answers={name: row.given for name, row in kept.items()},
        model=model,
        rows=len(rows),
        extra=len(rows) - len(known),
        duplicate=len(known) - len(kept),
        null=sum(row.given.text is None and not row.given.failed for row in kept.values()),
        read_as=read_as,
        notes=notes,
    )


def _places(rows: Sequence[Row]) -> str:
    if rows[0].file:
        return "; ".join(map(_place, rows[:SHOWN]))
    return f"lines {', '.join(str(row.line) for row in rows[:SHOWN])}"


def extra_message(file: Path, n: int, places: Mapping[str, str], ids: Sequence[str]) -> str:
    """What to say of `n` answers to no task; `places` has the unknown ids and where each stands first."""
    names = ", ".join(f"'{name}' ({place})" for name, place in list(places.items())[:SHOWN])
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    known = did_you_mean(next(iter(places)), ids)
    prints_alike = not known.endswith("?")  # and not only the tasks of another set
    hint = f"; {known}" if known.startswith("did") and (n < len(ids) or prints_alike) else ""
    return (
        f"{file}: {counted(n, 'answer')} to no task of this set: {names}{more}{hint}\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with "
        "puma grade --extra ignore."
    )


def duplicate_message(file: Path, n: int, places: Mapping[str, str]) -> str:
    """What to say of `n` tasks that were answered more than once; `places` says of the first few where."""
    shown = ", ".join(f"'{name}' ({place})" for name, place in list(places.items())[:SHOWN])
    more = f" and {n - SHOWN} more" if n > SHOWN else ""
    return (
        f"{file}: more than one answer to {counted(n, 'task')}: {shown}{more}\n"
        "Say which one counts with puma grade --duplicates first or --duplicates last; to count them all, as a model's "
        "several samples, write Parquet and add --duplicates all --jobs 1 --out FOLDER."
    )
