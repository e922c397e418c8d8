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
    """Wide enough for a table where the output is a file or a pipe, too."""
    wide = Console(stderr=stderr, highlight=False, soft_wrap=True)
    return wide
