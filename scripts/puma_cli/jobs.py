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
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from puma_metrics import Task, grade
from puma_metrics.errors import InputError, PumaError
from puma_metrics.report import Sample, tally
from puma_metrics.signature import signature, tasks_digest
from puma_metrics.tally import Tally, Totals

from . import files
from .parts import PART, Part, Run, Tallies, grade_part, parts, tallies_of
from .survey import Survey, refuse, source_of, survey

RUN, PARTS = "run.json", "parts"
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
) -> list[dict[str, Any]]:
    """Grade Parquet files part by part into `out`, and give the results of each model.

    Raises InputError for what cannot be graded, and if `out` holds the parts of another run.
    """
    found = {file: survey(file) for file in answers}
    for file, seen in found.items():
        refuse(file, seen, [task.id for task in tasks], extra, duplicates)
    named = {name: True for name, value in options.items() if value}
    run = Run(
        signature=signature("puma", len(tasks), tasks_digest(tasks), named),
        tasks=str(folder or ""),
        sources=tuple(source_of(file, seen) for file, seen in found.items()),
        reasons=reasons,
        part_rows=PART,
        **options,
    )
    begin(run, out)
    room, planned = out / PARTS, parts(run)
    left = [part for part in planned if not (room / part.name).exists()]
    show_progress(run, left, work(run, left, room))
    for unfinished in room.glob(".part-*"):  # of workers that were killed
        unfinished.unlink()
    tallies = [tallies_of(room / part.name) for part in planned]
    return [{**one, "written": [str(room)]} for one in results(run, tasks, tallies, list(found.values()))]


def begin(run: Run, out: Path) -> None:
    """Say in `out` what is graded. Raises InputError if something else was graded there."""
    written, place = files.json_text(asdict(run)), out / RUN
    if not place.exists():
        if (out / PARTS).exists():
            raise InputError(f"{out / PARTS}: is there, but not {place}, which belongs to it; grade into a new folder")
        files.write_text(place, written)
    elif place.read_text("utf-8") != written:
        before = json.loads(place.read_text("utf-8"))
        changed = ", ".join(name for name, value in json.loads(written).items() if before.get(name) != value)
        raise InputError(f"{place}: holds another run, which differs in {changed}; grade into a new folder")


def results(
    run: Run, tasks: Sequence[Task], tallies: Sequence[Tallies], surveys: Sequence[Survey]
) -> Iterator[dict[str, Any]]:
    """What results.json holds of each model, in the order of their names; a task without an answer is missing."""
    options = {"keep_thinking": run.keep_thinking, "unwrap_arrays": run.unwrap_arrays}
    nothing = {task.id: tally([Sample(grade(task, None, **options), None)]) for task in tasks}
    for model in sorted({model for found in tallies for model, _ in found}):
        by_task: dict[str, Tally] = {}
        for found in tallies:
            for (name, task), counts in found.items():
                if name == model:
                    by_task[task] = by_task.get(task, Tally()) + counts
        totals = Totals(tuple(tasks), nothing | by_task)
        rows, extra = _seen(run, model, surveys, nothing)
        looked = {
            "file": "+".join(source.file for source in run.sources if source.model in (model, "")),
            "rows": rows,
            "extra": extra,
            "duplicate": sum(counts.n - 1 for counts in by_task.values()),
            "null": totals.all.null,
            "cut": totals.all.cut,
        }
        yield {**totals.results(run.signature), "model": model, "input": looked}


def _seen(run: Run, model: str, surveys: Sequence[Survey], tasks: Mapping[str, Any]) -> tuple[int, int]:
    """How many rows a model has, and how many of them answer no task."""
    mine = [
        (task, answered.n)
        for source, found in zip(run.sources, surveys, strict=True)
        for (name, task), answered in found.items()
        if (source.model or name) == model
    ]
    return sum(n for _, n in mine), sum(n for task, n in mine if task not in tasks)


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
        click.echo(f"{rows:,} of {total:,} answers were graded before", err=True)
    begun = rows
    shown = start = time.monotonic()
    is_watched = sys.stderr.isatty()
    for n in done:
        rows, now = rows + n, time.monotonic()
        if now - shown >= (1 if is_watched else SECONDS) or rows == total:
            rate = (rows - begun) / (now - start)
            line = f"{rows:,} of {total:,} answers, {rate:,.0f} a second, {spoken((total - rows) / rate)} left"
            click.echo(f"\r{line:<78}" if is_watched else line, err=True, nl=not is_watched or rows == total)
            shown = now


def spoken(seconds: float) -> str:
    """A duration as a person says it.

    >>> spoken(0.4), spoken(61), spoken(7325)
    ('0 s', '1 min 1 s', '2 h 2 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
