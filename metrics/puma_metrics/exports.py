"""Results of one model or several as CSV, Markdown and LaTeX: text that others put into a paper or a sheet.

Names come from files of answers. They are escaped, so that no name becomes a command, a link or a formula.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .leaderboard import GROUPS, MEAN, NAMES, Cell, Results, columns, tag_rows

COUNTS = ("missing", "failed", "empty", "refused", "truncated", "rule_errors")
CSV_HEADER = ("model", "group", "category", "n", "attempted", "strict", "soft", "low", "high", *COUNTS, "signature")
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What begins a formula in a spreadsheet, in its wide forms too, which some spreadsheets take for the narrow ones."""
_BREAKS = re.compile("[\t-\r\x1c-\x1e\x85\u2028\u2029]+")
_UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}",
}  # fmt: skip


def csv_table(models: Mapping[str, Results]) -> str:
    """One row for each model and category, then all tasks and the mean of the categories; percentages unrounded.

    >>> csv_table({}).splitlines()[0].split(",")[:4]
    ['model', 'group', 'category', 'n']
    """
    rows: list[Sequence[Any]] = []
    for model, results in models.items():
        groups = {category: group for group, names in GROUPS.items() for category in names}
        rows += [_csv_row(model, groups[name], name, rate, results) for name, rate in results["categories"].items()]
        rows.append(_csv_row(model, "", "all", results["overall"], results))
        rows.append(_csv_row(model, "", "category_mean", results["category_mean"], results))
    return to_csv(CSV_HEADER, rows)


def _csv_row(model: str, group: str, name: str, rate: Results, results: Results) -> Sequence[Any]:
    low, high = rate.get("interval") or (None, None)
    scores = [rate.get(column) for column in ("n", "attempted", "strict", "soft")]
    return [model, group, name, *scores, low, high, *map(rate.get, COUNTS), results["signature"]]


def tags_csv(models: Mapping[str, Results]) -> str:
    """One row for each tag and model, with the number of tasks behind it."""
    rows = [
        [tag, model, n, rate["attempted"], rate["strict"], rate["soft"], *(rate["interval"] or (None, None))]
        for tag, n, rates in tag_rows(models)
        for model, rate in zip(models, rates, strict=True)
    ]
    return to_csv(("tag", "model", "n", "attempted", "strict", "soft", "low", "high"), rows)


def to_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV, None an empty cell; a text that a spreadsheet would take for a formula gets an apostrophe.

    Every row is one line: a line break in a text becomes a space, since readers part rows at a lone carriage return.

    >>> to_csv(["model", "strict"], [["=1+1", -2.5], ["B", None]])
    "model,strict\\n'=1+1,-2.5\\nB,\\n"
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for row in (header, *rows):
        writer.writerow([_csv_cell(value) if isinstance(value, str) else value for value in row])
    return buffer.getvalue()


def _csv_cell(text: str) -> str:
    flat = _BREAKS.sub(" ", text).strip()
    return f"'{flat}" if flat.startswith(_FORMULA) else flat


def markdown_table(models: Mapping[str, Results]) -> str:
    """The paper's Table 1: a row for each model, the best strict score of a column bold, soft in brackets."""
    cells = columns(models)
    short = [name for names in GROUPS.values() for name in names.values()]
    lines = [["Model", *short, MEAN], ["---", *["---:"] * (len(NAMES) + 1)]]
    for place, model in enumerate(models):
        lines.append([escape_markdown(model), *(_markdown_cell(column[place]) for column in cells.values())])
    signatures = dict.fromkeys(results["signature"] for results in models.values())
    notes = ["Strict % (soft %).", *(f"`{signature}`" for signature in signatures)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n" + "  \n".join(notes) + "\n"


def _markdown_cell(cell: Cell) -> str:
    if cell.strict is None:
        return "–"
    return f"{'**' if cell.is_best else ''}{cell.strict:.1f}{'**' if cell.is_best else ''} ({cell.soft:.1f})"


def escape_markdown(text: str) -> str:
    """A text as Markdown shows it letter for letter, in a table's cell.

    >>> escape_markdown("a|b_c <script>")
    'a\\\\|b\\\\_c &lt;script&gt;'
    """
    flat = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]|~$@:])", r"\\\1", flat)


def latex_table(models: Mapping[str, Results]) -> str:
    """The paper's Table 1 as a booktabs tabular: a row for each model, the best of a column bold, soft small."""
    cells = columns(models)
    heads = " & ".join(rf"\multicolumn{{{len(names)}}}{{c}}{{{group}}}" for group, names in GROUPS.items())
    short = [name for names in GROUPS.values() for name in names.values()]
    signatures = dict.fromkeys(results["signature"] for results in models.values())
    lines = [
        "% strict % (soft %); needs booktabs",
        *(f"% {' '.join(signature.split())}" for signature in signatures),
        rf"\begin{{tabular}}{{l{'r' * (len(NAMES) + 1)}}}",
        r"\toprule",
        rf" & {heads} & \\",
        r"\cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(lr){8-10}",
        " & ".join(["Model", *short, MEAN]) + r" \\",
        r"\midrule",
    ]
    for place, model in enumerate(models):
        row = [escape_latex(model), *(_latex_cell(column[place]) for column in cells.values())]
        lines.append(" & ".join(row) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_cell(cell: Cell) -> str:
    if cell.strict is None:
        return "--"
    strict = rf"\textbf{{{cell.strict:.1f}}}" if cell.is_best else f"{cell.strict:.1f}"
    return rf"{strict} {{\footnotesize({cell.soft:.1f})}}"


def escape_latex(text: str) -> str:
    r"""A text as LaTeX prints it letter for letter, on one line; a question mark for what no file can hold.

    >>> escape_latex("100%_a")
    '100\\%\\_a'
    """
    return "".join(_LATEX.get(letter, letter) for letter in _UNPRINTABLE.sub("?", " ".join(text.split())))


TABLES = {"csv": csv_table, "markdown": markdown_table, "latex": latex_table}
"""The tables by the name of their format."""
