"""A pattern of the regex package taken apart, as far as its text has to be known (GRADING, section 5).

The engine's own reading is not to be had. This one follows it where characters stand for themselves or not: escapes,
classes, repetitions, the heads of groups, comments, and what the flag x turns into layout.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

LITERAL, ESCAPE, CLASS, REPEAT, HEAD, END, ANY, LAYOUT = (
    "literal", "escape", "class", "repeat", "head", "end", "any", "layout",
)  # fmt: skip

ESCAPED = r"\\(?:[pPN]\{[^}]*+\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[gL]<[^>]*+>|[0-7]{3}|.)"
_NAME = r"[^\s()<>=!?:]++"  # also with letters in two parts
_FLAGS = r"(?P<on>[A-Za-z0-9]*+)(?:-(?P<off>[A-Za-z]++))?"
_ITEM = re.compile(
    rf"(?P<{ESCAPE}>{ESCAPED})"
    rf"|(?P<{CLASS}>\[\^?\]?(?:\[:\^?[^\]:]*+:\]|\\.|[^\]\\])*+\])"
    r"|(?P<comment>\(\?#(?:\\.|[^)\\])*+\))"
    rf"|(?P<{HEAD}>\((?:\?(?:P?<{_NAME}>|<?[=!]|P[=>&]{_NAME}\)|[>|]|&{_NAME}\)|\({_NAME}\)|{_FLAGS}[:)]))?)"
    rf"|(?P<{REPEAT}>[*+?]|\{{[deis<=\d,+]++(?::[^}}]*+)?\}})"
    rf"|(?P<{END}>[)|])|(?P<{ANY}>[.^$])|(?P<{LITERAL}>.)",
    re.DOTALL,
)
_LAYOUT = re.compile(r"[ \t\n\r\f\v]++|#[^\n]*+")
_MEMBER = re.compile(rf"(?P<{CLASS}>\[:\^?[^\]:]*+:\])|(?P<{ESCAPE}>{ESCAPED})|(?P<{LITERAL}>.)", re.DOTALL)
_NAMED = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Item(NamedTuple):
    """A piece of a pattern: what it is, where it starts, its text, and whether the flag x holds there."""

    kind: str
    at: int
    text: str
    verbose: bool = False


class _Restart(Exception):
    """The flag x, wherever it stands alone, holds for the whole pattern."""


def items(pattern: str) -> list[Item]:
    """The pieces of a pattern; together they are its text.

    >>> [(item.kind, item.text) for item in items(r"a\\.{2}[^b](?:c)")]  # doctest: +NORMALIZE_WHITESPACE
    [('literal', 'a'), ('escape', '\\\\.'), ('repeat', '{2}'), ('class', '[^b]'),
     ('head', '(?:'), ('literal', 'c'), ('end', ')')]
    """
    try:
        return list(_items(pattern, verbose=False))
    except _Restart:
        return list(_items(pattern, verbose=True))


def _items(pattern: str, verbose: bool) -> Iterator[Item]:
    everywhere, outer, at = verbose, [], 0
    while at < len(pattern):
        if verbose and (layout := _LAYOUT.match(pattern, at)):
            yield Item(LAYOUT, at, layout[0], verbose)
            at = layout.end()
            continue
        match = _ITEM.match(pattern, at)
        assert match and match.lastgroup  # the last alternative takes any character
        kind = next(name for name in (*_KINDS, "comment") if match[name] is not None)
        yield Item(LAYOUT if kind == "comment" else kind, at, match[0], verbose)
        at = match.end()
        if kind == HEAD and opens_group(match[0]):
            outer.append(verbose)
            verbose = "x" not in (match["off"] or "") and (verbose or "x" in (match["on"] or ""))
        elif kind == HEAD and "x" in (match["on"] or "") and not everywhere:
            raise _Restart
        elif match[0] == ")" and outer:
            verbose = outer.pop()


_KINDS = (ESCAPE, CLASS, HEAD, REPEAT, END, ANY, LITERAL)


def opens_group(head: str) -> bool:
    """Whether a group begins; not with flags for the whole pattern or a reference, which end at once."""
    return not head.endswith(")") or head.startswith("(?(")


def members(written: str) -> list[Item]:
    """The members of a class, `[` and `]` left out; a range is its ends with a `-` of the kind repeat between them.

    >>> [item.text for item in members(r"[^a-z\\d]")]
    ['a', '-', 'z', '\\\\d']
    """
    start = 2 if written.startswith("[^") else 1
    found = [Item(str(m.lastgroup), m.start(), m[0]) for m in _MEMBER.finditer(written, start, len(written) - 1)]
    for index in range(1, len(found) - 1):
        left, dash, right = found[index - 1 : index + 2]
        free = index < 2 or found[index - 2].kind != REPEAT
        if dash.text == "-" and left.kind != REPEAT and free and _one(left) and _one(right):
            found[index] = dash._replace(kind=REPEAT)
    return found


def _one(member: Item) -> bool:
    return member.kind == LITERAL or (member.kind == ESCAPE and bool(meant(member.text)))


def meant(escape: str) -> str:
    r"""The one character that an escape stands for; "" if it stands for more, or for a place.

    >>> meant(r"\u00a0"), meant(r"\."), meant(r"\d"), meant(r"\b")
    ('\xa0', '.', '', '')
    """
    kind, rest = escape[1], escape[2:]
    if kind in "xuU" and rest:
        return chr(number) if (number := int(rest, 16)) < 0x110000 else ""
    if kind == "N" and rest:
        try:
            return unicodedata.lookup(rest[1:-1])
        except KeyError:
            return ""
    if kind == "0" or (kind in "1234567" and len(rest) == 2):
        return chr(int(escape[1:], 8))
    return _NAMED.get(kind, "") if kind.isascii() and kind.isalnum() else kind
