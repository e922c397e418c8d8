"""What stands in a text file: the places in it that are read by themselves."""

import json
import re
from collections.abc import Iterator
from typing import Any

from .traces import strings

JSON, TEXT = {".json", ".jsonl"}, {".md", ".txt", ".yaml", ".yml", ".csv", ""}

PASSAGE, LONGEST = 40, 8_000
"""Lines that are read together as one place, and its characters; half of them are read again with the next."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def is_plain(text: str) -> bool:
    """Whether a text has none of the characters that another encoding than UTF-8 leaves in it."""
    return not _CONTROL.search(text)


def places(text: str) -> Iterator[str]:
    """Lines of a text, and neighbouring short ones together: a list may stand one phrase, or one field, a line."""
    lines = text.splitlines()
    yield from lines
    for start in range(0, max(1, len(lines) - PASSAGE // 2), PASSAGE // 2):
        if len(passage := " ".join(lines[start : start + PASSAGE])) <= LONGEST:
            yield passage


def values(text: str) -> Iterator[str]:
    """Of JSON, or of several lines of it, every value, every list and object as a whole, and the names in it."""
    return (place for value in _parsed(text) for place in _values(value))


def joined(text: str) -> Iterator[str]:
    """All values of JSON one after the other, and all names, as if nothing else stood between them."""
    whole = list(_parsed(text))
    yield " ".join(strings(whole))
    yield " ".join(_names(whole))


def _parsed(text: str) -> Iterator[Any]:
    """What cannot be parsed is text, which is looked at anyhow."""
    for line in (text, *text.splitlines()):
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            continue
        if line is text:
            return


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield " ".join(value)
    if isinstance(value, dict | list):
        yield " ".join(strings(value))
        for item in value.values() if isinstance(value, dict) else value:
            yield from _values(item)
    elif isinstance(value, str):
        yield value


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from _names(item)
    elif isinstance(value, list):
        for item in value:
            yield from _names(item)
