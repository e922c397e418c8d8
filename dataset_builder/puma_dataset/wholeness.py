"""Whether a medium is as long as it says of itself: half a recording decodes without a word, and so do many images.

Only what the file claims is looked at, and nothing is decoded.
"""

import struct
from collections.abc import Iterator
from io import BufferedReader

# what a program writes that does not know yet how much will follow
_UNKNOWN = (0, 0xFFFFFFFF)
_EOS = 4
# kbit/s by the four bits of a frame's header: layer III of version 1, and of versions 2 and 2.5
_RATES = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_RATES_2 = (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_HERTZ = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_PUT_WHOLE = "put the whole file there"


def shortfall(file: BufferedReader) -> str:
    """How much less of an image or a recording there is than its parts claim; "" if all of it is there, or none claims.

    WAV, AIFF, OGG, PNG, GIF and WebP are known by their first bytes; MP3 is looked at by `mp3_shortfall`.

    >>> import io
    >>> shortfall(io.BytesIO(b"RIFF" + b"\\xff" * 4 + b"WAVEdata\\x10\\0\\0\\0" + b"\\0" * 6))
    'is shorter than it says (6 of 16 bytes of sound); put the whole file there'
    """
    size = file.seek(0, 2)
    head = _at(file, 0, 16)
    if head[:4] in (b"RIFF", b"RIFX", b"RF64") and head[8:12] == b"WAVE":
        return _sound_data(file, size, ">" if head[:4] == b"RIFX" else "<", b"data")
    if head[:4] == b"FORM" and head[8:12] in (b"AIFF", b"AIFC"):
        return _sound_data(file, size, ">", b"SSND")
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        claimed = int.from_bytes(head[4:8], "little") + 8
        return _short(size, claimed, "bytes") if size < claimed else ""
    if head.startswith(b"OggS"):
        return _ogg(file, size)
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(file, size)
    return _gif(file, size) if head[:6] in (b"GIF87a", b"GIF89a") else ""


def webp_pixels(head: bytes) -> int:
    """The pixels that a WebP file claims in its first 30 bytes: its decoder takes memory for them before all else."""
    kind = head[12:16]
    if kind == b"VP8X":
        width, height = int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    elif kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (int.from_bytes(head[at : at + 2], "little") & 0x3FFF for at in (26, 28))
    return width * height


def _at(file: BufferedReader, place: int, count: int) -> bytes:
    file.seek(place)
    return file.read(count)


def _short(there: int, claimed: int, what: str) -> str:
    return f"is shorter than it says ({there:,} of {claimed:,} {what}); {_PUT_WHOLE}"


def _sound_data(file: BufferedReader, size: int, order: str, name: bytes) -> str:
    """Of a file of chunks, each with its name and length: whether the samples are all there."""
    place, long = 12, None
    while len(head := _at(file, place, 8)) == 8:
        (length,) = struct.unpack(order + "I", head[4:])
        if head[:4] == b"ds64" and len(sizes := _at(file, place + 8, 16)) == 16:
            (long,) = struct.unpack("<Q", sizes[8:])  # of RF64, whose samples are too many for the usual place
        if head[:4] == name:
            length = long if length == 0xFFFFFFFF and long else length
            there = size - place - 8
            return _short(there, length, "bytes of sound") if length not in _UNKNOWN and there < length else ""
        place += 8 + length + length % 2
    return "says nowhere where its sound is, or is cut off before; " + _PUT_WHOLE


def _ogg(file: BufferedReader, size: int) -> str:
    """Whether every page is whole, and every stream says that it ends."""
    place, ended = 0, {}
    while (head := _at(file, place, 27)).startswith(b"OggS"):
        if len(head) < 27 or len(lengths := _at(file, place + 27, head[26])) < head[26]:
            return _short(size, place + 27, "bytes and more")
        if (end := place + 27 + head[26] + sum(lengths)) > size:
            return _short(size, end, "bytes and more")
        ended[head[14:18]] = bool(head[5] & _EOS)
        place = end
    is_whole = all(ended.values()) and not (place < size and b"OggS".startswith(_at(file, place, 4)))
    return "" if is_whole else f"is cut off: its last page does not say that it is the last; {_PUT_WHOLE}"


def _png(file: BufferedReader, size: int) -> str:
    place = 8
    while len(head := _at(file, place, 8)) == 8:
        end = place + 12 + int.from_bytes(head[:4], "big")
        if end > size:
            return _short(size, end, "bytes and more")
        if head[4:] == b"IEND":
            return ""
        place = end
    return f"is cut off: its last part, IEND, is missing; {_PUT_WHOLE}"


def _gif(file: BufferedReader, size: int) -> str:
    """Whether block follows block up to the mark of the end."""
    head = _at(file, 0, 13)
    place = 13 + _colours(head[10]) if len(head) == 13 else size
    while kind := _at(file, place, 1):
        if kind == b";":
            return ""
        if kind == b"!":
            place += 2
        elif kind == b",":
            image = _at(file, place, 10)
            place += 11 + _colours(image[9]) if len(image) == 10 else 11
        else:
            return ""  # damaged, which is for the decoder to say
        while length := _at(file, place, 1):
            place += 1 + length[0]
            if not length[0]:
                break
    return f"is cut off: the mark of its end is missing; {_PUT_WHOLE}"


def _colours(packed: int) -> int:
    return 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0


def mp3_shortfall(file: BufferedReader) -> str:
    """How much less of an MP3 there is than its first frame counts, or its last frame needs."""
    size = file.seek(0, 2)
    ends = list(_mp3_frames(file, size))
    if not ends:
        return ""
    first = ends[0][0]
    tag = _at(file, first, 200)
    found = max(tag.find(b"Xing"), tag.find(b"Info"))
    if found > 0 and tag[found + 7 : found + 8] and tag[found + 7] & 1:
        counted = int.from_bytes(tag[found + 8 : found + 12], "big")
        if len(ends) < counted:  # whether the frame that counts is one of them differs between programs
            return _short(len(ends), counted, "frames")
    last = ends[-1][1]
    return _short(size, last, "bytes") if last > size else ""


def _mp3_frames(file: BufferedReader, size: int) -> Iterator[tuple[int, int]]:
    """Where each frame begins and where it ends, up to whatever is none."""
    place = 0
    while (tag := _at(file, place, 10))[:3] == b"ID3" and len(tag) == 10:
        place += 10 + sum((byte & 0x7F) << 7 * (3 - n) for n, byte in enumerate(tag[6:10]))
    while len(head := _at(file, place, 4)) == 4 and (length := _mp3_length(head)):
        yield place, place + length
        place += length


def _mp3_length(head: bytes) -> int:
    """The bytes of a frame of layer III by its header; 0 where it is no such frame."""
    version, layer = head[1] >> 3 & 3, head[1] >> 1 & 3
    rate, hertz = head[2] >> 4, head[2] >> 2 & 3
    if head[0] != 0xFF or head[1] < 0xE0 or layer != 1 or version == 1 or hertz == 3 or not 1 <= rate <= 14:
        return 0
    kilobits = (_RATES if version == 3 else _RATES_2)[rate - 1]
    return (144 if version == 3 else 72) * kilobits * 1000 // _HERTZ[version][hertz] + (head[2] >> 1 & 1)
