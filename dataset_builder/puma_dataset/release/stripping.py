"""Media without EXIF, tags or anything else but their content, and with the canary as their only comment.

JPEG data stays as it is, segment by segment; every other image becomes a PNG of the same pixels, every recording FLAC
of the same samples, so that nothing is compressed with loss a second time.
"""

import io
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..media import IMAGE_FORMATS

if TYPE_CHECKING:
    from PIL.Image import Image

# frames, tables and scans; JFIF's and Adobe's own segments, of this length, say how the colours are to be read: a
# longer one has a small picture in it, which may be another
JPEG_CONTENT = {0xDB, 0xC4, 0xDD, 0xDA, *range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)}
JPEG_READING = ((0xE0, b"JFIF\0", 16), (0xEE, b"Adobe", 14))
COMMENT, START, END, SCAN = 0xFE, b"\xff\xd8", b"\xff\xd9", 0xDA
PNG_CONTENT = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
# of a FLAC file: stream info, padding, seek table, comments
FLAC_PADDING, FLAC_COMMENTS = 1, 4
FLAC_CONTENT = {0, FLAC_PADDING, 3, FLAC_COMMENTS}
BEGINNINGS = {".png": ("image", b"\x89PNG\r\n\x1a\n"), ".jpg": ("image", START), ".flac": ("audio", b"fLaC")}
"""Of the endings that stripped media have, their kind and how they begin."""


def hindrance(content: bytes, kind: str) -> str:
    """Why media of a kind cannot be stripped here; "" if they can."""
    if kind == "pdf":
        return "its PDF cannot be stripped of its properties"
    if kind == "image":
        from PIL import Image

        with Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
            return "its image has several frames" if getattr(image, "n_frames", 1) > 1 else ""
    return ""


def stripped(content: bytes, kind: str, canary: str) -> tuple[bytes, str]:
    """The content alone with the canary as its comment, and the ending of its file's name."""
    if kind == "audio":
        return _flac(content, canary), ".flac"
    if content.startswith(START) and _is_plain(content):
        return _jpeg(content, canary), ".jpg"
    return _png(content, canary), ".png"


def is_cut_off(content: bytes) -> bool:
    """Whether a PNG or JPEG ends before its end, so that nobody knows what it shows."""
    if content.startswith(START):
        return END not in content
    return content.startswith(b"\x89PNG") and not any(name == b"IEND" for name, _ in _chunks(content))


def extras(content: bytes) -> list[str]:
    """What stripped media hold beside their content and one comment, which is to be the canary."""
    if content.startswith(START):
        found = [f"segment {marker:02X}" for marker, data in _segments(content) if not _belongs(marker, data)]
        end = content.rfind(END) + len(END)
        return found + (["data after its end"] if end != len(content) else [])
    if content.startswith(b"\x89PNG"):
        chunks = list(_chunks(content))
        found = [name.decode("latin-1") for name, data in chunks if not _is_content(name, data)]
        size = 8 + sum(12 + len(data) for _, data in chunks)
        pixels = b"".join(data for name, data in chunks if name == b"IDAT")
        return found + (["data after its end"] if size != len(content) or _is_longer(pixels) else [])
    if content.startswith(b"fLaC"):
        blocks = list(_blocks(content))
        found = [f"block {kind}" for kind, data in blocks if kind not in FLAC_CONTENT]
        return found + ["padding" for kind, data in blocks if kind == FLAC_PADDING and any(data)] + _tags(content)
    return ["another format than JPEG, PNG and FLAC"]


def _is_content(name: bytes, data: bytes) -> bool:
    return name in PNG_CONTENT or (name == b"tEXt" and data.startswith(b"Comment\0"))


def _is_longer(pixels: bytes) -> bool:
    """Whether something follows what a reader of a PNG unpacks."""
    unpacking = zlib.decompressobj()
    try:
        unpacking.decompress(pixels)
    except zlib.error:
        return True
    return bool(unpacking.unused_data)


def comments(content: bytes) -> list[str]:
    """The comments in stripped media."""
    if content.startswith(START):
        return [data[2:].decode("utf-8", "replace") for marker, data in _segments(content) if marker == COMMENT]
    if content.startswith(b"\x89PNG"):
        return [data.partition(b"\0")[2].decode("latin-1") for name, data in _chunks(content) if name == b"tEXt"]
    return [value for name, value in _metadata(content) if name == "comment"]


def _is_plain(content: bytes) -> bool:
    """Whether a JPEG shows the same without what is taken off: it is upright, and its colours are the usual ones."""
    from PIL import Image

    with Image.open(io.BytesIO(content)) as image:
        return image.getexif().get(0x0112, 1) == 1 and "icc_profile" not in image.info


