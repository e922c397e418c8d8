"""What stands in a text file: the ways in which it may be read, the places in it, what long runs of letters encode."""

import base64
import html
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from .traces import strings

JSON, TEXT = {".json", ".jsonl"}, {".md", ".txt", ".yaml", ".yml", ".csv", ""}

PASSAGE = 40
"""Lines that are read together as one place; half of them are read again with the next."""
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
# one run, or several lines of them as mail breaks them, the last of which may be shorter
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}(?:\s+[A-Za-z0-9+/_-]{40,})*(?:\s+[A-Za-z0-9+/_-]+)?")
_HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2}[\s:]{0,2}){32,}")
# letters one by one, with a space, or whatever else is none, between them
_SPACED = re.compile(r"(?:(?<!\w)\w[^\w\n]{1,5}){16,}\w(?!\w)")
_TAG_SIGNS, _URL_SIGNS = str.maketrans("<>", "  "), str.maketrans("-_", "+/")


def is_plain(text: str) -> bool:
    """Whether a text has none of the characters that another encoding than UTF-8 leaves in it."""
    return not _CONTROL.search(text)


def readings(text: str) -> list[str]:
    """The text as it is meant, and with what stands within tags and in addresses.

    >>> readings("<b title='Jaki to herb?'>&oacute;%C3%B3</b>")
    ["<b title='Jaki to herb?'>ó%C3%B3</b>", " b title='Jaki to herb?' óó /b "]
    """
    plain = html.unescape(_ESCAPED.sub(lambda match: chr(int(match[1], 16)), text))
    return list(dict.fromkeys([plain, unquote(plain.replace("\\n", " ")).translate(_TAG_SIGNS)]))


def places(text: str, suffix: str) -> Iterator[str]:
    """Lines and passages of a text; of JSON, every value, and every list and object as a whole, and its names."""
    if suffix not in JSON:
        yield from text.splitlines()
        yield from _passages(text)
        return
    for line in text.splitlines() if suffix == ".jsonl" else [text]:
        try:
            yield from _values(json.loads(line))
        except (ValueError, RecursionError):
            yield from line.splitlines()
            yield from _passages(line)


def _passages(text: str) -> Iterator[str]:
    """Neighbouring lines together: a list may stand one phrase a line, and an object one field a line."""
    lines = text.splitlines()
    for start in range(0, max(1, len(lines) - PASSAGE // 2), PASSAGE // 2):
        yield " ".join(lines[start : start + PASSAGE])


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield " ".join(value)
    if isinstance(value, dict | list):
        yield " ".join(strings(value))
        for item in value.values() if isinstance(value, dict) else value:
            yield from _values(item)
    elif isinstance(value, str):
        yield value


def spaced(text: str) -> Iterator[str]:
    """The letters that stand one by one, together; which of them were words, nothing tells any more.

    >>> list(spaced("Oto: L i t w o, O j c z y z n o m o j a!"))
    ['LitwoOjczyznomoja']
    """
    yield from ("".join(re.findall(r"\w", run)) for run in _SPACED.findall(text))


def encoded(text: str) -> Iterator[bytes]:
    """The bytes that long runs of letters and digits encode, in hexadecimal or base64, if that is what they are.

    >>> list(encoded("a3 " * 40))[0] == bytes([0xA3] * 40)
    True
    """
    for run in _HEXADECIMAL.findall(text):
        yield bytes.fromhex("".join(re.findall(r"[0-9a-fA-F]", run)))
    for run in _BASE64.findall(text.replace("\\n", "\n")):
        letters = "".join(run.split()).translate(_URL_SIGNS)
        # one letter alone encodes nothing: the word behind the run is none of it
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        yield base64.b64decode(letters + "=" * (-len(letters) % 4))
