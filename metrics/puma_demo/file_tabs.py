"""The tabs that take files: the rubric's sheet, and the benchmark with the sample's tasks."""

import csv
import io
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import gradio as gr

from puma_metrics import Task
from puma_metrics.errors import InputError, InvalidSheet
from puma_metrics.rubric.sheet import REQUIRED

from . import files, markup, refusals
from .markup import text, title
from .names import category_name
from .sheet_words import figure_label
from .tabs import NARROW, box, button, page
from .turns import forgets, grades
from .views import explained, graded_view
from .words import say

KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".ogg": "audio/ogg"}
TASKS = {task.id: task for task in files.sample_tasks()}

Graded = tuple[str, str | None]
"""A page, and the path of what there is to download."""


def refused(error: InputError, language: str) -> str:
    """What is wrong with a file, as a page."""
    if isinstance(error, InvalidSheet):
        return files.invalid_sheet_html(error, language)
    return refusals.page(error, language)


ROOM = tempfile.TemporaryDirectory(prefix="puma-demo-")
"""Where files to download are made; gradio keeps a copy of its own for an hour, and the room goes with the process."""


def written(name: str, content: str) -> str:
    """A file to download. Those of visitors who have theirs already, a minute later, are removed."""
    for old in Path(ROOM.name).iterdir():
        if old.stat().st_mtime < time.time() - 60:
            shutil.rmtree(old, ignore_errors=True)
    path = Path(tempfile.mkdtemp(dir=ROOM.name)) / name
    # as bytes: the line ends are those of the content
    path.write_bytes(content.encode())
    return str(path)


def upload(name: str, language: str, grade: Callable[..., Graded], sample: Callable[..., Graded]) -> None:
    """A file to send in, or the sample's; the page that comes of it, and what there is to download.

    Of which kind a file is, the grader says in words: gradio would say it in English.
    """
    key = "grade" if name == "sheet" else "grade_file"
    sent = gr.File(label=say(name, language), height=150)
    with gr.Row():
        send = button(key, language, "primary")
        show = button("sample", language)
        named = say("report" if name == "sheet" else "download", language)
        download = gr.DownloadButton(named, visible=False, scale=0, min_width=240)
    hint = f"<p>{say('to_upload', language, say(key, language))}</p>"
    result = page(hint)
    grades(send, partial(grade, language), [sent], result, download)
    grades(show, partial(sample, language), [], result, download)
    forgets([sent], result, hint, download)


def rubric_tab(language: str) -> None:
    """A sheet goes in; leaderboard, errors, figures and the whole report come out."""
    columns = " ".join(f"`{name}`" for name in REQUIRED)
    gr.Markdown(say("sheet_hint", language, columns))
    upload("sheet", language, sheet_graded, sheet_sample)


def sheet_graded(language: str, path: str | None) -> Graded:
    try:
        return _sheet(files.text_of(files.content_of(path, files.SHEETS)), language)
    except InputError as error:
        return refused(error, language), None


def sheet_sample(language: str) -> Graded:
    return _sheet((files.SAMPLE / "rubric_sample.csv").read_text("utf-8"), language)


def _sheet(content: str, language: str) -> Graded:
    from puma_metrics.pages import rubric_figures, rubric_report

    results, sheet = files.sheet_results(content)
    figures = rubric_figures.draw_all(results)
    report = written("report.html", rubric_report.report(results, sheet, figures))
    if language != "en":
        figures = rubric_figures.draw_all(results, partial(figure_label, language=language))
    return files.sheet_html(results, figures, language), report


def benchmark_tab(language: str) -> None:
    """A task of the sample with its media to see and hear, an answer to it, or a whole file of answers."""
    gr.Markdown(f"## {say('one_task', language)}")
    _one_task(language)
    gr.Markdown(f"## {say('whole_file', language)}\n\n{say('file_hint', language, f'`{files.RECORD}`')}")
    upload("file", language, file_graded, file_sample)


def _one_task(language: str) -> None:
    choices = [(f"{task.id} · {category_name(task.category, language)}", task.id) for task in TASKS.values()]
    first = choices[0][1]
    hint = f"<p>{say('to_answer', language)}</p>"
    with gr.Row():
        with gr.Column(min_width=NARROW):
            chosen = gr.Dropdown(choices, value=first, label=say("task", language), filterable=True)
            shown = page(task_html(language, first))
        with gr.Column(min_width=NARROW):
            answer = box("your_answer", language, "", 3)
            with gr.Row():
                grade = button("grade", language, "primary")
            result = page(hint)
    forgets([chosen], result, hint, answer)
    chosen.change(partial(task_html, language), chosen, shown, api_visibility="private")
    grades(grade, partial(task_graded, language), [answer, chosen], result)
    forgets([answer], result, hint)


def task_html(language: str, name: str) -> str:
    """The question and the media of a task."""
    task = TASKS[name]
    media = [_medium(task, medium["path"], language) for medium in task.record["media"]]
    own = f'<p lang="pl">{text(task.prompt)}</p>' if task.prompt else ""
    # only asr and ocr have tasks without a question of their own
    question = own or f"<p>{text(say(f'{task.category}_prompt', language))}</p>"
    return markup.page(title("question", language), question, *media, language=language)


def _medium(task: Task, path: str, language: str) -> str:
    content = (files.SAMPLE / path).read_bytes()
    return markup.picture(content, KINDS[Path(path).suffix], say("media", language, task.id))


@explained
def _graded(answer: str | None, name: str, language: str) -> str:
    task = TASKS[name]
    return graded_view(task.record["rules"], answer, task.prompt, language)


def task_graded(language: str, answer: str | None, name: str) -> str:
    return _graded(answer, name, language)


def file_graded(language: str, path: str | None) -> Graded:
    """A file of answers to the sample: the table, and the same as CSV."""
    try:
        return _answers(Path(path or "").name, files.content_of(path, files.ANSWERS), language)
    except InputError as error:
        return refused(error, language), None


def file_sample(language: str) -> Graded:
    name = "predictions_written.jsonl"
    return _answers(name, (files.SAMPLE / "predictions" / name).read_bytes(), language)


def _answers(name: str, content: bytes, language: str) -> Graded:
    report = files.graded_file(name, content)
    header, rows = files.report_header(language), files.report_rows(report, language)
    cells = [(text(row[0]), *map(markup.numeric, row[1:])) for row in rows]
    table = markup.table(header, cells, say("result", language), numbers=set(range(1, len(header))), kind="totals")
    none_in_some = any(not rate["attempted"] for rate in report.categories.values())
    note = f"<p>{text(say('unanswered', language))}</p>" if none_in_some else ""
    shown = markup.page(table, note, markup.signature(report.signature, language), language=language)
    return shown, _csv(header, rows)


def _csv(header: tuple[str, ...], rows: list[tuple[str, str, str, str, str]]) -> str:
    content = io.StringIO()
    csv.writer(content).writerows([header, *rows])
    return written("results.csv", content.getvalue())
