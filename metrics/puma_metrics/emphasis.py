"""Double marks of Markdown's emphasis that part no word and no number for the reader (GRADING, section 2).

`**19**:30` is a time and `**CO**2` a word, as they are with `<b>`. But asterisks calculate as well: `2*3*4`, `5**2`.
So single marks, and double ones that may be a power, stay where they are and separate.
"""

import re
from collections.abc import Iterator

from .markup import Edit

SEPARATOR = "^"
"""What stays of a mark beside a space: it groups no digits, and is no mark that parts claims, as a bar would be."""

_STARS = re.compile(r"(?<![*\\])(\*{2,3})(?=[^\s*])([^*\n]++)(?<=[^\s*\\])\1(?!\*)")
_LINES = re.compile(r"(?<![\w\\])(_{2,3})(?=[^\s_])([^_\n]++)(?<=[^\s_\\])\1(?!\w)")  # within a word they are none
_CLOSED = frozenset(")]}")
_GOES_ON = frozenset("(+-")
_CALCULATED = re.compile(r"[-+=/^()<>×·−]")
_NUMBER_ONLY = re.compile(r"[\d ,.]+")


def star_edits(text: str) -> Iterator[Edit]:
    """The edits that take away pairs of double asterisks.

    >>> list(star_edits("25 **000** zł, 2**3**4"))
    [(3, 5, ''), (8, 10, '')]
    """
    return _pair_edits(_STARS, text)


def line_edits(text: str) -> Iterator[Edit]:
    """The same for underscores."""
    return _pair_edits(_LINES, text)


def _pair_edits(pattern: re.Pattern[str], text: str) -> Iterator[Edit]:
    """Over a space only a number alone groups with digits, else `**Zadanie 5** 250` would be 5250."""
    for match in pattern.finditer(text):
        start, end = match.span()
        before, after = text[max(start - 1, 0) : start], text[end : end + 1]
        if not _may_calculate(match[2], before, after):
            is_number = bool(_NUMBER_ONLY.fullmatch(match[2]))
            yield start, match.end(1), SEPARATOR if before == " " and not is_number else ""
            yield match.end(2), end, SEPARATOR if after == " " and not is_number else ""


def _may_calculate(inner: str, before: str, after: str) -> bool:
    """Whether the asterisks may be powers: `2**3**4`, `(x)**2 i y**2`, `2**3**-1`."""
    if before.isalnum():
        return after.isalnum() or after in _GOES_ON or not inner.isalnum()
    return after.isalnum() and (before in _CLOSED or bool(_CALCULATED.search(inner)))
