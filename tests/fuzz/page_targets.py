"""What must hold of everything that is shown: no text of an answer, a task or a sheet becomes markup or a formula."""

import csv
import io
import re
from typing import Any

import yaml
from drawn import Drawn
from selectolax.lexbor import LexborHTMLParser

from puma_cli.hub import model_index
from puma_cli.rubric_files import result_tables
from puma_demo import documents as demo_documents
from puma_demo import markup as demo_markup
from puma_demo.reasons import in_polish
from puma_metrics import Report, exports, grade_all
from puma_metrics.comparison import Outcome, Run, compare_all
from puma_metrics.document import document_problems, read_reference, score_document
from puma_metrics.errors import InputError, InvalidTask
from puma_metrics.pages.report import Contents, page
from puma_metrics.pages.report_data import Media, ShownTask, shown_answer
from puma_metrics.pages.rubric_report import rubric_page
from puma_metrics.report import Given
from puma_metrics.rubric import Settings, Sheet, results_as_dict, score_sheet
from puma_metrics.wording import shorten

OURS = {
    "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "nav", "ul", "ol", "li", "main",
    "section", "p", "div", "table", "thead", "tbody", "tr", "th", "td", "span", "br", "code", "details", "summary",
    "form", "label", "input", "select", "option", "button", "mark", "bdi", "img", "audio", "figure", "figcaption",
    "svg", "rect", "line", "text", "g", "b", "strong", "small",
}  # fmt: skip
UNPRINTABLE = re.compile("[\0\r\ud800-\udfff]")


def is_clean(written: str, scripts: int) -> None:
    """The page has only tags of ours, no handler and no address outside of itself."""
    tree = LexborHTMLParser(written.encode("utf-8", "backslashreplace"))
    found = [node for node in tree.root.traverse() if node.tag and not node.tag.startswith(("-", "!", "#"))]
    assert sum(node.tag == "script" for node in found) == scripts
    assert {node.tag for node in found} - {"script"} <= OURS, {node.tag for node in found} - OURS
    for node in found:
        for name, value in node.attributes.items():
            assert not name.startswith("on") and name not in ("srcdoc", "formaction", "action"), (name, value)
            assert name not in ("src", "href") or (value or "").startswith(("data:", "#")), (name, value)


def _graded(drawn: Drawn) -> tuple[Report, list[str]] | None:
    normalize = not drawn.flag()
    texts = [*drawn.texts(5), "", "", "", ""][:5]
    phrase, tag, _model, prompt, answer = texts
    rules: list[dict[str, Any]] = [
        {"type": "include", "clauses": [[phrase], ["kot"]], "normalize": normalize},
        {"type": "exclude", "phrases": [phrase]},
        {"type": "order", "phrases": [phrase, "kot"]},
        {"type": "regex", "pattern": r"\w+", "normalize": normalize},
    ]
    record = {"id": "t1", "category": "speech_qa", "prompt": prompt or "?", "rules": rules, "tags": [tag]}
    ocr = {"id": "t2", "category": "ocr", "rules": [{"type": "ocr", "blocks": [phrase]}], "tags": [tag]}
    fields = {
        "id": "t3",
        "category": "structured_extraction",
        "rules": [{"type": "extraction", "reference": {phrase: tag}}],
    }
    found = []
    for task in (record, ocr, fields):
        try:
            grade_all([task], {})
            found.append(task)
        except InvalidTask:
            continue
    given = {task["id"]: Given(answer, truncated=normalize, refused=not normalize) for task in found}
    return (grade_all(found, given), texts) if found else None


def report_page(data: bytes) -> None:
    """The report page: whatever stands in tasks and answers is text in it."""
    graded = _graded(Drawn(data))
    if not graded:
        return
    report, (phrase, tag, model, prompt, answer) = graded
    names = [model, model + "'\"><script>"]
    results = {name: {**report.results(), "model": name} for name in names}
    shown = [shown_answer(sample) for sample in report.samples]
    outcomes = {s.task.id: Outcome(s.task.category, s.score.strict, s.score.soft) for s in report.samples}
    runs = [Run(name, report.signature, outcomes) for name in names]
    media = (Media("image", "data:image/png;base64,", prompt), Media("audio", "data:audio/ogg;base64,", tag))
    tasks = [
        ShownTask(sample.task, media, dict.fromkeys(names, one))
        for sample, one in zip(report.samples, shown, strict=True)
    ]
    written = page(Contents(results, runs, compare_all(runs, Settings(20)), tasks, title=phrase))
    is_clean(written, scripts=1)
    if not UNPRINTABLE.search(answer) and any(not one.is_missing and one.text for one in shown):
        text = LexborHTMLParser(written).css_first("div.text").text()
        assert text == shown[0].text


