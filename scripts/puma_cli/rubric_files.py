"""The files of `puma rubric score --out` and the cells of `puma rubric template`."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from puma_cli.files import write_bytes, write_text
from puma_metrics.errors import InputError
from puma_metrics.exports import to_csv
from puma_metrics.rubric import TAXONOMY, Lock, Results, Sheet, results_as_dict
from puma_metrics.rubric.sheet import DIMENSIONS, EXPLICITNESS, KINDS, OBJECTIVITY, OPTIONAL, REQUIRED, RESULTS, SCOPES

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


def template(lock: Lock, models: Sequence[str], raters: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Header and rows of an empty sheet: every positive criterion once per rater, model and prompt."""
    header = [*REQUIRED, *OPTIONAL]
    rows = []
    for rater in raters:
        for prompt, criteria in lock.criteria.items():
            for model in models:
                for name, columns in criteria.items():
                    given = {"prompt_id": prompt, "model": model, "criterion_id": name, "kind": "positive"}
                    given |= {"max_score": columns["weight"], "rater_id": rater, **columns}
                    rows.append([given.get(column, "") for column in header])
    return header, rows


def write_results(results: Results, sheet: Sheet, folder: Path, note: Callable[[str], None]) -> None:
    """results.json, the tables as CSV, the figures as PNG and the report as HTML.

    Raises:
        InputError: matplotlib is missing; what needs no figure was written.
    """
    data = results_as_dict(results)
    write_text(folder / "results.json", json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    for name, (header, rows) in tables(data).items():
        write_text(folder / f"{name}.csv", to_csv(header, rows))
    try:
        from puma_metrics.pages import rubric_figures, rubric_report
    except ImportError as error:
        text = f'{folder}: results and tables are written; figures and report need: pip install "puma-bench[report]"'
        raise InputError(text) from error
    figures = rubric_figures.draw_all(results)
    for name, image in figures.items():
        write_bytes(folder / f"{name}.png", image)
    write_text(folder / "report.html", rubric_report.report(results, sheet, figures))
    note(f"written to {folder}: results.json, {len(tables(data))} tables, {len(figures)} figures, report.html")


def tables(data: dict[str, Any]) -> dict[str, tuple[Row, list[Row]]]:
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
        "findings": (("row", "code", "message"), [tuple(finding.values()) for finding in data["findings"]]),
    }


def _leaderboard_row(scores: dict[str, Any]) -> Row:
    return (*(value for name, value in scores.items() if name != "interval"), *(scores["interval"] or ("", "")))
