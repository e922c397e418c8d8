"""Recognisers alone, as in the paper's Tables 2 and 3: strict and soft of normalised answers, and soft before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import InputError
from .exports import escape_latex, escape_markdown, to_csv
from .leaderboard import NAMES, Results
from .normal import LLM
from .signature import parts_of

CATEGORIES = {"asr": "spoken1", "ocr": "structure1"}
"""The categories of Tables 2 and 3, with the normaliser of each."""
SAME = ("tasks", "text", "dictionary", "scoring", "keep_thinking", "subset")
"""The parts of a signature in which the results of one table must agree."""
OPTIONS = {"asr": ("numbers",), "ocr": ("order", "format")}
"""And those of the normaliser of each category."""
HEADS = ("Model", "answered", "Strict", "Soft", "Soft BN", "Best strict", "Best soft")
"""BN: before normalisation. Best: by the best reading of each number, which only speech has."""


@dataclass(frozen=True)
class Row:
    """One recogniser in one category; percentages, `best` only of speech."""

    model: str
    n: int
    attempted: int
    strict: float
    soft: float
    before: float
    best_strict: float | None
    best_soft: float | None

    @property
    def scores(self) -> list[float]:
        """In the order of `HEADS`, without the best readings where there are none."""
        best = [self.best_strict, self.best_soft]
        return [self.strict, self.soft, self.before, *(score for score in best if score is not None)]


def tables(models: Mapping[str, Results]) -> dict[str, list[Row]]:
    """The rows of each category that a model answered, by strict, then soft, the best first, equal ones by name.

    Args:
        models: what results.json holds of each, of answers that were normalised (`puma grade --normalise`).

    Raises:
        InputError: answers that were not normalised, or results that cannot stand in one table.
    """
    found: dict[str, list[Row]] = {}
    for category in CATEGORIES:
        rows = {model: results for model, results in models.items() if _is_answered(results, category)}
        if rows:
            _refuse_different(rows, category)
            made = [_row(model, category, results) for model, results in rows.items()]
            found[category] = sorted(made, key=lambda row: (-row.strict, -row.soft, row.model))
    if not found:
        raise InputError(f"no answer to {' or '.join(NAMES[name].lower() for name in CATEGORIES)}; name others")
    return found


def _is_answered(results: Results, category: str) -> bool:
    return bool(results["categories"].get(category, {}).get("attempted"))


def _row(model: str, category: str, results: Results) -> Row:
    rates = results["categories"][category]
    if "raw" not in rates:
        problem = f"its answers to {NAMES[category].lower()} were not normalised"
        raise InputError(f"'{model}': {problem}; grade them with puma grade --normalise --out FOLDER")
    best = rates.get("best", {})
    counts = rates["n"], rates["attempted"]
    scores = rates["strict"], rates["soft"], rates["raw"]["soft"]
    return Row(model, *counts, *scores, best.get("strict"), best.get("soft"))


def _refuse_different(rows: Mapping[str, Results], category: str) -> None:
    first, *others = rows
    expected = _compared(rows[first]["signature"], category)
    for model in others:
        for name, value in _compared(rows[model]["signature"], category).items():
            if value != expected[name]:
                both = f"'{first}' has {name}:{expected[name]} and '{model}' {name}:{value}"
                raise InputError(f"{both}, which no table compares; grade both alike")


def _compared(signature: str, category: str) -> dict[str, str]:
    """What must be the same; of the normalisers the one of this category."""
    parts = parts_of(signature)
    normalisers = parts.get("normal", "none").split(",")
    own = [one for one in normalisers if one.startswith((CATEGORIES[category], LLM))] or normalisers
    names = (*SAME, *OPTIONS[category])
    return {"normal": ",".join(own)} | {name: parts.get(name, "none") for name in names}


def heads(rows: Sequence[Row]) -> Sequence[str]:
    """The heads of a category's table.

    >>> heads([Row("a", 7, 7, 1.0, 2.0, 3.0, None, None)])[-1]
    'Soft BN'
    """
    return HEADS[: 2 + len(rows[0].scores)]


def csv_table(found: Mapping[str, Sequence[Row]]) -> str:
    """One row for each recogniser and category; percentages unrounded."""
    rows = [
        [category, row.model, row.n, row.attempted, *row.scores, *[None] * (5 - len(row.scores))]
        for category, listed in found.items()
        for row in listed
    ]
    names = ("strict", "soft", "soft_before", "best_strict", "best_soft")
    return to_csv(("category", "model", "n", "attempted", *names), rows)


def markdown_table(found: Mapping[str, Sequence[Row]]) -> str:
    """A table for each category, two decimals as in the paper."""
    pieces = []
    for category, rows in found.items():
        lines = [list(heads(rows)), ["---", *["---:"] * (len(heads(rows)) - 1)]]
        lines += [[escape_markdown(row.model), *cells(row)] for row in rows]
        pieces.append(f"{NAMES[category]}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(pieces)


def latex_table(found: Mapping[str, Sequence[Row]]) -> str:
    """A booktabs tabular for each category, two decimals as in the paper."""
    pieces = []
    for category, rows in found.items():
        columns = "l" + "r" * (len(heads(rows)) - 1)
        lines = [f"% {NAMES[category]}, percent; needs booktabs", rf"\begin{{tabular}}{{{columns}}}"]
        lines += [r"\toprule", " & ".join(heads(rows)) + r" \\", r"\midrule"]
        lines += [" & ".join([escape_latex(row.model), *cells(row)]) + r" \\" for row in rows]
        pieces.append("\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""]))
    return "\n".join(pieces)


def cells(row: Row) -> list[str]:
    """What stands behind the model's name."""
    return [f"{row.attempted} of {row.n}", *(f"{score:.2f}" for score in row.scores)]


FORMATS = {"csv": csv_table, "markdown": markdown_table, "latex": latex_table}
"""The tables as text, by the name of their format."""
