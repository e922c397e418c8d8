"""Media are whole: each cut file is found, whatever its kind, and no whole one is refused."""

import io
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PIL import Image

from puma_dataset.media import content_problem, media_of
from puma_dataset.read import SAMPLE, read_tasks

RANDOM = np.random.default_rng(0)
PICTURE = Image.fromarray(RANDOM.integers(0, 255, (60, 80, 3), dtype="uint8"))
WAVE = (np.sin(np.arange(24_000) / 20) * 0.5).astype("float32")


def image(form: str, mode: str = "RGB", **options: object) -> Callable[[], bytes]:
    def made() -> bytes:
        written = io.BytesIO()
        more = {"save_all": True, "append_images": [PICTURE.rotate(90), PICTURE]} if options.pop("many", 0) else {}
        PICTURE.convert(mode).save(written, form, **more, **options)
        return written.getvalue()

    return made


def sound(form: str, subtype: str | None = None, channels: int = 1, rate: int = 16_000) -> Callable[[], bytes]:
    def made() -> bytes:
        written = io.BytesIO()
        soundfile.write(written, np.stack([WAVE] * channels, axis=1), rate, format=form, subtype=subtype)
        return written.getvalue()

    return made


MEDIA: dict[str, tuple[str, Callable[[], bytes]]] = {
    "png": ("image", image("PNG")),
    "png of a palette": ("image", image("PNG", "P")),
    "png of several frames": ("image", image("PNG", many=1)),
    "jpeg": ("image", image("JPEG")),
    "jpeg in grey": ("image", image("JPEG", "L")),
    "jpeg in passes": ("image", image("JPEG", progressive=True)),
    "webp": ("image", image("WEBP")),
    "webp without loss": ("image", image("WEBP", lossless=True)),
    "webp of several frames": ("image", image("WEBP", many=1)),
    "gif": ("image", image("GIF")),
    "gif of several frames": ("image", image("GIF", many=1, comment=b"x" * 600)),
    "bmp": ("image", image("BMP")),
    "tiff": ("image", image("TIFF")),
    "tiff in pieces": ("image", image("TIFF", compression="tiff_lzw")),
    "wav": ("audio", sound("WAV")),
    "wav of 24 bits": ("audio", sound("WAV", "PCM_24", 3)),
    "wav of floats": ("audio", sound("WAV", "FLOAT", 2)),
    "wav of a telephone": ("audio", sound("WAV", "ULAW", rate=8_000)),
    "wav, extended": ("audio", sound("WAVEX", channels=2)),
    "wav, large": ("audio", sound("RF64")),
    "wav, the other way round": ("audio", sound("AIFF", "PCM_16")),
    "flac": ("audio", sound("FLAC")),
    "flac of 24 bits": ("audio", sound("FLAC", "PCM_24", 2)),
    "ogg": ("audio", sound("OGG")),
    "ogg in stereo": ("audio", sound("OGG", "VORBIS", 2, 44_100)),
    "opus": ("audio", sound("OGG", "OPUS", 1, 48_000)),
    "mp3": ("audio", sound("MP3")),
    "mp3 in stereo": ("audio", sound("MP3", None, 2, 44_100)),
    "mp3 of a telephone": ("audio", sound("MP3", None, 1, 8_000)),
}


def problem(content: bytes, kind: str, folder: Path) -> str:
    (folder / "m").write_bytes(content)
    return content_problem(folder, "m", kind)


@pytest.mark.parametrize(("kind", "made"), MEDIA.values(), ids=MEDIA)
def test_a_whole_file_is_sound_and_one_that_is_cut_anywhere_is_not(kind: str, made: Callable, tmp_path: Path):
    content = made()
    assert problem(content, kind, tmp_path) == ""
    for share in (0.3, 0.5, 0.9, 0.99):
        assert problem(content[: int(len(content) * share)], kind, tmp_path) != "", share
    trailing = content + b"\0" * 50
    assert kind == "audio" or problem(trailing, kind, tmp_path) == ""  # a recording would have more samples


def test_every_medium_of_the_sample_is_whole():
    for task in read_tasks(SAMPLE, validate=False)[0]:
        for path, kind in media_of(task.record):
            assert content_problem(SAMPLE, path, kind) == ""


def test_half_a_recording_says_how_much_of_it_there_is(tmp_path: Path):
    content = sound("WAV")()
    assert problem(content[:24_044], "audio", tmp_path) == (
        "'m' is shorter than it says (24,000 of 48,000 bytes of sound); put the whole file there"
    )


def test_a_recording_that_claims_no_length_is_sound(tmp_path: Path):
    """A program that writes into a pipe does not know how much will follow."""
    content = bytearray(sound("WAV")())
    at = content.index(b"data") + 4
    content[at : at + 4] = content[4:8] = b"\xff" * 4
    assert problem(bytes(content), "audio", tmp_path) == ""


def claiming_flac(samples: int) -> bytes:
    flac = bytearray(sound("FLAC")())
    flac[21] = flac[21] & 0xF0 | samples >> 32
    flac[22:26] = (samples & 0xFFFFFFFF).to_bytes(4, "big")
    return bytes(flac)


def claiming_png() -> bytes:
    png = bytearray(image("PNG")())
    png[16:24] = (2**31 - 1).to_bytes(4, "big") * 2
    png[29:33] = zlib.crc32(png[12:29]).to_bytes(4, "big")
    return bytes(png)


def claiming_webp(kind: bytes) -> bytes:
    body = {
        b"VP8X": b"\0" * 4 + b"\xff" * 6,
        b"VP8L": b"\x2f\xff\xff\xff\x0f",
        b"VP8 ": b"\0" * 3 + b"\x9d\1\x2a" + b"\xff\x3f" * 2,
    }[kind]
    chunk = kind + len(body).to_bytes(4, "little") + body
    return b"RIFF" + (4 + len(chunk)).to_bytes(4, "little") + b"WEBP" + chunk


PIXELS = "'m' has more than 89,478,485 pixels; make it smaller"
CLAIMS = {
    "a picture of four million million million pixels": (claiming_png(), "image", PIXELS),
    "the same as webp": (claiming_webp(b"VP8X"), "image", PIXELS),
    "without loss": (claiming_webp(b"VP8L"), "image", PIXELS),
    "with loss": (claiming_webp(b"VP8 "), "image", PIXELS),
    "a recording of a month": (
        claiming_flac(2**36 - 1),
        "audio",
        "'m' says that it has more than 1,000,000,000 samples; cut it into parts",
    ),
    "a recording of a day": (
        claiming_flac(900_000_000),
        "audio",
        "'m' breaks off before its end (",
    ),
    "a document whose table is elsewhere": (
        b"%PDF-1.7\nstartxref\n99999\n%%EOF\n",
        "pdf",
        "'m' is shorter than it says: its table is at byte 99,999 of 31; put the whole file there",
    ),
}


@pytest.mark.parametrize(("content", "kind", "expected"), CLAIMS.values(), ids=CLAIMS)
def test_a_claim_is_looked_at_before_anything_is_made_of_it(content: bytes, kind: str, expected: str, tmp_path: Path):
    assert problem(content, kind, tmp_path).startswith(expected)


def test_a_huge_document_is_not_read_whole(tmp_path: Path):
    with (tmp_path / "m").open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.seek(2**40)
        file.write(b"\nstartxref\n9\n%%EOF\n")
    assert content_problem(tmp_path, "m", "pdf") == ""


def test_what_needs_more_memory_than_there_is_is_refused(tmp_path: Path, monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Image, "open", full)
    assert problem(image("PNG")(), "image", tmp_path) == "'m' needs more memory than there is; make it smaller"
