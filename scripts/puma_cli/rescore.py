"""`puma rescore`: saved answers through today's grader, and every score that moved."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from puma_metrics import Report, Task, grade_all
from puma_metrics.errors import InputError
from puma_metrics.rescoring import Move, moves, signature_changes
from puma_metrics.signature import parts_of
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks
from .models import folders
from .predictions import Predictions
from .records import results_of, sample_record
from .saved import SAMPLES, Saved, read_saved
from .subset import signed

SHOWN = 10


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the new results into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print what moved as one JSON list, a model each.")
def rescore(old: Path, folder: Path | None, out: Path | None, as_json: bool) -> None:
    """Grade the answers saved in OLD, a folder that `puma grade --out` wrote, again with the grader of today.

    Lists every task whose score moved, and why: the task changed, or the grader, its dictionary or its options.
    """
    tasks, _ = load_tasks(folder)
    saved = read_saved(old)
    names = folders([one.model for one in saved])
    found, contents = [], {}
    for one in saved:
        report, given = regrade(one, tasks)
        if not given.answers:
            raise InputError(f"{one.folder}: has no answer to any of these tasks; name its tasks with --tasks FOLDER")
        new = [sample_record(sample) for sample in report.samples]
        found.append(_summary(one, report, new))
        if out:
            place = out / names[one.model] if len(saved) > 1 else out
            results = results_of(report, given)
            results["written"] = [str(place / "results.json"), str(place / SAMPLES)]
            contents[place / SAMPLES] = files.json_lines(new)
            contents[place / "results.json"] = files.json_text(results)
    if out:
        files.write_all({path: files.encoded(text) for path, text in contents.items()}, out)
    if as_json:
        files.print_json(found)
    else:
        for summary in found:
            print_summary(summary)
        for path in contents:
            files.say(f"Written: {path}")


def regrade(saved: Saved, tasks: Sequence[Task]) -> tuple[Report, Predictions]:
    """The saved answers graded as they were, with the same options; answers to tasks that are gone are left out."""
    part = parts_of(saved.results["signature"]).get("subset", "")
    graded = {sample["id"] for sample in saved.samples}
    tasks = [task for task in tasks if task.id in graded] if part else tasks
    known = {task.id for task in tasks}
    answers = {name: given for name, given in saved.answers.items() if name in known}
    given = Predictions(
        file=str(saved.folder / SAMPLES),
        answers=answers,
        model=saved.model,
        rows=len(saved.answers),
        extra=len(saved.answers) - len(answers),
        duplicate=0,
        null=sum(one.text is None for one in answers.values()),
    )
    report = grade_all(tasks, answers, **saved.options)
    return Report(report.samples, signed(tasks, saved.options, part)), given


def _summary(saved: Saved, report: Report, new: Sequence[dict[str, Any]]) -> dict[str, Any]:
    changes = signature_changes(saved.results["signature"], report.signature)
    before, now = {s["id"] for s in saved.samples}, {s["id"] for s in new}
    overall = saved.results["overall"]
    return {
        "model": saved.model,
        "file": str(saved.folder),
        "signature": [saved.results["signature"], report.signature],
        "changes": changes,
        "strict": [overall["strict"], report.overall["strict"]],
        "soft": [overall["soft"], report.overall["soft"]],
        "tasks": len(before & now),
        "gone": sorted(before - now),
        "added": sorted(now - before),
        "moved": [asdict(move) for move in moves(saved.samples, new, changes)],
    }


def print_summary(summary: dict[str, Any]) -> None:
    from .tables import percent

    old, new = summary["strict"]
    old_soft, new_soft = summary["soft"]
    files.say(f"{summary['model']}: {summary['file']}")
    files.say(f"strict {percent(old)} → {percent(new)}, soft {percent(old_soft)} → {percent(new_soft)}")
    for change in summary["changes"]:
        files.say(f"Graded with {change}")
    for what, names in (("no longer in the set", summary["gone"]), ("new, and without an answer", summary["added"])):
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            files.say(f"{counted(len(names), 'task')} {what}: {', '.join(names[:SHOWN])}{more}")
    files.say(f"{len(summary['moved'])} of {counted(summary['tasks'], 'score')} moved")
    for record in summary["moved"]:
        move = Move(**record)
        files.say(f"\n{move.id}: strict {_arrow(*move.strict)}, soft {_arrow(*(f'{s:.3f}' for s in move.soft))}")
        for line in move.why:
            files.say(f"  {line}")
    files.say(f"\n{summary['signature'][1]}")


def _arrow(old: object, new: object) -> str:
    return f"{old} → {new}" if old != new else str(new)
