"""The fuzz targets by name, and the inputs that each starts from: golden vectors, the sample, and hostile pieces."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import file_targets
import page_targets
import rule_targets
import text_targets
from drawn import ITEM, PART, TIMES, seed

Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {
    "text": text_targets.text_forms,
    "normalisation": text_targets.normalisation,
    "tables": text_targets.tables,
    "trees": text_targets.tree_distances,
    "documents": text_targets.documents,
    "json": text_targets.json_values,
    "predictions": file_targets.predictions,
    "lines": file_targets.lines,
    "task": file_targets.task,
    "results": file_targets.results,
    "sheet": file_targets.sheet,
    "lock": file_targets.lock,
    "modules": file_targets.module,
    "include": rule_targets.include,
    "exclude": rule_targets.exclude,
    "regex": rule_targets.pattern,
    "order": rule_targets.order,
    "asr": rule_targets.asr,
    "ocr": rule_targets.ocr,
    "extraction": rule_targets.extraction,
    "report": page_targets.report_page,
    "demo": page_targets.demo_page,
    "exports": page_targets.exported,
    "rubric": page_targets.sheet_page,
}

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
GOLDEN = HERE.parent / "golden"
SAMPLE = HERE.parents[1] / "dataset_builder" / "puma_dataset" / "sample"

PIECES = (
    "<table>", "</table>", "<tr>", "<td>", "<td ", "</td>", "<th>", "<caption>", "<thead>", "colspan=",
    "rowspan='2'", '="', "<!--", "-->", "<br>", "<sup>", "</sup>", "<template>", "<script>", "</script>", "<title>",
    "<think>", "</think>", "&#", "&#x", "&nbsp;", "&lt;", "$", "$$", "\\(", "\\)", "\\[", "\\text{", "\\frac{",
    "{,}", "^2", "_{2}", "```", "~~~", "**", "*", "_", "~~", "[x]", "](", "![", "[/b]", "][", "]: ", "|", "# ", "`",
    "\\", "\ud800", "\0", "\u00ad", "\u202e", "\u2067", "\u200f", "\ufeff", "\u0301", "\u0327", "\u0328",
    "\u1100\u1161", "İ", "ß", "ſ", "½", "²", "①", "1 234", "1,50", "12:30", "+48", "’", "kot", "Kraków",
    "niewykonany", "nie ", " albo ", "Odpowiedź: ", "[", "]", "{", "}", '":', "null", "true", "1e9999", "-0", "NaN",
    "\\ud800", '"id"', '"prediction"', "\n", "\r\n", ",", ";", "(?:", ")+", "{1,9}", "\\p{L}", "(?<=", "[^", "\\b",
    "=1+1", "@x", "%", PART, ITEM, TIMES, f"{TIMES}\nkot {TIMES}",
)  # fmt: skip
"""What the fuzzer puts into inputs, beside bytes of its own."""


def vectors(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text("utf-8").splitlines()]


def sample_tasks() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SAMPLE / "tasks.jsonl").read_text("utf-8").splitlines()]


def _bound(value: int | None) -> int:
    return 0 if value is None else value + 1


def _encoded(rule: dict[str, Any], answer: str) -> bytes:
    """A golden vector as the bytes of which its rule's target draws it."""
    kind, off = rule["type"], int(not rule.get("normalize", True))
    if kind == "include":
        low, high = (_bound(rule.get(name)) for name in ("include_min", "include_max"))
        clauses = [] if isinstance(rule["clauses"], str) else rule["clauses"]
        return seed([off, low, high], *map(ITEM.join, clauses), answer)
    if kind in ("exclude", "order"):
        first = [int(rule.get("occurrence") == "first")] if kind == "order" else []
        return seed([off, *first], ITEM.join(rule["phrases"]), answer)
    if kind == "regex":
        names = ("regex_min", "regex_max", "match_min_length", "match_max_length")
        bounds = [_bound(rule.get(name)) % 7 for name in names]
        return seed([off, int(rule.get("valid_words", False)), *bounds], rule["pattern"], answer)
    if kind == "asr":
        return seed([], rule["reference"], answer)
    if kind == "ocr":
        return seed([], *rule["blocks"], answer)
    if kind != "extraction":
        raise ValueError(f"{kind}: say in tests/fuzz/targets.py how a rule of this type is written as bytes")
    schema = int("schema" in rule)
    return seed([0, 0, schema, *[0] * 40], json.dumps(rule["reference"], ensure_ascii=False), answer)


def _rules(kind: str) -> Iterator[bytes]:
    for vector in vectors("rules"):
        if vector["rule"]["type"] == kind:
            yield _encoded(vector["rule"], vector["answer"])
    for task in sample_tasks():
        for rule in task["rules"]:
            if rule["type"] == kind:
                yield from (_encoded(rule, answer) for answer in (*task["answers_ok"], *task["answers_bad"]))


