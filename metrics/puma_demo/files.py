"""Uploaded files: a rubric sheet and a file of answers, read within bounds, and what is made of them."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from puma_metrics import Report, Task, grade_all, parse_task
from puma_metrics.errors import InputError, InvalidSheet
from puma_metrics.rubric import Results, Settings, Sheet, results_as_dict, score_sheet

from . import markup
from .bounds import ANSWER, FILE, MODELS, ROWS, TooMuch
from .markup import numeric, text, title
from .words import category_name, figure_name, say

SAMPLE = resources.files("puma_dataset") / "sample"
"""The sample's data; no code of that package is used here."""


def content_of(path: str | None, language: str) -> str:
    """The text of an uploaded file. Raises InputError without one, TooMuch if it is too large."""
    if not path:
        raise InputError(say("no_file", language))
    with Path(path).open("rb") as file:
        content = file.read(FILE + 1)
    if len(content) > FILE:
        raise TooMuch("too_large_file", FILE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"UTF-8: {error.reason}, byte {error.start}") from error


def rows_of(content: str) -> list[dict[str, str]]:
    """The rows of a CSV or TSV text. Raises InputError for one that is none, TooMuch for too many."""
    csv.field_size_limit(ANSWER)
    delimiter = "\t" if "\t" in content.partition("\n")[0] else ","
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=delimiter, strict=True)
    rows: list[dict[str, str]] = []
    try:
        for row in reader:
            if None in row or None in row.values():
                raise InputError(f"CSV, line {reader.line_num}: another number of columns than the header")
            if len(rows) == ROWS:
                raise TooMuch("too_many_rows", ROWS)
            rows.append(row)
    except csv.Error as error:
        raise InputError(f"CSV, line {reader.line_num}: {error}") from error
    return rows


def sheet_results(content: str) -> tuple[Results, Sheet]:
    """A sheet scored. Raises InvalidSheet with every slip, TooMuch for too many rows or models."""
    rows = rows_of(content)
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else {})}
    if len(set(columns.get("model", []))) > MODELS:
        raise TooMuch("too_many_models", MODELS)
    sheet = Sheet.of(columns)
    return score_sheet(sheet, settings=Settings(resamples=2_000, seed=0, confidence=0.95)), sheet


def sheet_html(results: Results, figures: dict[str, bytes], language: str) -> str:
    """Leaderboard, error types, findings and figures."""
    data = results_as_dict(results)
    return markup.page(
        title("leaderboard", language),
        _leaderboard(data, language),
        title("errors", language),
        _errors(data, language),
        *_findings([(f["row"], f["code"], f["message"]) for f in data["findings"]], language),
        markup.gallery({figure_name(name, language): image for name, image in figures.items()}),
        language=language,
    )


def _leaderboard(data: dict[str, Any], language: str) -> str:
    header = (
        say("rank", language),
        say("model", language),
        say("macro", language),
        say("interval", language),
        say("micro", language),
    )
    rows = []
    for rank, model in enumerate(data["ranking"], 1):
        scores = data["models"][model]
        low_high = scores["interval"]
        interval = "–".join(markup.number(bound, 1, language) for bound in low_high) if low_high else ""
        macro, micro = (numeric(markup.number(scores[name], 1, language)) for name in ("macro", "micro"))
        rows.append((str(rank), text(model), macro, numeric(interval), micro))
    return markup.table(header, rows, say("leaderboard", language))


def _errors(data: dict[str, Any], language: str) -> str:
    """How often each error type was found, a column for each model."""
    models = list(data["models"])
    rows = [
        (text(name), *(numeric(str(row["models"][model]["count"])) for model in models))
        for name, row in data["error_types"].items()
        if any(cell["count"] for cell in row["models"].values())
    ]
    return markup.table([say("errors", language), *models], rows, say("errors", language))


def _findings(findings: Sequence[tuple[int, str, str]], language: str) -> Iterator[str]:
    if findings:
        rows = [(numeric(str(row)), text(code), f'<span lang="en">{text(m)}</span>') for row, code, m in findings[:200]]
        header = (say("row", language), say("code", language), say("finding", language))
        yield title("findings", language) + markup.table(header, rows, say("findings", language))


def invalid_sheet_html(error: InvalidSheet, language: str) -> str:
    found = [(finding.row, finding.code, finding.message) for finding in error.findings]
    head = f'<div class="problem"><strong>{text(say("problem", language))}</strong></div>'
    return markup.page(head, *_findings(found, language), language=language)


def sample_tasks() -> list[Task]:
    """The tasks of the sample set."""
    lines = (SAMPLE / "tasks.jsonl").read_text("utf-8").splitlines()
    return [parse_task(json.loads(line)) for line in lines]


def answers_of(content: str) -> dict[str, str | None]:
    """Answers by id from JSONL or CSV. Raises InputError with the line of what is wrong."""
    if not content.lstrip().startswith("{"):
        records: list[Any] = rows_of(content)
    else:
        lines = [line for line in content.split("\n") if line.strip()]
        if len(lines) > ROWS:
            raise TooMuch("too_many_rows", ROWS)
        records = [_json_line(number, line) for number, line in enumerate(lines, 1)]
    answers: dict[str, str | None] = {}
    for number, record in enumerate(records, 1):
        fits = isinstance(record, dict) and isinstance(record.get("id"), str)
        if not fits or not isinstance(record.get("prediction"), str | None):
            raise InputError(f'{number}: expected {{"id": "hc_001", "prediction": "To herb Leliwa."}}')
        prediction = record.get("prediction")
        if prediction and len(prediction) > ANSWER:
            raise TooMuch("too_long", ANSWER)
        answers[record["id"]] = prediction
    return answers


def _json_line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"JSONL, line {number}: {error}") from error


def report_rows(report: Report, language: str) -> list[tuple[str, str, str, str, str]]:
    """Category, answered, strict, interval and soft of each category and of all tasks, as text."""
    named = [(category_name(name, language), rate) for name, rate in report.categories.items()]
    rows = []
    for name, rate in [*named, (say("all", language), report.overall)]:
        bounds = rate["interval"]
        between = "–".join(markup.number(bound, 1, language) for bound in bounds) if bounds else ""
        scores = ["–" if rate[k] is None else markup.number(rate[k], 1, language) for k in ("strict", "soft")]
        rows.append((name, f"{rate['attempted']} / {rate['n']}", scores[0], between, scores[1]))
    return rows


def report_header(language: str) -> tuple[str, ...]:
    return tuple(say(key, language) for key in ("category", "answered", "strict", "interval", "softs"))


def graded_file(content: str) -> Report:
    """The report on a file of answers to the sample's tasks; raises InputError, for an answer to no task too."""
    return grade_all(sample_tasks(), answers_of(content))
