"""What to do with a file of a kind that the benchmark does not take, such as what phones write."""

import re

from puma_metrics.sentence import Sentence

HEAD = 64
"""Bytes of a file from which its kind is told."""

KINDS: tuple[tuple[str, str, re.Pattern[bytes]], ...] = (
    ("image", Sentence("save-as-image", kind="HEIC"), re.compile(rb"....ftyp(?:hei|hev|mif1|msf1)", re.DOTALL)),
    ("image", Sentence("save-as-image", kind="AVIF"), re.compile(rb"....ftypavi", re.DOTALL)),
    ("image", Sentence("save-as-image", kind="JPEG XL"), re.compile(rb"\xff\x0a|\x00\x00\x00\x0cJXL ", re.DOTALL)),
    (
        "image",
        Sentence("save-as-image", kind="SVG"),
        re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:svg|!DOCTYPE svg)"),
    ),
    ("image", Sentence("type-pdf"), re.compile(rb"%PDF-")),
    ("audio", Sentence("convert-sound", kind="MPEG-4 (M4A)"), re.compile(rb"....ftyp", re.DOTALL)),
    ("audio", Sentence("convert-sound", kind="AAC"), re.compile(rb"\xff[\xf0\xf1\xf8\xf9]", re.DOTALL)),
    ("audio", Sentence("convert-sound", kind="AMR"), re.compile(rb"#!AMR")),
    ("audio", Sentence("convert-sound", kind="WMA"), re.compile(rb"\x30\x26\xb2\x75")),
    ("audio", Sentence("convert-sound", kind=Sentence("webm-or-matroska")), re.compile(rb"\x1a\x45\xdf\xa3")),
)
"""A type of media that a task gives to the file, what the file is and the way out, and how such a file begins."""


def way_out(kind: str, head: bytes) -> str:
    """What a file that is no `kind` (image or audio) is, and how to make one of it; "" where nobody can say.

    >>> way_out("audio", b"\\x00\\x00\\x00\\x20ftypM4A ")
    'it is MPEG-4 (M4A); convert it, such as with: ffmpeg -i FILE -vn FILE.flac'
    """
    return next((what for of, what, begins in KINDS if of == kind and begins.match(head)), "")
