"""What must hold of the readers of files: answers, tasks and sheets are read or refused with an address."""

import io
import json
import zipfile
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from drawn import Drawn, mutated, own_json

from puma_cli import compare, records, rescore, saved, sheets
from puma_cli.predictions import Predictions, read_models
from puma_dataset.lines import parse_lines
from puma_metrics import comparison, grade, modules, parse_task
from puma_metrics.authoring import task_findings
from puma_metrics.errors import InputError, InvalidTask
from puma_metrics.rubric import (
    Settings,
    Sheet,
    find_all,
    lock_as_dict,
    lock_from_dict,
    lock_rubric,
    results_as_dict,
    score_sheet,
)
from puma_metrics.task import CHECKS, plain_record

KINDS = (".jsonl", ".json", ".csv", ".tsv", ".parquet", ".ndjson")
IDS = ("kot", "pies", "dom")


@cache
def _room() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="puma-fuzz-")


def _file(name: str, content: bytes) -> Path:
    file = Path(_room().name, name)
    file.write_bytes(content)
    return file


def _read(file: Path, policy: str) -> list[Predictions] | str:
    try:
        return read_models(file, IDS, "ignore", policy)
    except InputError as error:
        return str(error)


def predictions(data: bytes) -> None:
    """A file of answers is read, the same twice, or refused with its name."""
    drawn = Drawn(data)
    name, policy = "a" + drawn.choice(KINDS), drawn.choice(("refuse", "first", "last"))
    file = _file(name, drawn.rest())
    found = _read(file, policy)
    assert found == _read(file, policy)
    if isinstance(found, str):
        assert found.startswith(str(file)) and len(found) < 20_000
        return
    for given in found:
        assert set(given.answers) <= set(IDS) and isinstance(given.model, str)
        assert all(answer.text is None or isinstance(answer.text, str) for answer in given.answers.values())
        assert given.rows >= len(given.answers)


def lines(data: bytes) -> None:
    """Lines of tasks: what is read is what a second writing gives back, and every other line has a finding."""
    found, findings = parse_lines(data)
    assert all(finding.file == "tasks.jsonl" and finding.problem for finding in findings)
    for line in found:
        written = json.dumps(line.record, ensure_ascii=False).encode()
        again, none = parse_lines(written + b"\n")
        assert not none and again[0].record == line.record
        assert list(again[0].record) == list(line.record)


TASK: dict[str, Any] = {
    "id": "t1", "category": "document_qa", "modality": "document", "prompt": "Jaki to kot?",
    "media": [{"path": "a.png", "type": "image", "license": "CC0-1.0", "source": "x"}], "tags": ["a", "b", "c"],
    "rules": [
        {"type": "include", "clauses": [["kot"], ["pies", "1,5"]], "include_min": 1, "include_max": 2},
        {"type": "exclude", "phrases": ["mysz"], "normalize": True},
        {"type": "regex", "pattern": r"\bkot\b", "regex_min": 1, "regex_max": None, "valid_words": False},
        {"type": "order", "phrases": ["kot", "pies"], "occurrence": "last"},
    ],
    "answers_ok": ["Kot, pies."], "answers_bad": ["mysz"], "notes": "",
}  # fmt: skip
OTHERS: tuple[dict[str, Any], ...] = (
    {**TASK, "category": "ocr", "rules": [{"type": "ocr", "blocks": ["kot <table><tr><td>1"]}], "prompt": None},
    {**TASK, "category": "structured_extraction", "rules": [{"type": "extraction", "reference": {"a": 1}}]},
)


def task(data: bytes) -> None:
    """A record of a task, changed here and there, is a task that grades or is refused with findings."""
    drawn = Drawn(data)
    record: Any = drawn.choice((TASK, TASK, *OTHERS))
    changes = drawn.number(3)
    shape = Drawn(bytes(drawn.number(255) for _ in range(40)))
    own, answer = [*drawn.texts(2), ""][:2]
    names = [*CHECKS, "type", "clauses", "pattern", "reference", own[:20]]
    for _ in range(changes):
        record = mutated(record, shape, names)
    if own and isinstance(record, dict):
        record = {**record, drawn.choice(sorted(record) or ["id"]): own_json(own)}
    before = repr(record)
    findings = task_findings(plain_record(record))
    assert all(str(finding) for finding in findings)
    assert repr(record) == before
    try:
        ready = parse_task(record)
    except InvalidTask as error:
        assert error.findings and any(not finding.is_warning for finding in findings)
        return
    score = grade(ready, answer)
    assert 0 <= score.soft <= 1 and score.strict in (0, 1)


RESULTS: dict[str, Any] = {
    "format": 1, "model": "m", "signature": "puma|n:1|tasks:a|keep_thinking:true|scoring:1", "reproducible": True,
    "overall": {"n": 1, "attempted": 1, "strict": 100.0, "soft": 100.0, "interval": [20.0, 100.0], "missing": 0},
    "categories": {"document_qa": {"n": 1, "attempted": 1, "strict": 100.0, "soft": 100.0}}, "tags": {},
}  # fmt: skip
SAMPLE: dict[str, Any] = {
    "id": "t1", "category": "document_qa", "strict": 1, "soft": 1.0, "answer": "Kot, mysz.", "task_digest": "a",
    "rules": [{"type": "include", "strict": 1, "soft": 1.0, "reason": "clause 1 of 2", "details": []}],
}  # fmt: skip


