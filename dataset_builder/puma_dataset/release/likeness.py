"""Whether two images or recordings are the same but for their encoding, size, volume or colours.

A likeness is a unit vector; two media are alike where their vectors point the same way. The bounds lie between what
re-encoding does to the sample's media (images up to 0.02, recordings up to 0.10) and what separates two of them that
are different (images from 0.17, recordings from 0.63). Cropped, mirrored or trimmed copies are not recognised.
"""

import io
import warnings
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..media import IMAGE_FORMATS

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[np.float64]]

SIDE = 16
"""Cells along a side of the picture that is compared."""
FRAMES, BANDS = 128, 17
LOWEST, HIGHEST = 150.0, 3000.0
"""Hertz: what a telephone still carries."""
BOUND = {"image": 0.1, "audio": 0.3}
"""One minus the cosine, up to which two are alike."""


def likeness(content: bytes, kind: str) -> "Vector | None":
    """The likeness of an image or a recording; None for what is neither, and for one that is the same everywhere."""
    found = {"image": _image, "audio": _audio}[kind](content) if kind in BOUND else None
    if found is None:
        return None
    from numpy.linalg import norm

    centred = found - found.mean()
    length = float(norm(centred))
    return centred / length if length > 1e-6 else None


def are_alike(one: "Vector | None", other: "Vector | None", kind: str) -> bool:
    """Whether two likenesses of a kind are of the same image or recording."""
    return one is not None and other is not None and 1 - float(one @ other) <= BOUND[kind]


def _image(content: bytes) -> "Vector | None":
    import numpy as np
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with (
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),
            Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image,
        ):
            upright = ImageOps.exif_transpose(image).convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        return None
    # transparent is white, as pages show it
    flat = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright).convert("L")
    return np.asarray(flat.resize((SIDE, SIDE), Image.Resampling.BOX), dtype=np.float64).ravel()


def _audio(content: bytes) -> "Vector | None":
    """The logarithm of the energy in frames of equal length and bands, less each band's mean: no volume, no filter."""
    import numpy as np
    import soundfile

    try:
        samples, rate = soundfile.read(io.BytesIO(content), dtype="float64", always_2d=True)
    except soundfile.LibsndfileError:
        return None
    mono = samples.mean(axis=1)
    edges = np.geomspace(LOWEST, HIGHEST, BANDS + 1)
    starts = [number * len(mono) // FRAMES for number in range(FRAMES + 1)]
    energy = np.array([_bands(mono[a:b], rate, edges) for a, b in pairwise(starts)])
    loud = np.log(energy + 1e-9 * (energy.max() or 1.0))
    return (loud - loud.mean(axis=0)).ravel()


def _bands(frame: "Vector", rate: int, edges: "Vector") -> "Vector":
    """The energy of a frame between neighbouring edges, in hertz."""
    import numpy as np

    frame = np.pad(frame, (0, max(0, 64 - len(frame))))
    power = np.abs(np.fft.rfft(frame * np.hanning(len(frame)))) ** 2
    places = np.searchsorted(np.fft.rfftfreq(len(frame), 1 / rate), edges)
    total = np.concatenate([[0.0], np.cumsum(power)])
    return np.diff(total[np.minimum(places, len(power))])
