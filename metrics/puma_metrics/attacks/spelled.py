"""What a pattern spells: texts that its simple parts match, and those that its negative lookaheads forbid."""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

MOST = 40
"""More texts are not spelled for one pattern."""
LONGEST = 200
"""Longer texts are cut."""
DEEPEST = 50
"""Groups nested deeper are not read: such a pattern spells nothing."""

_ITEM = re.compile(
    r"\\(?:[pPN]\{[^}]*\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)"  # an escape
    r"|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d*)(?:,\d*)?\}|[()]|.",  # a class; a repetition; a group's ends; one character
    re.DOTALL,
)
# what stands for one character of many is written with letters of its own, until it is known what is only that
_ANY = {"\ue000": "a", "\ue001": "1", "\ue002": "x"}
_LETTER, _DIGIT, _OTHER = _ANY
_PLAIN = str.maketrans(dict(_ANY))
_ESCAPED = {"d": _DIGIT, "s": " ", "w": _LETTER, "W": " ", "D": _LETTER, "S": _LETTER, "n": "\n", "t": "\t"}
_NOTHING = set("bBAZzGKX123456789")


def spelled(pattern: str) -> tuple[list[str], list[str]]:
    r"""Texts that the pattern spells, and texts that it forbids; an approximation, for patterns as people write them.

    What may be left out is left out; a class stands for its first character, `\w` for a letter, `\d` for a digit.

    >>> spelled(r"(?i)\b[śs]wi(?:atła|erk)\d?\b(?!.*\bCentr(?:um|ala))")
    (['światła', 'świerk'], ['Centrum', 'Centrala'])
    """
    forbidden: list[str] = []
    items = [match[0] for match in _ITEM.finditer(pattern)]
    if max(accumulate((item == "(") - (item == ")") for item in items), default=0) > DEEPEST:
        return [], []
    found, _ = _alternatives(items, 0, forbidden)
    return _some(found), _some(text for text in forbidden if text.strip(" \n\t" + "".join(_ANY)))


def _some(texts: Iterable[str]) -> list[str]:
    plain = (text.translate(_PLAIN).strip() for text in texts)
    return [text for text in dict.fromkeys(plain) if text][:MOST]


def _alternatives(items: Sequence[str], at: int, forbidden: list[str]) -> tuple[list[str], int]:
    """What stands between here and the end of the group, and where that is."""
    found: list[str] = []
    line = [""]
    while at < len(items) and items[at] != ")":
        if items[at] == "|":
            found, line, at = found + line, [""], at + 1
            continue
        piece, at = _piece(items, at, forbidden)
        at, fewest = _repeated(items, at)
        if not fewest:  # what may be left out is; anything at all between two words is a space
            piece, fewest = [" " if piece == [_OTHER] else ""], 1
        line = [(before + after * fewest)[:LONGEST] for before in line for after in piece][:MOST]
    return (found + line)[:MOST], at + 1


def _piece(items: Sequence[str], at: int, forbidden: list[str]) -> tuple[list[str], int]:
    """One item or group, and where the next begins."""
    item = items[at]
    if item == "(":
        return _group(items, at + 1, forbidden)
    if item[0] == "\\" and len(item) > 1:
        return ["" if item[1] in _NOTHING else _LETTER if item[1] in "pP" else _ESCAPED.get(item[1], item[1])], at + 1
    if item[0] == "[" and len(item) > 2:
        return [_OTHER if item[1] == "^" else _escaped_or_first(item[1:])], at + 1
    return ["" if item in "^$" else _OTHER if item == "." else item], at + 1


def _escaped_or_first(inner: str) -> str:
    return _ESCAPED.get(inner[1], inner[1]) if inner[0] == "\\" else inner[0]


def _group(items: Sequence[str], at: int, forbidden: list[str]) -> tuple[list[str], int]:
    """A group from behind its bracket; lookarounds spell nothing, but a negative lookahead forbids."""
    if at < len(items) and items[at] != "?":
        return _alternatives(items, at, forbidden)
    head, at = _head(items, at + 1)
    if head.endswith(")") or head.startswith("#"):  # flags or a comment
        return [""], at
    ignored: list[str] = []
    found, at = _alternatives(items, at, ignored if head in ("!", "<!", "<=") else forbidden)
    if head == "!":
        forbidden += found
    return ([""] if head in ("=", "!", "<=", "<!") else found), at


def _head(items: Sequence[str], at: int) -> tuple[str, int]:
    """What says of which kind the group is, and where its content begins."""
    start = at
    while at < len(items) and items[at] not in (":", ")", "=", "!", ">", "|"):
        at += 1
    return "".join(items[start : at + 1]), at + 1


def _repeated(items: Sequence[str], at: int) -> tuple[int, int]:
    """Where the next item begins behind a repetition, and how often this one must stand at least."""
    first = items[at] if at < len(items) else ""
    if first not in ("?", "*", "+") and not (first[:1] == "{" and len(first) > 2):
        return at, 1
    lazy = items[at + 1 : at + 2] in (["?"], ["+"])
    fewest = int(first.strip("{}").partition(",")[0] or 0) if first[0] == "{" else int(first == "+")
    return at + 1 + lazy, min(fewest, MOST)
