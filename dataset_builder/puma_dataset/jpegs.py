"""Whether the data of a JPEG last to its end: one that was cut and says that it ends is filled up without a word."""

import io

from PIL import Image

_END = b"\xff\xd9"
_NOISE = bytes(73 * number % 255 for number in range(1_024))
"""Data that mean something wherever they are read; no mark is among them."""


def is_cut(content: bytes) -> bool:
    """Whether a JPEG, from which a decoder makes an image, lacks data for some of it.

    More data are put before the mark of its end. A decoder that has all that it needs passes them over; one that lacks
    some reads them, and the image is another one.
    """
    at = content.rfind(_END)
    if at < 0:
        return False
    pixels = _pixels(content)
    try:
        return pixels != _pixels(content[:at] + _NOISE + content[at:])
    except OSError:
        return True  # it could not make anything of what it lacked


def _pixels(content: bytes) -> bytes:
    with Image.open(io.BytesIO(content), formats=("JPEG",)) as image:
        return image.tobytes()
