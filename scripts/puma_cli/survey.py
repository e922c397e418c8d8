"""What a large Parquet file of answers holds, seen before it is graded: which tasks, how often, of which models."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from puma_metrics.errors import InputError

from .parts import Source, open_parquet
from .predictions import TEXT_COLUMNS, duplicate_message, extra_message, instead, visible

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
"""By model, as the file writes it, and task id."""


def survey(file: Path) -> Survey:
    """Which tasks a file answers, from its ids alone. Raises InputError if it is no Parquet file of answers."""
    if file.suffix.lower() != ".parquet" or not file.is_file():
        what = "no such file" if not file.exists() else "is no Parquet file"
        raise InputError(
            f"{file}: {what}; --jobs reads Parquet, which pandas writes: "
            "pandas.read_json('answers.jsonl', lines=True).to_parquet('answers.parquet')"
        )
    opened = open_parquet(file)
    names = opened.schema_arrow.names
    if "id" not in names or not any(name in names for name in TEXT_COLUMNS):
        missing = "prediction" if "id" in names else "id"
        raise InputError(f"{file}: has no column '{missing}'{instead(missing, dict.fromkeys(names))}")
    found: Survey = {}
    start = 1
    for batch in opened.iter_batches(SURVEYED, columns=[name for name in ("id", "model") if name in names]):
        for key, answered in _counted(batch, start):
            found[key] = found[key] + answered if key in found else answered
        start += len(batch)
    if not found:
        raise InputError(f"{file}: holds no answer")
    return found


def _counted(batch: pa.RecordBatch, start: int) -> Iterator[tuple[tuple[str, str], Answered]]:
    columns = {name: batch.column(name).cast(pa.string()) for name in batch.schema.names}
    table = pa.table({"model": pa.nulls(len(batch), pa.string())} | columns)
    table = table.append_column("row", pa.array(range(start, start + len(batch)), pa.int64()))
    groups = table.group_by(["model", "id"]).aggregate([("row", how) for how in ("count", "min", "max")])
    for group in groups.to_pylist():
        if group["id"]:  # a row without an id is refused with its line when its part is read
            key = visible(group["model"] or ""), group["id"]
            yield key, Answered(group["row_count"], group["row_min"], group["row_max"])


def source_of(file: Path, found: Survey) -> Source:
    """The file as a run knows it. Raises InputError if only some of its rows name their model."""
    names = sorted({model for model, _ in found if model})
    nameless = [answered.first for (model, _), answered in found.items() if not model]
    if len(names) > 1 and nameless:
        at = f"{file}:{min(nameless)}, model"
        raise InputError(f"{at}: is missing, and the file holds answers of {len(names)} models; name each row's model")
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    model = "" if len(names) > 1 else names[0] if names else file.stem
    return Source(str(file), open_parquet(file).metadata.num_rows, digest, model)


def refuse(file: Path, found: Survey, ids: Sequence[str], extra: str, duplicates: str) -> None:
    """Raises InputError for answers to no task, and for tasks that one model answered twice, unless they may be."""
    wanted = set(ids)
    unknown = {key: answered for key, answered in found.items() if key[1] not in wanted}
    if extra == "refuse" and unknown:
        lines = {key[1]: answered.first for key, answered in sorted(unknown.items(), key=lambda item: item[1].first)}
        raise InputError(extra_message(file, sum(answered.n for answered in unknown.values()), lines, ids))
    twice = {key[1]: answered for key, answered in found.items() if answered.n > 1 and key[1] in wanted}
    if duplicates == "refuse" and twice:
        places = {
            name: f"{answered.n} times, from line {answered.first} to {answered.last}"
            for name, answered in sorted(twice.items(), key=lambda item: item[1].first)
        }
        raise InputError(duplicate_message(file, len(twice), places))
