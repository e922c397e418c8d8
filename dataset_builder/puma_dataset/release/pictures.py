"""Whether two images show the same, though one was turned, mirrored, inverted, framed, cropped or coloured anew.

The one is laid over a part of the other in every way in which a copy could have been made of it: first coarsely, in all
eight positions and with up to a fifth cut off at each side; then the best few places are moved until they fit. What is
compared at last are details, each block of the picture less its mean: a white page resembles every other in the whole.
"""

import io
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from ..media import IMAGE_FORMATS
from . import covers
from .covers import turned

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Vector = np.ndarray[Any, np.dtype[np.float64]]

WORK = 128
"""Pixels along a side of the copy that is worked with; its proportions are not kept."""
SIDE, MIDDLE, FINE, BLOCKS = 12, 24, 64, 8
"""Cells along a side: in the coarse comparison, while a place is moved, at last, and blocks of the last."""
CUTS = (0.0, 1 / 15, 2 / 15, 0.2)
"""Parts of a side that may have been cut off at each end; what lies between them is found by moving."""
COARSE, PLACES = 0.66, 5
"""The least correlation that a place is tried with, and how many of the best are."""
DIFFERS = 24
"""Of 255: so far from the border's grey something belongs to the picture."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as parts of the width and the height."""


@dataclass(frozen=True, eq=False)
class View:
    """An image as it may be seen: the copy, its grid, the coarse vectors of its crops, and those of its positions.

    The details are for a comparison of the whole, from which a part that was covered is left out.
    """

    copy: "Image"
    grid: "Vector"
    crops: "Vector"
    positions: "Vector"
    details: covers.Details


@dataclass(frozen=True, eq=False)
class Picture:
    """The views of an image: as it is, and without the border and the transparency that it may have."""

    views: Sequence[View]