def _texts() -> Iterator[str]:
    yield from (vector["answer"] for vector in vectors("phrase_match"))
    yield from (vector["input"] for name in ("ocr_words", "ocr_tables") for vector in vectors(name))
    yield from PIECES
    yield "".join(PIECES)


def _pages(numbers: int) -> Iterator[bytes]:
    evil = "<script>alert(1)</script>", "'\"><img src=x onerror=alert(1)>", "=1+1|[a](b)", "</textarea></title>"
    yield seed([0] * numbers, *evil, "kot " + "".join(evil))
    yield seed([1] * numbers, "kot", "@tag", "model", "Jaki?", "To kot, nie pies.")
    yield from (seed([0] * numbers, "kot", piece, piece, piece, f"kot {piece}") for piece in PIECES)


def _prediction_files() -> Iterator[bytes]:
    rows = [
        {"id": "kot", "prediction": "Koty.\n"},
        {"id": "pies", "answer": None, "model": "m"},
        {"id": "x", "output": ""},
    ]
    yield seed([0, 1], "\n".join(map(json.dumps, rows)))
    yield seed([1, 1], json.dumps(rows))
    yield seed([1, 1], json.dumps({"kot": "Koty.", "dom": None}))
    yield seed([2, 1], 'id,prediction,model\nkot,"a,""b""\nc",m\npies,x,n\n')
    yield seed([2, 1], "id;answer\nkot;a\n")
    yield seed([3, 2], "id\tanswer\nkot\ta\nkot\tb\n")
    yield bytes([4, 1]) + parquet({"id": ["kot", "pies"], "answer": ["Koty.", None], "n": [[1], []]})


def parquet(columns: dict[str, list[Any]]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), buffer)
    return buffer.getvalue()


def _row_xml(row: list[str]) -> str:
    return "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"


def _sheets() -> Iterator[bytes]:
    text = (SAMPLE / "rubric_sample.csv").read_text("utf-8")
    head = "\n".join(text.split("\n")[:5])
    rows = list(csv.DictReader(io.StringIO(head)))
    dirty = (GOLDEN / "rubric" / "dirty.csv").read_text("utf-8")
    yield from (seed([kind, 0], content) for kind in (0, 5) for content in (head, dirty, head.replace(",", ";")))
    yield seed([2, 0], "\n".join(json.dumps(row, ensure_ascii=False) for row in rows))
    cells = "".join(map(_row_xml, (list(rows[0]), *(list(row.values()) for row in rows))))
    body = f'<worksheet xmlns="{file_targets.MAIN}"><sheetData>{cells}</sheetData>'
    merged = '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>'
    number = '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1" t="s"><f>A1+1</f></c></row></sheetData>'
    yield seed([3, 1], body + merged)
    yield seed([3, 1], f'<worksheet xmlns="{file_targets.MAIN}">{number}</worksheet>')
    yield bytes([3, 0]) + file_targets.workbook((body + "</worksheet>").encode())
    yield bytes([4, 0]) + parquet({name: [row[name] for row in rows] for name in rows[0]})


def _modules() -> Iterator[bytes]:
    for line in (HERE.parents[1] / "cards" / "examples.jsonl").read_text("utf-8").splitlines():
        example = json.loads(line)
        names = ("puma_rules", "puma_asr", "puma_ocr", "puma_extraction")
        reference = example["reference"] if isinstance(example["reference"], str) else example["reference"][0]
        yield seed([names.index(example["metric"])], reference, example["prediction"])
    yield from (seed([0], json.dumps(task["rules"]), task["answers_ok"][0]) for task in sample_tasks()[::4])


def _numbers() -> Iterator[bytes]:
    return (bytes(number * step % 256 for step in range(40)) for number in range(1, 60))


def seeds(name: str) -> list[bytes]:
    """What a target starts from."""
    plain: dict[str, Callable[[], Iterator[bytes]]] = {
        "text": lambda: (seed([], text) for text in _texts()),
        "normalisation": lambda: (seed([n % 4], text) for n, text in enumerate(_texts())),
        "tables": lambda: (seed([], v["input"]) for v in vectors("ocr_tables")),
        "trees": lambda: (seed([n * 7 % 256] * 60, "kot\npies\n1,5") for n in range(20)),
        "documents": lambda: (seed([], text, text) for text in _texts()),
        "json": lambda: (seed([], v["answer"], json.dumps(v["reference"])) for v in vectors("extraction_answers")),
        "predictions": _prediction_files,
        "lines": lambda: (seed([], json.dumps(task, ensure_ascii=False)) for task in sample_tasks()[::6]),
        "task": lambda: (seed([n % 4, n % 3, *range(n, n + 40)], "", "Kot, pies.") for n in range(0, 200, 10)),
        "results": _numbers,
        "lock": _numbers,
        "modules": _modules,
        "sheet": _sheets,
        "report": lambda: _pages(1),
        "exports": lambda: _pages(1),
        "demo": lambda: (seed([], v["reference"], v["prediction"]) for v in vectors("teds")),
        "rubric": lambda: _pages(0),
    }
    return list(plain[name]() if name in plain else _rules(name))
