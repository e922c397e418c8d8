"""Results as tables for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.table import Table

from puma_metrics import Report, leaderboard, recognisers
from puma_metrics.leaderboard import NAMES, Cell, Results
from puma_metrics.rules.fields import shown
from puma_metrics.wording import visible

if TYPE_CHECKING:
    from puma_metrics.comparison import Difference
    from puma_metrics.stress import Breach


def percent(value: float | None) -> str:
    """One decimal; a dash where nothing was attempted.

    >>> percent(79.66666), percent(None)
    ('79.7', '–')
    """
    return "–" if value is None else f"{value:.1f}"


def interval(bounds: Sequence[float] | None) -> str:
    return "" if bounds is None else f"{bounds[0]:.1f}–{bounds[1]:.1f}"


WIDE = 4
"""Up to so many models stand in columns, more of them in rows."""


def models_table(models: Mapping[str, Results]) -> Table:
    """Nine categories in three groups and their mean, as the paper's Table 1; strict, soft beside it, best marked."""
    cells = leaderboard.columns(models)
    return _models_in_rows(models, cells) if len(models) > WIDE else _models_in_columns(models, cells)


def _models_in_columns(models: Mapping[str, Results], cells: Mapping[str, Sequence[Cell]]) -> Table:
    table = _table("strict % (soft %)", *map(escape, models))
    for group, categories in leaderboard.GROUPS.items():
        table.add_row(f"[italic]{group}[/]")
        for category in categories:
            table.add_row("  " + NAMES[category], *map(_marked, cells[category]))
    table.add_section()
    table.add_row("Mean of the categories", *map(_marked, cells[leaderboard.MEAN]))
    return table


def _models_in_rows(models: Mapping[str, Results], cells: Mapping[str, Sequence[Cell]]) -> Table:
    short = [name for names in leaderboard.GROUPS.values() for name in names.values()]
    table = _table("strict % (soft %)", *short, leaderboard.MEAN)
    for place, model in enumerate(models):
        # ten columns: soft scores without decimals, so that a row stays a line
        table.add_row(escape(model), *(_marked(column[place], decimals=0) for column in cells.values()))
    return table


