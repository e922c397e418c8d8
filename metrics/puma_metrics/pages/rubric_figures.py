"""The figures of a rubric's results, each as a PNG in memory (RUBRIC.md, "Pictures").

Drawn with Figure and not with pyplot, whose state is shared by a whole process. Matplotlib shapes Arabic from 3.11 on.
"""

import io
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puma_metrics.rubric.results import Results

WIDTH, RESOLUTION = 5, 180
"""Inches and dots per inch: on a phone, 5 inches shrink to half, where letters of 10 points can still be read."""

MOST_LABELS = 40
"""Beyond this many names on an axis, only every so many-th is written."""

INK, PALE, ACCENT = "#1a2b3c", "#9fb3c8", "#0b6e99"
TYPE_COLOURS = ("#0b6e99", "#d1495b", "#edae49", "#00798c", "#6a4c93", "#8d6b48", "#5f7a1f", "#c774b2", "#8a8f98")
"""Told apart by people who see red and green alike; neighbours differ in lightness too."""

Label = Callable[[str], str]
"""What is written for an axis, an error type or a number with a decimal point; another language writes another."""
Draw = Callable[[Results, Axes, Label], None]


def draw_all(results: Results, label: Label = str) -> dict[str, bytes]:
    """Each figure's name and its PNG."""
    return {name: draw(results, name, label) for name in FIGURES}


def draw(results: Results, name: str, label: Label = str) -> bytes:
    """One figure as PNG; the same results give the same bytes under the same matplotlib.

    Args:
        results: of a sheet.
        name: a key of FIGURES.
        label: from what is written in English to what is written in the figure.
    """
    figure = Figure(figsize=(WIDTH, _height(results, name)), dpi=RESOLUTION, layout="constrained")
    axes = figure.add_subplot()
    FIGURES[name][1](results, axes, label)
    axes.spines[["top", "right"]].set_visible(False)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def _height(results: Results, name: str) -> float:
    """Inches: room for each row's name, within what a page can show."""
    rows = {"heatmap": len(results.grid.prompts), "macro_micro": 6}.get(name, len(results.grid.models))
    return 1.6 + 0.32 * min(rows, MOST_LABELS) + (1.0 if name in ("errors", "profiles", "heatmap") else 0)


def _leaderboard(results: Results, axes: Axes, label: Label) -> None:
    names = results.ranking[::-1]
    macros = [float(results.scores[name].macro) for name in names]
    for row, (name, macro) in enumerate(zip(names, macros, strict=True)):
        low, high = results.intervals[name] or (macro, macro)
        axes.plot([low, high], [row, row], color=PALE, linewidth=5, solid_capstyle="round")
        axes.annotate(label(f"{macro:.1f}"), (macro, row), (0, 8), textcoords="offset points", ha="center", color=INK)
    axes.plot(macros, range(len(names)), "o", color=ACCENT, markersize=8)
    axes.set_ylim(-0.6, len(names) - 0.2)
    _name_rows(axes, names)
    _percent(axes)


def _distribution(results: Results, axes: Axes, _: Label) -> None:
    names = results.ranking[::-1]
    table = results.grid.percentages
    columns = [table[:, results.grid.models.index(name)] for name in names]
    boxes = axes.boxplot(columns, orientation="horizontal", positions=range(len(names)), widths=0.5, showfliers=False)
    for line in (*boxes["boxes"], *boxes["whiskers"], *boxes["caps"]):
        line.set_color(PALE)
    for line in boxes["medians"]:
        line.set(color=INK, linewidth=2)
    for row, column in enumerate(columns):
        spread = np.linspace(-0.18, 0.18, len(column)) if len(column) > 1 else np.zeros(1)
        axes.plot(np.sort(column), row + spread, "o", color=ACCENT, alpha=0.6, markersize=4)
    _name_rows(axes, names)
    _percent(axes)