def picture(content: bytes) -> Picture | None:
    """The picture in a file; None for what is no image, and for one that is the same everywhere."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with (
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),
            Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image,
        ):
            upright = ImageOps.exif_transpose(_in_eight_bits(image)).convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError, EOFError):
        return None
    views = [_view(shown) for shown in _shown(upright)]
    return Picture(views) if any(view.crops[0].any() for view in views) else None


def _in_eight_bits(image: "Image") -> "Image":
    """The image with its darkest grey as 0 and its brightest as 255, if its greys are numbers of more than eight bits.

    What they mean is said nowhere; to convert them would cut off all that is above 255.
    """
    import numpy as np
    from PIL import Image

    if not image.mode.startswith(("I", "F")):
        return image
    greys = np.nan_to_num(np.asarray(image, dtype=np.float64), posinf=0, neginf=0)
    low, high = greys.min(), greys.max()
    return Image.fromarray(np.rint((greys - low) * (255 / (high - low or 1))).astype(np.uint8))


def _shown(image: "Image") -> "Iterator[Image]":
    from PIL import Image

    # transparent is white, as pages show it
    flat = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("L")
    greys = [flat]
    alpha = image.getchannel("A")
    if alpha.getextrema() != (255, 255):
        # what a transparent place hides is in the file all the same, and so is what nothing but transparency draws
        greys += [image.convert("RGB").convert("L"), alpha]
    for grey in greys:
        yield grey
        inner = _without_border(grey)
        if inner.size != grey.size:
            yield inner


def _without_border(image: "Image") -> "Image":
    """The image without borders of one grey, of which a page in a frame has two."""
    import numpy as np

    grey = np.asarray(image, dtype=np.int16)
    left, top, right, bottom = 0, 0, image.width, image.height
    for _ in range(3):
        part = grey[top:bottom, left:right]
        edge = np.median(np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]]))
        differs = np.abs(part - edge) > DIFFERS
        # a hundredth, since compression leaves specks
        rows, columns = (np.flatnonzero(differs.mean(axis=axis) > 0.01) for axis in (1, 0))
        if len(rows) < 8 or len(columns) < 8:
            break
        right, bottom = left + int(columns[-1]) + 1, top + int(rows[-1]) + 1
        left, top = left + int(columns[0]), top + int(rows[0])
    return image.crop((left, top, right, bottom))


def _view(image: "Image") -> View:
    import numpy as np
    from PIL.Image import Resampling

    copy = image.resize((WORK, WORK), Resampling.BOX).convert("F")
    crops = _crops(np.asarray(copy, dtype=np.float64))
    positions = np.stack([position.ravel() for position in turned(crops[0].reshape(SIDE, SIDE))], axis=1)
    grid = _cells(copy, (0, 0, 1, 1), FINE)
    return View(copy, grid, crops, positions, covers.details(grid))


def _crops(copy: "Vector") -> "Vector":
    """The coarse vector of each crop, in the order of `_boxes`: means over cells, from one table of sums."""
    import numpy as np

    sums = np.zeros((WORK + 1, WORK + 1))
    sums[1:, 1:] = copy.cumsum(axis=0).cumsum(axis=1)
    edges = np.array([np.rint(np.linspace(low, 1 - high, SIDE + 1) * WORK) for low, high in product(CUTS, CUTS)])
    edges = edges.astype(int)
    corners = sums[edges[:, None, :, None], edges[None, :, None, :]]
    totals = np.diff(np.diff(corners, axis=2), axis=3)
    areas = np.diff(edges)[:, None, :, None] * np.diff(edges)[None, :, None, :]
    return units((totals / areas).reshape(len(edges) ** 2, -1)).astype(np.float32)


@cache
def _boxes() -> list[Box]:
    spans = list(product(CUTS, CUTS))
    return [(left, top, 1 - right, 1 - bottom) for top, bottom in spans for left, right in spans]


def units(rows: "Vector") -> "Vector":
    """Each row less its mean and of length 1; one that is the same everywhere is nothing."""
    import numpy as np

    centred = rows - rows.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.where(length > 1e-3, centred / np.maximum(length, 1e-3), 0)


def _cells(copy: "Image", box: Sequence[float], side: int) -> "Vector":
    import numpy as np
    from PIL.Image import Resampling

    left, top, right, bottom = (part * WORK for part in box)
    return np.asarray(copy.resize((side, side), Resampling.BILINEAR, box=(left, top, right, bottom)), dtype=np.float64)


def resemblance(one: Picture, other: Picture) -> float:
    """From 0 to 1, how well the details of the one fit onto those of the other where it fits best."""
    places = sorted(_places(one, other), key=lambda place: -place[0])[:PLACES]
    tried = [(_fitted(view, grid, box, MIDDLE, 8), view, grid) for _, view, grid, box in places]
    if not tried:
        return 0.0
    (fit, box), view, grid = max(tried, key=lambda item: item[0][0])
    if fit < COARSE:
        return 0.0
    _, box = _fitted(view, grid, box, FINE, 6)
    return _correlation(_details(_cells(view.copy, box, FINE)), _details(grid))


def alike(one: Picture, other: Picture) -> float:
    """From 0 to 1, how alike a crop of the one and the other are coarsely, where they are most."""
    import numpy as np

    both = ((a, b) for first, second in product(one.views, other.views) for a, b in ((first, second), (second, first)))
    return max(float(np.abs(view.crops @ laid.positions).max()) for view, laid in both)


def resemblance_outside(one: Picture, other: Picture) -> float:
    """From 0 to 1, how well the two fit, not moved, but for a rectangle that was painted over in one of them."""
    return max(covers.resemblance(a.details, b.details) for a, b in product(one.views, other.views))


def _places(one: Picture, other: Picture) -> "Iterator[tuple[float, View, Vector, Box]]":
    """Of each position the best crop of the one that it resembles coarsely, and the same the other way round."""
    import numpy as np

    boxes = _boxes()
    for first, second in product(one.views, other.views):
        for view, laid in ((first, second), (second, first)):
            found = np.abs(view.crops @ laid.positions)
            grids = turned(laid.grid)
            for position, crop in enumerate(found.argmax(axis=0)):
                if found[crop, position] >= COARSE:
                    yield float(found[crop, position]), view, grids[position], boxes[crop]


def _fitted(view: View, grid: "Vector", box: Box, side: int, steps: int) -> tuple[float, Box]:
    """The best correlation, and the box there: the four edges are moved to where the slopes say (Gauss-Newton)."""
    wanted = grid if grid.shape[0] == side else _coarser(grid, side)
    here = _cells(view.copy, box, side)
    best, length = _correlation(here, wanted), 1.0
    for _ in range(steps):
        moved = _moved(here, wanted, box, length)
        if moved is None:
            break
        there = _cells(view.copy, moved, side)
        fit = _correlation(there, wanted)
        if fit > best:
            best, box, here, length = fit, moved, there, 1.0
        elif length > 0.25:
            length /= 2  # it went too far
        else:
            break
    return best, box


def _coarser(grid: "Vector", side: int) -> "Vector":
    import numpy as np
    from PIL import Image

    whole = Image.fromarray(grid.astype(np.float32))
    return np.asarray(whole.resize((side, side), Image.Resampling.BILINEAR), dtype=np.float64)


def _moved(here: "Vector", wanted: "Vector", box: Box, length: float) -> Box | None:
    """The box moved by a part of one step, so that what is in it, made brighter and stronger, is what is wanted.

    An edge that moves by some part of the picture takes the cells at it along, and those at the other edge not at all.
    None where nothing says whither, or little would be left.
    """
    import numpy as np

    left, top, right, bottom = box
    side = len(here)
    down, across = np.gradient(here)
    far = (np.arange(side) + 0.5) / side
    across, down = across * side / (right - left), down * side / (bottom - top)
    slopes = (across * (1 - far), down * (1 - far)[:, None], across * far, down * far[:, None])
    table = np.stack([part.ravel() for part in (here, np.ones_like(here), *slopes)], axis=1)
    found = np.linalg.lstsq(table.T @ table + 1e-9 * np.eye(6), table.T @ wanted.ravel(), rcond=None)[0]
    if abs(found[0]) < 1e-3:
        return None
    moved = np.clip(np.array(box) + length * np.clip(found[2:] / found[0], -0.08, 0.08), 0, 1)
    left, top, right, bottom = moved.tolist()
    return (left, top, right, bottom) if right - left >= 0.4 and bottom - top >= 0.4 else None


def _details(grid: "Vector") -> "Vector":
    """The grid, each block of it less its mean."""
    blocks = grid.reshape(BLOCKS, FINE // BLOCKS, BLOCKS, FINE // BLOCKS)
    return blocks - blocks.mean(axis=(1, 3), keepdims=True)


def _correlation(one: "Vector", other: "Vector") -> float:
    """From 0 to 1; an inverted picture is the same one."""
    return abs(float(units(one.ravel()) @ units(other.ravel())))
