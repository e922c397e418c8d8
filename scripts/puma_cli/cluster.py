"""`puma grade --ray`: the parts of a large run on the nodes of a Ray cluster (extra [ray])."""

import functools
import logging
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from puma_metrics.errors import InputError

from .parts import Part, Run, grade_part


def on_ray(address: str, run: Run, left: Sequence[Part], room: Path) -> Iterator[int]:
    """Grade parts under Ray Data; `address` is the cluster's, "auto" that of this machine, "local" makes a new one.

    All nodes must see the answers, the tasks and `room` under the same paths. A part whose node dies is graded again
    by another: it writes the same bytes to the same name, so that nothing is lost and nothing stands there twice.
    """
    if not left:
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a grader calls nobody
    try:
        import ray
    except ImportError as error:
        raise InputError("Ray is not installed; install it with: pip install 'puma-bench[ray]'") from error
    _connect(ray, address)
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)  # it warns that there are no progress bars
    planned = ray.data.from_items([{"part": number} for number in range(len(left))], override_num_blocks=len(left))
    graded = planned.map_batches(functools.partial(_graded, run, left, room.absolute()), batch_size=1)
    for row in graded.iter_rows():
        if row["refused"]:
            raise InputError(row["refused"])
        yield int(row["rows"])


def _connect(ray: Any, address: str) -> None:
    if ray.is_initialized():
        return
    host, colon, port = address.rpartition(":")
    if address not in ("local", "auto") and not (colon and host and port.isdecimal()):
        raise InputError(f"--ray '{address}': is no address of a cluster; expected 'local', 'auto' or HOST:PORT")
    if colon:
        try:  # Ray would try for minutes, without a word
            socket.create_connection((host, int(port)), timeout=10).close()
        except (OSError, OverflowError) as error:
            raise InputError(f"--ray {address}: nobody answers there ({error}); start one with ray start") from error
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.WARNING)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise InputError(f"--ray {address}: {reason}; 'local' starts a cluster on this machine") from error


def _graded(run: Run, planned: Sequence[Part], room: Path, batch: dict[str, Any]) -> dict[str, Any]:
    """Grade the parts with these numbers: what Ray Data maps.

    What is refused comes back as a value: Ray would bury the message under its own.
    """
    rows, refused = [], []
    for number in batch["part"]:
        try:
            rows.append(grade_part(run, planned[number], room))
            refused.append("")
        except InputError as error:
            rows.append(0)
            refused.append(str(error))
    return {"rows": rows, "refused": refused}
