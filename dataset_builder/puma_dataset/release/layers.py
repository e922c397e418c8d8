"""A text read in every way in which it may be meant, layer by layer, until nothing in it decodes.

A text is read as it is, with its escapes put back, without the marks within its words, and turned by thirteen letters;
what runs in it encode are texts again, or files. All that is read of a text is bounded by its own length, so that the
work is linear: what lies deeper, or is more, is not read, which is told.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .codes import decoded, from_64
from .escapes import ROUNDS, rounds
from .packed import is_packed, unpacked

DEPTH = 6
"""Layers of codes that are read, one within the other."""
TIMES, LEAST = 16, 2_000_000
"""All texts that a text encodes may have so many times its characters, and so many more."""
SHORTEST = 12
"""Characters of a text that may tell something."""
WRONG, PLAIN = 0.1, 0.65
"""Of a text at most so much is controls or could not be decoded, and so much is letters without marks."""
BEGINNINGS = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"BM",
    b"II*\0",
    b"MM\0*",
    b"RIFF",
    b"fLaC",
    b"OggS",
    b"ID3",
    b"%PDF",
)
"""Of the files that a task may have; a recording as MP3 may begin with a frame, too."""
SMALLEST, SMALLEST_SOUND = 64, 4_000
"""Bytes of such a file: fewer begin so by chance, and show nothing."""

_TAG = re.compile(r"<[^<>]*>|\\[a-zA-Z]+\*?|\]\([^()\s]*\)|\[\^?\d+\]|(?<=\w)[_*~`]+(?=\w)|[{}]")
_HYPHEN = re.compile(r"[-\u00ad\u2010\u2011][ \t]*\r?\n[ \t>|*#]*")
_ASCII = frozenset(b"\t\n\r" + bytes(range(32, 127)))
_WRONG = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffd]")


@dataclass
class Layers:
    """What was found in a text: readings, contents of files, and why it was not read to its end, if it was not."""

    texts: list[str] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    unread: str = ""


def layers(text: str) -> Layers:
    """Every reading of a text and of what it encodes.

    >>> "Litwo! Ojczyzno moja, ty" in layers("TGl0d28hIE9qY3p5em5vIG1vamEsIHR5").texts
    True
    """
    found, left = Layers(), TIMES * len(text) + LEAST
    seen: set[str | bytes] = {text}
    waiting: list[tuple[str | bytes, int]] = [(text, 0)]
    while waiting:
        here, depth = waiting.pop()
        for inner in _within(here, left, found):
            if inner in seen:
                continue
            seen.add(inner)
            left -= len(inner)
            if depth == DEPTH or left < 0:
                found.unread = "encodes more than is read" if left < 0 else f"has codes more than {DEPTH} layers deep"
                return found
            waiting.append((inner, depth + 1))
    return found


def _within(here: str | bytes, left: int, found: Layers) -> list[str | bytes]:
    """What a text or the content of a file has in it, each once; what it is itself goes to what was found."""
    if isinstance(here, bytes):
        if _is_file(here):
            found.contents.append(here)
        packed, is_whole = unpacked(here, left)
        found.unread = found.unread if is_whole else "encodes more than is read"
        return [*packed, *texts_of(here)]
    readings = list(_readings(here, found))
    found.texts += readings
    found.texts.append(turned := codecs.encode(readings[-1], "rot13"))
    inner = dict.fromkeys(piece for reading in readings for piece in decoded(reading))
    inner |= dict.fromkeys(from_64(turned))
    return [kept for piece in inner for kept in _kept(piece) if len(kept) >= SHORTEST]


def _readings(text: str, found: Layers) -> Iterator[str]:
    """The text with the marks and hyphens within its words, without them, and with its escapes put back."""
    yield text
    if (bare := _bare(text)) != text:
        yield bare
    for number, plain in enumerate(rounds(text)):
        if number == ROUNDS:
            found.unread = f"has escapes more than {ROUNDS} layers deep"
            return
        yield plain
        if (bare := _bare(plain)) != plain:
            yield bare


def _bare(text: str) -> str:
    return _TAG.sub("", _HYPHEN.sub("", text))


def _is_file(content: bytes) -> bool:
    is_sound = content[:1] == b"\xff" and content[1:2] >= b"\xe0" and len(content) >= SMALLEST_SOUND
    return is_sound or (content.startswith(BEGINNINGS) and len(content) >= SMALLEST)


def _kept(piece: str | bytes) -> Sequence[str | bytes]:
    """What a run encodes, if it is anything: bytes that are no file become the text that they are."""
    if isinstance(piece, str):
        return [piece] if is_text(piece) else []
    return [piece] if _is_file(piece) or is_packed(piece) else texts_of(piece)


def is_text(text: str) -> bool:
    """Whether nearly all of a text is what texts have.

    >>> is_text("Zażółć gęślą jaźń"), is_text("\x02\ufffd{")
    (True, False)
    """
    return bool(text) and len(_WRONG.findall(text)) <= WRONG * len(text)


def texts_of(content: bytes) -> list[str]:
    """The text that bytes are, if they are one: in UTF-8, in UTF-16 from either end, or in the old Polish encoding."""
    found = [text] if is_text(text := content.decode("utf-8", "replace")) else []
    if found and "\ufffd" not in text:
        return found
    if content.count(0) * 5 > len(content):
        both = (content.decode(code, "replace") for code in ("utf-16-le", "utf-16-be"))
        return [text for text in both if is_text(text) and sum(char < "\u0250" for char in text) > PLAIN * len(text)]
    plain = sum(byte in _ASCII for byte in content)
    return [*found, content.decode("cp1250", "replace")] if plain >= PLAIN * len(content) else found
