"""A large file of answers in parts: which rows each holds, and how one is graded and written.

A part depends on nothing but the run and its own rows, so that whoever grades it, and however often, writes the same
bytes. What its answers add up to stands in its own metadata: a run that goes on counts finished parts without grading.
"""

import functools
import gc
import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from puma_metrics import Task, grade_batch
from puma_metrics.errors import InputError
from puma_metrics.report import Sample, tally
from puma_metrics.signature import parts_of, tasks_digest
from puma_metrics.tally import Tally

from . import files
from .predictions import TEXT_COLUMNS, Row, row_of

PART = 10_000
"""Answers of a part: what a killed run may have to grade again."""
BATCH = 500
"""Answers in memory at a time."""
COLUMNS = ("id", *TEXT_COLUMNS, "model", "finish_reason", "error")
TALLIES = b"puma.tallies"
SCORES = pa.schema(
    {
        "file": pa.string(),
        "row": pa.int64(),
        "id": pa.string(),
        "model": pa.string(),
        "strict": pa.int8(),
        "soft": pa.float64(),
        "error": pa.string(),
    }
)
REASONS = pa.schema({"flags": pa.list_(pa.string()), "reasons": pa.list_(pa.string())})

Tallies = dict[tuple[str, str], Tally]
"""By model and task id."""


@dataclass(frozen=True)
class Source:
    """One file of answers. `model` names the model of all its rows, or is "" where their own column does."""

    file: str
    rows: int
    sha256: str
    model: str


@dataclass(frozen=True)
class Run:
    """All that the bytes of a part depend on. `tasks` is their folder, "" that of the sample."""

    signature: str
    tasks: str
    sources: tuple[Source, ...]
    keep_thinking: bool
    unwrap_arrays: bool
    reasons: bool
    part_rows: int


@dataclass(frozen=True)
class Part:
    """Rows `start` to `stop` of a source; the first is row 0."""

    source: Source
    start: int
    stop: int
    name: str


def parts(run: Run) -> list[Part]:
    """The parts of a run: they depend on the numbers of rows alone, and not on who grades them."""
    step = run.part_rows
    spans = [(source, n, min(n + step, source.rows)) for source in run.sources for n in range(0, source.rows, step)]
    return [
        Part(source, start, stop, f"part-{number:05}-of-{len(spans):05}.parquet")
        for number, (source, start, stop) in enumerate(spans)
    ]


def grade_part(run: Run, part: Part, folder: Path) -> int:
    """Grade a part and put its file into the folder, whole; the number of its rows."""
    tasks = _tasks(run.tasks, parts_of(run.signature)["tasks"])
    schema = pa.unify_schemas([SCORES, REASONS]) if run.reasons else SCORES
    columns: dict[str, list[Any]] = {name: [] for name in schema.names}
    tallies: Tallies = defaultdict(Tally)
    for rows in _batches(part):
        answers = [(tasks[row.id], row) for row in rows if row.id in tasks]
        samples = _graded(run, answers)
        for name, values in _columns(part.source, [row for _, row in answers], samples, run.reasons).items():
            columns[name] += values
        _add(tallies, part.source, [row for _, row in answers], samples)
    table = pa.table(columns, schema.with_metadata({TALLIES: _written(tallies)}))
    content = io.BytesIO()
    pq.write_table(table, content)
    files.write_bytes(folder / part.name, content.getvalue())
    return part.stop - part.start


def _graded(run: Run, answers: Sequence[tuple[Task, Row]]) -> list[Sample]:
    tasks, texts = [task for task, _ in answers], [row.given.text for _, row in answers]
    scores = grade_batch(tasks, texts, keep_thinking=run.keep_thinking, unwrap_arrays=run.unwrap_arrays)
    return [Sample(score, row.given) for score, (_, row) in zip(scores, answers, strict=True)]


@functools.lru_cache(1)
def _tasks(folder: str, digest: str) -> dict[str, Task]:
    """The tasks by id, read once in each process. Raises InputError if they are no longer those of the run."""
    from puma_dataset.read import SAMPLE, read_tasks

    tasks = read_tasks(folder or SAMPLE, validate=False)[0]
    if tasks_digest(tasks) != digest:
        raise InputError(f"{folder or SAMPLE}: the tasks were changed while they were in use; grade into a new folder")
    gc.freeze()  # tasks, dictionary and modules stay: walking them in every collection takes a tenth of the time
    return {task.id: task for task in tasks}


def _batches(part: Part) -> Iterator[list[Row]]:
    """The rows of a part, some at a time."""
    file, at = open_parquet(Path(part.source.file)), 0
    groups = []
    for number in range(file.metadata.num_row_groups):
        first, at = at, at + file.metadata.row_group(number).num_rows
        if first < part.stop and at > part.start:
            groups.append((number, first))
    at = groups[0][1]
    columns = [name for name in COLUMNS if name in file.schema_arrow.names]
    for batch in file.iter_batches(BATCH, [number for number, _ in groups], columns, use_threads=False):
        first, at = at, at + len(batch)
        if first >= part.stop:
            return
        if at > part.start:
            low, high = max(part.start, first), min(part.stop, at)
            records = batch.slice(low - first, high - low).to_pylist()
            yield [row_of(part.source.file, line, record) for line, record in enumerate(records, low + 1)]


def open_parquet(file: Path) -> pq.ParquetFile:
    """A Parquet file ready to be read. Raises InputError if it is none."""
    try:
        return pq.ParquetFile(file)
    except pa.ArrowInvalid as error:
        raise InputError(f"{file}: is no Parquet file ({error}); write it again") from error


def _columns(source: Source, rows: Sequence[Row], samples: Sequence[Sample], reasons: bool) -> dict[str, list[Any]]:
    scores = [sample.score for sample in samples]
    found: dict[str, list[Any]] = {
        "file": [source.file] * len(rows),
        "row": [row.line for row in rows],
        "id": [row.id for row in rows],
        "model": [source.model or row.model for row in rows],
        "strict": [score.strict for score in scores],
        "soft": [score.soft for score in scores],
        "error": [next((rule.error for rule in score.rules if rule.error), None) for score in scores],
    }
    if reasons:
        found["flags"] = [score.flags for score in scores]
        found["reasons"] = [[rule.reason for rule in score.rules] for score in scores]
    return found


def _add(tallies: Tallies, source: Source, rows: Sequence[Row], samples: Sequence[Sample]) -> None:
    grouped: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for row, sample in zip(rows, samples, strict=True):
        grouped[source.model or row.model, row.id].append(sample)
    for key, found in grouped.items():
        tallies[key] += tally(found)


def _written(tallies: Tallies) -> bytes:
    found = [[*key, {**vars(tallies[key]), "soft": str(tallies[key].soft)}] for key in sorted(tallies)]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def tallies_of(file: Path) -> Tallies:
    """What a finished part adds up to, from its metadata."""
    written: Mapping[bytes, bytes] = pq.read_metadata(file).metadata or {}
    if TALLIES not in written:
        raise InputError(f"{file}: is no part that puma grade has written; grade into a new folder")
    found: list[tuple[str, str, dict[str, Any]]] = json.loads(written[TALLIES])
    return {(model, name): Tally(**{**counts, "soft": Fraction(counts["soft"])}) for model, name, counts in found}
