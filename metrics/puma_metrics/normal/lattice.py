"""The least number of word errors over all readings of an answer (NORMALISE 12.2): `best1`, sclite's practice.

The answer is a row of slots: words, and the options of expressions. The reference stays one list of words, so the scale
of the score stays. `slots` makes the row, `alignment` carries one row of the edit distance table through it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..speech import accuracy, word_errors
from ..text import words1
from .options import Options
from .speller import Expression, Numbers, read_numbers, spoken

_RUN = re.compile(r"[^\W_]*")
MOST_WORDS = 2
"""Times the reference's words: an answer whose shortest reading is longer scores 0 and is not aligned."""


@dataclass(frozen=True)
class Joined:
    """Expressions and letters that touch, as in 5kotów: read as `slots`, or as the words that are `written`."""

    written: tuple[str, ...]
    slots: tuple["str | Options", ...]


Slot = str | Options | Joined


def slots(numbers: Numbers) -> list[Slot]:
    """The words of a text and the options of its expressions, in order."""
    clean, at = numbers.clean, 0
    found: list[Slot] = []
    for start, end, inside in _covers(numbers):
        found += words1(clean[at:start])
        whole = inside[0].clean_start == start and inside[-1].clean_end == end
        if whole and len(inside) == 1:
            found.append(inside[0].options)
        else:
            found.append(Joined(tuple(words1(clean[start:end])), tuple(_parts(clean, start, end, inside))))
        at = end
    return [*found, *words1(clean[at:])]


def _covers(numbers: Numbers) -> Iterator[tuple[int, int, list[Expression]]]:
    """Expressions with the letters and digits that touch them: no word of `words1` reaches over a cover's ends."""
    clean, start, end = numbers.clean, 0, 0
    inside: list[Expression] = []
    for expression in numbers.expressions:
        if expression.clean_start >= end:
            if inside:
                yield start, end, inside
            start, inside = _run_start(clean, expression.clean_start, end), []
        inside.append(expression)
        if expression.clean_end > end:  # a run is looked at once, however many expressions it holds
            end = _run_end(clean, expression.clean_end)
    if inside:
        yield start, end, inside


def _run_start(clean: str, at: int, least: int) -> int:
    if clean[at].isalnum():
        while at > least and clean[at - 1].isalnum():
            at -= 1
    return at


def _run_end(clean: str, at: int) -> int:
    match = _RUN.match(clean, at) if clean[at - 1].isalnum() else None
    return match.end() if match else at


def _parts(clean: str, start: int, end: int, inside: list[Expression]) -> Iterator["str | Options"]:
    at = start
    for expression in inside:
        yield from words1(clean[at : expression.clean_start])
        yield expression.options
        at = expression.clean_end
    yield from words1(clean[at:end])


def best1(answer: str, reference: str) -> float:
    """The word accuracy of the best reading of an answer (NORMALISE 12.2): never below raw and `spoken1`.

    Args:
        answer: What a recogniser wrote, any string.
        reference: What was said, in words.

    Returns:
        max(0, 1 - e / n), e the least word errors over all combinations of readings, n the reference's words. 0 without
        alignment if the shortest combination has more than `MOST_WORDS` times n words.

    Raises:
        ValueError: The reference has no words.

    >>> best1("Kupił 3 psy o 8:30.", "kupił trzy psy o wpół do dziewiątej")
    1.0
    """
    expected = words1(reference)
    if not expected:
        raise ValueError(f"the reference has no words ({reference!r}); expected at least one")
    return accuracy(least_errors(answer, expected), len(expected))


def least_errors(answer: str, expected: list[str]) -> int:
    """The least word errors between an answer's readings and a reference's words, at most the number of the latter.

    >>> least_errors("Kupił 4 psy.", ["kupił", "trzy", "psy"])
    1
    """
    from .alignment import Alignment

    numbers = read_numbers(answer)
    if not numbers.expressions:
        return _errors(answer, expected)
    found, most = slots(numbers), MOST_WORDS * len(expected)
    alignment = Alignment(expected, most)
    if alignment.shortest(found) > most:
        return len(expected)
    known = min(_errors(text, expected) for text in (answer, spoken(answer, numbers)))
    return min(known, alignment.errors(found, known))


def _errors(text: str, expected: list[str]) -> int:
    """Word errors, at most the reference's words: of a text that is twice as long there are no fewer."""
    words = words1(text)
    if len(words) > MOST_WORDS * len(expected):
        return len(expected)
    return min(word_errors(words, expected), len(expected))