def demo_page(data: bytes) -> None:
    """What the demo shows of an answer and of its tables."""
    first, second = [*Drawn(data).texts(2), ""][:2]
    parts = [demo_markup.marked(second, [((0, 5), True), ((3, 9), False)]), demo_markup.text(first)]
    if not document_problems([first]):
        parts += demo_documents.tables_html(score_document(second, read_reference([first])), "pl")
    parts.append(demo_markup.text(in_polish(first) or ""))
    is_clean(demo_markup.page(*parts, language="pl"), scripts=0)
    assert "\n" not in shorten(first) and len(shorten(first)) <= 60


LATEX_COMMANDS = {
    "textbackslash",
    "textasciitilde",
    "textasciicircum",
    "textless",
    "textgreater",
    "textbar",
    "textquotedbl",
}
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def exported(data: bytes) -> None:
    """Names of models and tags in tables: no formula, no link, no command, and no row too many."""
    graded = _graded(Drawn(data))
    if not graded:
        return
    report, (_, _tag, model, *_) = graded
    models = {model: report.results(), "B": report.results()}
    rows = list(csv.reader(io.StringIO(exports.csv_table(models))))
    assert {len(row) for row in rows} == {len(exports.CSV_HEADER)}
    cells = [row[0] for row in rows] + [row[0] for row in csv.reader(io.StringIO(exports.tags_csv(models))) if row]
    assert not [cell for cell in cells if cell.startswith(FORMULA)]
    table = exports.markdown_table(models).split("\n\n")[0].split("\n")
    assert len(table) == 4 and {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {12}, table
    assert "<" not in table[2]
    lines = exports.latex_table(models).split("\n")
    row = exports.escape_latex(model)
    assert row in lines[8] and not re.search(r"(?<!\\)[$&#%_{}~^]", re.sub(r"\\text\w+\{\}", "", row))
    assert set(re.findall(r"\\([a-zA-Z]+)", row)) <= LATEX_COMMANDS
    if not UNPRINTABLE.search(model) and model.isprintable():
        assert (
            yaml.safe_load(model_index(model, {**models[model], "model": model}, "org/puma"))["model-index"][0]["name"]
            == model
        )
    assert not [char for char in row if ord(char) < 32 or 0xD800 <= ord(char) < 0xE000], row


def sheet_page(data: bytes) -> None:
    """The rubric's report of a sheet with hostile texts."""
    drawn = Drawn(data)
    prompt, model, criterion, justification, response = [*drawn.texts(5), *[""] * 5][:5]
    rows: dict[str, list[str]] = {
        "prompt_id": [prompt] * 2, "model": [model, "B"], "scope": ["cultural"] * 2, "criterion_id": [criterion] * 2,
        "kind": ["positive"] * 2, "dimension": ["Accuracy"] * 2, "objectivity": ["objective"] * 2,
        "explicitness": ["explicit"] * 2, "weight": ["3"] * 2, "max_score": ["3"] * 2, "result": ["fail", "pass"],
        "score": ["0", "3"], "error_types": ["Omission", ""], "justification": [justification or "x", ""],
        "response": [response] * 2, "criterion_text": [criterion] * 2,
    }  # fmt: skip
    sheet = Sheet.of(rows)
    try:
        results = score_sheet(sheet, settings=Settings(20))
    except InputError:
        return
    is_clean(rubric_page(results, sheet, {}), scripts=0)
    for header, rows_of in result_tables(results_as_dict(results)).values():
        table = list(csv.reader(io.StringIO(exports.to_csv(header, rows_of))))
        assert not [cell for row in table for cell in row if cell.startswith(FORMULA) and not _is_number(cell)]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
