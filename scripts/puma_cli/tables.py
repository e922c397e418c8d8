"""Results as tables for a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from puma_metrics import Report

NAMES = {
    "history_and_culture": "History and culture",
    "contemporary_life": "Contemporary life",
    "geography_and_environment": "Geography and environment",
    "asr": "Speech recognition",
    "speech_qa": "Questions about speech",
    "sound_and_music_qa": "Questions about sound and music",
    "ocr": "Document recognition",
    "document_qa": "Questions about documents",
    "structured_extraction": "Structured extraction",
}


def percent(value: float | None) -> str:
    """One decimal; a dash where nothing was attempted.

    >>> percent(79.66666), percent(None)
    ('79.7', '–')
    """
    return "–" if value is None else f"{value:.1f}"


def interval(bounds: Sequence[float] | None) -> str:
    return "" if bounds is None else f"{bounds[0]:.1f}–{bounds[1]:.1f}"


GROUPS = {
    "Images": ("history_and_culture", "contemporary_life", "geography_and_environment"),
    "Audio": ("asr", "speech_qa", "sound_and_music_qa"),
    "Documents": ("ocr", "document_qa", "structured_extraction"),
}


def models_table(reports: Mapping[str, Report]) -> Table:
    """Nine categories in three groups and their mean, as the paper's Table 1; strict, soft beside it, best marked."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("strict % (soft %)", no_wrap=True)
    for name in reports:
        table.add_column(name, justify="right")
    for group, categories in GROUPS.items():
        table.add_row(f"[italic]{group}[/]")
        for category in categories:
            table.add_row("  " + NAMES[category], *_marked([r.categories.get(category) for r in reports.values()]))
    table.add_section()
    table.add_row("Mean of the categories", *_marked([report.category_mean for report in reports.values()]))
    return table


def _marked(rates: Sequence[Mapping[str, Any] | None]) -> list[str]:
    """Strict with soft in brackets; the best strict score in bold, where there are several."""
    best = max((rate["strict"] for rate in rates if rate and rate["strict"] is not None), default=None)
    cells = []
    for rate in rates:
        cell = "–" if not rate or rate["strict"] is None else f"{percent(rate['strict'])} ({percent(rate['soft'])})"
        cells.append(f"[bold]{cell}[/]" if rate and rate["strict"] == best is not None and len(rates) > 1 else cell)
    return cells


def recognisers_table(reports: Mapping[str, Report]) -> Table:
    """Each recogniser in the one category that it answers, as the paper's Tables 2 and 3."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("Recogniser", "Category"):
        table.add_column(name, no_wrap=True)
    for name in ("answered", "strict %", "95 % interval", "soft %"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, report in reports.items():
        for category, rate in report.categories.items():
            if rate["attempted"]:
                table.add_row(name, category, *_cells(rate))
    return table


def category_table(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=False)
    table.add_column("Category", no_wrap=True)
    for name in ("answered", "strict %", "95 % interval", "soft %"):
        table.add_column(name, justify="right", no_wrap=True)
    for category, rate in report.categories.items():
        table.add_row(NAMES[category], *_cells(rate))
    table.add_section()
    table.add_row("All tasks", *_cells(report.overall), style="bold")
    mean = report.category_mean
    table.add_row("Mean of the categories", "", percent(mean["strict"]), "", percent(mean["soft"]))
    return table


def _cells(rate: Mapping[str, Any]) -> list[str]:
    answered = f"{rate['attempted']} of {rate['n']}"
    return [answered, percent(rate["strict"]), interval(rate["interval"]), percent(rate["soft"])]


def console(stderr: bool = False) -> Console:
    """As wide as the terminal; where the output is a file or a pipe, wide enough for every table."""
    found = Console(stderr=stderr, highlight=False, soft_wrap=True)
    return found if found.is_terminal else Console(stderr=stderr, highlight=False, soft_wrap=True, width=160)
