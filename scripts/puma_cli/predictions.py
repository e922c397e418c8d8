"""Reading a file of answers from any inference stack (TASKS, "Predictions")."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from puma_metrics import Given
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.grade import is_missing
from puma_metrics.wording import counted, one_name

from .answer_files import EXAMPLE, TEXT_COLUMNS, USED, Twice, records, shown

SHOWN = 10
"""How many ids a message names."""
WANTED = {
    **dict.fromkeys((".csv", ".tsv"), "a header with id and prediction, and a row for each answer"),
    ".parquet": "the columns id and prediction, and a row for each answer",
    ".json": f"[{EXAMPLE}]",
}
"""What a file should hold, by the ending of its name; of any other, lines of JSON."""
AS_TEXT = "write it as text, as it stands elsewhere: 1.10 and 1.1 are one number (pandas: dtype=str)"


@dataclass(frozen=True)
class Row:
    """One answer as it stands in the file. `line` counts as the file does: lines, or rows from 1."""

    line: int
    id: str
    given: Given
    model: str


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


def read_predictions(file: Path, ids: Sequence[str], extra: str = "refuse", duplicates: str = "refuse") -> Predictions:
    """The answers of one model to the tasks named by `ids`. Raises InputError with the address of what is wrong."""
    found = read_models(file, ids, extra, duplicates)
    if len(found) > 1:
        names = ", ".join(f"'{given.model}'" for given in found[:SHOWN])
        raise InputError(f"{file}: answers of {len(found)} models ({names}); write one file for each")
    return found[0]


def read_models(file: Path, ids: Sequence[str], extra: str = "refuse", duplicates: str = "refuse") -> list[Predictions]:
    """The answers in a file, model by model where its column `model` names several; raises as `read_predictions`."""
    rows = [row_of(str(file), line, record) for line, record in records(file)]
    if not rows:
        expected = WANTED.get(file.suffix.lower(), f"one object a line, such as {EXAMPLE}")
        raise InputError(f"{file}: holds no answer; expected {expected}")
    wanted = set(ids)
    if extra == "refuse" and (unknown := [row for row in rows if row.id not in wanted]):
        lines = {row.id: row.line for row in reversed(unknown)}  # the first of each, from the last id to the first
        raise InputError(extra_message(file, len(unknown), dict(reversed(lines.items())), ids))
    models = list(dict.fromkeys(row.model for row in rows if row.model))
    nameless = next((row for row in rows if not row.model), None)
    if only := only_model(file, models, f"{nameless.line}, '{nameless.id}'" if nameless else ""):
        return [_predictions(file, only, rows, wanted, duplicates)]
    by_model: dict[str, list[Row]] = {model: [] for model in models}
    for row in rows:
        by_model[row.model].append(row)
    return [_predictions(file, model, found, wanted, duplicates) for model, found in by_model.items()]


def only_model(file: Path, models: Sequence[str], nameless: str) -> str:
    """The one model of a file, named by some of its rows, or by its own name; "" if its rows name several.

    `nameless` says where the first row without a name is, if there is one. Raises InputError if others name several.
    """
    if len(models) < 2:
        return models[0] if models else one_name(file.stem.strip("-")) or "standard input"
    if nameless:
        problem = f"is missing, and the file holds answers of {len(models)} models; name each row's model"
        raise InputError(f"{file}:{nameless}, model: {problem}")
    return ""


def _predictions(file: Path, model: str, rows: Sequence[Row], wanted: set[str], duplicates: str) -> Predictions:
    known = [row for row in rows if row.id in wanted]
    repeated = [name for name, count in Counter(row.id for row in known).items() if count > 1]
    if duplicates == "refuse" and repeated:
        lines = {name: [str(row.line) for row in known if row.id == name] for name in repeated[:SHOWN]}
        places = {name: f"lines {', '.join(found[:SHOWN])}" for name, found in lines.items()}
        raise InputError(duplicate_message(file, len(repeated), places))
    kept = {row.id: row for row in (reversed(known) if duplicates == "first" else known)}
    return Predictions(
        file=str(file),
        answers={name: row.given for name, row in kept.items()},
        model=model,
        rows=len(rows),
        extra=len(rows) - len(known),
        duplicate=len(known) - len(kept),
        null=sum(row.given.text is None for row in kept.values()),
    )


def extra_message(file: Path, n: int, lines: Mapping[str, int], ids: Sequence[str]) -> str:
    """What to say of `n` answers to no task; `lines` has the unknown ids and where each stands first."""
    names = ", ".join(f"'{name}' (line {line})" for name, line in list(lines.items())[:SHOWN])
    more = f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
    known = did_you_mean(next(iter(lines)), ids)
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


def row_of(file: str, line: int, record: object) -> Row:
    """An answer from its record. Raises InputError, with the address, if it is none."""
    at = f"{file}:{line}"
    if not isinstance(record, Mapping):
        raise InputError(f"{at}: is no object ({shown(record)}); expected one such as {EXAMPLE}")
    if isinstance(record, Twice) and record.twice in USED:
        raise InputError(f"{at}: the field '{record.twice}' stands twice in one object; keep one of them")
    name = record.get("id")
    if is_missing(name) or name == "":
        raise InputError(f"{at}: has no id; expected an object such as {EXAMPLE}{instead('id', record)}")
    if not isinstance(name, str):
        raise InputError(f"{at}, id: {no_text(name)}")
    text = _answer(f"{at}, '{name}'", record)
    reason = record.get("finish_reason")
    refused = reason == "content_filter" or not _is_nothing(record.get("error"))
    return Row(line, name, Given(text, reason == "length", refused), _model(f"{at}, '{name}'", record))


def no_text(name: object) -> str:
    """What to say of an id or a model's name that is no text: of a number, what is lost when it is read as one.

    >>> no_text(["kot"])
    'is no text (["kot"]); expected text'
    """
    return f"is no text ({shown(name)}); {AS_TEXT if type(name) in (int, float, Decimal) else 'expected text'}"


def _answer(at: str, record: Mapping[str, Any]) -> str | None:
    column = next((column for column in TEXT_COLUMNS if column in record), None)
    if column is None:
        columns = ", ".join(f"'{column}'" for column in TEXT_COLUMNS)
        raise InputError(f"{at}: has no answer; expected one of {columns}{instead('prediction', record)}")
    text = record[column]
    if is_missing(text):
        return None
    if not isinstance(text, str):
        what = "write the JSON as text" if isinstance(text, dict | list) else "expected text or null"
        raise InputError(f"{at}, {column}: is no text ({shown(text)}); {what}")
    return text


def _model(at: str, record: Mapping[str, Any]) -> str:
    model = record.get("model")
    if not isinstance(model, str) and not _is_nothing(model):
        raise InputError(f"{at}, model: {no_text(model)}")
    return model_name(model)


@lru_cache(4096)
def model_name(written: str | None) -> str:
    """The name of a model as its column has it, "" for none; names that print alike are one name."""
    return one_name(written) if isinstance(written, str) and not _is_nothing(written) else ""


def _is_nothing(value: object) -> bool:
    """Whether an optional column is empty here, as any of the tools that write such files says it (TASKS, "Predictions")."""
    if isinstance(value, str):
        return value.strip().lower() in ("", "none", "null", "nan", "false")
    return value is False or is_missing(value)


def instead(wanted: str, record: Mapping[str, Any]) -> str:
    names = ", ".join(f"'{name}'" for name in record if name not in (*USED, "usage"))
    return f"; it has {names}: rename the right one to '{wanted}'" if names else ""
