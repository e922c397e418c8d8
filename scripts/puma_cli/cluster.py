"""`puma grade --ray`: the parts of a large run on the nodes of a Ray cluster (extra [ray])."""

import functools
import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from puma_metrics.errors import InputError, PumaError

from .parts import Part, Run, grade_part, parts


def on_ray(address: str, run: Run, left: Sequence[Part], room: Path) -> Iterator[int]:
    """Grade parts under Ray Data; `address` is the cluster's, "auto" that of this machine, "local" makes a new one.

    All nodes must see the answers, the tasks and `room` under the same paths. A part whose node dies is graded again
    by another: it writes the same bytes to the same name, so that nothing is lost and nothing stands there twice.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a grader calls nobody
    try:
        import ray
    except ImportError as error:
        raise PumaError("Ray is not installed: pip install 'puma-bench[ray]'") from error
    if not ray.is_initialized():
        ray.init(address, log_to_driver=False, logging_level=logging.WARNING)
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)  # it warns that there are no progress bars
    numbers = [number for number, part in enumerate(parts(run)) if part in left]
    planned = ray.data.from_items([{"part": number} for number in numbers], override_num_blocks=len(numbers))
    graded = planned.map_batches(functools.partial(_graded, run, room.absolute()), batch_size=1)
    for row in graded.iter_rows():
        if row["refused"]:
            raise InputError(row["refused"])
        yield int(row["rows"])


def _graded(run: Run, room: Path, batch: dict[str, Any]) -> dict[str, Any]:
    """Grade the parts with these numbers: what Ray Data maps.

    What is refused comes back as a value: Ray would bury the message under its own.
    """
    planned, rows, refused = parts(run), [], []
    for number in batch["part"]:
        try:
            rows.append(grade_part(run, planned[number], room))
            refused.append("")
        except InputError as error:
            rows.append(0)
            refused.append(str(error))
    return {"rows": rows, "refused": refused}
