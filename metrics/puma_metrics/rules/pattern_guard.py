"""Compiling a pattern that nobody has validated: only once its size is known to be bounded (GRADING, section 5).

The engine writes counted repetitions out, one within the other, so that twenty characters can take all memory. How
large a pattern becomes is seen from its text, before it is compiled, and never too small: where the text alone does not
tell what belongs together (blanks that the engine skips, comments, brackets within brackets), every count is taken to
repeat the whole pattern.
"""

import math
import re
from typing import Any

import regex

from ..sentence import Sentence

MOST_ITEMS = 20_000
"""Items that a pattern may have once its repetitions are written out, as the engine does to compile it."""
A_CLASS, LINE_ENDS, FOLDED = 4, 20, 100
r"""Items that a class takes, however many characters are in it; \R; a class where case is folded in full, ﬃ and all."""

_POSIX = r"\[:\^?(?:al(?:num|pha)|blank|cntrl|x?digit|graph|lower|p(?:rint|unct)|space|upper|word):\]"
_ITEM = re.compile(
    r"\\."  # an escape; what follows an escape such as \p{L} is counted as if it stood by itself
    rf"|(\[(?!\^?\])(?:\\.|{_POSIX}|[^\[\]\\])*\])"  # a class in which no bracket needs to be understood
    r"|\{(\d*),?\d*\}|([+])|([()])|.",
    re.DOTALL,
)
_SKIPS_BLANKS = re.compile(r"\(\?[\w-]*x")
_FULL_CASE = re.compile(r"\(\?[\w-]*f")
_COUNT = re.compile(r"\{(\d+)")
_SMALLER, _CLEARER = Sentence("nest-fewer"), Sentence("write-clearer")
_ERRORS = (regex.error, RecursionError, OverflowError, ValueError, MemoryError)


class BadPattern(Exception):
    """A pattern that does not compile: why."""


class TooLarge(BadPattern):
    """A pattern that is not compiled, since it could write out to too many items; `way_out` says what to do."""

    def __init__(self, way_out: str):
        self.way_out = way_out
        super().__init__(Sentence("many-items", most=MOST_ITEMS, way_out=way_out))


def compiled(text: str, ignore_case: bool) -> Any:
    """The pattern of the regex package, VERSION0, of the text that its rule compiles.

    Raises BadPattern if it does not compile, and TooLarge, before it is compiled, if it could take time and memory
    without a bound.

    >>> compiled("((ab){1000}){1000}", ignore_case=True)
    Traceback (most recent call last):
    puma_metrics.rules.pattern_guard.TooLarge: writes out to more than 20,000 items; nest fewer counted repetitions
    """
    if size(text) > MOST_ITEMS:
        raise TooLarge(_CLEARER if _written_out(text, 0) is None else _SMALLER)
    try:
        return regex.compile(text, regex.VERSION0 | (regex.IGNORECASE if ignore_case else 0))
    except _ERRORS as error:
        raise BadPattern(str(error)) from error


def size(text: str) -> int:
    r"""An upper bound for the items of a pattern with its repetitions written out.

    >>> size(r"\d{4}-[0-9]{2}"), size("((((a{99}){99}){99}){99}){99}") > 10**9, size("(?x)(a {9 9}){99}") > 10**4
    (25, True, True)
    """
    weight = FOLDED if _FULL_CASE.search(text) else 0
    exact = _written_out(text, weight)
    return _at_most(text, weight) if exact is None else exact


def _written_out(text: str, weight: int) -> int | None:
    """The items, where the text tells which belong together; else None.

    The engine keeps one copy more than the least number of a repetition, for what may follow.
    """
    if "(?#" in text or _SKIPS_BLANKS.search(text):
        return None
    groups, last = [0], 0
    for item in _ITEM.finditer(text):
        a_class, least, plus, bracket = item.groups()
        if bracket == "(":
            groups.append(2)
        elif bracket:
            if len(groups) == 1:
                return None
            last = groups.pop()
            groups[-1] += last
        elif least is not None or plus:
            copies = int(least[:9] or 0) if least is not None else 1
            groups[-1] += last * copies + 1
            last *= copies + 1
        elif item[0] in ("[", "]"):
            return None
        else:
            last = A_CLASS + weight if a_class else LINE_ENDS if item[0] == r"\R" else 1
            groups[-1] += last + len(item[0]) - 1
    return groups[0] if len(groups) == 1 else None


def _at_most(text: str, weight: int) -> int:
    """As if every count repeated the whole pattern; under (?x) blanks, and comments too, may stand within a count."""
    plain = "".join(text.split())
    if "#" in text and _SKIPS_BLANKS.search(text):
        copies = 10 ** sum(map(str.isdigit, plain))
    else:
        copies = math.prod(int(number[:9]) + 1 for number in _COUNT.findall(plain))
    items = 2 * len(text) + (A_CLASS + weight) * text.count("[") + LINE_ENDS * text.count(r"\R")
    return items * copies * 2 ** text.count("+")
