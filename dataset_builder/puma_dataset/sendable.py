"""Media as servers take them: sent as they are where that can be read, else converted (RUN, section 3.1)."""

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from puma_metrics.errors import InputError

from .media import PDF_HEADER, PDF_HEADER_WITHIN
from .opening import read_inside

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


def media_of(folder: Path, media: Iterable[Mapping[str, Any]], pdf: str = "pages", audio: str = "wav") -> list[Medium]:
    """The media of a task in their order, as they are sent.

    Args:
        folder: where the media stand.
        media: path and type of each, as a task names them.
        pdf: "pages" for one picture a page, or "file".
        audio: what sound becomes that is neither WAV nor MP3: "wav" or "mp3".

    Raises:
        Unsendable: a medium is missing or damaged, or cannot be converted here.
    """
    return [one for medium in media for one in _read(folder, medium["path"], medium["type"], pdf, audio)]


def _read(folder: Path, path: str, kind: str, pdf: str, audio: str) -> Iterator[Medium]:
    try:
        data = read_inside(folder, path)
    except FileNotFoundError as error:
        raise Unsendable(f"{folder}: '{path}' does not exist; put the file there") from error
    yield from sendable(path, kind, data, pdf, audio)


def sendable(path: str, kind: str, data: bytes, pdf: str = "pages", audio: str = "wav") -> Iterator[Medium]:
    """One medium as it is sent; what its name says of its form does not count, its content does.

    `kind` is a task's: image, audio or pdf; the rest as for `media_of`.

    >>> [found] = sendable("scan/list.pdf", "pdf", b"%PDF-1.7", pdf="file")
    >>> found.form, found.name
    ('application/pdf', 'list.pdf')
    """
    name = PurePosixPath(path).name
    if kind == "image":
        yield _image(path, name, data)
    elif kind == "audio":
        yield _audio(path, name, data, audio)
    elif pdf == "file":
        yield Medium("file", "application/pdf", data, name)
    else:
        yield from _pages(path, name, data)


def is_pdf(data: bytes) -> bool:
    """Whether a document is a PDF, and no picture of a page.

    >>> is_pdf(b"%PDF-1.7"), is_pdf(b"RIFF")
    (True, False)
    """
    return PDF_HEADER in data[:PDF_HEADER_WITHIN]


def part_of(medium: Medium, encoded: str) -> dict[str, Any]:
    """A medium as a part of a message; `encoded` is its data in base64, or what stands in its place.

    >>> part_of(Medium("audio", "wav", b"abc", "a.wav"), "YWJj")
    {'type': 'input_audio', 'input_audio': {'data': 'YWJj', 'format': 'wav'}}
    """
    if medium.kind == "audio":
        return {"type": "input_audio", "input_audio": {"data": encoded, "format": medium.form}}
    url = f"data:{medium.form};base64,{encoded}"
    if medium.kind == "image":
        return {"type": "image_url", "image_url": {"url": url}}
    return {"type": "file", "file": {"filename": medium.name, "file_data": url}}


def _image(path: str, name: str, data: bytes) -> Medium:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data)) as image:
            turned = image.getexif().get(ORIENTATION, 1) != 1
            moves = getattr(image, "n_frames", 1) > 1
            if image.format in STILL and not turned and not moves:
                return Medium("image", STILL[image.format], data, name)
            why = "turned upright" if turned else "its first frame" if moves else f"from {image.format}"
            return Medium("image", STILL["PNG"], png_of(ImageOps.exif_transpose(image)), name, f"as PNG, {why}")
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        # Pillow's decoders raise all of these for a file that is cut off or damaged
        raise Unsendable(f"'{path}' cannot be read as an image ({error}); see puma validate") from error


def png_of(image: "Image") -> bytes:
    """A picture as PNG, in a mode that PNG holds."""
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
                drawn = png_of(page.render(scale=DPI / 72).to_pil())
                yield Medium("image", STILL["PNG"], drawn, name, f"page {number} as PNG at {DPI} dpi")
    except pypdfium2.PdfiumError as error:
        raise Unsendable(f"'{path}' cannot be read as a PDF ({error}); see puma validate") from error
