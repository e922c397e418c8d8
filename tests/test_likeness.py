"""That copies of the sample's media are known whatever was done to them, and no two different ones taken for the same.

Each image and recording goes through a few of the changes in turn, so that all changes meet many of them; the bounds
must lie between the two kinds with room on both sides.
"""

import io
from itertools import combinations

import numpy as np
import pytest
import soundfile
from PIL import Image, ImageDraw, ImageOps

from puma_dataset.read import SAMPLE
from puma_dataset.release import gallery, pictures, recordings
from puma_dataset.release.likeness import COVERED, PASSAGES, PICTURES, WHOLES, fit, likeness

IMAGES = sorted([*(SAMPLE / "images").iterdir(), *(SAMPLE / "documents").iterdir()])
RECORDINGS = sorted((SAMPLE / "audio").iterdir())
AT_ONCE = 3
"""Changes that each medium goes through."""


def cut(left=0.0, top=0.0, right=0.0, bottom=0.0):
    def change(image):
        width, height = image.size
        return image.crop((int(width * left), int(height * top), int(width * (1 - right)), int(height * (1 - bottom))))

    return change


def framed(share, colour):
    return lambda image: ImageOps.expand(image, int(share * image.width), colour)


def worse(image):
    small = io.BytesIO()
    image.resize((image.width // 2, image.height // 2)).save(small, "JPEG", quality=30)
    return Image.open(small)


CHANGES = {
    "mirrored": ImageOps.mirror,
    "upside down": ImageOps.flip,
    "turned by 90": lambda image: image.transpose(Image.Transpose.ROTATE_90),
    "turned by 180": lambda image: image.transpose(Image.Transpose.ROTATE_180),
    "turned by 270": lambda image: image.transpose(Image.Transpose.ROTATE_270),
    "inverted": ImageOps.invert,
    "grey": ImageOps.grayscale,
    "stretched": lambda image: image.resize((400, 300)),
    "half as large, JPEG 30": worse,
    "black border": framed(0.1, "black"),
    "white border": framed(0.2, "white"),
    "red border": framed(0.05, "red"),
    "left off": cut(left=0.1),
    "top off": cut(top=0.2),
    "right off": cut(right=0.2),
    "bottom off": cut(bottom=0.15),
    "10 % off each side": cut(0.1, 0.1, 0.1, 0.1),
    "20 % off each side": cut(0.2, 0.2, 0.2, 0.2),
    "off unevenly": cut(0.03, 0.17, 0.08, 0.12),
    "mirrored, cut, inverted, worse": lambda i: worse(ImageOps.invert(ImageOps.mirror(cut(0.07, 0.13, 0.11, 0.02)(i)))),
}


def covered(left, top, right, bottom, colour="white", then=lambda image: image):
    """A rectangle of one colour over a part of the image, the edges as parts of its sides."""

    def change(image):
        copy, (width, height) = image.copy(), image.size
        box = (int(width * left), int(height * top), int(width * right), int(height * bottom))
        ImageDraw.Draw(copy).rectangle(box, fill=colour)
        return then(copy)

    return change


COVERS = {
    "15 % of a corner": covered(0, 0, 0.15, 0.15),
    "25 % of a corner": covered(0, 0, 0.25, 0.25),
    "25 % of another, black": covered(0.75, 0.75, 1, 1, "black"),
    "40 % of a corner": covered(0.6, 0, 1, 0.4),
    "40 % of another, black": covered(0, 0.6, 0.4, 1, "black"),
    "the middle, red": covered(0.3, 0.3, 0.7, 0.7, "red"),
    "a band above": covered(0, 0, 1, 1 / 6),
    "a band below, black": covered(0, 5 / 6, 1, 1, "black"),
    "a band in the middle, black": covered(0, 0.4, 1, 0.57, "black"),
    "a corner, worse": covered(0.6, 0.6, 1, 1, then=worse),
    "a corner, turned": covered(0, 0, 0.3, 0.3, then=lambda image: image.transpose(Image.Transpose.ROTATE_90)),
    "a corner, mirrored, inverted": covered(0, 0, 0.4, 0.3, then=lambda i: ImageOps.invert(ImageOps.mirror(i))),
}


def png(image):
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


@pytest.fixture(scope="module")
def known_pictures():
    return {file: pictures.picture(file.read_bytes()) for file in IMAGES}


def in_turn(files, changes):
    """Each file with a few of the changes."""
    names = list(changes)
    return [(f, names[(n * AT_ONCE + k) % len(names)]) for n, f in enumerate(files) for k in range(AT_ONCE)]


def test_a_changed_image_is_the_same_one(known_pictures):
    fits = {}
    for file, name in in_turn(IMAGES, CHANGES):
        with Image.open(file) as image:
            copy = pictures.picture(png(CHANGES[name](image.convert("RGB"))))
        fits[f"{file.name} {name}"] = pictures.resemblance(known_pictures[file], copy)
    assert {key.partition(" ")[2] for key in fits} == set(CHANGES)
    assert {name: fit for name, fit in fits.items() if fit < PICTURES + 0.05} == {}


def test_an_image_of_which_a_part_was_covered_is_the_same_one(known_pictures):
    fits = {}
    for file, name in in_turn(IMAGES, COVERS):
        with Image.open(file) as image:
            copy = pictures.picture(png(COVERS[name](image.convert("RGB"))))
        fits[f"{file.name} {name}"] = fit(known_pictures[file], copy)
    assert {key.partition(" ")[2] for key in fits} == set(COVERS)
    assert {name: found for name, found in fits.items() if not found} == {}


def test_no_two_images_of_the_sample_are_the_same_outside_of_a_part(known_pictures):
    fits = {
        f"{one.name} {other.name}": pictures.resemblance_outside(known_pictures[one], known_pictures[other])
        for one, other in combinations(IMAGES, 2)
    }
    # the maps are drawn over one another's outline: of all others none comes near
    assert {name: found for name, found in fits.items() if found > COVERED - 0.03} == {}
    assert {
        name for name, found in fits.items() if found > COVERED - 0.2 and name.count("ge_") + name.count("hc_") < 2
    } == set()


def test_no_two_images_of_the_sample_are_the_same(known_pictures):
    fits = {
        f"{one.name} {other.name}": pictures.resemblance(known_pictures[one], known_pictures[other])
        for one, other in combinations(IMAGES, 2)
    }
    assert len(fits) == 528
    assert {name: fit for name, fit in fits.items() if fit > PICTURES - 0.05} == {}


def test_what_a_transparent_place_hides_is_seen(known_pictures):
    file = IMAGES[0]
    with Image.open(file) as image:
        hidden = image.convert("RGB").convert("RGBA")
    hidden.putalpha(Image.new("L", hidden.size, 0))
    assert pictures.resemblance(known_pictures[file], pictures.picture(png(hidden))) > PICTURES


def test_neither_a_blank_page_nor_a_text_is_known():
    assert likeness(png(Image.new("RGB", (200, 300), "white")), "image") is None
    assert likeness(b"Litwo!", "image") is None
    assert likeness(b"Litwo!", "audio") is None
    assert fit(None, None) == 0


# --- recordings


def wav(samples, rate):
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV", subtype="FLOAT")
    return file.getvalue()


def encoded(samples, rate, **options):
    file = io.BytesIO()
    soundfile.write(file, samples, rate, **options)
    return file.getvalue()


def noisy(samples, rate):
    noise = np.random.default_rng(0).normal(0, samples.std() * 0.1, len(samples))
    return wav(samples + noise, rate)


def resampled(samples, rate):
    places = np.arange(0, len(samples) - 1, rate / 22050)
    return wav(np.interp(places, np.arange(len(samples)), samples), 22050)


SOUNDS = {
    "quieter": lambda x, rate: wav(x * 0.2, rate),
    "too loud": lambda x, rate: wav(np.clip(x * 3, -1, 1), rate),
    "upside down": lambda x, rate: wav(-x, rate),
    "at 8 kHz": lambda x, rate: wav(x[::2], rate // 2),
    "at 22.05 kHz": resampled,
    "MP3": lambda x, rate: encoded(x, rate, format="MP3", compression_level=0.99),
    "without its start": lambda x, rate: wav(x[int(1.27 * rate) :], rate),
    "without a third of a second": lambda x, rate: wav(x[int(0.33 * rate) :], rate),
    "after silence": lambda x, rate: wav(np.concatenate([np.zeros(2 * rate), x]), rate),
    "with noise": noisy,
    "faster": lambda x, rate: wav(x, int(rate * 1.03)),
    "brighter": lambda x, rate: wav(np.diff(x, prepend=0), rate),
    "trimmed, quieter, 8 kHz, MP3": lambda x, rate: encoded(x[int(1.1 * rate) :: 2] * 0.4, rate // 2, format="MP3"),
}


@pytest.fixture(scope="module")
def known_recordings():
    return {file: recordings.recording(file.read_bytes()) for file in RECORDINGS}


def test_a_changed_recording_is_the_same_one(known_recordings):
    fits = {}
    for file, name in in_turn(RECORDINGS, SOUNDS):
        copy = recordings.recording(SOUNDS[name](*soundfile.read(file)))
        fits[f"{file.name} {name}"] = recordings.resemblance(known_recordings[file], copy)
    assert {key.partition(" ")[2] for key in fits} == set(SOUNDS)
    assert {key: fit for key, fit in fits.items() if fit[0] < WHOLES + 0.05 and fit[1] < PASSAGES + 0.05} == {}


def test_no_two_recordings_of_the_sample_are_the_same(known_recordings):
    fits = {
        f"{one.name} {other.name}": recordings.resemblance(known_recordings[one], known_recordings[other])
        for one, other in combinations(RECORDINGS, 2)
    }
    assert len(fits) == 171
    assert {key: fit for key, fit in fits.items() if fit[0] > WHOLES - 0.05 or fit[1] > PASSAGES - 0.05} == {}


def test_silence_is_known_by_nothing():
    assert likeness(wav(np.zeros(16000), 16000), "audio") is None


def test_what_is_compared_finely_does_not_grow_with_what_is_known(known_pictures, monkeypatch):
    """Each with each, a thousand images took a quarter of an hour."""
    counts = {}
    for times in (1, 3):
        known = list(known_pictures.values()) * times
        tried = []
        monkeypatch.setattr(gallery, "fit_whole", lambda *_, tried=tried: tried.append("whole") or 0.0)
        monkeypatch.setattr(gallery, "fit_outside", lambda *_, tried=tried: tried.append("outside") or 0.0)
        gallery.Gallery(known).same(known[0])
        counts[len(known)] = (tried.count("whole"), tried.count("outside"))
    assert counts == dict.fromkeys([len(IMAGES), 3 * len(IMAGES)], (gallery.FEW, gallery.COVERED))
