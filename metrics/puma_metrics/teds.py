"""TEDS, the tree-edit-distance-based similarity of two tables (Zhong et al. 2020; GRADING, section 7.4).

The tree of a table has three levels, `table > tr > td`. Deleting or inserting a node costs 1. Changing a `table` into a
`table` or a `tr` into a `tr` is free, a `td` into a `td` costs 1 if the spans differ, else the normalized Levenshtein
distance of the texts; changing a label costs 1.

Why this is exact
-----------------
Zhang and Shasha (1989) compute the distance between ordered trees from distances between forests, the first nodes of
each tree in post-order. For forests that end in nodes x and y, the distance is the smallest of

    delete x:   forest before x            against  forest up to y,  + 1
    insert y:   forest up to x             against  forest before y, + 1
    match:      forest before subtree(x)   against  forest before subtree(y),  + distance of the two subtrees

so one pass over the post-order of both tables gives the distance, once the distances between all proper subtrees are
known. There are only four kinds of them, and each has a closed form or is a distance between strings:

    td, td   the cost of changing one into the other.
    td, tr   The cell is mapped to the tr (cost 1, and the row's c cells are inserted) or to one of the c cells (its
             cost, and c nodes are inserted). Together c + min(1, smallest cost); deleting the cell is never better.
    tr, tr   The edit distance of two strings of cells, since the two roots may be mapped to each other free of charge.
    table    Likewise: what is left is the forest of all rows, by the recurrence above.

That two roots of one label may be mapped to each other is the only claim here. Take any mapping. If neither root is
mapped, adding their pair keeps it a mapping, for nothing else is above a root, and saves a deletion and an insertion.
If one root is mapped to a node v inside of the other tree, the other root is not mapped, for it could only be mapped
above a root, and v has another label. Replacing that pair by the pair of roots saves the change of label and one
insertion, and costs the insertion of v. Both at once cannot be, since mappings keep who is above whom.

Both recurrences run over whole vectors: a step takes one node of the smaller table against all nodes of the larger one.
Deletion and matching only look at earlier steps. Insertion looks at the left neighbour in the same vector, v[j] =
min(v[j], v[j-1] + 1); subtracting j from every element makes that v[j]-j = min(v[j]-j, v[j-1]-(j-1)), a running
minimum.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from puma_metrics.tables import Cell, Table, read_tables

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


def teds(prediction_html: str, reference_html: str) -> float:
    """TEDS of the first table of each side, in [0, 1] (the paper, section 3.2.2; GRADING, section 7.4).

    Args:
        prediction_html: Mixed Markdown and HTML, any string; everything but its first table is ignored.
        reference_html: The same for the reference.

    Returns:
        1 - distance / nodes of the larger tree, root included. 1 if neither side has a table, 0 if only one has.

    >>> teds("<table><tr><td>Chleb</td><td></td></tr></table>", "<table><tr><td>Chleb</td><td>4</td></tr></table>")
    0.75
    """
    predicted, expected = (read_tables(side)[1] for side in (prediction_html, reference_html))
    if not predicted or not expected:
        return float(not predicted and not expected)
    return tree_similarity(predicted[0], expected[0])


def tree_similarity(prediction: Table, reference: Table) -> float:
    """TEDS of two tables that are read already.

    >>> tree_similarity([[("a", 1, 1)], []], [[("a", 1, 1)]])
    0.75
    """
    return max(0.0, 1 - tree_distance(prediction, reference) / max(node_count(prediction), node_count(reference)))


def node_count(table: Table) -> int:
    """Nodes of the tree: the table, its rows and its cells."""
    return 1 + len(table) + sum(map(len, table))


def tree_distance(first: Table, second: Table) -> float:
    """The exact edit distance of the trees of two tables; symmetric. Time and memory: cells times cells."""
    small, large = sorted((first, second), key=node_count)
    if not small:
        return float(node_count(large) - node_count(small))
    rows, columns = Layout.of(small), Layout.of(large)
    costs = cell_costs(small, large)
    return _forest_distance(rows, columns, costs)


@dataclass(frozen=True)
class Layout:
    """Where the rows of a table lie: row i has `lengths[i]` cells, numbers `starts[i]` to `ends[i]` - 1 of all."""

    lengths: Integers
    starts: Integers
    ends: Integers

    @classmethod
    def of(cls, table: Table) -> "Layout":
        lengths = np.array([len(row) for row in table], np.intp)
        ends = np.cumsum(lengths)
        return cls(lengths, ends - lengths, ends)

    @property
    def rows(self) -> int:
        return len(self.lengths)

    @property
    def cells(self) -> int:
        return int(self.ends[-1])


def cell_costs(small: Table, large: Table) -> Floats:
    """What changing each cell of one table into each of the other costs; texts that repeat are compared once."""
    first, second = ([cell for row in table for cell in row] for table in (small, large))
    texts, which = _numbered([cell[0] for cell in first])
    others, which_other = _numbered([cell[0] for cell in second])
    if not texts or not others:
        return np.ones((len(first), len(second)))
    lengths, other_lengths = (np.array([len(text) for text in side]) for side in (texts, others))
    costs = cdist(texts, others, scorer=Levenshtein.distance, dtype=np.int32).astype(np.float64)
    costs /= np.maximum(np.maximum.outer(lengths, other_lengths), 1)
    if len(texts) < len(first):
        costs = costs[which]
    if len(others) < len(second):
        costs = costs[:, which_other]
    _charge_spans(costs, first, second)
    return costs


def _numbered(texts: list[str]) -> tuple[list[str], Integers]:
    """The different texts, and for each text its number among them."""
    numbers: dict[str, int] = {}
    which = np.fromiter((numbers.setdefault(text, len(numbers)) for text in texts), np.intp, len(texts))
    return list(numbers), which


def _charge_spans(costs: Floats, first: list[Cell], second: list[Cell]) -> None:
    numbers: dict[tuple[int, int], int] = {}
    spans, other_spans = (
        np.fromiter((numbers.setdefault(cell[1:], len(numbers)) for cell in cells), np.intp, len(cells))
        for cells in (first, second)
    )
    if len(numbers) > 1:
        costs[spans[:, None] != other_spans] = 1


def _forest_distance(rows: Layout, columns: Layout, costs: Floats) -> float:
    """The recurrence over post-order prefixes; the nodes of `rows` are taken one by one, those of `columns` at once.

    In the post-order of `columns` row j takes the places starts[j] + j to ends[j] + j, its tr the last of them.
    """
    count = columns.cells + columns.rows
    tr = columns.ends + np.arange(columns.rows)
    td = np.delete(np.arange(count), tr)
    before = np.arange(count)  # how many nodes come before the subtree of each node
    before[tr] = columns.starts + np.arange(columns.rows)
    buckets = _buckets(columns)
    ramp = np.arange(count + 1.0)
    current = ramp
    for start, end in zip(rows.starts, rows.ends, strict=True):
        block = costs[start:end]
        matches = np.empty((end - start + 1, count))
        matches[:-1, td] = block
        matches[:-1, tr] = columns.lengths + _smallest_per_row(block, columns)
        matches[-1, td] = end - start + np.min(block, axis=0, initial=1)
        matches[-1, tr] = _row_distances(block, columns, buckets)
        before_row = current
        for match in matches[:-1]:
            match += current[before]
            current = _step(current, match, ramp)
        current = _step(current, before_row[before] + matches[-1], ramp)
    return float(current[-1])


def _step(current: Floats, matched: Floats, ramp: Floats) -> Floats:
    """The next vector of a recurrence, along the last axis: delete, match, and insert as a running minimum."""
    following = current + 1
    np.minimum(following[..., 1:], matched, out=following[..., 1:])
    following -= ramp
    np.minimum.accumulate(following, axis=-1, out=following)
    following += ramp
    return following


def _smallest_per_row(block: Floats, columns: Layout) -> Floats:
    """min(1, smallest cost) of each cell of the block against the cells of each row of the other table."""
    smallest = np.ones((len(block), columns.rows))
    filled = np.flatnonzero(columns.lengths)
    if len(block) and len(filled):
        smallest[:, filled] = np.minimum(1, np.minimum.reduceat(block, columns.starts[filled], axis=1))
    return smallest


def _buckets(columns: Layout) -> list[tuple[Integers, Integers]]:
    """Rows of similar length, and for each of them the numbers of its cells, padded to the longest of the bucket.

    Lengths in one bucket differ at most twofold, so that one long row among many short ones does not pad them all.
    """
    sizes = np.frexp(columns.lengths.astype(np.float64))[1]
    buckets = []
    for size in np.unique(sizes):
        members = np.flatnonzero(sizes == size)
        width = columns.lengths[members].max()
        cells = np.minimum(columns.starts[members, None] + np.arange(width), max(columns.cells - 1, 0))
        buckets.append((members, cells))
    return buckets


def row_distances(rows: Layout, columns: Layout, costs: Floats) -> Floats:
    """The edit distance of every row of one table to every row of the other, as strings of cells."""
    buckets = _buckets(columns)
    distances = np.empty((rows.rows, columns.rows))
    for row, (start, end) in enumerate(zip(rows.starts, rows.ends, strict=True)):
        distances[row] = _row_distances(costs[start:end], columns, buckets)
    return distances


def _row_distances(block: Floats, columns: Layout, buckets: list[tuple[Integers, Integers]]) -> Floats:
    """The edit distance of one row, whose cells' costs are `block`, to every row of the other table."""
    distances = np.empty(columns.rows)
    for members, cells in buckets:
        ramp = np.arange(cells.shape[1] + 1.0)
        current = np.tile(ramp, (len(members), 1))
        for costs in block:
            current = _step(current, current[:, :-1] + costs[cells], ramp)
        distances[members] = current[np.arange(len(members)), columns.lengths[members]]
    return distances
