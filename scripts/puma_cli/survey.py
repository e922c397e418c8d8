"""What a large Parquet file of answers holds, seen before it is graded: which tasks, how often, of which models."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from puma_answers.parquet import readable
from puma_answers.rows import instead, row_of
from puma_answers.values import AS_TEXT, TEXT_COLUMNS, is_nothing, model_name, shown
from puma_metrics.errors import InputError

from .answer_files import open_parquet
from .parts import Source
from .predictions import duplicate_message, extra_message, only_model

SURVEYED = 200_000
"""Rows whose ids are counted at a time."""


@dataclass(frozen=True)
class Answered:
    """How often a model answered a task in a file, and where first and last; rows count from 1."""

    n: int
    first: int
    last: int

    def __add__(self, other: "Answered") -> "Answered":
        return Answered(self.n + other.n, min(self.first, other.first), max(self.last, other.last))


Survey = dict[tuple[str, str], Answered]
"""By model and task id."""


def survey(file: Path, prediction: str = "") -> tuple[Source, Survey]:
    """Which tasks a file answers, from its ids alone; `prediction` chooses the column of the answers.

    Raises InputError if it is no Parquet file of answers.
    """
    if file.suffix.lower() != ".parquet" or not file.is_file():
        what = "no such file" if not file.exists() else "is no Parquet file"
        raise InputError(
            f"{file}: {what}; --jobs reads Parquet, which pandas writes: "
            "pandas.read_json('answers.jsonl', lines=True).to_parquet('answers.parquet')"
        )
    opened = open_parquet(file)
    columns = [name for name in ("id", "model") if name in opened.schema_arrow.names]
    _refuse_columns(file, opened.schema_arrow)
    column = _column(file, opened, prediction)
    rows = opened.metadata.num_rows
    with readable(str(file)):
        found = _merged(_answered(opened, columns))
    if rows and not found:
        row_of(str(file), 1, {"id": None}, "")  # which says that it has none
    if not found:
        raise InputError(f"{file}: holds no answer")
    named = sorted({model for model, _ in found if model})
    nameless = [answered.first for (model, _), answered in found.items() if not model]
    model = only_model(file, named, str(min(nameless)) if nameless else "")
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    mine = _merged(((model, task), answered) for (_, task), answered in found.items()) if model else found
    return Source(str(file), rows, digest, model, column), mine


def _merged(found: Iterable[tuple[tuple[str, str], Answered]]) -> Survey:
    merged: Survey = {}
    for key, answered in found:
        merged[key] = merged[key] + answered if key in merged else answered
    return merged


def _refuse_columns(file: Path, schema: pa.Schema) -> None:
    if "id" not in schema.names:
        raise InputError(f"{file}: has no column 'id'{instead('id', dict.fromkeys(schema.names))}")
    if not any(name in schema.names for name in TEXT_COLUMNS):
        names = ", ".join(f"'{name}'" for name in TEXT_COLUMNS)
        other = instead("prediction", dict.fromkeys(schema.names))
        raise InputError(f"{file}: has no column of answers; expected one of {names}{other}")
    for name in {"id", "model"} & set(schema.names):
        kind = schema.field(name).type
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind
        is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
        if not (is_text or pa.types.is_null(kind)):
            is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
            raise InputError(f"{file}: the column '{name}' holds {kind}; {AS_TEXT if is_number else 'expected text'}")


def _column(file: Path, opened: ParquetFile, chosen: str) -> str:
    """The one column of answers, as for a file that is read whole; columns in which nothing stands are none."""
    names = opened.schema_arrow.names
    if chosen and chosen not in TEXT_COLUMNS:
        known = ", ".join(f"'{name}'" for name in TEXT_COLUMNS)
        raise InputError(f"{file}: --prediction {chosen}: graded in parts, answers stand in one of {known}")
    present = [name for name in TEXT_COLUMNS if name in names]
    if chosen or present[0] == "prediction" or len(present) == 1:
        return chosen or present[0]
    with readable(str(file)):
        batches = opened.iter_batches(SURVEYED, columns=present)
        firsts = {name: value for batch in batches for name in present if (value := _first(batch.column(name)))}
    if len(firsts) > 1:
        values = " and ".join(f"'{name}' ({shown(value)})" for name, value in firsts.items())
        raise InputError(
            f"{file}: the answer could be {values}; choose one with --prediction {list(firsts)[-1]}, "
            "or call the model's 'prediction'"
        )
    return next(iter(firsts), present[0])


def _first(column: pa.Array) -> object:
    """The first value of a column that is something; None if there is none."""
    return next((value for value in column.to_pylist() if not is_nothing(value)), None)


def _answered(file: ParquetFile, columns: list[str]) -> Iterator[tuple[tuple[str, str], Answered]]:
    """Model and task of groups of rows; a row without an id is refused with its line when its part is read."""
    start = 1
    for batch in file.iter_batches(SURVEYED, columns=columns):
        texts = {name: batch.column(name).cast(pa.string()) for name in columns}
        table = pa.table({"model": pa.nulls(len(batch), pa.string())} | texts)
        table = table.append_column("row", pa.array(range(start, start + len(batch)), pa.int64()))
        groups = table.group_by(["model", "id"]).aggregate([("row", how) for how in ("count", "min", "max")])
        for group in groups.to_pylist():
            if group["id"]:
                key = model_name(group["model"]), group["id"]
                yield key, Answered(group["row_count"], group["row_min"], group["row_max"])
        start += len(batch)


def refuse(surveys: Mapping[Source, Survey], ids: Sequence[str], extra: str, duplicates: str) -> None:
    """Raises InputError for answers to no task, and for tasks that one model answered twice, unless they may be."""
    wanted = set(ids)
    before: dict[tuple[str, str], str] = {}
    for source, found in surveys.items():
        unknown = {key: answered for key, answered in found.items() if key[1] not in wanted}
        if extra == "refuse" and unknown:
            lines = {key[1]: f"line {answered.first}" for key, answered in sorted(unknown.items(), key=_by_place)}
            n = sum(answered.n for answered in unknown.values())
            raise InputError(extra_message(Path(source.file), n, lines, ids))
        if duplicates == "refuse" and (places := _twice(found, before, wanted)):
            raise InputError(duplicate_message(Path(source.file), len(places), places))
        before |= dict.fromkeys(found, source.file)


def _twice(found: Survey, before: Mapping[tuple[str, str], str], wanted: Set[str]) -> dict[str, str]:
    """Which tasks a model answered more than once, in this file or in one before it, and where."""
    places = {}
    for key, answered in sorted(found.items(), key=_by_place):
        if key[1] in wanted and answered.n > 1:
            places[key[1]] = f"{answered.n} times, from line {answered.first} to {answered.last}"
        elif key[1] in wanted and key in before:
            places[key[1]] = f"line {answered.first}, and in {before[key]}"
    return places


def _by_place(item: tuple[tuple[str, str], Answered]) -> int:
    return item[1].first
