"""Tables in the terminal for `puma rubric`. Names come from the sheet and are never read as markup."""

import sys
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from puma_cli.tables import VisibleConsole
from puma_metrics.rubric import Agreement, Results, results_as_dict
from puma_metrics.rubric.reliability import Coefficient

WIDTH_OF_A_FILE = 160

FEW_MODELS = 8
"""With more models the terminal shows only pairs with the best one, and error types without columns for models."""


def print_results(results: Results) -> None:
    """The leaderboard, the pairs, the hardest and easiest prompts, and the errors."""
    data = results_as_dict(results)
    _print(leaderboard(results, data))
    if results.pairs:
        _print(_pairs(results))
    _print(_prompts(data))
    _print(_errors(results, data))
    _console().print(Text(f"signature: {results.signature}"), soft_wrap=True)


def leaderboard(results: Results, data: dict[str, Any]) -> Table:
    headings = ("", "Model", "Macro %", "Interval", "Micro %", "SD", "Median", "Min", "Max", "≥ 50 %", "< 0", "Errors")
    table = _table(f"Leaderboard ({_prompts_of(results)}; * not significantly below the best)", headings)
    for rank, model in enumerate(results.ranking, 1):
        row = data["models"][model]
        tied = " *" if len(results.ranking) > 1 and model in results.tied_with_best else ""
        numbers = [_one(row[name]) for name in ("micro", "sd", "median", "minimum", "maximum")]
        counts = [str(row[name]) for name in ("at_least_50", "negative", "errors")]
        _add(table, str(rank), model + tied, _one(row["macro"]), interval(row["interval"]), *numbers, *counts)
    return table


def _prompts_of(results: Results) -> str:
    size = len(results.grid.prompts)
    left_out = f", {len(results.left_out)} left out" if results.left_out else ""
    return f"{size} prompt{'' if size == 1 else 's'}{left_out}"


def _pairs(results: Results) -> Table:
    table = _table("Differences of macro, on the same prompts", ("Models", "Difference", "Interval", "p", "p (Holm)"))
    with_best = [pair for pair in results.pairs if results.ranking[0] in (pair.a, pair.b)]
    for pair in results.pairs if len(results.ranking) <= FEW_MODELS else with_best:
        bounds = interval(pair.interval)
        _add(table, f"{pair.a} − {pair.b}", f"{pair.difference:+.1f}", bounds, f"{pair.p:.4f}", f"{pair.p_holm:.4f}")
    return table


def _prompts(data: dict[str, Any]) -> Table:
    table = _table("Prompts, by mean over the models", ("", "Prompt", "Mean %"))
    for title, names in (("hardest", data["hardest"]), ("easiest", data["easiest"])):
        for place, name in enumerate(names):
            _add(table, title if not place else "", name, _one(data["prompts"][name]["mean"]))
    return table


def _errors(results: Results, data: dict[str, Any]) -> Table:
    models = results.errors.models if len(results.errors.models) <= FEW_MODELS else ()
    table = _table("Errors: count (share of the model's errors)", ("Type", "All", *models))
    for name, row in data["error_types"].items():
        shown = [row["models"][model] for model in models]
        cells = [f"{cell['count']} ({100 * cell['share']:.0f} %)" for cell in shown]
        _add(table, name, f"{row['count']} ({100 * row['share']:.0f} %)", *cells)
    _add(table, "all", str(results.errors.per_type.sum()), *map(str, results.errors.per_model[: len(models)]))
    return table


def print_agreement(agreement: Sequence[Agreement]) -> None:
    """The coefficients of each part; those of pairs of raters; the reasons for those that are undefined."""
    table = _table("Agreement on error or no error", ("Part", "Units", "Raw", "Fleiss κ", "Alpha", "AC1"))
    pairs = _table("Cohen's κ of pairs of raters", ("Part", "Raters", "κ"))
    for row in agreement:
        coefficients = (row.raw, row.fleiss, row.alpha, row.ac1)
        _add(table, row.part, str(row.units), *map(_coefficient, coefficients))
        for raters, value in row.cohen.items():
            _add(pairs, row.part, " & ".join(raters), _coefficient(value))
    _print(table)
    _print(pairs)
    for reason in dict.fromkeys(reason for row in agreement for reason in _reasons(row)):
        _console().print(Text(f"–: {reason}"), soft_wrap=True)


def _reasons(row: Agreement) -> list[str]:
    named = {"Fleiss": row.fleiss, "alpha": row.alpha, "AC1": row.ac1, "raw": row.raw}
    named |= {f"Cohen {' & '.join(raters)}": value for raters, value in row.cohen.items()}
    return [f"{row.part}, {name}: {value.reason}" for name, value in named.items() if value.value is None]


def agreement_as_list(agreement: Sequence[Agreement]) -> list[dict[str, Any]]:
    """The agreement as plain values."""
    return [
        {
            "part": row.part,
            "units": row.units,
            **{
                name: {"value": value.value, "reason": value.reason}
                for name, value in (("raw", row.raw), ("fleiss", row.fleiss), ("alpha", row.alpha), ("ac1", row.ac1))
            },
            "cohen": [
                {"raters": list(raters), "value": value.value, "reason": value.reason}
                for raters, value in row.cohen.items()
            ],
        }
        for row in agreement
    ]


def interval(bounds: Sequence[float] | None) -> str:
    return f"{bounds[0]:.1f} … {bounds[1]:.1f}" if bounds else "–"


def _coefficient(coefficient: Coefficient) -> str:
    return "–" if coefficient.value is None else f"{coefficient.value:.3f}"


def _one(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _table(title: str, headings: Sequence[str]) -> Table:
    table = Table(title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD)
    for place, heading in enumerate(headings):
        is_name = heading in ("", "Model", "Models", "Prompt", "Type", "Part", "Raters") or place == 0
        table.add_column(Text(heading), justify="left" if is_name else "right", overflow="fold")
    return table


def _add(table: Table, *cells: str) -> None:
    table.add_row(*map(Text, cells))


def _console() -> Console:
    """As wide as the terminal; a file or pipe gets room for every column."""
    return VisibleConsole(width=None if sys.stdout.isatty() else WIDTH_OF_A_FILE)


def _print(table: Table) -> None:
    _console().print(table)
