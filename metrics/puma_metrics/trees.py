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
min(v[j], v[j-1] + 1). With w[j] = v[j] - j that is w[j] = min(w[j], w[j-1]), a running minimum. So the vectors are kept
as w, and the cost of a match that leads from place i to place j is lowered by j - i once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from .tables import Cell, Table, node_count

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Value = TypeVar("Value", str, tuple[int, int])


def tree_similarity(prediction: Table, reference: Table) -> float:
    """TEDS of two tables that are read already.

    >>> tree_similarity([[("a", 1, 1)], []], [[("a", 1, 1)]])
    0.75
    """
    return max(0.0, 1 - tree_distance(prediction, reference) / max(node_count(prediction), node_count(reference)))


def tree_distance(first: Table, second: Table) -> float:
    """The exact edit distance of the trees of two tables; symmetric. Time and memory: cells times nodes."""
    small, large = sorted((first, second), key=node_count)
    if not small:
        return float(node_count(large) - node_count(small))
    return _forest_distance(Comparison.of(small, large))


@dataclass(frozen=True)
class Layout:
    """Where the rows of a table lie in the post-order of its tree without the root: cells, then their tr, row by row.

    Row i has `lengths[i]` cells, in places `starts[i]` to `ends[i]` - 1, and its tr is in place `ends[i]`.
    """

    lengths: Integers
    starts: Integers
    ends: Integers

    @classmethod
    def of(cls, table: Table) -> "Layout":
        lengths = np.array([len(row) for row in table], np.intp)
        ends = np.cumsum(lengths + 1) - 1
        return cls(lengths, ends - lengths, ends)

    @property
    def rows(self) -> int:
        return len(self.lengths)

    @property
    def nodes(self) -> int:
        return int(self.ends[-1]) + 1


_TR: Cell = ("\0", 1, 1)
"""Stands for the tr of a row where cells are expected: no cell that was read holds NUL, so that changing it costs 1."""


@dataclass(frozen=True)
class Comparison:
    """Two tables, and what changing a node of one into a node of the other costs.

    `distances` are those of the different texts of both sides, so that texts that repeat are compared once; for each
    node in post-order `texts` is the number of its text and `spans` that of its spans, first of the rows' table.
    """

    rows: Layout
    columns: Layout
    distances: Floats
    texts: tuple[Integers, Integers]
    spans: tuple[Integers, Integers]
    spans_differ: bool

    @classmethod
    def of(cls, rows: Table, columns: Table) -> "Comparison":
        nodes, others = ([cell for row in table for cell in (*row, _TR)] for table in (rows, columns))
        texts: dict[str, int] = {}
        other_texts: dict[str, int] = {}
        spans: dict[tuple[int, int], int] = {}
        return cls(
            Layout.of(rows),
            Layout.of(columns),
            texts=(_numbered((cell[0] for cell in nodes), texts), _numbered((cell[0] for cell in others), other_texts)),
            spans=(_numbered((cell[1:] for cell in nodes), spans), _numbered((cell[1:] for cell in others), spans)),
            distances=_text_distances(list(texts), list(other_texts)),
            spans_differ=len(spans) > 1,
        )

    def costs(self, row: int) -> Floats:
        """What changing each cell of a row into each node of the other table costs; 1 where that is a tr."""
        return self._costs(slice(self.rows.starts[row], self.rows.ends[row]))

    def blocks(self, row: int) -> Iterator[Floats]:
        """The same for a few cells at a time: a row of 1,000 cells against 40,000 nodes would fill 320 MB."""
        size = max(1, _BLOCK // self.columns.nodes)
        for start in range(self.rows.starts[row], self.rows.ends[row], size):
            yield self._costs(slice(start, min(start + size, int(self.rows.ends[row]))))

    def _costs(self, cells: slice) -> Floats:
        costs = self.distances[self.texts[0][cells]].take(self.texts[1], axis=1)
        if self.spans_differ:
            costs[self.spans[0][cells, None] != self.spans[1]] = 1
        return costs


def _numbered(values: Iterable[Value], numbers: dict[Value, int]) -> Integers:
    """For each value its number; those that `numbers` does not have yet are added."""
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], np.intp)


_SHORT = 64
"""Characters that rapidfuzz compares at once."""

_BLOCK = 2**18
"""Costs that are made at once: 2 MB, which stay in a processor's cache."""

_FEW = 8
"""Cells of rows of one length up to which their nodes are compared place by place, which is faster than row by row."""

_MANY = 8
"""How many times more columns than steps make a running minimum slower than its steps one by one."""


