"""What `puma grade --jobs` left, for comparing: the counts in the parts, which hold no answers."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from puma_metrics import Task
from puma_metrics.comparison import Outcome, Run
from puma_metrics.errors import InputError
from puma_metrics.signature import parts_of, tasks_digest
from puma_metrics.tally import Tally
from puma_metrics.wording import counted

from .part_files import Tallies, tallies_of
from .saved import RESULTS, RUN

PARTS = "parts"


def is_in_parts(folder: Path) -> bool:
    """Whether a folder holds a run that was graded in parts."""
    return (folder / RUN).is_file() and (folder / PARTS).is_dir()


def tasks_folder(folder: Path) -> Path | None:
    """The folder of tasks that a run was graded against; None for the sample's."""
    return Path(named) if (named := str(_about(folder).get("tasks") or "")) else None


def read_in_parts(folder: Path, tasks: Sequence[Task]) -> Iterator[Run]:
    """The models of a run. Raises InputError if it is not finished, or was graded against other tasks."""
    signature = str(_about(folder)["signature"])
    wanted, there = parts_of(signature).get("tasks"), tasks_digest(tasks)
    if wanted != there:
        raise InputError(f"{folder}: was graded against other tasks ({wanted}, not {there}); name them with --tasks")
    sums: Tallies = defaultdict(Tally)
    for tallies in _parts(folder):
        for key, counts in tallies.items():
            sums[key] += counts
    for model in sorted({model for model, _ in sums}):
        yield _run(folder, model, signature, tasks, {task: one for (name, task), one in sums.items() if name == model})


def _about(folder: Path) -> dict[str, Any]:
    from puma_dataset.opening import text_inside

    try:
        found = json.loads(text_inside(folder, RUN))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{folder / RUN}: is no JSON ({error}); grade again into a new folder") from error
    if not isinstance(found, dict) or not isinstance(found.get("signature"), str):
        raise InputError(f"{folder / RUN}: says of no run what it graded; grade again into a new folder")
    return found


def _parts(folder: Path) -> Iterator[Tallies]:
    names = sorted(file.name for file in (folder / PARTS).glob("part-*-of-*.parquet"))
    is_finished = (folder / RESULTS).is_file() or any(folder.glob(f"*/{RESULTS}"))
    total = names[0].rpartition("-of-")[2].removesuffix(".parquet") if names else "0"
    if not is_finished or not names or names != [f"part-{n:05}-of-{total}.parquet" for n in range(int(total))]:
        raise InputError(
            f"{folder}: is not finished ({counted(len(names), 'part')} of it); give the same command again"
        )
    for name in names:
        tallies = tallies_of(folder / PARTS / name)
        if tallies is None:
            raise InputError(f"{folder / PARTS / name}: is broken; give the same puma grade command again")
        yield tallies


def _run(folder: Path, model: str, signature: str, tasks: Sequence[Task], by_task: dict[str, Tally]) -> Run:
    counts = {one.n for one in by_task.values()}
    if len(counts) > 1:
        raise InputError(
            f"{folder}: holds from {min(counts)} to {max(counts)} answers of {model} to a task; models are compared by "
            "tasks that were asked equally often: leave out what is too many"
        )
    k = max(counts)
    if k > 1:
        signature = signature.replace("|scoring:", f"|samples:{k}|scoring:")
    return Run(model, signature, {task.id: _outcome(task, by_task.get(task.id), k) for task in tasks})


def _outcome(task: Task, counts: Tally | None, k: int) -> Outcome:
    digest = tasks_digest([task])
    if counts is None:
        return Outcome(task.category, 0 if k == 1 else Fraction(0), 0.0, digest, is_missing=True)
    strict = counts.passed if k == 1 else Fraction(counts.passed, k)
    return Outcome(task.category, strict, float(counts.soft / k), digest, counts.missing == counts.n)
