"""Media as servers take them: sent as they are where that can be read, else converted (RUN, section 3.1)."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from puma_dataset.opening import read_inside
from puma_metrics.errors import InputError

if TYPE_CHECKING:
    from PIL.Image import Image

STILL = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "GIF": "image/gif"}
"""The pictures that servers read, if they hold one frame and are not turned."""
ORIENTATION = 0x0112
AS_PNG = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16", "I")
"""Modes that PNG holds without a loss."""
DPI = 200
BLOCK = 65536


class Unsendable(InputError):
    """A medium that cannot be sent; the message says which, why, and the way out."""


@dataclass(frozen=True)
class Medium:
    """One medium ready to be sent. `kind` is image, audio or file, `form` its MIME type, or wav or mp3."""

    kind: str
    form: str
    data: bytes
    name: str
    converted: str = ""
    """What was done with it, "" if nothing was."""


def media_of(folder: Path, media: tuple[Mapping[str, Any], ...], pdf: str, audio: str) -> list[Medium]:
    """The media of a task in their order, a PDF as one picture a page unless `pdf` is file.

    Raises Unsendable for what is damaged or cannot be converted here.
    """
    return [one for medium in media for one in _sendable(folder, medium["path"], medium["type"], pdf, audio)]


def _sendable(folder: Path, path: str, kind: str, pdf: str, audio: str) -> Iterator[Medium]:
    try:
        data = read_inside(folder, path)
    except FileNotFoundError as error:
        raise Unsendable(f"'{path}' is missing; see puma validate") from error
    name = PurePosixPath(path).name
    if kind == "image":
        yield _image(path, name, data)
    elif kind == "audio":
        yield _audio(path, name, data, audio)
    elif pdf == "file":
        yield Medium("file", "application/pdf", data, name)
    else:
        yield from _pages(path, name, data)


def _image(path: str, name: str, data: bytes) -> Medium:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data)) as image:
            turned = image.getexif().get(ORIENTATION, 1) != 1
            moves = getattr(image, "n_frames", 1) > 1
            if image.format in STILL and not turned and not moves:
                return Medium("image", STILL[image.format], data, name)
            why = "turned upright" if turned else "its first frame" if moves else f"from {image.format}"
            return Medium("image", STILL["PNG"], _png(ImageOps.exif_transpose(image)), name, f"as PNG, {why}")
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        # Pillow's decoders raise all of these for a file that is cut off or damaged
        raise Unsendable(f"'{path}' cannot be read as an image ({error}); see puma validate") from error


def _png(image: "Image") -> bytes:
    if image.mode not in AS_PNG:
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _audio(path: str, name: str, data: bytes, form: str) -> Medium:
    """WAV and MP3 as they are; else at its own rate, as PCM of 16 bits or as MP3."""
    import soundfile

    try:
        with soundfile.SoundFile(io.BytesIO(data)) as sound:
            if sound.format in ("WAV", "MP3"):
                return Medium("audio", sound.format.lower(), data, name)
            out = io.BytesIO()
            subtype = "PCM_16" if form == "wav" else "MPEG_LAYER_III"
            with soundfile.SoundFile(out, "w", sound.samplerate, sound.channels, subtype, format=form.upper()) as new:
                while len(block := sound.read(BLOCK, dtype="float32")):
                    new.write(block)
            return Medium("audio", form, out.getvalue(), name, f"as {form.upper()}, from {sound.format}")
    except soundfile.LibsndfileError as error:
        reason = error.error_string.rstrip(".")
        raise Unsendable(f"'{path}' cannot be read as sound ({reason}); see puma validate") from error


def _pages(path: str, name: str, data: bytes) -> Iterator[Medium]:
    try:
        import pypdfium2
    except ImportError as error:
        way_out = "pip install 'puma-bench[run]', or send it as it is with --pdf file"
        raise Unsendable(f"'{path}' is a PDF, and pypdfium2, which draws its pages, is not installed; {way_out}") from (
            error
        )
    try:
        with pypdfium2.PdfDocument(data) as document:
            for number, page in enumerate(document, 1):
                drawn = _png(page.render(scale=DPI / 72).to_pil())
                yield Medium("image", STILL["PNG"], drawn, name, f"page {number} as PNG at {DPI} dpi")
    except pypdfium2.PdfiumError as error:
        raise Unsendable(f"'{path}' cannot be read as a PDF ({error}); see puma validate") from error
