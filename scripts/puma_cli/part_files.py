"""The file of a part: a row for each answer, and in its metadata whose part it is and what it adds up to.

So a run that goes on, and the results in the end, count finished parts without grading them again.
"""

import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from puma_answers import Row
from puma_dataset.opening import Unopened, read_inside
from puma_metrics.report import Sample, tally
from puma_metrics.tally import Tally, exact_sum

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
ABOUT = b"puma.part"

Tallies = dict[tuple[str, str], Tally]
"""By model and task id."""


Graded = tuple[Sequence[Row], Sequence[Sample]]
"""Some rows and their scores."""


def content(name: Sequence[Any], file: str, model: str, reasons: bool, graded: Iterable[Graded]) -> bytes:
    """The bytes of a part. `name` tells it from every other part, `model` is "" where the rows name theirs."""
    schema = pa.unify_schemas([SCORES, REASONS]) if reasons else SCORES
    columns: dict[str, list[Any]] = {column: [] for column in schema.names}
    tallies: Tallies = defaultdict(Tally)
    for rows, samples in graded:
        models = [model or row.model for row in rows]
        for column, values in _values(file, models, rows, samples, reasons).items():
            columns[column] += values
        by_task: dict[tuple[str, str], list[Sample]] = defaultdict(list)
        for key, row, sample in zip(models, rows, samples, strict=True):
            by_task[key, row.id].append(sample)
        for of_task, found in by_task.items():
            tallies[of_task] += tally(found)
    sums = [[*key, {**vars(tallies[key]), "soft": str(tallies[key].soft)}] for key in sorted(tallies)]
    about = json.dumps({"part": name, "tallies": sums}, ensure_ascii=False, separators=(",", ":"))
    written = io.BytesIO()
    pq.write_table(pa.table(columns, schema.with_metadata({ABOUT: about.encode()})), written)
    return written.getvalue()


def _values(
    file: str, models: list[str], rows: Sequence[Row], samples: Sequence[Sample], reasons: bool
) -> dict[str, list[Any]]:
    scores = [sample.score for sample in samples]
    found: dict[str, list[Any]] = {
        "file": [file] * len(rows),
        "row": [row.line for row in rows],
        "id": [row.id for row in rows],
        "model": models,
        "strict": [score.strict for score in scores],
        "soft": [score.soft for score in scores],
        "error": [next((rule.error for rule in score.rules if rule.error), None) for score in scores],
    }
    if reasons:
        found["flags"] = [score.flags for score in scores]
        found["reasons"] = [[rule.reason for rule in score.rules] for score in scores]
    return found


def tallies_of(file: Path, name: Sequence[Any]) -> Tallies | None:
    """What a finished part adds up to; None where there is no such part, it is broken, or it is another one."""
    try:
        table = pq.read_table(io.BytesIO(read_inside(file.parent, file.name)), columns=["strict", "soft"])
        metadata: Mapping[bytes, bytes] = table.schema.metadata or {}
        about = json.loads(metadata.get(ABOUT, b"{}"))
        sums: list[tuple[str, str, dict[str, Any]]] = about.get("tallies", [])
        found = {(m, id): Tally(**{**counts, "soft": Fraction(counts["soft"])}) for m, id, counts in sums}
    except (pa.ArrowException, Unopened, OSError, ValueError, TypeError, KeyError):  # broken, and graded again
        return None
    total = sum(found.values(), Tally())
    rows = (len(table), sum(table["strict"].to_pylist()), exact_sum(table["soft"].to_pylist()))
    is_whole = rows == (total.n, total.passed, total.soft)
    return found if is_whole and about.get("part") == list(name) else None
