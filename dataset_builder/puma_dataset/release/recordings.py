"""Whether two recordings are the same, though one was encoded anew, made louder, filtered, trimmed or slowed down.

Two comparisons, of which one is enough: the whole of both, whatever their lengths, which knows a copy at another speed;
and every passage of a few seconds of the one at every moment of the other, which knows a copy of which a part is gone
or to which something was added.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[np.float64]]

FRAMES, BANDS = 128, 17
LOWEST, HIGHEST = 150.0, 3000.0
"""Hertz: what a telephone still carries."""
HOP, FRAME = 0.05, 0.1
"""Seconds from one frame to the next, and of one, where passages are compared."""
PASSAGE = 78
"""Frames of a passage: 3.95 seconds, so that four seconds have one wherever they were cut."""
FLOOR, QUIET = 1e-5, 0.3
"""The energy that counts as silence, of the loudest; the deviation of its logarithm that is too small to know by."""


MOST_CHANNELS = 8
"""Channels that are listened to one by one."""


@dataclass(frozen=True, eq=False)
class Sound:
    """What a sound is known by: a unit vector of the whole, and the energies of its frames by band."""

    whole: "Vector | None"
    frames: "Vector"


@dataclass(frozen=True, eq=False)
class Recording:
    """The sounds of a recording: all channels together, and where they differ each by itself, and the first two's
    difference, which has what is turned over in one of them."""

    sounds: Sequence[Sound]


def recording(content: bytes) -> Recording | None:
    """The recording in a file; None for what is none, and for silence."""
    import soundfile

    try:
        samples, rate = soundfile.read(io.BytesIO(content), dtype="float64", always_2d=True)
    except soundfile.LibsndfileError:
        return None
    sounds = [_sound(mono, rate) for mono in _monos(samples)]
    return Recording(sounds) if sounds else None


def _monos(samples: "Vector") -> "Iterator[Vector]":
    import numpy as np

    channels = samples.T[:MOST_CHANNELS]
    found = [samples.mean(axis=1)]
    if len(channels) > 1 and (channels[1:] != channels[0]).any():
        found += [*channels, channels[0] - channels[1]]
    yield from (mono for mono in found if mono.any() and np.isfinite(mono).all())


def _sound(mono: "Vector", rate: int) -> Sound:
    import numpy as np

    energy = _energy(mono, rate)
    return Sound(_whole(energy), _logarithm(energy).astype(np.float32))


def pairs(one: Recording, other: Recording) -> Iterator[tuple[Sound, Sound]]:
    """The sounds that are compared: the first of the one with each of the other, and the other way round."""
    yield from ((one.sounds[0], sound) for sound in other.sounds)
    yield from ((sound, other.sounds[0]) for sound in one.sounds[1:])


def resemblance(one: Recording, other: Recording) -> tuple[float, float]:
    """How alike the wholes are, and the best two passages: 1 is the same."""
    found = [_resemblance(a, b) for a, b in pairs(one, other)]
    return max(whole for whole, _ in found), max(passage for _, passage in found)


def _resemblance(one: Sound, other: Sound) -> tuple[float, float]:
    whole = 0.0 if one.whole is None or other.whole is None else float(one.whole @ other.whole)
    return whole, max(_best_passage(one.frames, other.frames), _best_passage(other.frames, one.frames))


def _whole(energy: "Vector") -> "Vector | None":
    """The logarithm of the energy in frames of equal length and bands, less each band's mean: no volume, no filter."""
    import numpy as np

    total = np.concatenate([np.zeros((1, BANDS)), energy.cumsum(axis=0)])
    starts = np.linspace(0, len(energy), FRAMES + 1)
    parts = np.diff([np.interp(starts, np.arange(len(total)), band) for band in total.T]).T
    loud = _logarithm(parts)
    found = (loud - loud.mean(axis=0)).ravel()
    length = float(np.linalg.norm(found))
    return found / length if length > 1e-6 else None


def _logarithm(energy: "Vector") -> "Vector":
    import numpy as np

    return np.log(energy + FLOOR * (energy.max() or 1.0))


def _energy(mono: "Vector", rate: int) -> "Vector":
    """The energy every HOP seconds, by band."""
    import numpy as np

    size = int(FRAME * rate)
    count = max(1, int((len(mono) - size) / (HOP * rate)) + 1)
    starts = (np.arange(count) * HOP * rate).astype(int)
    padded = np.pad(mono, (0, max(0, size - len(mono))))
    # some hundred frames at a time, since all at once would take forty times the recording's memory
    parts = [padded[starts[at : at + 256, None] + np.arange(size)] for at in range(0, count, 256)]
    return np.concatenate([_bands(part, rate) for part in parts])


def _bands(frames: "Vector", rate: int) -> "Vector":
    """The energy of each frame between neighbouring edges, in hertz."""
    import numpy as np

    size = max(64, frames.shape[1])
    power = np.abs(np.fft.rfft(frames * np.hanning(frames.shape[1]), n=size)) ** 2
    edges = np.geomspace(LOWEST, HIGHEST, BANDS + 1)
    places = np.minimum(np.searchsorted(np.fft.rfftfreq(size, 1 / rate), edges), power.shape[1])
    total = np.concatenate([np.zeros((len(power), 1)), power.cumsum(axis=1)], axis=1)
    return np.diff(total[:, places])


def _best_passage(one: "Vector", other: "Vector") -> float:
    """The best correlation of a passage of the one with as many frames of the other, each band less its mean."""
    import numpy as np

    if min(len(one), len(other)) < PASSAGE:
        return 0.0
    passages = np.stack([one[at : at + PASSAGE] for at in range(0, len(one) - PASSAGE + 1, PASSAGE // 2)])
    passages = passages - passages.mean(axis=1, keepdims=True)
    lengths = np.sqrt((passages**2).sum(axis=(1, 2)))
    least = QUIET * np.sqrt(PASSAGE * BANDS)
    if not (told := lengths > least).any():
        return 0.0
    rows = (passages[told] / lengths[told][:, None, None]).reshape(int(told.sum()), -1)
    windows = np.lib.stride_tricks.sliding_window_view(other, PASSAGE, axis=0).transpose(0, 2, 1)
    products = windows.reshape(len(windows), -1) @ rows.T
    deep = other.astype(np.float64)
    sums, squares = (np.concatenate([np.zeros((1, BANDS)), part.cumsum(axis=0)]) for part in (deep, deep**2))
    spread = squares[PASSAGE:] - squares[:-PASSAGE] - (sums[PASSAGE:] - sums[:-PASSAGE]) ** 2 / PASSAGE
    return float((products / np.sqrt(np.maximum(spread.sum(axis=1), least**2))[:, None]).max())
