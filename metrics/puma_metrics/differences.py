"""Where a document differs from its reference, in lines and in cells, for reasons. No score depends on it."""

from dataclasses import dataclass
from itertools import chain

import numpy as np
from rapidfuzz.distance import Levenshtein

from .document import DocumentScore, TableMatch
from .sentence import Sentence
from .tables import Cell, Table, node_count
from .text import words1
from .trees import Comparison, Floats, row_distances
from .wording import shorten

MAX_ALIGNED = 25_000_000
"""Words times words up to which the two texts are aligned, to tell where the errors are; scores need no alignment."""
MAX_COMPARED = 1_000_000
"""Nodes times nodes up to which two tables are aligned."""


@dataclass(frozen=True)
class CellDifference:
    """A cell that is wrong, missing or too much. `row` and `column` count from 1, in the table that has the cell.

    `expected` is None for a cell too much, `found` for a missing one; `cost` is what the cell costs, up to 1.
    """

    row: int
    column: int
    expected: Cell | None
    found: Cell | None
    cost: float

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Sentence:
        """What is the matter with the cell."""
        place = {"row": self.row, "column": self.column}
        if self.found is None:
            return Sentence("cell-missing", **place, expected=_text(self.expected))
        if self.expected is None:
            return Sentence("cell-extra", **place, found=_text(self.found))
        if self.expected[0] != self.found[0]:
            return Sentence("cell-other", **place, expected=_text(self.expected), found=_text(self.found))
        _, across, down = self.expected
        _, found_across, found_down = self.found
        return Sentence(
            "cell-spans", **place, across=across, down=down, found_across=found_across, found_down=found_down
        )


def _text(cell: Cell | None) -> str:
    return shorten(cell[0] if cell else "", 40)


def cell_differences(prediction: Table, reference: Table) -> list[CellDifference]:
    """The differing cells of two tables whose rows and cells are aligned in order, at the least cost.

    Returns nothing for tables too large to align, or without rows.

    >>> print(*cell_differences([[("12,00", 1, 1)]], [[("18,00", 1, 1)]]))
    row 1 cell 1: "18,00" expected, "12,00" found
    """
    if not reference or not prediction or node_count(reference) * node_count(prediction) > MAX_COMPARED:
        return []
    tables = Comparison.of(reference, prediction)
    rows, columns = tables.rows, tables.columns
    distances = row_distances(tables)
    differences: list[CellDifference] = []
    for i, j in _aligned(distances, rows.lengths + np.float64(1), columns.lengths + np.float64(1)):
        expected, found = reference[i] if i is not None else [], prediction[j] if j is not None else []
        if i is None or j is None:
            block = np.ones((len(expected), len(found)))
        elif distances[i, j]:
            block = tables.costs(i)[:, columns.starts[j] : columns.ends[j]]
        else:
            continue
        differences += _row_differences((i, j), expected, found, block)
    return differences


def _row_differences(
    rows: tuple[int | None, int | None], expected: list[Cell], found: list[Cell], costs: Floats
) -> list[CellDifference]:
    differences = []
    for i, j in _aligned(costs, np.ones(len(expected)), np.ones(len(found))):
        cost = float(costs[i, j]) if i is not None and j is not None else 1.0
        if cost:
            row, column = (rows[0], i) if i is not None else (rows[1], j)
            cells = expected[i] if i is not None else None, found[j] if j is not None else None
            differences.append(CellDifference((row or 0) + 1, (column or 0) + 1, *cells, cost))
    return differences


def _aligned(costs: Floats, deletions: Floats, insertions: Floats) -> list[tuple[int | None, int | None]]:
    """The cheapest alignment of two sequences as pairs of places in order; None on the side that has no partner."""
    ramp = np.concatenate(([0.0], np.cumsum(insertions)))
    table = [ramp]
    for cost, deletion in zip(costs, deletions, strict=True):
        following = table[-1] + deletion
        np.minimum(following[1:], table[-1][:-1] + cost, out=following[1:])
        table.append(np.minimum.accumulate(following - ramp) + ramp)
    pairs: list[tuple[int | None, int | None]] = []
    i, j = costs.shape
    while i or j:
        match = table[i - 1][j - 1] + costs[i - 1, j - 1] if i and j else np.inf
        delete = table[i - 1][j] + deletions[i - 1] if i else np.inf
        insert = table[i][j - 1] + insertions[j - 1] if j else np.inf
        if match <= min(delete, insert):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif delete <= insert:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


@dataclass(frozen=True)
class LineErrors:
    """A line of the reference's text that was read wrongly. `block` counts from 1."""

    block: int
    line: str
    words: int
    wrong: int


def worst_lines(score: DocumentScore, most: int = 3) -> list[LineErrors]:
    """The lines of the reference with most words deleted or replaced; none where the texts are too long to align."""
    reference, words = score.reference, score.answer_words
    if not score.errors or reference.words * len(words) > MAX_ALIGNED:
        return []
    expected = list(chain.from_iterable(reference.blocks[block - 1] for block in score.order))
    wrong = {edit.src_pos for edit in Levenshtein.editops(expected, words) if edit.tag != "insert"}
    lines = []
    start = 0
    for block in score.order:
        for line in reference.lines[block - 1]:
            length = len(words1(line))
            errors = sum(place in wrong for place in range(start, start + length))
            lines.append(LineErrors(block, line, length, errors))
            start += length
    return sorted((line for line in lines if line.wrong), key=lambda line: -line.wrong)[:most]


def worst_cells(score: DocumentScore, match: TableMatch, most: int = 3) -> list[CellDifference]:
    """The cells of a reference table that differ most from the predicted table it was compared with."""
    if not match.predicted or match.missing or match.teds == 1:
        return []
    predicted, expected = score.answer_tables[match.predicted - 1], score.reference.tables[match.table - 1]
    return sorted(cell_differences(predicted, expected), key=lambda difference: -difference.cost)[:most]