def _text_distances(texts: list[str], others: list[str]) -> Floats:
    """Normalized Levenshtein distances. It is fastest if the texts given first are short."""
    if max(map(len, texts)) > _SHORT >= max(map(len, others)):
        return np.ascontiguousarray(_text_distances(others, texts).T)
    return cdist(texts, others, scorer=Levenshtein.normalized_distance, dtype=np.float64)


def _forest_distance(tables: Comparison) -> float:
    """The recurrence over post-order prefixes; the nodes of `rows` are taken one by one, those of `columns` at once."""
    rows, columns = tables.rows, tables.columns
    before = np.arange(columns.nodes)  # how many nodes come before the subtree of each node
    before[columns.ends] = columns.starts
    lowered = np.arange(1, columns.nodes + 1) - before
    buckets = _buckets(columns)
    current = np.zeros(columns.nodes + 1)
    for row, length in enumerate(rows.lengths):
        before_row, smallest = current, np.ones(columns.nodes)
        beginnings = [np.zeros((len(places) + 1, places.shape[1])) for _, places in buckets]
        for costs in tables.blocks(row):
            np.minimum(smallest, costs.min(axis=0), out=smallest)
            # A td against the tr of a row of c cells costs c + min(1, smallest cost), and the 1 is there: the tr's own.
            costs[:, columns.ends] = _smallest_of_rows(costs, columns) + columns.lengths
            costs -= lowered
            beginnings = [
                _bucket_distances(beginning, costs, places)
                for beginning, (_, places) in zip(beginnings, buckets, strict=True)
            ]
            for cost in costs:
                current = _step(current, current.take(before) + cost)
        against_row = length + smallest
        against_row[columns.ends] = _ends(beginnings, columns, buckets)
        current = _step(current, before_row.take(before) + (against_row - lowered))
    return float(current[-1]) + columns.nodes


def _smallest_of_rows(costs: Floats, columns: Layout) -> Floats:
    """For each cell the smallest cost among the nodes of each row of the other table."""
    width = int(columns.lengths[0]) + 1
    if width - 1 > _FEW or np.any(columns.lengths != width - 1):
        return np.minimum.reduceat(costs, columns.starts, axis=1)
    smallest = costs[:, ::width].copy()
    for place in range(1, width):
        np.minimum(smallest, costs[:, place::width], out=smallest)
    return smallest


def _step(current: Floats, matched: Floats) -> Floats:
    """The next vector of a recurrence, along the first axis: delete, match, and insert."""
    following = current + 1
    np.minimum(following[1:], matched, out=following[1:])
    if _MANY * len(following) < following[0].size:  # a running minimum is slow across many short columns
        for before, place in pairwise(following):
            np.minimum(place, before, out=place)
        return following
    return np.minimum.accumulate(following, axis=0, out=following)


def row_distances(tables: Comparison) -> Floats:
    """The edit distance of every row of one table to every row of the other, as strings of cells."""
    buckets = _buckets(tables.columns)
    return np.array([_row_distances(tables.costs(row) - 1, tables.columns, buckets) for row in range(tables.rows.rows)])


def _row_distances(costs: Floats, columns: Layout, buckets: list[tuple[Integers, Integers]]) -> Floats:
    """The edit distance of one row, whose cells cost `costs` + 1, to every row of the other table."""
    beginnings = [
        _bucket_distances(np.zeros((len(places) + 1, places.shape[1])), costs, places) for _, places in buckets
    ]
    return _ends(beginnings, columns, buckets)


def _ends(beginnings: list[Floats], columns: Layout, buckets: list[tuple[Integers, Integers]]) -> Floats:
    """The distance to every whole row, of those to every beginning of the rows of each bucket."""
    distances = np.empty(columns.rows)
    for beginning, (members, _) in zip(beginnings, buckets, strict=True):
        lengths = columns.lengths[members]
        distances[members] = beginning[lengths, np.arange(len(members))] + lengths
    return distances


def _buckets(columns: Layout) -> list[tuple[Integers, Integers]]:
    """Rows of similar length, and one below the other the places of their cells, padded to the longest of the bucket.

    Lengths in one bucket differ at most twofold, so that one long row among many short ones does not pad them all.
    What stands in the padding is never looked at.
    """
    sizes = np.frexp(columns.lengths.astype(np.float64))[1]
    buckets = []
    for size in np.unique(sizes):
        members = np.flatnonzero(sizes == size)
        width = columns.lengths[members].max()
        places = np.minimum(columns.starts[members] + np.arange(width)[:, None], columns.nodes - 1)
        buckets.append((members, places))
    return buckets


def _bucket_distances(current: Floats, costs: Floats, places: Integers) -> Floats:
    """The same to every beginning of the rows of a bucket, less the length of that beginning.

    `current` are those of the cells before these, at first nothing but zeros.
    """
    for cost in costs:
        current = _step(current, current[:-1] + cost.take(places))
    return current