def _jpeg(content: bytes, canary: str) -> bytes:
    comment = canary.encode()
    parts = [START, b"\xff", bytes([COMMENT]), struct.pack(">H", len(comment) + 2), comment]
    for marker, data in _segments(content):
        if marker != COMMENT and _belongs(marker, data):
            parts += [b"\xff", bytes([marker]), data]
    return b"".join([*parts, END])


def _segments(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and bytes of each segment of a JPEG up to its end: length, payload, and after a scan's its data."""
    at = len(START)
    while at + 4 <= len(content) and content[at + 1] != END[1]:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        end = at + 2 + length
        if marker == SCAN:
            # a byte 255 within the data is followed by 0, and markers of restart belong to it
            while end < len(content) - 1 and not (
                content[end] == 0xFF and content[end + 1] not in (0, *range(208, 216))
            ):
                end += 1
        yield marker, content[at + 2 : end]
        at = end
        while content[at : at + 2] == b"\xff\xff":
            at += 1


def _belongs(marker: int, data: bytes) -> bool:
    is_reading = any((marker, len(data)) == (m, size) and data[2:].startswith(start) for m, start, size in JPEG_READING)
    return is_reading or marker in JPEG_CONTENT or marker == COMMENT


def _png(content: bytes, canary: str) -> bytes:
    from PIL import Image, ImageOps
    from PIL.PngImagePlugin import PngInfo

    with Image.open(io.BytesIO(content), formats=IMAGE_FORMATS) as image:
        image.load()
        upright = ImageOps.exif_transpose(_with_usual_colours(image))
    for name in upright.info.keys() - {"transparency"}:
        del upright.info[name]
    comment = PngInfo()
    comment.add_text("Comment", canary)
    if upright.mode not in ("1", "L", "LA", "I;16", "P", "RGB", "RGBA"):
        upright = upright.convert("RGB")
    file = io.BytesIO()
    upright.save(file, "PNG", pnginfo=comment, compress_level=9)
    return file.getvalue()


def _with_usual_colours(image: "Image") -> "Image":
    """The image in sRGB, if it says that its colours are others; a profile that cannot be read changes nothing."""
    from PIL import ImageCms

    profile = image.info.get("icc_profile")
    if not profile or image.mode not in ("RGB", "RGBA", "CMYK"):
        return image
    try:
        given = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = "RGBA" if image.mode == "RGBA" else "RGB"
        return ImageCms.profileToProfile(image, given, ImageCms.createProfile("sRGB"), outputMode=mode) or image
    except (ImageCms.PyCMSError, OSError):
        return image


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and data of each chunk of a PNG, up to its end."""
    at, name = 8, b""
    while at + 8 <= len(content) and name != b"IEND":
        length, name = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        yield name, content[at + 8 : at + 8 + length]
        at += 12 + length


def _flac(content: bytes, canary: str) -> bytes:
    import numpy as np
    import soundfile

    file = io.BytesIO()
    with soundfile.SoundFile(io.BytesIO(content)) as sound:
        depth = "PCM_24" if sound.subtype in ("PCM_24", "PCM_32", "FLOAT", "DOUBLE") else "PCM_16"
        # whole numbers are kept as such; the library would not scale the others, nor stop them from turning over
        is_whole = sound.subtype.startswith("PCM_")
        samples, rate, channels = sound.read(dtype="int32" if is_whole else "float64"), sound.samplerate, sound.channels
    if not is_whole:
        samples = np.clip(np.rint(samples * 2.0**31), -(2**31), 2**31 - 1).astype(np.int32)
    with soundfile.SoundFile(file, "w", rate, channels, depth, format="FLAC") as out:
        out.comment = canary
        out.write(samples)
    return file.getvalue()


def _blocks(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and data of each block before the sound of a FLAC file."""
    at, is_last = 4, False
    while content.startswith(b"fLaC") and not is_last and at + 4 <= len(content):
        is_last = bool(content[at] & 0x80)
        end = at + 4 + int.from_bytes(content[at + 1 : at + 4], "big")
        yield content[at] & 0x7F, content[at + 4 : end]
        at = end


def _metadata(content: bytes) -> list[tuple[str, str]]:
    """Name in small letters and value of each comment of a FLAC file, whatever its name; readers know but a few."""
    found = []
    for kind, data in _blocks(content):
        if kind == FLAC_COMMENTS:
            entries = list(_entries(data))
            found += [(name.lower(), value) for name, _, value in (entry.partition("=") for entry in entries)]
    return found


def _entries(data: bytes) -> Iterator[str]:
    """The comments in a block of them, behind the name of the program that wrote it."""
    at = 8 + int.from_bytes(data[:4], "little")
    while at + 4 <= len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "little")
        yield data[at + 4 : end].decode("utf-8", "replace")
        at = end


def _tags(content: bytes) -> list[str]:
    return [f"tag {name}" for name, _ in _metadata(content) if name != "comment"]
