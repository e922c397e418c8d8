"""Media stripped of everything but their content and the canary."""

import io

import numpy as np
import pytest
import soundfile
from PIL import Image

from puma_dataset.release.stripping import comments, extras, stripped


def jpeg(width, height, **options):
    file = io.BytesIO()
    Image.effect_noise((width, height), 60).convert("RGB").save(file, "JPEG", **options)
    return file.getvalue()


def exif(**tags):
    made = Image.Exif()
    for tag, value in ((0x010F, tags.get("maker")), (0x0112, tags.get("orientation"))):
        if value:
            made[tag] = value
    return made.tobytes()


def jpeg_with_tags(content):
    """The JPEG with a segment of EXIF behind its start, as a camera writes it."""
    data = exif(maker="Canon")
    return content[:2] + b"\xff\xe1" + (len(data) + 2).to_bytes(2, "big") + data + content[2:]


def test_a_jpeg_keeps_its_pixels_and_loses_its_tags():
    tagged = jpeg_with_tags(jpeg(40, 30, progressive=True))
    assert b"Canon" in tagged
    content, suffix = stripped(tagged, "image", "kanarek")
    assert (suffix, extras(content), comments(content)) == (".jpg", [], ["kanarek"])
    assert b"Canon" not in content
    assert pixels(content) == pixels(tagged)


def test_an_image_that_is_turned_by_a_tag_is_turned_for_good():
    content, suffix = stripped(jpeg(8, 4, exif=exif(orientation=6)), "image", "kanarek")
    with Image.open(io.BytesIO(content)) as image:
        assert (suffix, image.size, dict(image.getexif())) == (".png", (4, 8), {})


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_an_image_of_any_kind_becomes_a_png_of_the_same_pixels(mode):
    image = Image.effect_noise((20, 12), 60).convert("RGB").convert(mode if mode != "I;16" else "L")
    image = image if mode != "I;16" else Image.fromarray(np.arange(240, dtype=np.uint16).reshape(12, 20) * 250)
    file = io.BytesIO()
    image.save(file, "TIFF")
    content, suffix = stripped(file.getvalue(), "image", "kanarek")
    assert (suffix, extras(content), comments(content)) == (".png", [], ["kanarek"])
    assert pixels(content) == pixels(file.getvalue())


def pixels(content):
    with Image.open(io.BytesIO(content)) as image:
        return image.convert("RGB" if image.mode != "RGBA" else "RGBA").tobytes()


@pytest.mark.parametrize(("subtype", "kept"), [("PCM_16", "PCM_16"), ("PCM_24", "PCM_24"), ("FLOAT", "PCM_24")])
def test_a_recording_becomes_flac_of_the_same_samples_without_its_tags(subtype, kept):
    file = io.BytesIO()
    samples = np.random.default_rng(0).uniform(-0.9, 0.9, (500, 2))
    with soundfile.SoundFile(file, "w", 16000, 2, subtype, format="WAV") as out:
        out.artist, out.comment = "Jan", "tajne"
        out.write(samples)
    content, suffix = stripped(file.getvalue(), "audio", "kanarek")
    assert (suffix, extras(content), comments(content)) == (".flac", [], ["kanarek"])
    assert b"Jan" not in content and b"tajne" not in content
    assert soundfile.info(io.BytesIO(content)).subtype == kept
    before, after = (soundfile.read(io.BytesIO(item))[0] for item in (file.getvalue(), content))
    assert np.abs(before - after).max() <= 2**-23