def results(data: bytes) -> None:
    """Saved results that somebody has changed are refused, or can be compared and graded again."""
    drawn = Drawn(data)
    run, sample = RESULTS, SAMPLE
    for _ in range(1 + drawn.number(2)):
        if drawn.flag():
            run = mutated(run, drawn, ["truncated", "missing", "x"])
        else:
            sample = mutated(sample, drawn, ["truncated", "missing", "x"])
    folder = _file("results.json", json.dumps(run).encode()).parent
    _file("samples.jsonl", json.dumps(sample).encode() + b"\n" + drawn.rest().replace(b"\x1d", b""))
    try:
        found = saved.read_saved(folder)
    except InputError as error:
        assert str(folder) in str(error)
        return
    for one in found:
        assert isinstance(one.model, str) and one.run.outcomes is not None
        report, _ = rescore.regrade(one, [parse_task(TASK)])
        with redirect_stdout(io.StringIO()):
            new = [records.sample_record(sample) for sample in report.samples]
            rescore.print_summary(rescore._summary(one, report, new))
            try:
                compare.print_two(comparison.compare(one.run, replace(one.run, name="b"), Settings(20)), [one.run])
            except InputError as error:
                assert str(error)


LOCK = lock_as_dict(
    lock_rubric(Sheet.of({"prompt_id": ["Q1"], "criterion_id": ["P1"], "weight": ["5"], "dimension": ["Accuracy"]}))
)


def lock(data: bytes) -> None:
    """A lock that somebody has changed is refused, or is a lock that is written as it was read."""
    drawn = Drawn(data)
    record: Any = LOCK
    for _ in range(1 + drawn.number(2)):
        record = mutated(record, drawn, ["x", "weight", "criterion_text"])
    try:
        read = lock_from_dict(record)
    except InputError as error:
        assert str(error)
        return
    assert lock_from_dict(json.loads(json.dumps(lock_as_dict(read)))) == read


def module(data: bytes) -> None:
    """References of the `evaluate` modules as JSON text: refused by number, or graded."""
    drawn = Drawn(data)
    kind = drawn.choice(("rules", "asr", "ocr", "extraction"))
    reference, answer = [*drawn.texts(2), ""][:2]
    try:
        if kind == "rules":
            ready = modules.rules_of([reference])
        else:
            value = (
                modules.loaded([reference])[0] if kind == "extraction" else reference if kind == "asr" else [reference]
            )
            ready = modules.rule_for(kind, [value], {"asr": "reference", "ocr": "blocks"}.get(kind, "reference"))
    except InputError as error:
        assert str(error).startswith("references[0]: ")
        return
    found = modules.results(f"puma_{kind}", [answer], ready, [reference])
    assert 0 <= found["soft"] <= 100 and found["strict"] in (0, 100)
    json.dumps(found, allow_nan=False)


SHEETS = (".csv", ".tsv", ".jsonl", ".xlsx", ".parquet", ".txt")
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
)
_RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
_RELATION = (
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}" Target="{}"/>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_BOOK = (
    f'<workbook xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>'
)


def workbook(sheet: bytes) -> bytes:
    """A workbook of one sheet, whose XML it is."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as book:
        book.writestr("[Content_Types].xml", _TYPES)
        book.writestr("_rels/.rels", _RELATIONS.format(_RELATION.format("officeDocument", "xl/workbook.xml")))
        book.writestr("xl/workbook.xml", _BOOK)
        book.writestr(
            "xl/_rels/workbook.xml.rels", _RELATIONS.format(_RELATION.format("worksheet", "worksheets/sheet1.xml"))
        )
        book.writestr("xl/worksheets/sheet1.xml", sheet)
    return buffer.getvalue()


def _found(file: Path) -> tuple[Sheet, list[Any]] | None:
    try:
        return sheets.read_sheet(file)
    except InputError as error:
        assert str(file) in str(error)
        return None


def sheet(data: bytes) -> None:
    """A sheet of annotations is read and scored, or its slips are found; results are numbers that JSON knows."""
    drawn = Drawn(data)
    ending = drawn.choice(SHEETS)
    as_xml = drawn.flag()
    content = drawn.rest()
    read = _found(_file("s" + ending, workbook(content) if ending == ".xlsx" and as_xml else content))
    if read is None:
        return
    table, in_file = read
    findings = find_all(table)
    assert all(str(finding) for finding in (*in_file, *findings))
    try:
        scored = score_sheet(table, settings=Settings(20, 0, 0.9))
    except InputError as error:
        assert str(error) and any(finding.is_error for finding in findings)
        return
    assert not any(finding.is_error for finding in findings)
    json.dumps(results_as_dict(scored), allow_nan=False)
