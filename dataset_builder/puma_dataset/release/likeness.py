"""Whether two images or recordings are the same but for what a copy may have gone through.

The bounds lie between what tests/test_likeness.py does to the sample's media and what separates two different ones of
them. The README says what is not recognised.
"""

from . import pictures, recordings

PICTURES = 0.86
"""Details of pictures that fit onto each other: copies of the sample's from 0.94, different ones up to 0.77."""
COVERED = 0.9
"""Their details outside of a rectangle painted over: copies from 0.92, maps of one outline to 0.87, others 0.69."""
WHOLES, PASSAGES = 0.55, 0.65
"""Of recordings, one of both: copies of the sample's from 0.66 and 0.78, different ones up to 0.22 and 0.52."""

Likeness = pictures.Picture | recordings.Recording


def likeness(content: bytes, kind: str) -> Likeness | None:
    """What an image or a recording is known by; None for what is neither, and for one that is the same everywhere."""
    if kind == "image":
        return pictures.picture(content)
    return recordings.recording(content) if kind == "audio" else None


def fit(one: Likeness | None, other: Likeness | None) -> float:
    """From 0 to 1, how well two images or recordings fit, if they are the same, else 0; recordings fit or do not."""
    if isinstance(one, pictures.Picture) and isinstance(other, pictures.Picture):
        return max(fit_whole(one, other), fit_outside(one, other))
    if isinstance(one, recordings.Recording) and isinstance(other, recordings.Recording):
        return fit_sound(one, other)
    return 0.0


def fit_whole(one: pictures.Picture, other: pictures.Picture) -> float:
    """How well two pictures fit that may have been turned and cropped."""
    whole = pictures.resemblance(one, other)
    return whole if whole >= PICTURES else 0.0


def fit_outside(one: pictures.Picture, other: pictures.Picture) -> float:
    """How well two pictures fit of one of which a part may have been covered."""
    outside = pictures.resemblance_outside(one, other)
    return outside if outside >= COVERED else 0.0


def fit_sound(one: recordings.Recording, other: recordings.Recording) -> float:
    whole, passage = recordings.resemblance(one, other)
    return float(whole >= WHOLES or passage >= PASSAGES)
