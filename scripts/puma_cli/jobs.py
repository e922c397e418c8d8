"""`puma grade --jobs`: large files of answers, part by part, by several processes or a Ray cluster.

The folder of a run holds run.json, which says what is graded and how, parts/, one Parquet file for each 10,000 answers,
and, once all are there, results.json. The same command again goes on where a killed run ended.
"""

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from puma_answers.shapes import PLAIN
from puma_metrics import Task, grade
from puma_metrics.errors import InputError, PumaError
from puma_metrics.report import Sample, tally
from puma_metrics.tally import Tally, Totals

from . import files
from .files import say, say_over
from .part_files import Tallies, tallies_of
from .parts import PART, Part, Run, Source, grade_part, name_of, parts, stamp_of
from .saved import RESULTS, RUN
from .subset import signed
from .survey import Survey, refuse, survey

PARTS = "parts"
SECONDS = 30
"""Between two lines of progress where no person looks on; on a terminal the line is renewed each second."""

Work = Callable[[Run, Sequence[Part], Path], Iterator[int]]
"""Grades parts in any order, and gives the number of rows of each when it is done."""


def grade_parts(
    work: Work,
    answers: Sequence[Path],
    tasks: Sequence[Task],
    folder: Path | None,
    out: Path,
    extra: str,
    duplicates: str,
    options: Mapping[str, bool],
    reasons: bool,
    prediction: str = "",
) -> list[dict[str, Any]]:
    """Grade Parquet files part by part into `out`, and give the results of each model.

    Raises InputError for what cannot be graded, and if `out` holds the parts of another run.
    """
    refuse_twice(answers)
    stamps = {str(file): stamp_of(file) for file in answers if file.is_file()}
    surveys = dict(survey(file, prediction) for file in answers)
    refuse(surveys, [task.id for task in tasks], extra, duplicates)
    run = Run(
        signature=signed(tasks, options, ""),
        tasks=str(folder or ""),
        sources=tuple(surveys),
        reasons=reasons,
        part_rows=PART,
        **options,
    )
    begin(run, out)
    room, planned = out / PARTS, parts(run, stamps)
    done = {part.name: tallies_of(room / part.name, name_of(run, part)) for part in planned}
    left = [part for part in planned if done[part.name] is None]
    show_progress(run, left, work(run, left, room))
    done |= {part.name: tallies_of(room / part.name, name_of(run, part)) for part in left}
    for unfinished in room.glob(".part-*"):  # of workers that were killed
        unfinished.unlink(missing_ok=True)
    if lost := [name for name, tallies in done.items() if tallies is None]:
        raise InputError(f"{room / lost[0]}: was removed or changed by somebody else; the same command grades it again")
    found = results(run, tasks, [tallies for tallies in done.values() if tallies is not None], surveys)
    return [{**one, "written": [str(room)]} for one in found]


def refuse_twice(answers: Sequence[Path]) -> None:
    for number, file in enumerate(answers):
        if file.resolve() in [other.resolve() for other in answers[:number]]:
            raise InputError(f"{file}: is named twice; name it once")


def begin(run: Run, out: Path) -> None:
    """Say in `out` what is graded. Raises InputError if something else was graded there."""
    written, place = files.json_text(asdict(run)), out / RUN
    if not os.path.lexists(place):
        for other in (PARTS, RESULTS):
            if os.path.lexists(out / other):
                raise InputError(f"{out / other}: is there, and no {RUN} of a run in parts; grade into a new folder")
        files.write_text(place, written)
        return
    before = _read_run(place)
    changed = ", ".join(name for name, value in json.loads(written).items() if before.get(name) != value)
    if changed:
        raise InputError(f"{place}: holds another run, which differs in {changed}; grade into a new folder")


def _read_run(place: Path) -> dict[str, Any]:
    from puma_dataset.opening import text_inside

    try:
        found = json.loads(text_inside(place.parent, place.name))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: is no JSON ({error}); grade into a new folder") from error
    if not isinstance(found, dict):
        raise InputError(f"{place}: says of no run what it grades; grade into a new folder")
    return found


def results(
    run: Run, tasks: Sequence[Task], tallies: Sequence[Tallies], surveys: Mapping[Source, Survey]
) -> Iterator[dict[str, Any]]:
    """What results.json holds of each model, in the order of their names; a task without an answer is missing."""
    options = {"keep_thinking": run.keep_thinking, "unwrap_arrays": run.unwrap_arrays}
    nothing = {task.id: tally([Sample(grade(task, None, **options), None)]) for task in tasks}
    sums: Tallies = defaultdict(Tally)
    for key, counts in chain.from_iterable(found.items() for found in tallies):
        sums[key] += counts
    for model in sorted({model for found in surveys.values() for model, _ in found}):
        by_task = {task: counts for (name, task), counts in sums.items() if name == model}
        totals = Totals(tuple(tasks), nothing | by_task)
        seen = [(t, answered.n) for found in surveys.values() for (m, t), answered in found.items() if m == model]
        looked = {
            "file": "+".join(source.file for source, found in surveys.items() if any(m == model for m, _ in found)),
            "rows": sum(n for _, n in seen),
            "extra": sum(n for task, n in seen if task not in nothing),
            "duplicate": sum(counts.n - 1 for counts in by_task.values()),
            "null": totals.all.null,
            "cut": totals.all.cut,
        }
        about = {"input": looked, "read_as": PLAIN.name, "notes": []}
        yield {**totals.results(run.signature), "model": model, **about}


def by_processes(jobs: int, run: Run, left: Sequence[Part], room: Path) -> Iterator[int]:
    """Grade parts in so many processes; in this one if it is one."""
    if jobs == 1:
        yield from (grade_part(run, part, room) for part in left)
        return
    # spawned, since a fork of a process with Arrow's threads can hang
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(left) or 1), context, _end_with_parent) as pool:
        try:
            futures = [pool.submit(grade_part, run, part, room) for part in left]
            yield from (future.result() for future in as_completed(futures))
        except BrokenProcessPool as error:
            raise PumaError(
                f"a process that graded was killed, perhaps for want of memory; what it had finished is in {room}: "
                "the same command goes on from there, perhaps with fewer --jobs"
            ) from error
        except BaseException:  # refused, or interrupted: what the others are at would be waited for
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def _end_with_parent() -> None:
    """A worker neither outlives the run, which may be killed, nor answers to the interrupt that is meant for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def show_progress(run: Run, left: Sequence[Part], done: Iterator[int]) -> None:
    """Say on stderr how many answers are graded, how many a second, and how long the rest will take."""
    total = sum(source.rows for source in run.sources)
    rows = total - sum(part.stop - part.start for part in left)
    if rows:
        say(f"{rows:,} of {total:,} answers were graded before", err=True)
    begun = rows
    shown = start = time.monotonic()
    is_watched = sys.stderr.isatty()
    for n in done:
        rows, now = rows + n, time.monotonic()
        if now - shown >= (1 if is_watched else SECONDS) or rows == total:
            rate = (rows - begun) / (now - start)
            line = f"{rows:,} of {total:,} answers, {rate:,.0f} a second, {spoken((total - rows) / rate)} left"
            if is_watched:
                say_over(line, is_last=rows == total)
            else:
                say(line, err=True)
            shown = now


def spoken(seconds: float) -> str:
    """A duration as a person says it.

    >>> spoken(0.4), spoken(61), spoken(7325)
    ('0 s', '1 min 1 s', '2 h 2 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
