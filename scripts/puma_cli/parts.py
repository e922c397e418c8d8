"""A large file of answers in parts: which rows each holds, and how one is graded.

A part depends on nothing but the run and its own rows, so that whoever grades it, and however often, writes the same
bytes.
"""

import functools
import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puma_answers import Row
from puma_answers.parquet import readable
from puma_answers.rows import USED, row_of
from puma_answers.values import TEXT_COLUMNS
from puma_metrics import Task, grade_batch
from puma_metrics.errors import InputError
from puma_metrics.report import Sample
from puma_metrics.signature import parts_of, tasks_digest

from . import files
from .answer_files import open_parquet
from .part_files import Graded, content

PART = 10_000
"""Answers of a part: what a killed run may have to grade again."""
BATCH, CHARACTERS = 500, 4_000_000
"""Answers that are graded at a time: as many, or as many as have so many characters."""
READ = 16
"""Answers that are read at a time, however long they are."""

Stamp = tuple[int, int]
"""A file's size and when it was last changed."""


def stamp_of(file: str | Path) -> Stamp:
    about = Path(file).stat()
    return about.st_size, about.st_mtime_ns


@dataclass(frozen=True)
class Source:
    """One file of answers. `model` names the model of all its rows, or is "" where their own column does."""

    file: str
    rows: int
    sha256: str
    model: str
    column: str = TEXT_COLUMNS[0]
    """In which column the answers stand."""


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
    """Rows `start` to `stop` of a source, which had this `stamp` when it was surveyed; the first row is row 0."""

    source: Source
    start: int
    stop: int
    name: str
    stamp: Stamp


def parts(run: Run, stamps: Mapping[str, Stamp]) -> list[Part]:
    """The parts of a run: they depend on the numbers of rows alone, and not on who grades them."""
    step = run.part_rows
    spans = [(source, n, min(n + step, source.rows)) for source in run.sources for n in range(0, source.rows, step)]
    return [
        Part(source, start, stop, f"part-{number:05}-of-{len(spans):05}.parquet", stamps[source.file])
        for number, (source, start, stop) in enumerate(spans)
    ]


def grade_part(run: Run, part: Part, folder: Path) -> int:
    """Grade a part and put its file into the folder, whole; the number of its rows.

    Raises InputError for a row that is no answer, and if tasks or answers have changed since they were surveyed.
    """
    source = part.source
    written = content(name_of(run, part), source.file, source.model, run.reasons, _graded(run, part))
    if stamp_of(source.file) != part.stamp:
        raise InputError(f"{source.file}: was changed while it was graded; grade it into a new folder")
    files.write_bytes(folder / part.name, written)
    return part.stop - part.start


def name_of(run: Run, part: Part) -> list[Any]:
    """What tells a part from those of other rows and other runs."""
    return [part.source.file, part.source.sha256, part.start, part.stop, run.signature, run.reasons]


def _graded(run: Run, part: Part) -> Iterator[Graded]:
    tasks = _tasks(run.tasks, parts_of(run.signature)["tasks"])
    for rows in _batches(part):
        known = [row for row in rows if row.id in tasks]
        scores = grade_batch(
            [tasks[row.id] for row in known],
            [None if row.given.failed else row.given.text for row in known],
            keep_thinking=run.keep_thinking,
            unwrap_arrays=run.unwrap_arrays,
        )
        yield known, [Sample.of(score, row.given) for score, row in zip(scores, known, strict=True)]


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
    waiting: list[Row] = []
    characters = 0
    for row in _rows(part):
        waiting.append(row)
        characters += len(row.given.text or "")
        if len(waiting) == BATCH or characters > CHARACTERS:
            yield waiting
            waiting, characters = [], 0
    yield waiting


def _rows(part: Part) -> Iterator[Row]:
    name = part.source.file
    with readable(name):
        file, at = open_parquet(Path(name)), 0
        groups = []
        for number in range(file.metadata.num_row_groups):
            first, at = at, at + file.metadata.row_group(number).num_rows
            if first < part.stop and at > part.start:
                groups.append((number, first))
        at = groups[0][1]
        columns = [one for one in USED if one in file.schema_arrow.names]
        for batch in file.iter_batches(READ, [number for number, _ in groups], columns, use_threads=False):
            first, at = at, at + len(batch)
            if first >= part.stop:
                return
            if at > part.start:
                low, high = max(part.start, first), min(part.stop, at)
                records = batch.slice(low - first, high - low).to_pylist()
                yield from (
                    row_of(name, line, record, part.source.column) for line, record in enumerate(records, low + 1)
                )
