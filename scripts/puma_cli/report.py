"""`puma report`: one HTML page of one or several models."""

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puma_dataset.prompts import DEFAULT
from puma_metrics import SCORING, Report, Task
from puma_metrics.errors import InputError
from puma_metrics.repeated import Repeated
from puma_metrics.rescoring import moves
from puma_metrics.signature import parts_of
from puma_metrics.wording import counted

from . import files
from .compare import run_of
from .grade import load_tasks, task_folder
from .models import read_all
from .normalising import Way, normalise_options, normalised
from .predictions import Predictions
from .records import results_of, sample_records
from .repeats import grade_given, one_answer, reading_options
from .rescore import regrade
from .saved import Saved, is_saved, read_saved
from .subset import Subset, subset_options

if TYPE_CHECKING:
    from puma_metrics.pages.report_data import Media, ShownAnswer, ShownTask

LARGE = 150_000
"""Bytes from which a picture is made smaller for the page."""
LONGEST_SIDE = 1400
TYPES = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif",
    ".ogg": "audio/ogg", ".opus": "audio/ogg", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".flac": "audio/flac",
    ".m4a": "audio/mp4", ".pdf": "application/pdf",
}  # fmt: skip


@click.command()
@click.argument("runs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@normalise_options
@subset_options
@click.option("--pair", "pairs", multiple=True, metavar="NAME=FILE+FILE", help="One model of several files of answers.")
@reading_options
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Of K answers to each task show the Nth.")
@click.option("--out", type=click.Path(path_type=Path), default="report.html", show_default=True, help="The page.")
@click.option("--title", default="PUMA results", show_default=True, help="The page's title.")
@click.option(
    "--no-tasks", is_flag=True, help="For private tasks: no prompts, media, rules, or reasons, which quote rules."
)
@click.option("--no-answers", is_flag=True, help="Leave out the answers' texts too, which may quote the tasks.")
@click.option("--keep-thinking", is_flag=True, help="Grade a leading <think> block as part of the answer.")
@click.option(
    "--unwrap-arrays", is_flag=True, help="Extraction: an object that holds nothing but an array stands for it."
)
def report(
    runs: tuple[Path, ...],
    folder: Path | None,
    pairs: tuple[str, ...],
    prediction: str,
    samples: int | None,
    sample: int | None,
    out: Path,
    title: str,
    no_tasks: bool,
    no_answers: bool,
    subset: Subset,
    way: Way | None,
    **options: bool,
) -> None:
    """Write one HTML page about RUNS: files of answers, or folders that `puma grade --out` wrote.

    It holds tables, figures, every task with its media, answers, rules, reasons and flags, and opens offline.
    """
    from puma_metrics.pages.report import Contents, page
    from puma_metrics.pages.report_data import shown_answer

    folder = task_folder(folder)
    tasks, _ = load_tasks(folder)
    models, scored, answers = dict[str, Any](), [], {}
    every, tasks = tasks, subset.of(tasks)
    how = {"prediction": prediction, "samples": samples or 0}
    for several, all_given in _graded(runs, pairs, every, how, options, way):
        one, given = one_answer(several, all_given, sample or 0)
        graded = subset.report(one)
        if given.model in models:
            raise InputError(f"two runs are called '{given.model}'; name the model in the column 'model'")
        models[given.model] = results_of(graded, given)
        scored.append(run_of(graded, given))
        answers[given.model] = {sample.task.id: shown_answer(sample) for sample in graded.samples}
    _warn(models, () if no_tasks else tasks, folder)
    shown = _shown(tasks, folder, answers, no_tasks)
    contents = Contents(models, scored, _pairs(scored), shown, title, not no_tasks, not no_answers)
    files.write_text(out, page(contents))
    files.say(f"Written: {out}")


def _shown(
    tasks: Sequence[Task], folder: Path | None, answers: "Mapping[str, Mapping[str, ShownAnswer]]", no_tasks: bool
) -> "list[ShownTask]":
    from puma_metrics.pages.report_data import ShownTask

    return [
        ShownTask(
            task,
            () if no_tasks else _media(task, folder),
            {name: of[task.id] for name, of in answers.items()},
            "" if no_tasks else DEFAULT.get(task.category, ""),
        )
        for task in tasks
    ]


def _warn(models: dict[str, Any], tasks: Sequence[Task], folder: Path | None) -> None:
    """What the page does not say of itself: models graded differently, and media that are not there."""
    if len({results["signature"] for results in models.values()}) > 1:
        files.say("warning  the models were graded with different options: see the signatures on the page", err=True)
    absent = [item["path"] for task in tasks for item in task.record.get("media", []) if not _is_there(item, folder)]
    if absent:
        more = f" and {len(absent) - 3} more" if len(absent) > 3 else ""
        files.say(f"warning  media missing, and not on the page: {', '.join(absent[:3])}{more}", err=True)


def _pairs(runs: Sequence[Any]) -> Any:
    from puma_metrics.comparison import compare_all

    return compare_all(runs) if len(runs) > 1 else {}


def _graded(
    runs: Sequence[Path],
    pairs: Sequence[str],
    tasks: Sequence[Task],
    how: dict[str, Any],
    options: dict[str, Any],
    way: Way | None,
) -> Iterator[tuple[Report | Repeated, Predictions]]:
    answers = [path for path in runs if not is_saved(path)]
    if answers or pairs or not runs:
        for given in read_all(answers, pairs, [task.id for task in tasks], **how):
            ready = normalised(given, tasks, way) if way else given
            yield grade_given(tasks, ready, options), ready
    for path in runs:
        for saved in read_saved(path) if is_saved(path) else []:
            yield _unmoved(saved, tasks)


def _unmoved(saved: Saved, tasks: Sequence[Task]) -> tuple[Report | Repeated, Predictions]:
    """Saved results, graded again for the reasons that they do not hold. Raises InputError if a score would move."""
    graded, given = regrade(saved, tasks)
    old, new = parts_of(saved.results["signature"])["tasks"], parts_of(graded.signature)["tasks"]
    scoring = parts_of(saved.results["signature"])["scoring"]
    if scoring != str(SCORING):
        raise InputError(f"{saved.folder}: was graded with scoring {scoring}, not {SCORING}; see puma rescore")
    if old != new:
        raise InputError(f"{saved.folder}: was graded against other tasks ({old}, not {new}); name them with --tasks")
    moved = moves(saved.samples, list(sample_records(graded)))
    if moved:
        raise InputError(
            f"{saved.folder}: {counted(len(moved), 'score')} would move with the grader of today, "
            f"the first '{moved[0].id}'; see why with puma rescore {saved.folder}, and write new results with its --out"
        )
    return graded, given


def _is_there(item: dict[str, Any], folder: Path | None) -> bool:
    """Whether a medium is a file inside the folder of tasks: no other file of this machine may get onto a page."""
    from puma_dataset.media import path_problem
    from puma_dataset.read import SAMPLE

    return not path_problem(folder or SAMPLE, item["path"])


def _media(task: Task, folder: Path | None) -> "tuple[Media, ...]":
    """The task's media as data addresses; one that is missing is left out, since the answers can be graded without."""
    from puma_dataset.opening import read_inside
    from puma_dataset.read import SAMPLE
    from puma_metrics.pages.report_data import Media

    found = []
    for item in task.record.get("media", []):
        file = Path(folder or SAMPLE, item["path"])
        if file.suffix.lower() in TYPES and _is_there(item, folder):
            content = read_inside(Path(folder or SAMPLE), item["path"])
            content, kind = _smaller(file, content) if item["type"] == "image" else (content, "")
            kind = kind or TYPES[file.suffix.lower()]
            found.append(Media(item["type"], f"data:{kind};base64,{base64.b64encode(content).decode()}", file.name))
    return tuple(found)


def _smaller(file: Path, content: bytes) -> tuple[bytes, str]:
    """A picture, and its type if it was made smaller so that the page stays light."""
    if len(content) <= LARGE:
        return content, ""
    from PIL import Image

    from puma_dataset.media import IMAGE_FORMATS, content_problem

    if problem := content_problem(file.parent, file.name, "image"):
        raise InputError(f"{file.parent}: {problem}")
    with Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        buffer = io.BytesIO()
        image.convert("RGB").save(buffer, "WEBP", quality=75)
    return (buffer.getvalue(), "image/webp") if buffer.tell() < len(content) else (content, "")
