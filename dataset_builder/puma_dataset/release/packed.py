"""What is packed in bytes: a stream of gzip, zlib, bzip2 or xz, or the files of a ZIP archive."""

import bz2
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

_STREAMS: tuple[tuple[bytes, Callable[[], Any]], ...] = (
    (b"\x1f\x8b", lambda: zlib.decompressobj(31)),
    (b"x\x01", zlib.decompressobj),
    (b"x\x5e", zlib.decompressobj),
    (b"x\x9c", zlib.decompressobj),
    (b"x\xda", zlib.decompressobj),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ", lzma.LZMADecompressor),
)
_ZIP = b"PK\x03\x04"


def is_packed(content: bytes) -> bool:
    return content.startswith((_ZIP, *(start for start, _ in _STREAMS)))


def unpacked(content: bytes, most: int) -> tuple[list[bytes], bool]:
    """What is packed in the content, at most so many bytes of it, and whether that is all.

    >>> unpacked(zlib.compress(b"Litwo!"), 100), unpacked(zlib.compress(b"Litwo!"), 3), unpacked(b"Litwo!", 100)
    (([b'Litwo!'], True), ([b'Lit'], False), ([], True))
    """
    if content.startswith(_ZIP):
        return _archived(content, most)
    opened = next((opened for start, opened in _STREAMS if content.startswith(start)), None)
    if opened is None:
        return [], True
    try:
        found = opened().decompress(content, most + 1)
    except (zlib.error, OSError, lzma.LZMAError):
        return [], True  # it only begins so
    return [found[:most]], len(found) <= most


def _archived(content: bytes, most: int) -> tuple[list[bytes], bool]:
    found: list[bytes] = []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                with archive.open(name) as file:
                    found += [name.encode(), file.read(most + 1)]
                most -= len(found[-1])
                if most < 0:
                    return found[:-1], False
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, NotImplementedError, RuntimeError):
        return found, False  # damaged, locked or packed in another way: what is in it cannot be seen
    return found, True
