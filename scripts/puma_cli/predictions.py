"""Reading a file of answers from any inference stack (TASKS, "Predictions")."""

import csv
import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puma_metrics import Given
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.wording import counted, shorten, visible

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

TEXT_COLUMNS = ("prediction", "answer", "response", "output", "completion", "generated_text")
EXAMPLE = '{"id": "hc_001", "prediction": "To herb Leliwa."}'
SHOWN = 10
"""How many ids a message names."""


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
    rows = [row_of(str(file), line, record) for line, record in _records(file)]
    if not rows:
        raise InputError(f"{file}: holds no answer; expected one object a line, such as {EXAMPLE}")
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
        return models[0] if models else file.stem.strip("-") or "standard input"
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
    known = did_you_mean(next(iter(lines)), ids) if n < len(ids) else ""
    hint = f"; {known}" if known.startswith("did") else ""
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
        raise InputError(f"{at}: is no object ({_shown(record)}); expected one such as {EXAMPLE}")
    name = record.get("id")
    if name is None or name == "":
        raise InputError(f"{at}: has no id; expected an object such as {EXAMPLE}{instead('id', record)}")
    column = next((column for column in TEXT_COLUMNS if column in record), None)
    if column is None:
        columns = ", ".join(f"'{column}'" for column in TEXT_COLUMNS)
        raise InputError(f"{at}, '{name}': has no answer; expected one of {columns}{instead('prediction', record)}")
    text = record[column]
    if not isinstance(text, str | None):
        what = "write the JSON as text" if isinstance(text, dict | list) else "expected text or null"
        raise InputError(f"{at}, '{name}', {column}: is no text ({_shown(text)}); {what}")
    reason = record.get("finish_reason")
    refused = reason == "content_filter" or bool(record.get("error"))
    return Row(line, str(name), Given(text, reason == "length", refused), visible(str(record.get("model") or "")))


def instead(wanted: str, record: Mapping[str, Any]) -> str:
    used = {"id", "model", "usage", "finish_reason", "error", *(TEXT_COLUMNS if wanted == "id" else ())}
    names = ", ".join(f"'{name}'" for name in record if name not in used)
    return f"; it has {names}: rename the right one to '{wanted}'" if names else ""


def _shown(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, default=repr)
    return written if len(written) <= 60 else written[:57] + "..."


def _records(file: Path) -> Iterator[tuple[int, object]]:
    """Each record with its line, by the ending of the file's name."""
    if str(file) == "-":
        yield from _lines("standard input", sys.stdin.read())
        return
    if not file.is_file():
        what = "is a folder" if file.is_dir() else "is no regular file" if file.exists() else "no such file"
        raise InputError(f"{file}: {what}; expected a file of answers, or - for JSONL from standard input")
    readers = {".jsonl": _jsonl, ".ndjson": _jsonl, ".json": _json, ".csv": _csv, ".tsv": _csv, ".parquet": _parquet}
    if file.suffix.lower() not in readers:
        raise InputError(f"{file}: unknown kind of file; expected {', '.join(readers)}")
    yield from readers[file.suffix.lower()](file)


def _text(file: Path) -> str:
    content = file.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{file}:{line}: is not UTF-8 (byte {error.start}); save the file as UTF-8") from error


def _jsonl(file: Path) -> Iterator[tuple[int, object]]:
    return _lines(str(file), _text(file))


def _lines(name: str, text: str) -> Iterator[tuple[int, object]]:
    # not splitlines: an answer may hold U+2028 as it is
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _parsed(f"{name}:{number}", line, EXAMPLE)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different; of two values for one name nobody could say which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"the field '{name}' stands twice in one object")
    return found


def _parsed(at: str, written: str, example: str) -> Any:
    try:
        return json.loads(written, object_pairs_hook=_once)
    except RecursionError as error:
        raise InputError(f"{at}: is nested too deeply to be an answer; expected {example}") from error
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            near = written[max(0, error.pos - 20) : error.pos + 20].strip()
            line = f"line {error.lineno}, " if "\n" in written else ""
            what = f"{error.msg} at {line}column {error.colno}, near {near}"
        else:
            what = str(error)
        raise InputError(f"{at}: is no JSON ({what}); expected {example}") from error


def _json(file: Path) -> Iterator[tuple[int, object]]:
    """A list of records, an object of answers by id, or, as some tools call it, lines."""
    text = _text(file)
    if text.lstrip()[:1] == "{" and "\n{" in text.strip():
        yield from _jsonl(file)
        return
    content = _parsed(str(file), text, f"[{EXAMPLE}]")
    if isinstance(content, dict) and "id" in content and any(column in content for column in TEXT_COLUMNS):
        content = [content]
    if isinstance(content, dict):
        content = [{"id": name, "prediction": text} for name, text in content.items()]
    if not isinstance(content, list):
        raise InputError(f'{file}: is no list ({_shown(content)}); expected [{EXAMPLE}] or {{"hc_001": "..."}}')
    yield from enumerate(content, 1)


def _csv(file: Path) -> Iterator[tuple[int, object]]:
    csv.field_size_limit(2**31 - 1)
    text = _text(file)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_separator(file, text), strict=True)
    with _as_refusal(file, reader):
        reader.fieldnames = [name.strip().lower() for name in reader.fieldnames or []]
    if twice := [name for name, count in Counter(reader.fieldnames).items() if count > 1]:
        raise InputError(f"{file}:1: the column '{twice[0]}' stands twice; keep one of them")
    for record in _checked(file, reader):
        if None in record or None in record.values():
            columns = f"has another number of columns than the header ({len(reader.fieldnames)})"
            raise InputError(f"{file}:{reader.line_num}: {columns}; quote answers that hold commas or line breaks")
        yield reader.line_num, record


def _separator(file: Path, text: str) -> str:
    """A tab in .tsv; else a comma, or the semicolon that Polish spreadsheets write."""
    head = text.partition("\n")[0]
    return "\t" if file.suffix.lower() == ".tsv" else ";" if ";" in head and "," not in head else ","


def _checked(file: Path, reader: csv.DictReader) -> Iterator[dict[str, str]]:
    with _as_refusal(file, reader):
        yield from reader


@contextmanager
def _as_refusal(file: Path, reader: csv.DictReader) -> Iterator[None]:
    try:
        yield
    except csv.Error as error:
        problem = "a quote is never closed" if "end of data" in str(error) else str(error)
        raise InputError(f'{file}:{max(1, reader.line_num)}: is no CSV ({problem}); quote answers as "..."') from error


def _parquet(file: Path) -> Iterable[tuple[int, object]]:
    with readable(file):
        rows = open_parquet(file).read().to_pylist()
    return enumerate(rows, 1)


def open_parquet(file: Path) -> "ParquetFile":
    """A Parquet file ready to be read, no column of which stands twice."""
    import pyarrow.parquet

    with readable(file):
        opened = pyarrow.parquet.ParquetFile(file)
    if twice := [name for name, count in Counter(opened.schema_arrow.names).items() if count > 1]:
        raise InputError(f"{file}: the column '{twice[0]}' stands twice; keep one of them")
    return opened


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Turns what a broken Parquet file raises while it is read into an InputError."""
    import pyarrow

    try:
        yield
    # a broken file fails at any of its layers; one without errno was opened, and is broken
    except (pyarrow.ArrowException, ValueError, OverflowError, MemoryError, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise InputError(f"{file}: is no Parquet file ({shorten(str(error), 200)}); write it again") from error
