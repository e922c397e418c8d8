"""Uploaded files: a rubric sheet and a file of answers, read within bounds, and what is made of them."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any

from puma_answers import read, records
from puma_answers.formats import READERS
from puma_metrics import Given, Report, Task, grade_all, parse_task
from puma_metrics.errors import InvalidSheet
from puma_metrics.rubric import Results, Settings, Sheet, results_as_dict, score_sheet
from puma_metrics.wording import shorten

from . import markup
from .bounds import FILE, MODELS, ROWS, UNPACKED, Refused, short
from .markup import numeric, text, title
from .names import category_name, csv_error, figure_name
from .sheet_words import error_type, finding_in_polish
from .words import grouped, say, size

SHEETS, ANSWERS = (".csv", ".tsv"), (*READERS, ".eval", ".gz", ".zip")
"""What the names of uploaded files may end in."""
WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")
RECORD = '{"id": "hc_001", "prediction": "To herb Leliwa."}'
MOST_FINDINGS = 200
"""How many findings about a sheet are shown."""
SAMPLE = resources.files("puma_dataset") / "sample"
"""The sample's data; no code of that package is used here."""


def content_of(path: str | None, kinds: Sequence[str]) -> bytes:
    """What an uploaded file holds. Raises Refused without one, and for one of another kind, too large or empty.

    Args:
        path: where the upload is.
        kinds: what its name may end in, such as ".csv".
    """
    if not path:
        raise Refused("no_file")
    file = Path(path)
    if file.suffix.lower() not in kinds:
        key = "spreadsheet" if file.suffix.lower() in WORKBOOKS else "wrong_kind"
        raise Refused(key, shorten(file.name), ", ".join(kinds))
    if (length := file.stat().st_size) > FILE:
        raise Refused("too_large_file", partial(size, length), partial(size, FILE))
    content = file.read_bytes()
    if not content.strip():
        raise Refused("empty_file")
    return content


def text_of(content: bytes) -> str:
    """The text of a sheet. Raises Refused for what is no text."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("not_utf8", error.start) from error


def rows_of(content: str) -> list[dict[str, str]]:
    """The rows of a CSV or TSV text. Raises Refused for one that is none, and for too many."""
    csv.field_size_limit(FILE)  # an answer that is too long is refused for that, and a column that nobody reads is not
    header = content.partition("\n")[0]
    # a spreadsheet in Polish writes semicolons
    delimiter = max(",;\t", key=header.count)
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=delimiter, strict=True)
    rows: list[dict[str, str]] = []
    try:
        for row in reader:
            if None in row or None in row.values():
                raise Refused("columns", reader.line_num)
            if len(rows) == ROWS:
                raise Refused("too_many_rows", partial(grouped, ROWS))
            rows.append(row)
    except csv.Error as error:
        raise Refused("csv", reader.line_num + 1, partial(csv_error, str(error))) from error
    return rows


def sheet_results(content: str) -> tuple[Results, Sheet]:
    """A sheet scored. Raises InvalidSheet with every slip, Refused for too many rows or models."""
    rows = rows_of(content)
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else {})}
    if (models := len(set(columns.get("model", [])))) > MODELS:
        raise Refused("too_many_models", partial(grouped, models), MODELS)
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
        title("figures", language),
        markup.gallery({figure_name(name, language): image for name, image in figures.items()}),
        markup.signature(results.signature, language),
        language=language,
    )


def _leaderboard(data: dict[str, Any], language: str) -> str:
    header = [say(key, language) for key in ("rank", "model", "macro", "interval", "micro")]
    rows = []
    for rank, model in enumerate(data["ranking"], 1):
        scores = data["models"][model]
        macro, micro = (numeric(markup.number(scores[name], 1, language)) for name in ("macro", "micro"))
        between = numeric(markup.interval(scores["interval"], language))
        rows.append((numeric(str(rank)), text(model), macro, between, micro))
    return markup.table(header, rows, say("leaderboard", language), numbers={0, 2, 3, 4})


def _errors(data: dict[str, Any], language: str) -> str:
    """How often each error type was found, a column for each model in the order of the leaderboard."""
    models = data["ranking"]
    rows = [
        (text(error_type(name, language)), *(numeric(str(row["models"][model]["count"])) for model in models))
        for name, row in data["error_types"].items()
        if any(cell["count"] for cell in row["models"].values())
    ]
    numbers = set(range(1, len(models) + 1))
    return markup.table([say("error_type", language), *models], rows, say("errors", language), numbers=numbers)


def _findings(findings: Sequence[tuple[int, str, str]], language: str) -> Iterator[str]:
    if not findings:
        return
    rows = [
        (numeric(str(row) if row else "–"), text(code), _finding(message, language))
        for row, code, message in findings[:MOST_FINDINGS]
    ]
    header = [say(key, language) for key in ("row", "code", "finding")]
    yield title("findings", language) + markup.table(header, rows, say("findings", language), numbers={0})
    if len(findings) > MOST_FINDINGS:
        shown = grouped(len(findings), language)
        yield f"<p>{text(say('more_findings', language, MOST_FINDINGS, shown))}</p>"


def _finding(message: str, language: str) -> str:
    polish = finding_in_polish(message) if language == "pl" else None
    return text(polish) if polish is not None else markup.in_language(message, "en", language)


def invalid_sheet_html(error: InvalidSheet, language: str) -> str:
    found = [(finding.row, finding.code, finding.message) for finding in error.findings]
    head = f'<div class="problem"><strong>{text(say("problem", language))}</strong></div>'
    return markup.page(head, *_findings(found, language), language=language)


def sample_tasks() -> list[Task]:
    """The tasks of the sample set."""
    lines = (SAMPLE / "tasks.jsonl").read_text("utf-8").splitlines()
    return [parse_task(json.loads(line)) for line in lines]


def answers_of(name: str, content: bytes) -> dict[str, Given]:
    """Answers by id from a file as any inference stack writes it. Raises InputError with the line of what is wrong."""
    found = list(islice(records(name, content, UNPACKED), ROWS + 1))
    if len(found) > ROWS:
        raise Refused("too_many_rows", partial(grouped, ROWS))
    answers: dict[str, Given] = {}
    rows = read(name, lambda: found).rows
    if not rows:
        raise Refused("empty_file")
    for number, row in enumerate(rows, 1):
        if row.id in answers:
            raise Refused("twice", number, shorten(row.id))
        short(row.given.text)
        answers[row.id] = row.given
    return answers


def report_rows(report: Report, language: str) -> list[tuple[str, str, str, str, str]]:
    """Category, answered, strict, interval and soft of each category and of all tasks, as text."""
    named = [(category_name(name, language), rate) for name, rate in report.categories.items()]
    rows = []
    for name, rate in [*named, (say("all", language), report.overall)]:
        between = markup.interval(rate["interval"], language)
        scores = ["–" if rate[k] is None else markup.number(rate[k], 1, language) for k in ("strict", "soft")]
        rows.append((name, f"{rate['attempted']} / {rate['n']}", scores[0], between, scores[1]))
    return rows


def report_header(language: str) -> tuple[str, ...]:
    return tuple(say(key, language) for key in ("category", "answered", "strict", "interval", "softs"))


def graded_file(name: str, content: bytes) -> Report:
    """The report on a file of answers to the sample's tasks; raises InputError, for an answer to no task too."""
    return grade_all(sample_tasks(), answers_of(name, content))
