r"""Characters that are written as other characters, such as \u0142, &lstrok; and =C5=82, put back in their places.

Each round takes off one layer, and no round makes a text longer, so that all of them take linear time.
"""

import html
import re
from collections.abc import Iterator

ROUNDS = 12
"""Layers of escapes, one around the other, that are taken off."""

_BYTES = re.compile(r"(?:%[0-9A-Fa-f]{2})+|(?:\\+x[0-9A-Fa-f]{2})+|(?:=[0-9A-Fa-f]{2})+|(?:\\+[0-3][0-7]{2})+")
_UNITS = re.compile(r"(?:(?:\\+u|%u)[0-9A-Fa-f]{4})+")
_POINT = re.compile(
    r"(?:\\+u\{|\\+x\{|\\+N\{U\+)([0-9A-Fa-f]{1,6})\}"  # within brackets
    r"|\\+U([0-9A-Fa-f]{8})"
    r"|[Uu]\+([0-9A-Fa-f]{4,6})(?![0-9A-Fa-f])[ \t]?"
    r"|\\+([0-9A-Fa-f]{4,6}) ?"  # as in style sheets
)
_SOFT = re.compile(r"=[ \t]*\r?\n")
_CHARACTER = re.compile(r"\\([nrtbfv])|\\([^\w\s])")


def rounds(text: str) -> Iterator[str]:
    r"""The text with one layer of escapes less each time, until there is none left.

    >>> list(rounds(r"&amp;lstrok;\u0105 =C5=82"))
    ['&lstrok;ą ł', 'łą ł']
    """
    while (plain := _unescaped(text)) != text:
        yield plain
        text = plain


def _unescaped(text: str) -> str:
    if "&" in text:
        text = html.unescape(text)
    if "=" in text:
        text = _SOFT.sub("", text)
    if "\\" in text or "%" in text or "=" in text:
        text = _BYTES.sub(_from_bytes, text)
        text = _UNITS.sub(_from_units, text)
    if "\\" in text or "U+" in text or "u+" in text:
        text = _POINT.sub(_from_point, text)
        text = _CHARACTER.sub(lambda found: " " if found[1] else found[2], text)
    return text


def _from_bytes(found: re.Match[str]) -> str:
    is_octal = found[0].startswith("\\") and "x" not in found[0]
    parts = re.findall(r"[0-7]{3}" if is_octal else r"[0-9A-Fa-f]{2}", found[0])
    content = bytes(int(part, 8 if is_octal else 16) for part in parts)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1250", "replace")


def _from_units(found: re.Match[str]) -> str:
    content = bytes.fromhex("".join(re.findall(r"u([0-9A-Fa-f]{4})", found[0])))
    return content.decode("utf-16-be", "replace")


def _from_point(found: re.Match[str]) -> str:
    number = int(next(filter(None, found.groups())), 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
