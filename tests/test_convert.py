"""What a file of another kind is, and how to make one of it that the benchmark takes."""

import pytest

from puma_dataset.convert import way_out

IMAGE = "save it as PNG or JPEG, such as with: magick FILE FILE.png"
SOUND = "convert it, such as with: ffmpeg -i FILE -vn FILE.flac"
HEADS = [
    ("image", b"\x00\x00\x00\x24ftypheic\x00\x00\x00\x00", f"it is HEIC; {IMAGE}"),
    ("image", b"\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00", f"it is HEIC; {IMAGE}"),
    ("image", b"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00", f"it is AVIF; {IMAGE}"),
    ("image", b"\xff\x0a\xfa", f"it is JPEG XL; {IMAGE}"),
    ("image", b'<?xml version="1.0"?>\n<svg xmlns="http', f"it is SVG; {IMAGE}"),
    ("image", b"%PDF-1.7\n", "it is a PDF; give it the type pdf"),
    ("audio", b"\x00\x00\x00\x20ftypM4A \x00\x00", f"it is MPEG-4 (M4A); {SOUND}"),
    ("audio", b"\x0a\x0a\x0a\x0aftypisom", f"it is MPEG-4 (M4A); {SOUND}"),
    ("audio", b"\xff\xf1\x50\x80", f"it is AAC; {SOUND}"),
    ("audio", b"#!AMR\n", f"it is AMR; {SOUND}"),
    ("audio", b"\x30\x26\xb2\x75\x8e\x66", f"it is WMA; {SOUND}"),
    ("audio", b"\x1a\x45\xdf\xa3\x01", f"it is WebM or Matroska; {SOUND}"),
    ("image", b"\x89PNG\r\n", ""),
    ("audio", b"RIFF", ""),
    ("image", b"", ""),
    ("pdf", b"\x00\x00\x00\x24ftypheic", ""),
]


@pytest.mark.parametrize(("kind", "head", "expected"), HEADS)
def test_what_a_file_is_and_the_way_out(kind: str, head: bytes, expected: str):
    assert way_out(kind, head) == expected
