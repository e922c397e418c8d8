"""Many media among which the same one is looked for: coarsely among all of them, finely among the few most alike.

What is known coarsely of each medium stands in tables, so that one product of matrices tells how alike one medium is to
all. What is compared finely is a fixed number, whatever the number of media: a copy is far more alike than others are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import pictures, recordings
from .likeness import Likeness, fit_outside, fit_sound, fit_whole
from .pictures import Picture
from .recordings import Recording

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[Any]]

MANY, FEW, COVERED = 24, 5, 12
"""Pictures of which all crops are looked at; of these, such that are laid upon each other; and pictures of which it is
asked whether a part was covered."""
HEARD = 12
"""Recordings that are compared moment by moment, and as many as a whole."""
GROUP, STEP = 6, 4
"""Frames of a passage that are taken together, and between two passages of a recording that are looked at."""


@dataclass(frozen=True, eq=False)
class _Table:
    """Rows of numbers, and the number of the medium that each belongs to."""

    rows: "Vector"
    owners: "Vector"

    def best(self, wanted: "Vector", count: int) -> "Vector":
        """For each medium how alike the row is that is most like any of those wanted, whatever its sign."""
        import numpy as np

        found = np.zeros(count, dtype=np.float32)
        if len(self.rows) and len(wanted):
            np.maximum.at(found, self.owners, np.abs(self.rows @ wanted.T).max(axis=1))
        return found


class Gallery:
    """Likenesses among which that of another medium is looked for."""

    def __init__(self, known: Sequence[Likeness | None]):
        self._count = len(known)
        self._pictures = {n: item for n, item in enumerate(known) if isinstance(item, Picture)}
        self._recordings = {n: item for n, item in enumerate(known) if isinstance(item, Recording)}
        images, sounds = self._pictures.items(), self._recordings.items()
        self._crops = _table((n, rows) for n, item in images for rows in map(_small_crops, item.views))
        self._positions = _table((n, rows) for n, item in images for rows in map(_small_positions, item.views))
        self._blocks = _table((n, rows) for n, item in images for rows in _blocks(item, 1))
        self._wholes = _table((n, rows) for n, item in sounds for rows in _wholes(item))
        self._passages = _table((n, rows) for n, item in sounds for rows in _passages(item, recordings.PASSAGE // 2))
        self._windows = _table((n, rows) for n, item in sounds for rows in _passages(item, STEP))

    def same(self, other: Likeness | None) -> dict[int, float]:
        """By its number each known medium that is the same as the other one, and how well it fits."""
        if isinstance(other, Picture):
            return self._same_pictures(other)
        return self._same_recordings(other) if isinstance(other, Recording) else {}

    def _same_pictures(self, other: Picture) -> dict[int, float]:
        import numpy as np

        cropped = np.zeros(self._count, dtype=np.float32)
        for view in other.views:
            cropped = np.maximum(cropped, self._crops.best(_small_positions(view), self._count))
            cropped = np.maximum(cropped, self._positions.best(_small_crops(view), self._count))
        alike = {number: pictures.alike(self._pictures[number], other) for number in _first(cropped, MANY)}
        likely = sorted(alike, key=lambda number: -alike[number])[:FEW]
        fits = {number: fit_whole(self._pictures[number], other) for number in likely}
        covered = np.max([self._blocks.best(rows, self._count) for rows in _blocks(other, 8)], axis=0)
        for number in _first(covered, COVERED):
            fits[number] = max(fits.get(number, 0.0), fit_outside(self._pictures[number], other))
        return {number: found for number, found in fits.items() if found}

    def _same_recordings(self, other: Recording) -> dict[int, float]:
        import numpy as np

        whole, passage = np.zeros((2, self._count), dtype=np.float32)
        for rows in _wholes(other):
            whole = np.maximum(whole, self._wholes.best(rows, self._count))
        for step, table in ((recordings.PASSAGE // 2, self._windows), (STEP, self._passages)):
            for rows in _passages(other, step):
                passage = np.maximum(passage, table.best(rows, self._count))
        likely = dict.fromkeys([*_first(whole, HEARD), *_first(passage, HEARD)])
        fits = {number: fit_sound(self._recordings[number], other) for number in likely}
        return {number: found for number, found in fits.items() if found}


def _first(scores: "Vector", count: int) -> list[int]:
    """The numbers of so many that have the highest scores."""
    import numpy as np

    return [int(number) for number in np.argsort(-scores, kind="stable")[:count] if scores[number]]


def _table(parts: Any) -> _Table:
    import numpy as np

    found = [(number, rows) for number, rows in parts if len(rows)]
    if not found:
        return _Table(np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=int))
    owners = np.repeat([number for number, _ in found], [len(rows) for _, rows in found])
    return _Table(np.concatenate([rows for _, rows in found]).astype(np.float32), owners)


def _smaller(rows: "Vector") -> "Vector":
    """Squares of cells, four together as one."""
    half = pictures.SIDE // 2
    squares = rows.reshape(-1, half, 2, half, 2).mean(axis=(2, 4)).reshape(-1, half**2)
    return pictures.units(squares)


def _small_crops(view: pictures.View) -> "Vector":
    return _smaller(view.crops)


def _small_positions(view: pictures.View) -> "Vector":
    return _smaller(view.positions.T)


def _blocks(picture: Picture, positions: int) -> "Iterator[Vector]":
    """In each position the details of a picture's blocks, all of one strength, so that a covered part counts little."""
    import numpy as np

    for view in picture.views:
        blocks = view.details.blocks[:positions]
        lengths = np.linalg.norm(blocks, axis=2, keepdims=True)
        even = np.where(lengths > 1, blocks / np.maximum(lengths, 1), 0).reshape(len(blocks), -1)
        yield even / np.maximum(np.linalg.norm(even, axis=1, keepdims=True), 1)


def _wholes(recording: Recording) -> "Iterator[Vector]":
    yield from (sound.whole[None] for sound in recording.sounds if sound.whole is not None)


def _passages(recording: Recording, step: int) -> "Iterator[Vector]":
    """Every so many frames a passage, with GROUP of its frames taken together, each band less its mean."""
    import numpy as np

    size = recordings.PASSAGE
    for sound in recording.sounds:
        if len(sound.frames) >= size:
            windows = np.lib.stride_tricks.sliding_window_view(sound.frames, size, axis=0)[::step]
            groups = windows.reshape(len(windows), recordings.BANDS, size // GROUP, GROUP).mean(axis=3)
            even = groups - groups.mean(axis=2, keepdims=True)
            rows = even.reshape(len(windows), -1)
            yield rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), recordings.QUIET)
