"""Whether two images are the same but for one rectangle that was painted over in one of them.

Somebody who covers a part of a picture leaves the rest in its place, so that nothing need be moved: of each picture the
large rectangles of one grey are looked for, and what lies outside of one is compared with the other picture there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[Any]]

CELLS, BLOCKS = 32, 16
"""Along a side: cells in which rectangles are looked for, and blocks in which details are compared."""
FLAT, RIM = 6, 2
"""Of 255, what may differ within one grey, as compression leaves it; cells around a rectangle that its edge blurs."""
LEAST, MOST, COUNT = 0.02, 0.45, 10
"""Parts of the picture that a rectangle takes, the most with its rim, and how many of the largest are tried."""
LEFT = 0.25
"""Of the details of the plainer picture so much must lie outside: of little, much is like something else."""


@dataclass(frozen=True, eq=False)
class Details:
    """A picture in its eight positions: the details of each block, and what is outside of its flat rectangles."""

    blocks: "Vector"
    outside: "Vector"


def turned(grid: "Vector") -> "list[Vector]":
    """The eight positions of a square: turned by quarters, and so again from behind."""
    import numpy as np

    return [np.rot90(side, quarters) for side in (grid, grid[:, ::-1]) for quarters in range(4)]


def details(grid: "Vector") -> Details:
    """What is compared of a picture, given as a square of greys."""
    import numpy as np

    outside = [[part.ravel() for part in turned(_outside(box))] for box in _rectangles(grid)]
    masks = np.array([box for box in outside if box[0].mean() >= 1 - MOST], dtype=np.float32)
    positions = masks.reshape(-1, 8, BLOCKS**2).transpose(1, 0, 2)
    return Details(np.stack([_blocks(position) for position in turned(grid)]).astype(np.float32), positions)


def _blocks(grid: "Vector") -> "Vector":
    """The cells of each block less their mean."""
    size = len(grid) // BLOCKS
    blocks = grid.reshape(BLOCKS, size, BLOCKS, size).transpose(0, 2, 1, 3).reshape(BLOCKS**2, -1)
    return blocks - blocks.mean(axis=1, keepdims=True)


def _outside(box: tuple[int, int, int, int]) -> "Vector":
    """1 for every block that neither the rectangle nor its rim touches, else 0."""
    import numpy as np

    top, bottom, left, right = box
    size = CELLS // BLOCKS
    mask = np.ones((BLOCKS, BLOCKS))
    rows = slice(max(0, top - RIM) // size, -(-(bottom + RIM) // size))
    mask[rows, max(0, left - RIM) // size : -(-(right + RIM) // size)] = 0
    return mask


def _rectangles(grid: "Vector") -> "Iterator[tuple[int, int, int, int]]":
    """The largest rectangles of one grey in cells, largest first; of two that share most of one only the larger."""
    import numpy as np

    sums = np.zeros((CELLS + 1, CELLS + 1), dtype=np.int64)
    sums[1:, 1:] = _rough(grid).cumsum(axis=0).cumsum(axis=1)
    low, high = _spans()
    rough = sums[high] - sums[low]
    areas = np.outer(high - low, high - low) * (rough[:, high] == rough[:, low])
    rows, columns = np.nonzero(areas >= LEAST * CELLS**2)
    boxes = np.stack([low[rows], high[rows], low[columns], high[columns]], axis=1)
    boxes = boxes[np.argsort(-areas[rows, columns], kind="stable")]
    for _ in range(COUNT):
        if not len(boxes):
            return
        top, bottom, left, right = largest = tuple(boxes[0].tolist())
        yield largest
        tall = np.minimum(boxes[:, 1], bottom) - np.maximum(boxes[:, 0], top)
        wide = np.minimum(boxes[:, 3], right) - np.maximum(boxes[:, 2], left)
        area = (boxes[:, 1] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 2])
        boxes = boxes[np.maximum(tall, 0) * np.maximum(wide, 0) <= area / 2]


@cache
def _spans() -> "tuple[Vector, Vector]":
    import numpy as np

    low, high = np.triu_indices(CELLS + 1, 1)
    return low, high


def _rough(grid: "Vector") -> "Vector":
    """Where a cell is not of one grey."""
    size = len(grid) // CELLS
    cells = grid.reshape(CELLS, size, CELLS, size)
    return (cells.max(axis=(1, 3)) - cells.min(axis=(1, 3))) > FLAT


def resemblance(one: Details, other: Details) -> float:
    """From 0 to 1, how well the two fit outside of the rectangle, and in the position, where they fit best."""
    import numpy as np

    here, there = one.blocks[:1], other.blocks
    products, mine, others = ((a * b).sum(axis=2) for a, b in ((here, there), (here, here), (there, there)))
    # the rectangle of the one stays where it is, that of the other turns with it
    outside = np.concatenate([np.repeat(one.outside[:1], 8, axis=0), other.outside], axis=1)
    if not outside.shape[1]:
        return 0.0
    shared, kept_here, kept_there = ((outside @ part[:, :, None])[..., 0] for part in (products, mine, others))
    enough = np.minimum(kept_here, kept_there) >= max(LEFT * min(mine.sum(), others[0].sum()), 1e-3)
    fits = np.abs(shared) / np.sqrt(np.maximum(kept_here * kept_there, 1e-6))
    return float(np.where(enough, fits, 0).max())
