"""The tabs that take files: the rubric's sheet, and the benchmark with the sample's tasks."""

import csv
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from puma_metrics import Task
from puma_metrics.errors import InputError, InvalidSheet

from . import files, markup
from .bounds import TooMuch
from .markup import text, title
from .tabs import box
from .views import explained, graded_view
from .words import category_name, say

KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".ogg": "audio/ogg"}
TASKS = {task.id: task for task in files.sample_tasks()}


def refused(error: InputError, language: str) -> str:
    """What is wrong with a file, as a page."""
    if isinstance(error, InvalidSheet):
        return files.invalid_sheet_html(error, language)
    if isinstance(error, TooMuch):
        return markup.problem(say(error.key, language, f"{error.most:,}".replace(",", " ")), language)
    return markup.problem(str(error), language)


ROOM = tempfile.TemporaryDirectory(prefix="puma-demo-")
"""Where files to download are made; gradio keeps a copy of its own for an hour, and the room goes with the process."""


def written(name: str, content: str) -> str:
    """A file to download. Those of visitors who have theirs already, a minute later, are removed."""
    for old in Path(ROOM.name).iterdir():
        if old.stat().st_mtime < time.time() - 60:
            shutil.rmtree(old, ignore_errors=True)
    path = Path(tempfile.mkdtemp(dir=ROOM.name)) / name
    path.write_text(content, encoding="utf-8")
    return str(path)


def rubric_tab(language: str) -> None:
    """A sheet goes in; leaderboard, errors, figures and the whole report come out."""
    sheet = gr.File(label=say("sheet", language), file_types=[".csv", ".tsv"], height=140)
    with gr.Row():
        grade = gr.Button(say("grade", language), variant="primary")
        sample = gr.Button(say("sheet_sample", language))
    result = gr.HTML("", label=say("result", language))
    report = gr.File(label=say("report", language), visible=False, interactive=False)
    grade.click(partial(sheet_graded, language), sheet, [result, report], api_visibility="private")
    sample.click(partial(sample_graded, language), None, [result, report], api_visibility="private")


def sheet_graded(language: str, path: str | None) -> tuple[str, Any]:
    try:
        return _sheet(files.content_of(path, language), language)
    except InputError as error:
        return refused(error, language), gr.update(visible=False)


def sample_graded(language: str) -> tuple[str, Any]:
    return _sheet((files.SAMPLE / "rubric_sample.csv").read_text("utf-8"), language)


def _sheet(content: str, language: str) -> tuple[str, Any]:
    from puma_metrics.pages import rubric_figures, rubric_report

    results, sheet = files.sheet_results(content)
    figures = rubric_figures.draw_all(results)
    report = written("report.html", rubric_report.report(results, sheet, figures))
    return files.sheet_html(results, figures, language), gr.update(value=report, visible=True)


def benchmark_tab(language: str) -> None:
    """A task of the sample with its media to see and hear, an answer to it, or a whole file of answers."""
    choices = [(f"{task.id} · {category_name(task.category, language)}", task.id) for task in TASKS.values()]
    first = choices[0][1]
    chosen = gr.Dropdown(choices, value=first, label=say("task", language), filterable=True)
    shown = gr.HTML(task_html(language, first))
    answer = box("your_answer", language, "", 3)
    grade = gr.Button(say("grade", language), variant="primary")
    result = gr.HTML("", label=say("result", language))
    chosen.change(partial(task_html, language), chosen, shown, api_visibility="private")
    chosen.change(lambda: "", None, result, api_visibility="private")
    grade.click(partial(task_graded, language), [answer, chosen], result, api_visibility="private")
    upload = gr.File(label=say("file", language), file_types=[".jsonl", ".csv"], height=140)
    grade_all = gr.Button(say("grade_file", language))
    table = gr.HTML("", label=say("result", language))
    download = gr.File(label=say("download", language), visible=False, interactive=False)
    grade_all.click(partial(file_graded, language), upload, [table, download], api_visibility="private")


def task_html(language: str, name: str) -> str:
    """The question and the media of a task."""
    task = TASKS[name]
    prompt = text(task.prompt) if task.prompt else text(say("default_prompt", language))
    media = [_medium(task, medium["path"], language) for medium in task.record["media"]]
    question = f'<p lang="pl">{prompt}</p>' if task.prompt else f"<p>{prompt}</p>"
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


def file_graded(language: str, path: str | None) -> tuple[str, Any]:
    """A file of answers to the sample: the table, and the same as CSV."""
    try:
        report = files.graded_file(files.content_of(path, language))
    except InputError as error:
        return refused(error, language), gr.update(visible=False)
    header, rows = files.report_header(language), files.report_rows(report, language)
    cells = [(text(row[0]), *map(markup.numeric, row[1:])) for row in rows]
    signature = f"<p><code>{text(report.signature)}</code></p>"
    table = markup.table(header, cells, say("result", language))
    return markup.page(table, signature, language=language), gr.update(value=_csv(header, rows), visible=True)


def _csv(header: tuple[str, ...], rows: list[tuple[str, str, str, str, str]]) -> str:
    path = written("results.csv", "")
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path
