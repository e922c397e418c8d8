"""Lines that have places and no order: the recogniser's own order, or columns (NORMALISE, section 12.4)."""

import math
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from .labels import literal

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

Line = tuple[Box, str]

GAP = 0.8
"""How wide white space must be for a cut, in heights of a line."""
MAX_VISITS = 100_000
"""Lines looked at over all cuts; a page of 300 lines never has more, and beyond it what is left is ordered by rows."""


def lines_text(lines: Iterable[tuple[object, str]], order: str, is_markup: bool = False) -> str:
    """The lines one under the other, or in blocks by columns where that is asked for and every box can be read."""
    pairs = [(place, text if is_markup else literal(text)) for place, text in lines]
    if order != "columns":
        return "\n".join(text for _, text in pairs)
    boxes = [bounds(place) for place, _ in pairs]
    if not all(boxes):
        return "\n".join(text for _, text in pairs)
    found = columns([(box, text) for box, (_, text) in zip(boxes, pairs, strict=True) if box])
    return "\n\n".join("\n".join(part) for part in found)


def bounds(place: object) -> Box | None:
    """The box around four numbers, eight numbers, points, or x, y, w and h; None if it is none of these.

    >>> bounds([[0, 1], [9, 1], [9, 5], [0, 5]]), bounds({"x": 1, "y": 2, "w": 3, "h": 4}), bounds("?")
    ((0, 1, 9, 5), (1, 2, 4, 6), None)
    """
    if isinstance(place, dict):
        x, y, w, h = (place.get(name, math.nan) for name in "xywh")
        return bounds([x, y, x + w, y + h]) if all(map(_is_number, (x, y, w, h))) else None
    if not isinstance(place, list | tuple) or not place:
        return None
    flat = [part for point in place for part in point] if isinstance(place[0], list | tuple) else list(place)
    if len(flat) < 4 or len(flat) % 2 or not all(map(_is_number, flat)):
        return None
    return min(flat[0::2]), min(flat[1::2]), max(flat[0::2]), max(flat[1::2])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and abs(value) < 1e9


def columns(lines: Sequence[Line]) -> list[list[str]]:
    """Blocks of lines in reading order, by recursive cuts along the widest white gap.

    A cut from top to bottom comes first where both are possible and it leaves two lines on either side: what stands on
    its left is read before what stands on its right.

    >>> columns([((0, 0, 9, 5), "a"), ((20, 0, 29, 5), "c"), ((0, 6, 9, 11), "b"), ((20, 6, 29, 11), "d")])
    [['a', 'b'], ['c', 'd']]
    """
    if not lines:
        return []
    height = max(median(bottom - top for (_, top, _, bottom), _ in lines), 1e-6)
    parts, todo, visits = [], [list(lines)], 0
    while todo:
        part = todo.pop()
        visits += len(part)
        halves = _cut(part, GAP * height) if visits <= MAX_VISITS else None
        if halves:
            todo += reversed(halves)
        else:
            parts.append([text for row in _rows(part) for _, text in row])
    return parts


def _cut(lines: list[Line], width: float) -> tuple[list[Line], list[Line]] | None:
    for low, high, least in ((0, 2, 2), (1, 3, 1)):
        gap, place = _widest_gap(lines, low, high)
        if gap >= width:
            first = [line for line in lines if line[0][low] + line[0][high] < 2 * place]
            second = [line for line in lines if line[0][low] + line[0][high] >= 2 * place]
            if min(len(first), len(second)) >= least:
                return first, second
    return None


def _widest_gap(lines: list[Line], low: int, high: int) -> tuple[float, float]:
    """How wide the widest gap between the lines is in one direction, and where its middle is."""
    spans = sorted((box[low], box[high]) for box, _ in lines)
    widest, place, reach = 0.0, 0.0, spans[0][1]
    for start, end in spans:
        if start - reach > widest:
            widest, place = start - reach, (start + reach) / 2
        reach = max(reach, end)
    return widest, place


def _rows(lines: list[Line]) -> Iterator[list[Line]]:
    """Lines side by side, from left to right: those whose middle is above the bottom of the row's first."""
    row: list[Line] = []
    for line in sorted(lines, key=lambda line: (line[0][1], line[0][0])):
        if row and (line[0][1] + line[0][3]) / 2 >= row[0][0][3]:
            yield sorted(row, key=lambda line: line[0][0])
            row = []
        row.append(line)
    if row:
        yield sorted(row, key=lambda line: line[0][0])