def _macro_micro(results: Results, axes: Axes, label: Label) -> None:
    macro = [float(results.scores[name].macro) for name in results.grid.models]
    micro = [float(results.scores[name].micro) for name in results.grid.models]
    ends = min(*macro, *micro, 0), max(*macro, *micro, 1)
    axes.plot(ends, ends, color=PALE, linewidth=1, zorder=0)
    axes.plot(macro, micro, "o", color=ACCENT, markersize=8)
    if len(results.grid.models) <= MOST_LABELS:
        for name, x, y in zip(results.grid.models, macro, micro, strict=True):
            axes.annotate(_plain(name), (x, y), (6, -10), textcoords="offset points", color=INK)
    axes.margins(0.15)
    axes.set_xlabel(label("macro: mean of prompts, %"))
    axes.set_ylabel(label("micro: sum of points, %"))


def _heatmap(results: Results, axes: Axes, _: Label) -> None:
    order = [results.grid.models.index(name) for name in results.ranking]
    rows = [results.grid.prompts.index(name) for name in results.by_difficulty]
    table = results.grid.percentages[np.ix_(rows, order)]
    image = axes.imshow(table, aspect="auto", cmap="cividis", vmin=min(0.0, float(table.min())), vmax=100)
    axes.figure.colorbar(image, ax=axes, label="%")
    axes.set_xticks(*_thinned(results.ranking), rotation=90 if len(order) > 6 else 0)
    axes.set_yticks(*_thinned(results.by_difficulty))
    if table.size <= 12 * MOST_LABELS:
        middle = (float(table.min()) + 100) / 2
        for (row, column), value in np.ndenumerate(table):
            colour = "white" if value < middle else "black"
            axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=colour)


def _errors(results: Results, axes: Axes, label: Label) -> None:
    errors, names = results.errors, results.ranking[::-1]
    columns = [errors.models.index(name) for name in names]
    left = np.zeros(len(names))
    for place, row in enumerate(errors.instances):
        if row.any():
            colour = TYPE_COLOURS[place % len(TYPE_COLOURS)]
            axes.barh(
                range(len(names)), row[columns], 0.6, left, color=colour, label=_plain(label(errors.types[place]))
            )
            left = left + row[columns]
    if left.any():
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
    _name_rows(axes, names)
    axes.set_xlabel(label("instances"))


def _profiles(results: Results, axes: Axes, label: Label) -> None:
    errors = results.errors
    types = [place for place, row in enumerate(errors.instances) if row.any()]
    names = results.ranking[::-1]
    for row, name in enumerate(names):
        column = errors.models.index(name)
        total = max(int(errors.per_model[column]), 1)
        shares = np.array([errors.instances[place, column] / total for place in types])
        axes.scatter(range(len(types)), [row] * len(types), 500 * shares, color=ACCENT, clip_on=False)
        for place, share in enumerate(shares):
            if share:
                axes.annotate(f"{100 * share:.0f}", (place, row), (0, -20), textcoords="offset points", ha="center")
    axes.set_xticks(
        range(len(types)),
        [_plain(label(errors.types[place])) for place in types],
        rotation=50,
        ha="right",
        rotation_mode="anchor",
    )
    axes.set_ylim(-0.7, len(names) - 0.4)
    _name_rows(axes, names)


FIGURES: dict[str, tuple[str, Draw]] = {
    "leaderboard": ("Macro of each model, with its interval", _leaderboard),
    "distribution": ("Percentage of each prompt, with median and quartiles", _distribution),
    "macro_micro": ("Macro against micro; on the line, long and short rubrics went equally well", _macro_micro),
    "heatmap": ("Percentage of each prompt, hardest first, and model", _heatmap),
    "errors": ("Errors of each model, by type", _errors),
    "profiles": ("Share of each error type in a model's errors, %", _profiles),
}
"""From a figure's name to its caption and the function that draws it."""


def _percent(axes: Axes) -> None:
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.axvline(50, color=INK, linewidth=0.8, linestyle=":")
    axes.set_xlabel("%")


def _name_rows(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(*_thinned(names))


def _thinned(names: list[str]) -> tuple[range, list[str]]:
    step = -(-len(names) // MOST_LABELS)
    places = range(0, len(names), step)
    return places, [_plain(names[place]) for place in places]


def _plain(name: str) -> str:
    """A name as matplotlib shows it letter for letter: no formula between dollar signs, and not endless."""
    shown = name if len(name) <= 32 else name[:31] + "…"
    return shown.replace("$", r"\$")
