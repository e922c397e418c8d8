"""The options that a question offers by itself: whoever cannot answer may list them all, or take any."""

import re
from collections.abc import Iterator

MOST = 20
"""More than these are no options, nor are longer ranges of numbers."""
LONGEST = 3_000
"""Characters of a prompt that are read for options."""

_EDGES = ' .„“”"«»'

_WORD = r"(?<!\w)(?!(?i:czy|albo|lub|bądź|or)\b)\w[\w.’-]*"
_NAME = rf"(?:[„“\"«][^„“”\"«»]{{1,60}}[”\"»]|{_WORD}(?: {_WORD}){{0,2}})"
_ALTERNATIVES = re.compile(rf"({_NAME}(?:, {_NAME})*),? (?:czy|albo|lub|bądź|or) ({_NAME})")
_HAS_OR = re.compile(r"\b(?:czy|albo|lub|bądź|or)\b", re.IGNORECASE)
_BOTH = re.compile(rf"\b[Cc]zy ({_NAME}),? czy ({_NAME})")
_QUOTED = re.compile('[„“"«]([^„“”"«»]{1,60})[”"»]')
_LETTERED = re.compile(r"(?<!\w)\(?([A-Ha-h])[).:]\s*([^\n,;]{1,60}?)(?=\s*(?:[\n,;.?]|\(?\b[A-Ha-h][).:]|$))")
_RANGE = re.compile(r"(?<![\d.,])(\d{1,3})\s?(?:–|-|do)\s?(\d{1,3})(?![\d.,]*\d)")


def options(prompt: str) -> list[list[str]]:
    """The groups of options in a prompt, each of two to twenty, as the prompt writes them.

    >>> options("Co to jest: kot, pies czy lis?")
    [['kot', 'pies', 'lis']]
    >>> options("Uporządkuj bitwy oznaczone cyframi 1–4.")
    [['1', '2', '3', '4']]
    >>> options("Oceń zdania, pisząc tylko „prawda” albo „fałsz”.")
    [['prawda', 'fałsz']]
    """
    prompt = prompt[:LONGEST]
    groups = [*_or(prompt), _QUOTED.findall(prompt), *_lettered(prompt), *_ranges(prompt)]
    unique = dict.fromkeys(tuple(dict.fromkeys(item.strip(_EDGES) for item in group)) for group in groups)
    return [list(group) for group in unique if 1 < len(group) <= MOST]


def _or(prompt: str) -> Iterator[list[str]]:
    """`X, Y czy Z`, `czy X czy Y`, quoted or not."""
    if not _HAS_OR.search(prompt):
        return
    for match in _BOTH.finditer(prompt):
        yield [match[1], match[2]]
    for match in _ALTERNATIVES.finditer(prompt):
        yield [*match[1].split(", "), match[2]]


def _lettered(prompt: str) -> Iterator[list[str]]:
    found = _LETTERED.findall(prompt)
    yield [letter for letter, _ in found]
    yield [text for _, text in found]


def _ranges(prompt: str) -> Iterator[list[str]]:
    for match in _RANGE.finditer(prompt):
        first, last = int(match[1]), int(match[2])
        if first < last < first + MOST:
            yield [str(number) for number in range(first, last + 1)]
