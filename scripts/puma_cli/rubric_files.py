"""The files of `puma rubric score --out` and the cells of `puma rubric template`."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from puma_cli import sheet_files, workbook_template
from puma_cli.files import encoded, write_all
from puma_metrics.errors import InputError
from puma_metrics.exports import to_csv
from puma_metrics.rubric import TAXONOMY, Lock, Results, Sheet, results_as_dict
from puma_metrics.rubric.sheet import (
    DIMENSIONS,
    EXPLICITNESS,
    KINDS,
    OBJECTIVITY,
    OPTIONAL,
    REQUIRED,
    RESULTS,
    SCOPES,
    cut,
)

Row = Sequence[Any]

LISTS = {
    "scope": SCOPES,
    "kind": KINDS,
    "dimension": DIMENSIONS,
    "objectivity": OBJECTIVITY,
    "explicitness": EXPLICITNESS,
    "result": tuple(word for words in RESULTS.values() for word in words),
    "error_types": TAXONOMY.names,
}
"""The words that the template's drop-down lists offer."""


_UNPRINTABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no workbook can hold."""
LONGEST_CELL = 32_767
"""Characters of a cell of a workbook."""


def template(lock: Lock, models: Sequence[str], raters: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Header and rows of an empty sheet: every positive criterion once per rater, model and prompt.

    Raises:
        InputError: a text does not fit into a cell of a workbook.
    """
    header = [*REQUIRED, *OPTIONAL]
    rows = []
    for rater in raters:
        for prompt, criteria in lock.criteria.items():
            for model in models:
                for name, columns in criteria.items():
                    given = {"prompt_id": prompt, "model": model, "criterion_id": name, "kind": "positive"}
                    given |= {"max_score": columns["weight"], "rater_id": rater, **columns}
                    rows.append([given.get(column, "") for column in header])
                    _refuse_unfit(f"{cut(prompt)}/{cut(model)}/{cut(name)}", given)
    return header, rows


def _refuse_unfit(address: str, cells: Mapping[str, str]) -> None:
    for column, text in cells.items():
        if found := _UNPRINTABLE.search(text):
            what = f"the control character U+{ord(found[0]):04X}, which no workbook can hold; remove it"
            raise InputError(f"{address}: {column} has {what}")
        if len(text) > LONGEST_CELL:
            what = f"{len(text):,} characters, and a cell of a workbook at most {LONGEST_CELL:,}; shorten it"
            raise InputError(f"{address}: {column} has {what}")


def write_template(header: Sequence[str], rows: Sequence[Sequence[str]], text: Path, workbook: Path) -> None:
    """The template as CSV and as a workbook: both or none.

    Raises:
        InputError: openpyxl is missing, or a place cannot be written.
    """
    content = sheet_files.to_csv(header, rows).encode("utf-8-sig")
    write_all({text: content, workbook: workbook_template.write_template(header, rows, LISTS)})


def write_results(results: Results, sheet: Sheet, folder: Path, note: Callable[[str], None]) -> None:
    """results.json, the tables as CSV, the figures as PNG and the report as HTML: all or none.

    Raises:
        InputError: a place cannot be written; or matplotlib is missing, and what needs no figure was written.
    """
    data = results_as_dict(results)
    named = result_tables(data)
    contents = {"results.json": encoded(json.dumps(data, ensure_ascii=False, indent=2) + "\n")}
    contents |= {f"{name}.csv": encoded(to_csv(header, rows)) for name, (header, rows) in named.items()}
    try:
        from puma_metrics.pages import rubric_figures, rubric_report
    except ImportError as error:
        write_all({folder / name: content for name, content in contents.items()}, folder)
        text = f'{folder}: results and tables are written; figures and report need: pip install "puma-bench[report]"'
        raise InputError(text) from error
    figures = rubric_figures.draw_all(results)
    contents |= {f"{name}.png": image for name, image in figures.items()}
    contents["report.html"] = encoded(rubric_report.rubric_page(results, sheet, figures))
    write_all({folder / name: content for name, content in contents.items()}, folder)
    note(f"written to {folder}: results.json, {len(named)} tables, {len(figures)} figures, report.html")


def result_tables(data: dict[str, Any]) -> dict[str, tuple[Row, list[Row]]]:
    """The results as tables: per name, its header and rows, numbers unrounded."""
    models, first = data["models"], next(iter(data["models"].values()))
    cells: list[Row] = [
        (name, model, *cell.values())
        for name, row in data["error_types"].items()
        for model, cell in row["models"].items()
    ]
    values = ("count", "share", "prevalence", "points_lost")
    return {
        "leaderboard": (
            ("rank", "model", *(name for name in first if name != "interval"), "interval_low", "interval_high"),
            [(rank, model, *_leaderboard_row(models[model])) for rank, model in enumerate(data["ranking"], 1)],
        ),
        "prompts": (
            ("prompt_id", "mean", *models),
            [(name, row["mean"], *row["models"].values()) for name, row in data["prompts"].items()],
        ),
        "error_types": (("error_type", "model", *values), cells),
        "pairs": (
            ("a", "b", "difference", "interval_low", "interval_high", "p", "p_holm"),
            [
                (pair["a"], pair["b"], pair["difference"], *(pair["interval"] or ("", "")), pair["p"], pair["p_holm"])
                for pair in data["pairs"]
            ],
        ),
        "findings": _findings(data["findings"]),
    }


def _leaderboard_row(scores: dict[str, Any]) -> Row:
    return (*(value for name, value in scores.items() if name != "interval"), *(scores["interval"] or ("", "")))


def _findings(findings: Sequence[dict[str, Any]]) -> tuple[Row, list[Row]]:
    """With the file or worksheet of a row only where there are several."""
    header = ("row", "code", "message", *(["sheet"] if any("sheet" in finding for finding in findings) else []))
    return header, [tuple(finding.get(name, "") for name in header) for finding in findings]
