"""The best one-to-one pairing of two arrays of flat objects (GRADING, section 8).

Only what cannot be decided otherwise is given to the assignment solver:

1. Equal objects are paired first. That loses nothing, because 1 - S is a metric. Put all field names in a random order
   and let an object be represented by the first of them that it has, with its value: two objects are then represented
   alike with probability S, namely if the first name of their union is in both of them with equal values. So 1 - S is
   the probability of a difference, which obeys the triangle inequality; and with it, if x equals y, pairing x with y
   and their partners with each other is as good as any other way.
2. A value that no object of the other side has in that field, and a name that none of them has, count alike whatever
   they are. Objects that differ in nothing else are of one kind, and of one kind no more are needed than the other side
   has objects.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Fields = Mapping[str, Hashable]
Pair = tuple[int, int]

MAX_PAIRS = 4_000_000
"""Objects times objects up to which the pairing is optimal."""


def best_pairing(reference: Sequence[Fields | None], answer: Sequence[Fields | None]) -> tuple[list[Pair], bool]:
    """Pairs (place in the reference, place in the answer) with the largest sum of S, in order of the reference.

    S of two objects is the number of fields with equal values divided by the number of names that either has. Pairs
    that score 0 are left out, and so is None, an element that is no object.

    Returns:
        The pairs, and whether they are optimal: beyond 4,000,000 combinations of objects that differ, those left are
        paired in document order.

    >>> best_pairing([{"a": 1, "b": 1}, {"a": 2, "b": 2}], [{"a": 2, "b": 0}, {"a": 1, "b": 1}])
    ([(0, 1), (1, 0)], True)
    """
    pairs, left, right = _equal_pairs(reference, answer)
    rows, columns = _kinds(left, right)
    if not rows or not columns:
        return sorted(pairs), True
    if len(rows) * len(columns) > MAX_PAIRS:
        return sorted([*pairs, *zip(left, right, strict=False)]), False
    scores = similarities([left[row] for row in rows], [right[column] for column in columns])
    chosen = _assign(scores)
    pairs += [(rows[row], columns[column]) for row, column in chosen if scores[row, column] > 0]
    return sorted(pairs), True


def _equal_pairs(
    reference: Sequence[Fields | None], answer: Sequence[Fields | None]
) -> tuple[list[Pair], dict[int, Fields], dict[int, Fields]]:
    """Pairs of equal objects, and by their places the objects of both sides that are left."""
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for place, fields in reversed(list(enumerate(answer))):
        if fields is not None:
            waiting[frozenset(fields.items())].append(place)
    pairs = []
    left = {}
    for place, fields in enumerate(reference):
        if fields is not None:
            equal = waiting[frozenset(fields.items())]
            if equal:
                pairs.append((place, equal.pop()))
            else:
                left[place] = fields
    rest = sorted(place for places in waiting.values() for place in places)
    return pairs, left, {place: fields for place in rest if (fields := answer[place]) is not None}


def _kinds(left: dict[int, Fields], right: dict[int, Fields]) -> tuple[list[int], list[int]]:
    """The places that can matter: of each kind of object at most as many as the other side has objects."""
    return _limited(left, right, len(right)), _limited(right, left, len(left))


def _limited(side: dict[int, Fields], other: dict[int, Fields], limit: int) -> list[int]:
    known = {field for fields in other.values() for field in fields.items()}
    names = {name for name, _ in known}
    counts: dict[Hashable, int] = defaultdict(int)
    places = []
    for place, fields in side.items():
        shared = frozenset(field if field in known else field[0] for field in fields.items() if field[0] in names)
        kind = shared, len(fields)
        counts[kind] += 1
        if counts[kind] <= limit and any(isinstance(field, tuple) for field in shared):
            places.append(place)
    return places


def similarities(rows: Sequence[Fields], columns: Sequence[Fields]) -> "NDArray[np.float64]":
    """S of every row with every column: equal fields among the names that either has. Two empty objects: 1."""
    import numpy as np  # takes 50 ms, which arrays that are equal do not need

    shape = (len(rows), len(columns))
    equal, common = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    by_name = _places_by_name(rows), _places_by_name(columns)
    for name in by_name[0].keys() & by_name[1].keys():
        here, there = by_name[0][name], by_name[1][name]
        common[np.ix_(here, there)] += 1
        numbers: dict[Hashable, int] = {}
        values = [numbers.setdefault(rows[row][name], len(numbers)) for row in here]
        others = [numbers.setdefault(columns[column][name], len(numbers)) for column in there]
        equal[np.ix_(here, there)] += np.equal.outer(values, others)
    union = np.add.outer([len(row) for row in rows], [len(column) for column in columns]) - common
    return np.where(union, equal / np.maximum(union, 1), 1.0)


def _places_by_name(side: Sequence[Fields]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, fields in enumerate(side):
        for name in fields:
            places[name].append(place)
    return places


def _assign(scores: "NDArray[np.float64]") -> list[Pair]:
    from scipy.optimize import linear_sum_assignment  # 330 ms to import, and only arrays that differ need it

    rows, columns = linear_sum_assignment(scores, maximize=True)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))