def _table(first: str, *numbers: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in numbers:
        table.add_column(name, justify="right")
    return table


def _marked(cell: Cell, decimals: int = 1) -> str:
    """Strict with soft in brackets; the best strict score of several models in bold, with an asterisk for pipes."""
    if cell.strict is None:
        return "–"
    shown = f"{percent(cell.strict)} ({cell.soft:.{decimals}f})"
    return f"[bold]{shown}*[/]" if cell.is_best else shown


def recognisers_table(models: Mapping[str, Results], before: Mapping[str, Results] | None = None) -> Table:
    """Each recogniser in the one category that it answers, as the paper's Tables 2 and 3.

    `before` holds the results of the raw output of each, where it was normalised before it was graded.
    """
    table = _table("Recogniser", "Category", "answered", "strict %", "95 % interval", "soft %")
    table.columns[1].justify = "left"
    beside = {name: _soft_before(results, (before or {}).get(name)) for name, results in models.items()}
    if any(beside.values()):
        table.add_column("soft % before", justify="right", no_wrap=True)
    for name, results in models.items():
        for category in leaderboard.attempted(results):
            raw = [percent(beside[name].get(category))] if any(beside.values()) else []
            table.add_row(escape(name), category, *_cells(results["categories"][category]), *raw)
    return table


def _soft_before(results: Results, before: Results | None) -> dict[str, float]:
    """By category the soft score before the answers were normalised; none of answers that were not."""
    if before:
        return {category: rates["soft"] for category, rates in before["categories"].items()}
    return {category: rates["raw"]["soft"] for category, rates in results["categories"].items() if "raw" in rates}


def recogniser_tables(found: "Mapping[str, Sequence[recognisers.Row]]") -> Iterator[Table]:
    """The paper's Tables 2 and 3, of recognisers whose answers were normalised."""
    for category, rows in found.items():
        table = _table(NAMES[category], *recognisers.heads(rows)[1:])
        for row in rows:
            table.add_row(escape(row.model), *recognisers.cells(row))
        yield table


def tags_table(models: Mapping[str, Results]) -> Table:
    """Every tag with the number of its tasks; strict, its interval where there is one model, soft in brackets."""
    if len(models) == 1:
        table = _table("Tag", "answered", "strict %", "95 % interval", "soft %")
        for tag, _, (rate,) in leaderboard.tag_rows(models):
            table.add_row(escape(tag), *_cells(rate))
        return table
    table = _table("Tag, strict % (soft %)", "tasks", *map(escape, models))
    for tag, n, rates in leaderboard.tag_rows(models):
        table.add_row(escape(tag), str(n), *(_marked(Cell(rate["strict"], rate["soft"])) for rate in rates))
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


def samples_table(results: Results) -> Table:
    """Of tasks that were answered several times: the mean, and how often any of the answers passes and all of them."""
    k = str(results["overall"]["samples"])
    table = _table("Category", "answered", "mean %", "95 % interval", "soft %")
    for name in (f"pass@{k} %", "95 % interval", f"all of {k} %", "95 % interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for category, rate in results["categories"].items():
        table.add_row(NAMES[category], *_cells(rate), *_several(rate, k))
    table.add_section()
    table.add_row("All tasks", *_cells(results["overall"]), *_several(results["overall"], k), style="bold")
    mean = results["category_mean"]
    table.add_row("Mean of the categories", "", percent(mean["strict"]), "", percent(mean["soft"]), *[""] * 4)
    return table


def _several(rate: Results, k: str) -> Iterator[str]:
    for name in ("pass_at", "all_of"):
        found = rate[name].get(k, {"rate": None, "interval": None})
        yield from (percent(found["rate"]), interval(found["interval"]))


def _cells(rate: Mapping[str, Any]) -> list[str]:
    answered = f"{rate['attempted']} of {rate['n']}"
    return [answered, percent(rate["strict"]), interval(rate["interval"]), percent(rate["soft"])]


def differences_table(a: str, b: str, rows: "Mapping[str, Difference]") -> Table:
    """Two models: strict scores, their difference with its interval, and how sure it is; in the order of the rows."""
    table = _table("strict %", "tasks", escape(a), escape(b), "A − B", "interval", "only A", "only B", "p", "p (Holm)")
    for name, one in rows.items():
        last = name == list(rows)[-1]
        if last:
            table.add_section()
        scores = _scores(one)
        corrected = "" if last else _p(one.p_holm)
        numbers = [f"{one.strict:+.1f}", _signed(one.interval), str(one.only_a), str(one.only_b), _p(one.p), corrected]
        if "–" in scores and not last:  # a model that has answered nothing is neither better nor worse
            numbers = ["–"] * len(numbers)
        table.add_row(name, str(one.n), *scores, *numbers, style="bold" if last else "")
    return table


def pairs_table(pairs: "Mapping[tuple[str, str], Difference]") -> Table:
    """Pairs of models, the better of each first."""
    table = _table("A", "B", "A %", "B %", "A − B", "interval", "only A", "only B", "p (Holm)")
    table.columns[1].justify = "left"
    for (a, b), one in pairs.items():
        scores = _scores(one)
        numbers = [f"{one.strict:+.1f}", _signed(one.interval), str(one.only_a), str(one.only_b), _p(one.p_holm)]
        table.add_row(escape(a), escape(b), *scores, *numbers)
    return table


def _scores(one: "Difference") -> list[str]:
    """The strict scores of both models; a dash where one has answered nothing."""
    answered = one.answered or (one.n, one.n, one.n)
    passed = zip((one.passed_a, one.passed_b), answered[:2], strict=True)
    return [percent(100 * count / one.n if attempted else None) for count, attempted in passed]


def breaches_table(breaches: "Sequence[Breach]") -> Table:
    """Which attack a task does not withstand, how many of its answers pass, and one of them."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("Task", "Attack", "Pass", "An answer that passes", "Flags"):
        table.add_column(name, justify="right" if name == "Pass" else "left")
    for one in breaches:
        passing = f"{one.passing} of {one.tried}"
        table.add_row(
            one.task.id, one.attack, passing, escape(shown(one.score.answer.text)), ", ".join(one.score.flags)
        )
    return table


def _signed(bounds: Sequence[float] | None) -> str:
    return "–" if bounds is None else f"{bounds[0]:+.1f} to {bounds[1]:+.1f}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


class VisibleConsole(Console):
    """A console on which a control character of a name or an answer is a picture; its own colours still work."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def console(stderr: bool = False) -> Console:
    """As wide as the terminal; where the output is a file or a pipe, wide enough for every table."""
    found = VisibleConsole(stderr=stderr, highlight=False, emoji=False, soft_wrap=True)
    if found.is_terminal:
        return found
    return VisibleConsole(stderr=stderr, highlight=False, emoji=False, soft_wrap=True, width=160)
